"""Lets a search think about seeded games and prints what it found: `python -m tests.searches`.

Run compiled and interpreted, it must print the same.
"""

from __future__ import annotations

import reihum
from reihum.bots.search import Search
from reihum.core.contract import OVER
from reihum.games import spec
from reihum.games.spec import Spec
from tests.games import Walk

TABLES = [("23", 2), ("help", 3), ("yoyo", 3), ("koenigs-romme", 2), ("koenigs-romme", 1)]
EVERY = 9  # so many decisions are made between two that are thought about


def search_for(of: Spec, worlds: int, seed: int = 5) -> Search:
    """A search with the policy in all seats, which looks a few decisions ahead."""
    policy = of.policy()
    search = Search(policy, policy, [policy])
    search.worlds, search.seed, search.most, search.limit = worlds, seed, 4, 25
    return search


def thoughts(slug: str, players: int, decisions: int) -> list[str]:
    """What a search chose in a game, and why."""
    of = spec(slug)
    walk, search = Walk(of, players, 11, wildness=3), search_for(of, 3)
    found: list[str] = []
    while len(found) < decisions:
        for _ in range(EVERY):
            if walk.state.turn() == OVER:
                walk = Walk(of, players, 12, wildness=3)
            walk.step()
        if walk.state.turn() != OVER:
            chosen = of.text(int(search.choose(walk.state.side(walk.state.turn()))))
            chances = [search.chance(i) for i in range(search.count)]
            found.append(f"{slug} {players} {chosen} {chances} {search.difference(search.best(), 0)}")
    return found


if __name__ == "__main__":
    print("compiled" if reihum.COMPILED else "interpreted")
    for slug, players in TABLES:
        print(*thoughts(slug, players, 4), sep="\n")
