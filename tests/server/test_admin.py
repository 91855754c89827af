"""`reihum admin`: beside a running server and without one, on both stores."""

from __future__ import annotations

import json
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from reihum.cli.admin import command
from reihum.core.errors import ReihumError
from reihum.server import admin, logs
from reihum.server.admin import Filter, desk
from reihum.server.live.mutes import ADDRESS, PLAYER
from reihum.server.store.file_lock import only_server
from tests.server.house import House, Visitor, house
from tests.server.places import Place, in_loop

CARDS = ("hands", "stock", "secret", "nonce", "view")


async def furnished(here: House) -> tuple[Visitor, str, str, str]:
    """A waiting public table, a game with a person, and one between bots."""
    ada = await here.visitor()
    waiting = {"game": "23", "seats": ["me", "open"], "name": "Ada", "public": True, "begins": "host"}
    public = (await ada.post("/api/tables", waiting))["table"]
    playing = (await ada.post("/api/tables", {"game": "yoyo", "seats": ["me", "bot:random"]}))["table"]
    await ada.post(f"/api/tables/{playing}/start")
    bots = (await ada.post("/api/tables", {"game": "23", "seats": ["bot:random", "bot:random"]}))["table"]
    await here.played(bots)
    return ada, public, playing, bots


def idents(found: list[dict[str, Any]]) -> set[str]:
    """Which tables are in a list."""
    return {each["table"] for each in found}


@in_loop
async def test_tables_are_listed_shown_and_counted_without_cards(place: Place) -> None:
    async with house(place.url) as here:
        _, public, playing, bots = await furnished(here)
        player = here.actor(public).table.host
        async with desk(place.url) as at:
            assert not at.served
            assert idents(await at.tables(Filter())) == {public, playing, bots}
            assert idents(await at.tables(Filter(status="playing"))) == {playing}
            assert idents(await at.tables(Filter(game="yoyo"))) == {playing}
            assert idents(await at.tables(Filter(public=True))) == {public}
            assert idents(await at.tables(Filter(bots=True))) == {bots}
            assert idents(await at.tables(Filter(player=player[:8]))) == {public, playing, bots}
            assert await at.tables(Filter(older=60.0)) == []
            assert len(await at.tables(Filter(most=2))) == 2
            shown = await at.table(public)
            assert [(seat["kind"], seat["name"], seat["host"]) for seat in shown["seats"]] == [
                ("human", "Ada", True),
                ("open", "", False),
            ]
            assert shown["seats"][0]["player"] == player[:12]
            text = json.dumps([shown, await at.table(playing), await at.tables(Filter())])
            assert not any(word in text for word in CARDS)
            figures = await at.statistics()
            assert figures["tables"] == {"waiting": 1, "playing": 1, "bots": 1}
            assert figures["games_by_day"] == {time.strftime("%Y-%m-%d", time.gmtime()): 1}
            assert (figures["players"], figures["muted"]) == (1, 0)
            assert figures["bytes"] > 10_000


@in_loop
async def test_without_a_server_tables_are_closed_and_deleted_at_once(sqlite_place: Place) -> None:
    place = sqlite_place
    async with house(place.url) as here:
        ada, public, playing, _ = await furnished(here)
        token = ada.token
    async with desk(place.url) as at:
        assert await at.close(playing) == "done"
        with pytest.raises(ReihumError, match="over"):
            await at.close(playing)
        assert await at.delete(public) == "done"
        for ident in (public, "x" * 22, "nonsense"):
            with pytest.raises(ReihumError, match="There is no table"):
                await at.delete(ident)
    assert await place.asked(f"SELECT count(*) FROM entries WHERE table_id = '{public}'") == [(0,)]
    async with house(place.url) as here:
        again = Visitor(here, token)
        assert (await again.get(f"/api/tables/{playing}"))["ended"] == ""
        assert (await again.ask("GET", f"/api/tables/{public}"))[0] == 404


@in_loop
async def test_servers_on_postgres_hear_of_it(postgres_place: Place) -> None:
    async with house(postgres_place.url) as here:
        _, public, playing, _ = await furnished(here)
        viewer = here.look(public)
        async with desk(postgres_place.url) as at:
            assert await at.close(playing) == "done"
            await here.until(lambda: here.actor(playing).table.status == "over")
            assert await at.delete(public) == "done"
            await here.until(lambda: viewer.connection.ended == "gone")  # type: ignore[attr-defined]


@in_loop
async def test_the_server_of_a_file_is_asked_and_does_it_itself(
    sqlite_place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = sqlite_place
    async with house(place.url) as here:
        _, public, playing, _ = await furnished(here)
        monkeypatch.setattr(admin, "is_served", lambda _: True)
        async with desk(place.url) as at:
            monkeypatch.setattr(admin, "PATIENCE", 0.0)
            assert await at.close(playing) == "asked"
            assert await at.delete(public) == "asked"
            await here.registry.clearing.take_orders()
            assert here.actor(playing).table.status == "over"
            assert await here.registry.actor(public) is None
            assert await at.store.orders() == []
            assert await at.tables(Filter(public=True)) == []


@in_loop
async def test_players_and_addresses_are_muted_for_a_time(place: Place) -> None:
    async with house(place.url) as here:
        ada = await here.visitor()
        await ada.post("/api/tables", {"game": "23"})
        ((player,),) = await place.asked("SELECT id FROM players")
        async with desk(place.url) as at:
            assert (await at.mute(player[:8], 60.0))["kind"] == PLAYER
            assert (await at.mute("2001:db8::7", 60.0))["who"] == "2001:db8::/64"
            assert {each["kind"] for each in await at.muted()} == {PLAYER, ADDRESS}
            await here.registry.mutes.refresh()
            assert here.registry.mutes.is_muted(player, "")
            assert here.registry.mutes.is_muted("", "2001:db8::/64")
            await at.unmute(player)
            for who in (player, "abc", "z" * 12, "0" * 32):
                with pytest.raises(ReihumError):
                    await at.unmute(who)


def test_a_store_of_another_version_is_not_touched_while_it_is_served(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE version (number INTEGER NOT NULL)")
    connection.execute("INSERT INTO version VALUES (2)")
    connection.commit()
    connection.close()
    found: list[BaseException] = []

    def ask() -> None:
        try:
            asked("muted", store=f"sqlite:{path}")
        except ReihumError as error:
            found.append(error)

    with only_server(f"sqlite:{path}"), pytest.MonkeyPatch.context() as patched:
        patched.setattr(admin, "is_served", lambda _: True)
        ask()
    assert "another version" in str(found)
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT number FROM version").fetchall() == [(2,)]
    connection.close()


def asked(*words: str, store: str) -> str:
    """What the command prints."""
    found = CliRunner().invoke(command, [*words, "--store", store], catch_exceptions=False)
    assert found.exit_code == 0, found.output
    return found.stdout


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command does not take over the log of the tests."""
    monkeypatch.setattr(logs, "write_log", lambda: None)


def test_the_command_speaks_to_people_and_programs(sqlite_place: Place) -> None:
    store = sqlite_place.url
    made: dict[str, str] = {}

    @in_loop
    async def furnish() -> None:
        async with house(store) as here:
            _, made["public"], made["playing"], made["bots"] = await furnished(here)

    furnish()
    assert made["public"] in asked("list", "--public", store=store)
    assert asked("list", "--older", "1d", store=store) == "There are no such tables.\n"
    (row,) = json.loads(asked("list", "--public", "--json", store=store))
    assert (row["names"], row["people"], row["status"]) == (["Ada"], 1, "waiting")
    assert "human, host" in asked("show", made["public"], store=store)
    assert json.loads(asked("close", made["playing"], "--json", store=store)) == {"outcome": "done"}
    assert asked("delete", made["public"], store=store) == "The table is deleted.\n"
    assert asked("mute", "192.0.2.1", "--for", "2h", store=store).startswith("192.0.2.1 is muted until ")
    assert "192.0.2.1" in asked("muted", store=store)
    assert asked("unmute", "192.0.2.1", store=store) == "192.0.2.1 is not muted any more.\n"
    assert "Players: 1" in asked("statistics", store=store)
    assert json.loads(asked("statistics", "--json", store=store))["players"] == 1
    assert "now." in asked("shrink", store=store)


@pytest.mark.parametrize(
    "words",
    [
        ("show", "nonsense"),
        ("close", "x" * 22),
        ("mute", "192.0.2.1", "--for", "2"),
        ("mute", "bo", "--for", "2h"),
        ("list", "--older", "x"),
        ("list", "--game", "chess"),
    ],
)
def test_bad_input_is_one_sentence(sqlite_place: Place, words: tuple[str, ...]) -> None:
    empty(sqlite_place)
    with pytest.raises(ReihumError) as error:
        asked(*words, store=sqlite_place.url)
    assert "\n" not in str(error.value)


def test_a_store_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(ReihumError, match="There is no store"):
        asked("list", store=f"sqlite:{tmp_path / 'none.db'}")
    assert list(tmp_path.iterdir()) == []


def empty(place: Place) -> None:
    """Make an empty store."""

    @in_loop
    async def make() -> None:
        async with place.store():
            pass

    make()
