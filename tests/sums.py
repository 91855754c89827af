"""A sum over everything that is seen in one fixed game, to notice that any of it has changed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from zlib import crc32

from reihum.core.contract import OVER, State, legal
from reihum.core.dealer import Seeded
from reihum.core.types import Json
from reihum.games.spec import Spec


def sum_over(
    of: Spec, position: Json, chance: Seeded, moves: int, seen: Callable[[State], Iterable[object]]
) -> int:
    """Follow random moves from a position; `seen` says what there is to see before each."""
    state = of.from_position(position, chance)
    found = 0
    for _ in range(moves):
        for each in seen(state):
            found = crc32(json.dumps(each, sort_keys=True).encode(), found)
        if state.turn() == OVER:
            break
        seat = int(state.turn())
        choices = legal(state, seat)
        state.play(seat, choices[chance.below(len(choices))], chance)
    return found
