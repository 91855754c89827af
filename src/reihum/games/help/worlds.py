"""Dealing the cards of HELP! that somebody cannot see, so that all that can be proved holds.

Every way to deal the hidden cards that fits is as likely as every other. The hands are dealt card by card,
each card fitting its pattern; a try that was likelier than it should be counts so much less often, and one
that does not fit after all does not count. Where that takes too long, a deal is made sure of
(`core/hidden.py`): cards change places until all fits, and then go on changing places for a while.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from reihum.core.contract import NO_CARD, bit
from reihum.core.dealer import Dealer, shuffle, swap
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
SURE_TRIES: Final = 6  # then so many times from any deal ...
MIXING: Final = 24  # ... and then so many exchanges for each card outside the draw pile, to forget the way


def deal_unseen(truth: Legal, world: Legal, seat: i64, dealer: Dealer) -> None:
    """Deal anew, into `world`, what `seat` does not see of the truth."""
    world.knows.catch_up()
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
    """H18: somebody else's help again, at random, from hands as they were before it."""
    phase = world.phase
    world.received = NO_CARD
    try_switch(world)
    give(world, random_kind(world.hands[world.giver] & world.helpful(world.hands[world.current]), dealer))
    if phase == RECEIVED:
        fresh = world.knows.fresh[world.giver]
        give_back(world, random_kind(world.hands[world.current], dealer))
        world.knows.catch_up()
        world.knows.fresh[world.giver] = fresh  # everybody has seen that already


def keep_in_step(world: Legal, seat: i64) -> None:
    """H18: of the two who help each other the other one has seen this hand change, before everybody hears."""
    if seat == world.giver:
        world.knows.show_loss(world.current, seat, kind_bit(world.received))
        if world.phase == RECEIVED:
            world.knows.show_some_gain(world.current, seat)
    elif world.phase == RECEIVED:
        world.knows.show_loss(world.giver, seat, ANY_KIND)
    else:
        try_switch(world)


def redo_order(world: Table, dealer: Dealer) -> None:
    """H5c: nobody knows in which order the seats after the next will be asked."""
    asked = world.turn()
    for i in range(world.called + 1, world.seats):  # sorted first, so that nothing is left of the true order
        for j in range(i, world.called, -1):
            if world.order[j] < world.order[j - 1]:
                swap(world.order, j, j - 1)
    for i in range(world.seats - 1, world.called, -1):
        swap(world.order, i, world.called + dealer.below(i - world.called + 1))
    for i in range(world.called, world.seats):
        if world.order[i] == asked:
            swap(world.order, i, world.called)


def random_kind(cards: i64, dealer: Dealer) -> i64:
    """One of the kinds that there are among packed cards, at random; there must be some."""
    place = dealer.below(kind_count(cards))
    while place > 0:
        cards &= ~ALL[lowest_kind(cards)]
        place -= 1
    return lowest_kind(cards)


def kind_count(cards: i64) -> i64:
    """How many kinds there are among packed cards."""
    count: i64 = 0
    while cards:
        cards &= ~ALL[lowest_kind(cards)]
        count += 1
    return count


# -- by luck --------------------------------------------------------------------------------------


def deal_by_luck(deal: Deal, dealer: Dealer) -> bool:
    """Deal at random, into one place after the other, until it fits; whether it did."""
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
    """Deal the hands and the rest; whether it fits, and the try counts."""
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
    """The kind of the card in this place, counted from 0, among packed cards."""
    k: i64 = 0
    while place >= 0:
        k += 1
        place -= count_of(cards, k)
    return k


def lay_out_rest(deal: Deal, rest: i64, dealer: Dealer) -> None:
    """What the hands did not get, in any order."""
    i = deal.dealt
    for k in range(1, KINDS + 1):
        for _ in range(count_of(rest, k)):
            deal.cards[i] = k
            i += 1
    shuffle_from(deal, deal.dealt, dealer)


def shuffle_from(deal: Deal, first: i64, dealer: Dealer) -> None:
    """Shuffle the cards from this one on."""
    for i in range(deal.total - 1, first, -1):
        swap(deal.cards, i, first + dealer.below(i + 1 - first))


# -- when luck fails ------------------------------------------------------------------------------


def deal_for_sure(deal: Deal, dealer: Dealer) -> bool:
    """Deal anything, and exchange cards until it fits; whether it did."""
    if deal.lacking < 0:
        return False
    if deal.dealt == 0 and deal.violations():  # there are no hands whose cards could be exchanged
        return False
    return deal_by_exchange(deal, dealer) or deal_with_any_patterns(deal, dealer)


def deal_by_exchange(deal: Deal, dealer: Dealer) -> bool:
    """The same a few times with likely patterns."""
    for _ in range(SURE_TRIES):
        deal.choose_patterns(dealer)
        if exchange_to_fit(deal, dealer):
            return True
    return False


def deal_with_any_patterns(deal: Deal, dealer: Dealer) -> bool:
    """The same with all choices of patterns one after the other, also the unlikely ones."""
    for second in range(bit(deal.seats)):  # the set of seats that are to fit their second pattern
        for seat in range(deal.seats):
            deal.now[seat] = deal.pattern[seat]
            if deal.instead[seat] != NEVER and (second >> seat) & 1:
                deal.now[seat] = deal.instead[seat]
        deal.lay_out_all()
        if exchange_to_fit(deal, dealer):
            return True
    return False


def exchange_to_fit(deal: Deal, dealer: Dealer) -> bool:
    """Deal anything, and exchange cards until all fits and the way there is forgotten; whether that went."""
    lay_out_marked(deal, dealer)
    if not deal.settle_all():
        return False
    deal.gather_hands()
    outside = deal.dealt + deal.lacking  # of the draw pile
    if not deal.mend(outside, dealer):
        return False
    deal.mix(outside, MIXING * outside, dealer)
    shuffle_from(deal, outside, dealer)
    return True


def lay_out_marked(deal: Deal, dealer: Dealer) -> None:
    """All cards with their marks, at random."""
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
