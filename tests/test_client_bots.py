"""Bots that have only a view and texts: they choose as at the table, and their faults are reported."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from reihum.bots import NAMES, make_policy
from reihum.bots.levels import thinks_ahead
from reihum.client import Guest, bot_named
from reihum.client.joining import PlayedGame, Tally, numbered_name, split_address
from reihum.core.contract import OVER, legal
from reihum.core.dealer import Seeded
from reihum.core.errors import ReihumError
from reihum.games import SLUGS, spec

MODULE = """
class Last:
    def choose(self, view, moves):
        assert view["seat"] in view["owes"]
        return moves[-1]


class Honest:
    seen = []

    def __init__(self, seed):
        self.seed = seed

    def choose_int(self, state, seat, moves):
        self.seen.append(state)
        return moves[self.seed % len(moves)]


class Liar:
    def choose(self, view, moves):
        return "nonsense"


class IntLiar:
    def choose_int(self, state, seat, moves):
        return -7


class Mute:
    pass
"""


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A module with custom bots in the current folder."""
    (tmp_path / "wired_bots.py").write_text(MODULE, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend("")
    sys.modules.pop("wired_bots", None)
    return "wired_bots"


def first_decision(slug: str, seed: int = 3) -> tuple[dict[str, Any], list[str]]:
    """The view and the moves of the first seat to decide."""
    of = spec(slug)
    state = of.start(of.fewest, dict(of.options), Seeded(seed))
    seat = int(state.turn())
    return dict(of.view(state, seat)), [of.text(move) for move in legal(state, seat)]


@pytest.mark.parametrize("slug", SLUGS)
def test_policy_over_the_wire_plays_a_whole_game_like_the_one_at_the_table(slug: str) -> None:
    of, dealer = spec(slug), Seeded(11)
    players = max(2, of.fewest)
    state = of.start(players, dict(of.options), dealer)
    here = [make_policy("policy", of, seat) for seat in range(players)]
    there = [bot_named("policy", seat) for seat in range(players)]
    for _ in range(120):
        if (seat := int(state.turn())) == OVER:
            break
        texts = [of.text(move) for move in legal(state, seat)]
        move = here[seat].choose(state.side(seat))
        assert there[seat].choose(dict(of.view(state, seat)), texts) == of.text(move)
        state.play(seat, move, dealer)


@pytest.mark.parametrize("name", ["casual", "strong"])  # a master may think ahead, by the clock
@pytest.mark.parametrize("slug", SLUGS)
def test_a_bot_that_has_learned_remembers_over_the_wire_what_it_would_at_the_table(
    slug: str, name: str
) -> None:
    of, dealer, luck = spec(slug), Seeded(12), Seeded(13)
    players = max(3, of.fewest)
    state = of.start(players, dict(of.options), dealer)
    here, there = make_policy(name, of, 5), bot_named(name, 5)
    for _ in range(90):
        if (seat := int(state.turn())) == OVER:
            break
        moves = legal(state, seat)
        move = here.choose(state.side(seat))
        assert there.choose(dict(of.view(state, seat)), [of.text(each) for each in moves]) == of.text(move)
        state.play(seat, move if luck.below(3) else moves[luck.below(len(moves))], dealer)


def test_a_bot_that_thinks_ahead_does_so_over_the_wire_in_games_it_imagines() -> None:
    of, dealer, there = spec("yoyo"), Seeded(12), bot_named("master", 5)
    assert thinks_ahead("master", of, 3)
    state = of.start(3, dict(of.options), dealer)
    for _ in range(12):
        seat = int(state.turn())
        texts = [of.text(each) for each in legal(state, seat)]
        chosen = there.choose(dict(of.view(state, seat)), texts)
        assert chosen in texts
        state.play(seat, of.parse(chosen), dealer)


def test_random_takes_any_move_and_the_same_seed_the_same_ones() -> None:
    moves = ["a", "b", "c"]
    lots = [
        [bot.choose({}, moves) for _ in range(40)] for bot in (bot_named("random", 5), bot_named("random", 5))
    ]
    assert lots[0] == lots[1]
    assert set(lots[0]) == set(moves)


def test_a_bot_of_ones_own_chooses_by_texts(mine: str) -> None:
    view, moves = first_decision("23")
    assert bot_named(f"{mine}:Last").choose(view, moves) == moves[-1]


@pytest.mark.parametrize("slug", SLUGS)
def test_a_bot_on_ints_is_handed_an_imagined_game(slug: str, mine: str) -> None:
    view, moves = first_decision(slug)
    player = bot_named(f"{mine}:Honest", 4)
    assert player.choose(view, moves) == moves[4 % len(moves)]
    state = sys.modules[mine].Honest.seen[-1]
    assert spec(slug).view(state, view["seat"])["owes"] == view["owes"]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        (
            "nobody",
            f"There is no bot 'nobody'; there are {', '.join(NAMES)}, or your own as module:Class or cmd:",
        ),
        ("nowhere:Bot", "The module 'nowhere' of the bot nowhere:Bot cannot be imported"),
        ("{mine}:Nobody", "has no 'Nobody'"),
        (
            "{mine}:Mute",
            "has neither choose(view, moves) nor choose_side(side) nor choose_int(state, seat, moves).",
        ),
    ],
)
def test_what_is_no_bot_is_a_sentence(name: str, sentence: str, mine: str) -> None:
    with pytest.raises(ReihumError) as told:
        bot_named(name.format(mine=mine))
    assert sentence in str(told.value)


@pytest.mark.parametrize("liar", ["Liar", "IntLiar"])
def test_an_answer_that_is_no_move_never_goes_to_the_server(liar: str, mine: str) -> None:
    view, moves = first_decision("23")
    with pytest.raises(ReihumError, match=f"The bot {mine}:{liar} answered .*, which is none of its"):
        bot_named(f"{mine}:{liar}").choose(view, moves)


def test_a_game_that_is_not_here_is_a_sentence() -> None:
    with pytest.raises(ReihumError, match="There is no game 'go' here"):
        bot_named("policy").choose({"game": "go"}, ["a"])


# -- addresses, names and sums of `reihum join` ---------------------------------------------------


@pytest.mark.parametrize(
    ("url", "server", "place"),
    [
        ("http://127.0.0.1:8023", "http://127.0.0.1:8023", ""),
        ("http://127.0.0.1:8023/", "http://127.0.0.1:8023", ""),
        ("127.0.0.1:8023", "http://127.0.0.1:8023", ""),
        ("https://cards.example/t/abc_-9?x=1#seat", "https://cards.example", "abc_-9"),
        ("http://[::1]:8023/abc_-9", "http://[::1]:8023", "abc_-9"),
        ("cards.example/K7QF2P", "http://cards.example", "K7QF2P"),
    ],
)
def test_an_address_is_taken_apart(url: str, server: str, place: str) -> None:
    assert split_address(url) == (server, place)


@pytest.mark.parametrize("url", ["http://a/b/c", "http://a/t/b/c", "http://[::1"])
def test_another_address_is_a_sentence(url: str) -> None:
    with pytest.raises(ReihumError, match="The address of a table looks like"):
        split_address(url)


def test_names_of_several_bots_differ_and_are_not_too_long() -> None:
    long = "x" * 30
    assert [numbered_name(long, place) for place in (0, 1, 6)] == ["x" * 24, "x" * 22 + " 2", "x" * 22 + " 7"]


def test_a_tally_says_how_quick_it_was() -> None:
    tally = Tally(acks=[0.001 * n for n in range(1, 201)], seconds=4.0)
    tally.games.append(PlayedGame("T", "23", ["a", "b"], [0], [7, 3], [1]))
    told = tally.json()
    assert (told["moves"], told["moves_per_second"], told["ack_ms"]) == (
        200,
        50.0,
        {"p50": 100.0, "p99": 198.0},
    )
    assert tally.sentence() == (
        "200 moves in 4.0 s, 50.0 a second; half of them saved within 100.0 ms, 99 % within 198.0 ms"
    )
    assert tally.games[0].score_line() == "a: 7, b: 3 *"
    assert Tally(seconds=1.0).json()["ack_ms"] == {"p50": None, "p99": None}


def test_a_guest_takes_the_link_of_a_table_for_the_address_of_its_server() -> None:
    for root in ("", "/cards"):
        assert Guest(f"http://127.0.0.1:8023{root}/t/ID").url == f"http://127.0.0.1:8023{root}"
        assert Guest(f"http://127.0.0.1:8023{root}/").url == f"http://127.0.0.1:8023{root}"
