"""The checks of the page's JavaScript notice what they should."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from tools import javascript
from tools.node import HERE, fetch
from tools.page import PAGE

ROOT = Path(__file__).parent.parent

GOOD = """\
import { half } from "./half.js";

/** @param {HTMLElement} pill @param {string | undefined} text */
export function say(pill, text) {
  if (text !== undefined) pill.textContent = text + half(4);
  pill.style.setProperty("--turn", "1");
}
"""
HALF = "/** @param {number} whole */\nexport const half = (whole) => whole / 2;\n"
WORKER = """\
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
worker.addEventListener("install", (event) => event.waitUntil(worker.skipWaiting()));
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small page without faults."""
    fetch()
    web = tmp_path / PAGE
    web.mkdir(parents=True)
    (tmp_path / "tools").mkdir()
    for project in javascript.PROJECTS:
        shutil.copy(ROOT / project, tmp_path / project)
    for name, text in {"good.js": GOOD, "half.js": HALF, "sw.js": WORKER}.items():
        (web / name).write_text(text, "utf-8")
    return tmp_path


def test_a_good_page_is_not_complained_about(tree: Path, capfd: pytest.CaptureFixture[str]) -> None:
    found = [javascript.types(tree, project) for project in javascript.PROJECTS] + [javascript.lint(tree)]
    assert found == [0, 0, 0], capfd.readouterr()


WRONG_TYPES = {
    "implicit.js": ("export const f = (x) => x;", "implicitly has an 'any' type"),
    "number.js": ("/** @type {string} */\nexport const name = 8;", "not assignable to type 'string'"),
    "null.js": ("export const at = document.querySelector('p').title;", "possibly 'null'"),
    "nowhere.js": ('export * from "./nowhere_at_all.js";', "Cannot find module"),
    "sw.js": ("document.title = '';", "Cannot find name 'document'"),
}


def test_wrong_types_are_noticed(tree: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for name, (text, _) in WRONG_TYPES.items():
        (tree / PAGE / name).write_text(text + "\n", "utf-8")
    assert min(javascript.types(tree, project) for project in javascript.PROJECTS) != 0
    lines = capfd.readouterr().out.splitlines()
    for name, (_, said) in WRONG_TYPES.items():
        told = [line for line in lines if line.startswith(f"{PAGE}/{name}(")]
        assert any(said in line for line in told), (name, told, lines)


BAD = [
    ("export const f = (a, b) => a == b;", "eqeqeq"),
    ("const unused = 1;", "no-unused-vars"),
    ("export let never = 1;\nlet kept = never; export { kept };", "prefer-const"),
    ("var old = 1; export { old };", "no-var"),
    ("eval('1');", "no-eval"),
    ("export const f = new Function('1');", "no-new-func"),
    ("setTimeout('1', 1);", "no-implied-eval"),
    ("document.body.innerHTML = '';", "no-restricted-properties"),
    ("document.body.insertAdjacentHTML('beforeend', '');", "no-restricted-properties"),
    ("document.body.style.cssText = '';", "no-restricted-properties"),
    ("document.body.setAttribute('style', 'color: red');", "no-restricted-syntax"),
    ('import "half";', "no-restricted-syntax"),
    ('import "./half";', "no-restricted-syntax"),
    ('export * from "/half.js";', "no-restricted-syntax"),
    ("nobody.knows.this();", "no-undef"),
    ("// eslint-disable-next-line no-eval\nexport const fine = 1;", "no problems were reported from"),
]


def test_lint_forbids_what_the_page_must_not_do(tree: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for number, (text, _) in enumerate(BAD):
        (tree / PAGE / f"bad{number:02}.js").write_text(text + "\n", "utf-8")
    assert javascript.lint(tree) != 0
    told = re.split(r"^\S*/(\w+\.js)$", capfd.readouterr().out, flags=re.MULTILINE)
    complaints = dict(zip(told[1::2], told[2::2], strict=True))
    assert sorted(complaints) == [f"bad{number:02}.js" for number in range(len(BAD))]
    for (text, rule), said in zip(BAD, [complaints[name] for name in sorted(complaints)], strict=True):
        assert rule in said, text


def test_the_tools_are_pinned_and_no_registry_is_named() -> None:
    wanted = json.loads((HERE / "package.json").read_text("utf-8"))["devDependencies"]
    lock = json.loads((HERE / "package-lock.json").read_text("utf-8"))["packages"]
    assert {name: lock[f"node_modules/{name}"]["version"] for name in wanted} == wanted
    assert all("resolved" not in entry for entry in lock.values())
    assert all("integrity" in entry for name, entry in lock.items() if name)
