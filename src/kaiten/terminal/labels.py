"""Cards, tokens and players of a game as labels for the terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from colorsys import hls_to_rgb

from rich.console import Console, ConsoleOptions
from rich.measure import Measurement
from rich.text import Text as RichText

from ..engine.card import Rule as CardRule
from ..engine.game import Game
from ..match.choice import ACTING, name_in_sentence
from ..match.view import View
from ..text import NO_TEXT, OR, Text, list_texts, plain_text

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
ASKING = Text("{question}:")
PASTEL = 0.75, 0.6  # lightness and saturation of colours that have no style
YOU = Text("You")
PLAYER_TAKES = Text("{name} takes")
YOU_TAKE = Text("You take")
CARD_ALONE = plain_text("{card}")
CARD_ON_ANOTHER = Text("{card} on {multiplier}")
FACE_DOWN_COUNT = Text("{n} × face down")
KEPT_CARDS = Text("kept:")
# What the block of a card may say in other words, in its `sayings`: how a player is asked for each
# part of a pick, what follows a card that is given, that nobody has what was asked for, and help.
TABLE_SAYINGS = {
    "second": Text("A second card"),
    "give": Text("And one to give away"),
    "as": Text("Onto which card"),
    "with": Text("Use a card in front of you"),
    "using": Text("Use another card in front of you"),
    "gift": NO_TEXT,
    "unmet": NO_TEXT,
    "help": NO_TEXT,
}
NEXT_TOKEN = Text("token: {worth}")


def style_of(game: Game, rule: CardRule) -> str:
    """Return the style of a card's colour; of a colour without a style one of its hue."""
    hue = game.hues[rule.colour] / 360
    red, green, blue = (round(255 * part) for part in hls_to_rgb(hue, *PASTEL))
    return STYLES.get(rule.colour, f"black on #{red:02x}{green:02x}{blue:02x}")


class LabelRow:
    """Labels in a row. A line break never splits a label."""

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


class Labels:
    """Makes the labels of one game in one language.

    With `says_you`, a player whose name is You is spoken to instead of named.
    """

    def __init__(self, view: View, language: str, says_you: bool = True) -> None:
        self.game, self.variant = view.game, view.game.variant(dict(view.options))
        self.rules = [*self.game.on_menu(dict(view.options)), *self.game.extras]
        self.language, self.says_you = language, says_you

    # --- Players ---

    def is_addressed(self, view: View, seat: int) -> bool:
        """Return whether a player is spoken to as You."""
        return self.says_you and view.names[seat] in YOU.translations().values()

    def player_name(self, view: View, seat: int) -> str:
        """Return a player's name, or You in the language of the screen."""
        return YOU.to(self.language) if self.is_addressed(view, seat) else view.names[seat]

    def taker_text(self, view: View, seat: int) -> str:
        """Return the beginning of a sentence about what a player takes."""
        addressed = self.is_addressed(view, seat)
        text = YOU_TAKE if addressed else PLAYER_TAKES.format(name=view.names[seat])
        return text.to(self.language)

    # --- Cards ---

    def label_card(self, card: str, count: int = 1, wording: Text = CARD_ALONE) -> RichText:
        """Return a card as a small coloured label."""
        words = wording.format(
            card=self.game.kind_names[card], mimic=self.mimic_name, multiplier=self.multiplier_name
        )
        name = words.to(self.language)
        style = style_of(self.game, self.game.card_of(card))
        return RichText.assemble(
            (f"\u00a0{name}\u00a0", style), (f"×{count}" if count > 1 else "", "bold")
        )

    def label_cards(self, cards: Mapping[str, int], wording: Text = CARD_ALONE) -> list[RichText]:
        """Return labels of cards, in the order of the box."""
        shown = self.count_visible(cards)
        return [
            self.label_card(card, shown[card], wording)
            for card in self.game.kinds
            if shown[card] > 0
        ]

    def visible_kind(self, card: str) -> str:
        """Return the kind that players see: a mark that means nothing in this game is hidden."""
        return self.game.face(card, self.variant)

    def count_visible(self, cards: Mapping[str, int]) -> Counter[str]:
        """Count cards by the kind that players see."""
        return sum(
            (Counter({self.visible_kind(card): count}) for card, count in cards.items()), Counter()
        )

    def list_hand(self, view: View) -> list[str]:
        """Return the kinds in the hand, in the order in which they are shown."""
        shown = self.count_visible(view.hand)
        return [card for card in self.game.kinds if shown[card]]

    def label_tray(self, view: View, player: int) -> LabelRow:
        """Return the labels of a player's tray.

        A card and the multiplier under it share a label; a card that acts as another one has its
        name added.
        """
        bare, dipped, copies = (
            Counter(view.trays[player]),
            view.dipped[player],
            Counter(view.copies[player]),
        )
        bare.subtract(dipped)
        bare[self.game.multiplier] -= sum(dipped.values())
        copies &= +bare
        bare.subtract(copies)
        parts = []
        groups = ((dipped, CARD_ON_ANOTHER), (bare, CARD_ALONE), (copies, ACTING))
        for card in self.game.cards:
            for cards, wording in groups:
                present = {kind: cards[kind] for kind in card.kinds if cards[kind] > 0}
                parts += self.label_cards(present, wording)
        if view.face_down[player]:
            count = FACE_DOWN_COUNT.format(n=view.face_down[player])
            parts.append(RichText(count.to(self.language), "dim italic"))
        if len(view.kept[player]) > 1:  # of one kind, the column of desserts shows the number
            kept = RichText(KEPT_CARDS.to(self.language), "dim")
            parts += [kept, *self.label_cards(view.kept[player])]
        return LabelRow(parts)

    @property
    def mimic_name(self) -> Text:
        """The card that may act as another one, where the game has such a card."""
        return self.game.kind_names[self.game.mimic] if self.game.mimic else NO_TEXT

    @property
    def multiplier_name(self) -> Text:
        """The card that multiplies those on it, inside a sentence, where the game has such a card."""
        multiplier = self.game.multiplier
        return name_in_sentence(self.game, multiplier) if multiplier else NO_TEXT

    def saying(self, key: str) -> Text:
        """Return a sentence as a card of this table has it."""
        own = (rule.sayings[key] for rule in self.rules if key in rule.sayings)
        return next(own, TABLE_SAYINGS[key])

    def rule_text(self, card: CardRule) -> str:
        """Return a card's rule in the variant that is played."""
        return card.text(self.variant).to(self.language)

    # --- Tokens ---

    def label_token(self, pile: str, worth: int | None) -> RichText:
        """Return a token as a small label, with its value if the player knows it."""
        rule = next(rule for rule in self.game.piles if rule.id == pile)
        name = rule.name.to(self.language)
        return RichText(
            f"\u00a0{name}\u00a0{'?' if worth is None else worth}\u00a0", style_of(self.game, rule)
        )

    def label_tokens(self, view: View, player: int) -> LabelRow:
        """Return the labels of a player's tokens; the viewer's own end with their sum."""
        tokens = view.tokens[player]
        total = (
            [RichText(f"= {sum(token.worth or 0 for token in tokens)}")]
            if tokens and player == view.seat
            else []
        )
        return LabelRow([*(self.label_token(token.pile, token.worth) for token in tokens), *total])

    def describe_next_token(self, view: View, rule: CardRule) -> list[str]:
        """Return the values that a rule's next token may have, as far as the player can know.

        The list is empty if the rule hands out no token.
        """
        unseen = view.unseen_tokens.get(rule.id)
        if not unseen:
            return []
        worth = list_texts([plain_text(worth) for worth in sorted(set(unseen))], OR)
        return [NEXT_TOKEN.format(worth=worth).to(self.language)]
