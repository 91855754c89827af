"""The page of strengths says what the manifests say, and the manifests say what the weights are."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from reihum.bots.levels import LEVELS, alone_manifest_of, weights_of
from reihum.games import SLUGS, spec
from tools.strength import PAGE, PICTURES, drawing, filled, manifests

MOST_BYTES = 1_500_000  # of all weights together


def test_the_page_of_strengths_is_up_to_date() -> None:
    text = PAGE.read_text("utf-8")
    assert filled(text) == text, "run make types"
    for slug, manifest in manifests().items():
        picture = PICTURES / f"curve-{slug}.svg"
        assert picture.read_text("utf-8") == drawing(spec(slug).title, manifest["curve"]), "run make types"


def test_a_table_out_of_date_would_be_noticed() -> None:
    text = PAGE.read_text("utf-8")
    assert (
        filled(text.replace("| `master` |", "| `sage` |")) == filled(text) != text.replace("master", "sage")
    )


@pytest.mark.parametrize("slug", SLUGS)
def test_a_manifest_says_what_was_trained_how_and_how_strong_it_is(slug: str) -> None:
    manifest, of = manifests()[slug], spec(slug)
    weights = weights_of(of.module)
    several = list(range(max(2, of.fewest), of.most + 1))
    assert manifest["game"] == slug
    assert manifest["players"] == several
    assert manifest["shape"] == [weights.inputs, weights.first, weights.second]
    assert manifest["commit"]
    for run in manifest["trained"]:
        assert run["seed"] > 0
        assert run["decisions"] > run["games"] > 0
    figures = {(row["player"], row["against"], row["players"]): row for row in manifest["strength"]}
    for players in several:
        row = figures["master", "policy", players]
        assert row["games"] >= 2_000
        assert row["share"] > 100 / players  # it is worth its bytes
    assert all((upper, lower, several[0]) in figures for lower, upper in pairwise(LEVELS))
    assert not any(row["broken_off"] for row in manifest["strength"])  # nobody plays for ever


def test_alone_each_level_wins_clearly_more_deals_than_the_one_below() -> None:
    rows = {row["player"]: row for row in alone_manifest_of(spec("koenigs-romme").module)["strength"]}
    assert {*rows} == {"policy1", "policy", *LEVELS}
    assert all(row["deals"] >= 1_000 for row in rows.values())
    for lower, upper in pairwise(LEVELS):
        surely = rows[upper]["won"] - rows[upper]["error"]
        assert surely > rows[lower]["won"] + rows[lower]["error"], (lower, upper)
    assert rows["novice"]["score"] > 8  # of eleven hands
    assert rows["master"]["won"] > 60
    assert rows["master"]["milliseconds"] < 500  # though it may think for a second


def test_all_weights_together_are_small() -> None:
    sizes = [Path("src", *spec(slug).module.split("."), "net.bin").stat().st_size for slug in SLUGS]
    assert sum(sizes) <= MOST_BYTES
