"""A bot gets its seat's side and nothing else: by what it shows, by types, and by what bots choose."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import given

from reihum.bots import NAMES, maker_of
from reihum.core.contract import OVER, Policy, Side, State, legal, owing
from reihum.core.dealer import Seeded
from reihum.core.playout import TrustedPolicy
from reihum.core.types import Json, View
from reihum.games import spec
from tests.games import SIZES, Walk, thorough, walks

ROOT = Path(__file__).parent.parent
WORLDS = 2  # for bots that search: by the clock, nobody chooses the same twice
Maker = Callable[[int], Policy]  # a fresh bot with this seed


# -- what a side shows ----------------------------------------------------------------------------


def looks(slug: str, side: Side) -> Json:
    """Everything that a side can answer, in the terms of the view."""
    found: Callable[[Side], Json] = import_module(f"tests.{spec(slug).package}.looks").looks
    return found(side)


def seen(view: View, names: Json) -> Json:
    """The same from the view."""
    found = {name: view[name] for name in names}
    if "discard" in found:
        found["discard"] = sorted(found["discard"])
    return found


@thorough
@given(walks())
def test_a_side_shows_what_the_view_of_its_seat_tells_and_nothing_else(walk: Walk) -> None:
    slug, state = walk.spec.slug, walk.state
    for seat in range(state.seats):
        side, view = state.side(seat), walk.spec.view(state, seat)
        assert (side.seat, side.seats) == (seat, state.seats)
        assert side.view() == view
        assert side.legal() == legal(state, seat)
        assert [other for other in range(state.seats) if side.owes(other)] == owing(state) == view["owes"]
        assert side.scores() == state.scores()
        assert side.turn() == (OVER if view["turn"] is None else view["turn"])
        found = looks(slug, side)
        assert found == seen(view, found)


@pytest.mark.parametrize(("slug", "players"), SIZES)
def test_a_side_looks_the_same_at_two_games_that_its_seat_cannot_tell_apart(slug: str, players: int) -> None:
    compared = 0
    for number, state in enumerate(Walk(spec(slug), players, 77).steps(60)):
        seat = number % players
        world = state.side(seat).world(Seeded(number))
        assert looks(slug, world.side(seat)) == looks(slug, state.side(seat))
        compared += 1
    assert compared > 10


def test_a_side_is_live_and_a_copy_has_its_own() -> None:
    walk = Walk(spec("23"), 2, 5)
    side, still = walk.state.side(0), walk.state.copy().side(0)
    before = side.view()
    walk.on(6)
    assert side.view() == spec("23").view(walk.state, 0) != before
    assert still.view() == before


def test_the_public_names_of_a_side_are_those_that_were_looked_at() -> None:
    for slug, players in SIZES:
        side = spec(slug).start(players, dict(spec(slug).options), Seeded(1)).side(0)
        source = (ROOT / "tests" / spec(slug).package / "looks.py").read_text("utf-8")
        own = {name for name in dir(side) if name[0] != "_"} - {name for name in dir(Side) if name[0] != "_"}
        own -= {"seat", "seats", *spec(slug).options}  # fields
        assert [name for name in sorted(own) if f"side.{name}(" not in source] == []


# -- what a bot chooses ---------------------------------------------------------------------------


class Peeked(AssertionError):
    """A bot chose differently because of something that its seat cannot know."""


def compare(make: Maker, slug: str, players: int, decisions: int) -> None:
    """Ask a bot in many games that its seat cannot tell apart; raises Peeked if its choices differ."""
    walk = Walk(spec(slug), players, 1_000 + players)
    for number in range(decisions):
        if walk.state.turn() == OVER:
            walk = Walk(spec(slug), players, 2_000 + number)
        seat = walk.seat()
        choice = make(number).choose(walk.state.side(seat))
        assert choice in legal(walk.state, seat)
        for chance in range(2):
            world = walk.state.world(seat, Seeded(2 * number + chance))
            if make(number).choose(world.side(seat)) != choice:
                raise Peeked(f"{slug} with {players}, decision {number} of seat {seat}")
        walk.step()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("slug", "players"), SIZES)
def test_no_choice_of_a_built_in_bot_depends_on_what_is_hidden(slug: str, players: int, name: str) -> None:
    decisions = 4 if (slug, players) == ("koenigs-romme", 1) else 120
    make = maker_of(name, WORLDS)
    compare(lambda seed: make(spec(slug), seed), slug, players, decisions)


@pytest.mark.parametrize(("slug", "players"), SIZES)
def test_a_bot_that_peeks_is_caught(slug: str, players: int) -> None:
    of = spec(slug)

    def peek(state: State, seat: int) -> int:
        position, moves = of.position(state), legal(state, seat)
        return moves[crc32(str([position["hands"], position.get("stock")]).encode()) % len(moves)]

    with pytest.raises(Peeked):
        compare(lambda _: TrustedPolicy(peek), slug, players, 120)


# -- what types and lint say ----------------------------------------------------------------------

PEEKER = """
from reihum.core.contract import Policy, Side
from reihum.games.twentythree.side import TwentyThreeSide


class Peeker(Policy):
    def choose(self, side: Side) -> int:
        assert isinstance(side, TwentyThreeSide)
        {peek}
        return side.legal()[0]
"""


@pytest.mark.parametrize(
    ("peek", "wrong"),
    [
        ("print(side.hand(), side.held(1), side.view()['pile'])", None),
        ("print(side.hands)", 'has no attribute "hands"'),
        ("print(side.state)", 'has no attribute "state"'),
        ("print(side.away(1))", "Too many arguments"),
        ("print(side.hand(1))", "Too many arguments"),
    ],
)
def test_a_bot_that_peeks_does_not_type_check(tmp_path: Path, peek: str, wrong: str | None) -> None:
    (tmp_path / "peeker.py").write_text(PEEKER.format(peek=peek), "utf-8")
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", str(tmp_path / "peeker.py")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if wrong is None:
        assert checked.returncode == 0, checked.stdout + checked.stderr
    else:
        assert wrong in checked.stdout


@pytest.mark.parametrize(
    ("place", "refused"),
    [
        ("bots/peeker.py", True),
        ("bots/learned.py", True),
        ("games/help/policy.py", True),
        ("games/twentythree/policy1.py", True),
        ("games/yoyo/observation.py", True),
        ("core/playout.py", False),
    ],
)
def test_a_bot_that_takes_a_private_name_does_not_pass_lint(place: str, refused: bool) -> None:
    checked = subprocess.run(
        [sys.executable, "-m", "ruff", "check", "--no-cache", "--stdin-filename", f"src/reihum/{place}", "-"],
        cwd=ROOT,
        input="def peek(side):\n    return side._state\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert ("SLF001" in checked.stdout) == refused, checked.stdout
