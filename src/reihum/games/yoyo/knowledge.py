"""What the seats of YoYo know of hands and stock beyond what they see.

What happens is only noted. What follows for the hands (`proofs.py`) is worked out when somebody asks, so it
costs playouts, in which nobody asks, next to nothing. What is known of the stock:

- `recycled`, `in_hands`: at the reshuffle (Y14) everybody knows what goes into the stock, and so what all
  hands together hold.
- `under`: how many cards at the bottom of the stock came from hands by Chaos (Y21).
- `outside`: cards that a seat has held and given away since the reshuffle, also by Chaos. Wherever they are
  now, nobody can draw them before they are laid, unless they are under the stock. Only that seat knows.
"""

from __future__ import annotations

from typing import Any, Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import NOBODY, left_of
from reihum.core.packing import count_of, of_value
from reihum.core.value import Value
from reihum.games.yoyo.cards import (
    ALL,
    BLUE,
    COLOURS,
    HIGHEST,
    MOST_SEATS,
    PACKED_DECK,
    RED,
    YELLOW,
    add_card,
    colour_of,
    fitting_on,
    kinds_in,
    number_of,
    without_cards,
    without_one,
)
from reihum.games.yoyo.proofs import (
    ANYWHERE,
    FROM_STOCK,
    IN_HANDS,
    Proofs,
    nothing_proved,
)

# A note is one number: what happened, and above that a seat, another seat, a card, how many cards or which
# number, a direction, and a flag. For new hands the flag says that the stock is known, and for a drawn card
# that it was under the stock.
SEAT_AT: Final = 4
OTHER_AT: Final = 7
CARD_AT: Final = 10
COUNT_AT: Final = 17
DIRECTION_AT: Final = 24
FLAG_AT: Final = 26
WHAT_MASK: Final = (1 << SEAT_AT) - 1
SEAT_MASK: Final = (1 << OTHER_AT - SEAT_AT) - 1
CARD_MASK: Final = (1 << COUNT_AT - CARD_AT) - 1
COUNT_MASK: Final = (1 << DIRECTION_AT - COUNT_AT) - 1
DIRECTION_MASK: Final = (1 << FLAG_AT - DIRECTION_AT) - 1
FLAG: Final = 1 << FLAG_AT
NOTES: Final = 128  # how many there is room for at first

NEW_HANDS: Final = 0  # dealt, or after Chaos
LAID: Final = 1
LAID_DRAWN: Final = 2
GOES_ON: Final = 3
ENDED: Final = 4
DREW_FITTING: Final = 5
DREW_OTHER: Final = 6
NEW_STOCK: Final = 7
GAVE: Final = 8
RECEIVED: Final = 9

NO_CARDS: Final = vec[i64]([0] * COLOURS)
NOTHING_OUTSIDE: Final = vec[i64]([0] * (MOST_SEATS * COLOURS))
NOTHING_KNOWN: Final = Proofs(0)


@final
@mypyc_attr(acyclic=True)
class Knowledge(Value):
    """What each seat knows, and what everybody knows."""

    def __init__(self, seats: i64) -> None:
        self.seats = seats
        self.under: i64 = 0
        # The next four are always replaced and never changed in place, so copies share them.
        self.recycled = NO_CARDS  # packed, by colour; all 0 if there was no reshuffle
        self.in_hands = NO_CARDS  # packed, by colour
        self.outside = NOTHING_OUTSIDE  # packed, by observer, colour
        self.known_before = NOTHING_KNOWN  # what was known of the hands before these notes
        self.notes = vec[i64]()
        self.noted: i64 = 0

    def constructor_args(self) -> tuple[Any, ...]:
        """The number of seats."""
        return (self.seats,)

    # -- what happens is noted --------------------------------------------------------------------

    def note_deal(self) -> None:
        """Y3: a new game."""
        self.noted = 0
        self._note(NEW_HANDS)
        self.recycled = NO_CARDS
        self.in_hands = NO_CARDS
        self.outside = NOTHING_OUTSIDE
        self.under = 0

    def note_lay(self, seat: i64, card: i64, held: i64) -> None:
        """Everybody sees a card leave a hand of `held` cards; it is not the one just drawn."""
        self._note(LAID | seat << SEAT_AT | card << CARD_AT | held << COUNT_AT)

    def note_lay_drawn(self, seat: i64) -> None:
        """Y13: the card just drawn is laid at once."""
        self._note(LAID_DRAWN | seat << SEAT_AT)

    def note_going_on(self, seat: i64, direction: i64, number: i64) -> None:
        """Y15: a series could go on with this number, in the colour of the direction or in yellow."""
        self._note(GOES_ON | seat << SEAT_AT | number << COUNT_AT | direction << DIRECTION_AT)

    def note_end(self, seat: i64, direction: i64, number: i64) -> None:
        """Y15: a lay could not go on with this number."""
        self._note(ENDED | seat << SEAT_AT | number << COUNT_AT | direction << DIRECTION_AT)

    def note_draw(self, seat: i64, card: i64, in_stock: i64, fits: bool, top: i64, direction: i64) -> None:
        """Y13: a card is drawn, and the stock has `in_stock` left; everybody sees whether it fits.

        Without a direction any card fits.
        """
        note = seat << SEAT_AT | top << COUNT_AT | direction << DIRECTION_AT
        note |= DREW_FITTING if fits else DREW_OTHER
        if in_stock < self.under:  # Y21: it came from a hand
            self.under = in_stock
            note |= FLAG
            self._hold_again(seat, card)
        self._note(note)

    def note_stock(self, pile: vec[i64], in_pile: i64, held: vec[i64]) -> None:
        """Y14: the pile without its top goes into the stock, so all other cards are in hands."""
        recycled = vec[i64]([0] * COLOURS)
        in_hands = PACKED_DECK[:]
        for i in range(in_pile):
            one = of_value(number_of(pile[i]), 1)
            in_hands[colour_of(pile[i])] -= one
            if i < in_pile - 1:
                recycled[colour_of(pile[i])] += one
        self.recycled = recycled
        self.in_hands = in_hands
        self.outside = NOTHING_OUTSIDE
        for seat in range(self.seats):
            self._note(NEW_STOCK | seat << SEAT_AT | held[seat] << COUNT_AT)

    def note_take(self, taker: i64, loser: i64, card: i64, held: i64) -> None:
        """Y19: a card is taken from a hand of `held` cards; only these two seats see which."""
        self._note_gave(loser, taker, card, held)
        self._note_received(loser, taker, card)

    def note_slide(self, cards: vec[i64], held: vec[i64]) -> None:
        """Y20: every seat passes its card to the left at the same time."""
        for seat in range(self.seats):
            self._note_gave(seat, left_of(seat, self.seats), cards[seat], held[seat])
        for seat in range(self.seats):
            self._note_received(seat, left_of(seat, self.seats), cards[seat])

    def note_chaos(self, hands: vec[i64]) -> None:
        """Y21: all seats give their hands away (packed, by seat, colour)."""
        note: i64 = NEW_HANDS
        if self.knows_stock():
            note |= FLAG
        self.noted = 0
        self._note(note)
        self._copy_outside()
        for i in range(self.seats * COLOURS):
            self.outside[i] += hands[i]

    def note_new_hands(self, hands: vec[i64], under: i64) -> None:
        """Y21: the cards collected make these new hands; `under` cards went under the stock."""
        for i in range(self.seats * COLOURS):
            self.outside[i] = without_cards(self.outside[i], hands[i])
        self.under += under

    def _note_gave(self, giver: i64, witness: i64, card: i64, held: i64) -> None:
        """A card leaves a hand of `held` cards, and one other seat sees it."""
        self._note(GAVE | giver << SEAT_AT | witness << OTHER_AT | card << CARD_AT | held << COUNT_AT)
        self._copy_outside()
        add_card(self.outside, giver, card)

    def _note_received(self, giver: i64, holder: i64, card: i64) -> None:
        """That card comes into another hand."""
        self._note(RECEIVED | giver << SEAT_AT | holder << OTHER_AT | card << CARD_AT)
        self._hold_again(holder, card)

    def _hold_again(self, seat: i64, card: i64) -> None:
        """A seat gets a card, perhaps one that it has given away before."""
        self._copy_outside()
        at = seat * COLOURS + colour_of(card)
        self.outside[at] = without_one(self.outside[at], number_of(card))

    def _copy_outside(self) -> None:
        """Make `outside` safe to change: copies share it."""
        self.outside = self.outside[:]

    def _note(self, note: i64) -> None:
        """Add a note."""
        if self.noted < len(self.notes):
            self.notes[self.noted] = note
        else:
            self.notes = append(self.notes, note)
        self.noted += 1

    # -- what follows from it ---------------------------------------------------------------------

    def knows_stock(self) -> bool:
        """Whether the stock is known to come from the reshuffle."""
        return self.recycled[BLUE] | self.recycled[RED] | self.recycled[YELLOW] != 0

    def origin(self, colour: i64, number: i64, copy: i64, unseen: i64) -> i64:
        """Where one of equal cards that a seat does not see may have been at the reshuffle."""
        if not self.knows_stock():
            return ANYWHERE
        recycled = count_of(self.recycled[colour], number)
        if recycled and count_of(self.in_hands[colour], number) and unseen == 1:
            return ANYWHERE  # nobody knows which of the two this is
        return FROM_STOCK if copy < recycled else IN_HANDS

    def given_away_count(self, seat: i64, colour: i64, number: i64) -> i64:
        """How many equal cards a seat (or NOBODY) has held and given away."""
        if seat == NOBODY:
            return 0
        return count_of(self.outside[seat * COLOURS + colour], number)

    def proofs(self) -> Proofs:
        """What is known of the hands now; this object does not change."""
        proofs = self.known_before.copy()
        for i in range(self.noted):
            self._work_out(proofs, self.notes[i])
        return proofs

    def _work_out(self, proofs: Proofs, note: i64) -> None:
        """Work out what follows from one note."""
        what = note & WHAT_MASK
        seat = note >> SEAT_AT & SEAT_MASK
        other = note >> OTHER_AT & SEAT_MASK
        card = note >> CARD_AT & CARD_MASK
        count = note >> COUNT_AT & COUNT_MASK
        direction = note >> DIRECTION_AT & DIRECTION_MASK
        if what == LAID:
            proofs.learn_lay(seat, card, count)
        elif what == LAID_DRAWN:
            proofs.learn_lay_drawn(seat)
        elif what == GOES_ON:
            proofs.learn_going_on(seat, direction, count)
        elif what == ENDED:
            proofs.learn_end(seat, direction, count)
        elif what in (DREW_FITTING, DREW_OTHER):
            self._work_out_draw(proofs, note)
        elif what == NEW_STOCK:
            proofs.learn_stock(seat, count, self.in_hands)
        elif what == GAVE:
            proofs.learn_gift(seat, other, card, count)
        elif what == RECEIVED:
            proofs.learn_receipt(seat, other, card)
        else:
            proofs.forget()
            proofs.knows_stock = note & FLAG != 0

    def _work_out_draw(self, proofs: Proofs, note: i64) -> None:
        """Work out which kinds a drawn card can be, and where it came from."""
        seat = note >> SEAT_AT & SEAT_MASK
        top = note >> COUNT_AT & COUNT_MASK
        direction = note >> DIRECTION_AT & DIRECTION_MASK
        proofs.learn_where_drawn(seat, top, direction)
        blue = fitting_on(BLUE, top, direction)
        red = fitting_on(RED, top, direction)
        yellow = fitting_on(YELLOW, top, direction)
        if note & WHAT_MASK == DREW_OTHER:
            blue ^= ALL
            red ^= ALL
            yellow ^= ALL
        if note & FLAG:
            proofs.learn_draw(seat, blue, red, yellow, ANYWHERE)
            return
        if proofs.knows_stock:
            blue &= kinds_in(self.recycled[BLUE])
            red &= kinds_in(self.recycled[RED])
            yellow &= kinds_in(self.recycled[YELLOW])
        proofs.learn_draw(seat, blue, red, yellow, FROM_STOCK)

    def recall_gift(self, seat: i64, holder: i64, card: i64) -> None:
        """A seat remembers a card that it gave away and that is certainly still in another hand."""
        self._settle_notes()
        add_card(self.known_before.known, self.known_before.known_at(seat, holder), card)
        self.known_before.remembered = True
        self.known_before.note_giver_of_rest(seat, holder)
        self._copy_outside()
        add_card(self.outside, seat, card)

    def recall_draws(self, seat: i64, up: i64, down: i64) -> None:
        """Everybody remembers the tops on which a seat drew, going up and going down."""
        self._settle_notes()
        self.known_before.drew_at[seat] = up | down << HIGHEST

    def _settle_notes(self) -> None:
        """Work out all notes for good, and make what is known safe to change."""
        self.known_before = self.proofs()
        self.noted = 0

    # -- copies -----------------------------------------------------------------------------------

    def knowledge_of(self, seat: i64) -> Knowledge:
        """A copy with what `seat` knows, and what others know of its hand; the rest is forgotten."""
        known = self.proofs()
        known.forget_others(seat)
        twin = Knowledge(self.seats)
        twin.known_before = known
        twin.under = self.under
        twin.recycled = self.recycled
        twin.in_hands = self.in_hands
        if seat != NOBODY:
            twin._copy_outside()
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
    """What is known before the first deal: nothing."""
    knowledge = Knowledge(seats)
    knowledge.known_before = nothing_proved(seats)
    knowledge.notes = vec[i64]([0] * NOTES)
    knowledge.note_deal()
    return knowledge
