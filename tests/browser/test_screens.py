"""Every game in its phases on every screen: photographed, without sideways scrolling, and as axe likes it."""

from __future__ import annotations

import os
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.scenes import scenes, sit_together
from tests.browser.tools import Visitors, axe, go_to, no_sideways, photograph, table
from tools.browser import DESKTOP, PHONE, SCREENS, Screen

KINDS: Final = [("23", 3), ("yoyo", 3), ("koenigs-romme", 3), ("koenigs-romme", 1), ("help", 4)]
SOAK: Final = os.environ.get("REIHUM_SOAK") == "1"  # then every scene in every language
TABS: Final = ("moves", "scores", "rules", "chat")
each_kind = pytest.mark.parametrize(
    ("game", "players"), KINDS, ids=[f"{game}-{players}" for game, players in KINDS]
)


def called(game: str, players: int) -> str:
    """The game's name in those of photographs."""
    return f"{game}-alone" if players == 1 else game


@each_kind
def test_every_phase_fits_every_screen(arrive: Visitors, game: str, players: int) -> None:
    forced = Screen("forced", DESKTOP.width, DESKTOP.height)
    looks = {screen.name: arrive(screen) for screen in SCREENS}
    looks[forced.name] = arrive(forced, forced_colors="active")
    for scene in scenes(sit_together([*looks.values()], game, players)):
        for look, page in looks.items():
            no_sideways(page)
            if scene == "round":
                expect(page.locator(".sheet")).to_be_in_viewport(ratio=1)
            photograph(page, f"{called(game, players)}-{scene}-{look}")
        if SOAK or scene == "final":  # axe knows only the colours that were not forced
            axe(looks[forced.name], without=("color-contrast",))


@each_kind
def test_axe_objects_to_nothing_at_the_table(arrive: Visitors, game: str, players: int) -> None:
    readers = [arrive(DESKTOP, "de"), arrive(PHONE, "en"), arrive(DESKTOP, "nl")]
    guest = arrive(DESKTOP, "nl")
    for number, scene in enumerate(scenes(sit_together(readers, game, players))):
        everybody = SOAK or number == 0 or scene in ("round", "final")
        for page in readers if everybody else [readers[number % len(readers)]]:
            axe(page)
        if number == 0:
            rail_tabs(readers[0])
            rail_tabs(readers[1])
            go_to(guest, table(readers[0]).ident)
            guest.locator(".table-screen").wait_for()
            axe(guest)
            photograph(guest, f"{called(game, players)}-spectator")
    guest.goto(f"/replay/{table(readers[0]).ident}#open&v=3")
    guest.locator(".replay-controls").wait_for()
    axe(guest)
    photograph(guest, f"{called(game, players)}-replay")


def rail_tabs(page: Page) -> None:
    """Everything beside the table, one after the other; where it is not always there, it is opened."""
    if not page.locator(".rail").is_visible():
        page.keyboard.press("?")
    for tab in TABS:
        page.locator(f"#tab-{tab}").click()
        axe(page, within=".rail")
    page.locator(f"#tab-{TABS[0]}").click()
    if page.locator(".rail-close").is_visible():
        page.locator(".rail-close").click()
