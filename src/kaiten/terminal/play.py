"""A game in the terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from random import Random
from secrets import randbelow
from typing import Any, TypeVar

from rich.console import Console
from rich.text import Text as RichText

from ..analysis.advice import Advice, advise
from ..analysis.hints import HINT_STEPS, make_hint
from ..bots import BOT_NAMES, USUAL_LEVEL, Bot, find_bot, list_portraits
from ..bots.fallback import choose_safely
from ..engine.game import Game
from ..engine.jit import COLD
from ..engine.picks import KIND
from ..match.choice import Choice
from ..match.events import Answered, Drew
from ..match.match import Match, deal
from ..match.view import View
from ..text import COLON, Text, join_texts, untranslated
from . import advice
from .screen import EMPTY, YOU, Row, Screen

T = TypeVar("T")
PREPARING = Text(
    "Preparing the kitchen: the rules are compiled, this once (about half a minute) ...",
    "On prépare la cuisine : les règles sont compilées, cette seule fois (une demi-minute environ) ...",
)
ASK = Text("Your card (? for help)", "Votre carte (? pour l'aide)")
ASK_SECOND = Text(
    "A second one with your chopsticks (Enter: none)",
    "Une deuxième avec vos baguettes (Entrée : aucune)",
)
ASK_ROBOT = Text("And one for the robot", "Et une pour le robot")
TAKEN = Text(
    "You have just taken your only one; choose another.",
    "Vous venez de prendre la seule ; choisissez-en une autre.",
)
BAD_ANSWER = Text("Type the number of an answer.", "Tapez le numéro d'une réponse.")
NO = Text("no", "non")
ASK_TOOL = {
    "as": Text("Onto which category", "Sur quelle catégorie"),
    "with": Text("Announce chopsticks", "Annoncer des baguettes"),
    "using": Text("Announce a spoon", "Annoncer une cuillère"),
}
ANSWER = Text("Your answer", "Votre réponse")
LOOKS = Text("{name} looks at {n} cards of the deck", "{name} regarde {n} cartes du paquet")
LOOKED = Text("{name} looks at the deck", "{name} regarde le paquet")
ONLY_CHOICE = Text("  (the only choice)", "  (le seul choix)")
LOOK_AT = Text("You look at:", "Vous regardez :")
BAD_NUMBER = Text(
    "Type the number of a card in your hand.", "Tapez le numéro d'une carte de votre main."
)
PRESS = Text("Press Enter for the next round", "Entrée pour la manche suivante")
STUMBLED = Text(
    "Another bot chose for {name}: {reason}", "Un autre bot a choisi pour {name} : {reason}"
)
BYE = Text("Goodbye. The game ends here.", "À bientôt. La partie s'arrête là.")
AGAINST = Text("Against: {bot}. {nature}", "Contre : {bot}. {nature}")
SEED = Text("The same deal again: {command}", "Pour rejouer cette donne : {command}")
HELP = Text(
    "Type the number of the card to keep. h gives a hint, h again tells more. r recalls what you have seen of the others' hands. q leaves the game. Cards that need an answer ask when their moment has come.",
    "Tapez le numéro de la carte à garder. h donne un conseil, h encore en dit plus. r rappelle ce que vous avez vu des mains des autres. q quitte la partie. Les cartes qui ont une question la posent quand leur moment est venu.",
)
RECALL = ("r", "recall", "rappel")  # what somebody types who has forgotten the hands
HELP_SECOND = Text(
    "With chopsticks in front of you, you are asked for a second card; the order counts: wasabi first, then the nigiri that goes on it.",
    "Avec des baguettes devant vous, on vous propose une deuxième carte ; l'ordre compte : le wasabi d'abord, puis le sushi qui va dessus.",
)


class Leave(Exception):
    """The player has left the game."""


class Terminal(Screen):
    """Somebody who plays at the screen."""

    def __init__(self, view: View, language: str, console: Console | None = None) -> None:
        super().__init__(view, language, console)
        self.asking: View | None = None  # what the player looks at
        self.advised: tuple[View, Advice] | None = None
        self.hinted: dict[int, int] = {}  # how far hints went, by moment

    # --- What is asked ---

    def read(self, words: Text) -> str:
        """A line from the player."""
        try:
            line = self.console.input(
                RichText(join_texts([words, untranslated("")], COLON).to(self.language), "bold")
            ).strip()
        except (EOFError, KeyboardInterrupt):
            raise Leave from None
        if line.lower() == "q":
            raise Leave
        return line

    def ask(
        self, words: Text, answers: Mapping[str, T], optional: bool, wrong: Callable[[str], Text]
    ) -> T | None:
        """What the player means by a line; an empty one means nothing, where that may be."""
        while True:
            line = self.read(words)
            if line == "" and optional:
                return None
            if line in answers:
                return answers[line]
            if line == "?":
                self.help()
            elif line.lower() in advice.KEYS:
                self.hint()
            elif line.lower() in RECALL:
                self.recall()
            else:
                self.say(wrong(line), "yellow")

    def ask_card(
        self, words: Text, held: Sequence[str], possible: Collection[str], optional: bool = False
    ) -> str | None:
        """The card whose number the player types, one of those that are possible."""
        numbered = {str(number): card for number, card in enumerate(held, 1)}
        answers = {number: card for number, card in numbered.items() if card in possible}

        def wrong(line: str) -> Text:
            return (
                self.game.card_of(numbered[line]).refusal or TAKEN
                if line in numbered
                else BAD_NUMBER
            )

        return self.ask(words, answers, optional, wrong)

    def help(self) -> None:
        """How to play, and every card's rule."""
        self.say(HELP, "yellow")
        served, variant = self.game.on_menu(self.options), self.game.variant(self.options)
        if any(card.id == "chopsticks" for card in served):
            self.say(HELP_SECOND, "yellow")
        texts: dict[str, list[str]] = {}
        for rule in [
            *served,
            *(extra for extra in self.game.extras if extra.variant in (0, variant)),
        ]:
            texts.setdefault(self.rule_of(rule), []).append(rule.name.to(self.language))
        for text, names in texts.items():
            self.console.print(RichText.assemble((", ".join(names), "bold"), "  ", text))

    def hint(self) -> None:
        """A hint about what is asked; asked for again at the same moment, it tells more."""
        if self.asking is None:
            return
        moment = len(self.asking.log)
        step = min(self.hinted.get(moment, 0) + 1, max(HINT_STEPS))
        told = self.advice(self.asking, step)
        if told:
            self.hinted[moment] = step
            advice.print_hint(told, self.console, self.language)

    def recall(self) -> None:
        """What the player knows of the hands of others."""
        if self.asking is not None:
            self.show_hands(self.asking)

    def advice(self, view: View, step: int) -> Mapping[str, Any] | None:
        """What a hint tells, where there may be one."""
        if self.advised is None or self.advised[0] is not view:
            self.say(advice.THINKING, "dim")
            self.advised = view, advise(view)
        return make_hint(self.advised[1].data(), step, self.language)

    def pick(self, view: View) -> Choice:
        """The player's pick, asked card by card; whatever the rules then forbid is not asked for."""
        held, options = self.held(view), list(view.choices)
        if len(options) == 1:
            self.say(ONLY_CHOICE, "dim")
            return options[0]
        chosen = self.ask_card(ASK, held, {self.face(choice.cards[0]) for choice in options})
        kind = next(choice.cards[0] for choice in options if self.face(choice.cards[0]) == chosen)
        options = [choice for choice in options if choice.cards[0] == kind]
        seconds = {choice.cards[1] for choice in options if len(choice.cards) > 1}
        if seconds:
            second = self.ask_card(ASK_SECOND, held, seconds, optional=True)
            options = [
                choice for choice in options if choice.cards[1:] == ((second,) if second else ())
            ]
        if options[0].given:
            served = self.ask_card(ASK_ROBOT, held, {str(choice.given) for choice in options})
            options = [choice for choice in options if choice.given == served]
        for label, words in ASK_TOOL.items():
            options = self.choose_tool(label, words, options)
        return options[0]

    def choose_tool(self, label: str, words: Text, options: list[Choice]) -> list[Choice]:
        """The picks that are left when the player has said which tool is used, where there is a
        choice.
        """
        tools = list(
            dict.fromkeys(choice.extras[label] for choice in options if label in choice.extras)
        )
        none = [choice for choice in options if label not in choice.extras]
        if not tools or (len(tools) == 1 and not none):
            return options
        names = [self.tool_name(tool) for tool in tools]
        number = self.ask_number(words, names, NO if none else None)
        return (
            none
            if number is None
            else [choice for choice in options if choice.extras.get(label) == tools[number]]
        )

    def tool_name(self, tool: str) -> Text:
        printed = tool.rpartition(">")[2]
        name = self.game.kind_names[printed]
        return name if printed == tool else join_texts([name, self.acting()], "")

    def ask_number(self, words: Text, answers: Sequence[Text], none: Text | None) -> int | None:
        """The place of the answer whose number the player types; nothing typed is none, where that
        may be.
        """
        for number, answer in enumerate(answers, 1):
            self.console.print(
                RichText.assemble((f"{number:>3}  ", "bold"), answer.to(self.language))
            )
        numbered = {str(number): number - 1 for number in range(1, len(answers) + 1)}
        empty = Text(" (Enter: {none})", " (Entrée : {none})").format(none=none) if none else EMPTY
        question = Text(words.en + empty.en, words.fr + empty.fr)
        return self.ask(question, numbered, none is not None, lambda line: BAD_ANSWER)

    def answer(self, view: View) -> Choice:
        """The player's answer to a question between two picks."""
        options = [choice for choice in view.choices if choice.text != "nothing"]
        # a whole dish before its kinds
        options.sort(key=lambda choice: (choice.number & KIND, -choice.number))
        nothing = next((choice for choice in view.choices if choice.text == "nothing"), None)
        if len(view.choices) == 1:
            self.say(ONLY_CHOICE, "dim")
            return options[0]
        assert view.prompt is not None
        drew = [event for event in view.log[-1:] if isinstance(event, Drew)]
        for event in drew:
            self.console.print(
                Row([RichText(LOOK_AT.to(self.language)), *self.chips(Counter(event.cards))])
            )
        self.console.print(self.table(view))
        self.say(view.prompt.words, "bold cyan")
        number = self.ask_number(
            ANSWER, [choice.words for choice in options], nothing.words if nothing else None
        )
        return nothing if number is None and nothing else options[number or 0]

    def choose(self, view: View) -> Choice:
        """What the player chooses, having seen what is to be seen."""
        self.asking = view
        if view.prompt and view.prompt.id != "pick":
            return self.answer(view)
        self.show(view)
        return self.pick(view)

    # --- The game ---

    def step(self, match: Match, bot: Bot, rng: Random) -> Match:
        """Everybody who is asked answers."""
        view, others = match.view(0), [seat for seat in match.waiting if seat != 0]
        if view.prompt:
            match = match.choose(0, self.choose(view))
        for seat in others:
            chosen, trouble = choose_safely(bot, match.view(seat), rng)
            if trouble:
                self.say(STUMBLED, "dim", name=match.names[seat], reason=trouble)
            match = match.choose(seat, chosen)
        return match

    def play(self, match: Match, bot: Bot, rng: Random, against: str = "") -> Match:
        """A whole game, the person at seat 0; `against` is how the bot is asked for on the command
        line.
        """
        self.show_title()
        try:
            while not match.over:
                before = match
                match = self.step(match, bot, rng)
                self.tell(before.view(0), match.view(0))
                if match.over or match.round > before.round:
                    self.show_sheet(match.view(0), before.round)
                    if not match.over:
                        self.read(PRESS)
            self.show_end(match.view(0))
            self.show_help(len(self.hinted))
            self.say(SEED, "dim", command=again(match) + against)
        except Leave:
            self.console.print()
            self.say(BYE)
        return match

    def show_help(self, moments: int) -> None:
        """How many hints the player has had, if any."""
        if moments:
            self.say(advice.describe_count(moments), "dim")

    def tell(self, before: View, view: View) -> None:
        """What the player saw happen."""
        for event in view.log[len(before.log) :]:
            if isinstance(event, Answered) and event.prompt == "pick":
                self.show_picks(view, event)
            elif (
                isinstance(event, Drew)
                and event.seat != view.seat
                and view.state.seats == view.state.players
            ):
                self.show_look(before, view, event.seat)
            else:
                self.show_event(view, event)
        self.show_effects(before, view)

    def show_look(self, before: View, view: View, seat: int) -> None:
        """That somebody looks at cards of the deck; how many, as long as they do."""
        earlier = int(before.state.draws[seat]) if before.turn == view.turn else 0
        number = int(view.state.draws[seat]) - earlier
        self.say(LOOKS if number > 0 else LOOKED, "dim", name="  " + view.names[seat], n=number)


def play(
    game: Game, people: int, seed: int | None, language: str, bot: str, options: Mapping[str, Any]
) -> Match:
    """Play a game in the terminal against bots."""
    opponent = find_bot(bot)
    game.check_people(people)
    names = [YOU.to(language), *BOT_NAMES[: people - 1]]
    match = deal(game.id, names, randbelow(SHORT_SEEDS) if seed is None else seed, **options)
    terminal = Terminal(match.view(0), language)
    if COLD:
        terminal.say(PREPARING, "dim")
        rehearse(match, opponent)
    called, nature = list_portraits()[bot]
    terminal.say(AGAINST, "dim", bot=called, nature=nature)
    return terminal.play(
        match, opponent, Random(match.seed), "" if bot == USUAL_LEVEL else f" --bot {bot}"
    )


SHORT_SEEDS = 1_000_000  # enough for an evening, and easy to type


def rehearse(match: Match, bot: Bot) -> None:
    """Let bots play the match alone, so that nothing is left to compile when the person plays it."""
    rng = Random(0)
    while not match.over:
        for seat in match.waiting:
            view = match.view(seat)
            match = match.choose(seat, bot(view, rng))
    advise(view, iterations=1)
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
