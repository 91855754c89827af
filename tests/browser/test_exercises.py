"""Puzzles and one's own mistakes on the page: the real table, one more try, the answer, a text to share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect

from reihum.games import SLUGS
from reihum.server.http.puzzles import find_puzzle
from tests.browser.tools import Visitors, aside, axe, no_sideways, photograph
from tests.server.test_exercises import FEW, play_badly, reviewed
from tests.server.tools import Running
from tools.browser import DESKTOP, LANDSCAPE, PHONE, Screen

SOLVE: Final = re.compile("Show answer|Lösung zeigen|Toon antwoord")


def open_puzzle(page: Page, name: str) -> None:
    """Go to a puzzle."""
    page.goto(f"/puzzle/{name}")
    expect(page.locator(".exercise-head")).to_be_visible()


@pytest.mark.parametrize(
    ("slug", "screen", "lang"),
    [
        *zip(SLUGS, (PHONE, LANDSCAPE, DESKTOP, PHONE), ("de", "nl", "en", "nl"), strict=True),
        ("23", DESKTOP, "de"),
    ],
)
def test_a_puzzle_of_each_game_on_screens_of_all_shapes(
    arrive: Visitors, slug: str, screen: Screen, lang: str
) -> None:
    page = arrive(screen, lang)
    open_puzzle(page, f"{slug}-1")
    no_sideways(page)
    axe(page)
    photograph(page, f"puzzle-{slug}-{screen.name}-{lang}")
    page.get_by_role("button", name=SOLVE).click()
    verdict = page.locator("#verdict")
    expect(verdict).to_be_focused()
    expect(page.locator(".answer-panel .hint-row.best")).to_have_count(1)
    expect(page.locator(".answer-panel .hint-row")).to_have_count(2)  # and what the quick player would do
    no_sideways(page)
    axe(page)
    photograph(page, f"puzzle-{slug}-answer-{screen.name}-{lang}")


def quick(slug: str, fits: Callable[[Any], bool]) -> str:
    """A puzzle of a game whose solution can be given in a simple way."""
    numbers = range(1, 101)
    return next(f"{slug}-{number}" for number in numbers if fits(find_puzzle(f"{slug}-{number}")))


def test_one_more_try_then_the_answer_and_a_text_without_it(arrive: Visitors) -> None:
    page = arrive()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    buttons = {"pass": "Pass", "leave": "Leave", "force": "Force"}
    name = quick("23", lambda puzzle: puzzle.best in ("leave", "force") and puzzle.missed == "pass")
    best = find_puzzle(name).best
    open_puzzle(page, name)
    page.keyboard.press("p")  # keys as at any table: chosen, then confirmed
    expect(page.locator(".acts [data-act=pass]")).to_have_class(re.compile("main"))
    page.keyboard.press("Enter")
    expect(page.locator(".pill")).to_contain_text("Not yet. Try once more.")
    expect(page.locator(".answer-panel")).to_have_count(0)
    act = page.get_by_role("button", name=re.compile(rf"^{buttons[best]}"))
    act.click()
    page.locator(".acts [data-main]").click()
    expect(page.locator("#verdict")).to_contain_text("Right")
    page.get_by_role("button", name="Copy result").click()
    shared = page.evaluate("navigator.clipboard.readText()")
    assert re.fullmatch(
        r"Reihum puzzle [-#\d]+ · 23 · solved at the second try ⬜🟩\nhttp://\S+/puzzle/\S+", shared
    )
    assert best not in shared
    page.get_by_role("link", name="All puzzles").click()
    page.locator(".puzzle-shelf", has_text="23:").locator("summary").click()
    number = name.rpartition("-")[2]
    expect(page.get_by_role("link", name=f"Puzzle {number}, solved at the second try")).to_be_visible()
    axe(page)
    no_sideways(page)
    photograph(page, "puzzles")


def test_a_refusal_is_no_try_and_a_hint_marks_without_telling(arrive: Visitors) -> None:
    page = arrive()
    name = quick("23", lambda puzzle: puzzle.best == "leave" and len(puzzle.answers.moves) < 6)
    open_puzzle(page, name)
    page.keyboard.press("h")
    expect(page.locator(".exercise-hint")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".hinted").first).to_be_visible()
    assert page.locator(".hinted").count() > 1
    page.locator("[role=option][aria-disabled=true]").first.click(force=True)  # it says why not
    expect(page.locator(".pill.refused")).to_be_visible()
    expect(page.locator(".pill")).not_to_contain_text("Not yet")
    page.get_by_role("button", name="Show answer").click()
    expect(page.locator("#verdict")).to_contain_text("The answer: leave")


@pytest.fixture
def learner(
    browser: Browser, own_server: Callable[..., Running]
) -> Iterator[tuple[Visitors, Running, str, str]]:
    """A server at which somebody has played a game badly, and its review is made."""
    server = own_server(*FEW)
    token = server.token()
    table = server.open(token, players=3)
    aside(play_badly(server, table, token))
    reviewed(server, table, token)
    visitors = Visitors(browser, server)
    yield visitors, server, token, table
    assert visitors.leave() == []


def test_own_mistakes_are_tried_again_until_they_are_solved(
    learner: tuple[Visitors, Running, str, str],
) -> None:
    visitors, server, token, table = learner
    page = visitors(PHONE)
    page.goto("/train")
    expect(page.get_by_text("No exercises yet. Play and review a game.")).to_be_visible()
    axe(page)
    page.context.add_cookies([{"name": "reihum", "value": token, "url": page.url.partition("/train")[0]}])
    listed = server.ask("GET", f"/api/exercises/{table}", token=token)[1]["exercises"]
    left_too_soon = [
        each["number"] for each in listed if "leave" in asked(server, table, each["number"], token)
    ]
    for each in listed:  # all others are tried in vain
        if each["number"] != left_too_soon[0]:
            server.ask("POST", f"/api/exercises/{table}/{each['number']}", {"tries": 1}, token)
    page.goto("/train")
    axe(page)
    no_sideways(page)
    photograph(page, "train")
    page.get_by_role("link", name="Start: 1 exercise").click()
    expect(page.locator(".exercise-head b")).to_have_text("Exercise 1 of 1")
    expect(page.locator(".pill")).to_contain_text("Find a better move. In the game: You leave")
    axe(page)
    photograph(page, "exercise")
    for said in ("Not yet. Try once more.", "Comes back tomorrow."):
        page.locator(".acts [data-act=leave]").tap()
        page.locator(".acts [data-main]").tap()
        expect(page.locator(".pill")).to_contain_text(said)
    expect(page.locator("#verdict")).to_contain_text(re.compile(r"Better: (?!\S+\.)"))  # words, not their key
    axe(page)
    no_sideways(page)
    photograph(page, "exercise-answer")
    page.get_by_role("button", name="Finish").tap()
    expect(page.get_by_role("heading", name="Done")).to_be_visible()
    expect(page.get_by_text("0 of 1 solved at the first try.")).to_be_visible()
    axe(page)
    page.goto("/train")
    expect(page.get_by_text("Nothing is due today.")).to_be_visible()


def asked(server: Running, table: str, number: int, token: str) -> str:
    """What was done in the game where an exercise is from."""
    return str(server.ask("GET", f"/api/exercises/{table}/{number}", token=token)[1]["made"])


def test_before_a_review_its_turning_points_can_be_tried(learner: tuple[Visitors, Running, str, str]) -> None:
    visitors, server, token, table = learner
    page = visitors(DESKTOP)
    page.goto("/train")
    page.context.add_cookies([{"name": "reihum", "value": token, "url": page.url.partition("/train")[0]}])
    page.goto(f"/review/{table}")
    page.locator(f"a[href='/train/{table}']").first.click()
    found = server.ask("GET", f"/api/exercises/{table}", token=token)[1]["exercises"]
    expect(page.locator(".exercise-head b")).to_have_text(f"Exercise 1 of {len(found)}")
    if len(found) > 1:
        second = re.compile(rf"/api/exercises/{table}/{found[1]['number']}\?")
        with page.expect_response(second):
            page.get_by_role("button", name="Skip").click()  # the first one comes again at the end
    axe(page)
    no_sideways(page)
