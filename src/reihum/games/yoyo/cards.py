"""The cards of YoYo and the moves made with them, as small ints.

A card is its number, and above that its colour. Hands are packed as in `core.packing`, one i64 per colour. A
move says in its lowest bits how a card is laid, with or without a direction, or that it is passed on, and
above that which card it is. The three moves that are just a word come first, because no card is 0. Taking
from a seat comes last.
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
COLOUR_LETTERS: Final = "bry"
HIGHEST: Final = 20  # Y1
DOUBLE: Final = (1, 2, 19, 20)  # Y1: blue and red have two of each of these
LOWEST_YELLOW: Final = 3  # Y1
HIGHEST_YELLOW: Final = 18  # Y1
DECK_SIZE: Final = 64  # Y1
NUMBER_BITS: Final = 5
NUMBER_MASK: Final = (1 << NUMBER_BITS) - 1

UP: Final = 1  # Y6: the direction of blue, which is BLUE + 1 ...
DOWN: Final = 2  # ... and of red, see direction_of
NO_DIRECTION: Final = 0

SKIP: Final = 1
TAKE_CARDS: Final = 2  # the sheet's 'Draw'; here that word means drawing from the stock
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

Hand = tuple[i64, i64, i64]  # packed: blue, red, yellow

ALL: Final = -1  # a mask over all cards of a colour
# The lower of the two bits of every number, and of 0: a third of all bits.
EVERY_NUMBER: Final[i64] = ((1 << 2 * (HIGHEST + 1)) - 1) // 3

PLAIN: Final = 0  # how a card is laid: without a direction, or naming UP or DOWN
SLIDE_ON: Final = 3
HOW_BITS: Final = 2
HOW_MASK: Final = (1 << HOW_BITS) - 1

STOP: Final = 0
DRAW: Final = 1
KEEP: Final = 2
TAKE: Final = ((YELLOW << NUMBER_BITS | HIGHEST_YELLOW) + 1) << HOW_BITS  # TAKE + seat
MOST_SEATS: Final = 6
ACTIONS: Final = TAKE + MOST_SEATS


def copies(colour: int, number: int) -> int:
    """Y1: how often a card exists."""
    if colour == YELLOW:
        return 1 if LOWEST_YELLOW <= number <= HIGHEST_YELLOW else 0
    if not 1 <= number <= HIGHEST:
        return 0
    return 2 if number in DOUBLE else 1


def card_with(colour: i64, number: i64) -> i64:
    """The card of this colour and number."""
    return colour << NUMBER_BITS | number


DECK: Final = vec[i64](  # Y1: all 64, in canonical order
    [
        card_with(colour, number)
        for colour in range(COLOURS)
        for number in range(HIGHEST + 1)
        for _ in range(copies(colour, number))
    ]
)
PACKED_DECK: Final = vec[i64](  # the same, packed by colour
    [
        sum(of_value(number, copies(colour, number)) for number in range(HIGHEST + 1))
        for colour in range(COLOURS)
    ]
)
KIND_MASKS: Final = vec[i64](  # masks over all existing cards, by colour
    [
        sum(all_of(number) for number in range(HIGHEST + 1) if copies(colour, number))
        for colour in range(COLOURS)
    ]
)


def colour_of(card: i64) -> i64:
    """Blue, red or yellow."""
    return card >> NUMBER_BITS


def number_of(card: i64) -> i64:
    """The number on a card."""
    return card & NUMBER_MASK


def card_name(card: i64) -> str:
    """A card as a text: `b13`, `r5`, `y14`."""
    return f"{COLOUR_LETTERS[colour_of(card)]}{number_of(card)}"


# -- moves ----------------------------------------------------------------------------------------


def lay_move(card: i64, how: i64) -> i64:
    """Lay a card, naming a direction, or PLAIN."""
    return card << HOW_BITS | how


def slide_move(card: i64) -> i64:
    """Pass a card on to the left."""
    return card << HOW_BITS | SLIDE_ON


def card_of(move: i64) -> i64:
    """The card that a move lays or passes on."""
    return move >> HOW_BITS


def how_of(move: i64) -> i64:
    """PLAIN, UP, DOWN or SLIDE_ON."""
    return move & HOW_MASK


# -- what follows and what fits -------------------------------------------------------------------


def direction_of(colour: i64) -> i64:
    """Y6: the direction of blue or red."""
    return colour + 1


def colour_for(direction: i64) -> i64:
    """Y6: the colour that goes in a direction."""
    return direction - 1


def step_of(direction: i64) -> i64:
    """The step from one number of a series to the next: 1 or -1."""
    return 1 if direction == UP else -1


def from_number(number: i64) -> i64:
    """A mask over all cards of a colour from this number upward."""
    return ~(of_value(number, 1) - 1)


def up_to_number(number: i64) -> i64:
    """A mask over all cards of a colour up to this number."""
    return of_value(number + 1, 1) - 1


def fitting_on(colour: i64, top: i64, direction: i64) -> i64:
    """Y7 to Y9: a mask over the cards of a colour that fit; all if there is no direction (Y5, Y11)."""
    if colour == YELLOW or direction == NO_DIRECTION:
        return ALL
    if colour == BLUE and direction == UP:
        return from_number(top)
    if colour == RED and direction == DOWN:
        return up_to_number(top)
    return all_of(top)  # the other colour turns the direction


# -- packed cards of one colour -------------------------------------------------------------------


def nth_number(cards: i64, place: i64) -> i64:
    """The number of the n-th packed card in ascending order, counted from 0; there must be that many."""
    number = lowest(cards)
    while place >= count_of(cards, number):
        place -= count_of(cards, number)
        cards &= ~all_of(number)
        number = lowest(cards)
    return number


def kinds_in(cards: i64) -> i64:
    """A mask over the kinds that packed cards have."""
    # If either bit of a number is set, keep its lower bit; times three makes both.
    return ((cards | cards >> 1) & EVERY_NUMBER) * 3


def one_less_of_each(cards: i64) -> i64:
    """Packed cards with one fewer of every kind; there must not be three of any."""
    return (cards >> 1) & EVERY_NUMBER  # two become one and one becomes none: half as many


def without_one(cards: i64, number: i64) -> i64:
    """Packed cards without one of this number, if there is one."""
    return cards - of_value(number, min(1, count_of(cards, number)))


def without_cards(cards: i64, others: i64) -> i64:
    """Packed cards without those of the others that are among them."""
    while others:
        number = lowest(others)
        cards = without_one(cards, number)
        others -= of_value(number, 1)
    return cards


# -- packed hands ---------------------------------------------------------------------------------


def hand_at(hands: vec[i64], place: i64) -> Hand:
    """One of many packed hands, usually that of a seat."""
    at = place * COLOURS
    return (hands[at + BLUE], hands[at + RED], hands[at + YELLOW])


def add_card(hands: vec[i64], seat: i64, card: i64) -> None:
    """Add a card to the hand of a seat."""
    hands[seat * COLOURS + colour_of(card)] += of_value(number_of(card), 1)


def drop_card(hands: vec[i64], seat: i64, card: i64) -> None:
    """Remove a card from the hand of a seat."""
    hands[seat * COLOURS + colour_of(card)] -= of_value(number_of(card), 1)


def card_names(hand: Hand) -> list[str]:
    """The names of the cards of a hand: blue, red, yellow, each ascending."""
    names: list[str] = []
    for colour in range(COLOURS):
        cards = hand[colour]
        while cards:
            number = lowest(cards)
            names += [card_name(card_with(colour, number))] * int(count_of(cards, number))
            cards &= ~all_of(number)
    return names
