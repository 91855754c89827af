"""What a standing between two rounds is worth: the chance of winning the game from there.

A decision is judged by the end of its round. A whole game has many rounds, whose luck would hide what the
decision was worth; so a network of its own learns, from games that ended, what to make of the scores.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from training.network import Floats, Network

ROUNDS: Final = 12  # that are told apart
REMEMBERED: Final = 60_000  # standings to learn from
BATCH: Final = 512
FEWEST: Final = 2_000  # standings before it learns ...
FIRST_STEPS: Final = 1_000  # ... so much at once, since everything else is judged by it
DETAIL: Final = 10.0  # what the further numbers of a standing are divided by


class Standings:
    """Learns the chances of winning by the standings of finished rounds."""

    def __init__(self, most_seats: int, numbers: int, lead: int) -> None:
        self.lead = lead  # a difference that counts
        self.numbers = numbers  # how many numbers describe a seat's standing; the first is how good it is
        self.net = Network(ROUNDS + 1 + most_seats * (1 + numbers), 32, 16, seed=3)
        self.x: Floats = np.zeros((0, self.net.shape[0]), np.float32)
        self.y: Floats = np.zeros(0, np.float32)

    def rows(self, rounds: NDArray[np.int64], standings: NDArray[np.float64]) -> Floats:
        """How each seat sees each standing: standings × seats × numbers become a row per seat."""
        count, seats, numbers = standings.shape
        x = np.zeros((count, seats, self.net.shape[0]), np.float32)
        good = standings[..., 0] / self.lead
        for seat in range(seats):
            x[np.arange(count), seat, np.minimum(rounds, ROUNDS - 1)] = 1
            x[:, seat, ROUNDS] = seats / 4
            at = ROUNDS + 1
            for step in range(seats):
                other = (seat + step) % seats
                x[:, seat, at] = good[:, other] - (good[:, seat] if step else 0)
                x[:, seat, at + 1 : at + numbers] = standings[:, other, 1:] / DETAIL
                at += numbers
        return x.reshape(count * seats, -1)

    def remember(self, x: Floats, shares: Floats) -> None:
        """Standings of games that have ended, and what became of them."""
        self.x = np.concatenate([self.x, x])[-REMEMBERED:]
        self.y = np.concatenate([self.y, shares.astype(np.float32)])[-REMEMBERED:]

    def learn(self, rng: np.random.Generator, steps: int, rate: float) -> None:
        """Some steps, once there is enough to learn from."""
        if len(self.x) < FEWEST:
            return
        for _ in range(steps if self.net.steps else FIRST_STEPS):
            pick = rng.integers(0, len(self.x), BATCH)
            self.net.learn(self.x[pick], self.y[pick], np.zeros(BATCH, np.float32), rate, 0.0)
