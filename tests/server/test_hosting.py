"""A host in charge, over the wire: everybody sees what is arranged, who is away, and how it ends."""

from __future__ import annotations

import reihum
from tests.server.tools import Running, run


def ask(
    server: Running, table: str, what: str, token: str, body: object = None
) -> tuple[int, dict[str, object]]:
    """A request about a table."""
    status, answer = server.ask("POST", f"/api/tables/{table}/{what}", body, token)
    assert isinstance(answer, dict)
    return status, answer


def test_guests_see_at_once_what_the_host_arranges(server: Running) -> None:
    ada, bo = server.token(), server.token()
    table = server.open(ada, seats=["me", "open", "open"], begins="host")
    server.sit(table, bo)

    async def test() -> None:
        async with server.seat(table, ada), server.seat(table, bo) as guest:
            assert guest.now["seat"] == 1
            status, shown = ask(server, table, "seats", ada, {"seats": [1, 0, "bot:master"], "base": 0})
            assert (status, shown["arranged"], shown["you"]) == (200, 1, 1)
            changed = await guest.until("table", lambda each: each["table"]["arranged"] == 1)
            assert [seat["name"] for seat in changed["table"]["seats"]] == ["Bo", "Ada", "Ben"]
            assert changed["table"]["seats"][2]["bot"] == "master"
            assert changed["table"]["you"] == 0
            while guest.now["seat"] != 0:  # and everything again from the new seat
                await guest.next()
            assert guest.now["table"]["status"] == "waiting"  # nobody is missing, but the host decides
            assert ask(server, table, "seats", ada, {"seats": [1, 0], "base": 0})[0] == 409
            assert (
                ask(server, table, "seats", ada, {"seats": [1, 2], "base": 1})[1]["error"] == "somebody_sits"
            )
            assert ask(server, table, "seats", bo, {"seats": [0, 1]})[0] == 403
            assert ask(server, table, "start", ada)[0] == 200
            while guest.now["view"] is None:
                await guest.next()
            assert guest.now["view"]["seat"] == 0

    run(test)


def test_a_body_that_is_no_arrangement_is_refused(server: Running) -> None:
    ada = server.token()
    table = server.open(ada, seats=["me", "open"], begins="host")
    bad: list[object] = [[], {"seats": 3}, {"seats": [None]}, {"options": {"by_five": 1}}, {"base": "x"}]
    for body in bad:
        assert ask(server, table, "seats", ada, body)[0] == 400
    assert server.look(table)["arranged"] == 0
    assert server.ask("POST", "/api/tables", {"game": "23", "begins": "never"}, ada)[0] == 400


def test_only_who_has_left_a_seat_is_told_that_it_can_be_taken_back(server: Running) -> None:
    ada, bo, cy = server.token(), server.token(), server.token()
    table = server.open(ada, seats=["me", "open"])
    server.sit(table, bo)

    async def test() -> None:
        async with (
            server.seat(table, ada) as host,
            server.seat(table, bo) as gone,
            server.seat(table, cy) as cy_,
        ):
            while gone.now["view"] is None:
                await gone.next()
            assert ask(server, table, "leave", bo)[0] == 200
            for seat, reserved in ((gone, 1), (cy_, None), (host, None)):
                left = await seat.until("table", lambda each: each["table"]["seats"][1]["kind"] == "bot")
                assert left["table"]["reserved"] == reserved

    run(test)


def test_a_bot_plays_for_somebody_who_is_away_until_they_return(server: Running) -> None:
    ada, bo = server.token(), server.token()
    table = server.open(ada, seats=["me", "open"])
    server.sit(table, bo)

    async def test() -> None:
        async with server.seat(table, ada) as host:
            async with server.seat(table, bo) as guest:
                await guest.asked()
                assert ask(server, table, "stand-in", ada, {"seat": 1})[1]["error"] == "not_away"
                assert ask(server, table, "nudge", ada, {"seat": 1}) == (200, {})
                assert (await guest.until("nudge"))["by"] == 0
                assert ask(server, table, "nudge", ada, {"seat": 1})[0] == 200
                assert ask(server, table, "nudge", ada, {"seat": 1})[0] == 429
            gone = await host.until("table", lambda each: not each["table"]["seats"][1]["here"])
            assert gone["table"]["seats"][1]["away"] == 0
            assert ask(server, table, "stand-in", bo, {"seat": 0})[1]["error"] == "not_away"
            assert ask(server, table, "stand-in", ada, {"seat": 1})[0] == 200
            await host.until("table", lambda each: each["table"]["seats"][1]["bot"] == "regular")
            moves = 0
            while moves < 3:  # the cards that are put away for Bo, whom Ada does not hear
                moves += (await host.until("ev"))["by"] is None
            assert server.sit(table, bo) == 1
            async with server.seat(table, bo) as guest:
                assert [line.get("stand_in") for line in guest.heard[-1]["log"]].count(1) == 3

    run(test)


def test_clocks_are_told_where_a_table_has_a_pace(server: Running) -> None:
    ada, bo = server.token(), server.token()
    table = server.open(ada, seats=["me", "open"], pace="live")
    server.sit(table, bo)

    async def test() -> None:
        async with server.seat(table, ada) as host, server.seat(table, bo) as guest:
            await host.asked()
            await guest.asked()
            clocks = {clock["seat"]: clock["left"] for clock in host.now["table"]["clocks"]}
            assert all(100 < left <= 120 for left in clocks.values())
            assert set(clocks) == {0, 1}
            await host.move()
            step = host.now if host.now["t"] == "ev" else await host.until("ev")
            assert {clock["seat"] for clock in step["clocks"]} <= {0, 1}

    run(test)


def test_the_host_ends_the_game_for_all(server: Running) -> None:
    ada, bo = server.token(), server.token()
    table = server.open(ada, seats=["me", "open"])
    server.sit(table, bo)

    async def test() -> None:
        async with server.seat(table, ada), server.seat(table, bo) as guest:
            await guest.move()
            assert ask(server, table, "end", bo)[0] == 403
            status, shown = ask(server, table, "end", ada)
            assert (status, shown["status"], shown["ended"]) == (200, "over", "Ada")
            while guest.now["t"] != "snap" or guest.now["table"]["status"] != "over":
                await guest.next()
            assert guest.now["ask"] is None
            assert guest.now["moves"] == []
            assert (await guest.move("pass", ask=1))["kind"] == "over"

    run(test)
    status, record = server.ask("GET", f"/api/tables/{table}/record")
    assert status == 200
    assert "Unfinished: 1 moves" in record
    assert reihum.read_record(record).seats == 2
    assert server.ask("GET", f"/api/tables/{table}/replay?lang=de")[0] == 200
    mine = server.ask("GET", "/api/mine", token=bo)[1]["tables"]
    assert [(each["status"], each["ended"]) for each in mine] == [("over", "Ada")]


def test_a_rematch_of_several_waits_for_all_of_them(server: Running) -> None:
    ada, bo = server.token(), server.token()
    table = server.open(ada, seats=["me", "open"])
    server.sit(table, bo)

    async def test() -> None:
        async with server.seat(table, ada), server.seat(table, bo) as guest:
            await guest.asked()
        assert ask(server, table, "end", ada)[0] == 200
        again = str(ask(server, table, "rematch", ada)[1]["table"])
        assert server.look(again)["begins"] == "all"
        async with server.seat(again, ada) as host:
            assert host.now["table"]["seats"][1]["here"] is False
            async with server.seat(again, bo):
                while host.now["view"] is None:
                    await host.next()

    run(test)
