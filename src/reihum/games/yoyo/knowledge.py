"""What the seats of YoYo can prove about hands and stock beyond what they see; sound, never a guess.

- `known`: a card that moves from one hand into another is known to the seat that gave it and the seat that
  got it, and the giver remembers it. What a giver knows of a taker, the taker knows as well, nobody else.
  A card that the holder lays is crossed out. When a card leaves the hand unseen, any of those remembered
  may have been it, so each kind counts one less; the seat that sees which one went crosses out only that.
- `one_of`: the whole table sees whether the card drawn from the stock fits (Y13) and whether a series could
  go on (Y15), hence that the hand has a card of one of some kinds. The latest such fact is kept until such
  a card is laid or any card leaves unseen.
- `recycled`, `in_hands`, `unmoved`: at the reshuffle (Y14) everybody knows what goes into the stock and what
  all hands together hold, and then how many cards of a hand are certainly still from that moment.

Chaos (Y21) ends all knowledge about hands; if cards are left over for the stock, about the stock as well.
What is not kept: that a lay ended by itself shows that its player had no card to go on with.
"""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import left_of
from reihum.core.packing import all_of, count_of, of_value
from reihum.games.yoyo.cards import BLUE, COLOURS, DECK, KINDS, RED, YELLOW, colour_of, number_of


@final
@mypyc_attr(acyclic=True)
class Knowledge:
    """What each seat knows of each hand, and what everybody knows."""

    def __init__(self, seats: i64) -> None:
        self.seats = seats
        self.remembered = False  # whether there is anything in `known`
        self.known = vec[i64]()  # packed cards, by observer, holder, colour
        self.one_of = vec[i64]()  # masks, by holder, colour
        # The next two are set as a whole and never changed in place, so copies share them.
        self.recycled = vec[i64]()  # packed, by colour: what was shuffled back; all 0: nobody knows
        self.in_hands = vec[i64]()  # packed, by colour: what all hands held then
        self.unmoved = vec[i64]()  # by holder: at least so many of its cards were in hands then

    def place(self, observer: i64, holder: i64) -> i64:
        """Where `known` begins for these two."""
        return (observer * self.seats + holder) * COLOURS

    # -- what happens -----------------------------------------------------------------------------

    def forget_hands(self) -> None:
        """Y21: hands are no longer what they were."""
        if self.remembered:
            for i in range(self.seats * self.seats * COLOURS):
                self.known[i] = 0
            self.remembered = False
        for i in range(self.seats * COLOURS):
            self.one_of[i] = 0
        for seat in range(self.seats):
            self.unmoved[seat] = 0

    def forget_stock(self) -> None:
        """From now on anything can be in the stock."""
        self.recycled = vec[i64]([0] * COLOURS)
        self.in_hands = vec[i64]([0] * COLOURS)

    def knows_stock(self) -> bool:
        """Whether the stock is known to come from the reshuffle."""
        return self.recycled[0] | self.recycled[1] | self.recycled[2] != 0

    def laid(self, seat: i64, card: i64) -> None:
        """Everybody sees a card leave a hand."""
        colour = colour_of(card)
        number = number_of(card)
        if self.remembered:
            for observer in range(self.seats):
                self._cross_out(observer, seat, card)
        if self.one_of[seat * COLOURS + colour] & all_of(number):
            self._clear(seat)
        if self.unmoved[seat] and self.in_hands[colour] & all_of(number):
            self.unmoved[seat] -= 1

    def goes_on(self, seat: i64, direction: i64, number: i64) -> None:
        """Y15: a series could go on with this number, in the colour of the direction or in yellow."""
        self._clear(seat)
        colour = direction - 1
        self.one_of[seat * COLOURS + colour] = all_of(number) & KINDS[colour]
        self.one_of[seat * COLOURS + YELLOW] = all_of(number) & KINDS[YELLOW]

    def drew(self, seat: i64, blue: i64, red: i64, yellow: i64) -> None:
        """Y13: the card drawn from the stock lies within these masks."""
        at = seat * COLOURS
        self.one_of[at + BLUE] = blue & KINDS[BLUE]
        self.one_of[at + RED] = red & KINDS[RED]
        self.one_of[at + YELLOW] = yellow & KINDS[YELLOW]
        if self.knows_stock():
            for colour in range(COLOURS):
                self.one_of[at + colour] &= kinds_in(self.recycled[colour])

    def reshuffled(self, pile: vec[i64], laid: i64, held: vec[i64]) -> None:
        """Y14: the pile without its top goes into the stock, so all other cards are in hands."""
        recycled = vec[i64]([0] * COLOURS)
        in_hands = DECK[:]
        for i in range(laid):
            one = of_value(number_of(pile[i]), 1)
            in_hands[colour_of(pile[i])] -= one
            if i < laid - 1:
                recycled[colour_of(pile[i])] += one
        self.recycled = recycled
        self.in_hands = in_hands
        for seat in range(self.seats):
            self.unmoved[seat] = held[seat]
            for colour in range(COLOURS):
                self.one_of[seat * COLOURS + colour] &= kinds_in(in_hands[colour])

    def taken(self, taker: i64, loser: i64, card: i64) -> None:
        """Y19: both see the card that moves, the others only that one does."""
        self._left_unseen(loser, taker, card)
        self._remember(loser, taker, card)

    def slid(self, cards: vec[i64]) -> None:
        """Y20: every seat passes its card to the left, all at once."""
        for seat in range(self.seats):
            self._left_unseen(seat, left_of(seat, self.seats), cards[seat])
        for seat in range(self.seats):
            self._remember(seat, left_of(seat, self.seats), cards[seat])

    # -- how it changes what is known -------------------------------------------------------------

    def _left_unseen(self, holder: i64, witness: i64, card: i64) -> None:
        """A card leaves a hand, and only one other seat sees which."""
        if self.remembered:
            for observer in range(self.seats):
                if observer == witness:
                    self._cross_out(observer, holder, card)
                elif observer != holder:
                    at = self.place(observer, holder)
                    for colour in range(COLOURS):
                        self.known[at + colour] = one_less(self.known[at + colour])
        self._clear(holder)
        if self.unmoved[holder]:
            self.unmoved[holder] -= 1

    def _cross_out(self, observer: i64, holder: i64, card: i64) -> None:
        at = self.place(observer, holder) + colour_of(card)
        number = number_of(card)
        if count_of(self.known[at], number):
            self.known[at] -= of_value(number, 1)

    def _remember(self, observer: i64, holder: i64, card: i64) -> None:
        self.known[self.place(observer, holder) + colour_of(card)] += of_value(number_of(card), 1)
        self.remembered = True

    def _clear(self, seat: i64) -> None:
        at = seat * COLOURS
        self.one_of[at] = 0
        self.one_of[at + 1] = 0
        self.one_of[at + 2] = 0

    def seen_by(self, seat: i64) -> Knowledge:
        """A copy with what `seat` knows, and what others know of its hand; they forget the rest."""
        twin = self.copy()
        for observer in range(self.seats):
            for holder in range(self.seats):
                if observer != seat and holder != seat:
                    at = self.place(observer, holder)
                    for colour in range(COLOURS):
                        twin.known[at + colour] = 0
        return twin

    def copy(self) -> Knowledge:
        """An independent copy."""
        twin = Knowledge(self.seats)
        twin.remembered = self.remembered
        twin.known = self.known[:]
        twin.one_of = self.one_of[:]
        twin.recycled = self.recycled
        twin.in_hands = self.in_hands
        twin.unmoved = self.unmoved[:]
        return twin


def one_less(cards: i64) -> i64:
    """Packed cards with one card less of every kind; none is there three times."""
    return (cards >> 1) & 0x1555555555555555


def kinds_in(cards: i64) -> i64:
    """A mask over the kinds of packed cards."""
    return ((cards | cards >> 1) & 0x1555555555555555) * 3


def nothing_known(seats: int) -> Knowledge:
    """Before the first deal."""
    knowledge = Knowledge(seats)
    knowledge.known = vec[i64]([0] * (seats * seats * COLOURS))
    knowledge.one_of = vec[i64]([0] * (seats * COLOURS))
    knowledge.recycled = vec[i64]([0] * COLOURS)
    knowledge.in_hands = vec[i64]([0] * COLOURS)
    knowledge.unmoved = vec[i64]([0] * seats)
    return knowledge
