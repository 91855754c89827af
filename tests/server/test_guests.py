"""A host who decides about guests, and what is shown in public."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from reihum.core.errors import ReihumError
from reihum.server.live.mutes import ADDRESS, PLAYER, Mutes
from reihum.server.naming import name_list
from tests.server.house import House, Visitor, house
from tests.server.places import Place, in_loop

RUDE = "F u c k"  # what no public table shows


async def with_guest(here: House) -> tuple[Visitor, Visitor, str]:
    """A host, a guest, and their table."""
    ada, bo = await here.visitor(), await here.visitor("192.0.2.2")
    body = {"game": "23", "seats": ["me", "open", "open"], "name": "Ada", "begins": "host"}
    table = str((await ada.post("/api/tables", body))["table"])
    await bo.post(f"/api/tables/{table}/sit", {"name": "Bo"})
    return ada, bo, table


@in_loop
async def test_a_guest_who_is_removed_does_not_sit_down_again_unless_the_host_lets_them(
    sqlite_place: Place,
) -> None:
    async with house(sqlite_place.url) as here:
        ada, bo, table = await with_guest(here)
        assert await bo.refused(f"/api/tables/{table}/remove", {"seat": 0}) == "host_only"
        assert await ada.refused(f"/api/tables/{table}/remove", {"seat": 0}) == "no_guest"
        assert await ada.refused(f"/api/tables/{table}/remove", {"seat": 2}) == "no_guest"
        assert await ada.refused(f"/api/tables/{table}/remove", {"seat": 3}) == "no_seat"
        shown = await ada.post(f"/api/tables/{table}/remove", {"seat": 1})
        assert (shown["seats"][1]["kind"], shown["removed"]) == ("open", [{"guest": 0, "name": "Bo"}])
        seen = await bo.get(f"/api/tables/{table}")
        assert (seen["barred"], seen["removed"], seen["you"]) == (True, [], None)
        assert await bo.refused(f"/api/tables/{table}/sit", {"name": "Somebody else"}) == "removed"
        here.registry.drop(here.actor(table))  # nor after a restart
        assert await bo.refused(f"/api/tables/{table}/sit") == "removed"
        assert await ada.refused(f"/api/tables/{table}/readmit", {"guest": 1}) == "no_guest"
        assert await bo.refused(f"/api/tables/{table}/readmit", {"guest": 0}) == "host_only"
        assert (await ada.post(f"/api/tables/{table}/readmit", {"guest": 0}))["removed"] == []
        assert await bo.post(f"/api/tables/{table}/sit", {"name": "Bo"}) == {"seat": 1}


@in_loop
async def test_during_the_game_a_bot_plays_on_and_there_is_no_way_back(sqlite_place: Place) -> None:
    async with house(sqlite_place.url) as here:
        ada, bo, table = await with_guest(here)
        await ada.post(f"/api/tables/{table}/start")
        shown = await ada.post(f"/api/tables/{table}/remove", {"seat": 1})
        assert (shown["seats"][1]["kind"], shown["seats"][1]["name"]) == ("bot", "Bo")
        assert (await bo.get(f"/api/tables/{table}"))["reserved"] is None
        assert await bo.refused(f"/api/tables/{table}/sit") == "removed"
        await ada.post(f"/api/tables/{table}/readmit", {"guest": 0})
        assert (await bo.get(f"/api/tables/{table}"))["reserved"] == 1
        assert await bo.post(f"/api/tables/{table}/sit") == {"seat": 1}
        await ada.post(f"/api/tables/{table}/remove", {"seat": 1})
        await ada.post(f"/api/tables/{table}/end")
        assert await ada.refused(f"/api/tables/{table}/remove", {"seat": 1}) == "over"
        assert await bo.refused(f"/api/tables/{table}/rematch") == "not_seated"
        rematch = (await ada.post(f"/api/tables/{table}/rematch"))["table"]
        assert await bo.refused(f"/api/tables/{table}/rematch") == "not_seated"
        assert (await bo.get(f"/api/tables/{rematch}"))["reserved"] is None


@in_loop
async def test_all_who_look_are_told(sqlite_place: Place) -> None:
    async with house(sqlite_place.url) as here:
        ada, _, table = await with_guest(here)
        live = here.actor(table).table
        views = [here.look(table, player) for player in (live.host, live.seats[1].player, "")]
        await ada.post(f"/api/tables/{table}/remove", {"seat": 1})
        tapes: list[Any] = [view.connection for view in views]
        frames = [b"".join(tape.frames) for tape in tapes]
        assert [b'"barred":true' in each for each in frames] == [False, True, False]
        assert [b'"removed":[{"guest":0' in each for each in frames] == [True, False, False]
        assert views[1].seat is None


@in_loop
async def test_the_host_passes_the_table_on(sqlite_place: Place) -> None:
    async with house(sqlite_place.url) as here:
        ada, bo, table = await with_guest(here)
        for seat, why in ((0, "no_guest"), (2, "no_guest"), (9, "no_seat")):
            assert await ada.refused(f"/api/tables/{table}/host", {"seat": seat}) == why
        assert await bo.refused(f"/api/tables/{table}/host", {"seat": 1}) == "host_only"
        shown = await ada.post(f"/api/tables/{table}/host", {"seat": 1})
        assert (shown["host"], shown["host_seat"]) == (False, 1)
        assert await ada.refused(f"/api/tables/{table}/start") == "host_only"
        await bo.post(f"/api/tables/{table}/start")
        await bo.post(f"/api/tables/{table}/host", {"seat": 0})
        here.registry.drop(here.actor(table))
        assert (await ada.get(f"/api/tables/{table}"))["host"]


# -- in public ------------------------------------------------------------------------------------


@in_loop
async def test_public_tables_show_only_names_that_pass(sqlite_place: Place) -> None:
    async with house(sqlite_place.url) as here:
        ada, bo = await here.visitor(), await here.visitor()
        open_ = {"game": "23", "seats": ["me", "open", "open"], "public": True, "begins": "host"}
        assert await ada.refused("/api/tables", {**open_, "name": RUDE}) == "public_name"
        table = (await ada.post("/api/tables", {**open_, "name": "Ada"}))["table"]
        await bo.post(f"/api/tables/{table}/sit", {"name": RUDE})
        assert (await ada.get(f"/api/tables/{table}"))["seats"][1]["name"] == "Guest"
        await bo.post(f"/api/tables/{table}/sit", {"name": "Bo"})
        assert (await ada.get(f"/api/tables/{table}"))["seats"][1]["name"] == "Bo"
        private = (await ada.post("/api/tables", {**open_, "public": False, "name": RUDE}))["table"]
        await bo.post(f"/api/tables/{private}/sit", {"name": RUDE})
        assert (await ada.get(f"/api/tables/{private}"))["seats"][1]["name"] == RUDE  # among friends
        publish = f"/api/tables/{private}/seats"
        assert await ada.refused(publish, {"public": True}) == "public_name"
        await ada.post(f"/api/tables/{private}/sit", {"name": "Ada"})
        await ada.post(publish, {"public": True})
        bo.client.headers["accept-language"] = "de"
        listed = {each["table"]: each for each in (await bo.get("/api/tables"))["tables"]}
        assert [seat["name"] for seat in listed[private]["seats"]] == ["Ada", "Gast", None]


@in_loop
async def test_who_is_muted_neither_speaks_nor_plays_in_public(place: Place) -> None:
    async with house(place.url) as here:
        ada, bo, table = await with_guest(here)
        player = here.actor(table).table.seats[1].player
        open_ = {"game": "23", "seats": ["me", "open"], "public": True, "begins": "host"}
        public = (await ada.post("/api/tables", open_))["table"]
        own = (await bo.post("/api/tables", {**open_, "public": False}))["table"]
        for kind, who in ((PLAYER, player), (ADDRESS, "192.0.2.2")):
            await here.store.mute(kind, who, time.time() + 1e6)
            here.registry.mutes._read = -1e9
            await here.registry.mutes.refresh()
            assert await bo.refused("/api/tables", open_) == "muted"
            assert await bo.refused(f"/api/tables/{public}/sit") == "muted"
            assert await bo.refused(f"/api/tables/{own}/seats", {"public": True}) == "muted"
            assert await bo.refused(f"/api/tables/{table}/nudge", {"seat": 0}) == "muted"
            await bo.post("/api/tables", {**open_, "public": False})  # among friends everything goes on
            assert await here.store.unmute(kind, who)
            here.registry.mutes._read = -1e9
            await here.registry.mutes.refresh()
            assert not here.registry.mutes.is_muted(player, "192.0.2.2")
        assert await bo.post(f"/api/tables/{public}/sit") == {"seat": 1}


def test_a_mute_ends_by_itself() -> None:
    mutes = Mutes(None, lambda: 10.0)  # type: ignore[arg-type]
    mutes._until = {(PLAYER, "ada"): 10.5, (PLAYER, "bo"): 9.5}
    assert (mutes.is_muted("ada", ""), mutes.is_muted("bo", ""), mutes.is_muted("", "")) == (
        True,
        False,
        False,
    )


# -- names ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        *("fuck", "F u c k", "FUCK you", "f.u.c.k", "fuuuuck", "ｆｕｃｋ", "fúck", "sh1t", "5hit", "$hit"),
        *("Hitler", "H1tler", "xXh1tlerXx", "Arschloch", "4rschloch", "W1chs3r", "SCHEIẞE", "kut", "K4NK3R"),
        *("klootzak", "k l o o t z a k", "cu nt", "c-u-n-t", "Нitlеr".replace("Н", "H"), "cunt99"),
    ],
)
def test_names_with_a_word_of_the_list_are_found_however_it_is_disguised(name: str) -> None:
    assert not name_list().allows(name)


@pytest.mark.parametrize(
    "name",
    [
        *("Scunthorpe", "Ignazio", "Cassandra", "Therapist", "Hancock", "Kutuzov", "Dick", "Arsène", "Hoera"),
        *("Essex", "Penistone", "Matsushita", "Atwater", "Cockburn", "Lullaby", "Fagan", "Spicer", "Shitake"),
        *("Anna 1988", "Bo", "Öz", "王小明", "Игорь", "Swanker", "Hurewitz", "Teringa", "Flikkema", "Isis"),
        *("A. B. Cunningham", "C U Natalie", "🂡", "Player 2", "Guest", "Ada", "Klöterjahn", "1488 Hz"),
    ],
)
def test_names_that_only_contain_letters_of_such_a_word_pass(name: str) -> None:
    assert name_list().allows(name)


def test_a_host_adds_words_of_their_own(tmp_path: Path) -> None:
    file = tmp_path / "names.txt"
    file.write_text("# ours\n\nTroll\n*Spammer*\n", encoding="utf-8")
    names = name_list(str(file))
    assert [names.allows(name) for name in ("Tr0ll", "Trollope", "xSPAMMERx", "Ada")] == [
        False,
        True,
        False,
        True,
    ]
    assert name_list().allows("Troll")
    assert [names.shown(name, "nl") for name in ("Troll", "Ada", None)] == ["Gast", "Ada", None]


@pytest.mark.parametrize(
    ("content", "said"), [(b"\xff", "UTF-8"), (b"---\n", "no letters"), (b"*a*\n", "too short")]
)
def test_a_file_that_is_no_list_is_refused_in_a_sentence(tmp_path: Path, content: bytes, said: str) -> None:
    file = tmp_path / "names.txt"
    file.write_bytes(content)
    with pytest.raises(ReihumError, match=said):
        name_list(str(file))
