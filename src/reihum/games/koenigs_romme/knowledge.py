"""What is known of hidden cards in Königs-Rommé is noted step by step: the trail of a round.

Everybody sees who draws from the stock, and which card is thrown away or laid. A card that goes, and was not
taken from the pile before, had come from some source: the deal with its stock, or a stock that was made of
the pile (K8), of which everybody knows the cards. So every card that goes narrows down what its seat can
still hold, and where the others can be.

Cards are physical: of two equal cards in a hand either may be the one that is thrown away, so whoever holds
both throws one of them away twice as likely. Whoever sees it go learns nothing of the other, which can be
wherever any unseen card can be. A card that was taken from the pile is the first of its kind to go.

What follows from the trail is in `proofs.py`. Of which source a card was that went is not always plain; see
`pasts.py`.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append
from mypy_extensions import i64

from reihum.games.koenigs_romme.cards import (
    add_card,
    count_of,
    drop_card,
    hand_at,
    no_cards,
    put_hand,
)
from reihum.games.koenigs_romme.table import MOST_SEATS, Table

# A step of the trail is one number: the card, two bits above it what was done with it, and then by whom.
CARD_BITS: Final = 6
CARD_MASK: Final = (1 << CARD_BITS) - 1
DEED_MASK: Final = 3
SEAT_AT: Final = CARD_BITS + 2
DREW: Final = 0  # from the stock; which card, only the seat itself knows
THREW: Final = 1  # away a card that nobody could prove it had; public
LAID: Final = 2  # such a card; public
MAKER: Final = MOST_SEATS  # K8: not a seat: this is one of the cards that the new stock is made of; public


# -- what is seen is noted ------------------------------------------------------------------------


def note_deal(table: Table) -> None:
    """K3: a new round begins without memories."""
    for seat in range(table.seats):
        put_hand(table.taken, seat, no_cards())
    table.stocks_made = 0
    table.steps = 0


def note_take(table: Table, seat: i64, card: i64) -> None:
    """K7: everybody sees who takes which card from the pile."""
    add_card(table.taken, seat, card)


def note_draw(table: Table, seat: i64, card: i64) -> None:
    """K7: everybody sees who draws from the stock, and that seat which card."""
    _note(table, seat, DREW, card)


def note_throw(table: Table, seat: i64, card: i64) -> None:
    """K9: a card is thrown away."""
    _note_leaving(table, seat, THREW, card)


def note_lay(table: Table, seat: i64, card: i64) -> None:
    """K10, K14: a card is laid."""
    _note_leaving(table, seat, LAID, card)


def _note_leaving(table: Table, seat: i64, deed: i64, card: i64) -> None:
    """A card leaves a hand before all eyes: it is crossed out if it was known, else it leaves a trail."""
    if count_of(hand_at(table.taken, seat), card):
        drop_card(table.taken, seat, card)
    else:
        _note(table, seat, deed, card)


def note_stock(table: Table) -> None:
    """K8: everybody knows the cards of the pile, which is about to become the stock."""
    table.stocks_made += 1
    for i in range(table.in_pile):
        _note(table, MAKER, DREW, table.pile[i])


def _note(table: Table, seat: i64, deed: i64, card: i64) -> None:
    """One step more."""
    if table.steps == len(table.trail):
        table.trail = append(table.trail, 0)
    table.trail[table.steps] = seat << SEAT_AT | deed << CARD_BITS | card
    table.steps += 1


# -- the steps of the trail -----------------------------------------------------------------------


def seat_of(step: i64) -> i64:
    """Whose step it is, or MAKER."""
    return step >> SEAT_AT


def deed_of(step: i64) -> i64:
    """What a seat did: DREW, THREW or LAID."""
    return step >> CARD_BITS & DEED_MASK


def card_in(step: i64) -> i64:
    """The card that a step is about."""
    return step & CARD_MASK


def begins_stock(table: Table, i: i64) -> bool:
    """Whether a step is the first card of a new stock; before one, somebody has drawn."""
    return seat_of(table.trail[i]) == MAKER and seat_of(table.trail[i - 1]) != MAKER
