"""The page: how soon it is usable, how large it is, how smoothly cards move, and whether it leaks memory."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any, Final

from playwright.sync_api import Browser, CDPSession, Page
from rich.console import Console
from rich.table import Table

from benchmarks.server import add_to_report
from benchmarks.serving import start_reihum
from reihum.games import SLUGS
from tools.browser import DESKTOP, chromium, open_table
from tools.outside import OutsidePlayer, steady_move

VISITS: Final = 9
QUICK: Final = 1000  # milliseconds until the home page can be used
LIGHT: Final = 200  # kB of the home page and a table, compressed
THROTTLE: Final = 4  # how many times slower than this machine
ANIMATED: Final = 20  # moves
LONG: Final = 100  # milliseconds that a task may take
SMOOTH: Final = 50  # frames a second
MARKS: Final = (100, 500, 1000)  # moves after which memory is measured
FLAT: Final = 1.1  # how many times as much as halfway is allowed
MATCH: Final = ("yoyo", 6)  # a long one: about a thousand moves

USABLE: Final = """
const watch = new MutationObserver(() => {
  if (!document.querySelector('main button')) return;
  watch.disconnect();
  requestAnimationFrame(() => setTimeout(() => { window.usable = performance.now(); }));
});
watch.observe(document, { childList: true, subtree: true });
"""
SHOWN: Final = """(v) => new Promise((done) => {
  const look = () => {
    document.querySelector('.sheet .btn.main')?.click();
    if (!(Number(document.querySelector('[data-v]')?.dataset.v) >= v)) return;
    if (document.getElementById('flights').childElementCount) return;
    watch.disconnect();
    done();
  };
  const watch = new MutationObserver(look);
  watch.observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-v'] });
  look();
})"""
FAST: Final = """localStorage.setItem('reihum.settings', '{"speed":"fast"}')"""
WATCH: Final = """() => {
  window.long = [];
  window.ticks = [];
  const note = (list) => window.long.push(...list.getEntries().map((task) => task.duration));
  window.watching = new PerformanceObserver(note);
  window.watching.observe({ type: 'longtask' });
  const tick = (at) => { window.ticks.push(at); window.ticking = requestAnimationFrame(tick); };
  window.ticking = requestAnimationFrame(tick);
}"""
WATCHED: Final = """() => {
  cancelAnimationFrame(window.ticking);
  window.watching.disconnect();
  return [window.long, window.ticks];
}"""


def main() -> None:
    """Measure everything, show it, and add it to bench.json."""
    with tempfile.TemporaryDirectory(prefix="reihum-bench-") as folder:
        server = start_reihum(Path(folder) / "tables.db", "--bot-delay", "0")
        try:
            with chromium() as browser:
                figures = measure(browser, server.url)
        finally:
            server.stop()
    show(Console(highlight=False), figures)
    add_to_report(Path("bench.json"), figures, "page")


def measure(browser: Browser, url: str, games: tuple[str, ...] = SLUGS) -> dict[str, Any]:
    """All figures."""
    first_visit(browser, url)  # warms up server and browser
    visits = [first_visit(browser, url) for _ in range(VISITS)]
    return {
        "usable_ms": median(first for first, _ in visits),
        "again_ms": median(again for _, again in visits),
        "weight_kb": weight(browser, url, games),
        "smooth": smoothness(browser, url),
        "growth": growth(browser, url, *(MATCH if MATCH[0] in games else (games[0], 3))),
    }


@contextmanager
def visitor(browser: Browser, url: str, **options: Any) -> Iterator[Page]:
    """The page in a fresh browser, with animations."""
    usual = DESKTOP.options() | {"base_url": url, "locale": "en", "service_workers": "block"}
    context = browser.new_context(**(usual | options))
    yield context.new_page()
    context.close()


# -- how soon, and how heavy ----------------------------------------------------------------------


def first_visit(browser: Browser, url: str) -> tuple[float, float]:
    """Milliseconds until a button of the home page is painted, on the first visit and on the second."""
    with visitor(browser, url) as page:
        page.add_init_script(USABLE)
        return usable(page), usable(page)


def usable(page: Page) -> float:
    """Go to the home page, and return the milliseconds until it can be used, by its own clock."""
    page.goto("/")
    return float(page.wait_for_function("() => window.usable").json_value())


def weight(browser: Browser, url: str, games: tuple[str, ...]) -> dict[str, float]:
    """Kilobytes over the network for the home page alone, and with a table of each game."""
    both = {game: weight_with(browser, url, game) for game in games}
    return {"start": both[games[0]][0], **{game: whole for game, (_, whole) in both.items()}}


def weight_with(browser: Browser, url: str, game: str) -> tuple[float, float]:
    """The same for one game, on a first visit."""
    received: list[float] = []
    with visitor(browser, url, reduced_motion="reduce") as page:
        line = page.context.new_cdp_session(page)
        line.on("Network.loadingFinished", lambda loaded: received.append(loaded["encodedDataLength"]))
        line.send("Network.enable")
        page.goto("/", wait_until="networkidle")
        first = sum(received) / 1000
        page.goto(f"/t/{open_table(page, game, players=3)}", wait_until="networkidle")
        page.locator("[data-v]").wait_for()
    return first, sum(received) / 1000


# -- how smoothly ---------------------------------------------------------------------------------


def smoothness(browser: Browser, url: str) -> dict[str, float]:
    """Long tasks and frames during the animated moves of 23 on a slow machine."""
    with visitor(browser, url) as page:
        page.goto(f"/t/{open_table(page, '23', players=4)}")
        with OutsidePlayer(page) as seat:
            play_on(page, seat, 3)  # putting cards away is not animated
            page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": THROTTLE})
            before = seat.now["v"]
            page.evaluate(WATCH)
            play_on(page, seat, before + ANIMATED)
            long, ticks = page.evaluate(WATCHED)
            moves = seat.now["v"] - before
    gaps = [after - at for at, after in pairwise(ticks)]
    return {
        "moves": moves,
        "frames_per_second": 1000 * len(gaps) / sum(gaps),
        "longest_frame_ms": max(gaps),
        "longest_task_ms": max(long, default=0.0),
        "long_tasks": len(long),
    }


def play_on(page: Page, seat: OutsidePlayer, v: int) -> None:
    """Play until so many moves have been made and shown, without leaving the round."""
    moves = seat.wait_for_moves()
    while seat.now["v"] < v and not seat.over:
        seat.play(steady_move(moves))
        moves = seat.wait_for_moves()
        page.evaluate(SHOWN, seat.now["v"])


# -- whether it leaks memory ----------------------------------------------------------------------


def growth(browser: Browser, url: str, game: str, players: int) -> list[dict[str, float]]:
    """DOM nodes, listeners and memory after numbers of moves shown on one page, with fast animations."""
    weighed: list[dict[str, float]] = []
    played = 0
    with visitor(browser, url) as page:
        page.add_init_script(FAST)
        page.goto(f"/t/{open_table(page, game, players=players)}")
        line = page.context.new_cdp_session(page)
        line.send("Performance.enable")
        while len(weighed) < len(MARKS):
            with OutsidePlayer(page, seed=played) as seat:
                while seat.wait_for_moves() and len(weighed) < len(MARKS):
                    page.evaluate(SHOWN, seat.now["v"])
                    if played + seat.now["v"] >= MARKS[len(weighed)]:
                        weighed.append(weigh(line) | {"moves": played + seat.now["v"]})
                    seat.play()
                played += seat.now["v"]
            if len(weighed) < len(MARKS):
                rematch(page)
    return weighed


def rematch(page: Page) -> None:
    """Go from the end of a game to the next one, on the same page."""
    before = page.url
    page.click(".final .btn.main")
    page.wait_for_url(lambda url: url != before)
    page.locator("[data-v]").wait_for()  # does not hold on to the element


def weigh(line: CDPSession) -> dict[str, float]:
    """What the page keeps in memory after garbage collection."""
    line.send("HeapProfiler.collectGarbage")
    found = {each["name"]: each["value"] for each in line.send("Performance.getMetrics")["metrics"]}
    return {
        "nodes": found["Nodes"],
        "listeners": found["JSEventListeners"],
        "heap_mb": found["JSHeapUsedSize"] / 1e6,
    }


# -- the table ------------------------------------------------------------------------------------


def show(console: Console, figures: dict[str, Any]) -> None:
    """Print the figures, and the targets."""
    table = Table(title="Page (Chromium, 1280 × 800)", title_justify="left")
    table.add_column("what")
    table.add_column("", justify="right")
    table.add_column("wanted", justify="right")
    table.add_column("")
    for name, figure, wanted, reached in rows(figures):
        table.add_row(name, figure, wanted, "" if reached is None else "reached" if reached else "missed")
    console.print(table)


def rows(figures: dict[str, Any]) -> Iterator[tuple[str, str, str, bool | None]]:
    """A name, a figure, the target, and whether it is reached."""
    soon, weights = figures["usable_ms"], figures["weight_kb"]
    yield "until the home page can be used, ms", f"{soon:.0f}", f"≤ {QUICK}", soon <= QUICK
    yield "the same on the next visit, ms", f"{figures['again_ms']:.0f}", "", None
    for name, weight in weights.items():
        what = "the home page" if name == "start" else f"it and a table of {name}"
        yield f"size of {what}, with headers, kB", f"{weight:.0f}", f"≤ {LIGHT}", weight <= LIGHT
    yield from smooth_rows(figures["smooth"])
    yield from growth_rows(figures["growth"])


def smooth_rows(smooth: dict[str, float]) -> Iterator[tuple[str, str, str, bool | None]]:
    """The same for animated moves."""
    moves = f"{smooth['moves']:.0f} animated moves, {THROTTLE}× slower"
    longest, frames = smooth["longest_task_ms"], smooth["frames_per_second"]
    yield f"frames per second in {moves}", f"{frames:.0f}", f"≥ {SMOOTH}", frames >= SMOOTH
    yield "longest task meanwhile, ms", f"{longest:.0f}", f"≤ {LONG}", longest <= LONG
    yield "longest frame meanwhile, ms", f"{smooth['longest_frame_ms']:.0f}", "", None


def growth_rows(growth: list[dict[str, float]]) -> Iterator[tuple[str, str, str, bool | None]]:
    """The same for a long match; at the end there may be little more than halfway through."""
    *_, halfway, end = growth
    for at in growth:
        for key, name in (("nodes", "DOM nodes"), ("heap_mb", "MB in use"), ("listeners", "listeners")):
            most = FLAT * halfway[key]
            wanted, reached = (f"≤ {most:.1f}", at[key] <= most) if at is end else ("", None)
            yield f"{name} after {at['moves']:.0f} moves", f"{at[key]:.1f}", wanted, reached


if __name__ == "__main__":
    main()
