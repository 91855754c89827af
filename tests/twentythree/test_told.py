"""How a game of 23 is told."""

from __future__ import annotations

import pytest

import reihum
from reihum import Match
from reihum.core.types import Json
from reihum.games.twentythree.telling import Telling
from reihum.words import LANGUAGES
from tests.telling import ODD, Overheard, catalogues_agree, last, tale, told_to_all, walked
from tests.tools import play

GAME = reihum.game("23")


def at(top: int, *hands: list[int], **more: object) -> Match:
    """Seat 0 in turn on a pile that ends in `top`, in the last round."""
    start: Json = {"hands": list(hands), "pile": [1, top], "turn": 0, "round": 2, **more}
    return GAME.from_position(start, seed=1)


def test_a_little_game_told_to_one_of_its_players() -> None:
    match = at(8, [5, 12, 12, 20], [9, 9, 14], [18, 23], fines=[4, 0, 7], chips=[2, 3, 0])
    play(match, "12x2", "14", "force", "5+2", "pass", "18", "20", "leave", "23")
    assert tale(match) == [
        "You lay two 12s (3 penalty chips).",
        "Ben lays a 14 (1 penalty chip).",
        "Cleo passes and forces you to lay (2 penalty chips).",
        "You lay a 5 with 2 bonus chips.",
        "Ben passes (1 penalty chip).",
        "Cleo lays an 18 (12 penalty chips).",
        "You lay a 20 (1 penalty chip).",
        "You go out and give back 3 penalty chips.",
        "Ben leaves the round (2 penalty chips).",
        "Cleo lays a 23 (2 penalty chips).",
        "Cleo goes out and gives back 3 penalty chips.",
        "Round 2 is over. Penalty chips: you 5, Ben 4 and Cleo 20.",
        "Bonus chips that are left take off penalty chips: Ben 6.",
        "The game is over: you 5, Ben 0 and Cleo 20. Ben wins.",
    ]


@pytest.mark.parametrize(
    ("lang", "listener", "sentence"),
    [
        ("en", 1, "Ada passes and forces you to lay (2 penalty chips)."),
        ("en", 0, "You pass and force Ben to lay (2 penalty chips)."),
        ("en", None, "Ada passes and forces Ben to lay (2 penalty chips)."),
        ("de", 1, "Ada passt und zwingt dich zu legen (2 Straf-Chips)."),
        ("de", 0, "Du passt und zwingst Ben zu legen (2 Straf-Chips)."),
        ("nl", 1, "Ada past en dwingt je om te leggen (2 straffiches)."),
        ("nl", 0, "Je past en dwingt Ben om te leggen (2 straffiches)."),
    ],
)
def test_T12_a_force_names_who_is_forced(lang: str, listener: int | None, sentence: str) -> None:
    assert last(play(at(8, [12], [20]), "force"), lang, listener) == sentence


@pytest.mark.parametrize(
    ("lang", "sentences"),
    [
        ("en", ["You lay two 8s with one bonus chip.", "You go out."]),
        ("de", ["Du legst zwei 8er mit einem Bonus-Chip.", "Du machst aus."]),
        ("nl", ["Je legt twee 8's met één bonusfiche.", "Je gaat uit."]),
    ],
)
def test_T9_bonus_chips_are_told_and_what_is_free_has_no_price(lang: str, sentences: list[str]) -> None:
    assert tale(play(at(9, [8, 8], [20]), "8x2+1"), lang) == sentences


def test_T4_what_is_put_away_only_its_owner_is_told() -> None:
    match = GAME.new(2, seed=5)
    while match.position()["phase"] == "put":
        match.play(match.moves()[0])
    assert [sentence.split()[0] for sentence in tale(match)] == [
        "You",
        "You",
        "You",
        *tale(match)[3].split()[:1],
    ]
    assert len(tale(match)) == 4
    assert len(tale(match, listener=None)) == 1
    assert tale(match, listener=None)[0].endswith("opens with the 1.")


def test_a_shared_win_names_everybody() -> None:
    match = at(8, [9], [9], chips=[0, 0])
    play(match, "9", "9")
    assert tale(match)[-1] == "The game is over: you 0 and Ben 0. Ben and you share the win."
    assert tale(match, "de", 1)[-1] == "Das Spiel ist vorbei: Ada 0 und du 0. Ada und du teilt euch den Sieg."


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_sentence_is_whole_and_none_is_never_said(lang: str) -> None:
    words = Overheard("23", lang)
    matches = [play(at(8, [9], [9], chips=[0, 0]), "9", "9"), play(at(8, [9, 9, 9, 20], [10]), "9x3")]
    for seed in range(9):
        begun = GAME.start(2 + seed % 3, seed, {"learning": seed % 4 == 0})
        matches.append(walked(begun, 200, seed))
    for match in matches:
        for sentence in told_to_all(match, Telling, words):
            assert not ODD.search(sentence), sentence
            assert sentence[0].isupper()
            assert sentence.endswith((".", "!"))
    assert set(words.sentences) - words.used == set()


def test_the_catalogues_agree() -> None:
    catalogues_agree("23")
