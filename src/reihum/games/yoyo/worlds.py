"""Dealing the cards of YoYo that a seat has not seen to where they could be, all such deals equally likely.

At first it is left to luck. Cards are drawn at random for the places that only some cards can fill; where
others have left fewer cards to choose from than there were, a try counts so much less often, which makes all
deals equally likely. The other places get what is left, and the try fails if that is not what the hand can
have, or if no card is of the kinds of which there must be one (`one_of`).

When luck fails too often, a deal is made sure of (`core/hidden.py`), so that one is found whenever there is
one: for each `one_of` a card is pinned to its hand, then places are matched with cards, and cards mixed.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from reihum.core.contract import NO_CARD, bit, buffer
from reihum.core.dealer import Dealer, shuffle, swap
from reihum.core.errors import NoWorld
from reihum.games.yoyo.deal import MARK_AT, PIN_AT, Deal
from reihum.games.yoyo.proofs import ANYWHERE
from reihum.games.yoyo.table import SLIDING, Table

LUCKY_TRIES: Final = 64
MIXING: Final = 12  # for every place to be mixed, when a deal was made sure of
UNPINNED: Final = (1 << PIN_AT) - 1


def deal_unseen(truth: Table, world: Table, seat: i64, dealer: Dealer) -> None:
    """Deal anew, into `world`, what `seat` does not see of the truth."""
    world.knows = truth.knows.knowledge_of(seat)
    deal = Deal(truth, seat, world.knows)
    deal.gather_cards()
    deal.lay_out_places()
    if not deal_by_luck(deal, dealer) and not deal_for_sure(deal, dealer):
        raise NoWorld("no deal of the unseen cards fits what this seat knows")
    deal.put_into(world, dealer)
    if truth.phase == SLIDING:
        redo_choices(world, seat, dealer)


def redo_choices(world: Table, seat: i64, dealer: Dealer) -> None:
    """Y20: any card for whoever else has chosen one."""
    cards = buffer()
    for other in range(world.seats):
        if other != seat and world.slid[other] != NO_CARD:
            world.slid[other] = cards[dealer.below(world.different_cards(other, cards))]


# -- by luck --------------------------------------------------------------------------------------


def deal_by_luck(deal: Deal, dealer: Dealer) -> bool:
    """Deal at random until it fits; whether it did."""
    return any(deal_once(deal, dealer) and deal.violations() == 0 for _ in range(LUCKY_TRIES))


def deal_once(deal: Deal, dealer: Dealer) -> bool:
    """Deal at random; whether every place got a card that it admits, and the try counts."""
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
    """Any of the cards that a place admits, if none before it has taken that one."""
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
    """Fill some places with free cards of a mark, at random."""
    free = deal.total - begin
    most = free  # so many would be free if no choosy place had taken one that could have been spared
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
    """Put the free cards of a mark, from a place on, before all others; how many there are."""
    count: i64 = 0
    for i in range(begin, deal.total):
        if deal.cards[i] >> MARK_AT & mark:
            swap(deal.cards, begin + count, i)
            count += 1
    return count


# -- when luck fails ------------------------------------------------------------------------------


def deal_for_sure(deal: Deal, dealer: Dealer) -> bool:
    """Find any deal, whichever cards the `one_of` of the hands are, and mix it; whether there is one."""
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
    """In how many ways every hand could be given its `one_of`."""
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
    """Pin a card to every hand that must have a `one_of`; whether it is another card for each."""
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
