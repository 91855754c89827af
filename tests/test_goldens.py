"""Golden files: whole games that must replay for ever, and counts of moves from fixed positions."""

from __future__ import annotations

import json

import pytest

import reihum
from reihum.core.spec import Json
from reihum.games import SLUGS
from tests.games import SIZES
from tests.goldens import FOLDER, PERFT, golden_name, golden_text, perft, set_up


def test_there_is_a_golden_game_for_every_game_and_number_of_players() -> None:
    assert {path.name for path in FOLDER.glob("*.txt")} == {golden_name(*size) for size in SIZES}


@pytest.mark.parametrize(("slug", "players"), SIZES)
def test_a_golden_game_replays_to_its_scores(slug: str, players: int) -> None:
    text = (FOLDER / golden_name(slug, players)).read_text("utf-8")
    match = reihum.read_record(text)
    assert match.over
    assert match.seats == players
    assert match.record() == text


@pytest.mark.parametrize(("slug", "players"), SIZES)
def test_the_same_seed_still_plays_the_same_golden_game(slug: str, players: int) -> None:
    assert golden_text(slug, players) == (FOLDER / golden_name(slug, players)).read_text("utf-8")


def counted(slug: str) -> list[Json]:
    entries: list[Json] = json.loads((PERFT / f"{slug}.json").read_text("utf-8"))
    return entries


@pytest.mark.parametrize("slug", SLUGS)
def test_counts_of_moves_from_fixed_positions(slug: str) -> None:
    entries = counted(slug)
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
