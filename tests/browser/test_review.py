"""The review of a finished game: walked by keys and taps, readable for everybody; playing on from a move."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.tools import Visitors, axe, no_sideways, photograph, troubles, until
from tests.server.tools import Running
from tools.browser import DESKTOP, LANDSCAPE, PHONE, Screen, open_table


@pytest.fixture
def come(browser: Browser, own_server: Callable[..., Running]) -> Iterator[Visitors]:
    """Visitors of a server whose reviews are quick."""
    visitors = Visitors(browser, own_server("--bot-delay", "0", "--limit", "review_worlds=8"))
    yield visitors
    assert visitors.leave() == []


def over(page: Page, game: str, players: int) -> str:
    """A game of one's own that a bot has played to its end."""
    ident = open_table(page, game, players=players, name="Mira")
    page.request.post(f"/api/tables/{ident}/start")
    page.request.post(f"/api/tables/{ident}/leave")
    until(page, lambda: look(page, ident)["status"] == "over", "the end")
    return ident


def look(page: Page, ident: str) -> dict[str, Any]:
    """A table as the server shows it."""
    return dict(page.request.get(f"/api/tables/{ident}").json())


def made(page: Page, ident: str) -> dict[str, Any]:
    """Its review, once it is there."""
    answer = f"/api/tables/{ident}/review?eyes=0"
    until(page, lambda: page.request.get(answer).status == 200, "the review")
    return dict(page.request.get(answer).json())


def at(page: Page, v: int) -> None:
    """Wait until the review shows a move."""
    expect(page.locator(".curve-picture")).to_have_attribute("aria-valuenow", str(v))
    expect(page).to_have_url(re.compile(rf"[#&]v={v}$"))


def open_review(page: Page, ident: str) -> None:
    """Look at a review; what was better is shown at once."""
    page.goto(f"/review/{ident}")
    expect(page.locator(".review-points")).to_be_attached(timeout=60_000)
    if (show := page.locator(".try-first .btn").last).count():
        show.click()


@pytest.mark.parametrize(
    ("game", "players", "screen", "lang"),
    [
        ("23", 3, DESKTOP, "en"),
        ("help", 4, PHONE, "de"),
        ("yoyo", 2, LANDSCAPE, "nl"),
        ("koenigs-romme", 1, PHONE, "en"),
        ("koenigs-romme", 1, DESKTOP, "de"),
    ],
)
def test_a_review_can_be_read_on_every_screen(
    come: Visitors, game: str, players: int, screen: Screen, lang: str
) -> None:
    page = come(screen, lang)
    ident = over(page, game, players)
    open_review(page, ident)
    found = made(page, ident)
    expect(page.locator(".curve-line")).to_have_count(players)
    expect(page.locator(".curve-end")).to_have_count(players)
    for tab in ("move", "points", "result") if screen != DESKTOP else ("",):
        if tab:
            page.locator(f"#review-tab-{tab}").click()
        no_sideways(page)
        axe(page)
        photograph(page, f"review-{game}-{players}-{tab}-{screen.name}-{lang}")
    result = round(100 * found["seats"][0]["result"])
    expect(page.locator(".part.result .part-number")).to_have_text(re.compile(rf"^{result}\s%$"))
    parts = page.locator(".part .part-number").all_inner_texts()
    start, *changes, end = (int(re.sub(r"[^\d-]", "", part.replace("−", "-"))) for part in parts)
    assert abs(start + sum(changes) - end) <= 3  # each is rounded


def test_the_curve_is_walked_by_keys_and_taps_and_read_as_a_table(come: Visitors) -> None:
    page = come()
    ident = over(page, "23", 2)
    open_review(page, ident)
    steps = made(page, ident)["steps"]
    last = len(steps) - 1
    at(page, 0)
    page.keyboard.press("ArrowRight")
    at(page, 1)
    page.keyboard.press("End")
    at(page, last)
    expect(page.locator("#moment-title")).to_have_text(steps[last]["said"][0])
    points = [int(text.split(" ·")[0]) for text in page.locator(".point b").all_inner_texts()]
    for v in sorted({*points, 0} - {last}, reverse=True):
        page.keyboard.press("Shift+ArrowLeft")
        at(page, v)
    box = page.locator(".curve-picture").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] - 45, box["y"] + 50)
    expect(page.locator(".curve-picture")).to_have_attribute(
        "aria-valuenow", re.compile(rf"^({last - 1}|{last})$")
    )
    page.locator(".curve-numbers summary").click()
    rows = page.locator(".curve-table tbody tr")
    expect(rows).to_have_count(len(steps))
    expect(rows.nth(last).locator("td")).to_have_text(
        [steps[last]["said"][0], *(f"{round(100 * chance)} %" for chance in steps[last]["win"])]
    )
    axe(page)


def played_by_bots(page: Page) -> str:
    """The table of a finished game of 23, in which one bot made any moves."""
    ident = open_table(page, "23", seats=["bot:random", "bot:policy"])
    page.request.post(f"/api/tables/{ident}/start")
    until(page, lambda: look(page, ident)["status"] == "over", "the end")
    return ident


def test_a_mistake_says_what_was_played_what_was_better_and_why(come: Visitors) -> None:
    page = come()
    graded: list[dict[str, Any]] = []
    for _ in range(5):  # whoever plays at random blunders, but not in the shortest of games
        ident = played_by_bots(page)
        open_review(page, ident)
        graded = [step for step in made(page, ident)["steps"] if step["by"] == 0 and step.get("grade")]
        if graded:
            break
    page.locator(".points-filter select").first.select_option("0")
    worst = max(graded, key=lambda step: step["loss"])
    page.goto(f"/review/{ident}#seat=0&v={worst['v']}")
    page.reload()
    played, better = page.locator(".move-row.played"), page.locator(".move-row.better")
    expect(played.locator(".move-chance b")).to_have_text(f"{round(100 * (worst['seen'] - worst['loss']))} %")
    expect(better.locator(".move-chance b")).to_have_text(f"{round(100 * worst['seen'])} %")
    expect(page.locator(".verdict-why")).to_contain_text(f"−{round(100 * worst['loss'])}")
    page.locator(".points-filter select").last.select_option("0.15")
    many = [step for step in graded if step["loss"] >= 0.15]
    expect(page.locator(".point:has(.sign.mine)")).to_have_count(len(many))


def test_while_it_is_made_the_curve_grows_and_what_goes_wrong_is_said(come: Visitors) -> None:
    page = come()
    ident = over(page, "23", 2)
    said: list[tuple[int, dict[str, Any]]] = [
        (202, {"done": 0.0, "ahead": 2, "first": 0, "wins": []}),
        (202, {"done": 0.4, "ahead": 0, "first": 0, "wins": [[0.5, 0.5], [0.6, 0.4], [0.7, 0.3]]}),
        (409, {"error": "no_review", "text": "This game could not be reviewed."}),
    ]
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        status, body = said[0]
        route.fulfill(status=status, json=body)

    page.route("**/api/tables/*/review?*", answer)
    page.goto(f"/review/{ident}")
    expect(page.locator(".making")).to_have_text("2 reviews are made before yours")
    said.pop(0)
    expect(page.locator(".making")).to_have_text("The game is being played through again: 40 %")
    expect(page.locator(".curve-line.own")).to_have_attribute("points", re.compile(r"^\S+ \S+ \S+$"))
    expect(page.locator(".making progress")).to_have_attribute("value", "0.4")
    axe(page)
    said.pop(0)
    expect(page.get_by_role("alert").filter(has_text="This game could not be reviewed.")).to_be_visible()
    assert asked[-1].endswith("from=3")  # only what is new is asked for
    troubles(page).forgive("409")


def test_one_plays_on_from_any_move_and_is_told_what_that_is(come: Visitors) -> None:
    page = come(PHONE, "de")
    ident = over(page, "23", 2)
    open_review(page, ident)
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.get_by_role("button", name="Von hier weiterspielen").click()
    axe(page)
    page.locator("[data-play-on]").click()
    expect(page).to_have_url(re.compile(r"/t/(?!" + ident + ")"))
    there = page.url.rpartition("/")[2]
    expect(page.locator(".bar-place")).to_contain_text("Was wäre, wenn?")
    shown = look(page, there)
    assert shown["branch"]["table"] == ident
    assert shown["commitment"] == ""
    page.request.post(f"/api/tables/{there}/end")
    page.goto("/games")
    row = page.locator(f"[data-table='{there}']")
    expect(row).to_contain_text("was wäre, wenn?")


def test_what_there_is_no_review_of_is_a_sentence(come: Visitors) -> None:
    page = come()
    ident = open_table(page, "23", players=2, name="Mira")
    page.request.post(f"/api/tables/{ident}/start")
    for address in (f"/review/{ident}", "/review/xxxxxxxxxxxxxxxxxxxxxx"):
        page.goto(address)
        expect(page.get_by_role("heading", name="There is nothing to review")).to_be_visible()
    troubles(page).forgive("40[34]")
