"""Looking at a game of Königs-Rommé changes nothing, now or later."""

from __future__ import annotations

import pytest

from reihum.core.contract import NOBODY, OVER, State, legal
from reihum.core.dealer import Seeded
from reihum.games.koenigs_romme import SPEC
from reihum.games.koenigs_romme.rules import KoenigsRomme
from tests.games import Walk


def attributes(state: State) -> dict[str, object]:
    """All attributes of a state, with copies of its lists."""
    found: dict[str, object] = {}
    for name in dir(state):
        value = getattr(state, name)
        if not name.startswith("_") and not callable(value):
            found[name] = value if isinstance(value, (int, bool)) else list(value)
    return found


def test_all_attributes_are_compared() -> None:
    state = Walk(SPEC, 3, 1).on(40).state
    found = attributes(state)
    assert {"hands", "taken", "stock", "pile", "laid", "to_lay_out", "trail", "telling", "events"} <= set(
        found
    )
    assert attributes(state.copy()) == found
    state.play(state.turn(), legal(state, state.turn())[0], Seeded(1))
    assert attributes(state) != found


@pytest.mark.long
@pytest.mark.parametrize("players", [1, 2, 3, 5])
def test_looking_leaves_every_attribute_untouched(players: int) -> None:
    unlaid = 0
    for seed in range(3):
        for number, state in enumerate(Walk(SPEC, players, seed, 1 if players == 1 else 3).steps(160)):
            before = attributes(state)
            unlaid += isinstance(state, KoenigsRomme) and state.to_lay_out != 0
            for seat in (NOBODY, number % players):
                SPEC.view(state, seat)
                assert attributes(state) == before
                state.world(seat, Seeded(number))
                assert attributes(state) == before
            SPEC.position(state)
            state.scores()
            state.winners()
            legal(state, number % players)
            assert attributes(state) == before
    assert players == 1 or unlaid > 10  # some have laid, but nobody has looked


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 7])
def test_K15_scores_are_the_same_whether_anybody_follows_or_not(players: int) -> None:
    """Play a whole game twice; a seat that has laid has the same points at once."""
    unfollowed, followed = (Walk(SPEC, players, 5, wildness=20) for _ in range(2))
    followed.state.telling = True
    laid = 0
    for unseen, seen in zip(unfollowed.steps(5_000), followed.steps(5_000), strict=True):
        assert isinstance(unseen, KoenigsRomme)
        assert isinstance(seen, KoenigsRomme)
        assert (unseen.scores(), unseen.winners()) == (seen.scores(), seen.winners())
        assert SPEC.position(unseen) == SPEC.position(seen)
        assert unseen.events == []
        for seat in range(players):
            if unseen.has_laid(seat):
                assert unseen.points(seat) == seen.points(seat)
                laid += 1
    assert unfollowed.state.turn() == OVER
    assert laid > 11


def test_K14a_what_nobody_saw_being_laid_lies_there_when_somebody_looks() -> None:
    state = SPEC.from_position(
        {
            "hands": [
                ["5s", "5h", "5d", "5c", "5x", "9s"],
                ["9h", "9d", "Kc", "Qd", "3h"],
                ["4s", "6h", "8d", "Qx", "Jd"],
            ],
            "stock": ["10c", "10x"],
        },
        Seeded(1),
    )
    for seat, text in ((0, "out 9s"), (1, "pile"), (1, "Qd")):
        state.play(seat, SPEC.parse(text), Seeded(1))
    twice = [SPEC.position(state), SPEC.position(state)]
    assert twice[0] == twice[1]
    assert twice[0]["hands"][:2] == [[], ["3h", "Kc"]]
    assert [sorted(laid[0]) for laid in twice[0]["laid"][:2]] == [
        ["5c", "5d", "5h", "5s", "5x"],
        ["9d", "9h", "9s"],
    ]
    assert twice[0]["taken"] == [[], [], []]
    assert SPEC.view(state, 2)["held"] == [0, 2, 5]
    state.play(2, SPEC.parse("stock"), Seeded(1))
    state.play(2, SPEC.parse("Qx"), Seeded(1))
    assert state.scores() == [0, 3 + 13, 4 + 6 + 8 + 10 + 11]
