"""Notes what is known of hidden cards in 23, apart from what lies open.

A forced seat that does not lay shows everybody that it cannot (T12b): for the rest of the round it holds
nothing above a bound, `at_most`, and the cards that it puts away when it leaves (T13) are no higher either.
Nothing else can be proved, so there is no `proofs.py`. What a seat laid, which numbers it jumped over and
where it passed prove nothing, but a good player remembers them. All this is its `course`.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from reihum.core.contract import NOBODY, bit
from reihum.core.packing import all_of, of_value
from reihum.games.twentythree.cards import HIGHEST, ONE, PACKED_DECK
from reihum.games.twentythree.legal import REACH
from reihum.games.twentythree.table import COURSE_LENGTH, Table

# The two numbers of each seat; all are in one vec, and 0 if nothing is known, so that a copy costs little:
LAID: Final = 0  # packed
TOPS: Final = 1  # two sets of values, where it passed and what it jumped over, then HIGHEST less its bound
BITS: Final = HIGHEST + 1  # of a set of values


# -- what is seen is noted ------------------------------------------------------------------------


def note_deal(table: Table) -> None:
    """T2: at the start of a round nothing is known."""
    for seat in range(table.seats):
        recall_course(table, seat, HIGHEST, 0, 0, 0)


def note_unable(table: Table, seat: i64) -> None:
    """T12b: a forced seat does not lay, so it could not, even with all its bonus chips."""
    bound = table.top - REACH * table.chips[seat] - 1
    if bound < at_most(table, seat):
        recall_course(
            table, seat, bound, laid_by_seat(table, seat), passed_at(table, seat), jumped_over(table, seat)
        )


def note_lay(table: Table, seat: i64, v: i64, count: i64) -> None:
    """T7, T8: a seat lays cards, on a top card that is still the old one, and jumps over numbers."""
    at = seat * COURSE_LENGTH
    table.course[at + LAID] += of_value(v, count)
    if v > table.top + 1:
        table.course[at + TOPS] |= (bit(v) - bit(table.top + 1)) << BITS


def note_pass(table: Table, seat: i64) -> None:
    """T11, T12: a seat passes, or passes and forces, at the top card."""
    table.course[seat * COURSE_LENGTH + TOPS] |= bit(table.top)


def recall_course(table: Table, seat: i64, bound: i64, laid: i64, passed: i64, jumped: i64) -> None:
    """Remember this of a seat, and nothing else: its bound, packed cards, and two sets of values."""
    at = seat * COURSE_LENGTH
    table.course[at + LAID] = laid
    table.course[at + TOPS] = ((HIGHEST - bound) << BITS | jumped) << BITS | passed


# -- what is known --------------------------------------------------------------------------------


def at_most(table: Table, seat: i64) -> i64:
    """The highest card that a seat can hold, by what it showed when it was forced (T12b)."""
    return HIGHEST - (table.course[seat * COURSE_LENGTH + TOPS] >> 2 * BITS)


def laid_by_seat(table: Table, seat: i64) -> i64:
    """What a seat has laid in this round, packed; the 1 that opens it does not count."""
    return table.course[seat * COURSE_LENGTH + LAID]


def passed_at(table: Table, seat: i64) -> i64:
    """The top cards at which a seat passed in this round: bit v for value v."""
    return table.course[seat * COURSE_LENGTH + TOPS] & (bit(BITS) - 1)


def jumped_over(table: Table, seat: i64) -> i64:
    """The numbers that a seat's cards jumped over in this round: bit v for value v."""
    return (table.course[seat * COURSE_LENGTH + TOPS] >> BITS) & (bit(BITS) - 1)


def unseen_by(table: Table, seat: i64) -> i64:
    """Packed: the cards that `seat` (or NOBODY) does not see; everybody sees the 1 (T2)."""
    unseen = PACKED_DECK & ~all_of(ONE)
    for i in range(table.in_pile):
        if table.pile[i] != ONE:
            unseen -= of_value(i64(table.pile[i]), 1)
    if seat != NOBODY:
        unseen -= (table.hands[seat] & ~all_of(ONE)) + table.away[seat] + table.gone[seat]
    return unseen
