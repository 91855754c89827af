"""Waiting: clicks and seconds to the first decision of each game, and seconds between own turns."""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any, Final

from playwright.sync_api import Browser, Page
from rich.console import Console
from rich.table import Table

from benchmarks.page import SHOWN, visitor
from benchmarks.server import add_to_report
from benchmarks.serving import start_reihum
from reihum.games import SLUGS, spec
from tools.browser import chromium, open_table
from tools.outside import OutsidePlayer

STARTS: Final = 5  # of each game
WAITS: Final = 12  # between own turns
SOON: Final = 2.0  # seconds to the first decision
BOTS: Final = (3, 6)  # opponents, where a game allows so many
SHORT: Final = 1.0  # seconds of waiting for three bots at the fastest pace
PACES: Final = {"brisk": "fast", "instant": "off"}  # and what the page's setting calls them
YOURS: Final = "document.querySelector('.pill.yours')"
COUNT_CLICKS: Final = """
window.clicks = 0;
addEventListener('click', () => { window.clicks += 1; window.clicked = performance.now(); }, true);
"""
DECIDES: Final = f"""() => new Promise((done) => {{
  const look = () => {{
    if (!{YOURS}) return;
    watch.disconnect();
    requestAnimationFrame(() => done((performance.now() - window.clicked) / 1000));
  }};
  const watch = new MutationObserver(look);
  watch.observe(document.body, {{ subtree: true, childList: true, attributeFilter: ['class'] }});
  look();
}})"""


def main() -> None:
    """Measure everything, show it, and add it to bench.json."""
    with tempfile.TemporaryDirectory(prefix="reihum-bench-") as folder:
        server = start_reihum(Path(folder) / "tables.db")
        try:
            with chromium() as browser:
                figures = measure(browser, server.url)
        finally:
            server.stop()
    show(Console(highlight=False), figures)
    add_to_report(Path("bench.json"), figures, "waiting")


def measure(browser: Browser, url: str) -> dict[str, Any]:
    """All figures."""
    first_decision(browser, url, SLUGS[0])  # warms up server and browser
    starts = {slug: [first_decision(browser, url, slug) for _ in range(STARTS)] for slug in SLUGS}
    return {
        "first_decision": {
            slug: {"clicks": max(clicks for clicks, _ in found), "seconds": median(s for _, s in found)}
            for slug, found in starts.items()
        },
        "between_turns": {
            f"{slug}, {bots} bots, {pace}": median(waits(browser, url, slug, bots, pace))
            for slug in SLUGS
            for bots in BOTS
            if spec(slug).fewest <= bots + 1 <= spec(slug).most
            for pace in PACES
        },
    }


# -- the first decision ---------------------------------------------------------------------------


def first_decision(browser: Browser, url: str, slug: str) -> tuple[int, float]:
    """Clicks and seconds from the home page until somebody who is new here can make a move."""
    with visitor(browser, url) as page:
        page.add_init_script(COUNT_CLICKS)
        page.goto("/", wait_until="networkidle")
        page.locator(f"[data-play='{slug}']").click()
        seconds = float(page.evaluate(DECIDES))
        return int(page.evaluate("window.clicks")), seconds


# -- between turns --------------------------------------------------------------------------------


def waits(browser: Browser, url: str, slug: str, bots: int, pace: str) -> list[float]:
    """Seconds from the end of each own turn until the page has shown everything up to the next."""
    with visitor(browser, url) as page:
        kept = json.dumps(json.dumps({"speed": PACES[pace]}))
        page.add_init_script(f"localStorage.setItem('reihum.settings', {kept})")
        page.goto(f"/t/{open_table(page, slug, players=bots + 1)}")
        with OutsidePlayer(page, pace="instant") as seat:  # of the two, the calmer pace counts
            return [*waits_of(page, seat)]


def waits_of(page: Page, seat: OutsidePlayer) -> Iterator[float]:
    """Some of them, with any legal moves."""
    found = 0
    while found < WAITS and seat.wait_for_moves():
        page.evaluate(SHOWN, seat.now["v"])
        seat.play()
        if seat.now["ask"] is not None or seat.over:
            continue  # still the same turn, or the end
        began = time.perf_counter()
        seat.wait_for_moves()
        page.evaluate(SHOWN, seat.now["v"])
        found += 1
        yield time.perf_counter() - began


# -- the table ------------------------------------------------------------------------------------


def show(console: Console, figures: dict[str, Any]) -> None:
    """Print the figures, and the targets."""
    table = Table(title="Waiting (Chromium, bots as they come)", title_justify="left")
    table.add_column("what")
    table.add_column("", justify="right")
    table.add_column("wanted", justify="right")
    table.add_column("")
    for slug, found in figures["first_decision"].items():
        reached = found["clicks"] == 1 and found["seconds"] < SOON
        figure = f"{found['clicks']}, {found['seconds']:.2f}"
        table.add_row(f"{slug}: clicks, and seconds to the first decision", figure, *wanted(reached, SOON))
    for name, seconds in figures["between_turns"].items():
        fast = name.endswith(f"{BOTS[0]} bots, instant")
        row = wanted(seconds < SHORT, SHORT) if fast else ("", "")
        table.add_row(f"{name}: seconds between own turns", f"{seconds:.2f}", *row)
    console.print(table)


def wanted(reached: bool, most: float) -> tuple[str, str]:
    """A target, and whether it is reached."""
    return f"< {most:g} s", "reached" if reached else "missed"


if __name__ == "__main__":
    main()
