"""Plays seeded games and prints a digest of everything that happened: `python -m tests.trajectories GAME N`.

Run compiled and interpreted, it must print the same.
"""

from __future__ import annotations

import hashlib
import json
import sys

import reihum
from reihum.core.contract import NOBODY, OVER, State, buffer
from reihum.core.dealer import Seeded
from reihum.games import spec
from reihum.games.spec import Spec
from tests.games import Walk


def digest(slug: str, players: int, games: int, steps: int) -> str:
    """The moves, scores, and every now and then observation, position, views and a dealt world of games."""
    of = spec(slug)
    sums = hashlib.sha256()
    for game in range(games):
        walk = Walk(of, players, game * 97 + players, wildness=3)
        for step in range(steps):
            if walk.state.turn() == OVER:
                break
            if (step + game) % 25 == 0:
                sums.update(json.dumps(observed(of, walk.state)).encode())
            seat, move = walk.step()
            sums.update(b"%d:%d " % (seat, move))
            if (step + game) % 50 == 0:
                seat = (game + step) % (players + 1) - 1
                world = walk.state.world(NOBODY if seat < 0 else seat, Seeded(step))
                for state in (walk.state, world):
                    sums.update(json.dumps([of.position(state), of.view(state, seat)]).encode())
        sums.update(repr((walk.state.scores(), walk.state.winners(), walk.dealer.below(1 << 30))).encode())
    return sums.hexdigest()


def observed(of: Spec, state: State) -> list[list[int]]:
    """What a learned player would see before the next decision, and of each move that it would consider."""
    make = of.observer_alone if state.seats == 1 else of.observer
    assert make is not None
    observer, side, into = make(), state.side(state.turn()), buffer()
    observer.observe(side, True)
    found = [observer.places()]
    if observer.after_fields:
        for i in range(observer.candidates(side, into)):
            observer.consider(side, into[i])
            found.append([int(into[i]), *observer.places()])
    return found


if __name__ == "__main__":
    slug, players, games, steps = sys.argv[1], *map(int, sys.argv[2:5])
    print("compiled" if reihum.COMPILED else "interpreted", digest(slug, players, games, steps))
