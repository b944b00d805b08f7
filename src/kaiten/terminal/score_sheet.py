"""The score sheet of a round in the terminal."""

from __future__ import annotations

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text as RichText

from ..match.events import Dealt, Took
from ..match.sheet import Sheet, SheetLine
from ..match.view import View
from ..text import LABELLED, Text, join_texts
from .labels import LabelRow, Labels

MIN_COLUMN_WIDTH = 15  # in characters; in narrower columns a reason cannot be read
SHEET_TITLE = Text("After round {round}")
CARD_COLUMN = Text("Card")
ROUND_ROW = Text("Round")
TOTAL_ROW = Text("Total")
LEFT_ON_PILE = Text("Left on the pile: {tokens}")


class SheetPrinter:
    """Prints the sheets of one game."""

    def __init__(self, labels: Labels, console: Console) -> None:
        self.labels, self.console = labels, console
        self.game, self.language = labels.game, labels.language

    def print_sheet(self, view: View, round: int) -> None:
        """Print where the points of a round came from, and who took which tokens."""
        if self.console.width // (len(view.names) + 1) < MIN_COLUMN_WIDTH:
            self.print_point_list(view, round)
        else:
            self.console.print(self.build_point_table(view, round))
        self.print_tokens(view, round)

    def build_point_table(self, view: View, round: int) -> Table:
        """Return a table with a row for each card and a column for each player."""
        sheet, seats = view.sheet.of(round=round), range(len(view.names))
        grid = Table(
            box=box.SIMPLE_HEAD,
            title=SHEET_TITLE.format(round=round).to(self.language),
            title_justify="left",
            title_style="bold cyan",
        )
        grid.add_column(CARD_COLUMN.to(self.language))
        for seat in seats:
            grid.add_column(self.labels.player_name(view, seat))
        for rule in self.game.rows:
            cells = [self.build_cell(sheet, rule.id, seat) for seat in seats]
            if any(cell.plain for cell in cells):
                grid.add_row(rule.name.to(self.language), *cells)
        grid.add_section()
        if not self.game.piles:
            points = [f"{sheet.of(seat=seat).points:+d}" for seat in seats]
            grid.add_row(ROUND_ROW.to(self.language), *map(RichText, points))
        if not self.game.piles or view.over:
            totals = [RichText(str(total_until(view, seat, round)), "bold") for seat in seats]
            grid.add_row(TOTAL_ROW.to(self.language), *totals)
        return grid

    def build_cell(self, sheet: Sheet, card: str, seat: int) -> RichText:
        """Return the points of one card, and under them the reason."""
        for line in sheet.of(seat=seat):
            if line.card == card:
                points = self.format_points(line)
                return RichText.assemble(
                    (points + "\n" if points else "", "bold"),
                    (line.reason.to(self.language), "dim"),
                )
        return RichText()

    def format_points(self, line: SheetLine) -> str:
        """Return the points of a line; nothing for a token, whose value only its owner knows."""
        if line.card in [rule.id for rule in self.game.piles]:
            return ""
        return f"{line.points:+d}" if line.points else "0"

    def print_point_list(self, view: View, round: int) -> None:
        """Print a line for each reason, for many players or a narrow screen."""
        grid = Table.grid(padding=(0, 2))
        names = {rule.id: rule.name for rule in self.game.rows}
        for seat in range(len(view.names)):
            has_total = not self.game.piles or view.over
            total = str(total_until(view, seat, round)) if has_total else ""
            grid.add_row(
                RichText(self.labels.player_name(view, seat), "bold"), RichText(total, "bold")
            )
            for line in view.sheet.of(round, seat):
                reason = LABELLED.format(label=names[line.card], words=line.reason).to(
                    self.language
                )
                grid.add_row("", self.format_points(line), reason)
        title = SHEET_TITLE.format(round=round).to(self.language)
        self.console.print(RichText(title, style="bold cyan"))
        self.console.print(grid)

    def print_tokens(self, view: View, round: int) -> None:
        """Print who took which tokens in a round, and which were left on their piles."""
        deals = [place for place, event in enumerate(view.log) if isinstance(event, Dealt)]
        events = view.log[deals[round - 1] : deals[round] if round < len(deals) else None]
        taken = [event for event in events if isinstance(event, Took)]
        for seat in range(len(view.names)):
            tokens = [
                self.labels.label_token(event.token, event.worth)
                for event in taken
                if event.seat == seat
            ]
            if tokens:
                taker = RichText(f"  {self.labels.taker_text(view, seat)}")
                self.console.print(LabelRow([taker, *tokens]))
        taken_piles = [event.token for event in taken]
        left = [rule.name for rule in self.game.piles if rule.id not in taken_piles]
        if left:
            text = LEFT_ON_PILE.format(tokens=join_texts(left))
            self.console.print(RichText(f"  {text.to(self.language)}"))


def total_until(view: View, seat: int, round: int) -> int:
    """Return a player's points up to the end of a round."""
    return sum(line.points for line in view.sheet.of(seat=seat) if line.round <= round)
