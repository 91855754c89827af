"""What a seat has at stake in the rest of a round, counted while it is played out: reasons for moves.

A game names its stakes and counts them in one playout after the other. Where two moves are tried in the same
worlds, the stakes that they change most are why one is better. The sentences are in the game's words, by the
names of the stakes.
"""

from __future__ import annotations

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import Side


class Stake:
    """One thing that a seat can gain or lose in a round."""

    def __init__(self, name: str, is_chance: bool = False, is_good: bool = False, part_of: str = "") -> None:
        self.name = name
        self.is_chance = is_chance  # whether it happens or not; otherwise it is a number
        self.is_good = is_good  # whether one wants it, or much of it
        self.part_of = part_of  # the stake of which this is what the move itself brings

    def __reduce__(self) -> tuple[Any, ...]:
        return Stake, (self.name, self.is_chance, self.is_good, self.part_of)

    def __repr__(self) -> str:
        return f"Stake({self.name!r}, {self.is_chance}, {self.is_good}, {self.part_of!r})"


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class Stakes:
    """Looks on while a round is played out, and counts what one seat gains and loses."""

    def __init__(self, stakes: list[Stake]) -> None:
        self.stakes = stakes
        self.counts = vec[i64]([0] * len(stakes))  # of the playout that is looked at, or ended last

    def round(self, side: Side) -> i64:
        """Which round this is: with it ends what is counted."""
        raise NotImplementedError

    def begin(self, side: Side) -> None:
        """A playout begins; nothing has happened yet."""
        for i in range(len(self.counts)):
            self.counts[i] = 0

    def see(self, side: Side, by: i64, move: i64) -> None:
        """A seat is about to make a move; `side` is that of the seat whose stakes are counted."""

    def end(self, side: Side) -> None:
        """The round is over, and the next one may have been dealt; or it was broken off."""
