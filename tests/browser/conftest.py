"""A server, a browser, and visitors who arrive with screens and languages of their own.

Playwright keeps an event loop running in its thread, so nothing here outlives the tests of this folder:
others want loops of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.spare import Spares
from tests.browser.tools import Visitors
from tests.server.tools import Running, serving
from tools.browser import chromium

FAILED = pytest.StashKey[bool]()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server on a fresh store, whose bots answer at once."""
    yield from serving(tmp_path_factory.mktemp("store"))


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Callable[..., Running]]:
    """Servers for one test alone, to be killed and started again: `own_server("--bot-delay", "0")`."""
    started: list[Running] = []

    def start(*options: str) -> Running:
        started.append(Running(f"sqlite:{tmp_path / f'{len(started)}.db'}", *options))
        return started[-1]

    yield start
    for running in started:
        running.stop()


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests of a worker."""
    with chromium() as running:
        yield running


@pytest.fixture(scope="package")
def spares(browser: Browser, server: Running) -> Iterator[Spares]:
    """Browsers that visitors of the server have left."""
    waiting = Spares(browser)
    yield waiting
    waiting.close()


@pytest.fixture
def arrive(
    request: pytest.FixtureRequest, browser: Browser, server: Running, spares: Spares
) -> Iterator[Visitors]:
    """Visitors: `arrive(PHONE, "de")` is the page of a new one. The troubles that they meet fail the test."""
    visitors = Visitors(browser, server, spares)
    yield visitors
    failed = request.node.stash.get(FAILED, False)
    if failed:
        visitors.photograph(f"failed-{request.node.name.replace('/', '_')}")
    assert visitors.leave(well=not failed) == []


@pytest.fixture
def page(arrive: Visitors) -> Page:
    """A visitor at a desk who reads English."""
    return arrive()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Remember for the fixtures whether their test failed."""
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report
