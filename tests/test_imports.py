"""What is imported when: asking for the version or for help does not load the games."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest

import reihum


def imported_by(code: str, *words: str) -> set[str]:
    """The modules that a new Python process has imported after this."""
    script = (
        f"import sys\nsys.argv = ['reihum', *sys.argv[1:]]\n{code}\nprint('|', *sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", script, *words], capture_output=True, text=True, check=True)
    return {*done.stderr.rpartition("|")[2].split()}


def test_importing_reihum_imports_next_to_nothing() -> None:
    found = imported_by("import reihum; reihum.__version__; dir(reihum)") - imported_by("pass")
    assert {name for name in found if name.startswith("reihum")} == {"reihum"}
    assert found <= {"reihum", "types", "__future__"}


def test_playing_a_game_imports_neither_the_server_nor_the_terminal_nor_other_games() -> None:
    found = imported_by("import reihum; reihum.game('23').new(2, seed=1)")
    assert "reihum.games.twentythree.rules" in found
    outer = ("asyncio", "starlette", "h11", "websockets", "rich", "click", "multiprocessing")
    other = (
        "reihum.games.yoyo",
        "reihum.server",
        "reihum.client",
        "reihum.terminal",
        "reihum.bots",
        "reihum.arena",
    )
    assert found & {*outer, *other} == set()


def test_the_command_begins_before_anything_is_imported() -> None:
    found = imported_by("import reihum.cli.start")
    assert {name for name in found if name.startswith("reihum")} == {
        "reihum",
        "reihum.cli",
        "reihum.cli.start",
        "reihum.interrupts",
    }
    assert found & {"typing", "click", "contextlib", "asyncio"} <= imported_by("pass")


def test_help_imports_no_game_and_no_server() -> None:
    found = imported_by(
        "from reihum.cli.start import main\ntry:\n    main()\nexcept SystemExit:\n    pass", "--help"
    )
    assert "reihum.cli.main" in found
    heavy = (
        "asyncio",
        "starlette",
        "h11",
        "websockets",
        "msgspec",
        "multiprocessing",
        "reihum.match",
    )
    assert found & {*heavy} == set()
    assert [name for name in found if name.startswith("reihum.games.")] == []


def test_every_public_name_is_there_and_known_to_dir() -> None:
    for name in reihum.__all__:
        assert getattr(reihum, name) is not None
        assert name in dir(reihum)
    assert not hasattr(reihum, "gone")
    with pytest.raises(AttributeError, match=r"^module 'reihum' has no attribute 'gone'$"):
        reihum.gone  # type: ignore[attr-defined]  # noqa: B018


def test_the_function_games_is_not_hidden_by_the_folder_games() -> None:
    assert tuple(game.slug for game in reihum.games()) == import_module("reihum.games").SLUGS
    first = "import reihum.games.help, reihum; print(len(reihum.games()))"
    done = subprocess.run([sys.executable, "-c", first], capture_output=True, text=True, check=True)
    assert done.stdout == "4\n"


def test_a_star_imports_all_public_names() -> None:
    names: dict[str, object] = {}
    exec("from reihum import *", names)
    assert {*reihum.__all__} <= {*names}
