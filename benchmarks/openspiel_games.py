"""OpenSpiel's card games with random play, for comparison: in its own C++ loop, and from a Python loop."""

from __future__ import annotations

import random
from time import perf_counter

import pyspiel


def inside(name: str, games: int, seed: int) -> tuple[int, float]:
    """Uniform random bots in C++: the number of decisions, and the seconds spent in that loop alone."""
    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(seat, seed) for seat in range(game.num_players())]
    decisions, seconds = 0, 0.0
    for number in range(games):
        state = game.new_initial_state()
        begun = perf_counter()
        pyspiel.evaluate_bots(state, bots, seed + number)
        seconds += perf_counter() - begun
        decisions += sum(step.player >= 0 for step in state.full_history())
    return decisions, seconds


def from_python(name: str, games: int, seed: int) -> tuple[int, float]:
    """The loop of OpenSpiel's own Python examples: the number of decisions, and the seconds for all of it."""
    game = pyspiel.load_game(name)
    rng = random.Random(seed)
    decisions = 0
    begun = perf_counter()
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
    return decisions, perf_counter() - begun
