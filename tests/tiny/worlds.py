"""Deals the cards of Tiny that a seat has not seen: anyone may pass, so a pass proves nothing."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from reihum.core.dealer import Dealer, shuffle
from tests.tiny.table import Table


def deal_unseen(world: Table, seat: i64, dealer: Dealer) -> None:
    """Shuffle the hands of all others together with the cards that were not dealt."""
    others = [other for other in range(world.seats) if other != seat]
    unseen = vec[i64]([*world.unused, *(card for other in others for card in world.hands[other])])
    shuffle(unseen, len(unseen), dealer)
    cards = [int(card) for card in unseen]
    for other in others:
        held = len(world.hands[other])
        world.hands[other], cards = sorted(cards[:held]), cards[held:]
    world.unused = sorted(cards)
