"""Players who want to be forgotten: what goes, what stays, and that records are as true as before."""

from __future__ import annotations

import hashlib
from typing import Any

from reihum.records import read_record
from reihum.server.identity import cookie_name
from reihum.table.live import rebuild
from reihum.table.log import decode_entry
from reihum.table.seats import STAND_IN
from tests.server.house import House, Visitor, house
from tests.server.places import Place, in_loop

NAME = "Öz Nobody"


async def gone(here: House, player: str) -> None:
    """Wait until nothing is left to be done for somebody who wants to be forgotten."""
    await here.until(lambda: not here.registry.forgetting._tasks)
    assert await here.store.traces(player, 9) == []


async def forget(here: House, visitor: Visitor) -> dict[str, Any]:
    """Somebody is forgotten, everywhere."""
    token_player = await here.store.player_with(hashlib.sha256(visitor.token.encode()).hexdigest()[:32])
    assert token_player is not None
    status, answer = await visitor.ask("DELETE", "/api/me")
    assert status == 200, answer
    await gone(here, token_player)
    everything = await here.store.to_forget(9)
    assert everything == []
    return dict(answer)


async def table_with(here: House, host: Visitor, guest: Visitor, **more: object) -> str:
    """A table at which the host and the guest sit."""
    body = {"game": "23", "seats": ["me", "open"], "name": "Ada", "begins": "host", **more}
    table = str((await host.post("/api/tables", body))["table"])
    await guest.post(f"/api/tables/{table}/sit", {"name": NAME})
    return table


async def nothing_left(place: Place, player: str, *names: str) -> None:
    """Whether a player, and their names, stand nowhere in the store."""
    for name in (
        "players",
        "keys",
        "handovers",
        "contacts",
        "called",
        "collected",
        "exercises",
        "seats",
        "reviews",
    ):
        column = "id" if name == "players" else "player"
        assert await place.asked(f"SELECT count(*) FROM {name} WHERE {column} = '{player}'") == [(0,)]
    for name, column in (("entries", "line"), ("tables", "card")):
        for (line,) in await place.asked(f"SELECT {column} FROM {name}"):
            assert player.encode() not in bytes(line)
            assert not any(each.encode() in bytes(line) for each in names), line


@in_loop
async def test_who_is_forgotten_leaves_no_trace_and_the_record_stays_true(place: Place) -> None:
    async with house(place.url) as here:
        ada, oz = await here.visitor(), await here.visitor()
        table = await table_with(here, ada, oz)
        player = here.actor(table).table.seats[1].player
        await ada.post(f"/api/tables/{table}/start")
        await ada.post(f"/api/tables/{table}/end")
        await here.played(table)
        viewer = here.look(table, player)
        before = (await ada.ask("GET", f"/api/tables/{table}/record"))[1]
        assert NAME in before
        assert await forget(here, oz) == {"tables": 1}
        assert viewer.connection.ended == "forgotten"  # type: ignore[attr-defined]
        assert (await oz.ask("GET", "/api/mine"))[0] == 401
        for loaded in (True, False):  # as it is in memory, and as it comes back from its log
            after = (await ada.ask("GET", f"/api/tables/{table}/record"))[1]
            old, new = before.splitlines()[:-1], after.splitlines()[:-1]
            assert [(a, b) for a, b in zip(old, new, strict=True) if a != b] == [
                (f'Names: ["Ada", "{NAME}"]', 'Names: ["Ada", "Player 2"]')
            ]
            assert after.splitlines()[-1] != before.splitlines()[-1]  # the digest is about every line
            read_record(after)
            shown = await ada.get(f"/api/tables/{table}")
            assert [seat["name"] for seat in shown["seats"]] == ["Ada", "Player 2"]
            assert [seat["kind"] for seat in shown["seats"]] == ["human", "human"]
            if loaded:
                here.registry.drop(here.actor(table))
        assert len((await ada.get("/api/mine"))["tables"]) == 1
    await nothing_left(place, player, NAME)


@in_loop
async def test_a_bot_takes_over_for_good_and_somebody_else_is_the_host(place: Place) -> None:
    async with house(place.url) as here:
        oz, bo = await here.visitor(), await here.visitor()
        table = await table_with(here, oz, bo)
        await oz.post(f"/api/tables/{table}/start")
        player = here.actor(table).table.host
        await forget(here, oz)
        for _ in range(2):
            actor = await here.registry.actor(table)
            assert actor is not None
            seat = actor.table.seats[0]
            assert (seat.name, seat.player, seat.bot, seat.kind) == ("Player 1", "", STAND_IN, "bot")
            assert actor.table.host == actor.table.seats[1].player
            shown = await bo.get(f"/api/tables/{table}")
            assert (shown["host"], shown["host_seat"], shown["status"]) == (True, 1, "playing")
            await here.until(actor.is_idle)
            v = actor.table.v
            here.registry.drop(actor)
        stranger = await here.visitor()
        assert await stranger.refused(f"/api/tables/{table}/sit") == "no_open_seat"
        lines = [decode_entry(line) for line in await here.store.entries(table)]
        assert rebuild(table, lines).v == v  # the log is whole, and says the same about the game
    await nothing_left(place, player, "Ada")


@in_loop
async def test_while_people_wait_the_seat_is_free_again_and_a_table_without_anybody_is_closed(
    place: Place,
) -> None:
    async with house(place.url) as here:
        oz, bo = await here.visitor(), await here.visitor()
        with_bo = await table_with(here, oz, bo)
        alone = (await oz.post("/api/tables", {"game": "23", "seats": ["me", "open"], "name": NAME}))["table"]
        await here.clear(0.0)
        assert await forget(here, oz) == {"tables": 2}
        shown = await bo.get(f"/api/tables/{with_bo}")
        assert [seat["kind"] for seat in shown["seats"]] == ["open", "human"]
        assert shown["host"]
        assert (await bo.ask("GET", f"/api/tables/{alone}"))[0] == 404


@in_loop
async def test_a_table_that_somebody_only_passed_through_forgets_them_too(place: Place) -> None:
    async with house(place.url) as here:
        ada, oz = await here.visitor(), await here.visitor()
        left, moved, thrown_out = [await table_with(here, ada, oz) for _ in range(3)]
        player = here.actor(left).table.seats[1].player
        await oz.post(f"/api/tables/{left}/leave")
        await ada.post(f"/api/tables/{moved}/seats", {"seats": [0, "open"], "up": [1]})
        await ada.post(f"/api/tables/{thrown_out}/remove", {"seat": 1})
        assert (await oz.get("/api/mine"))["tables"] == []
        await forget(here, oz)
        assert (await ada.get(f"/api/tables/{thrown_out}"))["removed"] == []
    await nothing_left(place, player, NAME)


@in_loop
async def test_others_keep_their_games_figures_and_company(sqlite_place: Place) -> None:
    async with house(sqlite_place.url) as here:
        ada, oz = await here.visitor(), await here.visitor()
        table = await table_with(here, ada, oz)
        await ada.post(f"/api/tables/{table}/start")
        await ada.post(f"/api/tables/{table}/end")
        await here.played(table)
        host = here.actor(table).table.host
        (before,) = await sqlite_place.asked(f"SELECT * FROM seats WHERE player = '{host}'")
        await forget(here, oz)
        (after,) = await sqlite_place.asked(f"SELECT * FROM seats WHERE player = '{host}'")
        assert after == before  # with people, as it was
        rematch = (await ada.post(f"/api/tables/{table}/rematch"))["table"]
        kinds = [seat["kind"] for seat in (await ada.get(f"/api/tables/{rematch}"))["seats"]]
        assert kinds == ["human", "bot"]


@in_loop
async def test_all_devices_are_meant_and_a_browser_throws_its_cookie_away(sqlite_place: Place) -> None:
    async with house(sqlite_place.url) as here:
        phone = Visitor(here)
        await phone.post("/api/tables", {"game": "23", "name": NAME})
        code = (await phone.post("/api/handover", {"carry": {"name": NAME}}))["code"]
        laptop = Visitor(here)
        await laptop.post(f"/api/handover/{code}")
        assert len((await laptop.get("/api/mine"))["tables"]) == 1
        status, _ = await laptop.ask("DELETE", "/api/me")
        assert (status, laptop.client.cookies.get(cookie_name(""))) == (200, None)
        assert (await phone.get("/api/mine"))["tables"] == []  # a stranger
        assert (await laptop.ask("DELETE", "/api/me"))[0] == 401
        foreign = await phone.client.request("DELETE", "/api/me", headers={"origin": "https://evil.test"})
        assert foreign.status_code == 403


@in_loop
async def test_a_server_that_stops_in_between_goes_on_with_it(place: Place) -> None:
    async with house(place.url) as here:
        ada, oz = await here.visitor(), await here.visitor()
        table = await table_with(here, ada, oz)
        player = here.actor(table).table.seats[1].player
        await ada.post(f"/api/tables/{table}/start")
        await here.registry.forgetting.begin(player)  # and then somebody pulls the plug
    async with house(place.url) as here:
        assert await here.store.to_forget(9)
        await here.clear(0.0)
        actor = await here.registry.actor(table)
        assert actor is not None
        assert actor.table.seats[1].name == "Player 2"
        await here.until(actor.is_idle)
    await nothing_left(place, player, NAME)


@in_loop
async def test_other_processes_hear_of_it(postgres_place: Place) -> None:
    url = postgres_place.url
    async with house(url) as here, house(url) as there:
        ada, oz = await here.visitor(), await here.visitor()
        table = await table_with(here, ada, oz)
        player = here.actor(table).table.seats[1].player
        elsewhere = Visitor(there, oz.token)
        await elsewhere.get(f"/api/tables/{table}")
        viewer = there.look(table, player)
        await forget(here, oz)
        await there.until(lambda: viewer.connection.ended == "forgotten")  # type: ignore[attr-defined]
        assert (await elsewhere.ask("GET", "/api/mine"))[0] == 401
