"""A seat's side of YoYo in the words of its view."""

from __future__ import annotations

from collections import Counter
from itertools import product

from reihum.core.contract import NO_CARD, Side, members, seat_or_none
from reihum.core.types import Json
from reihum.games.yoyo.cards import (
    ACTION_OF,
    COLOURS,
    DOWN,
    NO_ACTION,
    UP,
    YELLOW,
    card_name,
    card_names,
    colour_of,
    number_of,
)
from reihum.games.yoyo.side import YoYoSide
from reihum.games.yoyo.table import DIRECTIONS, PHASES
from tests.games import deck


def looks(side: Side) -> Json:
    """Everything that can be asked of the side."""
    assert isinstance(side, YoYoSide)
    seats = range(side.seats)
    pile = [side.pile_card(place) for place in range(side.in_pile())]
    if pile:
        assert side.top() == number_of(pile[-1])
        assert side.action() == (ACTION_OF[side.top()] if colour_of(pile[-1]) == YELLOW else NO_ACTION)
    unseen = Counter(card_names(side.unseen()))
    assert unseen + Counter(map(card_name, pile)) + Counter(card_names(side.hand())) == deck("yoyo")
    proofs = side.proofs()
    assert all(
        proofs.known_to(other, holder, colour) == 0
        for other, holder, colour in product(seats, seats, range(COLOURS))
        if side.seat not in (other, holder)
    )
    return {
        "drew_up": [members(proofs.tops_drawn_on(seat, UP)) for seat in seats],
        "drew_down": [members(proofs.tops_drawn_on(seat, DOWN)) for seat in seats],
        "match_game": side.match_game(),
        "points": [side.points(seat) for seat in seats],
        "phase": PHASES[side.phase()],
        "held": [side.held(seat) for seat in seats],
        "pile": [card_name(card) for card in pile],
        "direction": DIRECTIONS[side.direction()],
        "in_stock": side.in_stock(),
        "emptied": side.emptied(),
        "beginner": side.beginner(),
        "top_by": seat_or_none(side.top_by()),
        "pending": side.pending(),
        "taking": [] if side.first_taken() < 0 else [side.first_taken()],
        "hand": card_names(side.hand()),
        "drawn": None if side.drawn() == NO_CARD else card_name(side.drawn()),
        "slid": None if side.slid() == NO_CARD else card_name(side.slid()),
        "known": [card_names(side.known(seat)) for seat in seats],
    }
