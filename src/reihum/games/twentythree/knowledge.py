"""Notes what is known of hidden cards in 23, apart from what lies open.

A forced seat that does not lay shows everybody that it cannot (T12b): for the rest of the round it holds
nothing above `at_most`, and the cards that it puts away when it leaves (T13) are no higher either. Nothing
else can be proved, so there is no `proofs.py`. What a seat laid, which numbers it jumped over and where it
passed prove nothing, but a good player remembers them: that is its `course`.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from reihum.core.contract import NOBODY, bit
from reihum.core.packing import all_of, of_value
from reihum.games.twentythree.cards import HIGHEST, ONE, PACKED_DECK
from reihum.games.twentythree.legal import REACH
from reihum.games.twentythree.table import Table

BITS: Final = HIGHEST + 1  # of a set of values


def note_deal(table: Table) -> None:
    """T2: at the start of a round nothing is known."""
    for seat in range(table.seats):
        table.at_most[seat] = HIGHEST
        table.course[2 * seat] = 0
        table.course[2 * seat + 1] = 0


def note_unable(table: Table, seat: i64) -> None:
    """T12b: a forced seat does not lay, so it could not, even with all its bonus chips."""
    table.at_most[seat] = min(table.at_most[seat], table.top - REACH * table.chips[seat] - 1)


def note_lay(table: Table, seat: i64, v: i64, count: i64) -> None:
    """T7, T8: a seat lays cards, on a top card that is still the old one, and jumps over numbers."""
    table.course[2 * seat] += of_value(v, count)
    if v > table.top + 1:
        table.course[2 * seat + 1] |= (bit(v) - bit(table.top + 1)) << BITS


def note_pass(table: Table, seat: i64) -> None:
    """T11, T12: a seat passes, or passes and forces, at the top card."""
    table.course[2 * seat + 1] |= bit(table.top)


def recall_course(table: Table, seat: i64, laid: i64, passed: i64, jumped: i64) -> None:
    """Remember what somebody else saw of a seat in this round: packed cards, and two sets of values."""
    table.course[2 * seat] = laid
    table.course[2 * seat + 1] = jumped << BITS | passed


def laid_by_seat(table: Table, seat: i64) -> i64:
    """What a seat has laid in this round, packed; the 1 that opens it does not count."""
    return table.course[2 * seat]


def passed_at(table: Table, seat: i64) -> i64:
    """The top cards at which a seat passed in this round: bit v for value v."""
    return table.course[2 * seat + 1] & (bit(BITS) - 1)


def jumped_over(table: Table, seat: i64) -> i64:
    """The numbers that a seat's cards jumped over in this round: bit v for value v."""
    return table.course[2 * seat + 1] >> BITS


def unseen_by(table: Table, seat: i64) -> i64:
    """Packed: the cards that `seat` (or NOBODY) does not see; everybody sees the 1 (T2)."""
    unseen = PACKED_DECK & ~all_of(ONE)
    for i in range(table.in_pile):
        if table.pile[i] != ONE:
            unseen -= of_value(i64(table.pile[i]), 1)
    if seat != NOBODY:
        unseen -= (table.hands[seat] & ~all_of(ONE)) + table.away[seat] + table.gone[seat]
    return unseen
