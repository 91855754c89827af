"""Processes that play: each sends what its explorers did, and takes new weights when there are any."""

from __future__ import annotations

import multiprocessing as mp
import random
from multiprocessing.connection import Connection
from typing import Any

GAMES_A_LOT = 100


def work(line: Connection, slug: str, seed: int) -> None:
    """An actor's life: asked for games with these weights, these players and this much exploring, it plays."""
    from reihum.bots.learned import Learned
    from reihum.bots.net import Net, Weights
    from reihum.bots.self_play import Explorer, Notes, play_and_note
    from reihum.core.dealer import Seeded
    from reihum.core.playout import Random
    from reihum.games import spec

    of = spec(slug)
    observer = observer_of(slug)
    rng = random.Random(seed)
    nets: dict[str, Any] = {}
    while True:
        try:
            job = line.recv()
        except EOFError:
            return
        nets.update({name: Net(Weights(data)) for name, data in job["weights"].items()})
        explorer = Explorer(nets["now"], observer, rng.getrandbits(60))
        explorer.exploring = int(job["exploring"] * 1e6)
        explorer.forgetting = int(job["forgetting"] * 1e6)
        notes = Notes()
        cap = of.decisions_cap
        decisions = 0
        for _ in range(job["games"]):
            players = [explorer] * job["players"]
            if rng.random() >= job["alone"]:
                stay = rng.randrange(job["players"])
                for seat in range(job["players"]):
                    if seat != stay and rng.random() < 0.8:
                        name = rng.choice(job["pool"])
                        if name == "policy":
                            players[seat] = of.policy()
                        elif name == "random":
                            players[seat] = Random(rng.getrandbits(60))
                        else:
                            players[seat] = Learned(nets[name], observer, of.policy())
            options = {name: rng.random() < share for name, share in job["options"].items()}
            dealer = Seeded(rng.getrandbits(61))
            state = of.start(job["players"], options, dealer)
            decisions += play_and_note(state, players, dealer, observer, cap, notes)
        line.send(
            (
                job["players"],
                decisions,
                notes.ones.getvalue(),
                notes.decisions.getvalue(),
                notes.rounds.getvalue(),
                notes.games.getvalue(),
            )
        )


def observer_of(slug: str) -> Any:
    """What reads the sides of a game."""
    from importlib import import_module

    from reihum.games import spec

    module = import_module(f"{spec(slug).module}.observation")
    return next(v for k, v in vars(module).items() if k.endswith("Observer") and k != "Observer")()


class Actors:
    """Several of them."""

    def __init__(self, slug: str, count: int, seed: int) -> None:
        context = mp.get_context("spawn")
        self.lines: list[Connection] = []
        self.processes = []
        for number in range(count):
            ours, theirs = context.Pipe()
            process = context.Process(target=work, args=(theirs, slug, seed * 1000 + number), daemon=True)
            process.start()
            theirs.close()
            self.lines.append(ours)
            self.processes.append(process)
