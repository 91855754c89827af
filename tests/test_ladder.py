"""Everybody against everybody: what `make strength` plays, keeps and writes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reihum.arena.duplicate import PlayedDeal
from reihum.arena.ratings import MEAN, ratings, ratings_of
from reihum.arena.run import plan_duplicate
from reihum.bots.levels import LEVELS
from reihum.games import SLUGS, spec
from tools import ladder


def test_every_game_is_played_with_two_numbers_of_players_by_everybody() -> None:
    for slug in SLUGS:
        counts = [players for game, players in ladder.tables() if game == slug]
        assert len(counts) == 2
        assert counts[0] == max(2, spec(slug).fewest)
        for players in counts:
            everybody, cheat = ladder.plans(slug, players, 1000)
            assert set(everybody.names) == {*LEVELS, "policy", "random"}
            met = {
                frozenset((one, other)) for seats in everybody.seatings for one in seats for other in seats
            }
            assert len(met) == 7 + 21  # everybody themselves, and everybody else
            assert (everybody.deals, cheat.deals, set(cheat.names)) == (1000, 50, {"cheat", "policy"})


def test_what_was_played_is_kept_and_not_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reihum.arena.ratings.RESAMPLES", 4)
    row = ladder.measure("help", 3, 2, 1, tmp_path)
    assert row is not None
    kept = {path: path.read_bytes() for path in tmp_path.rglob("*.jsonl")}
    assert sorted(len(data.splitlines()) for data in kept.values()) == [1, 2]
    assert ladder.measure("help", 3, 2, 1, tmp_path) == row
    assert {path: path.read_bytes() for path in tmp_path.rglob("*.jsonl")} == kept
    [most] = [path for path, data in kept.items() if data.count(b"\n") == 2]
    most.write_bytes(kept[most][:-20])  # as after a kill
    assert ladder.measure("help", 3, 2, 1, tmp_path) == row
    assert most.read_bytes() == kept[most]
    names = [each["bot"] for each in row["ratings"]]
    assert set(names) == {*LEVELS, "policy", "random", "cheat"}
    assert sum(each["rating"] for each in row["ratings"]) / 8 == pytest.approx(MEAN, abs=0.1)
    assert set(row["cross"]["master"]) == {*LEVELS, "policy", "random"} - {"master"}
    assert json.loads(ladder.written([row])) == [row]
    line = ladder.table([row]).splitlines()[2]
    assert line.startswith("| HELP! | 3 | 2 | ")
    assert line.count(" ±") == 8


def test_what_bots_have_learned_decides_what_counts() -> None:
    assert len({ladder.fingerprint(slug) for slug in SLUGS}) == len(SLUGS)
    assert ladder.fingerprint("23") == ladder.fingerprint("23")


def test_several_runs_give_one_scale() -> None:
    """One beats two in the first run, two beats three in the second: three is last by both."""

    def run(names: list[str]) -> tuple[object, list[PlayedDeal]]:
        plan = plan_duplicate("23", names, players=2, deals=40)
        deals = [
            PlayedDeal(
                number,
                ((0, 1), (1, 0)),
                ((1, 2), (2, 1)),
                ((0,), (1,) if number % 4 else (0,)),
                (9, 9),
                (0, 0),
            )
            for number in range(40)
        ]
        return plan, deals

    first, second = run(["policy", "novice"]), run(["novice", "random"])
    rows = ratings_of([first, second])  # type: ignore[list-item]
    assert [row["bot"] for row in rows] == ["policy", "novice", "random"]
    assert all(row["low"] < row["rating"] < row["high"] for row in rows)
    gaps = [rows[0]["rating"] - rows[1]["rating"], rows[1]["rating"] - rows[2]["rating"]]
    assert gaps[0] == pytest.approx(gaps[1], abs=1.0)
    [alone, _] = ratings(*first)  # type: ignore[arg-type]
    assert alone["rating"] - MEAN == pytest.approx(gaps[0] / 2, abs=10)


def test_the_page_says_what_was_measured() -> None:
    page = Path("docs/strength.md").read_text("utf-8")
    assert ladder.table(ladder.rows()) in page
