"""Bots hear when a game begins, and every move as their seat hears it, wherever they play."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import reihum
import reihum.bots
from reihum import Heard, Match
from reihum.bots import Player, player, players
from reihum.client import News
from reihum.client.playing import SeatListener
from reihum.core.sealed import Sealed
from reihum.games import SLUGS, spec
from reihum.server.live.thinker import Beginning, Job, Thinker
from reihum.terminal.plain import set_up_game
from reihum.words import words
from tests.diary import Diary, IntDiary, SideDiary

KINDS = [Diary, SideDiary, IntDiary]


# -- simulations ----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("slug", SLUGS)
def test_a_bot_hears_every_move_of_every_game_as_its_seat_does(slug: str, kind: Callable[[], Diary]) -> None:
    mine, seats = kind(), max(2, spec(slug).fewest)
    told = reihum.simulate(slug, games=3, bots=[mine, "policy"], seed=5, records=True)
    assert len(mine.heard) == told["games"] == 3
    for (game, count, seat, options), heard, text in zip(
        mine.begun, mine.heard, told["records"], strict=True
    ):
        match = reihum.read_record(text)
        assert (game, count, options) == (slug, seats, match.game.options)
        assert (match.names or [])[seat] == kind.__name__
        assert heard == match.since(seat)
    assert {begun[2] for begun in mine.begun} == set(range(3 if seats == 3 else 2))


@pytest.mark.parametrize("slug", SLUGS)
def test_whoever_is_asked_has_heard_everything_before(slug: str) -> None:
    mine = Diary()
    told = reihum.simulate(slug, games=1, bots=[mine, "random"], seed=2, records=True)
    match = reihum.read_record(told["records"][0])
    seat = mine.begun[0][2]
    asked = [made.number - 1 for made in match.history if made.by == seat]
    assert [heard for heard, _ in mine.chosen] == asked


def test_to_hear_changes_no_game() -> None:
    one = reihum.simulate("yoyo", games=6, bots="policy", seed=4)
    other = reihum.simulate("yoyo", games=6, bots=[PolicyDiary, "policy"], seed=4)
    for told in (one, other):
        del told["bots"][0]["bot"]
    assert one == other


class PolicyDiary:
    """Plays like the policy, and listens."""

    def __init__(self) -> None:
        self.policy: Any = None

    def begin(self, game: str, players: int, seat: int, options: dict[str, bool]) -> None:
        self.policy = spec(game).policy()

    def hear(self, heard: Heard) -> None:
        assert heard.number > 0

    def choose_side(self, side: Any) -> int:
        return int(self.policy.choose(side))


def test_there_is_one_object_for_each_entrant_and_run() -> None:
    Diary.made = 0
    reihum.simulate("23", players=3, games=5, bots=[Diary, "policy"])
    assert Diary.made == 1
    reihum.simulate("23", players=3, games=5, bots=[Diary])
    assert Diary.made == 1 + 3
    mine = Diary()
    reihum.simulate("23", players=2, games=5, bots=[mine, "policy"], learning=True)
    assert [options for _, _, _, options in mine.begun] == [{**spec("23").options, "learning": True}] * 5


def test_a_bot_that_fills_several_seats_is_copied() -> None:
    mine = Diary()
    reihum.simulate("23", players=3, games=2, bots=[mine])
    assert len(mine.begun) == 2
    first, second, third = players([mine, mine, "tests.diary:Diary"], [1, 2, 3])
    assert first.bot is mine
    assert isinstance(second.bot, Diary)
    assert second.bot is not mine
    assert (first.name, third.name) == ("Diary", "tests.diary:Diary")


class RandomBot:
    """Chooses at random, with a seed for each game."""

    def __init__(self, seed: int) -> None:
        self.own_seed = seed
        self.number = 0

    def begin(self, game: str, players: int, seat: int, options: dict[str, bool], seed: int) -> None:
        self.number = seed

    def choose(self, view: dict[str, Any], moves: list[str]) -> str:
        self.number = self.number * 48_271 % 2_147_483_647
        return moves[(self.number + self.own_seed) % len(moves)]


@pytest.mark.parametrize("bot", [RandomBot, RandomBot(3), "tests.test_hearing:RandomBot"])
def test_a_seed_for_each_game_gives_the_same_result_on_any_number_of_processes(bot: Any) -> None:
    results = [reihum.simulate("23", games=60, bots=[bot, "policy"], seed=7, jobs=jobs) for jobs in (1, 2)]
    assert results[0] == results[1]


def test_a_bot_that_cannot_travel_is_one_sentence() -> None:
    mine = Diary()
    mine.take = lambda move: move  # type: ignore[method-assign]
    with pytest.raises(
        reihum.ReihumError, match=r"The bot Diary cannot be sent to other processes: .*jobs 1"
    ):
        reihum.simulate("23", games=60, bots=[mine, "policy"], jobs=2)


# -- the terminal ---------------------------------------------------------------------------------


def at_the_terminal(match: Match, bot: Diary, folder: Path, lines: Callable[[Match], Iterator[str]]) -> None:
    """Play against a bot by typing these lines."""
    typed = lines(match)

    def ask(prompt: str) -> str:
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    screen = Console(file=io.StringIO(), width=80)
    set_up_game(match, [bot], words("en"), screen, folder / "record.txt", ask).play()


@pytest.mark.parametrize("slug", ["23", "yoyo", "koenigs-romme"])
def test_a_bot_at_the_terminal_hears_the_whole_game(slug: str, tmp_path: Path) -> None:
    def sensible(match: Match) -> Iterator[str]:
        policy = spec(slug).policy()
        while not match.over:
            yield spec(slug).text(int(policy.choose(match.state.side(0))))

    mine, match = Listener(), reihum.game(slug).new(2, seed=9)
    at_the_terminal(match, mine, tmp_path, sensible)
    assert match.over
    assert mine.begun == [(slug, 2, 1, match.options)]
    assert mine.heard == [match.since(1)]


class Listener(Diary):
    """Plays like the policy."""

    def choose_side(self, side: Any) -> int:
        return int(spec(self.begun[-1][0]).policy().choose(side))


def test_a_move_taken_back_is_as_if_it_had_never_been_heard(tmp_path: Path) -> None:
    def hesitant(match: Match) -> Iterator[str]:
        yield match.moves(0)[0]
        yield match.moves(0)[0]
        yield "undo"
        while match.view(0)["phase"] == "put":
            yield match.moves(0)[-1]
        yield from ("pass", "pass")

    mine, match = Diary(), reihum.game("23").new(2, seed=9)
    at_the_terminal(match, mine, tmp_path, hesitant)
    assert len(mine.begun) == 2
    assert len(mine.heard[-1]) > 6
    assert mine.heard[-1] == match.since(1)[: len(mine.heard[-1])]


# -- a server's thinkers --------------------------------------------------------------------------


def test_a_bot_of_the_server_hears_what_its_seat_hears(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = Diary()
    monkeypatch.setitem(reihum.bots.BUILT_IN, "diary", lambda of, seed: mine)
    thinker = Thinker()
    beginning = Beginning("23", 2, {"learning": True}, bytes(32), ["a", "b"])
    match = reihum.game("23").start(2, options={"learning": True}, dealer=dealer_of(beginning))
    told = 0
    for number in range(12):
        seat = match.turn
        assert seat is not None
        moves = [(made.by, match.game.spec.text(made.move)) for made in match.history[told:]]
        told, who = len(match.history), "diary" if seat == 1 else "policy"
        answer = thinker.answer(
            Job(number, "t", told - len(moves), moves, seat, None if number else beginning, 1, who)
        )
        assert answer.error == ""
        if seat == 1:
            assert mine.heard[-1] == match.since(1)
        match.play(answer.move)
    assert mine.begun == [("23", 2, 1, match.options)]


def dealer_of(beginning: Beginning) -> Any:
    """The same dealer as the thinker's."""
    return Sealed(beginning.secret, list(beginning.nonces))


# -- over the wire --------------------------------------------------------------------------------

TABLE = {"game": "23", "players": 2, "options": {"learning": True}}


def news(v: int, **message: Any) -> News:
    """What a seat hears of a step."""
    view = {"game": "23", "seat": 1, "owes": [1]}
    kind = "snap" if v == 0 or "log" in message else "ev"
    return News(kind, v, 1, view, ["pass"], None, TABLE, {"v": v, **message})


def listener_of(bot: Diary, *heard: News) -> SeatListener:
    """A listener that has told a remote bot this news, up to its next move."""
    listener = SeatListener(Player("Diary", bot), seed=3)
    for each in heard:
        listener.note(each)
    assert listener.choose(heard[-1]) == "pass"
    return listener


def test_over_the_wire_a_bot_hears_everything_before_it_is_asked() -> None:
    mine = Diary()
    opened = {"kind": "opened", "seat": 0}
    heard = [news(0), news(1, by=0, m="8", events=[opened]), news(2, by=None, m=None, events=[])]
    listener = listener_of(mine, *heard)
    assert mine.begun == [("23", 2, 1, {**spec("23").options, "learning": True})]
    assert mine.heard == [[Heard(1, 0, "8", [opened]), Heard(2, None, None, [])]]
    listener.note(news(3, by=0, m="9", events=[]))
    listener.catch_up()
    assert mine.heard[0][-1] == Heard(3, 0, "9", [])


def test_over_the_wire_a_move_taken_back_is_as_if_it_had_never_been_heard() -> None:
    mine = Diary()
    heard = [news(0), news(1, by=0, m="8", events=[]), news(2, by=1, m="pass", events=[])]
    listener = listener_of(mine, *heard, news(3, by=0, undo=1, events=[]), news(4, by=0, m="9", events=[]))
    assert len(mine.begun) == 2
    assert mine.heard[-1] == [Heard(1, 1, "pass", []), Heard(2, 0, "9", [])]
    listener.note(news(5, by=1, m="10", events=[]))
    listener.catch_up()
    assert mine.heard[-1][-1] == Heard(3, 1, "10", [])


def test_over_the_wire_answers_that_were_taken_back_too_are_forgotten() -> None:
    mine = Diary()
    heard = [news(0), news(1, by=0, m="8", events=[]), news(2, by=1, m="pass", events=[])]
    undone = news(3, by=0, undo=1, gone=[1, 2], events=[])
    listener = listener_of(mine, *heard, undone, news(4, by=0, m="9", events=[]))
    assert mine.heard[-1] == [Heard(1, 0, "9", [])]
    unheard = [news(5, by=None, m=None, events=[]), news(6, by=1, m="pass", events=[])]
    for each in [*unheard, news(7, by=None, undo=1, gone=[6], events=[]), news(8, by=1, m="9", events=[])]:
        listener.note(each)
    listener.catch_up()
    assert mine.heard[-1] == [Heard(1, 0, "9", []), Heard(2, 1, "9", [])]


def test_over_the_wire_a_bot_hears_what_was_missed_and_nothing_twice() -> None:
    mine = Diary()
    steps: list[dict[str, Any]] = [{"v": v, "by": v % 2, "m": "pass", "events": []} for v in range(1, 6)]
    heard = [news(0), news(**steps[0]), news(4, log=steps[1:4]), news(**steps[3]), news(**steps[4])]
    listener_of(mine, *heard)
    assert mine.heard == [[Heard(v, v % 2, "pass", []) for v in range(1, 6)]]


@pytest.mark.parametrize("table", [{}, {"players": "x", "options": {}}, {"players": 2, "options": 7}])
def test_a_server_that_does_not_say_what_is_played_is_one_sentence(table: dict[str, Any]) -> None:
    listener = SeatListener(player("policy", 1), 1)
    listener.note(News("snap", 0, 0, {"game": "23"}, [], None, table, {}))
    with pytest.raises(reihum.ReihumError, match="does not say what is played"):
        listener.catch_up()
