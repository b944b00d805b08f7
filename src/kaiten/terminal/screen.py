"""What one seat may know, on the terminal's screen: the table, the hand, what happened, the sheets,
the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rich import box
from rich.console import Console, ConsoleOptions, Group
from rich.measure import Measurement
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text as RichText

from ..engine.card import Rule as CardRule
from ..match.choice import parse_answer
from ..match.events import Answered, Dealt, Drew, Event, Gave, Scored, Took, prompt_id
from ..match.match import Match
from ..match.sheet import Outcome, Sheet, SheetLine
from ..match.view import View
from ..text import COLON, Text, format_count, join_texts, untranslated

STYLES = {
    "purple": "white on #7b3fa0",
    "green": "black on #58b368",
    "blue": "white on #3367b0",
    "red": "white on #c0392b",
    "yellow": "black on #f2c230",
    "teal": "black on #33b5b0",
    "pink": "black on #f29fc0",
    "magenta": "white on #a8327e",
    "orange": "black on #f08a33",
    "slate": "white on #4a5568",
    "beige": "black on #e8d9b5",
    "lime": "black on #b7d84b",
    "olive": "white on #6f7d2c",
    "brown": "white on #7a4a2b",
    "black": "white on #1d1d1d",
    "copper": "white on #a8622f",
    "silver": "black on #c3c8ce",
    "navy": "white on #1f3a68",
    "white": "black on #f4f4f0",
    "grey": "white on #6d7278",
    "mint": "black on #a6e3c5",
    "peach": "black on #ffb38a",
}
YOU = Text("You", "Vous")
ROUND = Text(
    "Round {round} of 3 · turn {turn} of {turns} · hands pass to the {side}, yours to {neighbour}",
    "Manche {round} sur 3 · tour {turn} sur {turns} · les mains passent à {side}, la vôtre à {neighbour}",
)
ROBOT_TURN = Text(
    "You serve the robot on this turn: {card} from its pile is now in your hand; pick one card for you and one for the robot.",
    "Vous servez le robot à ce tour : {card}, de sa pile, est dans votre main ; choisissez une carte pour vous et une pour lui.",
)
ON_WASABI = Text(" on wasabi", " sur wasabi")
EMPTY = untranslated("")
YOU_WIN = Text("You win!", "Vous gagnez !")
WINS = Text("{name} wins", "{name} gagne")
SHARED_WIN = Text("A shared victory", "Victoire partagée")
TURN = Text("Turn {turn}", "Tour {turn}")
ROUND_ONLY = Text("Round {round}", "Manche {round}")
SIDES = {"left": Text("left", "gauche"), "right": Text("right", "droite")}
YOUR_HAND = Text("Your hand", "Votre main")
OTHER_HANDS = Text("What you know of the others' hands", "Ce que vous savez des mains des autres")
TAKES = Text("{name} takes", "{name} prend")
YOU_TAKE = Text("You take", "Vous prenez")
ACTING = Text(" ({mimic})", " ({mimic})")
TOKENS = Text("Tokens", "Jetons")
STAY = Text("Left on the pile", "Restent sur la pile")
TOKEN_OF = Text("token: {worth}", "jeton : {worth}")
OR = Text(" or ", " ou ")
ADVANCED = Text("{title}, advanced rules", "{title}, règles avancées")
MENU = Text("{title} ({edition})  {menu}", "{title} ({edition})  {menu}")
FACE_DOWN = Text("{n} × face down", "{n} × face cachée")
GIVES = Text("{giver} → {receiver}", "{giver} → {receiver}")
SCORES_NOW = Text(
    "  {name} · {card}: {points:+d} at once", "  {name} · {card} : {points:+d} aussitôt"
)
ANNOUNCES = Text("· announced:", "· annoncé :")
NOBODY = Text("  Nobody has one.", "  Personne n'en a.")
FOR_THE_SPOON = Text("(the spoon in return)", "(la cuillère en échange)")
THIS_ROUND = Text("Round", "Manche")
NARROW = 15  # columns of a screen under which a reason cannot be read
KEPT = Text("kept:", "gardé :")
DISCARDED = Text("Discarded:", "Défaussé :")
SCORE = Text("Points", "Points")
DESSERTS = Text("Desserts", "Desserts")
ON_TABLE = Text("This round", "Cette manche")
SHEET = Text("After round {round}", "Après la manche {round}")
TOTAL = Text("Total", "Total")
CARD = Text("Card", "Carte")


class Row:
    """Labels in a row, none of them broken over two lines."""

    def __init__(self, labels: Sequence[RichText]) -> None:
        self.labels = labels or [RichText("–", "dim")]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RichText]:
        line = RichText()
        for label in self.labels:
            if line and line.cell_len + 1 + label.cell_len > options.max_width:
                yield line
                line = RichText()
            line = RichText.assemble(line, " ", label) if line else label
        yield line

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        widths = [label.cell_len for label in self.labels]
        return Measurement(max(widths), sum(widths) + len(widths) - 1)


def laid_open(match: Match) -> View:
    """A match as those see it who may look at everybody's cards."""
    return replace(match.view(None), log=match.log)


class Screen:
    """A game on the screen, as the seat sees it whose view it is."""

    def __init__(self, view: View, language: str, console: Console | None = None) -> None:
        self.game, self.options = view.game, dict(view.options)
        self.language = language
        self.console = console or Console(highlight=False, markup=False)

    def say(self, words: Text, style: str = "", **facts: object) -> None:
        self.console.print(RichText(words.format(**facts).to(self.language), style=style))

    def spoken_to(self, view: View, seat: int) -> bool:
        """Whether somebody played as You, and is spoken to instead of being named."""
        return view.names[seat] in YOU

    def name(self, view: View, seat: int) -> str:
        """Somebody's name, or You in the language of the screen."""
        return YOU.to(self.language) if self.spoken_to(view, seat) else view.names[seat]

    def chip(self, card: str, count: int = 1, more: Text = EMPTY) -> RichText:
        """A card as a small coloured label."""
        name = self.game.kind_names[card].to(self.language) + more.to(self.language)
        style = STYLES.get(self.game.card_of(card).colour, "reverse")
        return RichText.assemble(
            (f"\u00a0{name}\u00a0", style), (f"×{count}" if count > 1 else "", "bold")
        )

    def chips(self, cards: Mapping[str, int], more: Text = EMPTY) -> list[RichText]:
        """Cards in the order of the box."""
        faces = self.faces(cards)
        return [self.chip(card, faces[card], more) for card in self.game.kinds if faces[card] > 0]

    def face(self, card: str) -> str:
        """What a card is for those who play: a mark that means nothing in this game is not shown."""
        return self.game.face(card, self.game.variant(self.options))

    def faces(self, cards: Mapping[str, int]) -> Counter[str]:
        return sum((Counter({self.face(card): count}) for card, count in cards.items()), Counter())

    def tray(self, view: View, player: int) -> Row:
        """Cards on the table; a nigiri and the wasabi under it are one label, so is a card that
        acts as another.
        """
        bare, dipped, copies = (
            Counter(view.trays[player]),
            view.dipped[player],
            Counter(view.copies[player]),
        )
        bare.subtract(dipped)
        bare["wasabi"] -= sum(dipped.values())
        copies &= +bare
        bare.subtract(copies)
        parts = []
        for card in self.game.cards:
            for cards, more in ((dipped, ON_WASABI), (bare, EMPTY), (copies, self.acting())):
                parts += self.chips(
                    {kind: cards[kind] for kind in card.kinds if cards[kind] > 0}, more
                )
        if view.face_down[player]:
            parts.append(
                RichText(FACE_DOWN.format(n=view.face_down[player]).to(self.language), "dim italic")
            )
        if len(view.kept[player]) > 1:  # of one kind, the number tells everything
            parts += [RichText(KEPT.to(self.language), "dim"), *self.chips(view.kept[player])]
        return Row(parts)

    def acting(self) -> Text:
        """What is said of a card that is really another one."""
        name = self.game.kind_names[self.game.mimic] if self.game.mimic else EMPTY
        return ACTING.format(mimic=Text(name.en.lower(), name.fr.lower()))

    def token(self, pile: str, worth: int | None) -> RichText:
        """A token as a small label, with what it is worth where that is known."""
        rule = next(rule for rule in self.game.piles if rule.id == pile)
        style = STYLES.get(rule.colour, STYLES["pink"])
        return RichText(
            f"\u00a0{rule.name.to(self.language)}\u00a0{'?' if worth is None else worth}\u00a0",
            style,
        )

    def tokens(self, view: View, player: int) -> Row:
        """The tokens that somebody has taken, and one's own added up."""
        held = view.tokens[player]
        total = (
            [RichText(f"= {sum(token.worth or 0 for token in held)}")]
            if held and player == view.seat
            else []
        )
        return Row([*(self.token(token.pile, token.worth) for token in held), *total])

    def table(self, view: View) -> Table:
        """Everybody's tray, points and desserts, or tokens."""
        grid = Table(box=box.SIMPLE_HEAD, expand=True, pad_edge=False)
        grid.add_column("")
        if self.game.piles:
            grid.add_column(TOKENS.to(self.language), ratio=3)
        else:
            grid.add_column(SCORE.to(self.language), justify="right")
            grid.add_column(DESSERTS.to(self.language), justify="right")
        grid.add_column(ON_TABLE.to(self.language), ratio=5 if self.game.piles else 1)
        for player, name in enumerate(view.names):
            sweets = view.kept[player].total() + sum(
                count
                for card, count in view.trays[player].items()
                if self.game.card_of(card).dessert
            )
            style = "bold" if player == view.seat else ""
            worth = (
                [self.tokens(view, player)]
                if self.game.piles
                else [str(view.scores[player]), str(sweets)]
            )
            grid.add_row(RichText(name, style), *worth, self.tray(view, player))
        return grid

    def hand(self, view: View) -> Panel:
        """One's own cards with the numbers to type."""
        rows = Table.grid(padding=(0, 2), expand=True)
        rows.add_column(justify="right", style="bold", no_wrap=True)
        rows.add_column(no_wrap=True)
        rows.add_column(style="dim", no_wrap=True, overflow="ellipsis", ratio=1)
        faces = self.faces(view.hand)
        for number, kind in enumerate(self.held(view), 1):
            card = self.game.card_of(kind)
            rule = self.rule_of(card).split(". ")[0].rstrip(".") + "."
            rows.add_row(
                str(number),
                self.chip(kind, faces[kind]),
                " · ".join([*self.next_token(view, card), rule]),
            )
        return Panel(
            rows, title=YOUR_HAND.to(self.language), title_align="left", border_style="cyan"
        )

    def next_token(self, view: View, rule: CardRule) -> list[str]:
        """What the next token may be worth that a rule hands out, if it does, as far as the player
        can know.
        """
        unseen = view.unseen_tokens.get(rule.id)
        if not unseen:
            return []
        *others, last = [untranslated(worth) for worth in sorted(set(unseen))]
        worth = join_texts([join_texts(others), last], OR) if others else last
        return [TOKEN_OF.format(worth=worth).to(self.language)]

    def rule_of(self, card: CardRule) -> str:
        return card.text(self.game.variant(self.options)).to(self.language)

    def held(self, view: View) -> list[str]:
        """The kinds in the hand, in the order shown."""
        faces = self.faces(view.hand)
        return [card for card in self.game.kinds if faces[card]]

    def show_title(self) -> None:
        """Which game is played, with which menu or rules."""
        title = self.game.title
        if "menu" in self.options:
            name = self.game.menu_name(self.options)
            dishes = join_texts([card.name for card in self.game.on_menu(self.options)])
            menu = dishes if name == dishes else join_texts([name, dishes], COLON)
            title = MENU.format(title=title, edition=self.options["edition"], menu=menu)
        self.say(ADVANCED.format(title=title) if self.options.get("advanced") else title, "bold")

    def show(self, view: View) -> None:
        own, step = view.seat or 0, 1 if view.passes == "left" else -1
        title = ROUND.format(
            round=view.round,
            turn=view.turn,
            turns=view.state.turns,
            side=SIDES[view.passes],
            neighbour=view.names[(own + step) % int(view.state.seats)],
        )
        self.console.print(Rule(title.to(self.language), style="cyan"), self.table(view))
        drew = [
            event for event in view.log[-1:] if isinstance(event, Drew) and event.seat == view.seat
        ]
        for card in (card for event in drew for card in event.cards):
            self.say(ROBOT_TURN, "cyan", card=self.game.kind_names[card])
        self.console.print(self.hand(view))

    def show_hands(self, view: View) -> None:
        """What is known of the hands that others hold, and how many cards in them are not."""
        grid = Table.grid(padding=(0, 2))
        for seat, hand in enumerate(view.hands):
            if seat != view.seat:
                unknown = [RichText(f"+\u00a0{hand.hidden}\u00a0?", "dim")] if hand.hidden else []
                grid.add_row(
                    RichText(self.name(view, seat)), Row([*self.chips(hand.known), *unknown])
                )
        self.console.print(
            Panel(grid, title=OTHER_HANDS.to(self.language), title_align="left", border_style="dim")
        )

    def show_picks(self, view: View, picks: Answered) -> None:
        """Who took what."""
        for seat, text in enumerate(picks.choices):
            picked, _, given = str(text).partition(" give:")
            cards, *tools = picked.split(" ")
            self.console.print(
                RichText(f"  {self.takes(view, seat)}"),
                RichText("+").join(self.chip(self.face(card)) for card in cards.split("+")),
                end=" ",
            )
            if given:
                self.console.print(RichText("→ " + view.names[-1]), self.chip(given), end="")
            for tool in tools:
                label, _, card = tool.partition(":")
                how = "→" if label == "as" else ANNOUNCES.to(self.language)
                self.console.print(
                    RichText(how), self.chip(self.face(card.rpartition(">")[2])), end=" "
                )
            self.console.print()

    def show_sheet(self, view: View, round: int) -> None:
        """Where the points of a round came from, and the tokens that were taken."""
        self.show_points(view, round)
        self.show_tokens(view, round)

    def show_points(self, view: View, round: int) -> None:
        sheet, names = view.sheet.of(round=round), view.names
        if self.console.width // (len(names) + 1) < NARROW:
            self.list_points(view, round)
            return
        grid = Table(
            box=box.SIMPLE_HEAD,
            title=SHEET.format(round=round).to(self.language),
            title_justify="left",
            title_style="bold cyan",
        )
        grid.add_column(CARD.to(self.language))
        for seat in range(len(names)):
            grid.add_column(self.name(view, seat))
        for rule in self.game.rows:
            cells = [self.cell(sheet, rule.id, seat) for seat in range(len(names))]
            if any(cell.plain for cell in cells):
                grid.add_row(rule.name.to(self.language), *cells)
        grid.add_section()
        totals = [view.sheet.of(seat=seat) for seat in range(len(names))]
        so_far = [sum(line.points for line in lines if line.round <= round) for lines in totals]
        points = [sheet.of(seat=seat).points for seat in range(len(names))]
        if not self.game.piles:
            grid.add_row(
                THIS_ROUND.to(self.language), *(RichText(f"{number:+d}") for number in points)
            )
        if not self.game.piles or view.over:
            grid.add_row(
                TOTAL.to(self.language), *(RichText(str(total), "bold") for total in so_far)
            )
        self.console.print(grid)

    def show_tokens(self, view: View, round: int) -> None:
        """Who took which tokens in a round, and which were left on their piles."""
        deals = [place for place, event in enumerate(view.log) if isinstance(event, Dealt)]
        events = view.log[deals[round - 1] : deals[round] if round < len(deals) else None]
        taken = [event for event in events if isinstance(event, Took)]
        for seat in range(len(view.names)):
            chips = [self.token(event.token, event.worth) for event in taken if event.seat == seat]
            if chips:
                self.console.print(Row([RichText(f"  {self.takes(view, seat)}"), *chips]))
        left = [
            rule.name for rule in self.game.piles if rule.id not in [event.token for event in taken]
        ]
        if left:
            self.say(
                join_texts([join_texts([untranslated("  "), STAY], ""), join_texts(left)], COLON)
            )

    def takes(self, view: View, seat: int) -> str:
        """The beginning of a sentence about what somebody takes."""
        words = YOU_TAKE if self.spoken_to(view, seat) else TAKES.format(name=view.names[seat])
        return words.to(self.language)

    def list_points(self, view: View, round: int) -> None:
        """The same for many players or few columns: a line for each reason."""
        grid = Table.grid(padding=(0, 2))
        names = {rule.id: rule.name for rule in self.game.rows}
        for seat in range(len(view.names)):
            total = sum(line.points for line in view.sheet.of(seat=seat) if line.round <= round)
            known = not self.game.piles or view.over
            grid.add_row(
                RichText(self.name(view, seat), "bold"),
                RichText(str(total) if known else "", "bold"),
            )
            for line in view.sheet.of(round, seat):
                reason = join_texts([names[line.card], line.reason], COLON).to(self.language)
                grid.add_row("", self.points(line), reason)
        self.say(SHEET, "bold cyan", round=round)
        self.console.print(grid)

    def cell(self, sheet: Sheet, card: str, seat: int) -> RichText:
        """The points of one card, and under them the reason."""
        for line in sheet.of(seat=seat):
            if line.card == card:
                points = self.points(line)
                return RichText.assemble(
                    (points + "\n" if points else "", "bold"),
                    (line.reason.to(self.language), "dim"),
                )
        return RichText()

    def points(self, line: SheetLine) -> str:
        """What a line of the sheet is worth; nothing is said of a token, which is worth what its
        owner knows.
        """
        if line.card in [rule.id for rule in self.game.piles]:
            return ""
        return f"{line.points:+d}" if line.points else "0"

    def show_since(self, before: View | None, view: View) -> None:
        """What happened between two moments of a game, everything open."""
        for event in view.log[len(before.log) if before else 0 :]:
            if isinstance(event, Dealt):
                self.show_deal(view, event)
            elif isinstance(event, Drew):
                self.console.print(
                    RichText(f"  {view.names[event.seat]} ←"), *map(self.chip, event.cards)
                )
            elif isinstance(event, Answered) and event.prompt == "pick":
                self.console.print(
                    RichText(
                        TURN.format(turn=before.turn if before else 1).to(self.language), "dim"
                    )
                )
                self.show_picks(view, event)
            elif isinstance(event, Scored):
                if not event.final:
                    self.show_sheet(view, before.round if before else view.round)
            else:
                self.show_event(view, event)
        if before:
            self.show_effects(before, view)

    def show_event(self, view: View, event: Event) -> None:
        """An answer between two picks, or a card that changed hands."""
        if isinstance(event, Gave):
            names = GIVES.format(
                giver=self.name(view, event.seat), receiver=self.name(view, event.to)
            )
            self.console.print(
                RichText(f"  {names.to(self.language)}"),
                self.chip(event.card),
                RichText(FOR_THE_SPOON.to(self.language)),
            )
        elif isinstance(event, Answered):
            question = next(asked for asked in self.game.questions if asked.id == event.prompt)
            card = next((card.name for card in self.game.cards if card.id == event.prompt), None)
            for seat, text in enumerate(event.choices):
                if text not in (None, "nothing") and card:
                    answer = parse_answer(
                        self.game, event.prompt, str(text), self.game.variant(self.options)
                    )
                    words = join_texts([question.told, answer.words], COLON)
                    line = join_texts([untranslated(self.name(view, seat)), card, words], " · ")
                    self.console.print(RichText(f"  {line.to(self.language)}"))
            if event.prompt == "spoon" and self.in_vain(view, event):
                self.say(NOBODY)

    def in_vain(self, view: View, asked: Answered) -> bool:
        """Whether what was asked for last was found with nobody: no card was given, and nobody must
        choose one.
        """
        since = view.log[len(view.log) - view.log[::-1].index(asked) :]
        asked_now = [prompt_id(self.game, int(view.state.asked[seat])) for seat in view.waiting]
        return not any(isinstance(event, Gave) for event in since) and "give" not in asked_now

    def show_effects(self, before: View, view: View) -> None:
        """Points that were scored and cards that were discarded in the middle of a round."""
        if view.over or view.round > before.round:
            return
        race = self.game.race(self.game.variant(self.options))
        for seat, (old, new) in enumerate(zip(before.scores, view.scores, strict=True)):
            if race and new > old:
                self.say(
                    SCORES_NOW,
                    "bold yellow",
                    name=self.name(view, seat),
                    points=new - old,
                    card=race[0].name,
                )
        gone = view.discarded - before.discarded
        if gone:
            self.console.print(
                Row([RichText("  " + DISCARDED.to(self.language)), *self.chips(gone)])
            )

    def show_deal(self, view: View, dealt: Dealt) -> None:
        rounds = sum(isinstance(event, Dealt) for event in view.log)
        self.console.print(Rule(ROUND_ONLY.format(round=rounds).to(self.language), style="cyan"))
        grid = Table.grid(padding=(0, 2))
        for seat, cards in enumerate(dealt.hands):
            grid.add_row(RichText(self.name(view, seat)), Row(self.chips(Counter(cards))))
        self.console.print(grid)

    def show_end(self, view: View) -> None:
        ended = view.outcome()
        assert ended is not None
        grid = Table.grid(padding=(0, 2))
        for place in ended.ranking:
            style = "bold yellow" if place.rank == 1 else ""
            sweets = format_count(
                place.desserts, Text("dessert", "dessert"), Text("desserts", "desserts")
            )
            row = [f"{place.rank}.", self.name(view, place.seat), str(place.score)]
            if any(card.dessert for card in self.game.cards):
                row.append(sweets.to(self.language))
            grid.add_row(*(RichText(cell, style) for cell in row))
        for name, score in list(zip(view.names, view.scores, strict=True))[view.state.seats :]:
            grid.add_row(RichText("–"), RichText(name), RichText(str(score)), style="dim")
        lines: list[Any] = [grid]
        if ended.tie_break:
            lines.append(RichText(ended.tie_break.to(self.language), "italic"))
        title = self.winner(view, ended).to(self.language)
        self.console.print(
            Panel(Group(*lines), title=RichText(title), title_align="left", border_style="yellow")
        )

    def winner(self, view: View, ended: Outcome) -> Text:
        if len(ended.winners) > 1:
            return SHARED_WIN
        return YOU_WIN if ended.winners == (view.seat,) else WINS.format(name=ended.ranking[0].name)
