"""What everybody at a table of HELP! can prove about the hands of the others.

All of it is counting: 'at least so many of this hand's cards lie in such a set of kinds'. Playing a card
of the set lowers the bound by one, other cards and refills leave it. There are two words of bounds for
every hand and every observer, the spectator being the last; both are packed like cards:

`kinds`: place k bounds the cards of kind k (a number called, a card taken by a Switch, a card given back);
`sets`: place n up to 11 bounds the numbers up to n, then come the two sets below.

One thing is left out: somebody who could not play on a row holds four numbers that are too low, or else
four Switches. The bounds speak of the numbers; `Help.world` thinks of the Switches where nothing else fits.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from reihum.games.help.cards import (
    ALL_CARDS,
    HIGHEST,
    KINDS,
    NUMBERS,
    SWITCH,
    SWITCHES,
    ZAP,
    ZAPS,
    count_of,
    of_kind,
)

CALLED: Final = 12  # H5: what a caller can have held: the number called, higher ones, specials
HELPLESS: Final = 13  # H16 on an empty row: Switches and Zaps
SETS: Final = 13
FULL: Final = 4  # cards of a hand
NO_NUMBER: Final = HIGHEST + 1  # H5a: the floor of a caller who could not call
NO_FLOOR: Final = KINDS + 1  # somebody who did not call, or called a 1: that excludes nothing

ONES: Final[i64] = 0x0111_1111_1111_1111
ANY: Final[i64] = 0x0FFF_FFFF_FFFF_FFFF  # a mask over all cards
_CALLED_ONE: Final[i64] = 0x0000_1000_0000_0000
_HELPLESS_ONE: Final[i64] = 0x0001_0000_0000_0000
_UP_TO: Final[i64] = 0x0000_0111_1111_1111


def _fixed_sets(k: int) -> int:
    """The sets that a kind is in whatever was called."""
    if k <= HIGHEST:
        return sum(1 << 4 * (n - 1) for n in range(k, HIGHEST + 1))
    return 1 << 4 * (HELPLESS - 1) if k in (SWITCH, ZAP) else 0


_SETS_OF: Final = vec[i64]([0] + [_fixed_sets(k) for k in range(1, KINDS + 1)])


def fewer(bounds: i64, ones: i64) -> i64:
    """Bounds lowered by one at the places of `ones`, never below nothing."""
    return bounds - ((bounds | bounds >> 1 | bounds >> 2) & ones)


def more(bounds: i64, ones: i64) -> i64:
    """Bounds raised by one at the places of `ones`, never above a full hand."""
    return bounds + (ones & ~(bounds >> 2))


def up_to(n: i64) -> i64:
    """The places of all sets 'numbers up to …' that hold every number up to n."""
    return _UP_TO & ~(of_kind(n, 1) - 1)


@final
@mypyc_attr(acyclic=True)
class Knowledge:
    """The bounds of one round, and what is known of the draw pile."""

    def __init__(self, seats: i64) -> None:
        self.seats = seats
        self.kinds = vec[i64]()  # by hand, then by observer
        self.sets = vec[i64]()
        self.floor = vec[i64]()  # H5: the number each seat called
        # H11: the draw pile as it was made last; everybody saw those cards, and so knows the rest in hands
        self.pool: i64 = ALL_CARDS  # packed
        self.in_hands: i64 = 0  # packed
        self.fresh = vec[i64]()  # at most so many cards of each hand have come since
        self.had = vec[i64]()  # packed: each hand as it was then; only its seat knows
        self.drew = vec[i64]()  # packed: what each seat has drawn since; only that seat knows

    def row_of(self, seat: i64, observer: i64) -> i64:
        """Where the bounds stand that an observer (or NOBODY, a spectator) has for a hand."""
        return seat * (self.seats + 1) + (observer if observer >= 0 else self.seats)

    def kinds_mask(self, seat: i64, group: i64) -> i64:
        """A mask over all cards of one of the sets."""
        if group <= HIGHEST:
            return NUMBERS & (of_kind(group + 1, 1) - 1)
        if group == CALLED:
            return ANY & ~(of_kind(self.floor[seat], 1) - 1)
        return SWITCHES | ZAPS

    # -- everybody sees it ------------------------------------------------------------------------

    def forget(self) -> None:
        """H3: a new deal."""
        for i in range(self.seats * (self.seats + 1)):
            self.kinds[i] = 0
            self.sets[i] = 0
        for seat in range(self.seats):
            self.floor[seat] = NO_FLOOR
            self.fresh[seat] = FULL
            self.had[seat] = 0
            self.drew[seat] = 0
        self.pool = ALL_CARDS
        self.in_hands = 0

    def called(self, seat: i64, n: i64) -> None:
        """H5: this number is in the hand and nothing lower; NO_NUMBER: no number at all."""
        self.floor[seat] = n if n > 1 else NO_FLOOR
        for i in range(self.row_of(seat, 0), self.row_of(seat, self.seats) + 1):
            self.kinds[i] = of_kind(n, 1) if n < NO_NUMBER else 0
            self.sets[i] = 4 * _CALLED_ONE if n > 1 else 0

    def lost(self, seat: i64, k: i64) -> None:
        """A card of this kind left the hand before all eyes."""
        ones = self._sets_of(seat, k)
        one = of_kind(k, 1)
        if self.in_hands and count_of(self.in_hands, k) == 0:
            self.fresh[seat] -= 1
        first = seat * (self.seats + 1)
        for i in range(first, first + self.seats + 1):
            if self.kinds[i]:
                self.kinds[i] = fewer(self.kinds[i], one)
            if self.sets[i]:
                self.sets[i] = fewer(self.sets[i], ones)

    def took(self, seat: i64, k: i64) -> None:
        """H13: a card of the row went into the hand."""
        self.fresh[seat] = min(self.fresh[seat] + 1, FULL)
        for observer in range(self.seats + 1):
            self.seen_to_get(observer, seat, k)

    def stuck(self, seat: i64, top: i64) -> None:
        """H16, H19: nothing in the hand goes on a row that ends in `top` (0: an empty row)."""
        ones = up_to(top) if top else _HELPLESS_ONE
        for i in range(self.row_of(seat, 0), self.row_of(seat, self.seats) + 1):
            self.sets[i] = (self.sets[i] & ~(15 * ones)) | 4 * ones

    def refilled(self, seat: i64, k: i64) -> None:
        """H10: everybody sees that a card is drawn, the seat itself sees which."""
        self.drew[seat] += of_kind(k, 1)
        if self.fresh[seat] < FULL:
            self.fresh[seat] += 1

    def reshuffled(self, pool: i64, hands: vec[i64]) -> None:
        """H11: everybody knows which cards the new draw pile consists of."""
        self.pool = pool
        self.in_hands = 0
        for seat in range(self.seats):
            self.in_hands += hands[seat]
            self.fresh[seat] = 0
            self.had[seat] = hands[seat]
            self.drew[seat] = 0

    # -- only some see it -------------------------------------------------------------------------

    def seen_to_lose(self, observer: i64, seat: i64, k: i64) -> None:
        """One observer knows that a card of this kind left the hand."""
        i = self.row_of(seat, observer)
        self.kinds[i] = fewer(self.kinds[i], of_kind(k, 1))
        self.sets[i] = fewer(self.sets[i], self._sets_of(seat, k))

    def seen_to_get(self, observer: i64, seat: i64, k: i64) -> None:
        """One observer knows that a card of this kind came into the hand."""
        i = self.row_of(seat, observer)
        self.kinds[i] = more(self.kinds[i], of_kind(k, 1))
        self.sets[i] = more(self.sets[i], self._sets_of(seat, k))

    def four_switches(self, observer: i64, seat: i64) -> None:
        """The giver got a Switch back, so the asker, stuck on a row, has three more."""
        i = self.row_of(seat, observer)
        self.kinds[i] = of_kind(SWITCH, 3)
        self.sets[i] &= 15 * _CALLED_ONE

    def helped(self, asker: i64, giver: i64, k: i64, top: i64) -> None:
        """H18: the others learn now which card was given, and of which sort the one given back was."""
        self.fresh[giver] = min(self.fresh[giver] + 1, FULL)
        sort = up_to(top) if top else _HELPLESS_ONE
        if not top and self.floor[giver] != NO_FLOOR:
            sort |= _CALLED_ONE
        for observer in range(self.seats + 1):
            if observer != asker and observer != giver:
                self.seen_to_lose(observer, giver, k)
                i = self.row_of(giver, observer)
                self.sets[i] = more(self.sets[i], sort)
                self.seen_to_lose_some(observer, asker)

    def seen_to_lose_some(self, observer: i64, seat: i64) -> None:
        """One observer knows that a card left the hand, but not which."""
        i = self.row_of(seat, observer)
        self.kinds[i] = fewer(self.kinds[i], ONES)
        self.sets[i] = fewer(self.sets[i], ONES)

    def _sets_of(self, seat: i64, k: i64) -> i64:
        """The places of all sets that a kind is in."""
        if k >= self.floor[seat]:
            return _SETS_OF[k] | _CALLED_ONE
        return _SETS_OF[k]

    def seen_by(self, seat: i64) -> Knowledge:
        """What a seat (or NOBODY) knows that everybody knows: of what others saw apart, nothing."""
        twin = self.copy()
        for hand in range(self.seats):
            public = self.row_of(hand, self.seats)
            for observer in range(self.seats):
                if hand != seat != observer:
                    twin.kinds[self.row_of(hand, observer)] = self.kinds[public]
                    twin.sets[self.row_of(hand, observer)] = self.sets[public]
            if hand != seat:
                twin.had[hand] = 0
                twin.drew[hand] = 0
        return twin

    def copy(self) -> Knowledge:
        """An independent copy."""
        twin = Knowledge(self.seats)
        twin.kinds = self.kinds[:]
        twin.sets = self.sets[:]
        twin.floor = self.floor[:]
        twin.pool = self.pool
        twin.in_hands = self.in_hands
        twin.fresh = self.fresh[:]
        twin.had = self.had[:]
        twin.drew = self.drew[:]
        return twin


def nothing_known(seats: int) -> Knowledge:
    """No bounds yet."""
    known = Knowledge(seats)
    known.kinds = vec[i64]([0] * (seats * (seats + 1)))
    known.sets = vec[i64]([0] * (seats * (seats + 1)))
    known.floor = vec[i64]([NO_FLOOR] * seats)
    known.fresh = vec[i64]([FULL] * seats)
    known.had = vec[i64]([0] * seats)
    known.drew = vec[i64]([0] * seats)
    return known
