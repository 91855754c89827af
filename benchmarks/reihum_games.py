"""Reihum's games: random play in the compiled loop and in a Python loop, policies, copies, memory."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from time import perf_counter

from reihum.core.contract import OVER, State, buffer
from reihum.core.dealer import Seeded
from reihum.core.playout import play_out, playout
from reihum.games import spec

PAGE = 4096  # bytes, the unit of /proc


def inside(slug: str, players: int, games: int, seed: int) -> tuple[int, float]:
    """Random games inside the compiled loop, dealing included: decisions and seconds."""
    of, dealer = spec(slug), Seeded(seed)
    options = dict(of.options)
    decisions = 0
    begun = perf_counter()
    for _ in range(games):
        decisions += playout(of.start(players, options, dealer), dealer)
    return decisions, perf_counter() - begun


def from_python(slug: str, players: int, games: int, seed: int) -> tuple[int, float]:
    """Random games from a Python loop over the int moves: decisions and seconds."""
    of, dealer, into = spec(slug), Seeded(seed), buffer()
    options = dict(of.options)
    decisions = 0
    begun = perf_counter()
    for _ in range(games):
        state = of.start(players, options, dealer)
        while (seat := state.turn()) != OVER:
            count = state.moves(seat, into)
            state.play(seat, into[dealer.below(count)], dealer)
            decisions += 1
    return decisions, perf_counter() - begun


def by_policy(slug: str, players: int, games: int, seed: int) -> tuple[int, float]:
    """Whole games with the policy in every seat: decisions and seconds."""
    of, dealer = spec(slug), Seeded(seed)
    policies = [of.policy() for _ in range(players)]
    options = dict(of.options)
    decisions = 0
    begun = perf_counter()
    for _ in range(games):
        decisions += play_out(of.start(players, options, dealer), policies, dealer, of.decisions_cap)
    return decisions, perf_counter() - begun


def copying(slug: str, players: int, copies: int) -> tuple[int, float]:
    """Copies of a state in mid-game, made from Python: how many, and seconds."""
    state = middle(slug, players)
    begun = perf_counter()
    for _ in range(copies):
        state.copy()
    return copies, perf_counter() - begun


def bytes_per_state(slug: str, players: int) -> int:
    """The memory that one more state takes, by how much a new process grows with many of them."""
    command = [sys.executable, "-m", "benchmarks.reihum_games", slug, str(players)]
    return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def growth(slug: str, players: int, copies: int = 50_000) -> int:
    """The bytes that each copy takes in this process."""
    state = middle(slug, players)
    before = resident()
    kept = [state.copy() for _ in range(copies)]
    return (resident() - before) // len(kept)


def middle(slug: str, players: int) -> State:
    """A state after a few policy moves."""
    of, dealer = spec(slug), Seeded(1)
    state = of.start(players, dict(of.options), dealer)
    play_out(state, [of.policy() for _ in range(players)], dealer, 30)
    return state


def resident() -> int:
    """The resident memory of this process."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE


if __name__ == "__main__":
    print(growth(sys.argv[1], int(sys.argv[2])))
