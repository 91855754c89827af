"""What a seat of YoYo may know."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from reihum.core.contract import NO_CARD, NOBODY, State, members, seat_or_none
from reihum.core.views import seen_by_all
from reihum.games.yoyo.cards import COLOURS, DOWN, PACKED_DECK, UP, card_name, card_names, hand_at
from reihum.games.yoyo.position import card_or_none
from reihum.games.yoyo.proofs import ANYWHERE, DREW, IN_HANDS, Proofs, entry_at
from reihum.games.yoyo.seen import Own, Public, View
from reihum.games.yoyo.table import DIRECTIONS, PHASES, Table


def view(state: State, observer: int) -> View:
    """Everything that a seat, or a spectator (NOBODY), may know: the public part and its own."""
    return {**public(state), **own(state, observer)}


def public(state: State) -> Public:
    """What everybody sees."""
    assert isinstance(state, Table)
    seats = range(state.seats)
    proofs = state.knows.proofs()
    return {
        "game": "yoyo",
        "options": {"plain_draw": state.plain_draw},
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
        "taking": [] if state.taken_from == NOBODY else [state.taken_from],
        "drawn_one_of": [drawn_kinds(proofs, other) for other in seats],
        "one_of": [kind_names(proofs.one_of, other * COLOURS) for other in seats],
        "recycled": card_names(hand_at(state.knows.recycled, 0)),
        "unmoved": [unmoved_count(proofs, other) for other in seats],
        "drew_up": [members(proofs.tops_drawn_on(seat, UP)) for seat in seats],
        "drew_down": [members(proofs.tops_drawn_on(seat, DOWN)) for seat in seats],
        **seen_by_all(state),
    }


def own(state: State, observer: int) -> Own:
    """What only a seat, or a spectator (NOBODY), knows; built up, so that nothing else can get in."""
    assert isinstance(state, Table)
    mine = observer != NOBODY
    proofs = state.knows.proofs()
    return {
        "hand": card_names(hand_at(state.hands, observer)) if mine else [],
        "drawn": card_or_none(state.drawn if observer == state.current else NO_CARD),
        "slid": card_or_none(state.slid[observer] if mine else NO_CARD),
        "known": [known_names(proofs, observer, other) if mine else [] for other in range(state.seats)],
        "seat": seat_or_none(observer),
    }


def known_names(proofs: Proofs, seat: int, other: int) -> list[str]:
    """The cards that a seat knows to be in another hand."""
    return card_names(hand_at(proofs.known, proofs.known_at(seat, other)))


def drawn_kinds(proofs: Proofs, seat: int) -> list[list[str]]:
    """What each card can be that a seat drew and certainly still has."""
    entries = [
        entry for entry in range(1, proofs.tracked_cards(seat) + 1) if proofs.traits_of(seat, entry) & DREW
    ]
    return [kind_names(proofs.entries, entry_at(seat, entry)) for entry in entries]


def unmoved_count(proofs: Proofs, seat: int) -> int:
    """How many cards of a hand were certainly in hands at the reshuffle."""
    entries = range(1, proofs.tracked_cards(seat) + 1)
    tracked = sum(proofs.traits_of(seat, entry) & ANYWHERE == IN_HANDS for entry in entries)
    return int(proofs.unmoved[seat]) + tracked


def kind_names(masks: vec[i64], at: int) -> list[str]:
    """The kinds that masks over the three colours admit."""
    blue, red, yellow = (masks[at + colour] & PACKED_DECK[colour] for colour in range(COLOURS))
    return list(dict.fromkeys(card_names((blue, red, yellow))))
