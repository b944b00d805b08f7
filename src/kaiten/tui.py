"""A game in the terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from random import Random
from secrets import randbelow
from typing import Any, TypeVar

from rich import box
from rich.console import Console, Group
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from .bots import Bot
from .card import Card
from .card import Rule as CardRule
from .choice import Choice, understand
from .events import Answered, Dealt, Drew, Event, Gave, Scored, Took
from .game import Game
from .jit import COLD
from .match import Match, deal
from .moves import KIND
from .sheet import Line, Outcome, Sheet
from .view import View
from .words import COLON, Words, amount, joined, same

T = TypeVar("T")
STYLES = {
    "purple": "white on #7b3fa0", "green": "black on #58b368", "blue": "white on #3367b0", "red": "white on #c0392b",
    "yellow": "black on #f2c230", "teal": "black on #33b5b0", "pink": "black on #f29fc0", "magenta": "white on #a8327e",
    "orange": "black on #f08a33", "slate": "white on #4a5568", "beige": "black on #e8d9b5", "lime": "black on #b7d84b",
    "olive": "white on #6f7d2c", "brown": "white on #7a4a2b", "black": "white on #1d1d1d", "copper": "white on #a8622f",
    "silver": "black on #c3c8ce", "navy": "white on #1f3a68", "white": "black on #f4f4f0", "grey": "white on #6d7278",
    "mint": "black on #a6e3c5", "peach": "black on #ffb38a",
}  # fmt: skip
BOT_NAMES = ("Aki", "Mei", "Ken", "Yuki", "Hana", "Jun", "Sora")

YOU = Words("You", "Vous")
ROUND = Words(
    "Round {round} of 3 · turn {turn} of {turns} · hands pass to the {side}, yours to {neighbour}",
    "Manche {round} sur 3 · tour {turn} sur {turns} · les mains passent à {side}, la vôtre à {neighbour}",
)
ROBOT_TURN = Words(
    "You serve the robot on this turn: {card} from its pile is now in your hand; pick one card for you and one for the robot.",
    "Vous servez le robot à ce tour : {card}, de sa pile, est dans votre main ; choisissez une carte pour vous et une pour lui.",
)
ON_WASABI = Words(" on wasabi", " sur wasabi")
EMPTY = same("")
PREPARING = Words(
    "Preparing the kitchen: the rules are compiled, this once (about half a minute) ...",
    "On prépare la cuisine : les règles sont compilées, cette seule fois (une demi-minute environ) ...",
)
YOU_WIN = Words("You win!", "Vous gagnez !")
WINS = Words("{name} wins", "{name} gagne")
SHARED_WIN = Words("A shared victory", "Victoire partagée")
TURN = Words("Turn {turn}", "Tour {turn}")
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
TAKEN = Words(
    "You have just taken your only one; choose another.", "Vous venez de prendre la seule ; choisissez-en une autre."
)
BAD_ANSWER = Words("Type the number of an answer.", "Tapez le numéro d'une réponse.")
NO = Words("no", "non")
CANNOT_TAKE = Words("That card cannot be taken on this turn.", "Cette carte ne peut pas être prise à ce tour.")
ASK_TOOL = {
    "as": Words("Onto which category", "Sur quelle catégorie"),
    "with": Words("Announce chopsticks", "Annoncer des baguettes"),
    "using": Words("Announce a spoon", "Annoncer une cuillère"),
}
ANSWER = Words("Your answer", "Votre réponse")
ACTING = Words(" ({mimic})", " ({mimic})")
ADVANCED = Words("{title}, advanced rules", "{title}, règles avancées")
TOKENS = Words("Tokens", "Jetons")
TAKES_TOKEN = Words("{name} takes a token", "{name} prend un jeton")
YOU_TAKE_TOKEN = Words("You take a token", "Vous prenez un jeton")
FACE_DOWN = Words("{n} × face down", "{n} × face cachée")
MENU = Words("{title} ({edition})  {menu}", "{title} ({edition})  {menu}")
GIVES = Words("{giver} → {receiver}", "{giver} → {receiver}")
LOOKS = Words("{name} looks at {n} cards of the deck", "{name} regarde {n} cartes du paquet")
SCORES_NOW = Words("  {name} · {card}: {points:+d} at once", "  {name} · {card} : {points:+d} aussitôt")
ANNOUNCES = Words("· announced:", "· annoncé :")
NOBODY = Words("  Nobody has one.", "  Personne n'en a.")
FOR_THE_SPOON = Words("(the spoon in return)", "(la cuillère en échange)")
ONLY_CHOICE = Words("  (the only choice)", "  (le seul choix)")
LOOK_AT = Words("You look at:", "Vous regardez :")
THIS_ROUND = Words("Round", "Manche")
NARROW = 15  # columns of a screen under which a reason cannot be read
KEPT = Words("kept:", "gardé :")
DISCARDED = Words("Discarded:", "Défaussé :")
BAD_NUMBER = Words("Type the number of a card in your hand.", "Tapez le numéro d'une carte de votre main.")
SCORE = Words("Points", "Points")
DESSERTS = Words("Desserts", "Desserts")
ON_TABLE = Words("This round", "Cette manche")
SHEET = Words("After round {round}", "Après la manche {round}")
TOTAL = Words("Total", "Total")
CARD = Words("Card", "Carte")
PRESS = Words("Press Enter for the next round", "Entrée pour la manche suivante")
BYE = Words("Goodbye. The game ends here.", "À bientôt. La partie s'arrête là.")
SEED = Words("The same deal again: {command}", "Pour rejouer cette donne : {command}")
HELP = Words(
    "Type the number of the card to keep. q leaves the game. Cards that need an answer ask when their moment has come.",
    "Tapez le numéro de la carte à garder. q quitte la partie. Les cartes qui ont une question la posent quand leur moment est venu.",
)
HELP_SECOND = Words(
    "With chopsticks in front of you, you are asked for a second card; the order counts: wasabi first, then the nigiri that goes on it.",
    "Avec des baguettes devant vous, on vous propose une deuxième carte ; l'ordre compte : le wasabi d'abord, puis le sushi qui va dessus.",
)


class Leave(Exception):
    """The player has left the game."""


class Terminal:
    """A match on the screen, for somebody who plays or watches."""

    def __init__(self, match: Match, language: str, seat: int | None = None, console: Console | None = None) -> None:
        self.game, self.options = match.game, dict(match.options)
        self.language, self.seat = language, seat  # the seat of whoever sits before the screen
        self.console = console or Console(highlight=False, markup=False)

    def say(self, words: Words, style: str = "", **facts: object) -> None:
        self.console.print(Text(words.format(**facts).to(self.language), style=style))

    def name(self, match: Match, seat: int) -> str:
        """Somebody's name; whoever played as You is spoken to in the language of the screen."""
        return YOU.to(self.language) if match.names[seat] in YOU else match.names[seat]

    # --- What is shown ---

    def chip(self, card: str, count: int = 1, more: Words = EMPTY) -> Text:
        """A card as a small coloured label."""
        name = self.game.kind_names[card].to(self.language) + more.to(self.language)
        style = STYLES.get(self.game.card_of(card).colour, "reverse")
        return Text.assemble((f"\u00a0{name}\u00a0", style), (f"×{count}" if count > 1 else "", "bold"))

    def chips(self, cards: Mapping[str, int]) -> Text:
        ordered = [(card, cards[card]) for card in self.game.kinds if cards.get(card)]
        return Text(" ").join(self.chip(card, count) for card, count in ordered) if ordered else Text("–", "dim")

    def tray(self, view: View, player: int) -> Text:
        """Cards on the table; a nigiri and the wasabi under it are one label, so is a card that acts as another."""
        bare, dipped, copies = Counter(view.trays[player]), view.dipped[player], Counter(view.copies[player])
        bare.subtract(dipped)
        bare["wasabi"] -= sum(dipped.values())
        copies &= +bare
        bare.subtract(copies)
        parts = [self.chip(card, count, ON_WASABI) for card, count in dipped.items()]
        if +bare:
            parts.append(self.chips(+bare))
        parts += [self.chip(card, count, self.acting()) for card, count in copies.items()]
        if view.face_down[player]:
            parts.append(Text(FACE_DOWN.format(n=view.face_down[player]).to(self.language), "dim italic"))
        if len(view.kept[player]) > 1:  # of one kind, the number tells everything
            parts += [Text(KEPT.to(self.language), "dim"), self.chips(view.kept[player])]
        return Text(" ").join(parts) if parts else Text("–", "dim")

    def acting(self) -> Words:
        """What is said of a card that is really another one."""
        name = self.game.kind_names[self.game.mimic]
        return ACTING.format(mimic=Words(name.en.lower(), name.fr.lower()))

    def token(self, pile: str, worth: int | None) -> Text:
        """A token as a small label, with what it is worth where that is known."""
        rule = next(rule for rule in self.game.piles if rule.id == pile)
        style = STYLES[rule.colour] if isinstance(rule, Card) else STYLES["pink"]
        return Text(f"\u00a0{rule.name.to(self.language)}\u00a0{'?' if worth is None else worth}\u00a0", style)

    def tokens(self, view: View, player: int) -> Text:
        chips = [self.token(token.pile, token.worth) for token in view.tokens[player]]
        return Text(" ").join(chips) if chips else Text("–", "dim")

    def table(self, view: View) -> Table:
        """Everybody's tray, points and desserts, or tokens."""
        grid = Table(box=box.SIMPLE_HEAD, expand=True, pad_edge=False)
        grid.add_column("")
        if self.game.piles:
            grid.add_column(TOKENS.to(self.language), ratio=1)
        else:
            grid.add_column(SCORE.to(self.language), justify="right")
            grid.add_column(DESSERTS.to(self.language), justify="right")
        grid.add_column(ON_TABLE.to(self.language), ratio=2 if self.game.piles else 1)
        for player, name in enumerate(view.names):
            sweets = view.kept[player].total() + sum(
                count for card, count in view.trays[player].items() if self.game.card_of(card).dessert
            )
            style = "bold" if player == view.seat else ""
            worth = [self.tokens(view, player)] if self.game.piles else [str(view.scores[player]), str(sweets)]
            grid.add_row(Text(name, style), *worth, self.tray(view, player))
        return grid

    def hand(self, view: View) -> Panel:
        """One's own cards with the numbers to type."""
        rows = Table.grid(padding=(0, 2), expand=True)
        rows.add_column(justify="right", style="bold", no_wrap=True)
        rows.add_column(no_wrap=True)
        rows.add_column(style="dim", no_wrap=True, overflow="ellipsis", ratio=1)
        for number, kind in enumerate(self.held(view), 1):
            card = self.game.card_of(kind)
            rule = self.rule_of(card).split(". ")[0].rstrip(".") + "."
            rows.add_row(str(number), self.chip(kind, view.hand[kind]), " · ".join([*self.worth_of(card), rule]))
        return Panel(rows, title=YOUR_HAND.to(self.language), title_align="left", border_style="cyan")

    def worth_of(self, rule: CardRule) -> list[str]:
        """What the tokens are worth that a rule hands out, if it does."""
        values = self.game.token_values(self.options).get(rule.id)
        return [f"{TOKENS.to(self.language)} {' '.join(map(str, values))}"] if values else []

    def rule_of(self, card: CardRule) -> str:
        return card.text(self.game.variant(self.options)).to(self.language)

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
        self.console.print(Rule(title.to(self.language), style="cyan"), self.table(view))
        drew = [event for event in view.log[-1:] if isinstance(event, Drew) and event.seat == view.seat]
        for card in (card for event in drew for card in event.cards):
            self.say(ROBOT_TURN, "cyan", card=self.game.kind_names[card])
        self.console.print(self.hand(view))

    def show_picks(self, match: Match, picks: Answered) -> None:
        """Who took what."""
        for seat, text in enumerate(picks.choices):
            picked, _, given = str(text).partition(" give:")
            cards, *tools = picked.split(" ")
            line = YOU_TAKE if match.names[seat] in YOU else TAKES.format(name=match.names[seat])
            self.console.print(
                Text(f"  {line.to(self.language)}"), Text("+").join(map(self.chip, cards.split("+"))), end=" "
            )
            if given:
                self.console.print(Text("→ " + match.names[-1]), self.chip(given), end="")
            for tool in tools:
                label, _, card = tool.partition(":")
                how = "→" if label == "as" else ANNOUNCES.to(self.language)
                self.console.print(Text(how), self.chip(card.rpartition(">")[2]), end=" ")
            self.console.print()

    def show_sheet(self, match: Match, round: int) -> None:
        """Where the points of a round came from."""
        sheet, names = match.sheet(round), match.names
        if self.console.width // (len(names) + 1) < NARROW:
            self.list_points(match, round)
            return
        grid = Table(
            box=box.SIMPLE_HEAD,
            title=SHEET.format(round=round).to(self.language),
            title_justify="left",
            title_style="bold cyan",
        )
        grid.add_column(CARD.to(self.language))
        for seat in range(len(names)):
            grid.add_column(self.name(match, seat))
        for rule in self.game.rows:
            cells = [self.cell(sheet, rule.id, seat) for seat in range(len(names))]
            if any(cell.plain for cell in cells):
                grid.add_row(rule.name.to(self.language), *cells)
        grid.add_section()
        totals = [match.sheet().of(seat=seat) for seat in range(len(names))]
        so_far = [sum(line.points for line in lines if line.round <= round) for lines in totals]
        points = [sheet.of(seat=seat).points for seat in range(len(names))]
        if not self.game.piles:
            grid.add_row(THIS_ROUND.to(self.language), *(Text(f"{number:+d}") for number in points))
        if not self.game.piles or match.over:
            grid.add_row(TOTAL.to(self.language), *(Text(str(total), "bold") for total in so_far))
        self.console.print(grid)

    def list_points(self, match: Match, round: int) -> None:
        """The same for many players or few columns: a line for each reason."""
        grid = Table.grid(padding=(0, 2))
        names = {rule.id: rule.name for rule in self.game.rows}
        for seat in range(len(match.names)):
            total = sum(line.points for line in match.sheet().of(seat=seat) if line.round <= round)
            known = not self.game.piles or match.over
            grid.add_row(Text(self.name(match, seat), "bold"), Text(str(total) if known else "", "bold"))
            for line in match.sheet(round).of(seat=seat):
                reason = joined([names[line.card], line.reason], COLON).to(self.language)
                grid.add_row("", self.points(line), reason)
        self.say(SHEET, "bold cyan", round=round)
        self.console.print(grid)

    def cell(self, sheet: Sheet, card: str, seat: int) -> Text:
        """The points of one card, and under them the reason."""
        for line in sheet.of(seat=seat):
            if line.card == card:
                points = self.points(line)
                return Text.assemble((points + "\n" if points else "", "bold"), (line.reason.to(self.language), "dim"))
        return Text()

    def points(self, line: Line) -> str:
        """What a line of the sheet is worth; nothing is said of a token, which is worth what its owner knows."""
        if line.card in [rule.id for rule in self.game.piles]:
            return ""
        return f"{line.points:+d}" if line.points else "0"

    def show_since(self, before: Match | None, match: Match) -> None:
        """What happened between two moments of a match, everything open."""
        for event in match.log[len(before.log) if before else 0 :]:
            if isinstance(event, Dealt):
                self.show_deal(match, event)
            elif isinstance(event, Drew):
                self.console.print(Text(f"  {match.names[event.seat]} ←"), *map(self.chip, event.cards))
            elif isinstance(event, Answered) and event.prompt == "pick":
                self.console.print(Text(TURN.format(turn=before.turn if before else 1).to(self.language), "dim"))
                self.show_picks(match, event)
            elif isinstance(event, Scored):
                if not event.final:
                    self.show_sheet(match, before.round if before else match.round)
            else:
                self.show_event(match, event)
        if before:
            self.show_effects(before, match)

    def show_event(self, match: Match, event: Event) -> None:
        """An answer between two picks, or a card that changed hands."""
        if isinstance(event, Gave):
            names = GIVES.format(giver=self.name(match, event.seat), receiver=self.name(match, event.to))
            self.console.print(
                Text(f"  {names.to(self.language)}"), self.chip(event.card), Text(FOR_THE_SPOON.to(self.language))
            )
        elif isinstance(event, Answered):
            question = next(asked for asked in self.game.questions if asked.id == event.prompt)
            card = next((card.name for card in self.game.cards if card.id == event.prompt), None)
            for seat, text in enumerate(event.choices):
                if text not in (None, "nothing") and card:
                    words = joined([question.told, understand(self.game, event.prompt, str(text)).words], COLON)
                    line = joined([same(self.name(match, seat)), card, words], " · ")
                    self.console.print(Text(f"  {line.to(self.language)}"))
            if event.prompt == "spoon" and self.in_vain(match, event):
                self.say(NOBODY)
        elif isinstance(event, Took):
            known = match.over or self.seat in (None, event.seat)
            line = (
                YOU_TAKE_TOKEN if match.names[event.seat] in YOU else TAKES_TOKEN.format(name=match.names[event.seat])
            )
            self.console.print(
                Text(f"  {line.to(self.language)}"), self.token(event.token, event.worth if known else None)
            )

    def in_vain(self, match: Match, asked: Answered) -> bool:
        """Whether what was asked for last was found with nobody: no card was given, and nobody must choose one."""
        since = match.log[len(match.log) - match.log[::-1].index(asked) :]
        prompts = [match.prompt(seat) for seat in match.waiting]
        return not any(isinstance(event, Gave) for event in since) and not any(
            prompt and prompt.id == "give" for prompt in prompts
        )

    def show_effects(self, before: Match, match: Match) -> None:
        """Points that were scored and cards that were discarded in the middle of a round."""
        if match.over or match.round > before.round:
            return
        race = self.game.race(self.game.variant(self.options))
        for seat, (old, new) in enumerate(zip(before.scores, match.scores, strict=True)):
            if race and new > old:
                self.say(SCORES_NOW, "bold yellow", name=self.name(match, seat), points=new - old, card=race[0].name)
        gone = match.view(None).discarded - before.view(None).discarded
        if gone:
            self.console.print(Text("  " + DISCARDED.to(self.language)), self.chips(gone))

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
            sweets = amount(place.desserts, Words("dessert", "dessert"), Words("desserts", "desserts"))
            row = [f"{place.rank}.", place.name, str(place.score)]
            if any(card.dessert for card in self.game.cards):
                row.append(sweets.to(self.language))
            grid.add_row(*(Text(cell, style) for cell in row))
        for name, score in zip(match.names[len(match.seats) :], match.scores[len(match.seats) :], strict=True):
            grid.add_row(Text("–"), Text(name), Text(str(score)), style="dim")
        lines: list[Any] = [grid]
        if ended.tie_break:
            lines.append(Text(ended.tie_break.to(self.language), "italic"))
        title = self.winner(ended).to(self.language)
        self.console.print(Panel(Group(*lines), title=Text(title), title_align="left", border_style="yellow"))

    def winner(self, ended: Outcome) -> Words:
        if len(ended.winners) > 1:
            return SHARED_WIN
        return YOU_WIN if ended.winners == (self.seat,) else WINS.format(name=ended.ranking[0].name)

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

    def ask(self, words: Words, answers: Mapping[str, T], optional: bool, wrong: Callable[[str], Words]) -> T | None:
        """What the player means by a line; an empty one means nothing, where that may be."""
        while True:
            line = self.read(words)
            if line == "" and optional:
                return None
            if line in answers:
                return answers[line]
            if line == "?":
                self.help()
            else:
                self.say(wrong(line), "yellow")

    def ask_card(
        self,
        words: Words,
        held: Sequence[str],
        possible: Collection[str],
        refused: Words = TAKEN,
        optional: bool = False,
    ) -> str | None:
        """The card whose number the player types, one of those that are possible."""
        numbered = {str(number): card for number, card in enumerate(held, 1)}
        answers = {number: card for number, card in numbered.items() if card in possible}
        return self.ask(words, answers, optional, lambda line: refused if line in numbered else BAD_NUMBER)

    def help(self) -> None:
        """How to play, and every card's rule."""
        self.say(HELP, "yellow")
        served, variant = self.game.on_menu(self.options), self.game.variant(self.options)
        if any(card.id == "chopsticks" for card in served):
            self.say(HELP_SECOND, "yellow")
        for rule in [*served, *(extra for extra in self.game.extras if extra.variant in (0, variant))]:
            text = " · ".join([*self.worth_of(rule), self.rule_of(rule)])
            self.console.print(Text.assemble((rule.name.to(self.language), "bold"), "  ", text))

    def pick(self, view: View) -> Choice:
        """The player's pick, asked card by card; whatever the rules then forbid is not asked for."""
        held, options = self.held(view), list(view.choices)
        if len(options) == 1:
            self.say(ONLY_CHOICE, "dim")
            return options[0]
        chosen = self.ask_card(ASK, held, {choice.cards[0] for choice in options}, CANNOT_TAKE)
        options = [choice for choice in options if choice.cards[0] == chosen]
        seconds = {choice.cards[1] for choice in options if len(choice.cards) > 1}
        if seconds:
            second = self.ask_card(ASK_SECOND, held, seconds, optional=True)
            options = [choice for choice in options if choice.cards[1:] == ((second,) if second else ())]
        if options[0].given:
            served = self.ask_card(ASK_ROBOT, held, {str(choice.given) for choice in options})
            options = [choice for choice in options if choice.given == served]
        for label, words in ASK_TOOL.items():
            options = self.choose_tool(label, words, options)
        return options[0]

    def choose_tool(self, label: str, words: Words, options: list[Choice]) -> list[Choice]:
        """The picks that are left when the player has said which tool is used, where there is a choice."""
        tools = list(dict.fromkeys(choice.extras[label] for choice in options if label in choice.extras))
        none = [choice for choice in options if label not in choice.extras]
        if not tools or (len(tools) == 1 and not none):
            return options
        names = [self.tool_name(tool) for tool in tools]
        number = self.ask_number(words, names, NO if none else None)
        return none if number is None else [choice for choice in options if choice.extras.get(label) == tools[number]]

    def tool_name(self, tool: str) -> Words:
        printed = tool.rpartition(">")[2]
        name = self.game.kind_names[printed]
        return name if printed == tool else joined([name, self.acting()], "")

    def ask_number(self, words: Words, answers: Sequence[Words], none: Words | None) -> int | None:
        """The place of the answer whose number the player types; nothing typed is none, where that may be."""
        for number, answer in enumerate(answers, 1):
            self.console.print(Text.assemble((f"{number:>3}  ", "bold"), answer.to(self.language)))
        numbered = {str(number): number - 1 for number in range(1, len(answers) + 1)}
        empty = Words(" (Enter: {none})", " (Entrée : {none})").format(none=none) if none else EMPTY
        question = Words(words.en + empty.en, words.fr + empty.fr)
        return self.ask(question, numbered, none is not None, lambda line: BAD_ANSWER)

    def answer(self, view: View) -> Choice:
        """The player's answer to a question between two picks."""
        options = [choice for choice in view.choices if choice.text != "nothing"]
        options.sort(key=lambda choice: (choice.number & KIND, -choice.number))  # a whole dish before its kinds
        nothing = next((choice for choice in view.choices if choice.text == "nothing"), None)
        if len(view.choices) == 1:
            self.say(ONLY_CHOICE, "dim")
            return options[0]
        assert view.prompt is not None
        drew = [event for event in view.log[-1:] if isinstance(event, Drew)]
        for event in drew:
            self.console.print(Text(LOOK_AT.to(self.language)), self.chips(Counter(event.cards)))
        self.console.print(self.table(view))
        self.say(view.prompt.words, "bold cyan")
        number = self.ask_number(ANSWER, [choice.words for choice in options], nothing.words if nothing else None)
        return nothing if number is None and nothing else options[number or 0]

    # --- The game ---

    def step(self, match: Match, bot: Bot, rng: Random) -> Match:
        """Everybody who is asked answers."""
        view, others = match.view(0), [seat for seat in match.waiting if seat != 0]
        if view.prompt and view.prompt.id == "pick":
            self.show(view)
            match = match.choose(0, self.pick(view))
        elif view.prompt:
            match = match.choose(0, self.answer(view))
        for seat in others:
            match = match.choose(seat, bot(match.view(seat), rng))
        return match

    def play(self, match: Match, bot: Bot, rng: Random) -> Match:
        """A whole game, the person at seat 0."""
        if "menu" in self.options:
            dishes = joined([card.name for card in self.game.on_menu(self.options)])
            named = (
                joined([self.game.menu_name(self.options), dishes], COLON)
                if self.options["menu"] in [menu.dishes for menu in self.game.menus]
                else dishes
            )
            self.say(MENU, "bold", title=self.game.title, edition=self.options["edition"], menu=named)
        if self.options.get("advanced"):
            self.say(ADVANCED, "bold", title=self.game.title)
        try:
            while not match.over:
                before = match
                match = self.step(match, bot, rng)
                self.tell(before, match)
                if match.over or match.round > before.round:
                    self.show_sheet(match, before.round)
                    if not match.over:
                        self.read(PRESS)
            self.show_end(match)
            self.say(SEED, "dim", command=again(match))
        except Leave:
            self.console.print()
            self.say(BYE)
        return match

    def tell(self, before: Match, match: Match) -> None:
        """What the player saw happen."""
        for event in match.log[len(before.log) :]:
            if isinstance(event, Answered) and event.prompt == "pick":
                self.show_picks(match, event)
            elif isinstance(event, Drew) and event.seat != self.seat and len(match.seats) == len(match.names):
                self.say(LOOKS, "dim", name="  " + match.names[event.seat], n=len(event.cards))
            else:
                self.show_event(match, event)
        self.show_effects(before, match)


def play(game: Game, people: int, seed: int | None, language: str, bot: Bot, options: Mapping[str, Any]) -> Match:
    """Play a game in the terminal against bots."""
    game.check_people(people)
    names = [YOU.to(language), *BOT_NAMES[: people - 1]]
    match = deal(game.id, names, randbelow(SHORT_SEEDS) if seed is None else seed, **options)
    terminal = Terminal(match, language, seat=0)
    if COLD:
        terminal.say(PREPARING, "dim")
        rehearse(match, bot)
    return terminal.play(match, bot, Random(match.seed))


SHORT_SEEDS = 1_000_000  # enough for an evening, and easy to type


def rehearse(match: Match, bot: Bot) -> None:
    """Let bots play the match alone, so that nothing is left to compile when the person plays it."""
    rng = Random(0)
    while not match.over:
        for seat in match.waiting:
            match = match.choose(seat, bot(match.view(seat), rng))
    match.outcome()


def again(match: Match) -> str:
    """The command that plays the same deal."""
    usual = match.game.options({})
    names = {menu.dishes: menu.id for menu in match.game.menus}
    options = [
        f" --{name}" if value is True else f" --{name} {names.get(value, value)}"
        for name, value in match.options.items()
        if value != usual[name]
    ]
    return f"kaiten play {match.game.id} --players {len(match.seats)} --seed {match.seed}{''.join(options)}"
