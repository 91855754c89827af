"""How fast the lay-down solver is: random hands, nasty hands, and CP-SAT on the same machine.

python -m benchmarks.melds_bench
"""

import random
import sys
import time

from benchmarks.cpsat_melds import leftover_cpsat
from reihum.games.koenigs_romme import melds
from reihum.games.koenigs_romme.cards import Hand, hand_of, parse_card
from tests.koenigs_romme.soak_melds import nasty_hand, random_hand

HAND = 14
WILDS = range(3, 14)
BEST_OF = 3


def pack_hand(cards: list[str]) -> Hand:
    return hand_of([parse_card(card) for card in cards])


def random_mean(hands: int, seed: int) -> float:
    """Seconds per hand of 14 random cards, all within the compiled loop; the best of three passes."""
    rng = random.Random(seed)
    by_wild: dict[int, list[Hand]] = {wild: [] for wild in WILDS}
    for _ in range(hands):
        cards, wild = random_hand(rng, HAND)
        by_wild[wild].append(pack_hand(cards))
    passes = []
    for _ in range(BEST_OF):
        start = time.perf_counter()
        for wild, dealt in by_wild.items():
            melds.leftover_many(dealt, wild)
        passes.append(time.perf_counter() - start)
    return min(passes) / hands


def seconds_for(hand: Hand, wild: int) -> float:
    start = time.perf_counter()
    melds.leftover(hand, wild)
    return time.perf_counter() - start


def nasty_mean_and_worst(hands: int, seed: int) -> tuple[float, float]:
    """Seconds per nasty hand: the mean and the slowest, taking the best of three passes for each hand.

    One pass would measure the operating system, whose interruptions take longer than any hand.
    """
    rng = random.Random(seed)
    dealt = [(pack_hand(cards), wild) for cards, wild in (nasty_hand(rng) for _ in range(hands))]
    passes = [[seconds_for(hand, wild) for hand, wild in dealt] for _ in range(BEST_OF)]
    quickest = [min(times) for times in zip(*passes, strict=True)]
    return sum(quickest) / hands, max(quickest)


def cpsat_mean(hands: int, seed: int) -> float:
    """Seconds per hand of 14 random cards with CP-SAT, including building the model; both must agree."""
    rng = random.Random(seed)
    total = 0.0
    for _ in range(hands):
        cards, wild = random_hand(rng, HAND)
        start = time.perf_counter()
        left = leftover_cpsat(cards, wild)
        total += time.perf_counter() - start
        if left != melds.leftover(pack_hand(cards), wild):
            raise RuntimeError(f"CP-SAT disagrees: {' '.join(cards)}, wild {wild}: {left}")
    return total / hands


def measure(hands: int = 50_000, cpsat_hands: int = 200, seed: int = 1) -> dict[str, float]:
    """All figures of one run: microseconds and ratios."""
    mean = random_mean(hands, seed)
    nasty, worst = nasty_mean_and_worst(hands, seed)
    cpsat = cpsat_mean(cpsat_hands, seed)
    return {
        "random_mean_us": mean * 1e6,
        "nasty_mean_us": nasty * 1e6,
        "nasty_worst_us": worst * 1e6,
        "nasty_worst_to_mean": worst / nasty,
        "cpsat_mean_us": cpsat * 1e6,
        "cpsat_to_solver": cpsat / mean,
    }


if __name__ == "__main__":
    print("compiled" if not str(melds.__file__).endswith(".py") else "interpreted", sys.version.split()[0])
    for figure, amount in measure().items():
        print(f"{figure:22}{amount:12.2f}")
