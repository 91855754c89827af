"""The course of a game: each move as it was made, and what each seat heard of it."""

from __future__ import annotations

from typing import Any, NamedTuple

from reihum.core.contract import Event, State, moves_heard
from reihum.core.dealer import Dealer


class PlayedMove(NamedTuple):
    """One move as it was made, with what each seat heard of it; the whole truth."""

    number: int
    by: int
    move: int
    text: str  # of the move
    heard: list[int]  # what each seat heard; a spectator comes last
    events: list[Event]
    revealed: bool  # whether the dealer was asked or somebody saw a hidden card
    stand_in: bool = False  # whether a bot made it for a player who had left or stayed away


def make_move(
    state: State, dealer: Dealer, number: int, by: int, move: int, text: str, revealing: frozenset[str]
) -> PlayedMove:
    """Make a legal move; `revealing` are the public events after which it cannot be taken back."""
    heard = moves_heard(state, by, move)
    mark = dealer.mark()
    state.events = []
    state.play(by, move, dealer)
    events = copy_events(state.events)
    revealed = dealer.mark() != mark
    for event in events:
        revealed = revealed or event.ears >= 0 or event.kind in revealing
    return PlayedMove(number, by, move, text, heard, events, revealed)


def copy_events(events: list[Event]) -> list[Event]:
    """A copy of events that shares nothing with the state."""
    return [Event(event.kind, copy_json(event.facts), event.ears) for event in events]


def heard_events(events: list[Event], observer: int) -> list[dict[str, Any]]:
    """The events that a seat, or a spectator (NOBODY), hears, as fresh JSON."""
    return [{"kind": event.kind, **copy_json(event.facts)} for event in events if event.is_heard_by(observer)]


def copy_json(value: Any) -> Any:
    """A deep copy of lists and dicts."""
    if isinstance(value, list):
        return [copy_json(inner) for inner in value]
    if isinstance(value, dict):
        return {name: copy_json(inner) for name, inner in value.items()}
    return value
