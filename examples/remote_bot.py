"""A bot that plays at a remote table: python examples/remote_bot.py https://example.org/t/K7QX2M"""

import sys
from random import Random

import kaiten

bot, rng = kaiten.find_bot("greedy"), Random()

with kaiten.join(sys.argv[1], name="Greedy") as seat:
    for view in seat:
        seat.choose(bot(view, rng))
    print(seat.view.scores[seat.number], "points")
