"""Deals the cards of Königs-Rommé that a seat has not seen, in any way that fits what it can prove.

Every possible deal is equally likely. It explains the whole trail of the round (see `knowledge.py` and
`pasts.py`), and no seat that has laid could lay more (K14a). Cards taken from the pile stay where everybody
saw them go (K7).

First it tries its luck: everything is dealt until it fits. Hands that could not lay more may be too rare for
that. Then the cards of seats that have laid are exchanged, one by one, for others that they had to keep.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from reihum.core.dealer import Dealer, clear_rest, shuffle, shuffle_unseen, swap
from reihum.core.errors import NoWorld
from reihum.games.koenigs_romme.deal import Deal
from reihum.games.koenigs_romme.knowledge import DREW, card_in, deed_of
from reihum.games.koenigs_romme.pasts import Pasts, find_pasts
from reihum.games.koenigs_romme.proofs import Proofs
from reihum.games.koenigs_romme.table import DONE, Table

LUCKY_TRIES: Final = 500
SURE_TRIES: Final = 20
SWEEPS: Final = 5  # over their cards; at the last one it hardly matters what was dealt at first


def deal_unseen(truth: Table, world: Table, seat: i64, dealer: Dealer) -> None:
    """Deal again, into `world`, what `seat` does not see of the truth."""
    clear_rest(world.stock, world.in_stock)
    clear_rest(world.trail, world.steps)
    proofs = Proofs(truth, seat)
    if truth.phase == DONE:  # K15: everybody has seen the hands
        shuffle_unseen(world.stock, world.in_stock, dealer)
        forget_draws(proofs, world)
        return
    found = find_pasts(proofs, dealer)
    deal = Deal(proofs)
    if not deal_by_luck(deal, found, dealer) and not deal_for_sure(deal, found, dealer):
        raise NoWorld("No deal of the hidden cards fits what this seat has seen.")
    deal.put_into(world, dealer)


def forget_draws(proofs: Proofs, world: Table) -> None:
    """Forget which cards others drew; the game is over, so any will do."""
    for i in range(world.steps):
        step = world.trail[i]
        if proofs.is_others(step) and deed_of(step) == DREW:
            world.trail[i] -= card_in(step)


# -- by luck --------------------------------------------------------------------------------------


def deal_by_luck(deal: Deal, found: Pasts, dealer: Dealer) -> bool:
    """Deal at random until it fits; whether it did."""
    for _ in range(LUCKY_TRIES):
        deal.lay_out(found.pick(dealer), dealer)
        if deal.facts_hold() and deal.counts(dealer):
            return True
    return False


# -- when luck fails ------------------------------------------------------------------------------


def deal_for_sure(deal: Deal, found: Pasts, dealer: Dealer) -> bool:
    """Deal at random, and exchange cards of seats that have laid until it fits; whether it did."""
    for _ in range(SURE_TRIES):
        deal.lay_out(found.pick(dealer), dealer)
        if repair(deal, dealer):
            return True
    return False


def repair(deal: Deal, dealer: Dealer) -> bool:
    """Exchange the cards of seats that have laid for some that they had to keep; whether that worked."""
    bound: list[int] = []
    free = list(range(int(deal.first_stocked), len(deal.card)))
    for seat in range(deal.truth.seats):
        if deal.is_bound(seat):
            bound.append(int(seat))
        else:
            free += deal.places_of(seat)
    for sweep in range(SWEEPS):
        for owner in bound:
            places = deal.places_of(owner)
            for number, place in enumerate(places):
                together = places if sweep else places[: number + 1]
                if not exchange(deal, owner, place, together, free, dealer):
                    return False
    return True


def exchange(deal: Deal, seat: i64, place: int, together: list[int], free: list[int], dealer: Dealer) -> bool:
    """Put a random card of the same source that fits into a place; whether there is one."""
    alike = vec[i64]([other for other in [place, *free] if deal.source[other] == deal.source[place]])
    shuffle(alike, len(alike), dealer)
    for i in range(len(alike)):
        swap(deal.card, place, alike[i])
        if deal.had_to_keep(seat, together):
            return True
        swap(deal.card, place, alike[i])
    return False
