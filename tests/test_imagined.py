"""A whole game imagined from a view: all that the view says is true in it, and bots choose the same."""

from __future__ import annotations

from collections import Counter
from typing import Final

import pytest
from hypothesis import given

from reihum.core.contract import OVER, State, legal
from reihum.core.dealer import Seeded
from reihum.core.types import Json
from reihum.games import spec
from reihum.games.spec import Spec
from tests.games import SIZES, Walk, cards_in, deck, thorough, walks

# A position does not hold what seats can prove by the past; of that, only what bots use is brought back.
FORGOTTEN: Final = {
    "help": {"known", "holds", "reshuffled", "in_hands", "fresh", "had", "drew"},
    "yoyo": {"drawn_one_of", "one_of", "recycled", "unmoved"},
    "koenigs-romme": {"composed", "drew"},
}


def check(of: Spec, state: State, seat: int) -> Json:
    """Imagine a game from the view of a seat that owes a decision, and compare it with the truth."""
    view = of.view(state, seat)
    position = of.imagined(view)
    twin = of.from_position(position, Seeded(0))
    if of.recall is not None:
        of.recall(twin, view)
    left_out = FORGOTTEN.get(of.slug, set()) | (
        {"turn"} if len(view["owes"]) > 1 else set()
    )  # H5c: at random
    told = {name: value for name, value in view.items() if name not in left_out}
    again = of.view(twin, seat)
    assert {name: again[name] for name in told} == told
    texts = [of.text(move) for move in legal(state, seat)]
    assert [of.text(move) for move in legal(twin, seat)] == texts
    assert of.view(twin.world(seat, Seeded(3)), seat) == again
    assert of.text(of.policy().choose(twin.side(seat))) == of.text(of.policy().choose(state.side(seat)))
    assert of.imagined(of.view(state.world(seat, Seeded(5)), seat)) == position  # by the view alone
    assert cards_in(position) <= deck(of.slug)
    return position


def check_all(of: Spec, state: State) -> None:
    """The same for every seat that owes one."""
    for seat in range(state.seats):
        if state.owes(seat):
            check(of, state, seat)


@given(walks())
@thorough
def test_somewhere_in_any_game_the_imagined_one_is_played_alike(walk: Walk) -> None:
    check_all(walk.spec, walk.state)


@pytest.mark.parametrize(("slug", "players"), SIZES)
def test_from_the_deal_on_games_are_played_alike(slug: str, players: int) -> None:
    of = spec(slug)
    for seed, wildness in enumerate((2, 10**6)):
        for state in Walk(of, players, seed, wildness).steps(100 if players > 1 else 4):
            check_all(of, state)


@pytest.mark.parametrize(
    ("slug", "phases"),
    [
        ("help", {"call", "play", "give", "back", "received"}),
        ("23", {"put", "play"}),
        ("yoyo", {"play", "series", "drawn", "take", "slide"}),
        ("koenigs-romme", {"draw", "discard"}),
    ],
)
def test_every_phase_is_played_alike(slug: str, phases: set[str]) -> None:
    of, met = spec(slug), Counter[str]()
    for seed in range(30):
        walk = Walk(of, max(3, of.fewest), seed, wildness=3)
        for state in walk.steps(300):
            phase = of.position(state)["phase"]
            if state.turn() != OVER and met[phase] < 3:
                met[check(of, state, walk.seat())["phase"]] += 1
    assert {phase for phase in met if met[phase] == 3} == phases


def test_where_everybody_else_has_passed_23_is_played_otherwise_and_the_view_tells() -> None:
    of = spec("23")
    given: Json = {
        "phase": "play",
        "hands": [[9, 10, 10, 11, 12, 13], [7, 8, 12]],
        "pile": [1, 4],
        "chips": [0, 0],
    }
    assert of.first_policy is not None  # it stays as it is
    chosen = []
    for idle in (0, 1):
        state = of.from_position({**given, "idle": idle}, Seeded(1))
        assert check(of, state, 0)["idle"] == idle
        chosen.append(of.text(of.first_policy().choose(state.side(0))))
    assert chosen == ["pass", "9"]


def test_after_many_turns_koenigs_romme_is_played_otherwise_and_the_view_tells() -> None:
    of = spec("koenigs-romme")
    hand = ["3s", "4s", "7h", "9d", "9c", "Kx"]
    given: Json = {"hands": [hand, ["5s", "5h", "6d", "8c", "Jx"]], "round": 3, "turn": 0}
    chosen = []
    for turns in (0, 60):
        state = of.from_position({**given, "turns": turns}, Seeded(1))
        assert check(of, state, 0)["turns"] == turns
        chosen.append(of.text(of.policy().choose(state.side(0))))
    assert chosen == ["Kx", "9c"]
