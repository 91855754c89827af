"""The five levels: the same learned player, who chooses more softly and remembers less the weaker it is.

What a game's players have learned is in its folder: `net.bin` has the weights, and `net.json` says how they
were trained and how each level uses them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from reihum.bots.learned import PER_MILLE, Learned
from reihum.bots.net import Net, Weights
from reihum.core.contract import Policy
from reihum.core.errors import ReihumError
from reihum.games.spec import Spec

LEVELS: Final = ("novice", "casual", "regular", "strong", "master")  # the weakest first
USUAL_LEVEL: Final = "regular"  # plays where nobody has said who should


@dataclass(frozen=True)
class Level:
    """How a level uses what was learned; see `Learned` for what is meant by heat and reach."""

    heat: float = 0.0  # how softly it chooses: at 0 always what seems best
    reach: float = 0.0  # it never makes a move that seems worse than the best by more than this
    memory: bool = True  # whether it remembers what happened, or sees only what lies on the table


def make_level(name: str, of: Spec, seed: int) -> Policy:
    """A player of this level; a game that nobody has learned is played by its policy at every level."""
    if of.observer is None:
        return of.policy()
    return make_learned(levels_of(of.module)[name], of, seed)


def make_learned(level: Level, of: Spec, seed: int) -> Learned:
    """A learned player with these settings."""
    assert of.observer is not None
    observer, weights = of.observer(), weights_of(of.module)
    if weights.inputs != observer.size:
        raise ReihumError(f"What was learned of {of.title} is for other observations; train it again.")
    player = Learned(Net(weights), observer, of.policy())
    player.remembering = level.memory
    player.heat = round(level.heat * PER_MILLE)
    player.reach = round(level.reach * PER_MILLE)
    player.seed = seed
    return player


@cache
def weights_of(module: str) -> Weights:
    """What the players of a game have learned."""
    return Weights(files(module).joinpath("net.bin").read_bytes())


@cache
def manifest_of(module: str) -> dict[str, Any]:
    """How they learned it, and how strong they are."""
    found: dict[str, Any] = json.loads(files(module).joinpath("net.json").read_text("utf-8"))
    return found


@cache
def levels_of(module: str) -> dict[str, Level]:
    """The settings of the levels of a game."""
    told = manifest_of(module)["levels"]
    if tuple(told) != LEVELS:
        raise ReihumError(f"The manifest of {module} does not describe the five levels.")
    return {name: Level(**told[name]) for name in LEVELS}
