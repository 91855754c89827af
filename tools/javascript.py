"""Types and lint of the page's JavaScript, and the page's structure: `python -m tools.javascript [--fix]`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

from tools.node import HERE, MODULES, fetch, node
from tools.page import GAMES, MORE_GAMES, PAGE, complaints

ROOT: Final = HERE.parent
PARTS: Final = (PAGE, GAMES, MORE_GAMES)  # the page, and the games' parts of it
PROJECTS: Final = ("tsconfig.json", "tools/tsconfig.worker.json")  # the page, the service worker
CONFIG: Final = HERE / "eslint.config.cjs"


def main() -> int:
    """Check everything, even if the first check fails; or fix what lint can fix."""
    fetch()
    if "--fix" in sys.argv[1:]:
        return lint(ROOT, "--fix")
    return max(*(types(ROOT, project) for project in PROJECTS), lint(ROOT), shape(ROOT))


def types(root: Path, project: str) -> int:
    """Check the JSDoc types of a project with TypeScript; 0 if they are right."""
    return run(root, "typescript/bin/tsc", "--project", project)


def lint(root: Path, *options: str) -> int:
    """Run eslint; 0 if it has no complaints."""
    words = ["--config", str(CONFIG), "--no-error-on-unmatched-pattern", "--max-warnings", "0"]
    return run(root, "eslint/bin/eslint.js", *words, *options, *PARTS)


def shape(root: Path) -> int:
    """Print what is wrong with the structure of the page; 0 if nothing is."""
    wrong = complaints(root)
    print(*wrong, sep="\n", end="\n" if wrong else "")
    return 1 if wrong else 0


def run(root: Path, program: str, *words: str) -> int:
    """Run one of the fetched programs in a folder, and return its exit code."""
    known = os.environ | {"NODE_PATH": str(MODULES)}  # where the configuration finds its rules
    command = [node(), str(MODULES / program), *words]
    return subprocess.run(command, cwd=root, env=known, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
