"""The moves of Königs-Rommé as small ints.

First come the 56 discards, by card, then going out with each of them, then the two places to draw from. Then
come the moves of the solo variant: for each of its eleven hands, the 56 cards to throw away.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from reihum.games.koenigs_romme.cards import KINDS, LOWEST, VALUES

OUT: Final = KINDS  # K10: OUT + card
STOCK: Final = 2 * KINDS  # K7
PILE: Final = STOCK + 1
TABLE_ACTIONS: Final = PILE + 1  # all that two or more players need
PLACE: Final = TABLE_ACTIONS  # K18
ACTIONS: Final = PLACE + VALUES * KINDS


def place_move(wild: i64, card: i64) -> i64:
    """Solo: put the card turned up into the hand with this wild, and throw a card away."""
    return PLACE + (wild - LOWEST) * KINDS + card


def wild_of(move: i64) -> i64:
    """Solo: the wild of the hand into which a move puts a card."""
    return (move - PLACE) // KINDS + LOWEST


def card_of(move: i64) -> i64:
    """The card that a move throws away, if it does."""
    return (move - PLACE) % KINDS if move >= PLACE else move % KINDS
