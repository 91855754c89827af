"""What the seats of YoYo can prove about hands beyond what they see; sound, never a guess.

What everybody knows of a hand:

- `entries`: a tracked card is one that everybody can tell from the others in the hand: it was drawn from the
  stock (Y13: everybody saw whether it fits), or came from another hand (Y19, Y20). Each has an entry with the
  kinds that it can be. All other cards are the rest, with a single entry for all of them. When a lay ends by
  itself (Y15), no card of the hand could have continued it. When a card leaves, every entry that it could
  have been is blurred: it keeps only what is true whichever of them has left.
- `one_of`: when a series could go on (Y15), the hand has a card of one of two kinds. The latest such fact is
  kept until such a card is laid or any card leaves unseen.
- `unmoved`: how many cards of the rest were certainly in hands at the reshuffle (Y14).
- `drew_at`: the tops on which a seat drew (Y13). It proves nothing, since anybody may draw, but a good player
  remembers it.

What only one seat knows:

- `known`: a card that moves from one hand to another is known to the seat that gave it and the seat that got
  it, and the giver remembers it. When the holder lays it, it is crossed out. When a card leaves the hand
  unseen, it may have been any of those remembered, so each kind counts one less; a seat that sees which one
  left crosses out only that one. What is remembered is always at entries, or in the rest, that are noted as
  having come from this seat, or as perhaps having come from it.
"""

from __future__ import annotations

from typing import Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import NOBODY, bit
from reihum.core.packing import all_of
from reihum.core.value import Value
from reihum.games.yoyo.cards import (
    BLUE,
    COLOURS,
    DOWN,
    HIGHEST,
    KIND_MASKS,
    MOST_SEATS,
    RED,
    UP,
    YELLOW,
    add_card,
    colour_for,
    colour_of,
    kinds_in,
    number_of,
    one_less_of_each,
    without_one,
)

MOST_TRACKED: Final = 6  # cards of a hand; with more, the oldest joins the rest

# An entry is a mask over kinds for each colour, and traits. Entry 0 of a hand is the rest, whose only traits
# are the seats from which some of it may have come.
TRAITS: Final = COLOURS
ENTRY_LENGTH: Final = COLOURS + 1
HAND_LENGTH: Final = (MOST_TRACKED + 1) * ENTRY_LENGTH

IN_HANDS: Final = 1  # it was in a hand at the last reshuffle, or was dealt
FROM_STOCK: Final = 2  # it was not
ANYWHERE: Final = 3  # nobody knows; every entry has one of these three, so traits are 0 only if there is none
EARLY: Final = 4  # it was in the hand, or may have been, when `one_of` was seen
DREW: Final = 8  # its holder drew it
GIVER: Final = 16  # times bit(seat): it came from the hand of that seat, or may have
SURE: Final = GIVER << MOST_SEATS  # and certainly so
GIVERS: Final = SURE - GIVER  # all seats

ANY_COLOUR: Final = -1  # for a card that nobody has seen


@final
@mypyc_attr(acyclic=True)
class Proofs(Value):
    """What each seat knows of each hand, and what everybody knows of it."""

    def __init__(self, seats: i64) -> None:
        self.seats = seats
        self.known = vec[i64]()  # packed cards, by observer, holder, colour
        self.remembered = False  # whether there is anything in `known`
        self.one_of = vec[i64]()  # masks, by holder, colour
        self.entries = vec[i64]()  # by holder, entry, colour or TRAITS
        self.on_its_way = vec[i64]()  # masks, by giver, colour: what a card that has left can be
        self.unmoved = vec[i64]()  # by holder
        self.drew_at = vec[i64]()  # by seat: bit n for a top n going up, bit HIGHEST + n going down
        self.in_hands = vec[i64]()  # packed, by colour: what all hands held at the reshuffle
        self.knows_stock = False  # whether there was a reshuffle in this game

    def constructor_args(self) -> tuple[Any, ...]:
        """The number of seats."""
        return (self.seats,)

    def known_at(self, observer: i64, holder: i64) -> i64:
        """The index in `known` of what an observer knows of a holder's hand."""
        return observer * self.seats + holder

    def known_to(self, observer: i64, holder: i64, colour: i64) -> i64:
        """Packed: what an observer (or NOBODY) knows to be in another hand."""
        if observer == NOBODY:
            return 0
        return self.known[self.known_at(observer, holder) * COLOURS + colour]

    def tops_drawn_on(self, seat: i64, direction: i64) -> i64:
        """The tops on which a seat drew, going up or down: bit n for n."""
        tops = self.drew_at[seat]
        if direction == DOWN:
            tops >>= HIGHEST
        return tops & (bit(HIGHEST + 1) - bit(1))

    def tracked_cards(self, seat: i64) -> i64:
        """How many cards of a hand are tracked."""
        count: i64 = 0
        at = entry_at(seat, 1)
        while count < MOST_TRACKED and self.entries[at + TRAITS]:
            count += 1
            at += ENTRY_LENGTH
        return count

    def traits_of(self, seat: i64, entry: i64) -> i64:
        """The traits of a tracked card, or of the rest."""
        return self.entries[entry_at(seat, entry) + TRAITS]

    def can_be(self, seat: i64, entry: i64, colour: i64, kind: i64) -> bool:
        """Whether a tracked card, or one of the rest, can be of this kind."""
        return colour == ANY_COLOUR or self.entries[entry_at(seat, entry) + colour] & kind != 0

    def are_alike(self, seat: i64, one: i64, other: i64) -> bool:
        """Whether the same is known of two tracked cards."""
        for i in range(ENTRY_LENGTH):
            if self.entries[entry_at(seat, one) + i] != self.entries[entry_at(seat, other) + i]:
                return False
        return True

    # -- what happens -----------------------------------------------------------------------------

    def forget(self) -> None:
        """Y3, Y21: all hands are new."""
        self.remembered = False
        self.in_hands = vec[i64]()
        for i in range(self.seats * self.seats * COLOURS):
            self.known[i] = 0
        for seat in range(self.seats):
            self._clear_one_of(seat)
            self.unmoved[seat] = 0
            self.drew_at[seat] = 0
            at = seat * HAND_LENGTH
            for i in range(HAND_LENGTH):
                self.entries[at + i] = 0
            for colour in range(COLOURS):
                self.entries[at + colour] = KIND_MASKS[colour]
                self.on_its_way[seat * COLOURS + colour] = 0

    def learn_lay(self, seat: i64, card: i64, held: i64) -> None:
        """Everybody sees a card leave a hand of `held` cards; it is not the one just drawn."""
        colour = colour_of(card)
        kind = all_of(number_of(card))
        if self.remembered:
            for observer in range(self.seats):
                self._cross_out(observer, seat, card)
        if self.one_of[seat * COLOURS + colour] & kind:
            self._clear_one_of(seat)
        if self.traits_of(seat, 1) and not self._lose(seat, held, colour, kind):
            return
        if self.unmoved[seat] and self.in_hands[colour] & kind:
            self.unmoved[seat] -= 1

    def learn_lay_drawn(self, seat: i64) -> None:
        """Y13: the card just drawn is laid at once."""
        self._remove_entry(seat, self.tracked_cards(seat))

    def learn_going_on(self, seat: i64, direction: i64, number: i64) -> None:
        """Y15: a series could go on with this number, in the colour of the direction or in yellow."""
        self._clear_one_of(seat)
        colour = colour_for(direction)
        self.one_of[seat * COLOURS + colour] = all_of(number) & KIND_MASKS[colour]
        self.one_of[seat * COLOURS + YELLOW] = all_of(number) & KIND_MASKS[YELLOW]
        at = entry_at(seat, 1)
        for _ in range(self.tracked_cards(seat)):
            self.entries[at + TRAITS] |= EARLY
            at += ENTRY_LENGTH

    def learn_end(self, seat: i64, direction: i64, number: i64) -> None:
        """Y15: a lay could not go on with this number."""
        kept = ~all_of(number)
        colour = colour_for(direction)
        at = seat * HAND_LENGTH
        for _ in range(self.tracked_cards(seat) + 1):
            self.entries[at + colour] &= kept
            self.entries[at + YELLOW] &= kept
            at += ENTRY_LENGTH

    def learn_where_drawn(self, seat: i64, top: i64, direction: i64) -> None:
        """Y13: a seat draws on this top; without a direction it could lay any card."""
        if direction == UP:
            self.drew_at[seat] |= bit(top)
        elif direction == DOWN:
            self.drew_at[seat] |= bit(top + HIGHEST)

    def learn_draw(self, seat: i64, blue: i64, red: i64, yellow: i64, origin: i64) -> None:
        """Y13: everybody sees that a card drawn from the stock is within these masks."""
        self._add_entry(
            seat, blue & KIND_MASKS[BLUE], red & KIND_MASKS[RED], yellow & KIND_MASKS[YELLOW], origin | DREW
        )

    def learn_stock(self, seat: i64, held: i64, in_hands: vec[i64]) -> None:
        """Y14: all cards of a hand of `held` cards are among these (packed, by colour)."""
        self.in_hands = in_hands
        self.knows_stock = True
        count = self.tracked_cards(seat)
        self.unmoved[seat] = held - count
        for colour in range(COLOURS):
            kept = kinds_in(in_hands[colour])
            self.one_of[seat * COLOURS + colour] &= kept
            for i in range(count + 1):
                self.entries[entry_at(seat, i) + colour] &= kept
        for i in range(1, count + 1):
            at = entry_at(seat, i) + TRAITS
            self.entries[at] = self.entries[at] & ~ANYWHERE | IN_HANDS

    def learn_gift(self, holder: i64, witness: i64, card: i64, held: i64) -> None:
        """Y19, Y20: a card leaves a hand of `held` cards, and only one other seat sees which."""
        if self.remembered:
            for observer in range(self.seats):
                if observer == witness:
                    self._cross_out(observer, holder, card)
                elif observer != holder:
                    at = self.known_at(observer, holder) * COLOURS
                    for i in range(at, at + COLOURS):
                        self.known[i] = one_less_of_each(self.known[i])
        self._note_on_its_way(holder, held)
        self._clear_one_of(holder)
        if self._lose(holder, held, ANY_COLOUR, 0) and self.unmoved[holder]:
            self.unmoved[holder] -= 1

    def _note_on_its_way(self, holder: i64, held: i64) -> None:
        """Note what a card from a hand of `held` cards can be."""
        count = self.tracked_cards(holder)
        for colour in range(COLOURS):
            kinds: i64 = 0
            for i in range(count + 1):
                if i > 0 or held > count:
                    kinds |= self.entries[entry_at(holder, i) + colour]
            self.on_its_way[holder * COLOURS + colour] = kinds

    def learn_receipt(self, giver: i64, holder: i64, card: i64) -> None:
        """Y19, Y20: a card that only these two seats see comes into a hand."""
        add_card(self.known, self.known_at(giver, holder), card)
        self.remembered = True
        at = giver * COLOURS
        blue = self.on_its_way[at + BLUE]
        red = self.on_its_way[at + RED]
        yellow = self.on_its_way[at + YELLOW]
        if self._is_like_rest(holder, blue, red, yellow):
            self.note_giver_of_rest(giver, holder)
        else:
            self._add_entry(holder, blue, red, yellow, ANYWHERE | bit(giver) * GIVER | SURE)

    def note_giver_of_rest(self, giver: i64, holder: i64) -> None:
        """One of the cards that are not tracked may be known to the seat that gave it."""
        self.entries[entry_at(holder, 0) + TRAITS] |= bit(giver) * GIVER

    # -- how it changes what is known -------------------------------------------------------------

    def _cross_out(self, observer: i64, holder: i64, card: i64) -> None:
        """Cross out a card that has left a hand, if the observer knew of it."""
        at = self.known_at(observer, holder) * COLOURS + colour_of(card)
        self.known[at] = without_one(self.known[at], number_of(card))

    def _clear_one_of(self, seat: i64) -> None:
        """Forget that the hand has one of two kinds."""
        at = seat * COLOURS
        self.one_of[at + BLUE] = 0
        self.one_of[at + RED] = 0
        self.one_of[at + YELLOW] = 0

    def _add_entry(self, seat: i64, blue: i64, red: i64, yellow: i64, traits: i64) -> None:
        """Add an entry for a tracked card."""
        count = self.tracked_cards(seat)
        if count == MOST_TRACKED:
            self._join_rest(seat, 1)
            count -= 1
        self._set_entry(entry_at(seat, count + 1), blue, red, yellow, traits)

    def _remove_entry(self, seat: i64, entry: i64) -> None:
        """Remove the entry of a card that has left the hand, or is no longer tracked."""
        at = entry_at(seat, entry)
        end = entry_at(seat, MOST_TRACKED)
        while at < end:
            for i in range(ENTRY_LENGTH):
                self.entries[at + i] = self.entries[at + ENTRY_LENGTH + i]
            at += ENTRY_LENGTH
        self.entries[end + TRAITS] = 0

    def _join_rest(self, seat: i64, entry: i64) -> None:
        """Stop tracking a card."""
        rest = seat * HAND_LENGTH
        at = entry_at(seat, entry)
        for colour in range(COLOURS):
            self.entries[rest + colour] |= self.entries[at + colour]
        self.entries[rest + TRAITS] |= self.entries[at + TRAITS] & GIVERS
        if self.entries[at + TRAITS] & ANYWHERE == IN_HANDS:
            self.unmoved[seat] += 1
        self._remove_entry(seat, entry)

    def _lose(self, seat: i64, held: i64, colour: i64, kind: i64) -> bool:
        """A card of this kind leaves a hand of `held` cards; whether it may have been one of the rest."""
        rest = seat * HAND_LENGTH
        count = self.tracked_cards(seat)
        last: i64 = 0
        blue: i64 = 0
        red: i64 = 0
        yellow: i64 = 0
        traits: i64 = 0
        for i in range(1, count + 1):
            at = entry_at(seat, i)
            if self.can_be(seat, i, colour, kind):
                blue |= self.entries[at + BLUE]
                red |= self.entries[at + RED]
                yellow |= self.entries[at + YELLOW]
                traits |= self.entries[at + TRAITS]
                last = i
        of_rest = held > count and self._can_be_of_rest(seat, held - count, colour, kind)
        if last == 0:
            return of_rest
        if of_rest:
            blue |= self.entries[rest + BLUE]
            red |= self.entries[rest + RED]
            yellow |= self.entries[rest + YELLOW]
            traits |= EARLY | self.entries[rest + TRAITS]
            traits |= IN_HANDS if self.unmoved[seat] == held - count else ANYWHERE
        else:
            self._remove_entry(seat, last)
            count -= 1
        traits = blurred_traits(traits)
        for i in range(count, 0, -1):
            if self.can_be(seat, i, colour, kind):
                self._set_entry(entry_at(seat, i), blue, red, yellow, traits)
                if self._is_like_rest(seat, blue, red, yellow):
                    self._join_rest(seat, i)
        return of_rest

    def _can_be_of_rest(self, seat: i64, count: i64, colour: i64, kind: i64) -> bool:
        """Whether one of the `count` cards that are not tracked can be of this kind."""
        if colour != ANY_COLOUR and self.unmoved[seat] == count and self.in_hands[colour] & kind == 0:
            return False  # all of them were in hands at the reshuffle, and no such card was
        return self.can_be(seat, 0, colour, kind)

    def _is_like_rest(self, seat: i64, blue: i64, red: i64, yellow: i64) -> bool:
        """Whether the rest of a hand can be exactly these kinds."""
        rest = seat * HAND_LENGTH
        return (
            blue == self.entries[rest + BLUE]
            and red == self.entries[rest + RED]
            and yellow == self.entries[rest + YELLOW]
        )

    def _set_entry(self, at: i64, blue: i64, red: i64, yellow: i64, traits: i64) -> None:
        self.entries[at + BLUE] = blue
        self.entries[at + RED] = red
        self.entries[at + YELLOW] = yellow
        self.entries[at + TRAITS] = traits

    # -- copies -----------------------------------------------------------------------------------

    def forget_others(self, seat: i64) -> None:
        """Keep what `seat` knows, and what others know of its hand."""
        for observer in range(self.seats):
            for holder in range(self.seats):
                if observer != seat and holder != seat:
                    at = self.known_at(observer, holder) * COLOURS
                    for i in range(at, at + COLOURS):
                        self.known[i] = 0
        kept = 0 if seat == NOBODY else bit(seat) * GIVER
        for holder in range(self.seats):
            if holder != seat:
                for i in range(MOST_TRACKED + 1):
                    self._forget_givers(entry_at(holder, i) + TRAITS, kept)

    def _forget_givers(self, at: i64, kept: i64) -> None:
        """Of the seats from which a card may have come, keep only some."""
        giver = self.entries[at] & kept
        self.entries[at] &= ~(GIVERS | SURE) | giver | (SURE if giver else 0)

    def copy(self) -> Proofs:
        """An independent copy."""
        twin = Proofs(self.seats)
        twin.known = self.known[:]
        twin.remembered = self.remembered
        twin.one_of = self.one_of[:]
        twin.entries = self.entries[:]
        twin.on_its_way = self.on_its_way[:]
        twin.unmoved = self.unmoved[:]
        twin.drew_at = self.drew_at[:]
        twin.in_hands = self.in_hands
        twin.knows_stock = self.knows_stock
        return twin


def nothing_proved(seats: i64) -> Proofs:
    """What is proved before the first deal: nothing."""
    proofs = Proofs(seats)
    proofs.known = vec[i64]([0] * int(seats * seats * COLOURS))
    proofs.one_of = vec[i64]([0] * int(seats * COLOURS))
    proofs.entries = vec[i64]([0] * int(seats * HAND_LENGTH))
    proofs.on_its_way = vec[i64]([0] * int(seats * COLOURS))
    proofs.unmoved = vec[i64]([0] * int(seats))
    proofs.drew_at = vec[i64]([0] * int(seats))
    return proofs


def entry_at(seat: i64, entry: i64) -> i64:
    """The index in `entries` where an entry of a hand begins; entry 0 is the rest."""
    return seat * HAND_LENGTH + entry * ENTRY_LENGTH


def blurred_traits(traits: i64) -> i64:
    """The traits of several entries together, once it is not clear which of them are left."""
    return traits & ~(DREW | SURE)
