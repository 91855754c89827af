"""Which tests pytest not only collects but runs: this module is also the plugin that prints them.

Skipped tests do not count, nor those parametrised to nothing, expected to fail, or able to skip themselves.
"""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SIGN = "runs: "


@cache
def runnable_tests(*folders: Path) -> tuple[tuple[str, str, str], ...]:
    """Folder, file and name of all tests in folders that would really run, one for each set of parameters."""
    options = ["--collect-only", "-s", "-o", "addopts=", "-p", "no:cacheprovider", "-p", "tests.runnable"]
    command = [sys.executable, "-m", "pytest", *options, *map(str, folders)]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stdout + told.stderr
    found = [line.removeprefix(SIGN).split() for line in told.stdout.splitlines() if line.startswith(SIGN)]
    return tuple((folder, file, name) for folder, file, name in found)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Print the tests that run."""
    for item in session.items:
        if isinstance(item, pytest.Function) and runs(item):
            print(f"\n{SIGN}{item.path.parent.name} {item.path.name} {item.originalname}", end="")
    print()


def runs(item: pytest.Function) -> bool:
    """Whether nothing keeps a collected test from running."""
    # parametrised to nothing, a test is collected once and marked as skipped
    if item.get_closest_marker("skip") or item.get_closest_marker("xfail"):
        return False
    if any(all(mark.args) for mark in item.iter_markers("skipif")):
        return False
    return not {"skip", "importorskip", "xfail"} & set(item.function.__code__.co_names)
