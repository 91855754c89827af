"""Dealers: all the chance there is in a game."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, Final, Protocol, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from reihum.core.value import Value

SEED_LIMIT: Final = 1 << 62  # seeds are 0 ≤ seed < this
_LOW_62: Final = 0x3FFFFFFFFFFFFFFF


@mypyc_attr(acyclic=True)
class Dealer(Value):
    """Makes all random choices for the rules."""

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1, each as likely as the others."""
        raise NotImplementedError

    def mark(self) -> i64:
        """A number that changes whenever the dealer is asked something."""
        raise NotImplementedError

    def copy(self) -> Dealer:
        """A dealer that will deal the same from here on."""
        raise NotImplementedError


@final
@mypyc_attr(acyclic=True)
class Seeded(Dealer):
    """Fast and reproducible: the same seed deals the same game on every machine, compiled or not."""

    def __init__(self, seed: i64) -> None:
        # Three rounds of mixing, so that neighbouring seeds do not give similar games. Everything is cut to
        # 62 bits, so that compiled i64 (which wraps) and Python's ints (which do not) agree.
        x = seed & _LOW_62
        for _ in range(3):
            x = (x * 2862933555777941757 + 3037000493) & _LOW_62
            x ^= x >> 31
        self.bits: i64 = x | 1

    def constructor_args(self) -> tuple[Any, ...]:
        """Any seed will do."""
        return (0,)

    def below(self, n: i64) -> i64:
        """The next number of an xorshift64* stream, scaled to 0 … n - 1."""
        x = self.bits
        x ^= (x >> 12) & 0xFFFFFFFFFFFFF
        x ^= (x & 0x7FFFFFFFFF) << 25
        x ^= (x >> 27) & 0x1FFFFFFFFF
        self.bits = x
        return ((((x * 2685821657736338717) >> 33) & 0x7FFFFFFF) * n) >> 31

    def mark(self) -> i64:
        """How far it has got in the stream."""
        return self.bits

    def copy(self) -> Seeded:
        """A dealer that will deal the same from here on."""
        twin = Seeded(0)
        twin.bits = self.bits
        return twin


class ScriptError(Exception):
    """A dealer from a script or from outside gave a wrong answer, or none."""


@final
class Scripted(Dealer):
    """Answers from a list, for tests: it is an error if the list is too short or an answer out of range."""

    def __init__(self, answers: list[int]) -> None:
        self.answers = answers
        self.used = 0

    def constructor_args(self) -> tuple[Any, ...]:
        """Its script."""
        return (self.answers,)

    def below(self, n: i64) -> i64:
        """The next answer of the script."""
        if self.used == len(self.answers):
            raise ScriptError(f"the script ends after {self.used} answers")
        answer = self.answers[self.used]
        if not 0 <= answer < n:
            raise ScriptError(f"answer {self.used} of the script is {answer}, but must be from 0 to {n - 1}")
        self.used += 1
        return answer

    def is_used_up(self) -> bool:
        """Whether every answer has been used."""
        return self.used == len(self.answers)

    def mark(self) -> i64:
        """How many answers it has given."""
        return self.used

    def copy(self) -> Scripted:
        """A dealer at the same place in the same script."""
        twin = Scripted(self.answers[:])
        twin.used = self.used
        return twin


class Source(Protocol):
    """Your own source of chance: any Python object with this method."""

    def below(self, n: int, /) -> int:
        """A number from 0 to n - 1, each as likely as the others."""


@final
class Outside(Dealer):
    """Deals with chance from outside, and checks its answers."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.answered = 0

    def constructor_args(self) -> tuple[Any, ...]:
        """Its source."""
        return (self.source,)

    def below(self, n: i64) -> i64:
        """What the source answers."""
        source: Any = self.source  # if typed, compiled code would check the answer first, with another error
        answer = source.below(n)
        if not isinstance(answer, int) or not 0 <= answer < n:
            raise ScriptError(f"the dealer answered {answer!r}, not a number from 0 to {n - 1}")
        self.answered += 1
        return answer

    def mark(self) -> i64:
        """How many answers it has given."""
        return self.answered

    def copy(self) -> Outside:
        """A dealer with a copy of the source."""
        twin = Outside(deepcopy(self.source))
        twin.answered = self.answered
        return twin


def reshuffle(pile: vec[i64], count: i64, stock: vec[i64], dealer: Dealer) -> None:
    """Shuffle the first `count` cards of a pile and make them the stock."""
    for i in range(count):
        stock[i] = pile[i]
    shuffle(stock, count, dealer)


def shuffle(cards: vec[i64], count: i64, dealer: Dealer) -> None:
    """Shuffle the first `count` cards in place."""
    for i in range(count - 1, 0, -1):
        j = dealer.below(i + 1)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card


def swap(cards: vec[i64], i: i64, j: i64) -> None:
    """Swap two cards."""
    card = cards[i]
    cards[i] = cards[j]
    cards[j] = card


def clear_rest(cards: vec[i64], count: i64) -> None:
    """Wipe out what is behind the first `count` cards: cards that have been drawn, and are secret."""
    for i in range(count, len(cards)):
        cards[i] = 0


def shuffle_unseen(cards: vec[i64], count: i64, dealer: Dealer, first: i64 = 0) -> None:
    """Shuffle the cards from `first` up to `count` in a way that does not depend on their order."""
    for i in range(first + 1, count):
        card = cards[i]
        j = i
        while j > first and cards[j - 1] > card:
            cards[j] = cards[j - 1]
            j -= 1
        cards[j] = card
    for i in range(count - 1, first, -1):
        swap(cards, i, first + dealer.below(i - first + 1))
