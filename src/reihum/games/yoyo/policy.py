"""A quick, sensible player of YoYo: lays long series, keeps yellow cards, and leaves a pile that suits it."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import Side, WeighingPolicy, left_of
from reihum.core.packing import count_of, of_value, size_of
from reihum.games.yoyo.cards import (
    ACTION_OF,
    BLUE,
    CHAOS,
    DRAW,
    KEEP,
    NO_ACTION,
    PLAIN,
    RED,
    SKIP,
    STOP,
    TAKE,
    TAKE_CARDS,
    UP,
    YELLOW,
    Hand,
    card_of,
    colour_for,
    colour_of,
    direction_of,
    from_number,
    how_of,
    kinds_in,
    number_of,
    step_of,
    up_to_number,
)
from reihum.games.yoyo.side import YoYoSide
from reihum.games.yoyo.table import SLIDING, TAKING

# Worth is counted in hundredths of a card in hand.
CARD_WORTH: Final = 100
OUT_WORTH: Final = 10_000  # the last card is laid
ANSWER_WORTH: Final = 5_000  # a Draw is always answered if possible
DRAWING_COST: Final = 40  # a card from the stock, which can often be laid at once
YELLOW_WORTH: Final = 70  # a yellow card in hand, which always fits later
PAIR_WORTH: Final = 12  # two cards in hand that follow each other
FITTING_WORTH: Final = 8  # a card in hand that fits on the pile we leave
GAINING_WORTH: Final = 30  # with two players a Skip gives us another turn, and a Draw takes one of our cards
DANGER_WORTH: Final = 80  # the next seat has one card left and is hit by our Skip or Draw


@final
@mypyc_attr(acyclic=True)
class Sensible(WeighingPolicy):
    """Weighs every legal move by the rest of the hand."""

    def __init__(self) -> None:
        super().__init__()
        self.hand: Hand = (0, 0, 0)  # what the moves of one decision are weighed by
        self.phase: i64 = 0
        self.direction: i64 = UP
        self.hitting: i64 = 0  # what a Skip or Draw is worth

    def look(self, side: Side) -> None:
        """The hand, the direction, and who comes next."""
        assert isinstance(side, YoYoSide)
        self.hand = side.hand()
        self.phase = side.phase()
        self.direction = side.direction()
        self.hitting = 0
        if side.seats == 2:
            self.hitting += GAINING_WORTH
        if side.held(left_of(side.seat, side.seats)) == 1:
            self.hitting += DANGER_WORTH

    def worth(self, side: Side, move: i64) -> i64:
        """What the rest of the hand is worth, and what the move does to others."""
        assert isinstance(side, YoYoSide)
        if move >= TAKE:
            return taking_worth(side, move - TAKE)
        if move == DRAW:
            return hand_worth(self.hand) - DRAWING_COST
        if move == KEEP:
            return hand_worth(self.hand)
        if move == STOP:
            return self._lay_worth(side, self.hand, side.top(), self.direction, side.action())
        colour = colour_of(card_of(move))
        number = number_of(card_of(move))
        rest = hand_without(self.hand, colour, number)
        if self.phase == SLIDING:
            return hand_worth(rest)
        direction = self.direction
        if colour != YELLOW:
            direction = direction_of(colour)
        elif how_of(move) != PLAIN:
            direction = how_of(move)
        action: i64 = ACTION_OF[number] if colour == YELLOW else NO_ACTION
        if self.phase == TAKING:
            return ANSWER_WORTH + self._lay_worth(side, rest, number, direction, action)
        return self._series_worth(side, rest, number, direction, action)

    def _series_worth(self, side: YoYoSide, hand: Hand, top: i64, direction: i64, action: i64) -> i64:
        """The worth of a series that goes on as well as possible, or stops here."""
        most = self._lay_worth(side, hand, top, direction, action)
        number = top + step_of(direction)
        colour = colour_for(direction)
        if count_of(hand[0] if colour == BLUE else hand[1], number):
            rest = hand_without(hand, colour, number)
            most = max(most, self._series_worth(side, rest, number, direction, NO_ACTION))
        if count_of(hand[2], number):
            rest = hand_without(hand, YELLOW, number)
            most = max(most, self._series_worth(side, rest, number, direction, ACTION_OF[number]))
        return most

    def _lay_worth(self, side: YoYoSide, hand: Hand, top: i64, direction: i64, action: i64) -> i64:
        """The worth of a finished lay: the rest of our hand, how much of it fits, and the action."""
        mine = size_of(hand[0]) + size_of(hand[1]) + size_of(hand[2])
        if mine == 0:
            return OUT_WORTH
        if action == CHAOS:
            return -CARD_WORTH * (mine + cards_of_others(side)) // side.seats
        found = hand_worth(hand)
        if direction == UP:
            found += FITTING_WORTH * size_of(hand[0] & from_number(top))
        else:
            found += FITTING_WORTH * size_of(hand[1] & up_to_number(top))
        if action in (SKIP, TAKE_CARDS):
            found += self.hitting
        return found


def taking_worth(side: YoYoSide, other: i64) -> i64:
    """Y19: prefer the fullest hand, and do not take anybody's last card if possible."""
    return side.held(other) * CARD_WORTH - (OUT_WORTH if side.held(other) <= side.pending() else 0)


def cards_of_others(side: YoYoSide) -> i64:
    """How many cards all other seats hold."""
    count: i64 = 0
    for other in range(side.seats):
        if other != side.seat:
            count += side.held(other)
    return count


def hand_worth(hand: Hand) -> i64:
    """The worth of a hand: few cards, yellow ones, and numbers that follow each other."""
    size = size_of(hand[0]) + size_of(hand[1]) + size_of(hand[2])
    blue = kinds_in(hand[0])
    red = kinds_in(hand[1])
    yellow = kinds_in(hand[2])
    # Each number has two bits, so a shift by two is the next number; a kind has both set and counts as three.
    pairs = size_of(blue & (blue | yellow) >> 2) + size_of(red & (red | yellow) << 2)
    return PAIR_WORTH * pairs // 3 + YELLOW_WORTH * size_of(yellow) // 3 - CARD_WORTH * size


def hand_without(hand: Hand, colour: i64, number: i64) -> Hand:
    """A hand without one of its cards."""
    one = of_value(number, 1)
    if colour == BLUE:
        return (hand[0] - one, hand[1], hand[2])
    if colour == RED:
        return (hand[0], hand[1] - one, hand[2])
    return (hand[0], hand[1], hand[2] - one)
