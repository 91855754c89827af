"""Deciding about guests at the seat, and being forgotten, as people see it."""

from __future__ import annotations

from playwright.sync_api import expect

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
from tools.browser import DESKTOP, PHONE, open_table


def test_a_host_removes_a_guest_during_the_game_and_passes_the_table_on(arrive: Visitors) -> None:
    page, guest, other = arrive(DESKTOP), arrive(PHONE, "de"), arrive(PHONE)
    wishes = {"players": 3, "seats": ["me", "open", "open"], "name": "Ada"}
    ident = open_table(page, "23", begins="host", **wishes)
    go_to(page, ident)
    for each, name in ((guest, "Öz"), (other, "Mira")):
        sit_down(each, ident, name)
        go_to(each, ident)
    page.get_by_role("button", name="Start with 3").click()
    expect(page.locator(".seats")).to_be_visible()
    about = page.get_by_role("button", name="About Öz")
    about.press("Enter")
    sheet = page.get_by_role("dialog", name="Öz")
    axe(page)
    photograph(page, "guest-sheet-desktop")
    sheet.get_by_role("button", name="Remove Öz from the table").click()
    expect(sheet).to_contain_text("A bot will play on for Öz")
    sheet.get_by_role("button", name="Yes, remove Öz").click()
    expect(guest.locator("#toast")).to_have_text("Der Gastgeber hat dich von diesem Tisch entfernt.")
    expect(about).to_have_count(0)
    page.get_by_role("button", name="About Mira").click()
    page.get_by_role("button", name="Make Mira the host").click()
    page.get_by_role("button", name="Yes, pass the table on").click()
    expect(other.locator("#toast")).to_contain_text("host")
    other.get_by_role("button", name="About Ada").tap()
    axe(other)
    no_sideways(other)
    photograph(other, "guest-sheet-phone")
    other.get_by_role("button", name="Cancel").tap()
    other.get_by_role("button", name="More", exact=True).tap()
    other.get_by_role("button", name="Let Öz back").tap()
    until(other, lambda: table(other).info()["removed"] == [], "the guest was let back")


def test_forget_me_asks_once_more_and_leaves_nothing(arrive: Visitors) -> None:
    page, phone = arrive(DESKTOP), arrive(PHONE, "de")
    for each, width in ((page, "desktop"), (phone, "phone")):
        at_table(each, "23", players=2)
        each.goto("/settings#forget")
        each.locator("#forget-me").click()
        expect(each.locator("#forget-sure")).to_be_focused()
        no_sideways(each)
        axe(each)
        photograph(each, f"forget-{width}")
    phone.get_by_role("button", name="Abbrechen").tap()
    expect(phone.locator("#forget-me")).to_be_focused()
    assert len(phone.request.get("/api/mine").json()["tables"]) == 1
    page.get_by_role("button", name="Yes, forget me").click()
    expect(page.locator("#forget-done")).to_be_focused()
    assert page.request.get("/api/mine").json()["tables"] == []
    assert page.context.cookies() == []
    for kept in ("reihum.games", "reihum.fair"):
        assert page.evaluate("(name) => localStorage.getItem(name)", kept) is None
    assert "Ada" not in (page.evaluate("localStorage.getItem('reihum.settings')") or "")
