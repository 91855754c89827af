"""A quick, sensible player of HELP!: keeps the cards that can always be played.

The player who asks and the one who cannot help lose the round together. A hand that can always play can
nearly always help.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import Side, WeighingPolicy
from reihum.games.help.cards import (
    HIGHEST,
    JOKER,
    JOKERS,
    LONGEST_ROW,
    NO,
    NOS,
    NUMBERS,
    SWITCH,
    ZAP,
    ZAPS,
    above,
    count_of,
    group_of,
    kind_of,
    lowest_kind,
    of_kind,
    played_kind,
)
from reihum.games.help.row import card_at, values_of, with_card, with_exchange, without_last
from reihum.games.help.side import HelpSide
from reihum.games.help.table import BACK, GIVE, PLAY

# What a card in hand is worth: numbers are played first, low ones before high ones, and a No! last.
JOKER_WORTH: Final = 300
ZAP_WORTH: Final = 500
NO_WORTH: Final = 690
SWITCH_WORTH: Final = 500  # with a number in hand
LONE_SWITCH_WORTH: Final = 60
NUMBER_WORTH: Final = 20  # for each step upward
# What a hand costs that has no card that can always be played:
LOW_COST: Final = 60  # for each step that its highest number is below 11, ...
TOO_LOW_COST: Final = 100  # ... and if none of its numbers fits the row as it is


@final
@mypyc_attr(acyclic=True)
class Sensible(WeighingPolicy):
    """Weighs every legal move by the hand and the row after it."""

    def __init__(self) -> None:
        super().__init__()
        self.hand: i64 = 0  # what the moves of one decision are weighed by
        self.phase: i64 = PLAY
        self.row: i64 = 0
        self.length: i64 = 0

    def look(self, side: Side) -> None:
        """The hand and the row."""
        assert isinstance(side, HelpSide)
        self.hand = side.hand()
        self.phase = side.phase()
        self.row = side.row()
        self.length = side.length()

    def worth(self, side: Side, move: i64) -> i64:
        """What the hand is worth after a move."""
        hand = self.hand
        k = kind_of(move)
        place = group_of(move)
        if self.phase == GIVE or self.phase == BACK:
            return hand_worth(hand - of_kind(k, 1))
        if self.phase == PLAY:
            hand -= of_kind(played_kind(move), 1)
        if k == NO:
            return hand_worth(hand)
        row = self.row
        length = self.length
        if k == ZAP:
            row = without_last(row, length)
            length -= 1
        elif k <= HIGHEST and place:
            hand += of_kind(card_at(row, place), 1) - of_kind(k, 1)
            row = with_exchange(row, place, k)
        else:
            length += 1
            row = with_card(row, place if place else length, k)
        if length == 0 or length == LONGEST_ROW:
            return hand_worth(hand)
        top = card_at(values_of(row), length)
        if hand & (above(top) | JOKERS | ZAPS | NOS):
            return hand_worth(hand)
        return hand_worth(hand) - TOO_LOW_COST


def hand_worth(hand: i64) -> i64:
    """What the cards of a hand are worth."""
    total = JOKER_WORTH * count_of(hand, JOKER)
    total += ZAP_WORTH * count_of(hand, ZAP) + NO_WORTH * count_of(hand, NO)
    highest: i64 = 0
    numbers = hand & NUMBERS
    while numbers:
        highest = lowest_kind(numbers)
        total += NUMBER_WORTH * highest
        numbers -= of_kind(highest, 1)
    switches = count_of(hand, SWITCH)
    if highest:
        total += SWITCH_WORTH * switches
    else:
        total += LONE_SWITCH_WORTH * switches
    if hand & (JOKERS | ZAPS | NOS) == 0 and (switches == 0 or highest == 0):
        total -= LOW_COST * (HIGHEST - highest)
    return total
