"""A store as one file: written while a server runs, restored to either kind of store, or refused."""

from __future__ import annotations

import asyncio
import gzip
import json
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from reihum.core.errors import ReihumError
from reihum.server.store.backup import restore_backup, write_backup
from reihum.server.store.migrations import SQLITE_STEPS
from tests.server.places import Place, in_loop
from tests.server.tools import Running


def command(*words: str) -> subprocess.CompletedProcess[str]:
    """A command as somebody types it."""
    return subprocess.run(
        [sys.executable, "-m", "reihum", *words], capture_output=True, text=True, check=False
    )


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """A backup of a store in which there is not much."""
    store = tmp_path / "small.db"
    server = Running(f"sqlite:{store}")
    server.open(server.token(), seats=["me", "open"])
    server.stop()
    write_backup(f"sqlite:{store}", tmp_path / "small.backup")
    return tmp_path / "small.backup"


def play_some(server: Running, table: str, token: str, moves: int) -> int:
    """Make a few moves; the number of the last step."""

    async def play() -> int:
        async with server.seat(table, token) as wire:
            for _ in range(moves):
                assert (await wire.move())["t"] == "ack"
            await wire.asked()
            return int(wire.now["v"])

    return asyncio.run(play())


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_what_was_backed_up_while_it_ran_goes_on_in_either_store(
    place: Place, kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    first = Running(place.url, "--bot-delay", "0")
    token = first.token()
    table = first.open(token, seats=["me", "bot:policy"])
    bots = first.open(token, "koenigs-romme", seats=["bot:policy", "bot:policy"])
    v = play_some(first, table, token, 5)
    file = tmp_path / "all.backup"
    done = command("backup", str(file), "--store", place.url)
    assert (done.returncode, done.stderr) == (0, "")
    assert file.stat().st_mode & 0o777 == 0o600
    first.stop()

    store = f"sqlite:{tmp_path / 'new.db'}"
    if kind == "postgres":
        store = request.getfixturevalue("postgres").new_database()
    done = command("restore", str(file), "--store", store)
    assert (done.returncode, done.stderr) == (0, "")
    again = Running(store, "--bot-delay", "0")
    assert again.look(table, token)["you"] == 0
    assert play_some(again, table, token, 0) == v
    assert {each["table"] for each in again.ask("GET", "/api/mine", token=token)[1]["tables"]} >= {table}
    until_over(again, bots)  # nobody looks, and its bots go on
    again.stop()


@in_loop
async def until_over(server: Running, table: str) -> None:
    """Look on until a game is over."""
    async with server.seat(table) as wire:
        while wire.now["view"] is None or wire.now["view"]["turn"] is not None:
            await wire.next()


def test_a_file_that_exists_is_not_overwritten(backup: Path) -> None:
    before = backup.read_bytes()
    done = command("backup", str(backup), "--store", f"sqlite:{backup.with_name('small.db')}")
    assert done.returncode == 2
    assert done.stderr.endswith("already exists and is not overwritten.\n")
    assert backup.read_bytes() == before


@pytest.mark.parametrize("store", ["sqlite:{}/none.db", "mysql://x", "postgresql://nobody@127.0.0.1:1/none"])
def test_what_is_no_store_is_a_sentence_and_leaves_no_file(tmp_path: Path, store: str) -> None:
    done = command("backup", str(tmp_path / "b"), "--store", store.format(tmp_path))
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert [*tmp_path.iterdir()] == []


def test_only_an_empty_store_is_filled(backup: Path) -> None:
    store = backup.with_name("small.db")
    before = sqlite3.connect(store).execute("SELECT count(*) FROM entries").fetchone()
    with pytest.raises(ReihumError, match="is not empty"):
        restore_backup(backup, f"sqlite:{store}")
    assert sqlite3.connect(store).execute("SELECT count(*) FROM entries").fetchone() == before


def test_a_store_in_use_is_not_filled(backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reihum.server.store.file_lock.LOCK_TIMEOUT", 0.0)
    running = Running(f"sqlite:{tmp_path / 'used.db'}")
    with pytest.raises(ReihumError, match="Another Reihum server keeps its tables in"):
        restore_backup(backup, running.store)
    running.stop()


def lines_in(backup: Path) -> list[str]:
    return gzip.decompress(backup.read_bytes()).decode().splitlines()


@pytest.mark.parametrize("cut", ["file", "lines", "count", "row", "base64"])
def test_half_a_backup_restores_nothing(backup: Path, tmp_path: Path, cut: str) -> None:
    lines, broken = lines_in(backup), tmp_path / "broken"
    if cut == "lines":
        lines = lines[:-1]
    elif cut == "count":
        lines[-1] = '{"rows":1}'
    elif cut == "row":
        lines[next(i for i, line in enumerate(lines) if line.startswith("["))] = '["too few"]'
    else:
        lines = [line.replace('{"bytes":"', '{"bytes":"?') for line in lines]
    data = gzip.compress("\n".join([*lines, ""]).encode())
    broken.write_bytes(backup.read_bytes()[:-30] if cut == "file" else data)
    with pytest.raises(ReihumError, match="is not a whole backup"):
        restore_backup(broken, f"sqlite:{tmp_path / 'new.db'}")
    assert not (tmp_path / "new.db").exists()


@pytest.mark.parametrize(
    ("head", "sentence"),
    [
        ({"reihum-backup": 1, "step": len(SQLITE_STEPS) + 1}, "is from a newer Reihum"),
        ({"reihum-backup": 1}, "is from a newer Reihum"),
        ({"reihum-backup": 2, "step": 1}, "is not a backup of Reihum"),
        ([], "is not a backup of Reihum"),
    ],
)
def test_another_head_is_refused(backup: Path, tmp_path: Path, head: object, sentence: str) -> None:
    data = "\n".join([json.dumps(head), *lines_in(backup)[1:], ""]).encode()
    (tmp_path / "other").write_bytes(gzip.compress(data))
    with pytest.raises(ReihumError, match=sentence):
        restore_backup(tmp_path / "other", f"sqlite:{tmp_path / 'new.db'}")
    assert not (tmp_path / "new.db").exists()


def test_tables_that_nobody_knows_are_refused(backup: Path, tmp_path: Path) -> None:
    lines = [line.replace('{"table":"players"', '{"table":"sqlite_master"') for line in lines_in(backup)]
    (tmp_path / "other").write_bytes(gzip.compress("\n".join([*lines, ""]).encode()))
    with pytest.raises(ReihumError, match="has something that this Reihum does not know"):
        restore_backup(tmp_path / "other", f"sqlite:{tmp_path / 'new.db'}")


def test_what_is_no_backup_at_all_is_a_sentence(tmp_path: Path) -> None:
    for name, data in (("text", b"hello"), ("empty", b""), ("zip", gzip.compress(b"[[[")), ("none", None)):
        path = tmp_path / name
        if data is not None:
            path.write_bytes(data)
        done = command("restore", str(path), "--store", f"sqlite:{tmp_path / 'new.db'}")
        assert done.returncode == 2, name
        assert done.stderr.count("\n") == 1, done.stderr
