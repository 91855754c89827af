"""What a seat of YoYo may know."""

from __future__ import annotations

from reihum.core.contract import NOBODY, State, seat_or_none
from reihum.core.spec import Json
from reihum.games.yoyo.cards import COLOURS, DECK, card_name, card_names
from reihum.games.yoyo.position import DIRECTIONS, PHASES, hand_names
from reihum.games.yoyo.rules import YoYo


def view(state: State, seat: int) -> Json:
    """All that a seat, or a spectator (NOBODY), may know; built up, so that nothing else can be in it."""
    assert isinstance(state, YoYo)
    seats = range(state.seats)
    mine = seat != NOBODY
    knows = state.knows
    return {
        "game": "yoyo",
        "seat": seat if mine else None,
        "match_game": state.match_game,
        "points": list(state.points),
        "phase": PHASES[state.phase],
        "hand": hand_names(state, seat) if mine else [],
        "held": list(state.held),
        "pile": [card_name(card) for card in state.pile[: state.laid]],
        "direction": DIRECTIONS[state.direction],
        "in_stock": state.left,
        "emptied": state.emptied,
        "turn": seat_or_none(state.at),
        "beginner": state.beginner,
        "top_by": seat_or_none(state.top_by),
        "drawn": card_name(state.drawn) if state.drawn and seat == state.at else None,
        "pending": state.pending,
        "taking": [] if state.first == NOBODY else [state.first],
        "slid": card_name(state.slid[seat]) if mine and state.slid[seat] else None,
        "owes": [other for other in seats if state.owes(other)],
        # Y19, Y20: cards that this seat gave away and that are certainly still there
        "known": [known_names(state, seat, other) if mine else [] for other in seats],
        # Y13, Y15: every hand has one of these, if any are listed
        "one_of": [kind_names(state, other) for other in seats],
        # Y14: what was shuffled back, and how many cards of each hand are certainly not from there
        "recycled": card_names(knows.recycled[0], knows.recycled[1], knows.recycled[2]),
        "unmoved": list(knows.unmoved),
    }


def known_names(state: YoYo, seat: int, other: int) -> list[str]:
    """The cards that a seat knows to be in another hand."""
    known, at = state.knows.known, state.knows.place(seat, other)
    return card_names(known[at], known[at + 1], known[at + 2])


def kind_names(state: YoYo, seat: int) -> list[str]:
    """The kinds of which a hand certainly has a card."""
    kinds = [state.knows.one_of[seat * COLOURS + colour] & DECK[colour] for colour in range(COLOURS)]
    return list(dict.fromkeys(card_names(kinds[0], kinds[1], kinds[2])))
