"""What a seat of YoYo may know."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from reihum.core.contract import NO_CARD, NOBODY, State, seat_or_none
from reihum.core.views import deciding
from reihum.games.yoyo.cards import COLOURS, DECK, card_name, card_names, hand_at
from reihum.games.yoyo.lots import ANYWHERE, DREW, IN_HANDS, Lots, lot_at
from reihum.games.yoyo.position import card_or_none
from reihum.games.yoyo.seen import Own, Public, View
from reihum.games.yoyo.table import DIRECTIONS, PHASES, Table


def view(state: State, observer: int) -> View:
    """All that a seat, or a spectator (NOBODY), may know: what everybody sees, and what is its own."""
    return {**public(state), **own(state, observer)}


def public(state: State) -> Public:
    """What everybody sees."""
    assert isinstance(state, Table)
    seats = range(state.seats)
    hands = state.knows.hands()
    return {
        "game": "yoyo",
        "match_game": state.match_game,
        "points": list(state.points),
        "phase": PHASES[state.phase],
        "held": list(state.held),
        "pile": [card_name(card) for card in state.pile[: state.in_pile]],
        "direction": DIRECTIONS[state.direction],
        "in_stock": state.in_stock,
        "emptied": state.emptied,
        "beginner": state.beginner,
        "top_by": seat_or_none(state.top_by),
        "pending": state.pending,
        "taking": [] if state.first == NOBODY else [state.first],
        "drawn_one_of": [drawn_kinds(hands, other) for other in seats],
        "one_of": [kind_names(hands.one_of, other * COLOURS) for other in seats],
        "recycled": card_names(hand_at(state.knows.recycled, 0)),
        "unmoved": [unmoved(hands, other) for other in seats],
        **deciding(state),
    }


def own(state: State, observer: int) -> Own:
    """What a seat, or a spectator (NOBODY), knows beside; built up, so that nothing else can be in it."""
    assert isinstance(state, Table)
    mine = observer != NOBODY
    hands = state.knows.hands()
    return {
        "hand": card_names(hand_at(state.hands, observer)) if mine else [],
        "drawn": card_or_none(state.drawn if observer == state.at else NO_CARD),
        "slid": card_or_none(state.slid[observer] if mine else NO_CARD),
        "known": [known_names(hands, observer, other) if mine else [] for other in range(state.seats)],
        "seat": seat_or_none(observer),
    }


def known_names(hands: Lots, seat: int, other: int) -> list[str]:
    """The cards that a seat knows to be in another hand."""
    return card_names(hand_at(hands.known, hands.known_at(seat, other)))


def drawn_kinds(hands: Lots, seat: int) -> list[list[str]]:
    """What the cards can be that a seat drew and certainly still has."""
    lots = [lot for lot in range(1, hands.lots_of(seat) + 1) if hands.traits_of(seat, lot) & DREW]
    return [kind_names(hands.lots, lot_at(seat, lot)) for lot in lots]


def unmoved(hands: Lots, seat: int) -> int:
    """How many cards of a hand were certainly in hands at the reshuffle."""
    lots = range(1, hands.lots_of(seat) + 1)
    apart = sum(hands.traits_of(seat, lot) & ANYWHERE == IN_HANDS for lot in lots)
    return int(hands.unmoved[seat]) + apart


def kind_names(masks: vec[i64], at: int) -> list[str]:
    """The kinds that masks over the three colours admit."""
    blue, red, yellow = (masks[at + colour] & DECK[colour] for colour in range(COLOURS))
    return list(dict.fromkeys(card_names((blue, red, yellow))))
