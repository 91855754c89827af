"""The public API: its answers to right and wrong questions."""

from __future__ import annotations

from typing import Any

import pytest

import reihum
from reihum.games import SLUGS

GAME = reihum.game("23")


def test_all_four_games_are_there() -> None:
    assert [game.slug for game in reihum.games()] == ["help", "23", "yoyo", "koenigs-romme"]
    limits = {game.slug: (game.players[0], game.players[-1]) for game in reihum.games()}
    assert limits == {"help": (3, 5), "23": (2, 4), "yoyo": (2, 6), "koenigs-romme": (1, 7)}


@pytest.mark.parametrize("slug", ["", "24", "HELP", "twentythree", None, 23])
def test_an_unknown_game_is_a_sentence(slug: Any) -> None:
    with pytest.raises(reihum.ReihumError, match=r"There is no game .*; there are help, 23, yoyo"):
        reihum.game(slug)


@pytest.mark.parametrize("players", [-1, 0, 1, 5, 10**30, "3", None, True, 2.0])
def test_a_wrong_number_of_players_is_a_sentence(players: Any) -> None:
    with pytest.raises(reihum.ReihumError, match="23 is for 2 to 4 players"):
        GAME.new(players=players)


@pytest.mark.parametrize("seed", [-1, 2**62, "7", 1.5, True])
def test_a_bad_seed_is_a_sentence(seed: Any) -> None:
    with pytest.raises(reihum.ReihumError, match="A seed is a whole number"):
        GAME.new(players=2, seed=seed)


def test_a_bad_option_is_a_sentence() -> None:
    with pytest.raises(
        reihum.ReihumError, match="23 has no option 'quick'; its options are: learning, by_five"
    ):
        GAME.new(players=2, quick=True)  # type: ignore[call-arg]
    value: Any = "yes"
    with pytest.raises(reihum.ReihumError, match="'learning' must be True or False"):
        GAME.new(players=2, learning=value)
    with pytest.raises(reihum.ReihumError, match="has no option 'learning'; its options are: plain_draw"):
        reihum.game("yoyo").new(players=2, learning=True)  # type: ignore[call-arg]
    with pytest.raises(reihum.ReihumError, match="has no option 'learning'; its options are: none"):
        reihum.game("help").new(players=3, learning=True)  # type: ignore[call-arg]


@pytest.mark.parametrize("slug", SLUGS)
def test_the_same_seed_deals_the_same_game_and_no_seed_a_fresh_one(slug: str) -> None:
    game = reihum.game(slug)
    one, two = game.new(players=3, seed=7), game.new(players=3, seed=7)
    assert one.position() == two.position()
    assert game.new(players=3, seed=8).position() != one.position()
    assert game.new(players=3).position() != game.new(players=3).position()


def test_three_kinds_of_errors_and_none_of_them_changes_anything() -> None:
    match = GAME.from_position({"game": "23", "hands": [[8, 20], [9]], "pile": [1, 9], "turn": 0}, seed=1)
    before = match.record(), match.position()
    with pytest.raises(reihum.NotUnderstood, match="'8x1' is not a move in 23"):
        match.play("8x1")
    with pytest.raises(reihum.Refused, match=r"An 8 is lower than the 9 on the pile \(rule T7\)\."):
        match.play("8")
    with pytest.raises(
        reihum.NotYourTurn, match="Seat 1 has nothing to decide now; the game is waiting for seat 0"
    ):
        match.play("9", seat=1)
    with pytest.raises(reihum.ReihumError, match="There is no seat 2; seats are 0 to 1"):
        match.play("9", seat=2)
    assert (match.record(), match.position()) == before


@pytest.mark.parametrize(
    "text", ["", " 8", "8 ", "08", "8+0", "PASS", "8x4", "24", "put", "put 07", "８", "\n", "8" * 999]
)
def test_texts_that_are_no_moves_of_23(text: str) -> None:
    match = GAME.from_position({"game": "23", "hands": [[8, 20], [9]], "pile": [1, 8], "turn": 0}, seed=1)
    with pytest.raises(reihum.NotUnderstood) as caught:
        match.play(text)
    assert len(str(caught.value)) < 80


def test_a_move_that_is_no_text_is_not_understood() -> None:
    move: Any = 8
    with pytest.raises(reihum.NotUnderstood):
        GAME.new(players=2).play(move)


def test_moves_of_a_seat_that_owes_none_are_none() -> None:
    match = GAME.from_position({"game": "23", "hands": [[8, 20], [9]], "pile": [1, 8], "turn": 0}, seed=1)
    assert match.moves(1) == []
    assert match.moves(0) == match.moves() != []
    assert match.owes() == [0]


def test_after_the_end_there_is_nothing_to_play() -> None:
    match = GAME.from_position(
        {"game": "23", "round": 2, "hands": [[9], []], "pile": [1, 8], "turn": 0}, seed=1
    )
    match.play("9")
    assert match.over
    assert (match.turn, match.owes(), match.moves()) == (None, [], [])
    with pytest.raises(reihum.NotYourTurn, match="The game is over"):
        match.play("pass")


def test_a_refusal_can_be_asked_for_without_playing() -> None:
    match = GAME.from_position({"game": "23", "hands": [[8, 20], [9]], "pile": [1, 9], "turn": 0}, seed=1)
    assert match.refusal("20") is None
    refusal = match.refusal("8")
    assert refusal is not None
    assert (refusal.rule, refusal.reason) == ("T7", "lower")


@pytest.mark.parametrize("slug", SLUGS)
def test_a_copy_is_dealt_the_same_and_goes_its_own_way(slug: str) -> None:
    match = reihum.game(slug).new(players=3, seed=3)
    twin = match.copy()
    for _ in range(40):
        if match.over:
            break
        match.play(match.moves()[-1])
    assert twin.position() != match.position()
    for _ in range(40):
        if twin.over:
            break
        twin.play(twin.moves()[-1])
    assert twin.record() == match.record()
    assert twin.position() == match.position()


BAD_POSITIONS: list[tuple[Any, str]] = [
    ([], "JSON object"),
    ({"game": "yoyo"}, "not a position of 23"),
    ({"game": "23"}, "needs 'hands'"),
    ({"game": "23", "hands": [[8]]}, "2 to 4 players"),
    ({"game": "23", "hands": "8"}, "must be a list"),
    ({"game": "23", "hands": [[8], 9]}, "The hand of seat 1 must be a list"),
    ({"game": "23", "hands": [["8"], [9]], "pile": [1]}, "whole number from 1 to 23"),
    ({"game": "23", "hands": [[24], [9]], "pile": [1]}, "whole number from 1 to 23"),
    ({"game": "23", "hands": [[True], [9]], "pile": [1]}, "whole number"),
    ({"game": "23", "hands": [[8, 8], [8, 8]], "pile": [1]}, "The 8 is there 4 times, but only 3 exist"),
    (
        {"game": "23", "hands": [[8], [9]], "pile": [1], "turn": 2},
        "'turn' must be a whole number from 0 to 1",
    ),
    ({"game": "23", "hands": [[8], [9]], "pile": [1], "turn": None}, "the turn of a seat that is still in"),
    ({"game": "23", "hands": [[8], [9]], "pile": [1], "top": 3}, "no field 'top'"),
    ({"game": "23", "hands": [[8], [9]], "pile": [1], "phase": "sleep"}, "one of put, play, over"),
    ({"game": "23", "hands": [[8], [9]], "pile": [1], "phase": "over"}, "nobody is still in the round"),
    ({"game": "23", "hands": [[8], [9]], "pile": [], "phase": "play"}, "pile is not empty"),
    ({"game": "23", "hands": [[8], [9]], "phase": "put"}, "somebody holds the 1"),
    ({"game": "23", "hands": [[1, 8], [9]], "phase": "put"}, "must hold 15 cards"),
    ({"game": "23", "hands": [[1, 8], [9]], "pile": [5]}, "the 1 is in no hand"),
    ({"game": "23", "hands": [[8], [9]], "pile": [1], "fines": [0]}, "2 entries, one per seat"),
    ({"game": "23", "hands": [[8], [9]], "pile": [1], "fines": [-1, 0]}, "whole number"),
    ({"game": "23", "hands": [[8], [9]], "pile": [1], "chips": [4, 0]}, "from 0 to 3"),
    ({"game": "23", "hands": [[8], [9]], "pile": [1], "status": ["in", "gone"]}, "in, out or left"),
    ({"game": "23", "hands": [[8], [9]], "pile": [1], "status": ["out", "in"]}, "does not fit its cards (1)"),
    ({"game": "23", "hands": [[8], [9]], "pile": [1], "unused": []}, "Cards are missing"),
    ({"game": "23", "hands": [[8], [9]], "pile": [1], "options": {"quick": True}}, "no field 'quick'"),
    ({"game": "23", "hands": [[8], [9]], "pile": [1], "options": {"learning": 1}}, "true or false"),
    (
        {"game": "23", "hands": [[8], [9]], "pile": [1], "away": [[2], []]},
        "cannot have put away so many cards (1)",
    ),
    ({"game": "23", "hands": [list(range(2, 15)), [9]], "pile": [1]}, "12 is the most"),
    ({"game": "23", "hands": [[8], [9]], "pile": [1], "round": 3}, "from 1 to 2"),
    ({"game": "23", "hands": [{8}, [9]]}, "consist of JSON values"),
]


@pytest.mark.parametrize(("position", "words"), BAD_POSITIONS)
def test_a_position_that_cannot_be_is_a_sentence(position: Any, words: str) -> None:
    with pytest.raises(reihum.BadPosition) as caught:
        GAME.from_position(position)
    assert words in str(caught.value)
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize("depth", [20, 100, 900, 985, 991, 995, 1_000, 5_000, 100_000])
def test_a_position_nested_too_deeply_is_a_sentence_however_deep(depth: int) -> None:
    nested: list[Any] = []
    for _ in range(depth):
        nested = [nested]
    for slug in SLUGS:
        with pytest.raises(reihum.BadPosition, match=r"^A position .*\.$"):
            reihum.game(slug).from_position({"hands": nested})


def test_one_of_something_is_counted_as_one() -> None:
    alone = reihum.game("koenigs-romme").new(1, seed=3)
    assert repr(alone) == "<Königs-Rommé, 1 player, 0 moves made>"
    alone.play(alone.moves()[0])
    assert repr(alone) == "<Königs-Rommé, 1 player, 1 move made>"
    assert repr(reihum.game("23").new(2, seed=3)) == "<23, 2 players, 0 moves made>"
    with pytest.raises(reihum.ReihumError, match="There is no seat 1; there is only seat 0\\."):
        alone.view(1)
    again = reihum.game("koenigs-romme").from_position(alone.position(), seed=3)
    with pytest.raises(reihum.BadRecord, match="The position has 1 seat\\."):
        reihum.read_record(again.record().replace("Players: 1", "Players: 2"))
