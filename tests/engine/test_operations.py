"""What rules do to a state, where no game shows it alone."""

from __future__ import annotations

from random import Random

from kaiten.engine import operations, rng
from kaiten.engine.state import MAX_GONE, State
from kaiten.games import find_game, lay_table


def lay(game: str, players: int) -> State:
    return lay_table(find_game(game), players, find_game(game).options({}))


def test_a_card_is_drawn_alike_for_all_tables_and_for_one() -> None:
    table = lay("sushi-go-party", 4)
    chance = Random(1)
    for seed in range(200):
        cards = [chance.randrange(4) * (stock > 0) for stock in table.stock]
        if not any(cards):
            continue
        drawn = []
        for draw in (operations.random_card, operations.random_card_of_table):
            generator = [0] * len(table.player_rng)
            rng.start_rng(generator, seed)
            drawn.append(draw(table, generator, cards, sum(cards)))
        assert drawn[0] == drawn[1]
        assert cards[drawn[0]] > 0


def test_more_discarded_cards_than_can_be_told_are_still_discarded() -> None:
    table = lay("sushi-go", 2)
    count = MAX_GONE + 3
    table.trays[0][1] = count
    for _ in range(count):
        operations.discard_card(table, 0, 1, False)
    assert table.gone_count == MAX_GONE
    assert table.discard[1] == count
    assert table.trays[0][1] == 0
