"""How a policy fares against another: every deal is played from every seat."""

from __future__ import annotations

from collections.abc import Callable

from reihum.core.contract import Policy
from reihum.core.dealer import Seeded
from reihum.core.playout import play_out
from reihum.games.spec import Spec


def share_won(
    of: Spec, one: Callable[[], Policy], others: Callable[[], Policy], players: int, deals: int
) -> float:
    """The share of games that one player wins against others; those who tie share a game."""
    won = 0.0
    for deal in range(deals):
        for seat in range(players):
            dealer = Seeded(deal)
            state = of.start(players, dict(of.options), dealer)
            play_out(state, [one() if other == seat else others() for other in range(players)], dealer)
            winners = state.winners()
            won += (seat in winners) / len(winners)
    return won / (deals * players)
