"""A game in the terminal against bots."""

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
from ..analysis.warm_up import prepare_bots
from ..bots import BOT_NAMES, PLAIN_BOTS, USUAL_LEVEL, Bot, find_bot, list_portraits
from ..bots.fallback import choose_safely
from ..engine.game import Game
from ..engine.picks import KIND
from ..match.choice import ACTING, Choice
from ..match.events import Answered, Drew
from ..match.fairness import Fair
from ..match.match import Match, deal
from ..match.view import View
from ..text import Text
from . import advice
from .labels import ASKING, YOU, LabelRow
from .screen import Screen

Answer = TypeVar("Answer")
ASK_CARD = Text("Your card (? for help)")
OR_NONE = Text("{question} (Enter: none)")
ONLY_ONE_TAKEN = Text("You have just taken your only one; choose another.")
BAD_ANSWER = Text("Type the number of an answer.")
NO_TOOL = Text("no")
SLOTS_IN_FRONT = "as", "with", "using"  # what is asked after the cards of a pick
ANSWER = Text("Your answer")
OR_ENTER = Text("{question} (Enter: {none})")
LOOKS_AT_CARDS = Text("{name} looks at {n} cards of the deck")
LOOKS_AT_DECK = Text("{name} looks at the deck")
ONLY_CHOICE = Text("  (the only choice)")
YOU_LOOK_AT = Text("You look at:")
BAD_NUMBER = Text("Type the number of a card in your hand.")
PRESS_ENTER = Text("Press Enter for the next round")
BOT_FAILED_HERE = Text("Another bot chose for {name}: {reason}")
GOODBYE = Text("Goodbye. The game ends here.")
AGAINST = Text("Against: {bot}. {nature}")
SAME_DEAL_AGAIN = Text("Play this deal again: {command}")
HELP_TEXT = Text(
    "Type the number of the card to keep. h gives a hint, h again says more, r recalls the hands "
    "you have seen, q quits. A card that needs a decision asks for it at the right moment."
)
RECALL_KEYS = ("r", "recall", "rappel")  # what the player types to see the known hands


class PlayerLeft(Exception):
    """The player has left the game: q, Ctrl-C, or the end of the input."""


class Terminal(Screen):
    """A screen with a player in front of it, who is asked for choices."""

    def __init__(
        self, view: View, language: str, console: Console | None = None, says_you: bool = True
    ) -> None:
        super().__init__(view, language, console, says_you)
        self.asked_view: View | None = None  # the view of the newest question
        self.cached_advice: tuple[View, Advice] | None = None
        self.hint_steps: dict[
            int, int
        ] = {}  # by length of the log, how many steps of hints were shown

    # --- Questions ---

    def read_line(self, question: Text) -> str:
        """Print a question and return the line that the player types. Raise if they leave."""
        try:
            line = self.console.input(
                RichText(f"{ASKING.format(question=question).to(self.language)} ", "bold")
            ).strip()
        except (EOFError, KeyboardInterrupt):
            raise PlayerLeft from None
        if line.lower() == "q":
            raise PlayerLeft
        return line

    def ask(
        self,
        question: Text,
        answers: Mapping[str, Answer],
        optional: bool,
        explain_error: Callable[[str], Text],
    ) -> Answer | None:
        """Ask until the player types one of the answers. An empty line means None if `optional`."""
        while True:
            line = self.read_line(question)
            if line == "" and optional:
                return None
            if line in answers:
                return answers[line]
            if line == "?":
                self.show_help()
            elif line.lower() in advice.HINT_KEYS:
                self.give_hint()
            elif line.lower() in RECALL_KEYS:
                self.show_known_hands()
            else:
                self.say(explain_error(line), "yellow")

    def ask_card(
        self, question: Text, hand: Sequence[str], possible: Collection[str], optional: bool = False
    ) -> str | None:
        """Ask for the number of a card in the hand, and return the card."""
        numbered = {str(number): card for number, card in enumerate(hand, 1)}
        answers = {number: card for number, card in numbered.items() if card in possible}

        def explain_error(line: str) -> Text:
            return (
                self.game.card_of(numbered[line]).refusal or ONLY_ONE_TAKEN
                if line in numbered
                else BAD_NUMBER
            )

        return self.ask(question, answers, optional, explain_error)

    def show_help(self) -> None:
        """Print how to play, and every card's rule."""
        self.say(HELP_TEXT, "yellow")
        served, variant = self.game.on_menu(self.options), self.labels.variant
        for card in served:
            if "help" in card.sayings:
                self.say(card.sayings["help"], "yellow")
        texts: dict[str, list[str]] = {}
        for rule in [
            *served,
            *(extra for extra in self.game.extras if extra.variant in (0, variant)),
        ]:
            texts.setdefault(self.labels.rule_text(rule), []).append(rule.name.to(self.language))
        for text, names in texts.items():
            self.console.print(RichText.assemble((", ".join(names), "bold"), "  ", text))

    def give_hint(self) -> None:
        """Print a hint for the question. Asked again at the same question, it shows more."""
        if self.asked_view is None:
            return
        moment = len(self.asked_view.log)
        step = min(self.hint_steps.get(moment, 0) + 1, max(HINT_STEPS))
        hint = self.fetch_hint(self.asked_view, step)
        if hint:
            self.hint_steps[moment] = step
            advice.print_hint(hint, self.console, self.language)

    def show_known_hands(self) -> None:
        """Print what the player knows of the other hands."""
        if self.asked_view is not None:
            self.show_hands(self.asked_view)

    def fetch_hint(self, view: View, step: int) -> Mapping[str, Any] | None:
        """Return a hint, or None if there is none."""
        if self.cached_advice is None or self.cached_advice[0] is not view:
            self.say(advice.THINKING, "dim")
            self.cached_advice = view, advise(view)
        return make_hint(self.cached_advice[1].data(None), step, self.language)

    def ask_pick(self, view: View) -> Choice:
        """Ask for the pick card by card, offering only what the rules still allow."""
        hand, options = self.labels.list_hand(view), list(view.choices)
        if len(options) == 1:
            self.say(ONLY_CHOICE, "dim")
            return options[0]
        shown = {
            self.labels.visible_kind(choice.cards[0]): choice.cards[0] for choice in options[::-1]
        }
        chosen = self.ask_card(ASK_CARD, hand, set(shown))
        assert chosen is not None
        kind = shown[chosen]
        options = [choice for choice in options if choice.cards[0] == kind]
        seconds = {choice.cards[1] for choice in options if len(choice.cards) > 1}
        if seconds:
            question = OR_NONE.format(question=self.labels.saying("second"))
            second = self.ask_card(question, hand, seconds, optional=True)
            options = [
                choice for choice in options if choice.cards[1:] == ((second,) if second else ())
            ]
        if options[0].given:
            served = self.ask_card(
                self.labels.saying("give"), hand, {str(choice.given) for choice in options}
            )
            options = [choice for choice in options if choice.given == served]
        for slot in SLOTS_IN_FRONT:
            options = self.ask_tool(slot, self.labels.saying(slot), options)
        return options[0]

    def ask_tool(self, slot: str, question: Text, options: list[Choice]) -> list[Choice]:
        """Ask which tool is used, if there is a choice, and return the picks that are left."""
        by_tool: dict[tuple[str, bool], list[Choice]] = {}
        for choice in options:
            if slot in choice.extras:
                tool = choice.extras[slot], slot in choice.mimics
                by_tool.setdefault(tool, []).append(choice)
        none = [choice for choice in options if slot not in choice.extras]
        if not by_tool or (len(by_tool) == 1 and not none):
            return options
        names = [self.tool_name(*tool) for tool in by_tool]
        number = self.ask_number(question, names, NO_TOOL if none else None)
        return none if number is None else list(by_tool.values())[number]

    def tool_name(self, card: str, is_mimic: bool) -> Text:
        name = self.game.kind_names[card]
        return ACTING.format(card=name, mimic=self.labels.mimic_name) if is_mimic else name

    def ask_number(self, question: Text, answers: Sequence[Text], none: Text | None) -> int | None:
        """Ask for the number of an answer. Return its index, or None for an allowed empty line."""
        for number, answer in enumerate(answers, 1):
            self.console.print(
                RichText.assemble((f"{number:>3}  ", "bold"), answer.to(self.language))
            )
        numbered = {str(number): number - 1 for number in range(1, len(answers) + 1)}
        whole = OR_ENTER.format(question=question, none=none) if none else question
        return self.ask(whole, numbered, none is not None, lambda line: BAD_ANSWER)

    def ask_answer(self, view: View) -> Choice:
        """Ask a card's question between two picks."""
        options = [choice for choice in view.choices if not choice.is_nothing]
        # a whole dish before its kinds
        options.sort(key=lambda choice: (choice.number & KIND, -choice.number))
        nothing = next((choice for choice in view.choices if choice.is_nothing), None)
        if len(view.choices) == 1:
            self.say(ONLY_CHOICE, "dim")
            return options[0]
        assert view.prompt is not None
        drew = [event for event in view.log[-1:] if isinstance(event, Drew)]
        for event in drew:
            self.console.print(
                LabelRow(
                    [
                        RichText(YOU_LOOK_AT.to(self.language)),
                        *self.labels.label_cards(Counter(event.cards)),
                    ]
                )
            )
        self.console.print(self.build_table(view))
        self.say(view.prompt.words, "bold cyan")
        number = self.ask_number(
            ANSWER, [choice.words for choice in options], nothing.words if nothing else None
        )
        return nothing if number is None and nothing else options[number or 0]

    def ask_choice(self, view: View) -> Choice:
        """Show the view and ask for a choice."""
        self.asked_view = view
        if view.prompt and view.prompt.id != "pick":
            return self.ask_answer(view)
        self.show_turn(view)
        return self.ask_pick(view)

    # --- The game ---

    def play_step(self, match: Match, bot: Bot, rng: Random) -> Match:
        """Let the player and the bots answer what they are asked now."""
        view, others = match.view(0), [seat for seat in match.waiting if seat != 0]
        if view.prompt:
            match = match.choose(0, self.ask_choice(view))
        for seat in others:
            chosen, trouble = choose_safely(bot, match.view(seat), rng)
            if trouble:
                self.say(BOT_FAILED_HERE, "dim", name=match.names[seat], reason=trouble)
            match = match.choose(seat, chosen)
        return match

    def play_match(self, match: Match, bot: Bot, rng: Random, bot_option: str = "") -> Match:
        """Play a whole game, the player at seat 0.

        `bot_option` is added to the command that repeats the deal.
        """
        self.show_title()
        try:
            while not match.over:
                before = match
                match = self.play_step(match, bot, rng)
                self.show_events(before.view(0), match.view(0))
                if match.over or match.round > before.round:
                    self.show_sheet(match.view(0), before.round)
                    if not match.over:
                        self.read_line(PRESS_ENTER)
            self.show_end(match.view(0))
            self.show_hint_count(len(self.hint_steps))
            self.say(SAME_DEAL_AGAIN, "dim", command=repeat_command(match) + bot_option)
        except PlayerLeft:
            self.console.print()
            self.say(GOODBYE)
        return match

    def show_hint_count(self, count: int) -> None:
        """Print how many hints the player has had, if any."""
        if count:
            self.say(advice.describe_count(count), "dim")

    def show_events(self, before: View, view: View) -> None:
        """Print what the player saw happen between two views."""
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
        """Print that a player looks at cards of the deck, and at how many while they do."""
        earlier = int(before.state.draws[seat]) if before.turn == view.turn else 0
        number = int(view.state.draws[seat]) - earlier
        self.say(
            LOOKS_AT_CARDS if number > 0 else LOOKS_AT_DECK,
            "dim",
            name="  " + view.names[seat],
            n=number,
        )


def choose_seed() -> int:
    """Return a random seed that is easy to type."""
    return randbelow(RANDOM_SEEDS)


def play_in_terminal(
    game: Game,
    people: int,
    seed: int,
    language: str,
    bot: str,
    options: Mapping[str, Any],
    promised: Fair | None = None,
) -> Match:
    """Play a game in the terminal against bots. Show the hash of the deal first, if it is promised."""
    opponent = find_bot(bot)
    game.check_people(people)
    names = [YOU.to(language), *BOT_NAMES[: people - 1]]
    match = deal(game.id, names, seed, **options)
    terminal = Terminal(match.view(0), language)
    if bot not in PLAIN_BOTS:
        prepare_bots(language)
    name, nature = list_portraits()[bot]
    terminal.say(AGAINST, "dim", bot=name, nature=nature)
    if promised:
        terminal.show_hash(promised.hash)
    return terminal.play_match(
        match, opponent, Random(match.seed), "" if bot == USUAL_LEVEL else f" --bot {bot}"
    )


RANDOM_SEEDS = 1_000_000  # enough for an evening, and easy to type


def repeat_command(match: Match) -> str:
    """Return the command that plays the same deal again."""
    usual = match.game.options({})
    names = {menu.dishes: menu.id for menu in match.game.menus}
    options = [
        f" --{name}" if value is True else f" --{name} {names.get(value, value)}"
        for name, value in match.options.items()
        if value != usual[name] or name == "edition"  # the usual one depends on the language
    ]
    command = f"kaiten play {match.game.id} --players {len(match.seats)} --seed {match.seed}"
    return command + "".join(options)
