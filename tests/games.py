"""All games at all sizes, walks through them, and where the cards of a position lie."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from itertools import product
from typing import Final

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from reihum.core.contract import OVER, Policy, State, buffer
from reihum.core.dealer import Dealer, Seeded
from reihum.core.types import Json
from reihum.games import SLUGS, spec
from reihum.games.spec import Spec

SOAK: Final = os.environ.get("REIHUM_SOAK") == "1"
PACKAGES: Final = {slug: spec(slug).package for slug in SLUGS}  # slug -> name of the folder
SIZES: Final = [(slug, n) for slug in SLUGS for n in range(spec(slug).fewest, spec(slug).most + 1)]
# The smallest and the largest table of each game, and two where one can also be alone: for what takes long.
ENDS: Final = [(slug, n) for slug, n in SIZES if SOAK or n in (spec(slug).fewest, spec(slug).most, 2)]

thorough = settings(
    max_examples=5_000 if SOAK else 120,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def choices_of(of: Spec) -> list[dict[str, bool]]:
    """Every combination of a game's options."""
    ticks = product((False, True), repeat=len(of.options))
    return [dict(zip(of.options, each, strict=True)) for each in ticks]


class Walk:
    """A game played by a mixture of chance and good sense, so that all its phases come up."""

    def __init__(self, of: Spec, players: int, seed: int, wildness: int = 2) -> None:
        self.spec = of
        self.chance = Seeded(seed)
        self.dealer: Dealer = Seeded(seed + 1)
        options = choices_of(of)
        self.state: State = of.start(players, options[self.chance.below(len(options))], self.dealer)
        self.policy: Policy = (of.first_policy or of.policy)()  # the first: golden games stay
        self.wildness = wildness  # one of so many moves is made at random
        self.into = buffer()

    def seat(self) -> int:
        """A seat that owes a decision: not always the one asked first."""
        owing = [seat for seat in range(self.state.seats) if self.state.owes(seat)]
        return owing[self.chance.below(len(owing))]

    def move(self, seat: int) -> int:
        """Its next move."""
        if self.chance.below(self.wildness) == 0:
            count = self.state.moves(seat, self.into)
            return int(self.into[self.chance.below(count)])
        return int(self.policy.choose(self.state.side(seat)))

    def step(self) -> tuple[int, int]:
        """Make one move; by whom, and which."""
        seat = self.seat()
        move = self.move(seat)
        self.state.events = []
        self.state.play(seat, move, self.dealer)
        return seat, move

    def on(self, steps: int) -> Walk:
        """Go on so many steps, or to the end."""
        for _ in range(steps):
            if self.state.turn() == OVER:
                break
            self.step()
        return self

    def steps(self, limit: int) -> Iterator[State]:
        """Every state on the way, the last one included."""
        for _ in range(limit):
            yield self.state
            if self.state.turn() == OVER:
                return
            self.step()


@st.composite
def walks(draw: st.DrawFn) -> Walk:
    """Somewhere in some game."""
    slug, players = draw(st.sampled_from(SIZES))
    seed = draw(st.integers(0, 2**61))
    steps = draw(st.integers(0, 400))
    return Walk(spec(slug), players, seed, draw(st.integers(1, 6))).on(steps)


def deck(slug: str) -> Counter[object]:
    """All cards of a game as its rule page counts them."""
    found: Counter[object] = import_module(f"tests.{spec(slug).package}.deck").DECK
    return Counter(found)  # whoever asks may take cards out of it


def cards_in(position: Json) -> Counter[object]:
    """Every card that a position places somewhere."""
    found = Counter(card for hand in position["hands"] for card in hand)
    for pile in ("unused", "pile", "row", "stock", "discard", "gone"):
        found.update(position.get(pile, []))
    found.update(card for away in position.get("away", []) for card in away)
    found.update(card for laid in position.get("laid", []) for combination in laid for card in combination)
    found.update(["N"] * sum(map(bool, position.get("no", []))))
    found.update(card for card in (position.get("received"), position.get("shown")) if card is not None)
    return found
