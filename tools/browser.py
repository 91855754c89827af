"""Debian's Chromium, started by Playwright, for testing, measuring and photographing the page.

`python -m tools.browser` installs it if it is allowed to; Playwright's own download is not needed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from playwright.sync_api import Browser, Page, sync_playwright

PACKAGE: Final = "chromium-headless-shell"  # Debian's Chromium without windows: half the size
NAMES: Final = (PACKAGE, "chromium", "google-chrome", "google-chrome-stable", "chromium-browser")
MISSING: Final = (
    f"The page is tested in Chromium, which is not installed; on Debian, run 'apt install {PACKAGE}'."
)
FLAGS: Final = (  # a quiet start, without any requests to the outside
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
)
AS_ROOT: Final = "--no-sandbox"  # Chromium's sandbox refuses root


@dataclass(frozen=True)
class Screen:
    """A screen to look at the page on."""

    name: str
    width: int
    height: int
    touch: bool = False
    scale: float = 1.0

    def options(self) -> dict[str, Any]:
        """As options for Playwright."""
        return {
            "viewport": {"width": self.width, "height": self.height},
            "screen": {"width": self.width, "height": self.height},
            "device_scale_factor": self.scale,
            "has_touch": self.touch,
            "is_mobile": self.touch,
        }


DESKTOP: Final = Screen("desktop", 1280, 800)
NARROW: Final = Screen("narrow", 1024, 768)  # a tablet on its side, a small window
PHONE: Final = Screen("phone", 390, 844, touch=True)
SMALL: Final = Screen("small", 360, 640, touch=True)
LANDSCAPE: Final = Screen("landscape", 844, 390, touch=True)
ZOOMED: Final = Screen("zoomed", 640, 400, scale=2.0)  # the desktop at 200 %
SCREENS: Final = (DESKTOP, PHONE, SMALL, LANDSCAPE, ZOOMED)


def chromium_path() -> str | None:
    """Where Chromium is, if it is installed."""
    paths = (shutil.which(name) for name in (os.environ.get("REIHUM_BROWSER", ""), *NAMES) if name)
    return next((path for path in paths if path is not None), None)


@contextmanager
def chromium(*flags: str) -> Iterator[Browser]:
    """A running Chromium without a window."""
    path = chromium_path()
    if path is None:
        raise FileNotFoundError(MISSING)
    rights = [AS_ROOT] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*FLAGS, *rights, *flags])
        yield browser
        browser.close()


def open_table(page: Page, game: str, **wishes: object) -> str:
    """Open a table as this visitor, by default with bots in all other seats, and return its secret id.

    `wishes` is anything that the protocol allows: players, seats, options, public, pace.
    """
    answer = page.request.post("/api/tables", data={"game": game, "name": "Ada", **wishes})
    assert answer.status == 201, answer.text()
    return str(answer.json()["table"])


def install() -> int:
    """Install Chromium unless it is there, or say in one sentence why not; returns the exit code."""
    if chromium_path() is not None:
        return 0
    rights = [] if os.geteuid() == 0 else ["sudo", "-n"]  # without asking for a password
    if shutil.which("apt-get") is not None and all(shutil.which(word) for word in rights[:1]):
        print("Installing Debian's Chromium, in which the page is tested …", flush=True)
        quietly = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        for words in (["update", "-qq"], ["install", "-qqy", PACKAGE]):
            subprocess.run([*rights, "apt-get", *words], env=quietly, stdout=subprocess.DEVNULL, check=False)
    if chromium_path() is None:
        print(MISSING)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(install())
