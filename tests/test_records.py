"""Records: written, read and replayed, with a sentence and a line number for everything that is broken."""

from __future__ import annotations

import random

import pytest

import reihum
from reihum.arena.games import SimulationPlan, play_one
from reihum.core.sealed import Sealed
from tests.games import SIZES

THREE = SimulationPlan("23", 3, 1, ("policy", "random", "policy"), seed=5, records=True)
FINISHED = play_one(THREE, THREE.prepare(), 0).record


def unfinished_record() -> str:
    match = reihum.game("23").new(players=2, seed=7, learning=True)
    match.names = ["Änne", "Joost"]
    for _ in range(9):
        match.play(match.moves()[0])
    return match.record()


@pytest.mark.parametrize(("slug", "players"), SIZES)
def test_a_record_replays_to_the_same_position_and_text(slug: str, players: int) -> None:
    names = ("policy", "random") if players > 1 else ("policy",)
    bots = (*names, *(["policy"] * (players - len(names))))
    plan = SimulationPlan(slug, players, 1, bots, seed=9, records=True)
    record = play_one(plan, plan.prepare(), 0).record
    match = reihum.read_record(record)
    assert match.over
    assert match.record() == record


def test_an_unfinished_record_plays_on() -> None:
    match = reihum.read_record(unfinished_record())
    assert match.names == ["Änne", "Joost"]
    assert match.game.slug == "23"
    assert len(match.log(None)) == 9
    match.play(match.moves()[0])
    assert "Unfinished: 10 moves" in match.record()


@pytest.mark.parametrize(("slug", "players"), SIZES)
def test_a_game_broken_off_anywhere_is_read_back(slug: str, players: int) -> None:
    match = reihum.game(slug).new(players)
    lot = random.Random(players)
    for made in range(40):
        if made % 9 == 0:
            again = reihum.read_record(match.record(secret=True))
            assert again == match
            assert again.state == match.state
        if match.over:
            break
        seat = lot.choice(match.owes())
        match.play(lot.choice(match.moves(seat)), seat)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            reihum.game("23").new(2).record(),
            "The header 'Seed' is missing; without it the cards cannot be dealt again. While a game is "
            "in progress, its record has a random seed only if record(secret=True) asks for it.",
        ),
        (
            reihum.game("23").start(2, dealer=Sealed(bytes(32), ["", ""])).record(),
            "The header 'Secret' is missing; without it the cards cannot be dealt again. "
            "The secret of a sealed game is shown when the game is over.",
        ),
        (
            FINISHED.replace("Seed: ", "; Seed: "),
            "The header 'Seed' is missing; without it the cards cannot be dealt again. "
            "A game dealt by a dealer of your own cannot be read back.",
        ),
    ],
)
def test_a_record_without_what_dealt_its_cards_says_why_and_what_helps(text: str, words: str) -> None:
    with pytest.raises(reihum.BadRecord) as caught:
        reihum.read_record(text)
    assert str(caught.value) == f"Line 1: {words}"


def test_a_game_from_a_position_is_recorded_with_it() -> None:
    start = {"game": "23", "hands": [[8, 8], [9]], "pile": [1, 5], "turn": 0}
    match = reihum.game("23").from_position(start, seed=3)
    match.play("8x2")
    again = reihum.read_record(match.record())
    assert again.position() == match.position()
    assert again.record() == match.record()


def stopped_record() -> str:
    """The record of a game that was set up from a position and stopped after one move."""
    start = {"game": "23", "hands": [[8, 8], [9]], "pile": [1, 5], "turn": 0}
    match = reihum.game("23").from_position(start, seed=3)
    match.play("8x2")
    return match.record()


BROKEN = [
    ("", 1, "begins with"),
    ("hello\n", 1, "begins with"),
    (FINISHED.replace("Game: 23", "Game: 24"), 2, "no game '24'"),
    (FINISHED.replace("Game: 23\n", ""), 1, "'Game' is missing"),
    (FINISHED.replace("Rules: 1", "Rules: 99"), 3, "rules 1 of 23"),
    (
        FINISHED.replace("Rules: 1", "Rules: 0"),
        3,
        "It was played by rules 0 of 23, and this Reihum has rules 1 of 23, by which it could end "
        "differently; an older Reihum can replay it.",
    ),
    (FINISHED.replace("Rules: 1", "Rules: 2"), 3, "a newer Reihum can replay it."),
    (FINISHED.replace("Reihum: 1", "Reihum: 2"), 1, "begins with 'Reihum: 1'."),
    (FINISHED.replace("Rules: 1", "Rules: one"), 3, "whole number"),
    (FINISHED.replace("Players: 3", "Players: 9"), 4, "2 to 4 players"),
    (FINISHED.replace("Players: 3", "Players: 3\nPlayers: 3"), 5, "twice"),
    (FINISHED.replace("Players: 3", "Players: 3\nOptions: players"), 4, "no option 'players'"),
    (FINISHED.replace("Players: 3", "Player: 3"), 4, "not a header"),
    (FINISHED.replace("Seed: ", "Seed: -"), 7, "whole number"),
    (FINISHED.replace("Names: [", "Names: "), 6, "not JSON"),
    (FINISHED.replace("Names: [", 'Names: ["Ada", '), 6, "one text per seat"),
    (FINISHED.replace("Date: ", "Date: 1"), 5, "written like"),
    (FINISHED.replace("\n0: put", "\n0 put", 1), 9, "seat: move"),
    (FINISHED.replace("\n0: put ", "\n7: put ", 1), 9, "no seat 7"),
    (FINISHED.replace("\n0: put ", "\n0: putt ", 1), 9, "is not a move in 23"),
    (FINISHED.replace("\n0: put ", "\n0: put 1\n0: put ", 1), 9, "The 1 may not be put away (rule T4)"),
    (FINISHED.replace("\nWinners:", "\nLosers:"), FINISHED.count("\n"), "Nothing may follow"),
    (FINISHED.replace("\nScores: ", "\nScores: 1"), FINISHED.count("\n") - 1, "The replay ends with"),
    (FINISHED + "0: pass\n", FINISHED.count("\n") + 1, "Nothing may follow"),
    (unfinished_record().replace("Unfinished: 9", "Unfinished: 8"), 19, "9 moves"),
    (FINISHED.replace("\nWinners: ", "\nWinners: 1"), FINISHED.count("\n"), "The replay ends with 'Winners"),
    (stopped_record().replace("Unfinished: 1 moves", "Scores: 0 0\nWinners: 0"), 11, "'Unfinished: 1 moves'"),
    (stopped_record().replace("Players: 2", "Players: 3"), 4, "The position has 2 seats."),
    (stopped_record().replace("[8, 8]", "[8, 88]"), 7, "whole number from 1 to 23"),
    (stopped_record().replace("Rules: 1\n", ""), 1, "'Rules' is missing"),
    (
        stopped_record().replace("Seed: 3\n", ""),
        1,
        "'Seed' is missing; without it the cards cannot be dealt again.",
    ),
    (stopped_record().replace("8x2", "9x2"), 9, "The move '9x2' is not possible: "),
]


@pytest.mark.parametrize(("text", "line", "words"), BROKEN)
def test_a_broken_record_gets_a_sentence_with_the_line(text: str, line: int, words: str) -> None:
    assert text not in (FINISHED, unfinished_record(), stopped_record())
    with pytest.raises(reihum.BadRecord) as caught:
        reihum.read_record(text)
    assert words in str(caught.value)
    assert str(caught.value).startswith(f"Line {line}: ")
    assert caught.value.line == line


def test_a_record_cut_off_anywhere_is_noticed() -> None:
    whole = FINISHED.rstrip("\n")
    for length in range(len(whole)):
        with pytest.raises(reihum.BadRecord):
            reihum.read_record(whole[:length])


def test_something_that_is_no_text_is_refused() -> None:
    with pytest.raises(reihum.BadRecord):
        reihum.read_record(b"Reihum: 1")  # type: ignore[arg-type]


def test_several_records_in_one_file_and_the_line_of_the_broken_one() -> None:
    both = FINISHED + unfinished_record()
    assert [match.over for match in reihum.read_records(both)] == [True, False]
    with pytest.raises(reihum.BadRecord) as caught:
        reihum.read_records(FINISHED + FINISHED.replace("Game: 23", "Game: 24"))
    assert caught.value.line == FINISHED.count("\n") + 2
    with pytest.raises(reihum.BadRecord, match=r"^Line 1: A record is text\.$"):
        reihum.read_records(7)  # type: ignore[arg-type]
