"""A view on the terminal's screen: the table, the hand, the events, the sheets, the end."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from rich import box
from rich.console import Console, Group
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text as RichText

from ..match.choice import Choice, read_answers
from ..match.events import Answered, Dealt, Drew, Event, Gave, Scored, prompt_id
from ..match.match import Match
from ..match.sheet import DESSERTS, Outcome
from ..match.view import View
from ..text import LABELLED, Text, join_texts, plain_text
from .console import make_console
from .labels import LabelRow, Labels
from .score_sheet import SheetPrinter

TURN_TITLE = Text(
    "Round {round} of 3 · turn {turn} of {turns} · hands pass to the {side}, yours to {neighbour}"
)
ROBOT_TURN = Text(
    "You control the robot this turn. {card} from its pile is now in your hand: pick one card "
    "for you and one for the robot."
)
YOU_WIN = Text("You win!")
PLAYER_WINS = Text("{name} wins")
SHARED_WIN = Text("A shared victory")
TURN_NUMBER = Text("Turn {turn}")
DEAL_HASH = Text("The hash of this deal, to check it after the game:")
ROUND_NUMBER = Text("Round {round}")
SIDES = {"left": Text("left"), "right": Text("right")}
YOUR_HAND = Text("Your hand")
OTHER_HANDS = Text("Hands you have seen")
TOKENS_COLUMN = Text("Tokens")
ADVANCED_TITLE = Text("{title}, advanced rules")
MENU_TITLE = plain_text("{title}  {menu}")
ONLY_TITLE = plain_text("{title}")
EDITION_TITLES = {
    "fr": Text("{title} (French edition)"),
    "en": Text("{title} (English edition)"),
}
GIVES = Text("{giver} → {receiver}")
SCORES_NOW = Text("  {name} · {card}: {points:+d} at once")
ANNOUNCES = Text("· announced:")
DISCARDED = Text("Discarded:")
SCORE_COLUMN = Text("Points")
DESSERTS_COLUMN = Text("Desserts")
TRAY_COLUMN = Text("This round")


def reveal_all(match: Match) -> View:
    """Return a match as a spectator sees it who may look at all cards."""
    return replace(match.view(None), log=match.log)


class Screen:
    """Shows the views of one game."""

    def __init__(
        self, view: View, language: str, console: Console | None = None, says_you: bool = True
    ) -> None:
        self.game, self.options = view.game, dict(view.options)
        self.language = language
        self.console = console or make_console()
        self.labels = Labels(view, language, says_you)

    def say(self, text: Text, style: str = "", **facts: object) -> None:
        """Print a sentence."""
        self.console.print(RichText(text.format(**facts).to(self.language), style=style))

    def show_hash(self, hash: str) -> None:
        """Print the hash of the deal, which must stay in one piece to be copied."""
        self.say(DEAL_HASH, "dim")
        self.console.print(RichText(f"  {hash}", "dim"), soft_wrap=True)

    # --- The table and the hand ---

    def build_table(self, view: View) -> Table:
        """Return the players' trays with their points and desserts, or with their tokens."""
        grid = Table(box=box.SIMPLE_HEAD, expand=True, pad_edge=False)
        grid.add_column("")
        if self.game.piles:
            grid.add_column(TOKENS_COLUMN.to(self.language), ratio=3)
        else:
            grid.add_column(SCORE_COLUMN.to(self.language), justify="right")
            if self.game.has_desserts:
                grid.add_column(DESSERTS_COLUMN.to(self.language), justify="right")
        grid.add_column(TRAY_COLUMN.to(self.language), ratio=5 if self.game.piles else 1)
        for player, name in enumerate(view.names):
            style = "bold" if player == view.seat else ""
            worth: list[Any] = [str(view.scores[player])]
            if self.game.piles:
                worth = [self.labels.label_tokens(view, player)]
            elif self.game.has_desserts:
                worth.append(str(self.count_desserts(view, player)))
            grid.add_row(RichText(name, style), *worth, self.labels.label_tray(view, player))
        return grid

    def count_desserts(self, view: View, player: int) -> int:
        """Count a player's desserts, those on the tray included."""
        tray = view.trays[player].items()
        return view.kept[player].total() + sum(
            count for card, count in tray if self.game.card_of(card).dessert
        )

    def build_hand(self, view: View) -> Panel:
        """Return the viewer's own cards with the numbers to type."""
        rows = Table.grid(padding=(0, 2), expand=True)
        rows.add_column(justify="right", style="bold", no_wrap=True)
        rows.add_column(no_wrap=True)
        rows.add_column(style="dim", no_wrap=True, overflow="ellipsis", ratio=1)
        counts = self.labels.count_visible(view.hand)
        for number, kind in enumerate(self.labels.list_hand(view), 1):
            card = self.game.card_of(kind)
            rule = self.labels.rule_text(card)
            rows.add_row(
                str(number),
                self.labels.label_card(kind, counts[kind]),
                " · ".join([*self.labels.describe_next_token(view, card), rule]),
            )
        return Panel(
            rows, title=YOUR_HAND.to(self.language), title_align="left", border_style="cyan"
        )

    def show_title(self) -> None:
        """Print which game is played, with which menu or rules."""
        title = self.game.title
        if "menu" in self.options:
            name = self.game.menu_name(self.options)
            dishes = join_texts([card.name for card in self.game.on_menu(self.options)])
            menu = dishes if name == dishes else LABELLED.format(label=name, words=dishes)
            edition = EDITION_TITLES.get(self.options.get("edition", ""), ONLY_TITLE)
            title = MENU_TITLE.format(title=edition.format(title=title), menu=menu)
        advanced = self.options.get("advanced")
        self.say(ADVANCED_TITLE.format(title=title) if advanced else title, "bold")

    def show_turn(self, view: View) -> None:
        """Print the table and the viewer's hand at the beginning of a turn."""
        own, step = view.seat or 0, 1 if view.passes == "left" else -1
        title = TURN_TITLE.format(
            round=view.round,
            turn=view.turn,
            turns=view.state.turns,
            side=SIDES[view.passes],
            neighbour=view.names[(own + step) % int(view.state.seats)],
        )
        self.console.print(Rule(title.to(self.language), style="cyan"), self.build_table(view))
        drew = [
            event for event in view.log[-1:] if isinstance(event, Drew) and event.seat == view.seat
        ]
        for card in (card for event in drew for card in event.cards):
            self.say(ROBOT_TURN, "cyan", card=self.game.kind_names[card])
        self.console.print(self.build_hand(view))

    def show_hands(self, view: View) -> None:
        """Print the known cards of the other hands, and how many of their cards are unknown."""
        grid = Table.grid(padding=(0, 2))
        for seat, hand in enumerate(view.hands):
            if seat != view.seat:
                unknown = [RichText(f"+\u00a0{hand.hidden}\u00a0?", "dim")] if hand.hidden else []
                grid.add_row(
                    RichText(self.labels.player_name(view, seat)),
                    LabelRow([*self.labels.label_cards(hand.known), *unknown]),
                )
        self.console.print(
            Panel(grid, title=OTHER_HANDS.to(self.language), title_align="left", border_style="dim")
        )

    def show_sheet(self, view: View, round: int) -> None:
        """Print where the points of a round came from, and the tokens that were taken."""
        SheetPrinter(self.labels, self.console).print_sheet(view, round)

    # --- What happened ---

    def show_since(self, before: View | None, view: View) -> None:
        """Print what happened between two views of a game, with all cards open."""
        for event in view.log[len(before.log) if before else 0 :]:
            if isinstance(event, Dealt):
                self.show_deal(view, event)
            elif isinstance(event, Drew):
                drawer = RichText(f"  {view.names[event.seat]} ←")
                self.console.print(drawer, *map(self.labels.label_card, event.cards))
            elif isinstance(event, Answered) and event.prompt == "pick":
                turn = TURN_NUMBER.format(turn=before.turn if before else 1)
                self.say(turn, "dim")
                self.show_picks(view, event)
            elif isinstance(event, Scored):
                if not event.final:
                    self.show_sheet(view, before.round if before else view.round)
            else:
                self.show_event(view, event)
        if before:
            self.show_effects(before, view)

    def show_deal(self, view: View, dealt: Dealt) -> None:
        """Print the hands of a new round."""
        rounds = sum(isinstance(event, Dealt) for event in view.log)
        title = ROUND_NUMBER.format(round=rounds).to(self.language)
        self.console.print(Rule(title, style="cyan"))
        grid = Table.grid(padding=(0, 2))
        for seat, cards in enumerate(dealt.hands):
            grid.add_row(
                RichText(self.labels.player_name(view, seat)),
                LabelRow(self.labels.label_cards(Counter(cards))),
            )
        self.console.print(grid)

    def show_picks(self, view: View, picks: Answered) -> None:
        """Print who took what."""
        labels = self.labels
        for seat, choice in self.list_answers(picks):
            shown = [labels.label_card(labels.visible_kind(card)) for card in choice.cards]
            taker = RichText(f"  {labels.taker_text(view, seat)}")
            self.console.print(taker, RichText("+").join(shown), end=" ")
            if choice.given:
                robot = RichText("→ " + view.names[-1])
                self.console.print(robot, labels.label_card(choice.given), end="")
            for slot, card in choice.extras.items():
                if slot != "give":
                    how = "→" if slot == "as" else ANNOUNCES.to(self.language)
                    kind = labels.visible_kind(card)
                    self.console.print(RichText(how), labels.label_card(kind), end=" ")
            self.console.print()

    def list_answers(self, event: Answered) -> list[tuple[int, Choice]]:
        """Return who answered what."""
        answers = read_answers(self.game, event.prompt, event.choices, self.labels.variant)
        return [(seat, answer) for seat, answer in enumerate(answers) if answer]

    def show_event(self, view: View, event: Event) -> None:
        """Print an answer between two picks, or a card that changed hands."""
        if isinstance(event, Gave):
            names = GIVES.format(
                giver=self.labels.player_name(view, event.seat),
                receiver=self.labels.player_name(view, event.to),
            )
            self.console.print(
                RichText(f"  {names.to(self.language)}"),
                self.labels.label_card(event.card),
                RichText(self.labels.saying("gift").to(self.language)),
            )
        elif isinstance(event, Answered):
            self.show_answers(view, event)

    def show_answers(self, view: View, event: Answered) -> None:
        """Print the answers to a card's question."""
        question = next(asked for asked in self.game.questions if asked.id == event.prompt)
        card = next((card.name for card in self.game.cards if card.id == event.prompt), None)
        for seat, answer in self.list_answers(event):
            if not answer.is_nothing and card:
                told = LABELLED.format(label=question.told, words=answer.words)
                name = plain_text(self.labels.player_name(view, seat))
                line = join_texts([name, card, told], " · ")
                self.console.print(RichText(f"  {line.to(self.language)}"))
        asks = any(rule.id == event.prompt and "unmet" in rule.sayings for rule in self.game.cards)
        if asks and self.is_unfulfilled(view, event):
            self.say(join_texts([plain_text(""), self.labels.saying("unmet")], "  "))

    def is_unfulfilled(self, view: View, asked: Answered) -> bool:
        """Return whether no player has what was asked for last: no card was given, and no player is
        asked to choose one.
        """
        since = view.log[len(view.log) - view.log[::-1].index(asked) :]
        asked_now = [prompt_id(self.game, int(view.state.asked[seat])) for seat in view.waiting]
        return not any(isinstance(event, Gave) for event in since) and "give" not in asked_now

    def show_effects(self, before: View, view: View) -> None:
        """Print points that were scored and cards that were discarded in the middle of a round."""
        if view.over or view.round > before.round:
            return
        race = self.game.race(self.labels.variant)
        for seat, (old, new) in enumerate(zip(before.scores, view.scores, strict=True)):
            if race and new > old:
                self.say(
                    SCORES_NOW,
                    "bold yellow",
                    name=self.labels.player_name(view, seat),
                    points=new - old,
                    card=race[0].name,
                )
        gone = view.discarded - before.discarded
        if gone:
            start = RichText("  " + DISCARDED.to(self.language))
            self.console.print(LabelRow([start, *self.labels.label_cards(gone)]))

    # --- The end ---

    def show_end(self, view: View) -> None:
        """Print the ranking of a finished game."""
        outcome = view.outcome()
        assert outcome is not None
        grid = Table.grid(padding=(0, 2))
        for place in outcome.ranking:
            style = "bold yellow" if place.rank == 1 else ""
            name = self.labels.player_name(view, place.seat)
            row = [f"{place.rank}.", name, str(place.score)]
            if self.game.has_desserts:
                row.append(DESSERTS.format(n=place.desserts).to(self.language))
            grid.add_row(*(RichText(cell, style) for cell in row))
        for name, score in list(zip(view.names, view.scores, strict=True))[view.state.seats :]:
            grid.add_row(RichText("–"), RichText(name), RichText(str(score)), style="dim")
        lines: list[Any] = [grid]
        if outcome.tie_break:
            lines.append(RichText(outcome.tie_break.to(self.language), "italic"))
        title = self.describe_winner(view, outcome).to(self.language)
        self.console.print(
            Panel(Group(*lines), title=RichText(title), title_align="left", border_style="yellow")
        )

    def describe_winner(self, view: View, outcome: Outcome) -> Text:
        if len(outcome.winners) > 1:
            return SHARED_WIN
        if outcome.winners == (view.seat,):
            return YOU_WIN
        return PLAYER_WINS.format(name=outcome.ranking[0].name)
