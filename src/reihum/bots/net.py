"""A small neural network in whole numbers: the same answers compiled and interpreted, on every machine.

Its input is an observation with what a move would bring: zeros and ones, of which only the ones are given.
The first layer adds up a row of weights for each one; what is the same for all moves of a decision is added
up once. Two layers follow. Several numbers share one i64, in lanes of 16 bits (first layer) or 32 bits
(second): a negative lane borrows from the one above it, which is made good when they are taken apart.

| numbers | as | scale |
| --- | --- | --- |
| weights of the first layer | 8 bits | 64 to one |
| its sums, cut off at 0 and 127 | 7 bits | 32 to one |
| weights of the second layer | 8 bits | 64 to one |
| its sums, cut off likewise | 7 bits | 32 to one |
| weights of the outputs | 16 bits | 256 to one |
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from reihum.core.errors import ReihumError

MAGIC: Final = b"RNN1"
HEADER: Final = 10  # bytes: what it is, and the sizes of its layers
LANES: Final = 4  # of the first layer in one i64
LANE_BITS: Final = 16
LANE_HALF: Final = 1 << 15
LANE_MASK: Final = (1 << 16) - 1
PAIR_BITS: Final = 32
PAIR_HALF: Final = 1 << 31
PAIR_MASK: Final = (1 << 32) - 1
OUTPUTS: Final = 2  # the chance of winning, as a logit, and the margin
CUT: Final = 127
FIRST_SHIFT: Final = 1  # from 64 to one to 32 to one
SECOND_SHIFT: Final = 6  # from 32 times 64 to one to 32 to one
SCALE: Final = 32 * 256  # of the outputs


@final
@mypyc_attr(acyclic=True)
class Weights:
    """What a network has learned; as many players as you like can share it."""

    def __init__(self, data: bytes) -> None:
        if len(data) < HEADER or data[:4] != MAGIC:
            raise ReihumError("These are not the weights of a network.")
        self.inputs: i64 = data[4] | data[5] << 8
        self.first: i64 = data[6] | data[7] << 8
        self.second: i64 = data[8] | data[9] << 8
        self.words: i64 = self.first // LANES
        self.pairs: i64 = self.second // 2
        if len(data) != size_in_bytes(self.inputs, self.first, self.second):
            raise ReihumError("The weights of a network are cut off, or too many.")
        at: i64 = HEADER
        self.rows = lanes(data, at, self.inputs * self.words)
        at += self.inputs * self.first
        self.base = wide_lanes(data, at, self.words)
        at += 2 * self.first
        self.inner_rows = pairs(data, at, self.first * self.pairs)
        at += self.first * self.second
        self.inner_base = wide_pairs(data, at, self.pairs)
        at += 4 * self.second
        self.last = shorts(data, at, OUTPUTS * self.second)
        at += 2 * OUTPUTS * self.second
        self.win_base: i64 = long_at(data, at)
        self.margin_base: i64 = long_at(data, at + 4)


@final
@mypyc_attr(acyclic=True)
class Net:
    """A network at work."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.sums = weights.base[:]  # of what is the same for all moves
        self.tried = weights.base[:]  # with one of the moves
        self.inner = weights.inner_base[:]
        self.win: i64 = 0  # the outputs for the move that was weighed last, SCALE to one
        self.margin: i64 = 0

    def look(self, ones: vec[i64], count: i64) -> None:
        """Take in what is the same for all moves of a decision."""
        sums = self.sums
        base = self.weights.base
        rows = self.weights.rows
        words = self.weights.words
        for w in range(words):
            sums[w] = base[w]
        for i in range(count):
            at = ones[i] * words
            for w in range(words):
                sums[w] += rows[at + w]

    def weigh(self, ones: vec[i64], count: i64) -> None:
        """Find what one of the moves is worth."""
        tried = self.tried
        rows = self.weights.rows
        words = self.weights.words
        for w in range(words):
            tried[w] = self.sums[w]
        for i in range(count):
            at = ones[i] * words
            for w in range(words):
                tried[w] += rows[at + w]
        self._second_layer()
        self._outputs()

    def _second_layer(self) -> None:
        inner = self.inner
        inner_base = self.weights.inner_base
        inner_rows = self.weights.inner_rows
        pairs = self.weights.pairs
        for p in range(pairs):
            inner[p] = inner_base[p]
        at: i64 = 0
        for w in range(self.weights.words):
            four = self.tried[w]
            for _ in range(LANES):
                found = ((four + LANE_HALF) & LANE_MASK) - LANE_HALF
                four = (four - found) >> LANE_BITS
                found >>= FIRST_SHIFT
                if found > 0:
                    if found > CUT:
                        found = CUT
                    for p in range(pairs):
                        inner[p] += found * inner_rows[at + p]
                at += pairs

    def _outputs(self) -> None:
        win = self.weights.win_base
        margin = self.weights.margin_base
        last = self.weights.last
        at: i64 = 0
        for p in range(self.weights.pairs):
            two = self.inner[p]
            low = ((two + PAIR_HALF) & PAIR_MASK) - PAIR_HALF
            high = ((two - low) >> PAIR_BITS) >> SECOND_SHIFT
            low >>= SECOND_SHIFT
            if low > 0:
                if low > CUT:
                    low = CUT
                win += low * last[at]
                margin += low * last[at + 1]
            if high > 0:
                if high > CUT:
                    high = CUT
                win += high * last[at + 2]
                margin += high * last[at + 3]
            at += 4
        self.win = win
        self.margin = margin


def size_in_bytes(inputs: i64, first: i64, second: i64) -> i64:
    """How long the weights of a network of this shape are."""
    hidden = inputs * first + 2 * first + first * second + 4 * second
    return HEADER + hidden + 2 * OUTPUTS * second + 4 * OUTPUTS


# -- reading weights ------------------------------------------------------------------------------


def byte_at(data: bytes, at: i64) -> i64:
    """A signed number of 8 bits."""
    found: i64 = data[at]
    if found > 127:
        found -= 256
    return found


def short_at(data: bytes, at: i64) -> i64:
    """A signed number of 16 bits, lower byte first."""
    low: i64 = data[at]
    return byte_at(data, at + 1) * 256 + low


def long_at(data: bytes, at: i64) -> i64:
    """A signed number of 32 bits, lowest byte first."""
    low: i64 = data[at]
    middle: i64 = data[at + 1]
    return short_at(data, at + 2) * 65536 + middle * 256 + low


def lanes(data: bytes, at: i64, count: i64) -> vec[i64]:
    """Numbers of 8 bits, four to an i64."""
    found = vec[i64]([0] * int(count))
    for w in range(count):
        four: i64 = 0
        for lane in range(LANES - 1, -1, -1):
            four = four * (LANE_MASK + 1) + byte_at(data, at + w * LANES + lane)
        found[w] = four
    return found


def wide_lanes(data: bytes, at: i64, count: i64) -> vec[i64]:
    """Numbers of 16 bits, four to an i64."""
    found = vec[i64]([0] * int(count))
    for w in range(count):
        four: i64 = 0
        for lane in range(LANES - 1, -1, -1):
            four = four * (LANE_MASK + 1) + short_at(data, at + 2 * (w * LANES + lane))
        found[w] = four
    return found


def pairs(data: bytes, at: i64, count: i64) -> vec[i64]:
    """Numbers of 8 bits, two to an i64."""
    found = vec[i64]([0] * int(count))
    for p in range(count):
        found[p] = byte_at(data, at + 2 * p + 1) * (PAIR_MASK + 1) + byte_at(data, at + 2 * p)
    return found


def wide_pairs(data: bytes, at: i64, count: i64) -> vec[i64]:
    """Numbers of 32 bits, two to an i64."""
    found = vec[i64]([0] * int(count))
    for p in range(count):
        found[p] = long_at(data, at + 8 * p + 4) * (PAIR_MASK + 1) + long_at(data, at + 8 * p)
    return found


def shorts(data: bytes, at: i64, count: i64) -> vec[i64]:
    """Numbers of 16 bits."""
    found = vec[i64]([0] * int(count))
    for i in range(count):
        found[i] = short_at(data, at + 2 * i)
    return found
