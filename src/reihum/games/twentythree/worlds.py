"""Dealing the cards of 23 that a seat has not seen, so that all that can be proved holds.

Known are where the 1 is (T2), how many cards everybody has, what the seat itself put away (T4, T13), and
that a forced seat which did not play held nothing above some number (T12b), even if it then left. Seats with
such a bound are dealt first, the lowest bound first: what one of them gets the later ones could have got as
well, so every deal that can be is as likely as any other. What others put away are any three cards (T4);
of a seat that has not finished, it is left to chance how many of them it has named (T4a).
"""

from __future__ import annotations

from mypy_extensions import i64

from reihum.core.dealer import Dealer
from reihum.core.errors import NoWorld
from reihum.core.packing import all_of, of_value, size_of, unpack
from reihum.games.twentythree.cards import HIGHEST, ONE
from reihum.games.twentythree.knowledge import unseen_by
from reihum.games.twentythree.table import AWAY, HAND_SIZE, PUT, Table


def deal_unseen(truth: Table, world: Table, seat: i64, dealer: Dealer) -> None:
    """Deal anew, into `world`, what `seat` does not see of the truth."""
    unseen = unseen_by(truth, seat)
    one_at = truth.one_held_by()
    bound: i64 = 0
    while bound < HIGHEST:
        bound = next_bound(truth, bound)
        for other in range(truth.seats):
            if other != seat and truth.at_most[other] == bound:
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
    """The next higher of the bounds that seats have."""
    found: i64 = HIGHEST
    for seat in range(truth.seats):
        if bound < truth.at_most[seat] < found:
            found = truth.at_most[seat]
    return found


def is_putting(table: Table, seat: i64) -> bool:
    """T4: whether a seat still has cards to put away."""
    return table.phase == PUT and table.held[seat] > HAND_SIZE - AWAY


def put_some_away(world: Table, seat: i64, dealer: Dealer) -> None:
    """T4a: what has been put away so far are the lowest of the three that will be; nobody knows how many."""
    three = random_cards(world.hands[seat] & ~all_of(ONE), AWAY, HIGHEST, dealer)
    put = dealer.below(AWAY)
    named: i64 = 0
    for v in unpack(three)[: int(put)]:
        named += of_value(v, 1)
    world.hands[seat] -= named
    world.held[seat] = HAND_SIZE - put
    world.away[seat] = named


def random_cards(cards: i64, count: i64, bound: i64, dealer: Dealer) -> i64:
    """So many of the packed cards, none above `bound`, at random."""
    chosen: i64 = 0
    if count == 0:
        return chosen
    pool = unpack(cards & (of_value(bound + 1, 1) - 1))
    if count > len(pool):
        raise NoWorld(f"{count} cards up to {bound} are needed, unseen are {len(pool)}.")
    for i in range(count):
        j = i + dealer.below(len(pool) - i)
        v = pool[j]
        pool[j] = pool[i]
        chosen += of_value(v, 1)
    return chosen
