"""Deals the cards of YoYo that a seat has not seen, in any way that fits what it can prove.

First it tries its luck. Cards are drawn at random for the places that only some cards can fill. If earlier
places have left fewer cards to choose from, a try counts only part of the time, so that all deals are equally
likely. The other places get what is left. The try fails if a hand cannot have those cards, or lacks its
`one_of`.

When luck has failed too often, a deal is made to fit (`core/hidden.py`), which finds one if there is any: for
each `one_of` a card is pinned to its hand, then cards are matched to places, and then mixed.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from reihum.core.contract import NO_CARD, bit, buffer
from reihum.core.dealer import Dealer, clear_rest, shuffle, swap
from reihum.core.errors import NoWorld
from reihum.games.yoyo.deal import MARK_AT, PIN_AT, Deal
from reihum.games.yoyo.proofs import ANYWHERE
from reihum.games.yoyo.table import SLIDING, Table

LUCKY_TRIES: Final = 64
MIXING: Final = 12  # random swaps for each place to be mixed, once a deal fits
UNPINNED: Final = (1 << PIN_AT) - 1


def deal_unseen(truth: Table, world: Table, seat: i64, dealer: Dealer) -> None:
    """Deal again, into `world`, what `seat` does not see of the truth."""
    world.knows = truth.knows.knowledge_of(seat)
    clear_rest(world.stock, world.in_stock)
    deal = Deal(truth, seat, world.knows)
    deal.gather_cards()
    deal.lay_out_places()
    if not deal_by_luck(deal, dealer) and not deal_for_sure(deal, dealer):
        raise NoWorld("No deal of the hidden cards fits what this seat has seen.")
    deal.put_into(world, dealer)
    if truth.phase == SLIDING:
        redo_choices(world, seat, dealer)


def redo_choices(world: Table, seat: i64, dealer: Dealer) -> None:
    """Y20: a random card for every other seat that has chosen one."""
    cards = buffer()
    for other in range(world.seats):
        if other != seat and world.slid[other] != NO_CARD:
            world.slid[other] = cards[dealer.below(world.different_cards(other, cards))]


# -- by luck --------------------------------------------------------------------------------------


def deal_by_luck(deal: Deal, dealer: Dealer) -> bool:
    """Deal at random until it fits; whether it did."""
    return any(deal_once(deal, dealer) and deal.violations() == 0 for _ in range(LUCKY_TRIES))


def deal_once(deal: Deal, dealer: Dealer) -> bool:
    """Deal at random; whether every place admits its card and the try counts."""
    for place in range(deal.choosy):
        if not choose_card(deal, place, dealer):
            return False
    begin = deal.choosy
    while begin < deal.marked:
        end = begin
        while end < deal.marked and deal.traits[end] == deal.traits[begin]:
            end += 1
        if not fill_places(deal, begin, end, deal.traits[begin] & ANYWHERE, dealer):
            return False
        begin = end
    return fill_places(deal, deal.marked, deal.places, ANYWHERE, dealer)


def choose_card(deal: Deal, place: i64, dealer: Dealer) -> bool:
    """Choose one of all cards that a place admits; it fails if an earlier place has that card."""
    if deal.most[place] == 0:
        return False
    chosen = dealer.below(deal.most[place])
    for i in range(place, deal.total):
        if deal.admits(place, deal.cards[i]):
            if chosen == 0:
                swap(deal.cards, place, i)
                return True
            chosen -= 1
    return False


def fill_places(deal: Deal, begin: i64, end: i64, mark: i64, dealer: Dealer) -> bool:
    """Fill some places at random with free cards that have a mark; whether all fit."""
    free = deal.total - begin
    most = free  # how many would be free if the choosy places had taken as few of them as possible
    if mark != ANYWHERE:
        free = gather_marked(deal, begin, mark)
        most = free
        for place in range(begin):
            if deal.cards[place] >> MARK_AT & mark:
                most += 1
            if deal.traits[place] & ANYWHERE == mark:
                most -= 1
    for place in range(begin, end):
        if free == 0 or (free < most and dealer.below(most) >= free):
            return False
        swap(deal.cards, place, place + dealer.below(free))
        free -= 1
        most -= 1
        if not deal.is_within(place, deal.cards[place]):
            return False
    return True


def gather_marked(deal: Deal, begin: i64, mark: i64) -> i64:
    """Move the free cards that have a mark before all others; how many there are."""
    count: i64 = 0
    for i in range(begin, deal.total):
        if deal.cards[i] >> MARK_AT & mark:
            swap(deal.cards, begin + count, i)
            count += 1
    return count


# -- when luck fails ------------------------------------------------------------------------------


def deal_for_sure(deal: Deal, dealer: Dealer) -> bool:
    """Find a deal that fits, trying every choice of `one_of` cards, and mix it; whether there is one."""
    if deal.places > deal.total:
        return False
    shuffle(deal.cards, deal.total, dealer)
    shuffled = deal.cards
    for choice in range(pin_choices(deal)):
        deal.cards = shuffled[:]
        if pin_cards(deal, choice) and deal.settle_all():
            for i in range(deal.total):
                deal.cards[i] &= UNPINNED
            deal.mix(deal.mixed, MIXING * deal.mixed, dealer)
            return True
    return False


def pin_choices(deal: Deal) -> i64:
    """How many ways there are to give every hand its `one_of`."""
    product: i64 = 1
    for other in range(deal.seats):
        if deal.wanting & bit(other):
            product *= candidate_count(deal, other)
    return product


def candidate_count(deal: Deal, other: i64) -> i64:
    """How many cards could be the `one_of` of a hand."""
    count: i64 = 0
    for i in range(deal.total):
        if deal.is_one_of(other, deal.cards[i]):
            count += 1
    return count


def pin_cards(deal: Deal, choice: i64) -> bool:
    """Pin a card to every hand that needs a `one_of`; whether they are all different cards."""
    for other in range(deal.seats):
        if deal.wanting & bit(other):
            count = candidate_count(deal, other)
            chosen = choice % count
            choice //= count
            i: i64 = 0
            while chosen > 0 or not deal.is_one_of(other, deal.cards[i]):
                if deal.is_one_of(other, deal.cards[i]):
                    chosen -= 1
                i += 1
            if deal.cards[i] >> PIN_AT:
                return False
            deal.cards[i] |= (other + 1) << PIN_AT
    return True
