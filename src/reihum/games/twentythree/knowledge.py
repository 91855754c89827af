"""What is known of hidden cards in 23, beside what lies open, is noted: one number a seat.

A forced seat that does not play shows everybody that it cannot (T12b): it holds nothing above `at_most`, for
the rest of the round, and what it puts away when it leaves (T13) is no higher either. Nothing else follows
from what happens, so there are no proofs to work out.
"""

from __future__ import annotations

from mypy_extensions import i64

from reihum.core.contract import NOBODY
from reihum.core.packing import all_of, of_value
from reihum.games.twentythree.cards import HIGHEST, ONE, PACKED_DECK
from reihum.games.twentythree.legal import REACH
from reihum.games.twentythree.table import Table


def note_deal(table: Table) -> None:
    """T2: a new round begins without memories."""
    for seat in range(table.seats):
        table.at_most[seat] = HIGHEST


def note_unable(table: Table, seat: i64) -> None:
    """T12b: a forced seat does not play; with all its bonus chips it could not."""
    table.at_most[seat] = min(table.at_most[seat], table.top - REACH * table.chips[seat] - 1)


def unseen_by(table: Table, seat: i64) -> i64:
    """All cards, packed, that `seat` (or NOBODY) does not see; the 1 is always seen (T2)."""
    unseen = PACKED_DECK & ~all_of(ONE)
    for i in range(table.in_pile):
        if table.pile[i] != ONE:
            unseen -= of_value(i64(table.pile[i]), 1)
    if seat != NOBODY:
        unseen -= (table.hands[seat] & ~all_of(ONE)) + table.away[seat] + table.gone[seat]
    return unseen
