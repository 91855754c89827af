"""No bot with a name cheats: no choice of it changes when what is hidden from its seat changes.

Two bots with the same seed sit at the same seats of the same game and hear the same. One sees the true game.
The other one, at each of its decisions, sees another game that its seat cannot tell from it: everything
hidden is dealt again. They must always choose alike, for whole games. Planted peekers are caught by the same
function, and bots that use all they may are not.
"""

from __future__ import annotations

import ast
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final
from zlib import crc32

import pytest

import reihum
from reihum.bots import NAMES, Entrant
from reihum.core.contract import Side, State, spec_of
from reihum.core.dealer import Seeded
from reihum.core.types import Json
from reihum.games import SLUGS, spec
from reihum.match import Heard
from tests.games import ENDS, SOAK, choices_of
from tests.test_one_world import contents

ROOT: Final = Path(__file__).parent.parent
PACKAGE: Final = ROOT / "src" / "reihum"
WILDNESS: Final = 8  # one of so many moves is any legal one, so that bots get into unusual situations
WORLDS: Final = 2  # for bots that search: by worlds, because by the clock nobody chooses the same twice


class Peeked(AssertionError):
    """A bot chose differently because of something that its seat cannot know."""


def follow(entrant: Entrant, slug: str, players: int, decisions: int, seed: int = 1) -> int:
    """Ask a bot in games that its seats cannot tell apart; how many games. Raises Peeked if it can."""
    of, chance, games = spec(slug), Seeded(seed), 0
    match = reihum.game(slug).start(players, seed, choices_of(of)[0])
    true, twin = (reihum.bot(entrant, slug, seed, worlds=WORLDS) for _ in range(2))
    for number in range(decisions):
        if match.over:
            games += 1
            options = choices_of(of)[games % len(choices_of(of))]
            match = reihum.game(slug).start(players, seed + games, options)
        seat = match.owes()[chance.below(len(match.owes()))]
        choice = true.choose(match, seat)
        truth = match.state
        match.state = truth.world(seat, Seeded(seed + number))
        try:
            other = twin.choose(match, seat)
        finally:
            match.state = truth
        if other != choice:
            raise Peeked(f"{slug} with {players}, game {games}, decision {number}: {choice}, not {other}")
        wild = chance.below(WILDNESS) == 0
        match.play(match.moves(seat)[chance.below(len(match.moves(seat)))] if wild else choice, seat)
    return games


def decisions_of(slug: str, players: int, name: Entrant) -> int:
    """At how many decisions a bot is asked: whole games, but interpreted only some of the solo variant."""
    if (slug, players) != ("koenigs-romme", 1):
        return 2_000 if SOAK else 130
    if reihum.COMPILED:
        return 500 if SOAK else 60
    return 2 if name == "master" else 10


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("slug", "players"), ENDS)
def test_no_choice_of_a_bot_changes_when_hidden_things_change(slug: str, players: int, name: str) -> None:
    follow(name, slug, players, decisions_of(slug, players, name))


def test_whole_games_are_followed() -> None:
    assert follow("policy", "23", 2, 150) >= 2
    assert follow("policy", "help", 3, 250) >= 2


# -- bots that use all they may -------------------------------------------------------------------


def pick(moves: list[Any], *known: object) -> Any:
    """One of the moves, by everything that is known."""
    return moves[crc32(repr(known).encode()) % len(moves)]


class Thorough:
    """Looks at its view, at whole worlds and all that is in them, and remembers all it hears."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.heard: list[Heard] = []

    def begin(self, game: str, players: int, seat: int, options: Json) -> None:
        """A game begins."""
        self.heard = []

    def hear(self, heard: Heard) -> None:
        """A move, as the seat hears it."""
        self.heard.append(heard)

    def choose_side(self, side: Side) -> int:
        """By all of that, and a seed."""
        world = side.world(Seeded(self.seed))
        return int(pick(side.legal(), self.heard, side.view(), contents(world), self.seed))


class Reader:
    """Reads its view."""

    def choose(self, view: Json, moves: list[str]) -> str:
        """By everything that it says."""
        return str(pick(moves, view))


@pytest.mark.parametrize("honest", [Thorough, Reader])
@pytest.mark.parametrize(("slug", "players"), ENDS)
def test_a_bot_that_uses_all_it_may_is_not_caught(slug: str, players: int, honest: Entrant) -> None:
    follow(honest, slug, players, min(60, decisions_of(slug, players, honest)))


# -- planted peekers ------------------------------------------------------------------------------


class PeeksAtHands:
    """Looks at the other hands."""

    def choose_side(self, side: Side) -> int:
        """By what everybody holds."""
        return int(pick(side.legal(), position_behind(side)["hands"]))


class PeeksAtStock:
    """Looks at the next card of the stock."""

    def choose_side(self, side: Side) -> int:
        """By that card."""
        return int(pick(side.legal(), position_behind(side)["stock"][-1:]))


class PeeksAtChoices:
    """Looks at what others have done in secret: what they put away, pass on or drew."""

    def choose_side(self, side: Side) -> int:
        """By that."""
        truth: Any = side._state
        secrets = ("away", "slid", "trail")
        return int(pick(side.legal(), [contents(getattr(truth, name, None)) for name in secrets]))


class PeeksBehindTheStock:
    """Looks at the cards that have been drawn, which are still in the room behind the stock."""

    def choose_side(self, side: Side) -> int:
        """By those."""
        truth: Any = side._state
        return int(pick(side.legal(), contents(truth.stock)[int(truth.in_stock) :]))


class Trusted:
    """Is trusted with the truth, and does not deserve it."""

    def choose_int(self, state: State, seat: int, moves: list[int]) -> int:
        """By the whole truth."""
        return int(pick(moves, spec_of(state).position(state)))


class Remembers:
    """Peeks only at its first decision in a game, and uses that later."""

    def __init__(self) -> None:
        self.asked = 0
        self.secret: object = None

    def begin(self, game: str, players: int, seat: int, options: Json) -> None:
        """A game begins."""
        self.asked = 0

    def choose_side(self, side: Side) -> int:
        """First by nothing, then by what it saw."""
        self.asked += 1
        if self.asked == 1:
            self.secret = position_behind(side)["hands"]
            return side.legal()[0]
        return int(pick(side.legal(), self.secret))


class Seldom:
    """Peeks only if it has many moves to choose from."""

    def choose_side(self, side: Side) -> int:
        """By the other hands, or by nothing."""
        moves = side.legal()
        return int(pick(moves, position_behind(side)["hands"])) if len(moves) > 5 else moves[0]


class Lucky:
    """Has chance of its own, which no seed controls."""

    def choose_side(self, side: Side) -> int:
        """Any move."""
        return random.SystemRandom().choice(side.legal())


class Located:
    """Chooses by where things happen to be in memory."""

    def choose_side(self, side: Side) -> int:
        """By the address of its side."""
        return int(pick(side.legal(), id(side)))


def position_behind(side: Side) -> Json:
    """The truth behind a side, which no bot may touch."""
    position: Json = spec_of(side._state).position(side._state)
    return position


PEEKERS: Final = [
    ("23", 2, PeeksAtHands),
    ("23", 4, PeeksAtHands),
    ("23", 2, PeeksAtChoices),
    ("23", 3, Remembers),
    ("23", 3, Seldom),
    ("23", 2, Lucky),
    ("help", 3, PeeksAtHands),
    ("help", 5, PeeksAtStock),
    ("help", 5, Seldom),
    ("help", 4, PeeksBehindTheStock),
    ("help", 4, Located),
    ("yoyo", 2, PeeksAtStock),
    ("yoyo", 6, PeeksAtHands),
    ("yoyo", 4, PeeksAtChoices),
    ("yoyo", 3, PeeksBehindTheStock),
    ("yoyo", 3, Trusted),
    ("koenigs-romme", 1, PeeksAtStock),
    ("koenigs-romme", 1, Trusted),
    ("koenigs-romme", 2, PeeksAtHands),
    ("koenigs-romme", 2, PeeksAtChoices),
    ("koenigs-romme", 3, PeeksBehindTheStock),
    ("koenigs-romme", 7, PeeksAtStock),
    ("koenigs-romme", 4, Remembers),
]


@pytest.mark.parametrize(("slug", "players", "peeker"), PEEKERS)
def test_a_bot_that_peeks_is_caught(slug: str, players: int, peeker: Callable[..., Any]) -> None:
    with pytest.raises(Peeked):
        follow(peeker, slug, players, 200)


# -- what the sources say -------------------------------------------------------------------------


def choosers() -> Iterator[Path]:
    """All modules in which a bot of Reihum chooses, or sees."""
    yield from sorted(PACKAGE.glob("bots/*.py"))
    minds = ("policy", "policy1", "solo_policy", "solo_policy1", "hand_book", "endgame", "last_turn")
    for name in (*minds, "patience", "*observation"):
        yield from sorted(PACKAGE.glob(f"games/*/{name}.py"))


def ways_to_the_truth(source: str) -> list[str]:
    """What a module does to get behind a side: private names of others, by a dot or as a string."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and node.attr.startswith("_") and not node.attr.startswith("__"):
            if ast.unparse(node.value) not in ("self", "super()"):
                found.append(node.attr)
        elif isinstance(node, ast.Constant) and node.value in ("_state", "_table"):
            found.append(str(node.value))
        elif isinstance(node, ast.Name) and node.id == "TrustedPolicy":
            found.append(node.id)
    return found


@pytest.mark.parametrize("path", [*choosers()], ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_module_of_the_bots_has_a_way_to_the_truth(path: Path) -> None:
    # Only bots of your own may ask to be trusted, and own.py lets them.
    allowed = ["TrustedPolicy"] if path.name == "own.py" else []
    assert ways_to_the_truth(path.read_text("utf-8")) == allowed


def test_ways_to_the_truth_are_found() -> None:
    assert ways_to_the_truth("def peek(side):\n    return side._state.hands\n") == ["_state"]
    assert ways_to_the_truth("def peek(side):\n    return getattr(side, '_table')\n") == ["_table"]
    assert ways_to_the_truth("bot = TrustedPolicy(ask)\n") == ["TrustedPolicy"]
    assert ways_to_the_truth("class Bot:\n    def choose(self, side):\n        return self._best\n") == []


PEEKING: Final = """
from reihum.core.contract import Side
from reihum.core.observation import Observer
from reihum.games.help.side import HelpSide
from reihum.games.koenigs_romme.side import RommeSide
from reihum.games.koenigs_romme.solo import SoloSide
from reihum.games.twentythree.side import TwentyThreeSide
from reihum.games.yoyo.side import YoYoSide


class Peeker(Observer):
    def observe(self, side: Side, remembering: bool) -> None:
        print(side.view(), side.legal())  # fine
        print(side.state)  # no
        print(side.hands)  # no

    def read(
        self, one: HelpSide, two: TwentyThreeSide, three: YoYoSide, four: RommeSide, five: SoloSide
    ) -> None:
        print(one.hand(), two.hand(), three.hand(), four.hand(), five.hand(0))  # fine
        print(one.hand(1))  # no
        print(one.order)  # no
        print(one.stock)  # no
        print(two.away(1))  # no
        print(two.unused)  # no
        print(three.slid(1))  # no
        print(three.drawn(1))  # no
        print(three.stock)  # no
        print(four.hand(1))  # no
        print(four.drew(1))  # no
        print(four.trail)  # no
        print(five.stock)  # no
        print(five.to_come())  # no
"""


def test_an_observer_that_peeks_does_not_type_check(tmp_path: Path) -> None:
    (tmp_path / "peeker.py").write_text(PEEKING, "utf-8")
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", str(tmp_path / "peeker.py")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    wrong = {int(line.split(":")[1]) for line in checked.stdout.splitlines() if ": error:" in line}
    lines = PEEKING.splitlines()
    assert wrong == {number for number, line in enumerate(lines, start=1) if line.endswith("# no")}


def test_every_game_and_number_of_players_has_its_bots() -> None:
    assert {slug for slug, _ in ENDS} == {*SLUGS}
    assert ("koenigs-romme", 1) in ENDS
