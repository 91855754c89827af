"""The row of HELP!: up to six ascending cards, packed with four bits per place, the first place lowest.

The values of the cards are packed the same way; they differ from the kinds only where there are Jokers.
"""

from __future__ import annotations

from mypy_extensions import i64

from reihum.games.help.cards import HIGHEST, JOKER, KIND_BITS, KIND_MASK


def card_at(row: i64, place: i64) -> i64:
    """The card, or its value, in a place counted from 1; 0 before the first and after the last."""
    return ((row << KIND_BITS) >> KIND_BITS * place) & KIND_MASK  # shifted up, so that place 0 is empty


def values_of(row: i64) -> i64:
    """H12, H12a: the values of a row; a Joker counts one more than the card before it."""
    values: i64 = 0
    shift: i64 = 0
    v: i64 = 0
    while row:
        k = row & KIND_MASK
        if k == JOKER:
            v += 1
        else:
            v = k
        values |= v << shift
        shift += KIND_BITS
        row >>= KIND_BITS
    return values


def with_card(row: i64, place: i64, k: i64) -> i64:
    """The row with a card put into a place; the cards from there on move up by one."""
    shift = KIND_BITS * (place - 1)
    behind = row >> shift
    return row - (behind << shift) + (k << shift) + (behind << shift + KIND_BITS)


def with_exchange(row: i64, place: i64, k: i64) -> i64:
    """The row with the card in a place replaced."""
    return row + ((k - card_at(row, place)) << KIND_BITS * (place - 1))


def without_last(row: i64, length: i64) -> i64:
    """The row without its last card."""
    return row - (card_at(row, length) << KIND_BITS * (length - 1))


def joker_fits(values: i64, place: i64) -> bool:
    """H12b: whether a Joker there would count at most 11, and less than the card after it."""
    limit = card_at(values, place)
    if limit == 0:
        limit = HIGHEST + 1
    return card_at(values, place - 1) + 1 < limit


def switch_limit(row: i64, values: i64, place: i64) -> i64:
    """H12a, H13: a number in this place must be lower than this for the rest of the row to ascend."""
    jokers: i64 = 0
    while card_at(row, place + jokers + 1) == JOKER:
        jokers += 1
    limit = card_at(values, place + jokers + 1)
    if limit == 0:
        limit = HIGHEST + 1
    return limit - jokers


def switch_fits(row: i64, values: i64, place: i64, n: i64) -> bool:
    """H13: whether the row still ascends strictly with this number in that place."""
    return card_at(values, place - 1) < n < switch_limit(row, values, place)


def ascends(values: i64) -> bool:
    """H8, H12: whether values ascend strictly, up to 11 at most."""
    last: i64 = 0
    while values:
        if not last < values & KIND_MASK <= HIGHEST:
            return False
        last = values & KIND_MASK
        values >>= KIND_BITS
    return True
