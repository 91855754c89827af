"""The cards of 23 and the moves made with them, as small ints.

A move is `value << 4 | cards << 2 | chips`: how many cards of a value are laid, with how many bonus chips.
With no cards it means putting one card of that value away. The three moves without a value come first.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

ONE: Final = 1  # T2: the only card with a different back
HIGHEST: Final = 23
COPIES: Final = [0, 1, 2] + [3] * 21  # T1, by value
DECK_SIZE: Final = 66  # T1
DECK_WITHOUT_ONE: Final = vec[i64]([v for v in range(2, HIGHEST + 1) for _ in range(COPIES[v])])  # T1
PACKED_DECK: Final[i64] = sum(COPIES[v] << 2 * v for v in range(1, HIGHEST + 1))  # all 66, packed

PASS: Final = 0
FORCE: Final = 1
LEAVE: Final = 2
ACTIONS: Final = (HIGHEST + 1) << 4


def put_move(v: i64) -> i64:
    """Put one card of this value away."""
    return v << 4


def lay_move(v: i64, count: i64, chips: i64) -> i64:
    """Lay `count` cards of this value, spending some bonus chips."""
    return v << 4 | count << 2 | chips


def value_of(move: i64) -> i64:
    """The card value of a move, 0 if it has none."""
    return move >> 4


def laid_count(move: i64) -> i64:
    """How many cards a move lays."""
    return (move >> 2) & 3


def chips_of(move: i64) -> i64:
    """How many bonus chips a move spends."""
    return move & 3
