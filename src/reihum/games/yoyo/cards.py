"""The cards of YoYo and the moves made with them, as small ints.

A card is `colour << 5 | number`. Hands are packed as in `core.packing`, one i64 per colour. A move is
`card << 2 | how`: laying a card, with a direction or without, or sliding it on. The three moves that are
only a word come first, since no card is 0; taking from a seat comes last.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from reihum.core.packing import all_of, count_of, lowest, of_value

BLUE: Final = 0
RED: Final = 1
YELLOW: Final = 2
COLOURS: Final = 3
LETTERS: Final = "bry"
HIGHEST: Final = 20  # Y1
DECK_SIZE: Final = 64  # Y1

UP: Final = 1  # Y6: the direction of blue, which is BLUE + 1 ...
DOWN: Final = 2  # ... and of red
NO_DIRECTION: Final = 0

SKIP: Final = 1
TAKE_CARDS: Final = 2  # the sheet's 'Draw'; here the word is kept for the stock
PASS_LEFT: Final = 3
CHAOS: Final = 4
NO_ACTION: Final = 0
NUMBERS_OF: Final = {  # Y2a
    SKIP: (4, 8, 12, 16),
    TAKE_CARDS: (6, 10, 14, 18),
    PASS_LEFT: (5, 9, 13, 17),
    CHAOS: (3, 7, 11, 15),
}
ACTION_OF: Final = vec[i64]([NO_ACTION] * (HIGHEST + 1))  # by number of the yellow card
for _action, _numbers in NUMBERS_OF.items():
    for _number in _numbers:
        ACTION_OF[_number] = _action

ALL: Final = -1  # a mask over all cards of a colour

PLAIN: Final = 0  # how a card is laid: like this, or naming UP or DOWN
SLIDE_ON: Final = 3

STOP: Final = 0
DRAW: Final = 1
KEEP: Final = 2
TAKE: Final = ((YELLOW << 5 | 18) + 1) << 2  # TAKE + seat
MOST_SEATS: Final = 6
ACTIONS: Final = TAKE + MOST_SEATS


def copies(colour: int, number: int) -> int:
    """Y1: how often a card exists."""
    if colour == YELLOW:
        return 1 if 3 <= number <= 18 else 0
    if not 1 <= number <= HIGHEST:
        return 0
    return 2 if number in (1, 2, 19, 20) else 1


CARDS: Final = vec[i64](  # Y1: all 64, in canonical order
    [
        colour << 5 | number
        for colour in range(COLOURS)
        for number in range(HIGHEST + 1)
        for _ in range(copies(colour, number))
    ]
)
DECK: Final = vec[i64](  # the same, packed by colour
    [sum(copies(colour, number) << 2 * number for number in range(HIGHEST + 1)) for colour in range(COLOURS)]
)
KINDS: Final = vec[i64](  # masks over all cards there are, by colour
    [
        sum(3 << 2 * number for number in range(HIGHEST + 1) if copies(colour, number))
        for colour in range(COLOURS)
    ]
)


def colour_of(card: i64) -> i64:
    """Blue, red or yellow."""
    return card >> 5


def number_of(card: i64) -> i64:
    """The number on a card."""
    return card & 31


def card_name(card: i64) -> str:
    """A card as a text: `b13`, `r5`, `y14`."""
    return f"{LETTERS[card >> 5]}{card & 31}"


def lay_move(colour: i64, number: i64, how: i64) -> i64:
    """Lay a card, naming a direction or PLAIN."""
    return (colour << 5 | number) << 2 | how


def slide_move(colour: i64, number: i64) -> i64:
    """Pass a card on to the left."""
    return (colour << 5 | number) << 2 | SLIDE_ON


def card_of(move: i64) -> i64:
    """The card of a move that lays or slides one."""
    return move >> 2


def how_of(move: i64) -> i64:
    """PLAIN, UP, DOWN or SLIDE_ON."""
    return move & 3


def step_of(direction: i64) -> i64:
    """From one number of a series to the next."""
    return 1 if direction == UP else -1


def from_number(number: i64) -> i64:
    """A mask over all cards of a colour from this number upward."""
    return ~(of_value(number, 1) - 1)


def up_to_number(number: i64) -> i64:
    """A mask over all cards of a colour up to this number."""
    return of_value(number + 1, 1) - 1


def fitting_on(colour: i64, top: i64, direction: i64) -> i64:
    """Y7 to Y9: a mask over the cards of a colour that fit; without a direction, all (Y5, Y11)."""
    if colour == YELLOW or direction == NO_DIRECTION:
        return ALL
    if colour + 1 != direction:  # the other colour turns the direction
        return all_of(top)
    return from_number(top) if colour == BLUE else up_to_number(top)


def picked(cards: i64, place: i64) -> i64:
    """The number at this place, from 0, of packed cards in ascending order; 0 if they are fewer."""
    while cards:
        number = lowest(cards)
        place -= count_of(cards, number)
        if place < 0:
            return number
        cards &= ~of_value(number, 3)
    return 0


def card_names(blue: i64, red: i64, yellow: i64) -> list[str]:
    """Packed cards as texts: blue, red, yellow, each ascending."""
    packed = (blue, red, yellow)
    names: list[str] = []
    for colour in range(COLOURS):
        cards = packed[colour]
        while cards:
            number = lowest(cards)
            names += [card_name(colour << 5 | number)] * int(count_of(cards, number))
            cards &= ~of_value(number, 3)
    return names
