"""The cards of HELP! and the moves made with them, as small ints.

Kinds 1 to 11 are the numbers, then Joker, Switch, Zap and No!. A hand is one i64, four bits a kind.
A move is `group << 4 | kind`. Group 0 plays a number at the row's end, a Zap or a No! (kind 0: help);
groups 1 to 6 are places of the row, where a Joker is put in or a number switched in; then come
give, back and call.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from reihum.core.packing import lowest

HIGHEST: Final = 11
JOKER: Final = 12
SWITCH: Final = 13
ZAP: Final = 14
NO: Final = 15
KINDS: Final = 15
NAMES: Final = ["", *(str(n) for n in range(1, HIGHEST + 1)), "J", "S", "Z", "N"]
COPIES: Final = [0, 5, 5, 7, 7, 7, 7, 7, 8, 8, 8, 8, 7, 7, 7, 7]  # H1, by kind
DECK_SIZE: Final = 105  # H1
DECK: Final = vec[i64]([k for k in range(1, KINDS + 1) for _ in range(COPIES[k])])
ALL_CARDS: Final[i64] = sum(COPIES[k] << 4 * (k - 1) for k in range(1, KINDS + 1))  # the deck, packed

# Masks over all cards of a kind
ALL: Final = vec[i64]([0] + [15 << 4 * (k - 1) for k in range(1, KINDS + 1)])
NUMBERS: Final[i64] = 0x0000_0FFF_FFFF_FFFF
JOKERS: Final[i64] = 0x0000_F000_0000_0000
SWITCHES: Final[i64] = 0x000F_0000_0000_0000
ZAPS: Final[i64] = 0x00F0_0000_0000_0000
NOS: Final[i64] = 0x0F00_0000_0000_0000

HELP: Final = 0
LONGEST: Final = 6  # H9: places of the row
GIVE_GROUP: Final = 7
BACK_GROUP: Final = 8
CALL_GROUP: Final = 9
ACTIONS: Final = 160
GIVE_UNSEEN: Final = 160  # what others hear of giving a card ...
BACK_UNSEEN: Final = 161  # ... and of giving one back


def of_kind(k: i64, count: i64) -> i64:
    """So many cards of one kind, packed."""
    return count << 4 * (k - 1)


def count_of(cards: i64, k: i64) -> i64:
    """How many cards of one kind there are."""
    return (cards >> 4 * (k - 1)) & 15


def lowest_kind(cards: i64) -> i64:
    """The lowest kind among packed cards; they must not be empty."""
    return (lowest(cards) >> 1) + 1  # two bits a value there, four a kind here


def above(n: i64) -> i64:
    """A mask over all numbers higher than this one."""
    return NUMBERS & ~(of_kind(n + 1, 1) - 1)


def size_of(cards: i64) -> i64:
    """How many cards are packed."""
    total: i64 = 0
    while cards:
        total += cards & 15
        cards >>= 4
    return total


def packed_mask(kinds: i64) -> i64:
    """A mask over all cards of some kinds, of which bit k - 1 is kind k."""
    mask: i64 = 0
    for k in range(1, KINDS + 1):
        if (kinds >> (k - 1)) & 1:
            mask |= ALL[k]
    return mask


def unpacked(cards: i64) -> list[int]:
    """Packed cards as a list of kinds, in order."""
    kinds: list[int] = []
    for k in range(1, KINDS + 1):
        kinds += [k] * int(count_of(cards, k))
    return kinds


def packed(kinds: list[int]) -> i64:
    """A list of kinds as packed cards."""
    cards: i64 = 0
    for k in kinds:
        cards += of_kind(k, 1)
    return cards


def call_move(n: i64) -> i64:
    """Call this number."""
    return CALL_GROUP << 4 | n


def place_move(k: i64, place: i64) -> i64:
    """Put a Joker into this place of the row, or switch this number into it."""
    return place << 4 | k


def give_move(k: i64) -> i64:
    """Help with a card of this kind."""
    return GIVE_GROUP << 4 | k


def back_move(k: i64) -> i64:
    """Give a card of this kind back for the help."""
    return BACK_GROUP << 4 | k


def group_of(move: i64) -> i64:
    """The place a move speaks of, or what else it does."""
    return move >> 4


def kind_of(move: i64) -> i64:
    """The card that a move plays, calls or hands over; of a Switch, the number put into the row."""
    return move & 15


def played_by(move: i64) -> i64:
    """The card that leaves the hand to be played: the Switch itself for an exchange."""
    if move >> 4 and move & 15 != JOKER:
        return SWITCH
    return move & 15
