"""What the seats of YoYo know of hands and stock beyond what they see.

What happens is only noted. What follows from it for the hands (`lots.py`) is worked out when somebody asks,
so that playouts, in which nobody does, pay next to nothing for it. What is known of the stock:

- `recycled`, `in_hands`: at the reshuffle (Y14) everybody knows what goes into the stock, and hence what all
  hands together hold.
- `under`: so many cards at the bottom of the stock came from hands by Chaos (Y21).
- `outside`: cards that a seat has held and given away since the reshuffle, also by Chaos. Wherever they are
  now, nobody can draw them before they are laid, unless they lie under the stock. Only that seat knows.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import NOBODY, left_of
from reihum.core.packing import of_value
from reihum.games.yoyo.cards import (
    BLUE,
    COLOURS,
    DECK,
    MOST_SEATS,
    RED,
    YELLOW,
    colour_of,
    fitting_on,
    number_of,
)
from reihum.games.yoyo.lots import (
    ANYWHERE,
    FROM_STOCK,
    Lots,
    kinds_in,
    nothing_known_of_hands,
    without,
)

# A note is what | seat | other seat | card | how many cards or which number | direction | a flag, which says
# of Chaos that the stock is known, and of a drawn card that it lay under the stock.
SEAT: Final = 4
OTHER: Final = 7
CARD: Final = 10
COUNT: Final = 17
DIRECTION: Final = 24
FLAG: Final = 26
NOTES: Final = 128  # room for so many at first

DEALT: Final = 0
CHAOS: Final = 1
LAID: Final = 2
LAID_DRAWN: Final = 3
GOES_ON: Final = 4
ENDED: Final = 5
DREW_FITTING: Final = 6
DREW_OTHER: Final = 7
RESHUFFLED: Final = 8
LEFT: Final = 9
ARRIVED: Final = 10


NO_CARDS: Final = vec[i64]([0] * COLOURS)
NOTHING_OUTSIDE: Final = vec[i64]([0] * (MOST_SEATS * COLOURS))
NOTHING_KNOWN: Final = Lots(0)


@final
@mypyc_attr(acyclic=True)
class Knowledge:
    """What each seat knows, and what everybody knows."""

    def __init__(self, seats: i64) -> None:
        self.seats = seats
        self.under: i64 = 0
        # The next four are set as a whole and never changed in place, so copies share them.
        self.recycled = NO_CARDS  # packed, by colour; all 0: there was no reshuffle
        self.in_hands = NO_CARDS  # packed, by colour
        self.outside = NOTHING_OUTSIDE  # packed, by observer, colour
        self.known_before = NOTHING_KNOWN  # of the hands, before these notes
        self.notes = vec[i64]()
        self.noted: i64 = 0

    def knows_stock(self) -> bool:
        """Whether the stock is known to come from the reshuffle."""
        return self.recycled[0] | self.recycled[1] | self.recycled[2] != 0

    # -- what happens -----------------------------------------------------------------------------

    def dealt(self) -> None:
        """Y3: a new game."""
        self.noted = 0
        self._note(DEALT)
        self.recycled = NO_CARDS
        self.in_hands = NO_CARDS
        self._nothing_outside()
        self.under = 0

    def laid(self, seat: i64, card: i64, held: i64) -> None:
        """Everybody sees a card leave a hand of so many; it is not the one just drawn."""
        self._note(LAID | seat << SEAT | card << CARD | held << COUNT)

    def laid_drawn(self, seat: i64) -> None:
        """Y13: the card just drawn is laid at once."""
        self._note(LAID_DRAWN | seat << SEAT)

    def goes_on(self, seat: i64, direction: i64, number: i64) -> None:
        """Y15: a series could go on with this number, in the colour of the direction or in yellow."""
        self._note(GOES_ON | seat << SEAT | number << COUNT | direction << DIRECTION)

    def ended(self, seat: i64, direction: i64, number: i64) -> None:
        """Y15: a lay could not go on with this number."""
        self._note(ENDED | seat << SEAT | number << COUNT | direction << DIRECTION)

    def drew(self, seat: i64, card: i64, left: i64, fits: bool, top: i64, direction: i64) -> None:
        """Y13: a card from the stock, which has so many left; everybody sees whether it fits.

        Without a direction any card fits.
        """
        note = seat << SEAT | top << COUNT | direction << DIRECTION
        note |= DREW_FITTING if fits else DREW_OTHER
        if left < self.under:  # Y21: it came from a hand
            self.under = left
            note |= 1 << FLAG
            self._holds_again(seat, card)
        self._note(note)

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
        self._nothing_outside()
        for seat in range(self.seats):
            self._note(RESHUFFLED | seat << SEAT | held[seat] << COUNT)

    def taken(self, taker: i64, loser: i64, card: i64, held: i64) -> None:
        """Y19: a card out of a hand of so many; both see it, the others only that it moves."""
        self._left(loser, taker, card, held)
        self._arrived(loser, taker, card)

    def slid(self, cards: vec[i64], held: vec[i64]) -> None:
        """Y20: every seat passes its card to the left, all at once."""
        for seat in range(self.seats):
            self._left(seat, left_of(seat, self.seats), cards[seat], held[seat])
        for seat in range(self.seats):
            self._arrived(seat, left_of(seat, self.seats), cards[seat])

    def collected(self, hands: vec[i64]) -> None:
        """Y21: all give their hands (packed, by seat, colour) away."""
        note: i64 = CHAOS
        if self.knows_stock():
            note |= 1 << FLAG
        self.noted = 0
        self._note(note)
        self._own_outside()
        for i in range(self.seats * COLOURS):
            self.outside[i] += hands[i]

    def dealt_out(self, hands: vec[i64], under: i64) -> None:
        """Y21: what was collected makes these new hands; so many cards went under the stock."""
        for i in range(self.seats * COLOURS):
            self.outside[i] = without(self.outside[i], hands[i])
        self.under += under

    def _left(self, holder: i64, witness: i64, card: i64, held: i64) -> None:
        self._note(LEFT | holder << SEAT | witness << OTHER | card << CARD | held << COUNT)
        self._own_outside()
        self.outside[holder * COLOURS + colour_of(card)] += of_value(number_of(card), 1)

    def _arrived(self, giver: i64, holder: i64, card: i64) -> None:
        self._note(ARRIVED | giver << SEAT | holder << OTHER | card << CARD)
        self._holds_again(holder, card)

    def _nothing_outside(self) -> None:
        self.outside = NOTHING_OUTSIDE

    def _own_outside(self) -> None:
        self.outside = self.outside[:]

    def _holds_again(self, seat: i64, card: i64) -> None:
        self._own_outside()
        at = seat * COLOURS + colour_of(card)
        self.outside[at] = without(self.outside[at], of_value(number_of(card), 1))

    def _note(self, note: i64) -> None:
        if self.noted < len(self.notes):
            self.notes[self.noted] = note
        else:
            self.notes = append(self.notes, note)
        self.noted += 1

    # -- what follows from it ---------------------------------------------------------------------

    def hands(self) -> Lots:
        """What is known of the hands now; not to be changed. Asking changes nothing."""
        if self.noted == 0:
            return self.known_before
        lots = self.known_before.copy()
        for i in range(self.noted):
            self._work_out(lots, self.notes[i])
        return lots

    def _work_out(self, lots: Lots, note: i64) -> None:
        """What follows from one note."""
        what = note & 15
        seat = note >> SEAT & 7
        other = note >> OTHER & 7
        card = note >> CARD & 127
        count = note >> COUNT & 127
        direction = note >> DIRECTION & 3
        if what == LAID:
            lots.laid(seat, card, count)
        elif what == LAID_DRAWN:
            lots.laid_drawn(seat)
        elif what == GOES_ON:
            lots.goes_on(seat, direction, count)
        elif what == ENDED:
            lots.ended(seat, direction, count)
        elif what in (DREW_FITTING, DREW_OTHER):
            self._work_out_drawn(lots, note)
        elif what == RESHUFFLED:
            lots.reshuffled(seat, count, self.in_hands)
        elif what == LEFT:
            lots.left(seat, other, card, count)
        elif what == ARRIVED:
            lots.arrived(seat, other, card)
        else:
            lots.forget()
            lots.knows_stock = note >> FLAG == 1

    def _work_out_drawn(self, lots: Lots, note: i64) -> None:
        """Which kinds a drawn card can be, and where it came from."""
        top = note >> COUNT & 127
        direction = note >> DIRECTION & 3
        flip: i64 = 0 if note & 15 == DREW_FITTING else -1
        blue = fitting_on(BLUE, top, direction) ^ flip
        red = fitting_on(RED, top, direction) ^ flip
        yellow = fitting_on(YELLOW, top, direction) ^ flip
        if note >> FLAG:
            lots.drew(note >> SEAT & 7, blue, red, yellow, ANYWHERE)
            return
        if lots.knows_stock:
            blue &= kinds_in(self.recycled[BLUE])
            red &= kinds_in(self.recycled[RED])
            yellow &= kinds_in(self.recycled[YELLOW])
        lots.drew(note >> SEAT & 7, blue, red, yellow, FROM_STOCK)

    # -- copies -----------------------------------------------------------------------------------

    def seen_by(self, seat: i64) -> Knowledge:
        """A copy with what `seat` knows, and what others know of its hand; they forget the rest."""
        known = self.hands().copy()
        known.forget_others(seat)
        twin = Knowledge(self.seats)
        twin.known_before = known
        twin.under = self.under
        twin.recycled = self.recycled
        twin.in_hands = self.in_hands
        if seat != NOBODY:
            twin._own_outside()
            for i in range(seat * COLOURS, (seat + 1) * COLOURS):
                twin.outside[i] = self.outside[i]
        return twin

    def copy(self) -> Knowledge:
        """An independent copy."""
        twin = Knowledge(self.seats)
        twin.known_before = self.known_before
        twin.notes = self.notes[: self.noted]
        twin.noted = self.noted
        twin.under = self.under
        twin.recycled = self.recycled
        twin.in_hands = self.in_hands
        twin.outside = self.outside
        return twin


def nothing_known(seats: int) -> Knowledge:
    """Before the first deal."""
    knowledge = Knowledge(seats)
    knowledge.known_before = nothing_known_of_hands(seats)
    knowledge.notes = vec[i64]([0] * NOTES)
    knowledge.dealt()
    return knowledge
