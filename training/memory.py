"""The latest decisions of self-play, with what became of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from reihum.bots.net import SCALE
from reihum.bots.self_play import WHOLE_WIN, WORTH_STEP
from training.network import Floats
from training.standings import Standings

SEATS: Final = 8  # more than play
MOST_LEAD: Final = 4.0  # margins beyond it are all the same
EMPTY: Final = 2**16 - 1  # what rows are filled up with
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Lesson:
    """Decisions to learn from: where ones stood in each, the chance it led to, and what its round brought."""

    ones: NDArray[np.uint16]
    win: Floats
    margin: Floats


def lesson_of(
    seats: int, notes: tuple[bytes, bytes, bytes, bytes], standings: Standings, trace: float
) -> Lesson:
    """What the notes of some games teach; the standings learn from them, too."""
    written, made, told, ended = (np.frombuffer(part, "<i2").astype(np.int64) for part in notes)
    decisions, rounds = made.reshape(-1, 5), told.reshape(-1, seats, standings.numbers)
    games = ended.reshape(-1, 2 + 2 * seats)
    count = games[:, 1]
    first = np.cumsum(count) - count  # the first round of each game
    shares = games[:, 2::2] / WHOLE_WIN
    value = round_values(rounds.astype(np.float64), first, count, shares, standings)
    at = first[np.repeat(np.arange(len(games)), games[:, 0])] + decisions[:, 1]
    seat = decisions[:, 0]
    best = 1 / (1 + np.exp(-decisions[:, 3] * WORTH_STEP / SCALE))
    best_margin = decisions[:, 4] * WORTH_STEP / SCALE
    good = rounds[..., 0]
    lead = (good - (good.sum(1, keepdims=True) - good) / (seats - 1)) / standings.lead
    gained = np.diff(lead, axis=0, prepend=0)
    gained[first] = lead[first]  # all begin a game alike
    chain, gain = at * SEATS + seat, np.clip(gained[at, seat], -MOST_LEAD, MOST_LEAD)
    return Lesson(
        padded(written, decisions[:, 2]),
        traced(value[at, seat], best, chain, trace).astype(np.float32),
        traced(gain, best_margin, chain, trace).astype(np.float32),
    )


def round_values(
    rounds: NDArray[np.float64], first: Ints, count: Ints, shares: Any, standings: Standings
) -> NDArray[np.float64]:
    """What the end of each round is worth to each seat: at the end of a game its share of the win."""
    seats = rounds.shape[1]
    last = first + count - 1
    inner = np.ones(len(rounds), bool)
    inner[last] = False
    value = np.zeros((len(rounds), seats))
    value[last] = shares
    if inner.any():
        game = np.repeat(np.arange(len(count)), count)
        number = np.arange(len(rounds)) - first[game]
        x = standings.rows(number[inner], rounds[inner])
        value[inner] = standings.net.chances(x).reshape(-1, seats)
        standings.remember(x, shares[game[inner]].reshape(-1))
    return value


def padded(written: Ints, counts: Ints) -> NDArray[np.uint16]:
    """The ones of each decision as a row, filled up."""
    rows = np.full((len(counts), int(counts.max(initial=1))), EMPTY, np.uint16)
    row = np.repeat(np.arange(len(counts)), counts)
    column = np.arange(len(written)) - np.repeat(np.cumsum(counts) - counts, counts)
    rows[row, column] = written
    return rows


def traced(
    ends: NDArray[np.float64], best: NDArray[np.float64], chain: Ints, trace: float
) -> NDArray[np.float64]:
    """The target of each decision: with `trace` 1 what became of it, with less what its seat came to think.

    Decisions with the same `chain` belong to one seat in one round, in this order.
    """
    order = np.argsort(chain, kind="stable")
    key = chain[order]
    is_last = np.append(key[1:] != key[:-1], True)
    last = np.flatnonzero(is_last)
    following = last[np.searchsorted(last, np.arange(len(key)))] - np.arange(len(key))
    target, thought = ends[order].copy(), best[order]
    by_following = np.argsort(following, kind="stable")
    bounds = np.searchsorted(following[by_following], np.arange(following.max(initial=0) + 2))
    for after in range(1, len(bounds) - 1):
        at = by_following[bounds[after] : bounds[after + 1]]
        target[at] = (1 - trace) * thought[at + 1] + trace * target[at + 1]
    found = np.empty(len(ends))
    found[order] = target
    return found


class Memory:
    """A ring of decisions: the latest push out the oldest."""

    def __init__(self, size: int, inputs: int) -> None:
        self.size, self.inputs = size, inputs
        self.ones = np.full((size, 32), inputs, np.uint16)
        self.win = np.zeros(size, np.float32)
        self.margin = np.zeros(size, np.float32)
        self.at = self.filled = 0

    def add(self, lesson: Lesson) -> None:
        """More decisions."""
        count, width = lesson.ones.shape
        if width > self.ones.shape[1]:
            more = width - self.ones.shape[1]
            self.ones = np.pad(self.ones, ((0, 0), (0, more)), constant_values=self.inputs)
        place = (self.at + np.arange(count)) % self.size
        self.ones[place] = self.inputs
        self.ones[place, :width] = np.minimum(lesson.ones, self.inputs)
        self.win[place], self.margin[place] = lesson.win, lesson.margin
        self.at = (self.at + count) % self.size
        self.filled = min(self.size, self.filled + count)

    def batch(self, rng: np.random.Generator, count: int) -> tuple[Floats, Floats, Floats]:
        """Some of them: inputs, chances, margins."""
        pick = rng.integers(0, self.filled, count)
        ones = self.ones[pick].astype(np.int64)
        nowhere = count * self.inputs  # for what rows are filled up with
        x = np.zeros(nowhere + 1, np.float32)
        x[np.where(ones < self.inputs, ones + np.arange(count)[:, None] * self.inputs, nowhere)] = 1
        return x[:nowhere].reshape(count, self.inputs), self.win[pick], self.margin[pick]
