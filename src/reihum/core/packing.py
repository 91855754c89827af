"""Cards packed into one i64: two bits per value say how many cards of that value there are (0 to 3)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

COUNT_BITS: Final = 2  # per value

# The position of a single set bit, found by a perfect hash, and halved because a value has two bits.
_HASH: Final = 0x03F79D71B4CB0A89
_PLACE: Final = vec[i64]([0] * 64)
for _bit in range(64):
    _PLACE[(((1 << _bit) * _HASH) >> 58) & 63] = _bit >> 1


def lowest(cards: i64) -> i64:
    """The lowest value among packed cards; they must not be empty."""
    return _PLACE[(((cards & -cards) * _HASH) >> 58) & 63]


def highest(cards: i64) -> i64:
    """The highest value among packed cards; they must not be empty."""
    v: i64 = 0
    step: i64 = 16
    while step:
        if cards >> 2 * step:
            cards >>= 2 * step
            v += step
        step >>= 1
    return v


def of_value(v: i64, count: i64) -> i64:
    """`count` cards of one value, packed."""
    return count << 2 * v


def count_of(cards: i64, v: i64) -> i64:
    """How many cards of one value there are."""
    return (cards >> 2 * v) & 3


def all_of(v: i64) -> i64:
    """A mask over all cards of one value."""
    return of_value(v, 3)  # a parameter is shifted as an i64; a literal would be shifted as a C int


def size_of(cards: i64) -> i64:
    """How many cards there are."""
    size: i64 = 0
    while cards:
        v = lowest(cards)
        size += count_of(cards, v)
        cards &= ~all_of(v)
    return size


def unpack(cards: i64, bits: i64 = COUNT_BITS, first: i64 = 0) -> list[int]:
    """Packed cards as an ascending list of values; other packings have other bits and another first value."""
    mask = _shift(1, bits) - 1
    values: list[int] = []
    v = int(first)
    while cards:
        count = cards & mask
        while count:
            values.append(v)
            count -= 1
        cards >>= bits
        v += 1
    return values


def pack(values: list[int], bits: i64 = COUNT_BITS, first: i64 = 0) -> i64:
    """A list of values as packed cards; no value more often than its bits can count."""
    cards: i64 = 0
    for v in values:
        cards += _shift(1, bits * (v - first))
    return cards


def _shift(count: i64, bits: i64) -> i64:
    return count << bits  # a parameter, see all_of
