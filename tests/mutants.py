"""Do the tests notice? Changes one small thing in the rules at a time and runs the tests of that game.

`make mutants GAME=yoyo COUNT=60 SEED=1`; without GAME those of the core. Interpreted; a minute for every few
mutants. One that no test kills is printed with its line: either it changes nothing that anybody could see, or
a test is missing.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

ROOT = Path(__file__).parent.parent
LEFT_ALONE: Final = ("__init__", "policy", "solo_policy")  # how well somebody plays is no rule
COMMON: Final = (
    "tests/test_contract.py",
    "tests/test_secrecy.py",
    "tests/test_goldens.py",
    "tests/test_views.py",
)
OF_CORE: Final = (
    "tests/test_match.py",
    "tests/test_records.py",
    "tests/test_api.py",
    "tests/twentythree",
    *COMMON,
)
TIMEOUT: Final = 240  # seconds for one mutant; one that hangs is killed
COMPARED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
COMPUTED: Final[dict[type[ast.operator], type[ast.operator]]] = {
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
    """One change: where, what, and the source with it."""

    path: Path
    line: int
    what: str
    source: str


def mutants(path: Path) -> Iterator[Mutant]:
    """Every small change of a file, each alone."""
    tree = ast.parse(path.read_text("utf-8"))
    for number, node in enumerate(ast.walk(tree)):
        for what in changes(node):
            changed = deepcopy(tree)
            twin = next(islice(ast.walk(changed), number, None))
            mutated = Changing(twin, what).visit(changed)
            source = ast.unparse(ast.fix_missing_locations(mutated))
            yield Mutant(path, getattr(node, "lineno", 0), what, source)


class Changing(ast.NodeTransformer):
    """Changes one node of a tree."""

    def __init__(self, target: ast.AST, what: str) -> None:
        self.target = target
        self.what = what

    def visit(self, node: ast.AST) -> ast.AST:
        """The node, or what is there instead of it."""
        if node is not self.target:
            return self.generic_visit(node)
        if self.what == "drop":
            return ast.Pass()
        change(node, self.what)
        return node


def changes(node: ast.AST) -> list[str]:
    """What can be changed about a node."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARED:
        return ["compare"]
    if isinstance(node, ast.BinOp) and type(node.op) in COMPUTED:
        return ["compute"]
    if isinstance(node, ast.AugAssign) and type(node.op) in COMPUTED:
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
        node.ops[0] = COMPARED[type(node.ops[0])]()
    elif what == "compute" and isinstance(node, (ast.BinOp, ast.AugAssign)):
        node.op = COMPUTED[type(node.op)]()
    elif what == "and/or" and isinstance(node, ast.BoolOp):
        node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    elif what == "constant" and isinstance(node, ast.Constant) and isinstance(node.value, int):
        node.value += 1
    elif what == "never" and isinstance(node, ast.If):
        node.test = ast.Constant(False)


def survives(mutant: Mutant, sources: Path, package: str) -> bool:
    """Whether all tests pass although something was changed."""
    target = sources / mutant.path.relative_to(ROOT / "src")
    target.write_text(mutant.source, "utf-8")
    try:
        return not tests_fail(sources, package)
    finally:
        shutil.copy(mutant.path, target)


def tests_of(package: str) -> list[list[str]]:
    """The tests that should notice, those first that notice soonest."""
    if package == "core":
        return [[test] for test in OF_CORE]
    slug = {"twentythree": "23", "koenigs_romme": "koenigs"}.get(package, package)
    return [[f"tests/{package}"], [*COMMON, "-k", slug]]


def sources_of(package: str) -> list[Path]:
    """The files that are changed."""
    here = ROOT / "src" / "reihum"
    if package == "core":
        return [
            *sorted((here / "core").glob("*.py")),
            here / "match.py",
            here / "records.py",
            here / "names.py",
        ]
    return [path for path in sorted((here / "games" / package).glob("*.py")) if path.stem not in LEFT_ALONE]


def tests_fail(sources: Path, package: str) -> bool:
    """Run the tests of one game against these sources, its own first."""
    environment = os.environ | {"PYTHONPATH": f"{sources}{os.pathsep}{ROOT}", "REIHUM_INTERPRETED": "1"}
    pytest = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--no-header"]
    for tests in tests_of(package):
        try:
            done = subprocess.run(
                [*pytest, *tests],
                cwd=ROOT,
                env=environment,
                capture_output=True,
                timeout=TIMEOUT,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return True
        if done.returncode != 0:
            return True
    return False


def main() -> None:
    """Try so many mutants of one game or of the core, by lot, and show those that live."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("package", help="the game's folder, or core")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--files", nargs="*", help="only these, without .py")
    asked = parser.parse_args()
    paths = [path for path in sources_of(asked.package) if not asked.files or path.stem in asked.files]
    pool = [mutant for path in paths for mutant in mutants(path)]
    chosen = random.Random(asked.seed).sample(pool, min(asked.count, len(pool)))
    with tempfile.TemporaryDirectory() as place:
        sources = Path(place) / "src"
        shutil.copytree(ROOT / "src", sources, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
        if tests_fail(sources, asked.package):
            sys.exit("The tests fail without any mutant.")
        lived = 0
        for number, mutant in enumerate(chosen, start=1):
            if survives(mutant, sources, asked.package):
                lived += 1
                print(f"lives: {mutant.path.name}:{mutant.line} {mutant.what}", flush=True)
            if number % 10 == 0:
                print(f"{number} tried, {lived} live", flush=True)
    print(f"{asked.package}: {len(chosen)} mutants of {len(pool)}, {lived} live")


if __name__ == "__main__":
    main()
