"""My games: unfinished ones, finished ones with their results, figures, what is shown offline, giving up."""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from reihum.server.store import Result, Summary
from reihum.server.store.history import SEAT_COLUMNS, seat_rows
from reihum.wire.encoding import encode
from tests.browser.tools import (
    DESKS,
    PHONES,
    Visitors,
    aside,
    axe,
    no_sideways,
    photograph,
    resize,
    sit_down,
    table,
    troubles,
)
from tests.server.test_history import play_out
from tests.server.tools import Running
from tools.browser import DESKTOP, PHONE, SMALL, Screen, open_table

LANGUAGES = ("de", "en", "nl")
TITLES = {"de": "Meine Spiele", "en": "My games", "nl": "Mijn spellen"}
WORDS = {"de": ("Weiter", "Ansehen"), "en": ("Play on", "Look"), "nl": ("Verder", "Bekijken")}
LEVELS = ("novice", "casual", "regular", "strong", "master")
SIZES = {"23": 3, "help": 4, "yoyo": 3, "koenigs-romme": 4}


def player_of(server: Running, ident: str) -> str:
    """Who opened a table, as the store knows them."""
    with closing(sqlite3.connect(server.store.removeprefix("sqlite:"))) as store:
        return str(store.execute("SELECT player FROM seats WHERE table_id = ?", (ident,)).fetchone()[0])


def listing(ident: str, slug: str, size: int, level: str, player: str) -> bytes:
    """What is stored about a finished table: somebody called Ada, and bots of a level."""
    bots = [{"kind": "bot", "name": f"Bot {seat}", "bot": level, "here": True} for seat in range(1, size)]
    shown = {
        **{"table": ident, "game": slug, "players": size, "options": {}, "status": "over", "host": True},
        "seats": [{"kind": "human", "name": "Ada", "bot": None, "here": False}, *bots],
        **{"you": None, "public": False, "pace": "none", "commitment": "00", "rematch": None, "code": None},
    }
    return encode({"shown": shown, "players": [player, *[""] * (size - 1)], "owner": player})


def keep_finished(server: Running, player: str, count: int) -> None:
    """Let a player have finished many games, of all kinds, with results that are always the same."""
    now = time.time()
    with closing(sqlite3.connect(server.store.removeprefix("sqlite:"))) as store, store:
        for number in range(count):
            slug = [*SIZES, "koenigs-romme"][number % 5]
            size = 1 if number % 5 == 4 else SIZES[slug]
            level = LEVELS[number // 5 % 5] if size > 1 else "alone"
            won = number // 5 % 5 < {"23": 2, "yoyo": 2}.get(slug, 1)
            ident, at = f"{player[:8]}{number:014d}", now - 30_000 * (number + 1)
            place = None if size == 1 else 1 if won else 2 + number % (size - 1)
            result = Result(player, level, True, won, won and number % 3 == 0, place, number % 11)
            card = listing(ident, slug, size, level, player)
            summary = Summary("over", None, False, (player,), at, card, slug, size, at - 720, (result,))
            store.execute(
                "INSERT INTO tables (id, listed, status, changed, card) VALUES (?, 0, 'over', ?, ?)",
                (ident, at, card),
            )
            marks = ", ".join("?" * len(SEAT_COLUMNS))
            store.executemany(f"INSERT INTO seats VALUES ({marks})", seat_rows(ident, summary))


def rows(page: Page, which: str) -> Any:
    """The rows of a list."""
    return page.locator(f"section[aria-labelledby={which}-title] .game-row")


def play_to_the_end(server: Running, page: Page, slug: str, **wishes: object) -> str:
    """Play a game to its end as this visitor, and wait until it is among the finished ones."""
    ident = open_table(page, slug, **wishes)
    cookie = next(each["value"] for each in page.context.cookies() if each.get("name") == "reihum")

    async def play() -> None:
        async with server.seat(ident, cookie) as wire:
            await play_out(wire)

    aside(play())
    page.wait_for_function(
        """async (ident) => (await (await fetch("/api/mine/finished")).json()).games
            .some(({ table }) => table.table === ident)""",
        arg=ident,
    )
    return ident


@pytest.mark.parametrize(("screen", "lang"), [(DESKTOP, "en"), (PHONE, "de"), (SMALL, "nl")])
def test_all_games_are_on_one_page_with_what_matters_about_each(
    arrive: Visitors, server: Running, screen: Screen, lang: str
) -> None:
    page, friend = arrive(screen, lang), arrive()
    page.goto("/")
    decide = open_table(page, "23", players=2)  # where everybody puts cards away first
    page.request.post(f"/api/tables/{decide}/start")
    shared = open_table(page, "help", players=3, seats=["me", "open", "bot:master"], name="Ada")
    sit_down(friend, shared, "Öz")
    page.request.post(f"/api/tables/{shared}/start")
    open_table(page, "yoyo", players=3, seats=["me", "open", "open"])
    keep_finished(server, player_of(server, decide), 60)
    page.goto("/games")
    expect(page.locator("h1")).to_have_text(TITLES[lang])
    expect(rows(page, "unfinished")).to_have_count(3)
    expect(rows(page, "unfinished").first).to_have_class(re.compile("asked"))
    expect(rows(page, "finished")).to_have_count(24)
    expect(page.locator(f"[data-table='{shared}'] b").first).to_contain_text("Öz")
    expect(page.locator(f"[data-table='{decide}'] .game-open")).to_have_text(WORDS[lang][0])
    waiting = rows(page, "unfinished").filter(has_text="YoYo").locator(".game-open")
    expect(waiting).to_have_text(WORDS[lang][1])
    no_sideways(page)
    axe(page)
    photograph(page, f"my-games-{screen.name}-{lang}")
    photograph(page, f"my-games-whole-{screen.name}-{lang}", full=True)
    if screen is not DESKTOP:
        page.locator(".choose-figures").click()
    page.locator(".figure summary").first.click()
    no_sideways(page)
    axe(page)
    photograph(page, f"my-games-statistics-{screen.name}-{lang}", full=True)


def test_who_has_not_played_yet_finds_the_games_to_choose_from(arrive: Visitors) -> None:
    for screen in (DESKTOP, PHONE):
        page = arrive(screen)
        page.goto("/games")
        expect(page.locator(".games-none h2")).to_have_text("No games yet")
        expect(page.locator(".tile-link")).to_have_count(4)
        no_sideways(page)
        axe(page)
        photograph(page, f"my-games-none-{screen.name}")
        page.locator(".tile-link").first.click()
        expect(page.locator(".tile.open")).to_have_count(1)


def test_games_are_chosen_by_game_and_by_company_and_more_are_shown_on_demand(
    arrive: Visitors, server: Running
) -> None:
    page = arrive()
    page.goto("/")
    keep_finished(server, player_of(server, open_table(page, "yoyo", seats=["me", "open"])), 30)
    page.goto("/games")
    expect(rows(page, "finished")).to_have_count(24)
    page.get_by_role("button", name="Show more").click()
    expect(rows(page, "finished")).to_have_count(30)
    expect(page.get_by_role("button", name="Show more")).to_have_count(0)
    page.get_by_label("Game", exact=True).select_option("koenigs-romme")
    expect(rows(page, "finished")).to_have_count(12)
    expect(rows(page, "unfinished")).to_have_count(0)
    expect(page.locator(".figure")).to_have_count(2)
    page.get_by_role("button", name="With friends").click()
    expect(rows(page, "finished")).to_have_count(0)
    page.get_by_label("Game", exact=True).select_option("")
    expect(rows(page, "unfinished")).to_have_count(1)


def test_a_row_leads_to_its_table_or_to_its_review_and_replay(arrive: Visitors, server: Running) -> None:
    page = arrive(PHONE)
    page.goto("/")
    over = play_to_the_end(server, page, "koenigs-romme", players=1)
    ident = open_table(page, "23", players=2)
    page.goto("/games")
    rows(page, "finished").locator("b").first.tap(force=True)  # the whole row is a link
    expect(page).to_have_url(re.compile(f"/review/{over}"))
    page.goto("/games")
    rows(page, "finished").locator(".game-close").tap()
    rows(page, "finished").get_by_role("link", name="Replay").tap()
    expect(page).to_have_url(re.compile(f"/replay/{over}"))
    page.goto("/games")
    rows(page, "unfinished").locator("b").first.tap(force=True)  # the whole row is a link
    expect(page).to_have_url(re.compile(f"/t/{ident}"))


def test_a_game_against_bots_is_given_up_after_one_question_and_counts_for_nothing(arrive: Visitors) -> None:
    page = arrive()
    ident = open_table(page, "23", players=2)
    page.goto(f"/t/{ident}")
    table(page).asked()
    page.goto("/games")
    button = page.get_by_role("button", name="Give up: 23 with a bot")
    button.click()
    sure = page.get_by_role("button", name="Give up", exact=True)
    expect(sure).to_be_focused()
    axe(page)
    photograph(page, "my-games-give-up")
    page.get_by_role("button", name="No", exact=True).click()
    expect(button).to_be_focused()
    expect(sure).to_have_count(0)
    button.press("Enter")
    sure.press("Enter")
    expect(rows(page, "unfinished")).to_have_count(0)
    expect(rows(page, "finished")).to_contain_text("ended by Ada")
    expect(page.locator(".figure")).to_have_count(0)
    expect(page.locator("#said")).to_contain_text("23 with a bot")
    assert page.request.get(f"/api/tables/{ident}").json()["ended"] == "Ada"


def test_a_game_with_friends_is_left_to_a_bot_and_can_be_looked_at(arrive: Visitors) -> None:
    page, friend = arrive(PHONE), arrive()
    ident = open_table(page, "23", players=2, seats=["me", "open"])
    sit_down(friend, ident, "Öz")
    page.request.post(f"/api/tables/{ident}/start")
    page.goto("/games")
    page.get_by_role("button", name="Leave: 23 with Öz").tap()
    expect(rows(page, "unfinished")).to_contain_text("A bot takes over")
    photograph(page, "my-games-leave-phone")
    page.get_by_role("button", name="Leave", exact=True).tap()
    expect(rows(page, "unfinished")).to_contain_text("a bot plays for you")
    expect(page.get_by_role("link", name="Look: 23 with Öz")).to_be_visible()
    expect(page.get_by_role("button", name="Leave: 23 with Öz")).to_have_count(0)
    info = page.request.get(f"/api/tables/{ident}").json()
    assert (info["status"], info["reserved"], info["ended"]) == ("playing", 0, None)


def test_the_record_is_offered_and_the_deal_verified_in_the_list(arrive: Visitors, server: Running) -> None:
    page = arrive()
    page.goto("/")
    ident = play_to_the_end(server, page, "koenigs-romme", players=1)
    page.goto("/games")
    more = page.get_by_role("button", name="Record and check: Königs-Rommé, alone")
    more.click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    record = Path(download.value.path()).read_text("utf-8")
    assert record == page.request.get(f"/api/tables/{ident}/record").text()
    page.get_by_role("button", name="Verify the deal").click()
    expect(page.locator(".verdict.good")).to_contain_text("Verified")
    axe(page)
    photograph(page, "my-games-verified")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download all").click()
    assert Path(download.value.path()).read_text("utf-8") == record
    assert download.value.suggested_filename == "reihum-games.txt"


def test_without_the_server_the_list_is_shown_as_it_was(
    arrive: Visitors, own_server: Callable[..., Running]
) -> None:
    here = own_server("--bot-delay", "0")
    page = arrive(PHONE, "en", to=here)
    page.goto("/")
    open_table(page, "23", players=2)
    page.goto("/games")
    expect(rows(page, "unfinished")).to_have_count(1)
    expect(page.locator(".as-of")).to_have_count(0)
    page.get_by_role("link", name="Settings").tap()
    expect(page.locator(".settings")).to_be_visible()
    troubles(page).forgive(".")
    here.kill()
    page.evaluate("history.back()")
    expect(page.locator(".as-of")).to_have_text(
        re.compile(r"The server cannot be reached\. This is as of \d\d:\d\d\.")
    )
    expect(rows(page, "unfinished")).to_have_count(1)
    axe(page)
    photograph(page, "my-games-offline-phone")


def test_a_list_that_cannot_be_fetched_does_not_say_that_there_are_no_games(arrive: Visitors) -> None:
    page = arrive()
    open_table(page, "23", players=2)
    troubles(page).forgive("503")
    page.route("**/api/mine/statistics", lambda route: route.fulfill(status=503, json={"text": "Later."}))
    page.goto("/games")
    expect(page.locator(".wrong")).to_have_text("Later.")
    expect(page.locator(".games-none, .game-row")).to_have_count(0)
    page.unroute("**/api/mine/statistics")
    page.reload()
    expect(rows(page, "unfinished")).to_have_count(1)
    expect(page.locator(".wrong")).to_have_count(0)


@pytest.mark.parametrize(("screen", "lang"), [(DESKTOP, "en"), (PHONE, "de"), (SMALL, "nl")])
def test_the_first_page_shows_the_few_games_that_matter_and_the_way_to_all(
    arrive: Visitors, screen: Screen, lang: str
) -> None:
    page = arrive(screen, lang)
    for _ in range(4):
        open_table(page, "yoyo", players=3, seats=["me", "open", "open"])
    mine = open_table(page, "23", players=2)
    page.goto(f"/t/{mine}")
    table(page).asked()
    for _ in range(2):
        open_table(page, "help", players=3, seats=["me", "open", "bot:master"])
    page.goto("/")
    first = page.locator(".my-tables a")
    expect(first).to_have_count(4)
    expect(first.first).to_have_attribute("href", f"/t/{mine}")
    no_sideways(page)
    axe(page)
    photograph(page, f"start-games-{screen.name}-{lang}")
    page.locator(".also-all").click()
    expect(page.locator("h1")).to_have_text(TITLES[lang])
    expect(rows(page, "unfinished")).to_have_count(7)


@pytest.mark.parametrize("screens", [DESKS, PHONES], ids=["desks", "phones"])
def test_the_page_fits_every_screen(arrive: Visitors, server: Running, screens: tuple[Screen, ...]) -> None:
    page = arrive(screens[-1], "de")
    page.goto("/")
    keep_finished(server, player_of(server, open_table(page, "yoyo", seats=["me", "open"])), 12)
    page.goto("/games")
    expect(rows(page, "finished")).to_have_count(12)
    for screen in screens:
        resize(page, screen)
        page.emulate_media(forced_colors="active" if screen is SMALL else "none")
        no_sideways(page)
        photograph(page, f"my-games-fits-{screen.name}")
