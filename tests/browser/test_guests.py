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


def test_a_host_closes_a_table_before_the_game_and_all_are_told(arrive: Visitors) -> None:
    page, guest = arrive(PHONE), arrive(DESKTOP, "nl")
    ident = open_table(page, "23", players=2, seats=["me", "open"], name="Ada", begins="host")
    for each in (page, guest):
        go_to(each, ident)
    page.get_by_role("button", name="More", exact=True).tap()
    page.get_by_role("button", name="Close the table").tap()
    page.get_by_role("button", name="Close this table?").tap()
    expect(page.get_by_role("heading", name="This table is closed")).to_be_visible()
    expect(guest.get_by_role("heading", name="Deze tafel is gesloten")).to_be_visible()
    axe(guest)
    photograph(guest, "closed-desktop")


def test_forget_me_asks_once_more_and_leaves_nothing(arrive: Visitors) -> None:
    page, phone = arrive(DESKTOP), arrive(PHONE, "de")
    tables: list[str] = []
    for each, width in ((page, "desktop"), (phone, "phone")):
        tables.append(at_table(each, "23", players=2).ident)
        each.goto("/settings#forget")
        each.locator("#forget-me").click()
        expect(each.locator("#forget-sure")).to_be_focused()
        no_sideways(each)
        axe(each)
        photograph(each, f"forget-{width}")
    phone.get_by_role("button", name="Abbrechen").tap()
    expect(phone.locator("#forget-me")).to_be_focused()
    assert len(phone.request.get("/api/mine").json()["tables"]) == 1
    other = page.context.new_page()
    other.goto(page.url.replace("/settings#forget", f"/t/{tables[0]}"))
    expect(other.locator(".hand")).to_be_visible()
    page.get_by_role("button", name="Yes, forget me").click()
    expect(other.locator(".watching")).to_be_visible()  # another tab shows what is left
    expect(page.locator("#forget-done")).to_be_focused()
    assert page.request.get("/api/mine").json()["tables"] == []
    assert page.context.cookies() == []
    for kept in ("reihum.games", "reihum.fair"):
        assert page.evaluate("(name) => localStorage.getItem(name)", kept) is None
    assert "Ada" not in (page.evaluate("localStorage.getItem('reihum.settings')") or "")


def test_a_record_in_which_a_name_was_replaced_is_known_again(arrive: Visitors) -> None:
    page, guest = arrive(DESKTOP), arrive()
    ident = open_table(page, "23", players=2, seats=["me", "open"], name="Ada", begins="host")
    sit_down(guest, ident, "Öz")
    go_to(page, ident)
    page.get_by_role("button", name="Start with 2").click()
    expect(page.locator(".hand")).to_be_visible()
    assert page.request.post(f"/api/tables/{ident}/end").ok
    noted = "localStorage.getItem('reihum.fair') ?? ''"
    until(page, lambda: '"nameless":"' in page.evaluate(noted).replace('"nameless":""', ""), "the digest")
    assert guest.request.delete("/api/me").json() == {"tables": 1}
    until(page, lambda: "Player 2" in page.request.get(f"/api/tables/{ident}/record").text(), "the name")
    page.get_by_role("button", name="Verify").click()
    expect(page.locator(".verdict").first).to_contain_text("but for names: somebody wanted to be forgotten")
