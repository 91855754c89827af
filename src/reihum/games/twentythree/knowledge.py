"""Notes what is known of hidden cards in 23, apart from what lies open: one number per seat.

A forced seat that does not lay shows everybody that it cannot (T12b): for the rest of the round it holds
nothing above `at_most`, and the cards that it puts away when it leaves (T13) are no higher either. Nothing
else can be proved, so there is no `proofs.py`.
"""

from __future__ import annotations

from mypy_extensions import i64

from reihum.core.contract import NOBODY
from reihum.core.packing import all_of, of_value
from reihum.games.twentythree.cards import HIGHEST, ONE, PACKED_DECK
from reihum.games.twentythree.legal import REACH
from reihum.games.twentythree.table import Table


def note_deal(table: Table) -> None:
    """T2: at the start of a round nothing is known."""
    for seat in range(table.seats):
        table.at_most[seat] = HIGHEST


def note_unable(table: Table, seat: i64) -> None:
    """T12b: a forced seat does not lay, so it could not, even with all its bonus chips."""
    table.at_most[seat] = min(table.at_most[seat], table.top - REACH * table.chips[seat] - 1)


def unseen_by(table: Table, seat: i64) -> i64:
    """Packed: the cards that `seat` (or NOBODY) does not see; everybody sees the 1 (T2)."""
    unseen = PACKED_DECK & ~all_of(ONE)
    for i in range(table.in_pile):
        if table.pile[i] != ONE:
            unseen -= of_value(i64(table.pile[i]), 1)
    if seat != NOBODY:
        unseen -= (table.hands[seat] & ~all_of(ONE)) + table.away[seat] + table.gone[seat]
    return unseen
