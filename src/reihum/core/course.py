"""The course of a game: each move as it was made, and what everybody heard of it."""

from __future__ import annotations

from typing import Any, NamedTuple

from reihum.core.contract import Event, State, ears
from reihum.core.dealer import Dealer


class Made(NamedTuple):
    """One move as it was made, with what everybody heard of it; the whole truth."""

    number: int
    by: int
    move: int
    text: str  # of the move
    ears: list[int]  # what each seat heard, the spectator last
    events: list[Event]
    revealed: bool  # whether chance was asked or somebody saw a card that had been hidden


def make(
    state: State, dealer: Dealer, number: int, by: int, move: int, text: str, revealing: frozenset[str]
) -> Made:
    """Make a legal move; `revealing` are the events heard by everybody after which there is no way back."""
    heard = ears(state, by, move)
    mark = dealer.mark()
    state.events = []
    state.play(by, move, dealer)
    events = told(state.events)
    revealed = dealer.mark() != mark
    for event in events:
        revealed = revealed or event.ears >= 0 or event.kind in revealing
    return Made(number, by, move, text, heard, events, revealed)


def told(events: list[Event]) -> list[Event]:
    """Events that nobody can change any more: facts share no list with the state."""
    return [Event(event.kind, fresh(event.facts), event.ears) for event in events]


def heard_of(events: list[Event], observer: int) -> list[dict[str, Any]]:
    """The events that a seat, or a spectator (NOBODY), hears, as JSON of its own."""
    return [{"kind": event.kind, **fresh(event.facts)} for event in events if event.heard_by(observer)]


def fresh(value: Any) -> Any:
    """A copy of something made of lists and dicts."""
    if isinstance(value, list):
        return [fresh(inner) for inner in value]
    if isinstance(value, dict):
        return {name: fresh(inner) for name, inner in value.items()}
    return value
