"""Are worlds dealt as often as they should be? Compared with rejection sampling from real deals.

A script is what one observer heard from a set-up on: `(seat, text)`, with the mask (`give ?`) or None where
it heard no more. The hidden cards of the set-up are shuffled again and again, and the script is
played: where the observer heard a move, that move; where it heard less, any move that sounds the same. Only
those deals count in which the observer sees, step by step, exactly what it saw in the true game. What is
left is how the hidden cards really lie, and `world` must deal them just as often. Where it matters, it
is said how likely a seat makes a move.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Hashable
from math import sqrt
from typing import Final

from reihum.core.contract import State, legal
from reihum.core.dealer import Seeded
from reihum.core.types import Json, View
from reihum.games.spec import Spec

Script = list[tuple[int, str | None]]
Feature = Callable[[Json], Hashable]  # of a position
Likely = Callable[[Json, int, str], float]  # in a position: how likely a seat makes this move
Shuffled = Callable[[Json, random.Random], Json]  # a set-up, its hidden cards dealt again at random

SIGMAS: Final = 5  # so far may a share be off by chance


def compare(
    of: Spec,
    truth: State,
    script: Script,
    observer: int,
    anew: Shuffled,
    feature: Feature,
    tries: int = 20_000,
    likely: Likely | None = None,
) -> int:
    """Assert that worlds of the end of a script show a feature as often as real deals; how many were real."""
    views = [of.view(truth, observer)]
    start = of.position(truth)
    for seat, text in script:
        move = chosen(of, truth, observer, seat, text, Seeded(1))
        assert move >= 0, f"seat {seat} cannot play {text} in the true game"
        truth.play(seat, move, Seeded(1))
        views.append(of.view(truth, observer))
    replays = (replayed(of, start, script, views, observer, anew, seed, likely) for seed in range(tries))
    real = Counter(feature(of.position(state)) for state in replays if state is not None)
    dealt = Counter(
        feature(of.position(truth.world(observer, Seeded(seed)))) for seed in range(max(2_000, real.total()))
    )
    assert real.total() >= 400, f"only {real.total()} real deals fit"
    for kind in real | dealt:
        assert near(real[kind], real.total(), dealt[kind], dealt.total()), (kind, real, dealt)
    return real.total()


def replayed(
    of: Spec,
    start: Json,
    script: Script,
    views: list[View],
    observer: int,
    anew: Shuffled,
    seed: int,
    likely: Likely | None,
) -> State | None:
    """Another deal played by the script; None as soon as the observer would notice."""
    state = of.from_position(anew(start, random.Random(seed)), Seeded(seed))
    dealer, luck = Seeded(seed), random.Random(-seed - 1)
    if of.view(state, observer) != views[0]:
        return None
    for (seat, text), view in zip(script, views[1:], strict=True):
        if not state.owes(seat):
            return None
        move = chosen(of, state, observer, seat, text, dealer)
        if move < 0:
            return None
        if likely is not None and luck.random() >= likely(of.position(state), seat, of.text(move)):
            return None
        state.play(seat, move, dealer)
        if of.view(state, observer) != view:
            return None
    return state


def chosen(of: Spec, state: State, observer: int, seat: int, text: str | None, chance: Seeded) -> int:
    """Any legal move that sounds like this to the observer, or -1."""
    alike = []
    for move in legal(state, seat):
        heard = int(state.heard(observer, seat, move))
        if (of.text(heard) if heard >= 0 else None) == text:
            alike.append(move)
    return alike[chance.below(len(alike))] if alike else -1


def near(some: int, of_some: int, others: int, of_others: int) -> bool:
    """Whether two shares can be equal but for chance."""
    share = (some + others) / (of_some + of_others)
    spread = sqrt(share * (1 - share) * (1 / of_some + 1 / of_others))
    return abs(some / of_some - others / of_others) <= SIGMAS * spread + 1e-9


def among_others(*lists: str) -> Shuffled:
    """Shuffle the hands of all seats but the first (that of the observer), together with these lists."""

    def anew(start: Json, chance: random.Random) -> Json:
        hands: list[list[object]] = start["hands"]
        cards = [card for hand in hands[1:] for card in hand] + [
            card for name in lists for card in start[name]
        ]
        chance.shuffle(cards)
        fresh = dict(start, hands=[hands[0], *(dealt(cards, len(hand)) for hand in hands[1:])])
        for name in lists:
            fresh[name] = dealt(cards, len(start[name]))
        return fresh

    return anew


def dealt(cards: list[object], count: int) -> list[object]:
    """So many cards from the end of a list, which loses them."""
    return [cards.pop() for _ in range(count)]
