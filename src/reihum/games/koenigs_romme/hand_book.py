"""What was found out about hands in the solo variant: how many swaps they need, and which cards help them.

A move changes one card of one hand, so the same hands are met again and again. A card more and another one
less change the swaps of a hand by one at most, because the new card could be swapped instead of the old one.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import bit
from reihum.games.koenigs_romme.cards import (
    DECKS,
    HALF,
    HALF_BITS,
    JOKER,
    LOWEST,
    SUITS,
    VALUES,
    Hand,
    natural_cards,
    suit_cards,
    suit_size,
)
from reihum.games.koenigs_romme.melds import add_counts, card_bit, wild_count
from reihum.games.koenigs_romme.runs import (
    LEFT_MASK,
    USED_AT,
    add_options,
    cards_left,
    usable_values,
    wilds_of,
)
from reihum.games.koenigs_romme.swaps import (
    MOST_SWAPS,
    all_but,
    cards_that_stay,
    count_left,
    spares_one,
    stay_few,
    values_that_help,
)

NEAR: Final = 4  # a card this far from another of its suit may join it in a run, with wilds between
NEAR_MASK: Final = (1 << 2 * (2 * NEAR + 1)) - 1

SUIT_BITS: Final = 2 * VALUES
EMPTY: Final = -1
ALL_SUITS: Final = (1 << SUITS) - 1

# A page has the hand in two numbers, then the fewest and the most swaps it may need, and the cards that help.
PAGES: Final = 1 << 12
PAGE: Final = 4
UNKNOWN: Final = MOST_SWAPS << 8
MIX_A: Final = 2862933555777941757
MIX_B: Final = 3935559000370003845
MIXED: Final = 0x3FFFFFFFFFFFFFFF

# A slip has the cards of a suit with the wilds allowed, and the options of runs.py, their number first.
SLIPS: Final = 1 << 9
SLIP: Final = 32
MOST_OPTIONS: Final = SLIP - 2


@final
@mypyc_attr(acyclic=True)
class HandBook:
    """What was found out about hands; each has one page where it may stand, and displaces another there.

    A server has many books, so they are small: 256 KiB. Eight times as large, a search is half as fast again.
    """

    def __init__(self) -> None:
        self.pages = vec[i64]([EMPTY] * (PAGE * PAGES))
        self.slips = vec[i64]([EMPTY] * (SLIP * SLIPS))
        self.among: i64 = 0  # the cards that may help

    def look_for(self, cards: i64) -> None:
        """From now on, look for help among these cards or fewer."""
        if cards & ~self.among:
            self.among = cards
            for at in range(0, PAGE * PAGES, PAGE):
                self.pages[at] = EMPTY

    def swaps(self, hand: Hand, wild: i64) -> i64:
        """How many cards of a hand would have to become wilds for all of it to be laid."""
        at = self._page(hand, wild)
        bounds = self.pages[at + 2]
        least = bounds & 255
        while least < bounds >> 8:
            if self.is_within(hand, wild, least):
                break
            least += 1
        self.pages[at + 2] = least | least << 8
        return least

    def needs(self, hand: Hand, wild: i64, least: i64) -> bool:
        """Whether a hand that is known not to need fewer swaps than `least` needs just so many."""
        at = self._page(hand, wild)
        bounds = self.pages[at + 2]
        if bounds >> 8 <= least:
            return True
        if bounds & 255 > least:
            return False
        if self.is_within(hand, wild, least):
            self.pages[at + 2] = least | least << 8
            return True
        self.pages[at + 2] = least + 1 | bounds >> 8 << 8
        return False

    def helpful(self, hand: Hand, wild: i64) -> i64:
        """The cards that would save the hand a swap, as a set of cards."""
        at = self._page(hand, wild)
        found = self.pages[at + 3]
        if found == EMPTY:
            found = self._find_helpful(hand, wild, self.swaps(hand, wild))
            self.pages[at + 3] = found
        return found

    def _page(self, hand: Hand, wild: i64) -> i64:
        """Where a hand stands, with what is known of it."""
        one = hand[0] | hand[1] << SUIT_BITS | wild << 44 | hand[5] << 48 | (hand[4] & HALF) << 51
        two = hand[2] | hand[3] << SUIT_BITS | (hand[4] >> HALF_BITS) << 44
        mixed = (one * MIX_A + two * MIX_B) & MIXED
        at = PAGE * ((mixed ^ mixed >> 31) >> 7 & (PAGES - 1))
        if self.pages[at] != one or self.pages[at + 1] != two:
            self.pages[at] = one
            self.pages[at + 1] = two
            self.pages[at + 2] = UNKNOWN
            self.pages[at + 3] = EMPTY
        return at

    def _find_helpful(self, hand: Hand, wild: i64, needed: i64) -> i64:
        """The cards with which the hand, after another was thrown away, needs fewer swaps."""
        if needed == 0:
            return 0
        wilds = wild_count(hand, wild)
        options = vec[i64](capacity=64)
        starts = vec[i64]([0] * (SUITS + 1))
        for suit in range(SUITS):
            options = self._with_options(options, natural_cards(suit_cards(hand, suit), wild), wilds + needed)
            starts[suit + 1] = len(options)
        values = values_that_help(options, 0, 0, 0, wilds, needed) | bit(wild - LOWEST)
        found = card_bit(JOKER)
        for place in range(VALUES):
            if values >> place & 1:
                found |= card_bit(SUITS * place, ALL_SUITS)
        found &= self.among
        for suit in range(SUITS):
            held = natural_cards(suit_cards(hand, suit), wild)
            open_places = self._open_places(suit, held, found)
            if open_places:
                others = all_but(options, starts[suit], starts[suit + 1])
                for place in range(VALUES):
                    if open_places >> place & 1 and self._helps_runs(others, held, place, wilds, needed):
                        found |= card_bit(SUITS * place + suit)
        return found

    def _open_places(self, suit: i64, held: i64, found: i64) -> i64:
        """Where a card of a suit is near enough to others to help in a run, if it is not known to help."""
        places: i64 = 0
        if held == 0:
            return places
        for place in range(VALUES):
            if (self.among & ~found) >> SUITS * place + suit & 1:
                near: i64 = 0
                if place > NEAR:
                    near = place - NEAR
                if held >> 2 * near & NEAR_MASK and held >> 2 * place & 3 < DECKS:
                    places |= bit(place)
        return places

    def _helps_runs(self, others: vec[i64], held: i64, place: i64, wilds: i64, needed: i64) -> bool:
        """Whether a card more helps in the runs of its suit, with the options of the other suits."""
        more = self._with_options(vec[i64](capacity=32), held + bit(2 * place), wilds + needed)
        for i in range(1, len(more)):
            option = more[i]
            unspent = wilds - wilds_of(option)
            if option >> USED_AT + place & 1 and unspent + needed >= 0:
                left = option & LEFT_MASK
                if spares_one(others, 0, left, count_left(left), unspent, needed):
                    return True
        return False

    def is_within(self, hand: Hand, wild: i64, few: i64) -> bool:
        """Whether a hand can be laid if a few of its cards become wilds."""
        wilds = wild_count(hand, wild)
        left: i64 = 0
        naturals: i64 = 0
        for suit in range(SUITS):
            held = natural_cards(suit_cards(hand, suit), wild)
            left = add_counts(left, cards_left(held))
            naturals += suit_size(held)
        if cards_that_stay(left, naturals, wilds) <= few:
            return True
        left = 0
        options = vec[i64]()
        most = wilds + few
        for suit in range(SUITS):
            held = natural_cards(suit_cards(hand, suit), wild)
            if usable_values(held, most) == 0:
                left = add_counts(left, cards_left(held))
            else:
                naturals -= suit_size(held)
                if len(options) == 0:
                    options = vec[i64](capacity=64)
                options = self._with_options(options, held, most)
        return len(options) > 0 and stay_few(options, 0, left, naturals, wilds, few)

    def _with_options(self, options: vec[i64], held: i64, most: i64) -> vec[i64]:
        """The options of one suit more, their number first."""
        key = held | most << SUIT_BITS
        mixed = (key * MIX_A) & MIXED
        at = SLIP * ((mixed ^ mixed >> 31) >> 7 & (SLIPS - 1))
        slips = self.slips
        if slips[at] == key:
            for i in range(at + 1, at + 2 + slips[at + 1]):
                options = append(options, slips[i])
            return options
        first = len(options)
        options = add_options(options, held, most)
        count = options[first]
        if count <= MOST_OPTIONS:
            slips[at] = key
            for i in range(count + 1):
                slips[at + 1 + i] = options[first + i]
        return options
