"""Hidden cards at places: a deal that is made sure of, and mixed until it is forgotten how it was found.

Every hidden card lies at a place, those that a set-up lacks as well. Which cards a place admits, and how much
is amiss that must be true of several places together, each game says itself.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from reihum.core.dealer import Dealer, swap

NOWHERE: Final = -1
REPAIRS: Final = 2_000  # exchanges that may bring a deal nearer to what must be true


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class Places:
    """A card at each place."""

    def __init__(self, room: int) -> None:
        self.cards = vec[i64]([0] * room)  # by place
        self.total: i64 = 0  # how many places there are
        self._tried = vec[i64]()  # in the search for which place, each place last was

    def admits(self, place: i64, card: i64) -> bool:
        """Whether a card can lie at a place."""
        raise NotImplementedError

    def violations(self) -> i64:
        """How much is amiss that must be true of several places together."""
        raise NotImplementedError

    def swap_cards(self, i: i64, j: i64) -> None:
        """The cards of two places change places."""
        swap(self.cards, i, j)

    # -- a deal that fits -------------------------------------------------------------------------

    def settle_all(self) -> bool:
        """Move cards until every place admits the one that lies there; whether that can be done."""
        self._tried = vec[i64]([NOWHERE] * int(self.total))
        return all(self._settle(place, place) != NOWHERE for place in range(self.total))

    def _settle(self, place: i64, search: i64) -> i64:
        """Find a card for a place; where its former one lies then, or NOWHERE if there is none.

        Places before the one that is searched for keep a card that they admit (augmenting paths).
        """
        for i in range(search, self.total):
            if self.admits(place, self.cards[i]):
                self.swap_cards(place, i)
                return i
        for other in range(search):
            if self._tried[other] != search and self.admits(place, self.cards[other]):
                self._tried[other] = search
                found = self._settle(other, search)
                if found != NOWHERE:
                    self.swap_cards(place, found)
                    return found
        return NOWHERE

    def mend(self, first: i64, dealer: Dealer) -> bool:
        """Let cards of the first places change places until nothing is amiss; whether it is so."""
        amiss = self.violations()
        for _ in range(REPAIRS):
            if amiss == 0:
                break
            amiss = self._exchange(dealer.below(first), dealer.below(self.total), amiss)
        return amiss == 0

    def mix(self, first: i64, exchanges: i64, dealer: Dealer) -> None:
        """Let cards of the first places change places so often, as long as nothing is amiss."""
        for _ in range(exchanges):
            self._exchange(dealer.below(first), dealer.below(self.total), 0)

    def _exchange(self, i: i64, j: i64, amiss: i64) -> i64:
        """Two cards change places unless they cannot, or more would be amiss; how much is."""
        if not self.admits(i, self.cards[j]) or not self.admits(j, self.cards[i]):
            return amiss
        self.swap_cards(i, j)
        found = self.violations()
        if found <= amiss:
            return found
        self.swap_cards(i, j)
        return amiss
