"""How players end a round in which all wait for cards that others hold (K9a)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from reihum.games.koenigs_romme.cards import KINDS, Hand, is_wild, next_held
from reihum.games.koenigs_romme.side import RommeSide

PATIENT_TURNS: Final = 30  # turns of each seat; by then, all may be waiting for cards that will not come
UNREST: Final = 3  # after that, each seat gives up a card every so many turns


def is_patient(side: RommeSide) -> bool:
    """Whether the cards that all wait for may still come."""
    return side.turns() < PATIENT_TURNS * side.seats


def is_restless(side: RommeSide) -> bool:
    """K9a: whether something must change because all may be waiting for cards that others hold."""
    if is_patient(side):
        return False
    return side.turns() // side.seats % UNREST == 0


def card_to_give_up(side: RommeSide, hand: Hand) -> i64:
    """A different card of the hand each time, and a wild only if there is nothing else."""
    wild = side.wild()
    chosen = next_held(hand, 0)
    naturals: i64 = 0
    card = chosen
    while card < KINDS:
        naturals += 0 if is_wild(card, wild) else 1
        card = next_held(hand, card + 1)
    if not naturals:
        return chosen
    skip = side.turns() // side.seats // UNREST % naturals
    card = chosen
    while True:
        if not is_wild(card, wild):
            if skip == 0:
                return card
            skip -= 1
        card = next_held(hand, card + 1)
