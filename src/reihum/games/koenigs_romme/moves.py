"""The moves of Königs-Rommé as small ints.

First the 56 discards, by card; then going out with each of them; then the two places to draw from. After
these come the moves of the solo variant: for each of its eleven hands the 56 cards to throw away.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from reihum.games.koenigs_romme.cards import KINDS, LOWEST, VALUES

OUT: Final = KINDS  # K10: out with a card is OUT + card
STOCK: Final = 2 * KINDS  # K7
PILE: Final = STOCK + 1
TABLE_ACTIONS: Final = PILE + 1  # all that two or more players need
PLACE: Final = TABLE_ACTIONS  # K18
ACTIONS: Final = PLACE + VALUES * KINDS


def place_move(wild: i64, card: i64) -> i64:
    """Solo: the revealed card goes to the hand with this wild, and this card is thrown away."""
    return PLACE + (wild - LOWEST) * KINDS + card


def wild_of(move: i64) -> i64:
    """Solo: the wild of the hand that a move places a card in."""
    return (move - PLACE) // KINDS + LOWEST


def card_of(move: i64) -> i64:
    """The card that a move throws away; only for moves that do."""
    return (move - PLACE) % KINDS if move >= PLACE else move % KINDS
