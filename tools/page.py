"""The structure of the page: what its files may know of each other and of the games, and its style sheets.

Each check yields a sentence for everything that is wrong; `make check` runs them with tools/javascript.py.
Here the page and the games' parts of it are one tree, as the server serves them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from posixpath import normpath
from typing import Final

PAGE: Final = "src/reihum/web"
GAMES: Final = "src/reihum/games"
SHAPES: Final = f"{PAGE}/style/layers.css"  # lists the shapes of screen
MORE_GAMES: Final = "tests/tiny"  # a game outside the package
LONGEST_SHEET: Final = 400  # lines of a style sheet
TEXTS: Final = (".js", ".css", ".html", ".json", ".svg", ".ts")

IMPORT: Final = re.compile(r"""\b(?:from|import)\s*\(?\s*["'](\.[^"']*)["']""")
COMMENT: Final = re.compile(r"/\*.*?\*/|^\s*//[^\n]*", re.S | re.M)
MEDIA: Final = re.compile(r"@media\b([^{;]*)")
SHAPE_LINE: Final = re.compile(r"^ {3}([a-z ]+): +(\(.*\))$", re.M)  # a line of layers.css
GAME_NAME: Final = re.compile(r"""^\s*(?:slug|title)=["']([^"']+)["']""", re.M)

Graph = Mapping[str, set[str]]


def complaints(root: Path) -> list[str]:
    """Everything that is wrong with the structure of the page in a folder."""
    return [*games_named(root), *cycles(root), *long_sheets(root), *strange_screens(root)]


def files_of_page(root: Path) -> dict[str, Path]:
    """Every file of the page and of its games, by the path under which the server serves it."""
    found = {path.relative_to(root / PAGE).as_posix(): path for path in files_in(root / PAGE)}
    for home in game_folders(root):
        found |= {
            f"games/{path.relative_to(home.parent).as_posix()}": path for path in files_in(home / "web")
        }
    return found


def files_in(folder: Path) -> Iterator[Path]:
    """All files in a folder and its subfolders, in the same order everywhere."""
    return (path for path in sorted(folder.rglob("*")) if path.is_file())


def game_folders(root: Path) -> list[Path]:
    """The folders of all games that have a part of the page."""
    return [
        web.parent
        for web in sorted([*(root / GAMES).glob("*/web"), root / MORE_GAMES / "web"])
        if web.is_dir()
    ]


# -- games ----------------------------------------------------------------------------------------


def games_named(root: Path) -> Iterator[str]:
    """Places in the page that name a game; they belong in that game's folder."""
    words = sorted({word for home in game_folders(root) for word in names_of(home)})
    if not words:
        return
    named = re.compile("|".join(name_pattern(word) for word in words))
    for path in files_in(root / PAGE):
        if path.suffix not in TEXTS:
            continue
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if found := named.search(line):
                yield f"{path.relative_to(root)}:{number}: names a game, {found[0]!r}"


def names_of(home: Path) -> set[str]:
    """A game's names: its folder, its slug, its title."""
    specification = home / "__init__.py"
    return {
        home.name,
        *(GAME_NAME.findall(specification.read_text("utf-8")) if specification.exists() else []),
    }


def name_pattern(word: str) -> str:
    """A pattern for a name as a whole word; for a number only in quotation marks or in a path."""
    if word.isdecimal():
        return rf"""(?<=["'`/]){word}(?=["'`/#])"""
    return rf"(?<!\w){re.escape(word)}(?!\w)"


# -- imports --------------------------------------------------------------------------------------


def cycles(root: Path) -> Iterator[str]:
    """Modules, or folders, that import each other in a circle."""
    modules = imports(files_of_page(root))
    folders: dict[str, set[str]] = {}
    for module, wanted in modules.items():
        inside = str(PurePosixPath(module).parent)
        folders.setdefault(inside, set()).update(
            {str(PurePosixPath(each).parent) for each in wanted} - {inside}
        )
    for what, graph in (("modules", modules), ("folders", folders)):
        for circle in circles(graph):
            yield f"{what} that import each other: {' -> '.join([*circle, circle[0]])}"


def imports(files: Mapping[str, Path]) -> dict[str, set[str]]:
    """What each module imports; types in comments do not count."""
    found = {}
    for name, path in files.items():
        if name.endswith(".js"):
            source = COMMENT.sub("", path.read_text("utf-8"))
            found[name] = {normpath(f"{PurePosixPath(name).parent}/{to}") for to in IMPORT.findall(source)}
    return found


def circles(graph: Graph) -> Iterator[list[str]]:
    """Circles in a graph, at least one for every part that has any, each as the path around it."""
    done: set[str] = set()
    for start in sorted(graph):
        way: list[str] = []
        yield from circles_from(graph, start, way, done)


def circles_from(graph: Graph, here: str, way: list[str], done: set[str]) -> Iterator[list[str]]:
    """Circles that close on a path that goes on from here."""
    if here in way:
        yield way[way.index(here) :]
    elif here not in done:
        way.append(here)
        for there in sorted(graph.get(here, ())):
            yield from circles_from(graph, there, way, done)
        way.pop()
        done.add(here)


# -- style sheets ---------------------------------------------------------------------------------


def sheets(root: Path) -> Iterator[tuple[str, str]]:
    """Every style sheet: its path in the sources, and its text."""
    for path in files_of_page(root).values():
        if path.suffix == ".css":
            yield path.relative_to(root).as_posix(), path.read_text("utf-8")


def long_sheets(root: Path) -> Iterator[str]:
    """Style sheets that are too long to have only one subject."""
    for name, text in sheets(root):
        if (lines := text.count("\n")) > LONGEST_SHEET:
            yield f"{name}: has {lines} lines; a style sheet has at most {LONGEST_SHEET}"


def strange_screens(root: Path) -> Iterator[str]:
    """Conditions on the size of the screen that are not exactly one of the named shapes."""
    named = [f"/* {name} */ {condition}" for name, condition in shapes(root).items()]
    named += [f"/* not {name} */ not ({condition})" for name, condition in shapes(root).items()]
    for sheet, text in sheets(root):
        for found in MEDIA.finditer(text):
            condition = found[1].strip()
            if re.search(r"width|height", condition) and not is_joined_from(condition, named):
                line = text.count("\n", 0, found.start()) + 1
                yield f"{sheet}:{line}: no shape of screen is written {condition!r}; they are in {SHAPES}"


def shapes(root: Path) -> dict[str, str]:
    """The shapes of screen by their names."""
    path = root / SHAPES
    return dict(SHAPE_LINE.findall(path.read_text("utf-8"))) if path.exists() else {}


def is_joined_from(text: str, parts: list[str]) -> bool:
    """Whether a text consists of some of these parts, separated by commas."""
    return any(
        text == part
        or (text.startswith(f"{part}, ") and is_joined_from(text.removeprefix(f"{part}, "), parts))
        for part in parts
    )
