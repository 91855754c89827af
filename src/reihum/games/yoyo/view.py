"""What a seat of YoYo may know."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from reihum.core.contract import NOBODY, State, seat_or_none
from reihum.core.spec import Json
from reihum.games.yoyo.cards import COLOURS, DECK, card_name, card_names
from reihum.games.yoyo.lots import ANYWHERE, DREW, HAND, IN_HANDS, LOT, TRAITS, Lots
from reihum.games.yoyo.position import DIRECTIONS, PHASES, hand_names
from reihum.games.yoyo.rules import YoYo


def view(state: State, seat: int) -> Json:
    """All that a seat, or a spectator (NOBODY), may know; built up, so that nothing else can be in it."""
    assert isinstance(state, YoYo)
    seats = range(state.seats)
    mine = seat != NOBODY
    knows = state.knows
    hands = knows.hands()
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
        "known": [known_names(hands, seat, other) if mine else [] for other in seats],
        # Y13: for each card drawn and certainly still in a hand, the kinds that it can be
        "drew": [drawn_kinds(hands, other) for other in seats],
        # Y15: every hand has one of these, if any are listed
        "one_of": [kind_names(hands.one_of, other * COLOURS) for other in seats],
        # Y14: what was shuffled back, and how many cards of each hand are certainly not from there
        "recycled": card_names(knows.recycled[0], knows.recycled[1], knows.recycled[2]),
        "unmoved": [unmoved(hands, other) for other in seats],
    }


def known_names(hands: Lots, seat: int, other: int) -> list[str]:
    """The cards that a seat knows to be in another hand."""
    known, at = hands.known, hands.place(seat, other)
    return card_names(known[at], known[at + 1], known[at + 2])


def drawn_kinds(hands: Lots, seat: int) -> list[list[str]]:
    """What the cards can be that a seat drew and certainly still has."""
    lots = [seat * HAND + lot * LOT for lot in range(1, hands.lots_of(seat) + 1)]
    return [kind_names(hands.lots, at) for at in lots if hands.lots[at + TRAITS] & DREW]


def unmoved(hands: Lots, seat: int) -> int:
    """How many cards of a hand were certainly in hands at the reshuffle."""
    if not hands.knows_stock:
        return 0
    lots = [seat * HAND + lot * LOT for lot in range(1, hands.lots_of(seat) + 1)]
    apart = sum(hands.lots[at + TRAITS] & ANYWHERE == IN_HANDS for at in lots)
    return int(hands.unmoved[seat]) + apart


def kind_names(masks: vec[i64], at: int) -> list[str]:
    """The kinds that masks over the three colours admit."""
    kinds = [masks[at + colour] & DECK[colour] for colour in range(COLOURS)]
    return list(dict.fromkeys(card_names(kinds[0], kinds[1], kinds[2])))
