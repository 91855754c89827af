"""Deals the cards of HELP! that a seat has not seen, in any way that fits what it can prove.

Every deal that fits is equally likely. The hands are dealt card by card, and each card fits its pattern. A
try that came up too often counts only part of the time, and one that does not fit in the end does not count.
If that takes too long, a deal is made to fit (`core/hidden.py`): cards are swapped until all facts are true,
and then for a while longer at random.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from reihum.core.contract import NO_CARD, bit
from reihum.core.dealer import Dealer, clear_rest, shuffle, swap
from reihum.core.errors import NoWorld
from reihum.games.help.cards import (
    ALL,
    ANY_KIND,
    KINDS,
    count_of,
    kind_bit,
    lowest_kind,
    of_kind,
    size_of,
)
from reihum.games.help.deal import KEPT, RECENT, Deal, deal_for
from reihum.games.help.helping import give, give_back, try_switch
from reihum.games.help.legal import Legal
from reihum.games.help.patterns import NEVER
from reihum.games.help.table import CALL, GIVE, RECEIVED, Table

LUCKY_TRIES: Final = 100
SURE_TRIES: Final = 6
MIXING: Final = 24  # random swaps for each card outside the draw pile, once a deal fits


def deal_unseen(truth: Legal, world: Legal, seat: i64, dealer: Dealer) -> None:
    """Deal again, into `world`, what `seat` does not see of the truth."""
    world.knows.catch_up()
    clear_rest(world.stock, world.in_stock)
    deal = deal_for(world, seat)
    if not deal_by_luck(deal, dealer) and not deal_for_sure(deal, dealer):
        raise NoWorld("No deal of the hidden cards fits what this seat has seen.")
    world.knows = world.knows.knowledge_of(seat)
    deal.put_into(world)
    if truth.misses_received(seat):
        redo_help(world, dealer)
    elif truth.sees_received(seat):
        keep_in_step(world, seat)
    elif truth.phase == GIVE:
        try_switch(world)
    if truth.phase == CALL:
        redo_order(world, dealer)


# -- what happened unseen -------------------------------------------------------------------------


def redo_help(world: Legal, dealer: Dealer) -> None:
    """H18: let others help each other again, at random, from the hands before it."""
    phase = world.phase
    world.received = NO_CARD
    try_switch(world)
    give(world, random_kind(world.hands[world.giver] & world.helpful(world.hands[world.current]), dealer))
    if phase == RECEIVED:
        fresh = world.knows.fresh[world.giver]
        give_back(world, random_kind(world.hands[world.current], dealer))
        world.knows.catch_up()
        world.knows.fresh[world.giver] = fresh  # everybody has already seen that


def keep_in_step(world: Legal, seat: i64) -> None:
    """H18: the other of the two who help each other has already seen this hand change."""
    if seat == world.giver:
        world.knows.show_loss(world.current, seat, kind_bit(world.received))
        if world.phase == RECEIVED:
            world.knows.show_some_gain(world.current, seat)
    elif world.phase == RECEIVED:
        world.knows.show_loss(world.giver, seat, ANY_KIND)
    else:
        try_switch(world)


def redo_order(world: Table, dealer: Dealer) -> None:
    """H5c: nobody knows in which order the seats after the next one will be asked."""
    asked = world.turn()
    for i in range(world.called + 1, world.seats):  # sorted first, so that the true order does not matter
        for j in range(i, world.called, -1):
            if world.order[j] < world.order[j - 1]:
                swap(world.order, j, j - 1)
    for i in range(world.seats - 1, world.called, -1):
        swap(world.order, i, world.called + dealer.below(i - world.called + 1))
    for i in range(world.called, world.seats):
        if world.order[i] == asked:
            swap(world.order, i, world.called)


def random_kind(cards: i64, dealer: Dealer) -> i64:
    """One of the kinds of packed cards, at random; there must be at least one."""
    place = dealer.below(kind_count(cards))
    while place > 0:
        cards &= ~ALL[lowest_kind(cards)]
        place -= 1
    return lowest_kind(cards)


def kind_count(cards: i64) -> i64:
    """How many different kinds packed cards have."""
    count: i64 = 0
    while cards:
        cards &= ~ALL[lowest_kind(cards)]
        count += 1
    return count


# -- by luck --------------------------------------------------------------------------------------


def deal_by_luck(deal: Deal, dealer: Dealer) -> bool:
    """Deal at random, place by place, until it fits; whether it did."""
    if deal.lacking < 0 or (deal.lacking and deal.reshuffled):  # then it matters which cards are lacking
        return False
    choice = deal.choose_patterns(dealer)
    for _ in range(LUCKY_TRIES):
        if deal_once(deal, dealer):
            return True
        if choice:
            deal.choose_patterns(dealer)
    return False


def deal_once(deal: Deal, dealer: Dealer) -> bool:
    """Deal the hands and the rest; whether it fits and counts."""
    plain = deal.plain
    recent = deal.recent
    for i in range(deal.dealt):
        some = plain & deal.fitting[i]
        others: i64 = 0
        if deal.old[i] == 0:
            others = recent & deal.fitting[i]
        count = size_of(some + others)
        if count < deal.most[i] and dealer.below(deal.most[i]) >= count:
            return False
        if count == 0:
            return False
        place = dealer.below(count)
        if place < size_of(some):
            k = nth_kind(some, place)
            plain -= of_kind(k, 1)
        else:
            k = nth_kind(others, place - size_of(some))
            recent -= of_kind(k, 1)
        deal.cards[i] = k
    deal.gather_hands()
    if not deal.facts_hold(plain + recent):
        return False
    lay_out_rest(deal, plain + recent, dealer)
    return True


def nth_kind(cards: i64, place: i64) -> i64:
    """The kind of the n-th packed card, counted from 0."""
    k: i64 = 0
    while place >= 0:
        k += 1
        place -= count_of(cards, k)
    return k


def lay_out_rest(deal: Deal, rest: i64, dealer: Dealer) -> None:
    """Put the rest behind the hands, in any order."""
    i = deal.dealt
    for k in range(1, KINDS + 1):
        for _ in range(count_of(rest, k)):
            deal.cards[i] = k
            i += 1
    shuffle_from(deal, deal.dealt, dealer)


def shuffle_from(deal: Deal, first: i64, dealer: Dealer) -> None:
    """Shuffle the cards from this place on."""
    for i in range(deal.total - 1, first, -1):
        swap(deal.cards, i, first + dealer.below(i + 1 - first))


# -- when luck fails ------------------------------------------------------------------------------


def deal_for_sure(deal: Deal, dealer: Dealer) -> bool:
    """Deal at random, and exchange cards until it fits; whether it did."""
    if deal.lacking < 0:
        return False
    if deal.dealt == 0 and deal.violations():  # there are no hands whose cards could be exchanged
        return False
    return deal_by_exchange(deal, dealer) or deal_with_any_patterns(deal, dealer)


def deal_by_exchange(deal: Deal, dealer: Dealer) -> bool:
    """Try that a few times with likely patterns."""
    for _ in range(SURE_TRIES):
        deal.choose_patterns(dealer)
        if exchange_to_fit(deal, dealer):
            return True
    return False


def deal_with_any_patterns(deal: Deal, dealer: Dealer) -> bool:
    """Try that with every choice of patterns, even unlikely ones."""
    for second in range(bit(deal.seats)):  # the set of seats that fit their second pattern
        for seat in range(deal.seats):
            deal.now[seat] = deal.pattern[seat]
            if deal.instead[seat] != NEVER and (second >> seat) & 1:
                deal.now[seat] = deal.instead[seat]
        deal.lay_out_all()
        if exchange_to_fit(deal, dealer):
            return True
    return False


def exchange_to_fit(deal: Deal, dealer: Dealer) -> bool:
    """Deal at random, exchange cards until all fit, and mix them; whether that worked."""
    lay_out_marked(deal, dealer)
    if not deal.settle_all():
        return False
    deal.gather_hands()
    outside = deal.dealt + deal.lacking  # places outside the draw pile
    if not deal.repair(outside, dealer):
        return False
    deal.mix(outside, MIXING * outside, dealer)
    shuffle_from(deal, outside, dealer)
    return True


def lay_out_marked(deal: Deal, dealer: Dealer) -> None:
    """Put all cards with their marks at places, in random order."""
    at: i64 = 0
    for k in range(1, KINDS + 1):
        plain = count_of(deal.plain, k)
        count = plain + count_of(deal.recent, k)
        kept: i64 = 0
        if deal.reshuffled:
            kept = count - count_of(deal.pool, k)
        for i in range(count):
            deal.cards[at] = k
            if i >= plain:
                deal.cards[at] |= RECENT
            if i < kept:
                deal.cards[at] |= KEPT
            at += 1
    shuffle(deal.cards, deal.total, dealer)
