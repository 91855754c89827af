"""The hint at the table: three steps, by key and by touch, and what is said where there is none."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

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
from tools.browser import DESKTOP, LANDSCAPE, PHONE, SMALL, Screen, open_table
from tools.outside import OutsidePlayer

STEPS = {
    "en": ["Hint", "How good?", "Why?", "Hide hint"],
    "de": ["Tipp", "Wie gut?", "Warum?", "Ausblenden"],
    "nl": ["Tip", "Hoe goed?", "Waarom?", "Tip sluiten"],
}
THINKING = re.compile("Playing out|Wird durchgespielt|Wordt uitgespeeld")
LOOK = {"en": "Worth a look: ", "de": "Einen Blick wert: ", "nl": "Het bekijken waard: "}
CHANCE = {"en": "percent, plus or minus", "de": "Prozent, plus/minus", "nl": "procent, plus of min"}
TABLES = [
    (DESKTOP, "en", "23", 4),
    (PHONE, "de", "koenigs-romme", 3),
    (SMALL, "nl", "help", 4),
    (LANDSCAPE, "de", "yoyo", 3),
    (PHONE, "en", "koenigs-romme", 1),
]


def with_a_choice(page: Page) -> list[str]:
    """Play what there is no choice about, until there is one; what would be legal."""
    here = table(page)
    with OutsidePlayer(page) as seat:
        while len(seat.wait_for_moves()) == 1:
            seat.play()
        last = seat.now["v"]
    here.moved(last)
    moves = here.asked()
    assert len(moves) > 1, "the game is over"
    here.shown()
    return moves


@pytest.mark.parametrize(("screen", "lang", "game", "players"), TABLES)
def test_three_steps(arrive: Visitors, screen: Screen, lang: str, game: str, players: int) -> None:
    page = arrive(screen, lang)
    here = at_table(page, game, players=players)
    moves = with_a_choice(page)
    aim = page.locator(".aim-sheet .btn.main")
    if aim.count():
        aim.click()
    button, pill = page.locator(".hint-button"), page.locator(".pill.hinting")
    name = f"hint-{screen.name}-{lang}-{game}"
    expect(button).to_have_attribute("aria-label", STEPS[lang][0])
    for step in (1, 2, 3):
        page.keyboard.press("h") if screen is DESKTOP else button.tap()
        expect(button).to_have_attribute("aria-label", STEPS[lang][step])
        expect(pill).to_be_visible()
        expect(pill).not_to_contain_text(THINKING)
        no_sideways(page)
        axe(page)
        photograph(page, f"{name}-{step}")
        if step == 1:
            expect(pill).to_contain_text(LOOK[lang])
            expect(page.locator("#said")).to_contain_text(LOOK[lang].strip())
            expect(page.locator(".hint-panel")).to_have_count(0)
        expect(page.locator(".hinted:visible").first).to_be_visible()
    rows = page.locator("button.hint-row")
    expect(rows.first).to_have_accessible_name(re.compile(CHANCE[lang]))
    assert [said["t"] for said in here.sent if said["t"] != "ping"][-1] == "hint"
    shown = [said for said in here.heard if said["t"] == "hint" and said["done"]][-1]
    assert {option["move"] for option in shown["options"]} <= {*moves}
    rows.first.click()
    expect(page.locator(".hint-button")).to_be_visible()
    main = page.locator(".acts [data-main]")
    expect(main).to_be_enabled()
    expect(main).not_to_have_attribute("aria-disabled", "true")
    no_sideways(page)
    photograph(page, f"{name}-chosen")
    ask = here.now["ask"]
    main.click()
    here.answered(ask)
    played = [said["m"] for said in here.sent if said["t"] == "move"]
    best = shown["options"][0]
    assert best["move"] in played
    if game == "23":
        here.has_played([best["move"], *best["then"][:2]])  # three cards are put away at once
    here.shown()  # even if that was the end of a round
    expect(button).to_have_attribute("aria-label", STEPS[lang][0])  # any move closes it


def answer_hints(page: Page, answer: Callable[[dict[str, Any]], dict[str, Any] | None]) -> None:
    """Answer the hints of a page in the server's place; None: not yet."""

    def serve(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def hear(message: str | bytes) -> None:
            said = json.loads(message)
            if said["t"] != "hint":
                server.send(message)
            elif (told := answer(said)) is not None:
                line.send(json.dumps(told))

        line.on_message(hear)

    page.route_web_socket("**/ws/**", serve)


def test_while_it_is_made_bars_narrow_and_escape_closes_it(arrive: Visitors) -> None:
    page = arrive()

    def halfway(said: dict[str, Any]) -> dict[str, Any]:
        options: list[dict[str, Any]] = [
            {"move": move, "win": 0.3, "error": 0.1, "equal": True, "why": []} for move in ("leave", "pass")
        ]
        about = {"cid": said["cid"], "ask": said["ask"], "seat": 0, "worlds": 12}
        return {"t": "hint", **about, "options": options, "done": False}

    answer_hints(page, halfway)
    here = at_table(page, "23", players=2, options={"learning": True})
    while "pass" not in here.asked():  # somebody begins with the 1, and whoever does cannot pass
        here = at_table(page, "23", players=2, options={"learning": True})
    here.shown()
    page.keyboard.press("h")
    page.keyboard.press("h")
    panel = page.locator(".hint-panel")
    expect(panel).to_have_attribute("aria-busy", "true")
    expect(panel).to_contain_text("Playing out")
    name = re.compile("Leave.*30 percent, plus or minus 20")
    expect(panel.locator(".hint-row").first).to_have_accessible_name(name)
    expect(page.locator("[data-act='pass']")).to_have_class(re.compile("hinted"))
    axe(page)
    photograph(page, "hint-thinking")
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    expect(page.locator(".hinted")).to_have_count(0)
    page.keyboard.press("h")
    page.locator("[data-act='pass']").click()
    expect(page.locator(".hint-button")).to_have_attribute("aria-label", "How good?")  # only chosen
    page.locator("[data-act='pass']").click()
    expect(page.locator(".hint-button")).to_have_attribute("aria-label", "Hint")  # made


def test_without_an_answer_there_is_no_hint_just_now(arrive: Visitors) -> None:
    page, asked = arrive(lang="en"), []

    def refuse(said: dict[str, Any]) -> dict[str, Any]:
        asked.append(said["cid"])
        return {"t": "nack", "cid": said["cid"], "kind": "busy", "rule": None, "text": "No."}

    answer_hints(page, refuse)
    at_table(page, "yoyo", players=2)
    with_a_choice(page)
    page.keyboard.press("h")
    expect(page.locator(".pill")).to_contain_text("No hint just now.")
    expect(page.locator("#alarm")).to_have_text("No hint just now.")
    expect(page.locator(".hint-button")).to_have_attribute("aria-label", "Hint")
    assert len(asked) == 3
    assert len({*asked}) == 1


def test_where_there_are_no_hints_the_button_says_so_and_everybody_is_told(arrive: Visitors) -> None:
    page, guest = arrive(), arrive(PHONE, "nl")
    ident = open_table(page, "help", players=3, seats=["me", "open", "bot:casual"], begins="host")
    sit_down(guest, ident)
    go_to(guest, ident)
    go_to(page, ident)
    rules = guest.locator(".table-rules")
    expect(rules).to_contain_text("Tipsuit")
    toggle = page.get_by_role("switch", name="Hints")
    expect(toggle).not_to_be_checked()
    toggle.click()
    expect(rules).to_contain_text("Tipsaan")
    expect(guest.locator("#toast")).to_contain_text("Tips staan aan")
    toggle.click()
    expect(rules).to_contain_text("Tipsuit")
    page.get_by_role("button", name=re.compile("^Start with")).click()
    until(page, lambda: table(page).now.get("view") is not None, "the deal")
    button = page.locator(".hint-button")
    expect(button).to_have_attribute("aria-disabled", "true")
    expect(button).to_have_attribute("aria-description", "There are no hints at this table.")
    page.keyboard.press("h")
    expect(page.locator(".pill")).to_contain_text("There are no hints at this table.")


def test_spectators_lessons_and_replays_have_no_hint(arrive: Visitors) -> None:
    page = arrive()
    ident = open_table(page, "23", players=2, seats=["bot:policy", "bot:policy"])
    go_to(page, ident)
    table(page).over()
    expect(page.locator(".hint-button")).to_have_count(0)
    page.goto(f"/replay/{ident}")
    expect(page.locator(".replay-controls")).to_be_visible()
    expect(page.locator(".hint-button")).to_have_count(0)
    go_to(page, open_table(page, "23", lesson=True))
    expect(page.locator(".coach")).to_be_visible()
    expect(page.locator(".hint-button")).to_have_count(0)


def test_where_only_one_move_is_possible_nobody_is_asked(arrive: Visitors) -> None:
    page = arrive(PHONE, "nl")
    here = at_table(page, "help", players=3)
    assert len(here.asked()) == 1  # everybody calls the lowest number
    here.shown()
    aim = page.locator(".aim-sheet .btn.main")
    if aim.count():
        aim.click()
    button = page.locator(".hint-button")
    button.tap()
    expect(page.locator(".pill.hinting")).to_contain_text("Alleen dit is mogelijk.")
    expect(page.locator("#said")).to_contain_text("Alleen dit is mogelijk.")
    assert not [said for said in here.sent if said["t"] == "hint"]
    axe(page)
    button.tap()
    expect(page.locator(".pill.hinting")).to_have_count(0)
