"""A SQLite file has one server at a time."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from reihum.core.errors import ReihumError
from reihum.server.settings import Settings
from reihum.server.store import file_lock
from reihum.server.store.file_lock import only_server
from tests.server.tools import Running


def test_a_second_server_on_the_same_file_is_refused_in_one_sentence(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    from reihum.server.serve import serve

    monkeypatch.setattr(file_lock, "LOCK_TIMEOUT", 0.0)
    with pytest.raises(ReihumError, match=r"Another Reihum server keeps its tables in .*; stop it, or give"):
        serve(Settings(port=0, store=server.store))
    assert server.process.poll() is None


@pytest.mark.parametrize("link", [os.symlink, os.link])
def test_the_same_file_by_another_name_is_the_same_file(
    server: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, link: Callable[[str, Path], None]
) -> None:
    monkeypatch.setattr(file_lock, "LOCK_TIMEOUT", 0.0)
    other = tmp_path / "other.db"
    link(server.store.removeprefix("sqlite:"), other)
    with (
        pytest.raises(ReihumError, match=r"Another Reihum server keeps its tables in .*other\.db; stop it"),
        only_server(f"sqlite:{other}"),
    ):
        pytest.fail("There are two servers now.")
    assert server.process.poll() is None


@pytest.mark.parametrize("how", ["kill", "stop"])
def test_the_file_is_free_as_soon_as_its_server_has_ended(tmp_path: Path, how: str) -> None:
    store = f"sqlite:{tmp_path / 'tables.db'}"
    first = Running(store)
    getattr(first, how)()
    second = Running(store)
    assert second.stop() == 0


def test_only_its_owner_reads_the_file_for_it_holds_the_secrets_of_deals(tmp_path: Path) -> None:
    server = Running(f"sqlite:{tmp_path / 'tables.db'}")
    server.open(server.token())
    rights = [(tmp_path / name).stat().st_mode & 0o777 for name in ("tables.db", "tables.db-wal")]
    server.stop()
    assert rights == [0o600, 0o600]


def test_a_server_that_is_stopping_is_waited_for(tmp_path: Path) -> None:
    store = f"sqlite:{tmp_path / 'tables.db'}"
    first = Running(store)
    first.process.terminate()
    second = Running(store)
    assert first.stop() == 0
    assert second.stop() == 0


@pytest.mark.parametrize("store", ["sqlite::memory:", "postgresql://nobody@127.0.0.1:1/none"])
def test_what_is_no_file_is_not_locked(store: str) -> None:
    with only_server(store), only_server(store):
        assert not Path(":memory:.lock").exists()


def test_a_folder_that_cannot_be_written_is_no_reason_to_stop(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with only_server(f"sqlite:{tmp_path / 'file' / 'tables.db'}"):
        assert (tmp_path / "file").read_text() == "no folder"


def test_a_store_without_a_file_is_refused_and_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from reihum.server.serve import serve

    monkeypatch.chdir(tmp_path)
    (tmp_path / "here").mkdir()
    with pytest.raises(ReihumError, match=r"^A store is sqlite:PATH or postgresql://…\.$"):
        serve(Settings(port=0, store="sqlite:"))
    with pytest.raises(
        ReihumError, match=r"^here is a folder; a store is a file, such as here/tables\.db\.$"
    ):
        serve(Settings(port=0, store="sqlite:here"))
    assert [path.name for path in tmp_path.rglob("*")] == ["here"]
