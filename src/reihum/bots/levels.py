"""The five levels: the same learned player, who chooses more softly and remembers less the weaker it is.

What a game's players have learned is in its folder: `net.bin` has the weights, and `net.json` says how they
were trained and how each level uses them; where it pays, the strongest thinks ahead, or plays by a policy
that is better than what was learned. Where a game for one player is another game, nobody has learned it: the
levels are its policy, which makes mistakes or thinks ahead, as `alone.json` says.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from reihum.bots.alone import AloneOrNot, Unsteady
from reihum.bots.horizons import RoundEnd
from reihum.bots.learned import PER_MILLE, Learned
from reihum.bots.net import Net, Weights
from reihum.bots.search import Search
from reihum.core.contract import Policy
from reihum.core.errors import ReihumError
from reihum.games.spec import Spec

LEVELS: Final = ("novice", "casual", "regular", "strong", "master")  # the weakest first
USUAL_LEVEL: Final = "regular"  # plays where nobody has said who should


@dataclass(frozen=True)
class Thought:
    """How a level thinks ahead; see `Search`."""

    milliseconds: int  # how long it thinks at most
    worlds: int  # in how many worlds it tries the best of its candidates, at most
    candidates: int  # how many moves it thinks about
    caution: float = 1.0  # how many standard errors better than its first thought another move must be
    stake: float = 0.0  # it stops early when no other move seems able to win so much more often
    swing: float = 0.0  # it looks to the end of the round, as `RoundEnd` does; 0: to the end of the game
    players: int = 0  # it does so at tables of no more than so many; 0: of any size


@dataclass(frozen=True)
class Level:
    """How a level uses what was learned; see `Learned` for what is meant by heat and reach."""

    heat: float = 0.0  # how softly it chooses: at 0 always what seems best
    reach: float = 0.0  # it never makes a move that seems worse than the best by more than this
    memory: bool = True  # whether it remembers what happened, or sees only what lies on the table
    thought: Thought | None = None
    careful: bool = False  # it plays by the game's careful policy, which is better than what was learned


@dataclass(frozen=True)
class Alone:
    """How a level plays alone: softly, or by thinking ahead."""

    heat: float = 0.0  # how softly it chooses, in ranks of the policy's moves: at 0 always the first
    thought: Thought | None = None


def make_level(name: str, of: Spec, seed: int, worlds: int | None = None) -> Policy:
    """A player of this level; a game that nobody has learned is played by its policy at every level.

    One that thinks ahead looks at the clock, unless it is told in how many worlds.
    """
    if of.observer is None:
        return of.policy()
    player = make_together(levels_of(of.module)[name], of, seed, worlds)
    if of.observer_alone is None:
        return player
    return AloneOrNot(make_alone(alone_levels_of(of.module)[name], of, seed, worlds), player)


def thinks_ahead(name: str, of: Spec, players: int) -> bool:
    """Whether players of this name think ahead at a table of this size, and so may take their time."""
    if name not in LEVELS or of.observer is None:
        return False
    if players == 1 and of.observer_alone is not None:
        return alone_levels_of(of.module)[name].thought is not None
    thought = levels_of(of.module)[name].thought
    return thought is not None and (not thought.players or players <= thought.players)


def make_together(level: Level, of: Spec, seed: int, worlds: int | None = None) -> Policy:
    """A player with these settings for the game with others, who are taken for players by the policy."""
    if level.careful:
        assert of.careful_policy is not None
        return of.careful_policy()
    learned = make_learned(level, of, seed)
    if level.thought is None:
        return learned
    return make_search(level.thought, Search(learned, of.policy(), [of.policy()]), of, seed, worlds)


def make_alone(level: Alone, of: Spec, seed: int, worlds: int | None) -> Policy:
    """A player with these settings for the game alone."""
    policy = of.policy()
    if level.thought is not None:
        return make_search(level.thought, Search(policy, policy, []), of, seed, worlds)
    if level.heat:
        return Unsteady(policy, round(level.heat * PER_MILLE), seed)
    return policy


def make_search(thought: Thought, search: Search, of: Spec, seed: int, worlds: int | None) -> Search:
    """The same search with these settings."""
    if worlds is None:
        search.milliseconds = thought.milliseconds
    search.worlds = worlds or thought.worlds
    search.most = thought.candidates
    search.caution = thought.caution
    search.stake = thought.stake
    if thought.players:
        search.most_seats = thought.players
    search.seed = seed
    if thought.swing:
        assert of.observer is not None
        search.horizon = RoundEnd(of.observer(), thought.swing)
    return search


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
    return {name: Level(**told) for name, told in five_levels(module, manifest_of(module)["levels"])}


@cache
def alone_manifest_of(module: str) -> dict[str, Any]:
    """The levels where one player plays another game alone, and how strong they are."""
    found: dict[str, Any] = json.loads(files(module).joinpath("alone.json").read_text("utf-8"))
    return found


@cache
def alone_levels_of(module: str) -> dict[str, Alone]:
    """The settings of the levels where one player plays another game alone."""
    return {name: Alone(**told) for name, told in five_levels(module, alone_manifest_of(module)["levels"])}


def five_levels(module: str, told: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """The settings of all levels, the weakest first; ReihumError if one is missing."""
    if tuple(told) != LEVELS:
        raise ReihumError(f"The manifest of {module} does not describe the five levels.")
    return [(name, with_thought(settings)) for name, settings in told.items()]


def with_thought(settings: dict[str, Any]) -> dict[str, Any]:
    """Settings as the manifest tells them, with how a level thinks, if it does."""
    thought = settings.get("thought")
    return settings if thought is None else {**settings, "thought": Thought(**thought)}
