"""What learned players see: every place means what it says, and follows from the view of the seat alone."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import reihum
from reihum.bots.imagining import imagined_side
from reihum.core.contract import OVER, Side, State, buffer, owing
from reihum.core.dealer import Seeded
from reihum.core.observation import NO_ADVICE, Field, Observer, dense
from reihum.games import SLUGS, spec
from reihum.games.spec import Spec
from reihum.observing import all_fields, observation
from tests.games import SIZES, Walk, choices_of
from tests.slow_row import slow_places
from tools.observation import PAGE, page

ROOT = Path(__file__).parent.parent
SEVERAL = [(slug, players) for slug, players in SIZES if players > 1]
SENSIBLE = 10**6  # a game without random moves
APART = {"koenigs-romme": 13}  # its moves take long to consider: of so many decisions one is looked at
STEPS = 150  # of games that need not come to their end


def observer_of(of: Spec, players: int) -> Observer:
    """A fresh observer for so many players."""
    make = of.observer_alone if players == 1 else of.observer
    assert make is not None
    return make()


def games(of: Spec, players: int) -> Iterator[tuple[int, State]]:
    """All states of a whole game, and many of a wilder one for each choice of options, numbered."""
    walks = [(Walk(of, players, players, SENSIBLE), of.decisions_cap)] if players > 1 else []
    for seed, options in enumerate(choices_of(of)):
        walk = Walk(of, players, 50 * players + seed, wildness=3)
        walk.state = of.start(players, options, walk.dealer)
        walks.append((walk, STEPS))
    yield from enumerate(state for walk, steps in walks for state in walk.steps(steps))


def seen(observer: Observer, side: Side, remembering: bool = True) -> list[int]:
    """The places that a look at the table gives."""
    observer.observe(side, remembering)
    return observer.places()


def considered(observer: Observer, side: Side) -> dict[int, list[int]]:
    """The candidates of a decision, and for each the places of what it would bring."""
    into = buffer()
    moves = [int(into[i]) for i in range(observer.candidates(side, into))]
    found = {}
    for move in moves:
        observer.consider(side, move)
        found[move] = observer.places()
    return found


# -- the places -----------------------------------------------------------------------------------


def covered(fields: list[Field], first: int) -> int:
    """Where fields end that begin here and follow one another without gaps."""
    for field in fields:
        assert field.first == first, field
        assert field.last >= field.first
        assert field.name
        assert field.meaning
        first = field.last + 1
    return first


@pytest.mark.parametrize(("slug", "players"), SIZES)
def test_every_place_belongs_to_one_field(slug: str, players: int) -> None:
    described = observation(slug, players)
    assert covered(described.fields, 0) == described.size
    assert len({field.name for field in described.fields}) == len(described.fields)
    assert described.actions == spec(slug).actions(players)
    assert repr(described) == f"<observation of {slug} with {players}: {described.size} places>"


@pytest.mark.parametrize(("slug", "players"), SEVERAL)
def test_with_fewer_seats_the_row_is_shorter_and_means_the_same(slug: str, players: int) -> None:
    observer = observer_of(spec(slug), players)
    fewer, all_seats = all_fields(observer, players), all_fields(observer, spec(slug).most)
    assert list(map(repr, fewer)) == list(map(repr, all_seats[: len(fewer)]))
    assert covered(observer.after_fields, all_seats[-1].last + 1) == observer.size


@pytest.mark.parametrize(("slug", "players"), SIZES)
def test_ones_are_where_the_view_says(slug: str, players: int) -> None:
    of, described = spec(slug), observation(slug, players)
    observer, phases = observer_of(of, players), set()
    for number, state in games(of, players):
        seats = {number % players, *owing(state)} if state.turn() != OVER else set(range(players))
        for seat in seats:
            side, view = state.side(seat), of.view(state, seat)
            places = seen(observer, side)
            assert sorted(places) == slow_places(slug, described.fields, view)
            assert len(set(places)) == len(places)
            assert set(seen(observer, side, remembering=False)) <= set(places)
            phases.add(view["phase"])
    assert len(phases) > 1


@pytest.mark.parametrize(("slug", "players"), SEVERAL)
def test_what_a_move_would_bring_is_behind_the_row_of_the_largest_table(slug: str, players: int) -> None:
    of, compared = spec(slug), 0
    observer = observer_of(of, players)
    first, last = observer.after_fields[0].first, observer.after_fields[-1].last
    for number, state in games(of, players):
        if state.turn() != OVER and number % APART.get(slug, 3) == 0:
            side = state.side(state.turn())
            seen(observer, side)
            for move, places in considered(observer, side).items():
                assert first <= min(places)
                assert max(places) <= last
                assert len(set(places)) == len(places), of.text(move)
                compared += 1
    assert compared > 40


@pytest.mark.parametrize(("slug", "players"), SEVERAL)
def test_what_the_policy_advises_is_marked_and_nothing_else(slug: str, players: int) -> None:
    of, marked = spec(slug), 0
    observer, policy = observer_of(of, players), of.policy()
    field = next(field for field in observer.after_fields if field.name == "advised")
    assert field.first == field.last
    for number, state in games(of, players):
        if state.turn() == OVER or number % APART.get(slug, 3):
            continue
        side = state.side(state.turn())
        seen(observer, side)
        observer.advice = policy.choose(side)
        found = [move for move, places in considered(observer, side).items() if field.first in places]
        assert found in ([], [observer.advice])  # it is not among the candidates of every decision
        marked += len(found)
        observer.advice = NO_ADVICE
        assert not any(field.first in places for places in considered(observer, side).values())
    assert marked > 10


# -- what they depend on --------------------------------------------------------------------------


@pytest.mark.parametrize(("slug", "players"), SIZES)
def test_two_games_that_a_seat_cannot_tell_apart_are_observed_alike(slug: str, players: int) -> None:
    of = spec(slug)
    observer = observer_of(of, players)
    compared = 0
    for number, state in games(of, players):
        if number % (4 * APART.get(slug, 1) if players > 1 else 4):
            continue
        for seat in {number % players, *owing(state)}:
            world = state.world(seat, Seeded(number))
            here, there = state.side(seat), world.side(seat)
            assert seen(observer, here) == seen(observer, there), (number, seat)
            if players > 1 and state.owes(seat):
                moves = considered(observer, there)  # it looked at that one last
                seen(observer, here)
                assert considered(observer, here) == moves
            compared += 1
    assert compared > 5


class Peeking(Observer):
    """Also sees whether another seat holds many cards of one kind, which it must not."""

    def observe(self, side: Side, remembering: bool) -> None:
        """The hand of the next seat."""
        self.count = 0
        self.bits(0, side._state.hands[(side.seat + 1) % side.seats])  # type: ignore[attr-defined]


def test_an_observer_that_peeks_would_be_noticed() -> None:
    observer, state = Peeking(), Walk(spec("23"), 3, 1).on(20).state
    assert seen(observer, state.side(0)) != seen(observer, state.world(0, Seeded(1)).side(0))


@pytest.mark.parametrize(("slug", "players"), SEVERAL)
def test_a_game_imagined_from_the_view_is_observed_alike(slug: str, players: int) -> None:
    of = spec(slug)
    observer = observer_of(of, players)
    compared = 0
    for number, state in games(of, players):
        for seat in owing(state):
            imagined, side = imagined_side(of, dict(of.view(state, seat))), state.side(seat)
            there = seen(observer, imagined)
            moves = considered(observer, imagined) if number % APART.get(slug, 2) == 0 else {}
            assert seen(observer, side) == there, (number, seat)
            assert not moves or considered(observer, side) == moves
            compared += 1
    assert compared > 60


# -- memories of other servers --------------------------------------------------------------------

BAD_MEMORIES: list[tuple[str, str, object]] = [
    ("23", "laid", None),
    ("23", "laid", [[]]),
    ("23", "laid", [[23, 23, 23], [23]]),  # more than there are in the pile
    ("23", "laid", [["8"], []]),
    ("23", "passed", [[24], []]),
    ("23", "passed", [[8, 8], []]),
    ("23", "jumped", [[2**70], []]),
    ("23", "at_most", [0, None]),
    ("yoyo", "drew_up", [[0], []]),
    ("yoyo", "drew_down", [[21], []]),
    ("yoyo", "drew_down", "[[], []]"),
    ("yoyo", "known", [["b1"], ["b1", "b1", "b1"]]),
    ("yoyo", "known", [[], ["b99"]]),
    ("koenigs-romme", "thrown", [["8d"], ["1d"]]),
    ("koenigs-romme", "thrown", [["8d"], [], []]),
    ("koenigs-romme", "thrown", [[8], []]),
    ("help", "can_be", [[], [], [{"cards": 5, "of": ["8"]}]]),
    ("help", "can_be", [[{"cards": 1, "of": []}]] * 3),
    ("help", "can_be", [[{"cards": 1, "of": ["12"]}]] * 3),
    ("help", "can_be", [[{"cards": 3, "of": ["8"]}, {"cards": 2, "of": ["9"]}]] * 3),
    ("help", "can_be", [[{"cards": 1}]] * 3),
    ("help", "can_be", [[["8"]]] * 3),
]


@pytest.mark.parametrize(("slug", "field", "told"), BAD_MEMORIES)
def test_a_memory_that_cannot_be_is_a_sentence(slug: str, field: str, told: object) -> None:
    of = spec(slug)
    walk = Walk(of, max(2, of.fewest), 4).on(12)
    view = {**of.view(walk.state, walk.seat()), field: told}
    with pytest.raises(
        reihum.ReihumError, match=r"^There is no game of .* that looks like this view: "
    ) as bad:
        imagined_side(of, view)
    assert "\n" not in str(bad.value)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_view_without_its_memory_is_a_sentence(slug: str) -> None:
    of = spec(slug)
    walk = Walk(of, max(2, of.fewest), 4).on(12)
    view = dict(of.view(walk.state, walk.seat()))
    assert imagined_side(of, view).seat == view["seat"]
    del view[{"help": "can_be", "23": "passed", "yoyo": "drew_up", "koenigs-romme": "thrown"}[slug]]
    with pytest.raises(reihum.ReihumError, match="that looks like this view"):
        imagined_side(of, view)


# -- for everybody --------------------------------------------------------------------------------


@pytest.mark.parametrize(("slug", "players"), SIZES)
def test_a_match_is_encoded_as_zeros_and_ones(slug: str, players: int) -> None:
    match = reihum.game(slug).new(players, seed=players)
    described = reihum.observation(slug, players)
    for _ in range(12):
        for seat in range(players):
            row = described.encode(match, seat)
            assert (row.dtype.name, row.shape) == ("int8", (described.size,))
            assert row.tolist() == dense(
                slow_places(slug, described.fields, match.view(seat)), described.size
            )
        match.play(match.moves()[-1])


def test_what_cannot_be_observed_is_a_sentence() -> None:
    described, match = reihum.observation("23", 2), reihum.game("23").new(3, seed=1)
    with pytest.raises(
        reihum.ReihumError, match=r"^This is an observation of 23 with 2, not of 23 with 3\.$"
    ):
        described.encode(match, 0)
    with pytest.raises(reihum.ReihumError, match=r"^There is no seat 3; seats are 0 to 2\.$"):
        reihum.observation("23", 3).encode(match, 3)
    with pytest.raises(reihum.ReihumError, match=r"^23 is for 2 to 4 players, not 5\.$"):
        reihum.observation("23", 5)
    with pytest.raises(reihum.ReihumError, match="There is no game"):
        reihum.observation("24", 2)


def test_without_numpy_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    described, match = reihum.observation("23", 2), reihum.game("23").new(2, seed=1)
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert described.fields[0].meaning == "how many play: 2, 3 or 4"
    with pytest.raises(reihum.ReihumError, match=r"pip install 'reihum\[numpy\]'$"):
        described.encode(match, 0)


def test_the_page_of_all_places_is_current() -> None:
    assert (ROOT / PAGE).read_text("utf-8") == page(), "run `make types`"
