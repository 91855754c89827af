"""Do the tests notice? Changes one small thing in the rules at a time and runs the tests of that game.

`make mutants GAME=yoyo COUNT=60 SEED=1`; without GAME it changes the core. It runs interpreted, the quickest
tests first, so that most mutants are killed in seconds. One that no test kills is printed with its line:
either it changes nothing that anyone could see, or a test is missing. One that hangs counts as killed and is
printed too: on a busy machine it may only have been slow.
"""

from __future__ import annotations

import argparse
import ast
import json
import multiprocessing
import os
import random
import resource
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from threading import Timer
from time import monotonic
from typing import Final

import hypothesis  # here, so that it is not loaded again for every mutant  # noqa: F401
import pytest

ROOT = Path(__file__).parent.parent
LEFT_ALONE: Final = ("__init__", "policy", "solo_policy")  # how well a bot plays is not a rule
COMMON: Final = (
    "tests/test_contract.py",
    "tests/test_secrecy.py",
    "tests/test_goldens.py",
    "tests/test_views.py",
    "tests/test_imagined.py",
)
OF_CORE: Final = (
    "tests/test_core.py",
    "tests/test_match.py",
    "tests/test_records.py",
    "tests/test_fair.py",
    "tests/test_api.py",
    "tests/twentythree",
    *COMMON,
)
# Any other number would do: marks, positions of bits, sizes of buffers, numbers of attempts.
ARBITRARY: Final = (
    *("OVER", "UNHEARD", "EVERYBODY", "NO_CARD", "MORE_THAN_ANY", "FINENESS"),
    *("BUFFER_SIZE", "TRAIL_SIZE", "MOST_PASTS", "NOTES"),
    *("SWEEPS", "LUCKY_TRIES", "SURE_TRIES", "REPAIRS", "MIXING"),
)
# Where slug and folder differ; of the tests for all games, the core takes those of the smallest.
SLUGS: Final = {"core": "23", "twentythree": "23", "koenigs_romme": "koenigs-romme"}
SLOWDOWN: Final = 5  # a test hangs if it takes so many times longer than without a mutant ...
HANG_TIMEOUT: Final = 20  # ... plus so many seconds
MEMORY: Final = 4 << 30  # bytes; a mutant that wants more is killed
FORK: Final = multiprocessing.get_context("fork")
COMPARISONS: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
OPERATORS: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.Mult: ast.Add,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}


@dataclass(frozen=True)
class Mutant:
    """One change: where it is, and what it is."""

    path: Path
    line: int
    number: int  # of the node, in the order of ast.walk
    what: str

    def source(self) -> str:
        """The file with the change in it."""
        tree = ast.parse(self.path.read_text("utf-8"))
        changed = ChangeNode(next(islice(ast.walk(tree), self.number, None)), self.what).visit(tree)
        return ast.unparse(ast.fix_missing_locations(changed))


def mutants(path: Path) -> Iterator[Mutant]:
    """Every small change to a file, one at a time."""
    tree = ast.parse(path.read_text("utf-8"))
    ignored = set(idle_nodes(tree))
    for number, node in enumerate(ast.walk(tree)):
        for what in changes(node) if node not in ignored else ():
            yield Mutant(path, getattr(node, "lineno", 0), number, what)


def idle_nodes(tree: ast.Module) -> Iterator[ast.AST]:
    """Nodes that cannot matter: annotations, arbitrary numbers, and what `set_up` replaces."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.AnnAssign, ast.arg)) and node.annotation is not None:
            yield from ast.walk(node.annotation)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.returns is not None:
            yield from ast.walk(node.returns)
        elif isinstance(node, ast.ClassDef):
            yield from replaced_nodes(node)
        if isinstance(node, ast.AnnAssign) and node.value is not None and assigned_name(node) in ARBITRARY:
            yield from ast.walk(node.value)


def replaced_nodes(of: ast.ClassDef) -> Iterator[ast.AST]:
    """The assignments in `__init__` to fields that `set_up` sets again."""
    made = {part.name: part for part in of.body if isinstance(part, ast.FunctionDef)}
    if "__init__" not in made or "set_up" not in made:
        return
    again = {assigned_name(node) for node in made["set_up"].body}
    for node in made["__init__"].body:
        if assigned_name(node) in again - {""}:
            yield from ast.walk(node)


def assigned_name(node: ast.AST) -> str:
    """What is assigned to: `self.x` or a name; "" if this is not an assignment."""
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        return ast.unparse(node.targets[0])
    return ast.unparse(node.target) if isinstance(node, ast.AnnAssign) else ""


class ChangeNode(ast.NodeTransformer):
    """Changes one node of a tree."""

    def __init__(self, target: ast.AST, what: str) -> None:
        self.target = target
        self.what = what

    def visit(self, node: ast.AST) -> ast.AST:
        """The node, or its replacement."""
        if node is not self.target:
            return self.generic_visit(node)
        if self.what == "drop":
            return ast.Pass()
        change(node, self.what)
        return node


def changes(node: ast.AST) -> list[str]:
    """The changes that can be made to a node."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARISONS:
        return ["compare"]
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        return ["compute"]
    if isinstance(node, ast.AugAssign) and type(node.op) in OPERATORS:
        return ["compute", "drop"]
    if isinstance(node, ast.BoolOp):
        return ["and/or"]
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return ["constant"]
    if isinstance(node, ast.If):
        return ["never"]
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], (ast.Attribute, ast.Subscript)):
        return ["drop"]
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        return ["drop"]
    return []


def change(node: ast.AST, what: str) -> None:
    """Make the change in place."""
    if what == "compare" and isinstance(node, ast.Compare):
        node.ops[0] = COMPARISONS[type(node.ops[0])]()
    elif what == "compute" and isinstance(node, (ast.BinOp, ast.AugAssign)):
        node.op = OPERATORS[type(node.op)]()
    elif what == "and/or" and isinstance(node, ast.BoolOp):
        node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    elif what == "constant" and isinstance(node, ast.Constant) and isinstance(node.value, int):
        node.value += 1
    elif what == "never" and isinstance(node, ast.If):
        node.test = ast.Constant(False)


class TimedRun:
    """A pytest plugin: runs the tests of one game, the most promising first, and times them."""

    def __init__(self, slug: str, seconds: dict[str, float], kills: Counter[str], longest: float) -> None:
        self.slug = slug
        self.seconds = seconds
        self.kills = kills
        self.longest = longest
        self.took: dict[str, float] = {}
        self.failed: list[str] = []
        self.begins = Timer(SLOWDOWN * HANG_TIMEOUT, os._exit, [1])  # for hanging before the first test
        self.begins.start()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave out other games and tests that take too long; run those first that kill soonest."""
        self.begins.cancel()
        from tests import games  # not before, as it loads what was changed

        games.SIZES = [size for size in games.SIZES if size[0] == self.slug]  # type: ignore[misc]
        games.ENDS = [size for size in games.ENDS if size[0] == self.slug]  # type: ignore[misc]
        items[:] = [item for item in items if self.fits(item) and self.cost(item) <= self.longest]
        items.sort(key=lambda item: self.cost(item) / (1 + self.kills[item.nodeid]))
        for item in items:
            patience = HANG_TIMEOUT + SLOWDOWN * self.cost(item) if self.seconds else 0
            item.add_marker(pytest.mark.timeout(patience, method="thread"))  # which ends the process

    def fits(self, item: pytest.Item) -> bool:
        """Whether a test is about this game, or about no game in particular."""
        params = item.callspec.params if hasattr(item, "callspec") else {}
        return bool(params.get("slug", self.slug) == self.slug)

    def cost(self, item: pytest.Item) -> float:
        """How many seconds a test takes without a mutant, if that is known."""
        return self.seconds.get(item.nodeid, 0.0)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note how long a test took, and whether it failed."""
        self.took[report.nodeid] = self.took.get(report.nodeid, 0.0) + report.duration
        if report.failed:
            self.failed.append(report.nodeid)


@dataclass
class Trial:
    """The tests of one game or of the core, to run against changed sources."""

    package: str
    sources: Path
    longest: float
    seconds: dict[str, float] = field(default_factory=dict)  # of every test without a mutant
    kills: Counter[str] = field(default_factory=Counter)
    patience: float = 3600.0  # seconds for all tests
    hung: bool = False  # whether the latest run was stopped before its tests had finished

    def rehearse(self) -> None:
        """Run the tests without a mutant, to learn how long each takes."""
        begun = monotonic()
        if self.is_noticed():
            sys.exit(f"The tests fail without any mutant: {', '.join(self.kills) or 'none ran'}")
        self.patience = HANG_TIMEOUT + SLOWDOWN * (monotonic() - begun)
        self.seconds = json.loads(self.notes.read_text("utf-8"))["took"]

    @property
    def notes(self) -> Path:
        """Where a test run leaves its results."""
        return self.sources.parent / "notes.json"

    def survives(self, mutant: Mutant) -> bool:
        """Whether all tests pass in spite of the change."""
        changed = self.sources / mutant.path.relative_to(ROOT / "src")
        changed.write_text(mutant.source(), "utf-8")
        try:
            return not self.is_noticed()
        finally:
            shutil.copy2(mutant.path, changed)

    def is_noticed(self) -> bool:
        """Whether a test fails or the tests take too long, in a separate process."""
        self.notes.write_text("{}", "utf-8")
        child = FORK.Process(target=self.run)
        child.start()
        child.join(self.patience)
        if child.exitcode is None:
            child.kill()
            child.join()
        found = json.loads(self.notes.read_text("utf-8"))
        self.kills.update(found.get("failed", []))
        self.hung = not found
        return child.exitcode != 0

    def run(self) -> None:
        """Run the tests until one fails, without writing bytecode of changed files."""
        sys.dont_write_bytecode = bool(self.seconds)
        sys.path.insert(0, str(self.sources))
        os.environ["REIHUM_INTERPRETED"] = "1"
        os.chdir(ROOT)
        with open(os.devnull, "w", encoding="utf-8") as nowhere:
            os.dup2(nowhere.fileno(), 1)
            os.dup2(nowhere.fileno(), 2)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        run = TimedRun(SLUGS.get(self.package, self.package), self.seconds, self.kills, self.longest)
        exit_code = pytest.main(["-x", "-q", "-p", "no:cacheprovider", *tests_of(self.package)], [run])
        self.notes.write_text(json.dumps({"took": run.took, "failed": run.failed}), "utf-8")
        os._exit(exit_code)


def tests_of(package: str) -> tuple[str, ...]:
    """The tests that should notice."""
    return OF_CORE if package == "core" else (f"tests/{package}", *COMMON)


def sources_of(package: str) -> list[Path]:
    """The files to change."""
    here = ROOT / "src" / "reihum"
    if package == "core":
        return [*sorted((here / "core").glob("*.py")), here / "match.py", here / "records.py"]
    return [path for path in sorted((here / "games" / package).glob("*.py")) if path.stem not in LEFT_ALONE]


def main() -> None:
    """Try random mutants of one game or of the core, and show those that live."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("package", help="the game's folder, or core")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--files", nargs="*", help="only these, without .py")
    parser.add_argument("--lines", nargs="*", type=int, help="only these lines")
    parser.add_argument("--longest", type=float, default=1e9, help="leave out tests that take more seconds")
    arguments = parser.parse_args()
    paths = [
        path for path in sources_of(arguments.package) if not arguments.files or path.stem in arguments.files
    ]
    pool = [mutant for path in paths for mutant in mutants(path)]
    pool = [mutant for mutant in pool if not arguments.lines or mutant.line in arguments.lines]
    chosen = random.Random(arguments.seed).sample(pool, min(arguments.count, len(pool)))
    with tempfile.TemporaryDirectory() as place:
        trial = Trial(arguments.package, Path(place) / "src", arguments.longest)
        shutil.copytree(ROOT / "src", trial.sources, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
        trial.rehearse()
        lived = 0
        for number, mutant in enumerate(chosen, start=1):
            if trial.survives(mutant):
                lived += 1
                print(f"lives: {mutant.path.name}:{mutant.line} {mutant.what}", flush=True)
            elif trial.hung:
                print(f"hangs: {mutant.path.name}:{mutant.line} {mutant.what}", flush=True)
            if number % 10 == 0:
                print(f"{number} tried, {lived} live", flush=True)
    killed = len(chosen) - lived
    rate = 100 * killed / max(1, len(chosen))
    print(
        f"{arguments.package}: {killed} of {len(chosen)} killed ({rate:.1f} %); there are {len(pool)} mutants"
    )


if __name__ == "__main__":
    main()
