"""Deals the cards of 23 that a seat has not seen, in any way that fits what it can prove.

The seat knows where the 1 is (T2), how many cards everybody has, and what it has put away itself (T4, T13).
It also knows that a forced seat that did not lay held nothing above some number (T12b), even if it then left.
Seats with such a bound are dealt first, the lowest bound first: later seats could have got the same cards, so
every possible deal is equally likely. What others put away can be any three cards (T4). If a seat has not
finished, it is random how many of them it has put away so far (T4a).
"""

from __future__ import annotations

from mypy_extensions import i64

from reihum.core.dealer import Dealer
from reihum.core.errors import NoWorld
from reihum.core.packing import all_of, of_value, size_of, unpack
from reihum.games.twentythree.cards import HIGHEST, ONE
from reihum.games.twentythree.knowledge import at_most, unseen_by
from reihum.games.twentythree.table import AWAY, HAND_SIZE, PUT, Table


def deal_unseen(truth: Table, world: Table, seat: i64, dealer: Dealer) -> None:
    """Deal again, into `world`, what `seat` does not see of the truth."""
    unseen = unseen_by(truth, seat)
    one_at = truth.one_held_by()
    bound: i64 = 0
    while bound < HIGHEST:
        bound = next_bound(truth, bound)
        for other in range(truth.seats):
            if other != seat and at_most(truth, other) == bound:
                ones: i64 = of_value(ONE, 1) if other == one_at else 0
                held: i64 = HAND_SIZE if is_putting(truth, other) else truth.held[other]
                hand = random_cards(unseen, held - (1 if ones else 0), bound, dealer)
                unseen -= hand
                world.hands[other] = hand + ones
                world.gone[other] = random_cards(unseen, size_of(truth.gone[other]), bound, dealer)
                unseen -= world.gone[other]
    for other in range(truth.seats):
        if other != seat and is_putting(truth, other):
            put_some_away(world, other, dealer)
        elif other != seat:
            world.away[other] = random_cards(unseen, size_of(truth.away[other]), HIGHEST, dealer)
            unseen -= world.away[other]
    world.unused = random_cards(unseen, size_of(truth.unused), HIGHEST, dealer)


def next_bound(truth: Table, bound: i64) -> i64:
    """The next higher bound of any seat."""
    found: i64 = HIGHEST
    for seat in range(truth.seats):
        if bound < at_most(truth, seat) < found:
            found = at_most(truth, seat)
    return found


def is_putting(table: Table, seat: i64) -> bool:
    """T4: whether a seat still has cards to put away."""
    return table.phase == PUT and table.held[seat] > HAND_SIZE - AWAY


def put_some_away(world: Table, seat: i64, dealer: Dealer) -> None:
    """T4a: the cards put away so far are the lowest of three; nobody else knows how many there are."""
    three = random_cards(world.hands[seat] & ~all_of(ONE), AWAY, HIGHEST, dealer)
    put = dealer.below(AWAY)
    named: i64 = 0
    for v in unpack(three)[: int(put)]:
        named += of_value(v, 1)
    world.hands[seat] -= named
    world.held[seat] = HAND_SIZE - put
    world.away[seat] = named


def random_cards(cards: i64, count: i64, bound: i64, dealer: Dealer) -> i64:
    """`count` of the packed cards at random, none above `bound`."""
    chosen: i64 = 0
    if count == 0:
        return chosen
    pool = unpack(cards & (of_value(bound + 1, 1) - 1))
    if count > len(pool):
        raise NoWorld(f"{count} cards up to {bound} are needed, but only {len(pool)} are unseen.")
    for i in range(count):
        j = i + dealer.below(len(pool) - i)
        v = pool[j]
        pool[j] = pool[i]
        chosen += of_value(v, 1)
    return chosen
