"""What a seat of YoYo may do: whose decision it is, the legal moves, and why others are refused."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import NO_CARD, NOBODY, OVER, Refusal
from reihum.core.packing import all_of, lowest
from reihum.games.yoyo.cards import (
    ACTION_OF,
    BLUE,
    COLOURS,
    DOWN,
    DRAW,
    KEEP,
    NO_DIRECTION,
    PLAIN,
    RED,
    SLIDE_ON,
    STOP,
    TAKE,
    TAKE_CARDS,
    UP,
    YELLOW,
    card_name,
    card_of,
    card_with,
    colour_for,
    colour_of,
    fitting_on,
    how_of,
    lay_move,
    number_of,
    slide_move,
    step_of,
)
from reihum.games.yoyo.table import DONE, DRAWN, PLAY, SERIES, SLIDING, TAKING, Table


@mypyc_attr(acyclic=True)
class Legal(Table):
    """Whose decision it is, and what the legal moves are."""

    # -- whose decision ---------------------------------------------------------------------------

    def turn(self) -> i64:
        """The seat in turn; while cards are passed on, the first seat that has not chosen."""
        if self.phase < SLIDING:
            return self.current
        if self.phase == SLIDING:
            for seat in range(self.seats):
                if self.slid[seat] == NO_CARD:
                    return seat
        return OVER

    def player(self) -> i64:
        """The seat in turn; while cards are passed on, still the one that laid the yellow card."""
        return self.current

    def owes(self, seat: i64) -> bool:
        """Y20: every seat that has not chosen a card to pass on; otherwise the seat in turn."""
        if self.phase == SLIDING:
            return self.slid[seat] == NO_CARD
        return self.phase != DONE and seat == self.current

    # -- legal moves ------------------------------------------------------------------------------

    def moves(self, seat: i64, into: vec[i64]) -> i64:
        """Y12, Y13, Y15, Y19, Y20, Y22."""
        if self.phase == PLAY:
            count = self._lays(seat, into)
            into[count] = DRAW  # Y13b
            return count + 1
        if self.phase == SERIES:
            return self._continuations(seat, into)
        if self.phase == DRAWN:  # Y13a
            count = self._add_lays(seat, self.drawn, into, 0)
            into[count] = KEEP
            return count + 1
        if self.phase == TAKING:
            return self._takes(seat, into)
        return self._slides(seat, into)

    def _lays(self, seat: i64, into: vec[i64]) -> i64:
        """Y5 to Y11: every card that fits."""
        count: i64 = 0
        direction = self.direction_for(seat)
        for colour in range(COLOURS):
            cards = self.hands[seat * COLOURS + colour] & fitting_on(colour, self.top, direction)
            while cards:
                number = lowest(cards)
                count = self._add_lays(seat, card_with(colour, number), into, count)
                cards &= ~all_of(number)
        return count

    def _add_lays(self, seat: i64, card: i64, into: vec[i64], count: i64) -> i64:
        """Add the one way to lay a card, or both if its player names the direction."""
        if self.must_name(seat, card):
            into[count] = lay_move(card, UP)
            into[count + 1] = lay_move(card, DOWN)
            return count + 2
        into[count] = lay_move(card, PLAIN)
        return count + 1

    def direction_for(self, seat: i64) -> i64:
        """The direction that a seat must follow; none if it may lay any card (Y5, Y11)."""
        if self.top_by == seat:
            return NO_DIRECTION
        return self.direction

    def fits(self, seat: i64, card: i64) -> bool:
        """Y5 to Y11: whether a seat may begin a lay with a card."""
        fitting = fitting_on(colour_of(card), self.top, self.direction_for(seat))
        return fitting & all_of(number_of(card)) != 0

    def must_name(self, seat: i64, card: i64) -> bool:
        """Y5, Y10: whether a player who begins a lay with this card must name the direction."""
        if colour_of(card) != YELLOW or self.held[seat] == 1:
            return False
        return self.in_pile == 0 or self.top == number_of(card) or self.top_is_yellow()

    def can_go_on(self, seat: i64) -> bool:
        """Y15, Y16: whether a seat has the next card of a series."""
        number = self.top + step_of(self.direction)
        at = seat * COLOURS
        return (self.hands[at + colour_for(self.direction)] | self.hands[at + YELLOW]) & all_of(number) != 0

    def _continuations(self, seat: i64, into: vec[i64]) -> i64:
        number = self.top + step_of(self.direction)
        count: i64 = 0
        same = card_with(colour_for(self.direction), number)
        if self.holds(seat, same):
            into[0] = lay_move(same, PLAIN)
            count = 1
        yellow = card_with(YELLOW, number)
        if self.holds(seat, yellow):
            into[count] = lay_move(yellow, PLAIN)  # Y10b
            count += 1
        into[count] = STOP
        return count + 1

    def _takes(self, seat: i64, into: vec[i64]) -> i64:
        """Y19, Y22: another yellow Draw, or a seat to take from."""
        count: i64 = 0
        if self.taken_from == NOBODY and not self.plain_draw:  # Y22c
            cards = self.hands[seat * COLOURS + YELLOW]
            while cards:
                number = lowest(cards)
                if ACTION_OF[number] == TAKE_CARDS:
                    count = self._add_lays(seat, card_with(YELLOW, number), into, count)
                cards &= ~all_of(number)
        for other in range(self.seats):
            if other != seat and other != self.taken_from:
                into[count] = TAKE + other
                count += 1
        return count

    def _seat_to_take_from(self, seat: i64) -> i64:
        """Y19: the first seat from which a seat can still take."""
        other = self.left_neighbour(seat)
        if other == self.taken_from:
            other = self.left_neighbour(other)
        return other

    def _slides(self, seat: i64, into: vec[i64]) -> i64:
        """Y20: any card of the hand."""
        count = self.different_cards(seat, into)
        for i in range(count):
            into[i] = slide_move(into[i])
        return count

    # -- refusals ---------------------------------------------------------------------------------

    def refusal(self, seat: i64, move: i64) -> Refusal | None:
        """The rule that forbids a move, with facts that the seat itself can see."""
        if self.phase == SLIDING:
            return self._slide_refusal(seat, move)
        if move >= TAKE:
            return self._take_refusal(seat, move - TAKE)
        if move == STOP:
            return None if self.phase == SERIES else Refusal("Y15", "no_series")
        if move == KEEP:
            return None if self.phase == DRAWN else Refusal("Y13", "nothing_drawn")
        if move == DRAW:
            return self._draw_refusal()
        if how_of(move) == SLIDE_ON:
            return Refusal("Y20", "not_now")
        return self._lay_refusal(seat, card_of(move), how_of(move))

    def _slide_refusal(self, seat: i64, move: i64) -> Refusal | None:
        if move >= TAKE or how_of(move) != SLIDE_ON:
            return Refusal("Y20", "choose")
        if not self.holds(seat, card_of(move)):
            return Refusal("Y20", "not_held", {"card": card_name(card_of(move))})
        return None

    def _take_refusal(self, seat: i64, other: i64) -> Refusal | None:
        if self.phase != TAKING:
            return Refusal("Y19", "not_now")
        if other >= self.seats:
            return Refusal("Y19", "no_seat", {"seat": other, "last": self.seats - 1})
        if other == seat:
            return Refusal("Y19", "yourself")
        if other == self.taken_from:
            return Refusal("Y19", "same", {"seat": other})
        return None

    def _draw_refusal(self) -> Refusal | None:
        if self.phase == SERIES:
            return Refusal("Y13", "laid")
        if self.phase == DRAWN:
            return Refusal("Y13", "drawn", {"drawn": card_name(self.drawn)})
        if self.phase == TAKING:
            return Refusal("Y19", "take_first")
        return None

    def _lay_refusal(self, seat: i64, card: i64, how: i64) -> Refusal | None:
        if not self.holds(seat, card):
            return Refusal("Y12", "not_held", {"card": card_name(card)})
        if self.phase == SERIES:
            return self._continuation_refusal(card, how)
        if self.phase == DRAWN and card != self.drawn:
            facts: dict[str, object] = {"card": card_name(card), "drawn": card_name(self.drawn)}
            return Refusal("Y13", "only_drawn", facts)
        if self.phase == TAKING:
            if self.plain_draw:
                facts = {"card": card_name(card), "way": f"take {self._seat_to_take_from(seat)}"}
                return Refusal("Y22c", "plain", facts)
            if self.taken_from != NOBODY:
                return Refusal("Y19", "begun")
            if colour_of(card) != YELLOW or ACTION_OF[number_of(card)] != TAKE_CARDS:
                return Refusal("Y22", "no_answer", {"card": card_name(card)})
        elif not self.fits(seat, card):
            return self._fit_refusal(card)
        return self._name_refusal(seat, card, how)

    def _continuation_refusal(self, card: i64, how: i64) -> Refusal | None:
        number = self.top + step_of(self.direction)
        if number_of(card) != number or colour_of(card) not in (YELLOW, colour_for(self.direction)):
            return Refusal("Y15", "not_next", {"card": card_name(card), "number": number})
        if how != PLAIN:  # Y10b
            return Refusal("Y10", "in_series", {"card": card_name(card)})
        return None

    def _fit_refusal(self, card: i64) -> Refusal:
        facts: dict[str, object] = {"card": card_name(card), "top": self.top}
        if self.direction == UP:
            return Refusal("Y7", "lower", facts) if colour_of(card) == BLUE else Refusal("Y7", "turn", facts)
        return Refusal("Y8", "higher", facts) if colour_of(card) == RED else Refusal("Y8", "turn", facts)

    def _name_refusal(self, seat: i64, card: i64, how: i64) -> Refusal | None:
        name = card_name(card)
        facts: dict[str, object] = {"card": name}
        if self.must_name(seat, card):
            if how != PLAIN:
                return None
            facts |= {"upward": f"{name}^", "downward": f"{name}v"}
            return Refusal("Y5", "name", facts) if self.in_pile == 0 else Refusal("Y10", "name", facts)
        if how == PLAIN:
            return None
        return Refusal("Y10", "last", facts) if self.held[seat] == 1 else Refusal("Y10", "no_name", facts)
