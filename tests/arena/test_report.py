"""Reports: pictures and pages that say what the figures say."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import reihum
from reihum.arena.pictures import headline, report_picture, round_marks, short_names
from reihum.arena.report import headings, notes, picture_file, report_page
from reihum.arena.run import plan_duplicate, run_arena
from reihum.arena.sequential import Hypotheses
from tests.test_cli import run

RUN = run_arena(
    plan_duplicate("help", ["policy", "random", "policy1"], deals=6), hypotheses=Hypotheses(0, 0.1)
)
TOLD = RUN.told()
assert RUN.test is not None
COURSE = RUN.test.course
SVG = "{http://www.w3.org/2000/svg}"


def words_of(svg: str) -> list[str]:
    """What is written in a picture."""
    return [each.text or "" for each in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def test_a_picture_shows_shares_ratings_and_the_course_of_the_test() -> None:
    words = words_of(report_picture(TOLD, COURSE))
    for row in TOLD["bots"]:
        assert row["bot"] in words
        assert f"{100 * row['share']:.1f} %" in words
    for row in TOLD["ratings"]:
        assert f"{row['rating']:.0f}" in words
    assert "equals 33.3 %" in words
    assert "sequential test: open" in words
    assert "6 deals" in words


def test_without_a_test_there_is_no_course() -> None:
    assert not any("sequential" in word for word in words_of(report_picture(TOLD | {"sprt": None})))


def test_a_page_needs_nothing_else_and_trusts_no_name() -> None:
    hostile = "<script>alert(1)</script>"
    told = TOLD | {"bots": [row | {"bot": hostile} for row in TOLD["bots"]], "ratings": [], "cross": {}}
    page = report_page(told, COURSE)
    assert hostile not in page
    assert "&lt;script&gt;" in page
    for reference in ("http:", "src=", "href=", "url("):
        assert reference not in page.replace("http://www.w3.org/2000/svg", "")
    assert "Equals would have 33.3 % each." in page


def test_notes_say_what_was_broken_off_or_lost() -> None:
    told = TOLD | {"capped": 2, "asked": 9, "sprt": None, "bots": [TOLD["bots"][0] | {"lost": 3}]}
    assert notes(told) == [
        "Equals would have 33.3 % each.",
        "Stopped early: 6 of 9 deals were played.",
        "Games that were broken off for being too long, and shared by all: 2.",
        "policy lost 3 decisions to the policy.",
    ]
    told["bots"][0]["lost"] = 1
    assert notes(told)[-1] == "policy lost 1 decision to the policy."


def test_programs_are_shown_by_their_files_unless_two_have_the_same() -> None:
    def named(*names: str) -> list[str]:
        return [*short_names({"bots": [{"bot": name} for name in names]}).values()]

    assert named("cmd:python3 /far/away/one.py -v", "policy") == ["cmd:one.py", "policy"]
    assert named("cmd:./lines", "cmd:/other/lines") == ["cmd:./lines", "cmd:/other/lines"]
    assert named(f"mine:{'x' * 40}") == [f"…{'x' * 25}"]


def test_alone_a_score_is_as_the_game_counts_it() -> None:
    told = run_arena(plan_duplicate("koenigs-romme", ["policy", "random"], players=1, deals=2)).told()
    assert headings(told)[2] == "score (95 %)"
    assert headings(TOLD)[2] == "points ahead (95 %)"
    policy, other = told["bots"]
    assert policy["margin"] > other["margin"] >= 0  # finished hands: the more the better
    assert headline(told) == "Königs-Rommé: 1 player, 2 deals, 4 games"


def test_pictures_are_made_by_their_suffix() -> None:
    svg = report_picture(TOLD)
    assert picture_file(Path("a.svg"))(svg) == svg.encode()
    assert picture_file(Path("a.PNG"))(svg).startswith(b"\x89PNG")
    with pytest.raises(reihum.ReihumError, match=r"A picture is a \.svg or a \.png, not a\.gif"):
        picture_file(Path("a.gif"))


def test_the_command_writes_both_and_overwrites_nothing(tmp_path: Path) -> None:
    plot, page = tmp_path / "plot.svg", tmp_path / "page.html"
    words = (
        "arena",
        "23",
        "--bots",
        "policy,random",
        "--deals",
        "2",
        "--plot",
        str(plot),
        "--html",
        str(page),
    )
    found = run(*words)
    assert (found.returncode, found.stderr) == (0, "")
    assert "policy" in words_of(plot.read_text())
    assert page.read_text().startswith("<!doctype html>")
    before = plot.read_bytes()
    again = run(*words)
    assert (again.returncode, again.stderr) == (2, f"reihum: {plot} already exists and is not overwritten.\n")
    assert plot.read_bytes() == before


@pytest.mark.parametrize("ends", [(0.0, 1.0), (0.31, 0.33), (1398.0, 1622.0), (0.5, 0.5)])
def test_scales_have_round_numbers(ends: tuple[float, float]) -> None:
    marks = round_marks(*ends)
    assert marks[0] <= ends[0]
    assert marks[-1] >= ends[1]
    assert 1 <= len(marks) <= 9
