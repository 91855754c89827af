"""Taking back a move, why it is not possible, and what others have done since one's own last turn."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.test_rounds import play_round
from tests.browser.tools import (
    Visitors,
    at_table,
    axe,
    go_to,
    no_sideways,
    photograph,
    sit_down,
    table,
    until,
)
from tests.server.tools import Running
from tools.browser import DESKTOP, PHONE, SMALL, Screen, open_table
from tools.outside import OutsidePlayer, steady_move

SLOW = 60  # seconds that bots of this server wait, about: longer than a test is patient
SCREENS = [(DESKTOP, "en"), (PHONE, "de"), (SMALL, "nl")]
BACK = {"en": "back in your hand", "de": "wieder auf deiner Hand", "nl": "terug in je hand"}
CONFIRMS = "() => JSON.parse(localStorage.getItem('reihum.settings')).atOnce === false"


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server whose bots take their time."""
    folder: Path = tmp_path_factory.mktemp("slow")
    running = Running(f"sqlite:{folder / 'tables.db'}", "--bot-delay", str(SLOW))
    yield running
    running.stop()


@pytest.mark.parametrize(("screen", "lang"), SCREENS)
def test_a_move_is_taken_back_with_a_tap_and_then_confirming_is_offered_once(
    arrive: Visitors, slow: Running, screen: Screen, lang: str
) -> None:
    page = arrive(screen, lang, to=slow)
    here = at_table(page, "23", players=4)
    undo = page.locator(".undo-button")
    expect(undo).to_have_attribute("aria-disabled", "true")
    undo.click(force=True)
    expect(page.locator(".pill.refused")).to_be_visible()  # there is nothing to take back yet
    with OutsidePlayer(page) as seat:
        seat.play()
    here.moved(1)
    expect(undo).not_to_have_attribute("aria-disabled", "true")
    no_sideways(page)
    axe(page)
    photograph(page, f"undo-{screen.name}-{lang}")
    undo.click()
    expect(page.locator("#toast")).to_contain_text(BACK[lang])
    expect(page.locator("#said")).to_contain_text(BACK[lang])
    expect(page.locator(".hand [role=option]")).to_have_count(15)
    offer = page.locator(".missed")
    expect(offer).to_be_visible()
    no_sideways(page)
    axe(page)
    photograph(page, f"undo-offer-{screen.name}-{lang}")
    offer.locator(".btn.dark").click()
    expect(offer).to_have_count(0)
    assert page.evaluate(CONFIRMS)
    with OutsidePlayer(page) as seat:
        seat.play()
    here.moved(3)
    page.keyboard.press("Control+z")
    here.moved(4)
    expect(page.locator(".hand [role=option]")).to_have_count(15)
    expect(offer).to_have_count(0)  # only once


def hold_moves(page: Page) -> list[Callable[[], None]]:
    """Keep a page's moves on their way; what lets each of them arrive."""
    held: list[Callable[[], None]] = []

    def answer(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def send(message: str | bytes) -> None:
            if json.loads(message)["t"] == "move":
                held.append(lambda: server.send(message))
            else:
                server.send(message)

        line.on_message(send)

    page.route_web_socket("**/ws/**", answer)
    return held


@pytest.mark.parametrize("how", ["tap", "key"])
def test_a_move_on_its_way_is_taken_back_when_it_has_arrived(
    arrive: Visitors, slow: Running, how: str
) -> None:
    page = arrive(to=slow)
    held = hold_moves(page)
    here = at_table(page, "23", players=4)
    page.locator(".hand [role=option]:not([aria-disabled])").last.click()
    page.locator(".hand [role=option]:not([aria-disabled])").last.click()
    page.locator(".hand [role=option]:not([aria-disabled])").last.click()
    page.keyboard.press("Enter")
    until(page, lambda: len(held) == 1, "a move on its way")
    undo = page.locator(".undo-button")
    undo.click() if how == "tap" else page.keyboard.press("Control+z")
    expect(undo).to_have_attribute("aria-busy", "true")
    for count in (1, 2, 3):
        until(page, lambda least=count: len(held) >= least, f"move {count}")  # type: ignore[misc]
        held[count - 1]()
    here.moved(4)  # three cards put away, and the last of them taken back
    assert here.now["v"] == 4
    expect(page.locator("#toast")).to_contain_text(BACK["en"])
    expect(undo).not_to_have_attribute("aria-busy", "true")


def test_while_the_sheet_of_a_round_is_open_it_says_that_moves_stand(arrive: Visitors) -> None:
    page = arrive()
    at_table(page, "koenigs-romme", players=2)
    play_round(page)
    page.keyboard.press("Control+z")
    expect(page.locator("#toast")).to_have_text("The round is over, and its moves stand.")
    expect(page.locator(".round-sheet")).to_be_visible()


def disabled_because(page: Page, reason: str) -> None:
    """Assert that the button cannot be used, and that a tap says why."""
    undo = page.locator(".undo-button")
    expect(undo).to_have_attribute("aria-disabled", "true")
    expect(undo).to_have_attribute("aria-description", reason)
    undo.click(force=True)
    expect(page.locator(".pill.refused")).to_contain_text(reason)


def test_it_says_why_a_move_cannot_be_taken_back(arrive: Visitors) -> None:
    page = arrive()
    here = at_table(page, "koenigs-romme", players=2)
    with OutsidePlayer(page) as seat:
        seat.play("stock")
    here.shown()
    disabled_because(page, "Since your last move a card was shown, drawn or dealt.")
    other = arrive()
    ident = open_table(page, "23", players=2, seats=["me", "open"])
    sit_down(other, ident)
    go_to(other, ident)
    go_to(page, ident).until(lambda now: now["view"] is not None, "the deal")
    disabled_because(page, "With friends at the table, moves stand.")


def test_alone_the_button_is_there_too(arrive: Visitors) -> None:
    page = arrive(PHONE)
    here = at_table(page, "koenigs-romme", players=1)
    with OutsidePlayer(page) as seat:
        seat.play()
    here.shown()
    disabled_because(page, "Since your last move a card was shown, drawn or dealt.")
    no_sideways(page)
    photograph(page, "undo-solo-phone")


# -- since my last turn ---------------------------------------------------------------------------


def turn(page: Page) -> list[int]:
    """One move of this seat, and all others until its next decision; who made those."""
    here = table(page)
    with OutsidePlayer(page) as seat:
        seat.play(steady_move(seat.wait_for_moves()))
        seat.wait_for_moves()
        last = seat.now["v"]
    here.moved(last)
    here.shown()
    made = [step["by"] for step in here.heard if step["t"] == "ev"]
    mine = len(made) - made[::-1].index(here.info()["you"])
    return made[mine:]


@pytest.mark.parametrize(("screen", "lang"), SCREENS)
def test_what_others_did_since_my_last_turn_is_marked(arrive: Visitors, screen: Screen, lang: str) -> None:
    page = arrive(screen, lang)
    at_table(page, "23", players=4, options={"learning": True})
    made = turn(page)
    assert made
    expect(page.locator(".last-mark")).to_have_count(len(set(made)))
    if not page.locator(".panel-moves").is_visible():
        photograph(page, f"since-23-{screen.name}-{lang}")
        page.locator(".last-line").click()
    expect(page.locator(".log .since-mark")).to_be_visible()
    expect(page.locator(".log .line.since")).to_have_count(len(made))
    no_sideways(page)
    axe(page)
    photograph(page, f"since-23-log-{screen.name}-{lang}")


MIDDLE = """(one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return (top + bottom) / 2;
}"""
# Marks that lie over points, chips or the number of cards at the seat, or at one of the next row.
OVER = """() => [...document.querySelectorAll('.last-mark')].flatMap((mark) => {
    const own = mark.getBoundingClientRect();
    return [...document.querySelectorAll('.seat .badges > *, .seat .who small')]
        .map((one) => [one.className || one.textContent, one.getBoundingClientRect()])
        .filter(([, at]) => at.width && at.left < own.right && at.right > own.left)
        .filter(([, at]) => at.top + 3 < own.bottom && at.bottom - 3 > own.top)
        .map(([name]) => `a mark lies over ${name}`);
})"""


@pytest.mark.parametrize("screen", [PHONE, SMALL])
@pytest.mark.parametrize(("game", "players"), [("23", 4), ("help", 4), ("yoyo", 4), ("yoyo", 6)])
def test_on_a_phone_no_mark_lies_over_what_is_known_of_a_seat(
    arrive: Visitors, game: str, players: int, screen: Screen
) -> None:
    page = arrive(screen, "de")
    here = at_table(page, game, players=players, **({"options": {"learning": True}} if game == "23" else {}))
    for _ in range(4):
        if not turn(page) or here.now["view"]["turn"] is None:
            continue
        assert page.evaluate(OVER) == []
    photograph(page, f"since-{game}-{players}-{screen.name}")


@pytest.mark.parametrize(("screen", "lang"), [(PHONE, "de"), (SMALL, "de"), (SMALL, "nl")])
def test_beside_three_buttons_the_undo_button_takes_no_row_of_its_own(
    arrive: Visitors, screen: Screen, lang: str
) -> None:
    page = arrive(screen, lang)
    at_table(page, "23", players=4, options={"learning": True})
    turn(page)
    expect(page.locator(".acts.b3")).to_be_visible()
    middles = [page.locator(one).evaluate(MIDDLE) for one in (".me", ".undo-button")]
    assert abs(middles[0] - middles[1]) < 8
    below = page.evaluate("() => document.documentElement.scrollHeight - innerHeight")
    assert below <= 1  # the whole hand is in sight
    no_sideways(page)
    photograph(page, f"undo-row-{screen.name}-{lang}")


# A move as its mark draws it: the cards in it, and the words.
MARKED = """async ([hash, folder, line, log, view]) => {
    const { moveMark } = await import(`/w/${hash}/games/${folder}/web/mark.js`);
    const inside = (part) => (part?.props?.class?.includes("mark-part") ? part.children : [part]);
    const parts = [moveMark({ log, view }, line)].flat().flatMap(inside).flat().filter(Boolean);
    const isCard = (part) => String(part.props?.class ?? "").startsWith("card");
    return [parts.filter(isCard).length, parts.filter((part) => typeof part === "string").join(" ")];
}"""
DREW = {"v": 1, "by": 1, "m": "stock", "events": []}
TOOK = {"v": 1, "by": 1, "m": "pile", "events": [{"kind": "took", "card": "8d"}]}


MARKS: list[tuple[str, str, list[dict[str, Any]], int, str]] = [
    ("twentythree", "12x2+1", [], 1, ""),
    ("twentythree", "pass", [], 0, "Pass"),
    ("twentythree", "leave", [], 0, "Leave"),
    ("koenigs_romme", "stock", [], 1, ""),
    ("koenigs_romme", "9h", [DREW], 2, ""),
    ("koenigs_romme", "out 9h", [TOOK], 2, ""),
    ("yoyo", "y5^", [], 1, ""),
    ("yoyo", "stop", [{"v": 1, "by": 1, "m": "b7", "events": []}], 1, ""),
    ("yoyo", "draw", [], 1, ""),
    ("yoyo", "take 2", [], 0, ""),
    ("help", "9", [], 1, ""),
    ("help", "J@2", [], 1, ""),
    ("help", "S7@2", [], 2, ""),
    ("help", "give ?", [], 0, ""),
]


def test_every_move_has_its_mark(page: Page) -> None:
    page.goto("/")
    expect(page.locator(".tile").first).to_be_visible()
    about = page.request.get("/api/about").json()
    for folder, move, log, cards, words in MARKS:
        line = {"v": 2, "by": 1, "m": move, "events": []}
        found = page.evaluate(MARKED, [about["hash"], folder, line, [*log, line], {"wild": "3"}])
        assert found == [cards, words], (folder, move)
