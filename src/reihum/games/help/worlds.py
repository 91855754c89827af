"""Dealing the cards of HELP! that somebody cannot see, so that all that can be proved holds.

Every way to deal the hidden cards that fits is as likely as every other. The hands are dealt card by card,
each card fitting its pattern; what was likelier that way than it should be is dealt anew by lot, and so is
what does not fit after all. Where that takes too long, cards change places until all fits, and then go on
changing places for a while.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from reihum.core.contract import NO_CARD, NOBODY, bit
from reihum.core.dealer import Dealer, shuffle
from reihum.core.errors import NoWorld
from reihum.games.help.cards import (
    ALL,
    KIND_MASK,
    KINDS,
    NUMBERS,
    SPECIAL,
    count_of,
    lowest_kind,
    of_kind,
    size_of,
)
from reihum.games.help.deal import Deal, swap
from reihum.games.help.helping import give, give_back, known_by_now, try_switch
from reihum.games.help.legal import Legal
from reihum.games.help.patterns import NEVER, everywhere
from reihum.games.help.table import CALL, DONE, GIVE, RECEIVED, Table

TRIES: Final = 100  # of dealing card by card
STARTS: Final = 6  # then so many times from any deal ...
REPAIRS: Final = 2_000  # ... exchanges that bring it nearer to what is known ...
MIXING: Final = 24  # ... and for each such card so many more that keep it there, to forget the way

# A card that is to be exchanged is its kind, with two marks above it:
KEPT_AT: Final = 4
KEPT: Final = 1 << KEPT_AT  # H11: it cannot be in the draw pile
RECENT_AT: Final = 5
RECENT: Final = 1 << RECENT_AT  # it was in the draw pile when that was made last


def deal_unseen(truth: Legal, world: Legal, seat: i64, dealer: Dealer) -> None:
    """Deal anew, into `world`, what `seat` does not see of the truth."""
    world.knows.catch_up()
    deal = unseen_by(world, seat)
    if not dealt(deal, dealer):
        raise NoWorld("No deal of the hidden cards fits what this seat has seen.")
    world.knows = world.knows.seen_by(seat)
    for other in range(truth.seats):
        if other != seat:
            world.hands[other] = deal.hands[other]
    deal.write_stock(world.stock)
    if truth.misses_received(seat):
        help_anew(world, dealer)
    elif truth.phase == GIVE:
        try_switch(world)
    if truth.phase == CALL:
        ask_anew(world, dealer)


def dealt(deal: Deal, dealer: Dealer) -> bool:
    """Deal all hands and the draw pile; whether that can be done."""
    if deal.lacking < 0:
        return False
    if dealt_card_by_card(deal, dealer):
        return True
    if deal.dealt == 0 and deal.amiss_in_hands():  # there are no hands whose cards could be exchanged
        return False
    return dealt_by_exchange(deal, dealer) or dealt_with_any_patterns(deal, dealer)


# -- what must be so ------------------------------------------------------------------------------


def unseen_by(table: Legal, seat: i64) -> Deal:
    """What the hands must contain that `seat` does not see; what happened has been thought about.

    Those who do not see the card received think of the moment before it was given.
    """
    knows = table.knows
    if table.sees_received(seat):
        knows = known_by_now(table, seat)
    deal = Deal(table.seats)
    for other in range(table.seats):
        if other == seat:
            deal.hands[seat] = table.hands[seat]
            continue
        deal.add_hand(other, knows, seat)
        if table.can_call(other):  # H5a: who owes a call has a number
            deal.need[other] = NUMBERS
        elif table.is_caller(other):
            deal.pattern[other] &= everywhere(SPECIAL)
    deal.supply(table.hidden_from(seat), table.in_stock)
    if knows.in_hands and seat == NOBODY:
        deal.remember(knows.pool, knows.in_hands)
    elif knows.in_hands:
        deal.remember(knows.pool - knows.drew[seat], knows.in_hands - knows.had[seat])
    need_help(table, deal, seat)
    return deal


def need_help(table: Legal, deal: Deal, seat: i64) -> None:
    """H18: the giver has, or had, a card that helps the asker; H19: at the end not."""
    if table.phase == GIVE or table.misses_received(seat):
        deal.giver = table.giver
        deal.helped = True
    elif table.phase == DONE and table.at != NOBODY:
        deal.giver = table.helper(table.at)
    if deal.giver == NOBODY:
        return
    deal.asker = table.at
    deal.helpful = table.playable(NUMBERS)
    deal.helpful_without = table.playable(0)
    size = size_of(table.hands[table.at])
    if table.phase == RECEIVED:
        size += 1
    if size < 2:  # H18c
        deal.helpful = deal.helpful_without
    if size == 0:
        deal.helpful = 0
        deal.helpful_without = 0


# -- what happened unseen -------------------------------------------------------------------------


def help_anew(world: Legal, dealer: Dealer) -> None:
    """H18: somebody else's help again, by lot, from hands as they were before it."""
    phase = world.phase
    world.received = NO_CARD
    try_switch(world)
    give(world, any_kind(world.hands[world.giver] & world.helpful(world.hands[world.at]), dealer))
    if phase == RECEIVED:
        fresh = world.knows.fresh[world.giver]
        give_back(world, any_kind(world.hands[world.at], dealer))
        world.knows.catch_up()
        world.knows.fresh[world.giver] = fresh  # everybody has seen that already


def ask_anew(world: Table, dealer: Dealer) -> None:
    """H5c: nobody knows in which order the seats after the next will be asked."""
    asked = world.turn()
    for i in range(world.seats - 1, world.called, -1):
        swap(world.order, i, world.called + dealer.below(i - world.called + 1))
    for i in range(world.called, world.seats):
        if world.order[i] == asked:
            swap(world.order, i, world.called)


def any_kind(cards: i64, dealer: Dealer) -> i64:
    """One of the kinds that there are among packed cards, by lot; there must be some."""
    place = dealer.below(kinds_among(cards))
    while place > 0:
        cards &= ~ALL[lowest_kind(cards)]
        place -= 1
    return lowest_kind(cards)


def kinds_among(cards: i64) -> i64:
    """How many kinds there are among packed cards."""
    count: i64 = 0
    while cards:
        cards &= ~ALL[lowest_kind(cards)]
        count += 1
    return count


# -- card by card ---------------------------------------------------------------------------------


def dealt_card_by_card(deal: Deal, dealer: Dealer) -> bool:
    """Deal into one place after the other until it fits; whether it did."""
    if deal.lacking and deal.reshuffled:  # then it matters which cards are lacking
        return False
    choice = deal.choose_patterns(dealer)
    for _ in range(TRIES):
        if dealt_once(deal, dealer):
            return True
        if choice:
            deal.choose_patterns(dealer)
    return False


def dealt_once(deal: Deal, dealer: Dealer) -> bool:
    """Deal the hands and the rest; False if it does not fit, or by lot, if it was too likely."""
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
            k = nth_of(some, place)
            plain -= of_kind(k, 1)
        else:
            k = nth_of(others, place - size_of(some))
            recent -= of_kind(k, 1)
        deal.cards[i] = k
    deal.gather_hands()
    if deal.amiss_in_hands() or not deal.pool_holds(plain + recent):
        return False
    lay_out_rest(deal, plain + recent, dealer)
    return True


def nth_of(cards: i64, place: i64) -> i64:
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


# -- by exchange ----------------------------------------------------------------------------------


def dealt_by_exchange(deal: Deal, dealer: Dealer) -> bool:
    """Deal anything a few times, and exchange cards until it fits; whether it did."""
    for _ in range(STARTS):
        deal.choose_patterns(dealer)
        if exchanged_to_fit(deal, dealer):
            return True
    return False


def dealt_with_any_patterns(deal: Deal, dealer: Dealer) -> bool:
    """The same with all choices of patterns one after the other, also the unlikely ones."""
    for second in range(bit(deal.seats)):  # the set of seats that are to fit their second pattern
        for seat in range(deal.seats):
            deal.now[seat] = deal.pattern[seat]
            if deal.instead[seat] != NEVER and (second >> seat) & 1:
                deal.now[seat] = deal.instead[seat]
        deal.lay_out_all()
        if exchanged_to_fit(deal, dealer):
            return True
    return False


def exchanged_to_fit(deal: Deal, dealer: Dealer) -> bool:
    """Deal anything, and exchange cards until all fits and the way there is forgotten; whether that went."""
    lay_out_marked(deal, dealer)
    deal.gather_hands()
    amiss = deal.amiss_in_hands()
    for i in range(deal.total):
        amiss += wrong(deal, i)
    for _ in range(REPAIRS):
        if amiss == 0:
            break
        amiss -= exchange(deal, wrong_place(deal, dealer), dealer.below(deal.total))
    if amiss:
        return False
    outside = deal.dealt + deal.lacking  # of the draw pile
    for _ in range(MIXING * outside):
        exchange(deal, dealer.below(outside), dealer.below(deal.total))
    shuffle_from(deal, outside, dealer)
    return True


def lay_out_marked(deal: Deal, dealer: Dealer) -> None:
    """All cards with their marks, by lot, but as near as easily can be to what is known."""
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
    for i in range(deal.dealt + deal.lacking):
        best = i
        for j in range(i, deal.total):
            if likes(deal, i, deal.cards[j]) > likes(deal, i, deal.cards[best]):
                best = j
        swap(deal.cards, i, best)


def likes(deal: Deal, i: i64, card: i64) -> i64:
    """How well a card would lie in a place outside the draw pile."""
    if i >= deal.dealt:
        return (card & KEPT) - (card & RECENT)
    if deal.fitting[i] & of_kind(card & KIND_MASK, 1) == 0:
        return -2 * RECENT
    if deal.old[i]:
        return (card & KEPT) - (card & RECENT)
    if deal.lacking:
        return card & RECENT
    return card & KEPT


def wrong(deal: Deal, i: i64) -> i64:
    """How wrong the card in a place is there."""
    card = deal.cards[i]
    if i >= deal.dealt + deal.lacking:
        return (card >> KEPT_AT) & 1
    recent = card >> RECENT_AT
    if i >= deal.dealt:
        return recent
    if deal.fitting[i] & of_kind(card & KIND_MASK, 1) == 0:
        return 1 + recent * deal.old[i]
    return recent * deal.old[i]


def wrong_place(deal: Deal, dealer: Dealer) -> i64:
    """A place by lot whose card is wrong there; if none is, one of a hand."""
    first = dealer.below(deal.total)
    for i in range(deal.total):
        if wrong(deal, (first + i) % deal.total):
            return (first + i) % deal.total
    return dealer.below(deal.dealt)


def exchange(deal: Deal, i: i64, j: i64) -> i64:
    """Two cards change places unless more would be amiss then; how much less is."""
    before = wrong(deal, i) + wrong(deal, j) + deal.amiss_in_hands()
    change(deal, i, j)
    better = before - wrong(deal, i) - wrong(deal, j) - deal.amiss_in_hands()
    if better < 0:
        change(deal, i, j)
        return 0
    return better


def change(deal: Deal, i: i64, j: i64) -> None:
    """The cards of two places change places."""
    one = of_kind(deal.cards[i] & KIND_MASK, 1)
    other = of_kind(deal.cards[j] & KIND_MASK, 1)
    if i < deal.dealt:
        deal.hands[deal.owner[i]] += other - one
    if j < deal.dealt:
        deal.hands[deal.owner[j]] += one - other
    swap(deal.cards, i, j)
