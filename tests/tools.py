"""Short words for what most tests do."""

from __future__ import annotations

import reihum
from reihum import Match


def refused(match: Match, move: str, seat: int | None = None) -> str:
    """Which rule refuses a move and why, as 'T7.lower'; an AssertionError if it is allowed."""
    before = match.position()
    try:
        match.play(move, seat)
    except reihum.Refused as refusal:
        assert match.position() == before, "a refused move must change nothing"
        return f"{refusal.rule}.{refusal.reason}"
    raise AssertionError(f"{move} was allowed")


def play(match: Match, *moves: str) -> Match:
    """Several moves by whoever is in turn."""
    for move in moves:
        match.play(move)
    return match


def happened(match: Match, *kinds: str) -> list[dict[str, object]]:
    """The events of these kinds that everybody saw with the last move."""
    return [event for event in match.events if event["kind"] in kinds]
