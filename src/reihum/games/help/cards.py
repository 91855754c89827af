"""The cards of HELP! and the moves made with them, as small ints.

Kinds 1 to 11 are the numbers, then come Joker, Switch, Zap and No!. A hand is one i64 with four bits per
kind. A move is `group << 4 | kind`. Group 0 plays a number at the end of the row, a Zap or a No! (kind 0:
help). Groups 1 to 6 are places in the row, where a Joker is put in or a number switched in. Then come give,
back and call.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from reihum.core.packing import lowest, pack, unpack

HAND_SIZE: Final = 4  # H3, H10
LONGEST_ROW: Final = 6  # H9: places in the row

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

KIND_BITS: Final = 4  # to count a kind in packed cards, and to name one in a move or in the row
KIND_MASK: Final = (1 << KIND_BITS) - 1

# Masks over all packed cards of some kinds. They are here because the compiler knows the value of a constant
# only if everything that it is made of is in the same file.
ALL: Final = vec[i64]([0] + [KIND_MASK << KIND_BITS * (k - 1) for k in range(1, KINDS + 1)])  # by kind
PACKED_DECK: Final[i64] = sum([COPIES[k] << KIND_BITS * (k - 1) for k in range(1, KINDS + 1)])  # the deck
NUMBERS: Final[i64] = (1 << KIND_BITS * HIGHEST) - 1
JOKERS: Final[i64] = KIND_MASK << KIND_BITS * (JOKER - 1)
SWITCHES: Final[i64] = KIND_MASK << KIND_BITS * (SWITCH - 1)
ZAPS: Final[i64] = KIND_MASK << KIND_BITS * (ZAP - 1)
NOS: Final[i64] = KIND_MASK << KIND_BITS * (NO - 1)

# Sets of kinds: bit k - 1 is kind k
ANY_KIND: Final[i64] = (1 << KINDS) - 1
NUMBER_KINDS: Final[i64] = (1 << HIGHEST) - 1
SPECIAL_KINDS: Final[i64] = ANY_KIND & ~NUMBER_KINDS
ONLY_SWITCH: Final[i64] = 1 << (SWITCH - 1)
SWITCH_OR_ZAP: Final[i64] = 1 << (SWITCH - 1) | 1 << (ZAP - 1)

HELP: Final = 0
GIVE_GROUP: Final = 7
BACK_GROUP: Final = 8
CALL_GROUP: Final = 9
ACTIONS: Final = (CALL_GROUP + 1) << KIND_BITS
GIVE_UNSEEN: Final = ACTIONS  # what others hear of giving a card ...
BACK_UNSEEN: Final = ACTIONS + 1  # ... and of giving one back


def of_kind(k: i64, count: i64) -> i64:
    """`count` cards of one kind, packed."""
    return count << KIND_BITS * (k - 1)


def count_of(cards: i64, k: i64) -> i64:
    """How many of the packed cards are of one kind."""
    return (cards >> KIND_BITS * (k - 1)) & KIND_MASK


def lowest_kind(cards: i64) -> i64:
    """The lowest kind among packed cards; they must not be empty."""
    return (lowest(cards) >> 1) + 1  # two bits per value there, four per kind here


def above(n: i64) -> i64:
    """A mask over all numbers above this one."""
    return NUMBERS & ~(of_kind(n + 1, 1) - 1)


def size_of(cards: i64) -> i64:
    """How many packed cards there are."""
    total: i64 = 0
    while cards:
        total += cards & KIND_MASK
        cards >>= KIND_BITS
    return total


def kind_bit(k: i64) -> i64:
    """The set with one kind in it."""
    one: i64 = 1  # a literal would be shifted as a C int
    return one << (k - 1)


def kinds_in(cards: i64) -> i64:
    """The set of the kinds of packed cards."""
    kinds: i64 = 0
    for k in range(1, KINDS + 1):
        if count_of(cards, k):
            kinds |= kind_bit(k)
    return kinds


def packed_mask(kinds: i64) -> i64:
    """A mask over all packed cards of a set of kinds."""
    mask: i64 = 0
    for k in range(1, KINDS + 1):
        if (kinds >> (k - 1)) & 1:
            mask |= ALL[k]
    return mask


def kinds_of(cards: i64) -> list[int]:
    """Packed cards as a list of kinds, in order."""
    return unpack(cards, KIND_BITS, 1)


def pack_kinds(kinds: list[int]) -> i64:
    """A list of kinds as packed cards."""
    return pack(kinds, KIND_BITS, 1)


def move_in(group: i64, k: i64) -> i64:
    """The move with this group and kind."""
    return group << KIND_BITS | k


def call_move(n: i64) -> i64:
    """Call this number."""
    return move_in(CALL_GROUP, n)


def place_move(k: i64, place: i64) -> i64:
    """Put a Joker into a place in the row, or switch a number into it."""
    return move_in(place, k)


def group_of(move: i64) -> i64:
    """The place in the row that a move is about, or another group."""
    return move >> KIND_BITS


def kind_of(move: i64) -> i64:
    """The card that a move plays, calls or hands over; for a Switch, the number put into the row."""
    return move & KIND_MASK


def played_kind(move: i64) -> i64:
    """The card that is played from the hand: for an exchange, the Switch itself."""
    if group_of(move) and kind_of(move) != JOKER:
        return SWITCH
    return kind_of(move)
