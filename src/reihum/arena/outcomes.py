"""What a game was worth to a seat."""

from __future__ import annotations

from collections.abc import Sequence

from reihum.core.contract import State


def win_share(seat: int, winners: Sequence[int], seats: int) -> float:
    """A seat's share of the win; a game that was broken off is shared by all, and alone won by nobody."""
    if winners:
        return (seat in winners) / len(winners)
    return 1 / seats if seats > 1 else 0.0


def lead(scores: Sequence[int], seat: int, low_wins: bool) -> float:
    """By how much a seat is ahead of the mean of the others; alone, its score."""
    others = len(scores) - 1
    found = scores[seat] - (sum(scores) - scores[seat]) / others if others else float(scores[seat])
    return -found if low_wins else found


def outcome(state: State, seat: int) -> tuple[float, float]:
    """A seat's share of the win, and its lead."""
    scores = state.scores()
    return win_share(seat, state.winners(), len(scores)), lead(scores, seat, state.low_wins)
