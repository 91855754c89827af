"""A player that sees everything, the cards to come included: a ceiling for others, in the arena only.

It plays every candidate out to the end of the game, with the cards and the chance that will really come and
with the very players that sit there, and takes the way that ends best. No honest player can be that good.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from reihum.arena.outcomes import outcome
from reihum.core.contract import Policy, Side, State, buffer
from reihum.core.dealer import Dealer
from reihum.core.playout import TrustedPolicy, play_out
from reihum.games.spec import Spec


class Cheat(Policy):
    """Knows the truth and the dealer, once it has been told who plays."""

    def __init__(self, of: Spec, plans: Sequence[Policy]) -> None:
        self.of = of
        self.plans = plans  # how it may play on itself: the first also says which moves deserve a try
        self._peek = TrustedPolicy(self._ask)
        self._into = buffer()
        self._dealer: Dealer | None = None
        self._make_others: Sequence[Callable[[], Policy]] = ()

    def foresee(self, dealer: Dealer, make_others: Sequence[Callable[[], Policy]]) -> None:
        """A game begins: its dealer, and what makes players such as sit at each seat."""
        self._dealer, self._make_others = dealer, make_others

    def choose(self, side: Side) -> int:
        """The move that leads to the best end; of equals the one that its first plan likes best."""
        count = self.plans[0].propose(side, self._into)
        return int(self._peek.choose(side)) if count > 1 else int(self._into[0])

    def _ask(self, state: State, seat: int) -> int:
        count = self.plans[0].propose(state.side(seat), self._into)
        candidates = [int(self._into[i]) for i in range(count)]
        return max(
            candidates, key=lambda move: max(self._end(state, seat, move, plan) for plan in self.plans)
        )

    def _end(self, state: State, seat: int, move: int, plan: Policy) -> tuple[float, float]:
        """How the game ends for a seat after a move: its share of the win, then how far ahead it is."""
        assert self._dealer is not None, "a cheat plays only where it can be told what will come"
        twin, dealer = state.copy(), self._dealer.copy()
        players = [make() for make in self._make_others]
        players[seat] = plan
        twin.play(seat, move, dealer)
        play_out(twin, players, dealer, self.of.decisions_cap)
        return outcome(twin, seat)
