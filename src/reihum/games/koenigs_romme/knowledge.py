"""Notes what is known of hidden cards in Königs-Rommé, step by step: the trail of a round.

Everybody sees who draws from the stock, and which card is thrown away or laid. A card that leaves a hand, and
was not taken from the pile before, came from some source: the deal with its stock, or a stock made of the
pile (K8), whose cards everybody knows. So every card that leaves narrows down what its seat can still hold,
and where the other cards can be.

Cards are physical: of two equal cards in a hand, either may be the one thrown away, so a player who holds
both is twice as likely to throw one of them away. Anyone who sees it learns nothing about the other card,
which can be wherever an unseen card can be. A card that was taken from the pile is the first of its kind to
leave.

`proofs.py` works out what follows from the trail. It is not always clear which source a card came from; see
`pasts.py`.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append
from mypy_extensions import i64

from reihum.core.contract import bit
from reihum.games.koenigs_romme.cards import (
    add_card,
    count_of,
    drop_card,
    hand_at,
    no_cards,
    put_hand,
)
from reihum.games.koenigs_romme.table import MOST_SEATS, Table

# A step of the trail is one number: the card, above that two bits for what was done, and then by whom.
CARD_BITS: Final = 6
CARD_MASK: Final = (1 << CARD_BITS) - 1
DEED_MASK: Final = 3
SEAT_AT: Final = CARD_BITS + 2
DREW: Final = 0  # drew a card from the stock; only the seat itself knows which
THREW: Final = 1  # threw away a card that nobody could prove it had; public
LAID: Final = 2  # laid such a card; public
MAKER: Final = MOST_SEATS  # K8: instead of a seat, for each card that a new stock is made of; public


# -- what is seen is noted ------------------------------------------------------------------------


def note_deal(table: Table) -> None:
    """K3: at the start of a round nothing is known."""
    for seat in range(table.seats):
        put_hand(table.taken, seat, no_cards())
        table.taken[table.thrown_at(seat)] = 0
    table.stocks_made = 0
    table.steps = 0


def note_take(table: Table, seat: i64, card: i64) -> None:
    """K7: everybody sees who takes which card from the pile."""
    add_card(table.taken, seat, card)


def note_draw(table: Table, seat: i64, card: i64) -> None:
    """K7: everybody sees who draws from the stock; only that seat sees which card."""
    _note(table, seat, DREW, card)


def note_throw(table: Table, seat: i64, card: i64) -> None:
    """K9: a card is thrown away, and remembered."""
    table.taken[table.thrown_at(seat)] |= bit(card)
    _note_leaving(table, seat, THREW, card)


def note_lay(table: Table, seat: i64, card: i64) -> None:
    """K10, K14: a card is laid."""
    _note_leaving(table, seat, LAID, card)


def _note_leaving(table: Table, seat: i64, deed: i64, card: i64) -> None:
    """Everybody sees a card leave a hand: cross it out if it was known, or else note it in the trail."""
    if count_of(hand_at(table.taken, seat), card):
        drop_card(table.taken, seat, card)
    else:
        _note(table, seat, deed, card)


def note_stock(table: Table) -> None:
    """K8: everybody knows the cards of the pile that is about to become the stock."""
    table.stocks_made += 1
    for i in range(table.in_pile):
        _note(table, MAKER, DREW, table.pile[i])


def _note(table: Table, seat: i64, deed: i64, card: i64) -> None:
    """Add a step; cards laid come last, so that it does not matter when somebody looked at them."""
    if table.steps == len(table.trail):
        table.trail = append(table.trail, 0)
    at = table.steps
    while at > 0 and deed != LAID and deed_of(table.trail[at - 1]) == LAID:
        table.trail[at] = table.trail[at - 1]
        at -= 1
    table.trail[at] = seat << SEAT_AT | deed << CARD_BITS | card
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
    """Whether a step is the first card of a new stock; the step before it was a draw."""
    return seat_of(table.trail[i]) == MAKER and seat_of(table.trail[i - 1]) != MAKER
