"""What follows from the trail of a round of Königs-Rommé (see `knowledge.py`); sound, never a guess.

Everybody knows the cards that a new stock was made of (K8). One observer knows which cards it does not see
now, and how many cards of the other seats were hidden when the trail began.
"""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from reihum.games.koenigs_romme.cards import (
    HAND_LENGTH,
    KINDS,
    Hand,
    count_of,
    hand_at,
    no_cards,
    size_of,
    with_card,
)
from reihum.games.koenigs_romme.knowledge import DREW, MAKER, begins_stock, card_in, deed_of, seat_of
from reihum.games.koenigs_romme.table import Table

# -- what views show ------------------------------------------------------------------------------


def last_made_stock(table: Table) -> Hand:
    """K8: the cards of the last stock that was made of the pile; public."""
    found = no_cards()
    for i in range(table.steps):
        if begins_stock(table, i):
            found = no_cards()
        if seat_of(table.trail[i]) == MAKER:
            found = with_card(found, card_in(table.trail[i]))
    return found


def drawn_since(table: Table, seat: i64) -> Hand:
    """What a seat has drawn since the stock was made of the pile (K8); only that seat knows."""
    found = no_cards()
    for i in range(table.steps if table.stocks_made else 0):
        step = table.trail[i]
        if begins_stock(table, i):
            found = no_cards()
        elif seat_of(step) == seat and deed_of(step) == DREW:
            found = with_card(found, card_in(step))
    return found


# -- what an observer can conclude ----------------------------------------------------------------


@final
class Proofs:
    """What an observer, who may be NOBODY, can conclude about a round."""

    def __init__(self, table: Table, observer: i64) -> None:
        self.table = table
        self.observer = observer
        self.given = vec[i64]([0] * int(table.seats))  # how many cards each other seat gave up
        # how many cards of each other seat were hidden when the trail began
        self.first_held = vec[i64]([0] * int(table.seats))
        for seat in range(table.seats):
            if seat != observer:
                known = size_of(hand_at(table.taken, seat))
                self.first_held[seat] = size_of(hand_at(table.hands, seat)) - known
        for i in range(table.steps):
            step = table.trail[i]
            if self.is_others(step) and deed_of(step) != DREW:
                self.first_held[seat_of(step)] += 1
                self.given[seat_of(step)] += 1
            elif self.is_others(step):
                self.first_held[seat_of(step)] -= 1

    def given_total(self) -> i64:
        """How many cards the other seats gave up in all."""
        count: i64 = 0
        for seat in range(self.table.seats):
            count += self.given[seat]
        return count

    def is_others(self, step: i64) -> bool:
        """Whether a step was done by another seat."""
        seat = seat_of(step)
        return seat != MAKER and seat != self.observer

    def unseen(self) -> vec[i64]:
        """How many of each card the observer does not see now, in the stock and in other hands."""
        # Two bits are enough to count the two copies of each card, so packed hands can simply be added.
        others = vec[i64]([0] * HAND_LENGTH)
        table = self.table
        for seat in range(table.seats):
            if seat != self.observer:
                for i in range(HAND_LENGTH):
                    others[i] += table.hands[HAND_LENGTH * seat + i] - table.taken[HAND_LENGTH * seat + i]
        hand = hand_at(others, 0)
        found = vec[i64]([0] * KINDS)
        for card in range(KINDS):
            found[card] = count_of(hand, card)
        for i in range(table.in_stock):
            found[table.stock[i]] += 1
        return found

    def stock_made_at(self, i: i64) -> vec[i64]:
        """K8: how many of each card a stock made at a step has, less those that the observer drew from it."""
        found = vec[i64]([0] * KINDS)
        trail = self.table.trail
        while i < self.table.steps and seat_of(trail[i]) == MAKER:
            found[card_in(trail[i])] += 1
            i += 1
        while i < self.table.steps and seat_of(trail[i]) != MAKER:
            if seat_of(trail[i]) == self.observer and deed_of(trail[i]) == DREW:
                found[card_in(trail[i])] -= 1
            i += 1
        return found

    def first_hidden(self) -> vec[i64]:
        """How many of each card were hidden when the trail began, less what the observer has drawn."""
        hidden = self.unseen()
        for i in range(self.table.steps):
            step = self.table.trail[i]
            if self.is_others(step) and deed_of(step) != DREW:
                hidden[card_in(step)] += 1
            elif begins_stock(self.table, i):
                made = self.stock_made_at(i)
                for card in range(KINDS):
                    hidden[card] -= made[card]
        return hidden
