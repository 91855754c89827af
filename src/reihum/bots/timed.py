"""How long a player takes for its decisions."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import Policy, Side

EVERY: Final = 7  # one decision of so many is timed, or looking at the clock would take longer than some bots


@final
@mypyc_attr(acyclic=True)
class Timed(Policy):
    """Another player, whose decisions are timed now and then."""

    def __init__(self, player: Policy) -> None:
        self.player = player
        self.clock: Callable[[], float] = time.process_time
        self.made: i64 = 0
        self.timed: i64 = 0  # so many decisions ...
        self.seconds = 0.0  # ... took so long

    def choose(self, side: Side) -> i64:
        """The choice of that player."""
        self.made += 1
        if self.made % EVERY != 1:
            return self.player.choose(side)
        begun = self.clock()
        chosen = self.player.choose(side)
        self.seconds += self.clock() - begun
        self.timed += 1
        return chosen
