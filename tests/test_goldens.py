"""Golden files: whole games that must replay for ever, and counts of moves from fixed positions."""

from __future__ import annotations

import json

import pytest

import reihum
from reihum.core.types import Json
from reihum.games import SLUGS
from tests.games import SIZES
from tests.goldens import FOLDER, PERFT, Golden, all_goldens, perft, set_up
from tests.happenings import all_that_can_happen, happened

GOLDENS = all_goldens()


def test_there_is_a_golden_game_for_every_game_and_number_of_players() -> None:
    assert {*FOLDER.glob("*.txt")} == {golden.path() for golden in GOLDENS}
    assert {(golden.slug, golden.players) for golden in GOLDENS if not golden.name} == {*SIZES}


@pytest.mark.parametrize("golden", GOLDENS, ids=lambda golden: golden.path().stem)
def test_a_golden_game_replays_to_its_scores(golden: Golden) -> None:
    text = golden.path().read_text("utf-8")
    match = reihum.read_record(text)
    assert match.over
    assert (match.game.slug, match.seats) == (golden.slug, golden.players)
    assert match.record() == text
    assert {*golden.happens} <= happened(match)


@pytest.mark.parametrize("golden", GOLDENS, ids=lambda golden: golden.path().stem)
def test_the_same_seed_still_plays_the_same_golden_game(golden: Golden) -> None:
    assert golden.play_again().record() == golden.path().read_text("utf-8")


@pytest.mark.parametrize("slug", SLUGS)
def test_all_that_can_happen_in_a_game_happens_in_one_of_its_golden_games(slug: str) -> None:
    found: set[str] = set()
    for golden in GOLDENS:
        if golden.slug == slug:
            found |= happened(reihum.read_record(golden.path().read_text("utf-8")))
    assert all_that_can_happen(slug) - found == set()
    assert found - all_that_can_happen(slug) == set()


def entries_of(slug: str) -> list[Json]:
    entries: list[Json] = json.loads((PERFT / f"{slug}.json").read_text("utf-8"))
    return entries


@pytest.mark.parametrize("slug", SLUGS)
def test_counts_of_moves_from_fixed_positions(slug: str) -> None:
    entries = entries_of(slug)
    assert len(entries) >= 4
    for entry in entries:
        state, of = set_up(entry["position"])
        counts = [perft(of, state, depth) for depth in range(1, len(entry["counts"]) + 1)]
        assert counts == entry["counts"], entry["name"]


def test_the_first_counts_of_23_by_hand() -> None:
    """Top 9, hand 8 9 9 12, no chips: 9, 9x2, 12, pass, force, leave; the other seat holds a 20."""
    position = {"game": "23", "hands": [[8, 9, 9, 12], [20]], "pile": [1, 9], "turn": 0, "chips": [0, 0]}
    state, of = set_up(position)
    assert perft(of, state, 1) == 6
    # after 9, 9x2, 12, pass: 20, pass, force, leave (4 each); after force only 20; after leave no force: 3
    assert perft(of, state, 2) == 4 + 4 + 4 + 4 + 1 + 3
