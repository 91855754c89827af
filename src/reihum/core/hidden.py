"""Hidden cards and the places for them: finds a deal that fits, and mixes it so that all are about as likely.

Every hidden card is at a place, and so is every card that a set-up position lacks. Each game says which
cards a place admits, and counts violations of facts about more than one place.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from reihum.core.dealer import Dealer, swap

NOWHERE: Final = -1
REPAIRS: Final = 2_000  # swaps to try before giving up


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class Places:
    """A card at each place."""

    def __init__(self, room: int) -> None:
        self.cards = vec[i64]([0] * room)  # by place
        self.total: i64 = 0  # how many places there are
        self._tried = vec[i64]()  # by place: the last search that tried it

    def admits(self, place: i64, card: i64) -> bool:
        """Whether a card can be at a place."""
        raise NotImplementedError

    def violations(self) -> i64:
        """How many facts about more than one place are not true."""
        raise NotImplementedError

    def swap_cards(self, i: i64, j: i64) -> None:
        """Swap the cards of two places."""
        swap(self.cards, i, j)

    # -- a deal that fits -------------------------------------------------------------------------

    def settle_all(self) -> bool:
        """Move cards until every place admits its card; whether that is possible."""
        self._tried = vec[i64]([NOWHERE] * int(self.total))
        return all(self._settle(place, place) != NOWHERE for place in range(self.total))

    def _settle(self, place: i64, search: i64) -> i64:
        """Find a card for a place; where its old card went, or NOWHERE if there is none.

        The places before `search` keep cards that they admit (augmenting paths).
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

    def repair(self, first: i64, dealer: Dealer) -> bool:
        """Swap cards of the first places until there are no violations; whether that worked."""
        violations = self.violations()
        for _ in range(REPAIRS):
            if violations == 0:
                break
            violations = self._exchange(dealer.below(first), dealer.below(self.total), violations)
        return violations == 0

    def mix(self, first: i64, exchanges: i64, dealer: Dealer) -> None:
        """Make `exchanges` random swaps among the first places, without any violations."""
        for _ in range(exchanges):
            self._exchange(dealer.below(first), dealer.below(self.total), 0)

    def _exchange(self, i: i64, j: i64, violations: i64) -> i64:
        """Swap two cards if both fit and it makes nothing worse; how many violations there are."""
        if not self.admits(i, self.cards[j]) or not self.admits(j, self.cards[i]):
            return violations
        self.swap_cards(i, j)
        found = self.violations()
        if found <= violations:
            return found
        self.swap_cards(i, j)
        return violations
