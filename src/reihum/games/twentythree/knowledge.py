"""What is known of hidden cards in 23, beside what lies open, is noted seat by seat.

A forced seat that does not play shows everybody that it cannot (T12b): it holds nothing above `at_most`, for
the rest of the round, and what it puts away when it leaves (T13) is no higher either. Nothing else follows
from what happens, so there are no proofs to work out. What a seat laid, which numbers it jumped over and at
which numbers it passed prove nothing, but a good player remembers them: that is its `course`.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from reihum.core.contract import NOBODY, bit
from reihum.core.packing import all_of, of_value
from reihum.games.twentythree.cards import DECK, HIGHEST, ONE
from reihum.games.twentythree.legal import REACH
from reihum.games.twentythree.table import Table

BITS: Final = HIGHEST + 1  # of a set of values


def note_deal(table: Table) -> None:
    """T2: a new round begins without memories."""
    for seat in range(table.seats):
        table.at_most[seat] = HIGHEST
        table.course[2 * seat] = 0
        table.course[2 * seat + 1] = 0


def note_unable(table: Table, seat: i64) -> None:
    """T12b: a forced seat does not play; with all its bonus chips it could not."""
    table.at_most[seat] = min(table.at_most[seat], table.top - REACH * table.chips[seat] - 1)


def note_lay(table: Table, seat: i64, v: i64, count: i64) -> None:
    """T7, T8: a seat lays cards, on a top card that is still the old one, and jumps over numbers."""
    table.course[2 * seat] += of_value(v, count)
    if v > table.top + 1:
        table.course[2 * seat + 1] |= (bit(v) - bit(table.top + 1)) << BITS


def note_pass(table: Table, seat: i64) -> None:
    """T11, T12: a seat passes, or passes and forces, at the top card."""
    table.course[2 * seat + 1] |= bit(table.top)


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
    """All cards, packed, that `seat` (or NOBODY) does not see; the 1 is always seen (T2)."""
    unseen = DECK & ~all_of(ONE)
    for i in range(table.in_pile):
        if table.pile[i] != ONE:
            unseen -= of_value(i64(table.pile[i]), 1)
    if seat != NOBODY:
        unseen -= (table.hands[seat] & ~all_of(ONE)) + table.away[seat] + table.gone[seat]
    return unseen
