"""Another device: name and settings come along by a link that can be copied; each screen keeps its own."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.tools import Visitors, axe, photograph
from tools.browser import PHONE, open_table

REMEMBER = "(kept) => localStorage.setItem('reihum.settings', JSON.stringify(kept))"


def settings_of(page: Page) -> dict[str, Any]:
    """What a browser remembers."""
    return dict(json.loads(page.evaluate("localStorage.getItem('reihum.settings') ?? '{}'")))


def test_name_and_settings_come_along_but_not_those_of_the_screen(arrive: Visitors) -> None:
    old, new = arrive(), arrive(PHONE, "en")
    kept = {
        "name": "Zoë",
        "lang": "nl",
        "levels": {"23": 4},
        "players": {"23": 2},
        "sound": False,
        "speed": "fast",
    }
    of_the_screen = {"size": "l", "marks": True, "felt": "plain"}
    old.goto("/")
    old.evaluate(
        "(kept) => localStorage.setItem('reihum.settings', JSON.stringify(kept))", kept | of_the_screen
    )
    new.goto("/")
    new.evaluate(
        "() => localStorage.setItem('reihum.settings', JSON.stringify({ size: 's', name: 'Guest' }))"
    )
    open_table(old, "23", players=2)
    old.goto("/settings#device")
    old.get_by_role("button", name="Link maken").click()
    link = old.locator("#device code").inner_text()
    old.context.grant_permissions(["clipboard-read", "clipboard-write"])
    old.get_by_role("button", name="Kopiëren").click()
    expect(old.locator("#toast")).to_have_text("Gekopieerd")
    assert old.evaluate("navigator.clipboard.readText()").endswith(f"//{link}")
    axe(old, within="#device")
    photograph(old, "device-link")
    new.goto("/hello/" + link.rpartition("/")[2])
    new.get_by_role("button", name="Yes, bring them here").click()
    expect(new.locator("h1")).to_have_text("Ga zitten, Zoë.")
    found = settings_of(new)
    assert {name: found[name] for name in kept} == kept
    assert (found["size"], found.get("marks"), found.get("felt")) == ("s", False, "rich")


def test_settings_that_make_no_sense_are_left_out(arrive: Visitors) -> None:
    old, new = arrive(), arrive()
    open_table(old, "23", players=2)
    carry = {"name": 7, "sound": "loud", "levels": None, "unheard_of": 1, "lang": "de", "size": "l"}
    code = old.request.post("/api/handover", data={"carry": carry}).json()["code"]
    new.goto(f"/hello/{code}")
    new.get_by_role("button", name="Yes, bring them here").click()
    expect(new.locator("h1")).to_have_text("Setz dich.")
    found = settings_of(new)
    assert (found["name"], found["sound"], found["levels"], found["lang"], found["size"]) == (
        "",
        True,
        {},
        "de",
        "m",
    )
    assert "unheard_of" not in found
