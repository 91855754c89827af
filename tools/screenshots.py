"""The README's pictures, taken from a real server: `make pictures` writes them to docs/pictures."""

from __future__ import annotations

import base64
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page

from tools.browser import DESKTOP, Screen, chromium, open_table
from tools.outside import OutsidePlayer, steady_move

FOLDER: Final = Path(__file__).parent.parent / "docs/pictures"
PHONE: Final = Screen("phone", 390, 844, touch=True, scale=1.5)
LARGEST_PICTURE: Final = 80_000  # bytes of one picture
QUALITIES: Final = (85, 75, 65, 55, 45)
ATTEMPTS: Final = 20  # games to play until the right moment comes

Condition = Callable[[dict[str, Any]], bool]


def main() -> None:
    """Take all pictures; the cards differ each time."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        run_server(Path(folder) / "tables.db") as url,
        chromium() as browser,
    ):
        with visitor(browser, url, DESKTOP) as page:
            page.goto("/", wait_until="networkidle")
            take_picture(page, "start")
        picture_when(browser, url, DESKTOP, "23", 4, in_the_middle_of_23)
        picture_when(browser, url, PHONE, "koenigs-romme", 3, about_to_discard)


def in_the_middle_of_23(view: dict[str, Any]) -> bool:
    """Some cards can be played, and others cannot."""
    return view["phase"] == "play" and len(view["pile"]) >= 8 and 6 <= len(view["hand"]) <= 10


def about_to_discard(view: dict[str, Any]) -> bool:
    """A hand with combinations in it."""
    return view["phase"] == "discard" and len(view["hand"]) >= 9 and len(view["pile"]) >= 3


@contextmanager
def run_server(store: Path) -> Iterator[str]:
    """Run a server, and yield its address."""
    command = [sys.executable, "-m", "reihum", "serve", "--port", "0", "--store", f"sqlite:{store}"]
    with subprocess.Popen(
        [*command, "--bot-delay", "0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as running:
        assert running.stdout is not None
        yield running.stdout.readline().split()[-1]
        running.terminate()


@contextmanager
def visitor(browser: Browser, url: str, screen: Screen) -> Iterator[Page]:
    """A new visitor's page, on which nothing moves."""
    still = {"reduced_motion": "reduce", "service_workers": "block", "locale": "en", "base_url": url}
    context = browser.new_context(**(screen.options() | still))
    yield context.new_page()
    context.close()


def picture_when(
    browser: Browser, url: str, screen: Screen, game: str, players: int, fits: Condition
) -> None:
    """Play until it is the visitor's turn and the moment has come, and take a picture of it."""
    for attempt in range(ATTEMPTS):
        with visitor(browser, url, screen) as page:
            page.goto(f"/t/{open_table(page, game, players=players)}")
            with OutsidePlayer(page, seed=attempt) as seat:
                while moves := seat.wait_for_moves():
                    put_sheets_away(page)
                    if fits(seat.now["view"]):
                        page.locator(f"[data-v='{seat.now['v']}']").wait_for()
                        return take_picture(page, f"{game}-{screen.name}")
                    seat.play(steady_move(moves))
    raise SystemExit(f"The moment for a picture of {game} has not come in {ATTEMPTS} games.")


def put_sheets_away(page: Page) -> None:
    """Read what the page wants to be read first: the aim of the game, and how a round ended."""
    for button in page.locator(".aim-sheet .btn.main, .round-sheet [data-on]").all():
        button.click()


def take_picture(page: Page, name: str) -> None:
    """Save a picture of the screen, in the best quality that is small enough."""
    line = page.context.new_cdp_session(page)
    for quality in QUALITIES:
        shot = line.send("Page.captureScreenshot", {"format": "webp", "quality": quality})
        picture = base64.b64decode(shot["data"])
        if len(picture) <= LARGEST_PICTURE:
            break
    path = FOLDER / f"{name}.webp"
    path.write_bytes(picture)
    print(f"{path.relative_to(FOLDER.parent.parent)}: {len(picture) / 1000:.0f} kB")


if __name__ == "__main__":
    main()
