"""The page names no game, imports nothing in circles, has five shapes of screen; the tools notice faults."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import javascript
from tools.page import GAMES, LONGEST_SHEET, PAGE, SHAPES, complaints, shapes

ROOT = Path(__file__).parent.parent
SPEC = 'SPEC = Spec(\n    slug="old-maid",\n    title="Old Maid!",\n    package="maid",\n)\n'
PLAIN = {
    f"{PAGE}/main.js": 'import { say } from "./base/words.js";\nsay(import("./pages/start.js"));\n',
    f"{PAGE}/base/words.js": '/** @typedef {import("../table/types.js").Table} T */\nexport const say = 1;',
    f"{PAGE}/pages/start.js": 'import { say } from "../base/words.js";\nexport const start = say;\n',
    f"{PAGE}/table/types.js": 'import { say } from "../base/words.js";\nexport const middle = [say, 23];\n',
    SHAPES: "/*\n   phone:    (width < 560px)\n     held\n   low desk: (height < 9px), (width > 8px)\n*/\n",
    f"{PAGE}/style/base.css": "@media /* phone */ (width < 560px) {\n}\n@media (hover: hover) {\n}\n",
    f"{GAMES}/maid/__init__.py": SPEC,
    f"{GAMES}/maid/web/game.js": 'import "../../../table/types.js";\nexport * from "./maid.js";',
    f"{GAMES}/maid/web/maid.js": "// Old Maid!\nexport const maid = 1;\n",
    f"{GAMES}/twenty/__init__.py": 'SPEC = Spec(\n    slug="20",\n    title="20",\n)\n',
    f"{GAMES}/twenty/web/game.js": "export const most = 20;\n",
}


def tree(folder: Path, **changes: str) -> Path:
    """A small page with two games, without faults except for these changes."""
    for name, text in (PLAIN | changes).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


def test_the_page_is_in_shape() -> None:
    assert complaints(ROOT) == []


def test_a_page_in_shape_is_not_complained_about(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert complaints(tree(tmp_path)) == []
    assert javascript.shape(tmp_path) == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("pages/start.js", 'if (slug === "old-maid") start();', "'old-maid'"),
        ("pages/start.js", 'import { maid } from "../games/maid/web/maid.js";', "'maid'"),
        ("index.html", "<title>Old Maid!</title>", "'Old Maid!'"),
        ("style/tokens.css", ".g-maid { --felt: red; }", "'maid'"),
        ("fair/deals.js", 'export const DEALS = { "20": deal };', "'20'"),
        ("pages/rules.js", "// /rules/20#M7", "'20'"),
    ],
)
def test_a_game_named_in_the_page_is_noticed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, text: str, said: str
) -> None:
    tree(tmp_path, **{f"{PAGE}/{name}": f"\n{text}\n"})
    assert javascript.shape(tmp_path) == 1
    assert f"{PAGE}/{name}:2: names a game, {said}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {
                f"{PAGE}/base/words.js": 'export { say } from "./talk.js";',
                f"{PAGE}/base/talk.js": 'import "./words.js";',
            },
            "modules that import each other: base/talk.js -> base/words.js -> base/talk.js",
        ),
        (
            {f"{GAMES}/maid/web/maid.js": "import { game } from './game.js';"},
            "modules that import each other: games/maid/web/game.js -> games/maid/web/maid.js",
        ),
        (
            {f"{PAGE}/base/words.js": 'const later = import("../pages/start.js");'},
            "modules that import each other: base/words.js -> pages/start.js -> base/words.js",
        ),
        (
            {f"{PAGE}/base/new.js": 'import { start } from "../pages/start.js";'},
            "folders that import each other: base -> pages -> base",
        ),
    ],
)
def test_imports_in_a_circle_are_noticed(tmp_path: Path, changes: dict[str, str], said: str) -> None:
    found = complaints(tree(tmp_path, **changes))
    assert any(each.startswith(said) for each in found), found


@pytest.mark.parametrize(
    "fine",
    [
        "@media /* low desk */ (height < 9px), (width > 8px) {",
        "@media /* not phone */ not ((width < 560px)) {",
        "@media /* low desk */ (height < 9px), (width > 8px), /* phone */ (width < 560px) {",
        "@media (forced-colors: active) {",
        "@container (width < 30px) {",
    ],
)
def test_shapes_of_screen_can_be_denied_and_joined(tmp_path: Path, fine: str) -> None:
    assert complaints(tree(tmp_path, **{f"{GAMES}/maid/web/table.css": f"{fine}\n}}\n"})) == []


@pytest.mark.parametrize(
    "strange",
    [
        "(width < 560px)",
        "/* phone */ (width < 561px)",
        "/* tablet */ (width < 560px)",
        "/* phone */ (width < 560px) and (height < 9px)",
        "not /* phone */ (width < 560px)",
        "(hover: hover) and (width >= 900px)",
        "(max-width: 30em)",
    ],
)
def test_other_screens_are_noticed(tmp_path: Path, strange: str) -> None:
    found = complaints(tree(tmp_path, **{f"{GAMES}/maid/web/table.css": f"\n@media {strange} {{\n}}\n"}))
    where = f"{GAMES}/maid/web/table.css:2: no shape of screen is written"
    assert [each.startswith(where) for each in found] == [True], found


def test_a_long_style_sheet_is_noticed(tmp_path: Path) -> None:
    assert complaints(tree(tmp_path, **{f"{PAGE}/style/long.css": "\n" * LONGEST_SHEET})) == []
    found = complaints(tree(tmp_path, **{f"{PAGE}/style/long.css": "\n" * (LONGEST_SHEET + 1)}))
    assert found == [f"{PAGE}/style/long.css: has 401 lines; a style sheet has at most 400"]


def test_there_are_five_shapes_of_screen() -> None:
    assert list(shapes(ROOT)) == ["desk", "phone", "small phone", "sideways", "small sideways"]
