"""The tools of the browser's tests notice what they are there for, on small pages made up here."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.tools import (
    Visitors,
    aside,
    at_table,
    axe,
    go_to,
    no_sideways,
    photograph,
    sit_down,
    table,
    troubles,
    until,
)
from tests.server.tools import Running
from tools.browser import PHONE, SCREENS, Screen, open_table
from tools.outside import OutsidePlayer

POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'"
JAVASCRIPT = "text/javascript"
SCRIPT = """
const address = `${location.origin.replace('http', 'ws')}/ws${location.pathname.slice(2)}`;
const line = new WebSocket(address, 'reihum.1');
const say = (message) => line.send(JSON.stringify(message));
line.addEventListener('open', () => say({ t: 'hello', lang: document.documentElement.lang }));
line.addEventListener('message', ({ data }) => {
  const heard = JSON.parse(data);
  if (heard.t !== 'snap' && heard.t !== 'ev') return;
  document.querySelector('output').textContent = `${heard.v}`;
  document.querySelector('button').onclick = () =>
    say({ t: 'move', cid: `c${heard.ask}`, ask: heard.ask, m: heard.moves.at(-1) });
});
"""


def shell(body: str) -> str:
    """A page in order with this in the middle of it."""
    head = '<title>Test</title><meta name="viewport" content="width=device-width">'
    head += '<link rel="icon" href="data:,">'
    return f'<!doctype html><html lang="en">{head}<main><h1>Test</h1>{body}</main></html>'


TABLE = shell("<output></output><button>last move</button><script src='/made-up/script' defer></script>")


def show(page: Page, body: str, script: str = "") -> None:
    """Let a page and its script come from here instead of the server, and go there."""

    def answer(route: Route) -> None:
        match route.request.url.rpartition("/")[2]:
            case "script":
                route.fulfill(body=script, content_type=JAVASCRIPT)
            case "missing":
                route.fulfill(status=404)
            case "broken":
                route.abort()
            case _:
                fulfill(route, body)

    answer_from_here(page, "**/made-up/*", answer)
    page.goto("/made-up/page")


def answer_from_here(page: Page, pattern: str, answer: Callable[[Route], None]) -> None:
    """Answer instead of the server, from now on."""
    page.context.unroute(pattern)
    page.context.route(pattern, answer)


def fulfill(route: Route, body: str) -> None:
    """Answer with a page under a strict policy."""
    route.fulfill(body=body, headers={"content-type": "text/html", "content-security-policy": POLICY})


def play_from_here(page: Page) -> None:
    """Let the page of every table be a button that makes the last legal move."""
    # A page made up here has no address, and would not be let in to one of this machine.
    page.context.grant_permissions(["local-network-access"])
    answer_from_here(page, "**/t/*", lambda route: fulfill(route, TABLE))
    answer_from_here(page, "**/made-up/*", lambda route: route.fulfill(body=SCRIPT, content_type=JAVASCRIPT))


# -- screens --------------------------------------------------------------------------------------


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
def test_a_visitor_has_the_screen_and_the_language_asked_for(arrive: Visitors, screen: Screen) -> None:
    page = arrive(screen, "nl")
    show(page, shell(""))
    seen = page.evaluate(
        "() => [innerWidth, innerHeight, devicePixelRatio, navigator.maxTouchPoints > 0, navigator.language]"
    )
    assert seen == [screen.width, screen.height, screen.scale, screen.touch, "nl"]
    assert page.evaluate("() => matchMedia('(prefers-reduced-motion: reduce)').matches")


def test_a_page_that_is_too_wide_is_noticed(page: Page) -> None:
    show(page, shell("<p>narrow</p>"))
    no_sideways(page)
    page.evaluate("() => document.querySelector('p').style.setProperty('width', '1400px')")
    with pytest.raises(AssertionError, match=r"is 14\d\d pixels wide on a screen of 1280: \['<p"):
        no_sideways(page)


def test_a_photograph_is_a_file(page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REIHUM_SHOTS", str(tmp_path / "shots"))
    show(page, shell("<p>cheese</p>"))
    taken = photograph(page, "start-desktop")
    assert taken == tmp_path / "shots/start-desktop.jpg"
    assert taken.read_bytes().startswith(b"\xff\xd8\xff")


def test_axe_works_under_the_strict_policy_and_says_what_is_wrong(page: Page) -> None:
    show(page, shell("<p>fine</p>"))
    axe(page)
    show(page, shell("<button></button><img src='data:,'>"))
    with pytest.raises(AssertionError, match=r"(?s)button-name: .*<button></button>.*image-alt") as found:
        axe(page)
    assert "Element does not have an alt attribute" in str(found.value)
    axe(page, within="h1")
    axe(page, without=("button-name", "image-alt"))


# -- troubles -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "script", "met"),
    [
        ("", "console.error('oh')", "console: oh"),
        ("", "throw new Error('oh')", "error: oh"),
        ("", "Promise.reject(new Error('oh'))", "error: oh"),
        ("<p style='color: red'>", "", "console: Applying inline style violates"),
        ("<script>1</script>", "", "console: Executing inline script violates"),
        ("", "fetch('https://elsewhere.invalid/')", "console: .*Content Security Policy"),
        ("", "fetch('broken')", "request: .*/broken: "),
        ("<script src='missing'></script>", "", "answer: 404 .*/missing"),
        ("", "new WebSocket(`ws://${location.host}/ws/none`)", "console: WebSocket connection"),
    ],
)
def test_troubles_are_noticed(browser: Browser, server: Running, body: str, script: str, met: str) -> None:
    visitors = Visitors(browser, server)
    page = visitors()
    show(page, shell(f"{body}<script src='script'></script>"), script)
    until(page, lambda: any(re.match(met, each) for each in troubles(page).left()), met)
    assert any(re.match(met, each) for each in visitors.leave())


def test_troubles_that_were_expected_are_forgiven(page: Page) -> None:
    troubles(page).forgive("^console: oh$")
    show(page, shell("<script src='script'></script>"), "console.error('oh'); console.error('oh no')")
    until(page, lambda: len(troubles(page).met) == 2, "the second")
    assert troubles(page).left() == ["console: oh no"]
    troubles(page).forgive("oh no")


# -- tables ---------------------------------------------------------------------------------------


def test_two_visitors_are_two_players(arrive: Visitors) -> None:
    ada, bo = arrive(), arrive(PHONE)
    ident = open_table(ada, "23", seats=["me", "open", "bot:policy"], players=3)
    assert sit_down(bo, ident) == 1
    for page, seat in ((ada, 0), (bo, 1)):
        assert page.request.get(f"/api/tables/{ident}").json()["you"] == seat


def test_a_table_is_heard_and_played_to_its_end(page: Page) -> None:
    play_from_here(page)
    here = at_table(page, "23", players=3)
    assert here.info()["status"] == "playing"
    while moves := here.asked():
        ask, sent = here.now["ask"], len(here.sent)
        page.get_by_role("button").click()
        here.answered(ask)
        assert [(message["ask"], message["m"]) for message in here.sent[sent:]] == [(ask, moves[-1])]
    expect(page.get_by_role("status")).to_have_text(str(here.now["v"]))
    assert here.over()["view"]["phase"] == "over"
    assert here.sent[0]["t"] == "hello"
    assert {"ack", "ev", "snap", "table"} <= {message["t"] for message in here.heard}


def test_another_table_is_another_beginning(page: Page) -> None:
    with pytest.raises(AssertionError, match="is no table"):
        assert table(page).ident
    play_from_here(page)
    for game in ("yoyo", "help"):
        ident = open_table(page, game, players=3)
        here = go_to(page, ident)
        here.asked()
        assert here.ident == ident
        assert here.info()["game"] == here.now["view"]["game"] == game


def test_a_seat_can_be_played_from_outside_the_page(page: Page) -> None:
    here = at_table(page, "23", players=3)
    with OutsidePlayer(page) as seat:
        moves = 0
        while seat.play():
            moves += 1
        assert moves > 5
        assert (seat.over, seat.wait_for_moves()) == (True, [])
    assert here.over()["v"] == seat.now["v"]
    here.shown()


def test_what_must_be_awaited_runs_aside(page: Page) -> None:
    async def doubled(number: int) -> int:
        await asyncio.sleep(0)
        return number * 2

    async def failing() -> None:
        raise ZeroDivisionError

    page.goto("about:blank")
    assert aside(doubled(4)) == 8
    with pytest.raises(ZeroDivisionError):
        aside(failing())
