"""One learned seat against others, on the same deals in all seats."""

from __future__ import annotations

import math
import sys
from typing import Any

from training.actors import observer_of


def share(
    slug: str, players: int, make: Any, others: Any, deals: int, seed: int, options: dict[str, bool]
) -> tuple[float, float, float]:
    """The share of wins of one seat, its standard error by deal, and the mean margin."""
    from reihum.core.dealer import Seeded
    from reihum.core.playout import play_out
    from reihum.games import spec

    of = spec(slug)
    by_deal, margins = [], []
    for deal in range(deals):
        won = 0.0
        for seat in range(players):
            dealer = Seeded(seed * 1_000_003 + deal)
            state = of.start(players, options, dealer)
            line = [others() for _ in range(players)]
            line[seat] = make()
            play_out(state, line, dealer, of.decisions_cap)
            winners, scores = state.winners(), state.scores()
            if not winners:
                won += 1 / players
                continue
            won += (seat in winners) / len(winners)
            rest = [s for i, s in enumerate(scores) if i != seat]
            margin = sum(rest) / len(rest) - scores[seat]
            margins.append(margin if of.low_wins else -margin)
        by_deal.append(won / players)
    mean = sum(by_deal) / deals
    error = math.sqrt(sum((x - mean) ** 2 for x in by_deal) / (deals - 1) / deals)
    return mean, error, sum(margins) / max(1, len(margins))


def learned(slug: str, data: bytes) -> Any:
    """Makes players with these weights."""
    from reihum.bots.learned import Learned
    from reihum.bots.net import Net, Weights
    from reihum.games import spec

    net, observer, policy = Net(Weights(data)), observer_of(slug), spec(slug).policy()
    return lambda: Learned(net, observer, policy)


if __name__ == "__main__":
    from reihum.games import spec

    slug, path, deals = sys.argv[1], sys.argv[2], int(sys.argv[3])
    data = open(path, "rb").read()
    other = sys.argv[5] if len(sys.argv) > 5 else None
    others = spec(slug).policy if other is None else learned(slug, open(other, "rb").read())
    defaults = dict(spec(slug).options)
    for players in [int(n) for n in sys.argv[4].split(",")]:
        mean, error, margin = share(slug, players, learned(slug, data), others, deals, 77, defaults)
        print(
            f"{slug} {players}: {100 * mean:.1f} ±{196 * error:.1f} (par {100 / players:.0f}), margin {margin:+.2f}",
            flush=True,
        )
