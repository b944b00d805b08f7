"""A game in the terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from rich import box
from rich.console import Console, Group
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from .bots import Bot
from .events import Answered, Dealt, Drew
from .game import Game
from .match import Match, deal
from .sheet import Sheet
from .view import View
from .words import COLON, Words, joined, same

STYLES = {
    "purple": "white on magenta", "green": "black on green", "blue": "white on blue", "red": "white on red",
    "yellow": "black on yellow", "teal": "black on cyan", "pink": "black on bright_magenta",
}  # fmt: skip
BOT_NAMES = ("Aki", "Mei", "Ken", "Yuki", "Hana", "Jun", "Sora")

YOU = Words("You", "Vous")
ROUND = Words(
    "Round {round} of 3 · turn {turn} of {turns} · hands pass to the {side}, yours to {neighbour}",
    "Manche {round} sur 3 · tour {turn} sur {turns} · les mains passent à {side}, la vôtre à {neighbour}",
)
ROUND_ONLY = Words("Round {round}", "Manche {round}")
SIDES = {"left": Words("left", "gauche"), "right": Words("right", "droite")}
YOUR_HAND = Words("Your hand", "Votre main")
TAKES = Words("{name} takes", "{name} prend")
YOU_TAKE = Words("You take", "Vous prenez")
ASK = Words("Your card (? for help)", "Votre carte (? pour l'aide)")
ASK_SECOND = Words(
    "A second one with your chopsticks (Enter: none)", "Une deuxième avec vos baguettes (Entrée : aucune)"
)
ASK_ROBOT = Words("And one for the robot", "Et une pour le robot")
BAD_NUMBER = Words("Type the number of a card in your hand.", "Tapez le numéro d'une carte de votre main.")
SCORE = Words("Points", "Points")
DESSERTS = Words("Desserts", "Desserts")
ON_TABLE = Words("This round", "Cette manche")
SHEET = Words("After round {round}", "Après la manche {round}")
TOTAL = Words("Total", "Total")
CARD = Words("Card", "Carte")
PRESS = Words("Press Enter for the next round", "Entrée pour la manche suivante")
BYE = Words("Goodbye. The game ends here.", "À bientôt. La partie s'arrête là.")
SEED = Words("The same deal again: --seed {seed}", "La même donne : --seed {seed}")
HELP = Words(
    "Type the number of the card to keep. q leaves the game. With chopsticks in front of you, you are asked for a second card; the order counts: wasabi first, then the nigiri that goes on it.",
    "Tapez le numéro de la carte à garder. q quitte la partie. Avec des baguettes devant vous, on vous propose une deuxième carte ; l'ordre compte : le wasabi d'abord, puis le sushi qui va dessus.",
)


class Leave(Exception):
    """The player has left the game."""


class Terminal:
    """A match on the screen, for somebody who plays or watches."""

    def __init__(self, game: Game, language: str, seat: int | None = None, console: Console | None = None) -> None:
        self.game, self.language, self.seat = game, language, seat  # the seat of whoever sits before the screen
        self.console = console or Console(highlight=False, markup=False)

    def say(self, words: Words, style: str = "", **facts: object) -> None:
        self.console.print(Text(words.format(**facts).to(self.language), style=style))

    # --- What is shown ---

    def chip(self, card: str, count: int = 1) -> Text:
        """A card as a small coloured label."""
        name = self.game.kind_names[card].to(self.language)
        style = STYLES.get(self.game.card_of(card).colour, "reverse")
        return Text.assemble((f" {name} ", style), (f"×{count}" if count > 1 else "", "bold"))

    def chips(self, cards: Mapping[str, int]) -> Text:
        ordered = [(card, cards[card]) for card in self.game.kinds if cards.get(card)]
        return Text(" ").join(self.chip(card, count) for card, count in ordered) if ordered else Text("–", "dim")

    def tray(self, view: View, player: int) -> Text:
        """Cards on the table; a nigiri stands together with its wasabi."""
        bare, dipped = Counter(view.trays[player]), view.dipped[player]
        bare.subtract(dipped)
        bare["wasabi"] -= sum(dipped.values())
        parts = [self.chip("wasabi") + self.chip(card) for card in self.game.kinds for _ in range(dipped.get(card, 0))]
        if +bare or not parts:
            parts.append(self.chips(+bare))
        return Text(" ").join(parts)

    def table(self, view: View) -> Table:
        """Everybody's tray, points and desserts."""
        grid = Table(box=box.SIMPLE_HEAD, expand=True, pad_edge=False)
        grid.add_column("")
        grid.add_column(SCORE.to(self.language), justify="right")
        grid.add_column(DESSERTS.to(self.language), justify="right")
        grid.add_column(ON_TABLE.to(self.language), ratio=1)
        for player, name in enumerate(view.names):
            sweets = sum(view.kept[player].values())
            style = "bold" if player == view.seat else ""
            grid.add_row(Text(name, style), str(view.scores[player]), str(sweets), self.tray(view, player))
        return grid

    def hand(self, view: View) -> Panel:
        """One's own cards with the numbers to type."""
        rows = Table.grid(padding=(0, 2))
        rows.add_column(justify="right", style="bold")
        rows.add_column()
        rows.add_column(style="dim")
        for number, card in enumerate(self.held(view), 1):
            rule = self.game.card_of(card).rule.to(self.language)
            rows.add_row(str(number), self.chip(card, view.hand[card]), rule.split(". ")[0].rstrip(".") + ".")
        return Panel(rows, title=YOUR_HAND.to(self.language), title_align="left", border_style="cyan")

    def held(self, view: View) -> list[str]:
        """The kinds in the hand, in the order shown."""
        return [card for card in self.game.kinds if view.hand[card]]

    def show(self, view: View) -> None:
        step = 1 if view.passes == "left" else -1
        title = ROUND.format(
            round=view.round,
            turn=view.turn,
            turns=view.state.turns,
            side=SIDES[view.passes],
            neighbour=view.names[step % int(view.state.seats)],
        )
        self.console.print(Rule(title.to(self.language), style="cyan"), self.table(view), self.hand(view))

    def show_picks(self, match: Match, picks: Answered) -> None:
        """Who took what."""
        for seat, text in enumerate(picks.choices):
            cards, _, given = str(text).partition(" give:")
            line = YOU_TAKE if seat == self.seat else TAKES.format(name=match.names[seat])
            self.console.print(
                Text("  " + line.to(self.language)), Text(" + ").join(map(self.chip, cards.split("+"))), end=" "
            )
            if given:
                self.console.print(Text("→ " + match.names[-1]), self.chip(given), end="")
            self.console.print()

    def show_sheet(self, match: Match, round: int) -> None:
        """Where the points of a round came from."""
        sheet, names = match.sheet(round), match.names
        grid = Table(
            box=box.SIMPLE_HEAD,
            title=SHEET.format(round=round).to(self.language),
            title_justify="left",
            title_style="bold cyan",
        )
        grid.add_column(CARD.to(self.language))
        for name in names:
            grid.add_column(name)
        for rule in self.game.rows:
            cells = [self.cell(sheet, rule.id, seat) for seat in range(len(names))]
            if any(cell.plain for cell in cells):
                grid.add_row(rule.name.to(self.language), *cells)
        grid.add_section()
        totals = [match.sheet().of(seat=seat) for seat in range(len(names))]
        so_far = [sum(line.points for line in lines if line.round <= round) for lines in totals]
        grid.add_row(TOTAL.to(self.language), *(Text(str(total), "bold") for total in so_far))
        self.console.print(grid)

    def cell(self, sheet: Sheet, card: str, seat: int) -> Text:
        """The points of one card, and under them the reason."""
        for line in sheet.of(seat=seat):
            if line.card == card:
                points = f"{line.points:+d}\n" if line.points else "0\n"
                return Text.assemble((points, "bold"), (line.reason.to(self.language), "dim"))
        return Text()

    def show_since(self, before: Match | None, match: Match) -> None:
        """What happened between two moments of a match, everything open."""
        for event in match.log[len(before.log) if before else 0 :]:
            if isinstance(event, Dealt):
                self.show_deal(match, event)
            elif isinstance(event, Drew):
                self.console.print(Text(f"  {match.names[event.seat]} ←"), *map(self.chip, event.cards))
            elif isinstance(event, Answered):
                self.show_picks(match, event)
            elif not event.final:
                self.show_sheet(match, before.round if before else match.round)

    def show_deal(self, match: Match, dealt: Dealt) -> None:
        rounds = sum(isinstance(event, Dealt) for event in match.log)
        self.console.print(Rule(ROUND_ONLY.format(round=rounds).to(self.language), style="cyan"))
        grid = Table.grid(padding=(0, 2))
        for name, cards in zip(match.names, dealt.hands, strict=True):
            grid.add_row(Text(name), self.chips(Counter(cards)))
        self.console.print(grid)

    def show_end(self, match: Match) -> None:
        ended = match.outcome()
        assert ended is not None
        grid = Table.grid(padding=(0, 2))
        for place in ended.ranking:
            style = "bold yellow" if place.rank == 1 else ""
            grid.add_row(Text(f"{place.rank}.", style), Text(place.name, style), Text(str(place.score), style))
        for name, score in zip(match.names[len(match.seats) :], match.scores[len(match.seats) :], strict=True):
            grid.add_row(Text("–"), Text(name), Text(str(score)), style="dim")
        lines: list[Any] = [grid]
        if ended.tie_break:
            lines.append(Text(ended.tie_break.to(self.language), "italic"))
        self.console.print(Panel(Group(*lines), border_style="yellow"))

    # --- What is asked ---

    def read(self, words: Words) -> str:
        """A line from the player."""
        try:
            line = self.console.input(Text(joined([words, same("")], COLON).to(self.language), "bold")).strip()
        except (EOFError, KeyboardInterrupt):
            raise Leave from None
        if line.lower() == "q":
            raise Leave
        return line

    def ask_card(self, words: Words, cards: Iterable[str], optional: bool = False) -> str | None:
        """The card whose number the player types."""
        numbered = {str(number): card for number, card in cards_by_number(cards)}
        while True:
            line = self.read(words)
            if line == "" and optional:
                return None
            if line in numbered:
                return numbered[line]
            self.say(HELP if line == "?" else BAD_NUMBER, "yellow")

    def pick(self, view: View) -> str:
        """The player's pick, asked card by card; whatever the rules then forbid is not asked for."""
        if len(view.choices) == 1:
            return view.choices[0].text  # type: ignore[no-any-return]
        held = self.held(view)
        chosen = str(self.ask_card(ASK, held))
        options = [choice for choice in view.choices if choice.cards[0] == chosen]
        seconds = {choice.cards[1] for choice in options if len(choice.cards) > 1}
        if seconds:
            second = self.ask_card(ASK_SECOND, [card if card in seconds else "" for card in held], optional=True)
            chosen = f"{chosen}+{second}" if second else chosen
        given = {choice.given for choice in view.choices if "+".join(choice.cards) == chosen} - {None}
        if given:
            chosen = f"{chosen} give:{self.ask_card(ASK_ROBOT, [card if card in given else '' for card in held])}"
        return chosen

    # --- The game ---

    def turn(self, match: Match, bot: Bot, rng: Random) -> Match:
        """Everybody picks."""
        view = match.view(0)
        self.show(view)
        match = match.choose(0, self.pick(view))
        for seat in match.waiting:
            match = match.choose(seat, bot(match.view(seat), rng))
        return match

    def play(self, match: Match, bot: Bot, rng: Random) -> Match:
        """A whole game, the person at seat 0."""
        try:
            while not match.over:
                before = match
                match = self.turn(match, bot, rng)
                self.show_picks(
                    match, next(event for event in match.log[len(before.log) :] if isinstance(event, Answered))
                )
                if match.over or match.round > before.round:
                    self.show_sheet(match, before.round)
                    if not match.over:
                        self.read(PRESS)
            self.show_end(match)
            self.say(SEED, "dim", seed=match.seed)
        except Leave:
            self.console.print()
            self.say(BYE)
        return match


def cards_by_number(cards: Iterable[str]) -> Iterable[tuple[int, str]]:
    """Cards with their numbers in the hand; empty places are not offered."""
    return ((number, card) for number, card in enumerate(cards, 1) if card)


def play(game: Game, people: int, seed: int | None, language: str, bot: Bot, options: Mapping[str, Any]) -> Match:
    """Play a game in the terminal against bots."""
    game.check_people(people)
    match = deal(game.id, [YOU.to(language), *BOT_NAMES[: people - 1]], seed, **options)
    return Terminal(game, language, seat=0).play(match, bot, Random(match.seed))
