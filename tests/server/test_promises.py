"""Promised nonces over the wire: the list, answers, those who do not answer, kills, the reference client."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import reihum
from reihum.cli.verify import verdict
from reihum.client import Guest
from reihum.client.own_part import OwnPart
from reihum.core.promises import promise_of
from reihum.noted import Noted
from reihum.wire.from_server import PartShown, Promises
from tests.server.places import Place
from tests.server.tools import Running, Wire, run

ADA, BO = "ada's own chance", "bo's own chance"


async def begun(wire: Wire) -> dict[str, Any]:
    """The cards, as soon as they are dealt."""
    return await wire.until("snap", lambda snap: snap["view"] is not None)


def end(server: Running, table: str, token: str) -> str:
    """End a game for all; its record."""
    assert server.ask("POST", f"/api/tables/{table}/end", token=token)[0] == 200
    status, record = server.ask("GET", f"/api/tables/{table}/record")
    assert status == 200
    return str(record)


def test_a_person_against_bots_promises_is_shown_the_list_answers_and_has_cards(server: Running) -> None:
    async def test() -> None:
        ada = server.token()
        table = server.open(ada, "yoyo", players=3)
        async with server.seat(table, ada, promise=promise_of(ADA)) as wire, server.seat(table) as looking:
            assert wire.now["table"]["mix"] == {"deal": 1, "stage": "revealing", "silent": []}
            shown = await wire.until("promises")
            assert shown["seats"] == [{"promise": promise_of(ADA)}, {"bot": True}, {"bot": True}]
            assert shown["commitment"] == wire.now["table"]["commitment"]
            assert await looking.until("promises") == shown  # everybody who looks
            await wire.say(t="reveal", deal=1, nonce="another")
            refused = await wire.until("nack")
            assert (refused["cid"], refused["kind"]) == ("", "refused")
            assert "not the nonce that was promised" in refused["text"]
            await wire.say(t="reveal", deal=1, nonce=ADA)
            assert (await begun(wire))["table"]["mix"]["stage"] == "dealt"
            await begun(looking)
        record = end(server, table, ada)
        assert verdict(record.encode(), noted=Noted(nonce=ADA, promises=[shown])).true
        assert not verdict(record.encode(), noted=Noted(nonce=BO)).true

    run(test)


def test_if_one_does_not_answer_everybody_is_told_and_the_cards_are_mixed_again(server: Running) -> None:
    async def test() -> None:
        ada, bo = server.token(), server.token()
        table = server.open(ada, "yoyo", seats=["me", "open"])
        server.sit(table, bo, "Öz")
        async with server.line(table, ada) as one, server.line(table, bo) as two:
            await one.say(t="hello", promise=promise_of(ADA), tell=True, lang="de")
            await two.say(t="hello", promise=promise_of(BO))
            first = await one.until("promises")
            await one.say(t="reveal", deal=1, nonce=ADA)
            again = await one.until("remix")
            assert (again["deal"], again["missing"]) == (2, [1])
            assert again["commitment"] != first["commitment"]
            assert (await two.until("remix")) == again
            await two.say(t="promise", deal=2, promise=promise_of("late"))
            assert (await two.until("nack"))["kind"] == "refused"
            await one.say(t="promise", deal=2, promise=promise_of("ada again"))
            second = await one.until("promises")
            assert second["seats"] == [{"promise": promise_of("ada again")}, {}]
            await one.say(t="reveal", deal=2, nonce="ada again")
            dealt = await begun(one)
            assert dealt["table"]["mix"] == {"deal": 2, "stage": "dealt", "silent": [[1]]}
            told = "Die Karten wurden noch einmal gemischt, weil Öz nicht geantwortet hat."
            assert dealt["told"][0] == told
            assert (await begun(two))["seat"] == 1  # who plays all the same
        record = end(server, table, ada)
        found = verdict(record.encode(), noted=Noted(nonce="ada again", promises=[first, second]))
        assert found.true
        assert found.more[0] == "Deal 1 was given up because Öz did not answer; the cards were mixed again."
        assert reihum.read_record(record).given_up == [[1]]

    run(test)


def test_a_server_killed_after_the_list_goes_on_with_the_same_one(tmp_path: Path) -> None:
    server = Running(f"sqlite:{tmp_path / 'tables.db'}", "--bot-delay", "0")

    async def test() -> None:
        ada, bo = server.token(), server.token()
        table = server.open(ada, "yoyo", seats=["me", "open"])
        server.sit(table, bo)
        async with server.line(table, ada) as one, server.line(table, bo) as two:
            await one.say(t="hello", promise=promise_of(ADA))
            await two.say(t="hello", promise=promise_of(BO))
            shown = await one.until("promises")
            await one.say(t="reveal", deal=1, nonce=ADA)
            server.kill()
        server.again()
        async with (
            server.seat(table, bo, promise=promise_of("from another device")) as two,
            server.seat(table, ada, promise=promise_of(ADA)) as one,
        ):
            assert await two.until("promises") == shown == await one.until("promises")
            await two.say(t="reveal", deal=1, nonce=BO)
            await one.say(t="reveal", deal=1, nonce=ADA)
            await begun(one)
        record = end(server, table, ada)
        for nonce in (ADA, BO):
            assert verdict(record.encode(), noted=Noted(nonce=nonce, promises=[shown])).true

    try:
        run(test)
    finally:
        assert server.stop() == 0


def test_players_at_two_servers_on_one_database_mix_the_same_deal(postgres_place: Place) -> None:
    one, two = (Running(postgres_place.url, "--bot-delay", "0") for _ in range(2))

    async def test() -> None:
        ada, bo = one.token(), two.token()
        table = one.open(ada, "yoyo", seats=["me", "open"])
        two.sit(table, bo)
        async with one.line(table, ada) as here, two.line(table, bo) as there:
            await here.say(t="hello", promise=promise_of(ADA))
            await there.say(t="hello", promise=promise_of(BO))
            assert await here.until("promises") == await there.until("promises")
            await here.say(t="reveal", deal=1, nonce=ADA)
            await there.say(t="reveal", deal=1, nonce=BO)
            assert (await begun(here))["table"]["mix"] == (await begun(there))["table"]["mix"]
        assert verdict(end(one, table, ada).encode(), noted=Noted(nonce=BO)).true

    try:
        run(test)
    finally:
        assert (one.stop(), two.stop()) == (0, 0)


def test_a_player_who_sat_down_after_the_hello_is_in_the_list(server: Running) -> None:
    async def test() -> None:
        ada, bo = server.token(), server.token()
        table = server.open(ada, "yoyo", seats=["me", "open"])
        async with server.seat(table, bo, promise=promise_of(BO)) as two:
            server.sit(table, bo)
            async with server.seat(table, ada, promise=promise_of(ADA).upper()):
                shown = await two.until("promises")
                assert shown["seats"] == [{"promise": promise_of(ADA)}, {"promise": promise_of(BO)}]
        server.ask("POST", f"/api/tables/{table}/end", token=ada)

    run(test)


def test_messages_that_are_no_promises_end_the_connection(server: Running) -> None:
    async def test() -> None:
        ada = server.token()
        table = server.open(ada, seats=["me", "open"])
        for promise in ("short", "g" * 64, "0" * 64 + "\n"):
            async with server.line(table, ada) as wire:
                await wire.say(t="hello", promise=promise)
                assert (await wire.until("bye"))["why"] == "bad"
        wrongs: list[dict[str, object]] = [
            {"t": "reveal", "deal": 1, "nonce": "x" * 65},
            {"t": "reveal", "nonce": "x"},
            {"t": "promise", "deal": 2, "promise": ""},
            {"t": "promise", "deal": "2", "promise": "0" * 64},
        ]
        for wrong in wrongs:
            async with server.seat(table, ada) as wire:
                await wire.say(**wrong)
                assert (await wire.until("bye"))["why"] == "bad"

    run(test)


# -- the reference client --------------------------------------------------------------------------


def test_the_client_promises_answers_and_can_verify(server: Running) -> None:
    async def test() -> None:
        ada, looker = Guest(server.url), Guest(server.url)
        table = await ada.open("yoyo", 2)
        async with ada.look(table) as seat:
            async for news in seat:
                if news.view is not None:
                    break
            await ada.request("POST", f"/api/tables/{table}/end")
            record = (await looker.record(table)).encode()
            noted = seat.part.noted()
            assert (noted.nonce, len(noted.promises or [])) == (seat.part.nonces[1], 1)
            assert verdict(record, noted=noted).true
            assert b"\nPromises: " in record

    run(test)


def test_the_client_can_still_say_its_nonce_openly(server: Running) -> None:
    async def test() -> None:
        ada = Guest(server.url)
        table = await ada.open("yoyo", 2)
        async with ada.look(table, nonce=ADA, openly=True) as seat:
            async for news in seat:
                if news.view is not None:
                    break
            await ada.request("POST", f"/api/tables/{table}/end")
        record = await ada.record(table)
        assert f"\nNonces: {json.dumps([ADA, ''])}\n" in record
        assert "Promises" not in record

    run(test)


def shown_to(part: OwnPart, deal: int, *seats: PartShown, seat: int | None = 0) -> Any:
    """What a client answers to a list."""
    message = Promises(deal, "c" * 64, list(seats))
    return part.reply(message, {"seats": [each.promise for each in seats]}, seat)


def test_a_client_says_its_nonce_only_under_its_own_promise_and_only_under_one_list() -> None:
    own, other = PartShown(promise=promise_of(ADA)), PartShown(promise=promise_of(BO))
    assert shown_to(OwnPart(ADA), 1, own, other) == {"t": "reveal", "deal": 1, "nonce": ADA}
    assert shown_to(OwnPart(ADA), 1, other, own) is None  # our promise at another seat
    assert shown_to(OwnPart(ADA), 1, PartShown(), other) is None
    assert shown_to(OwnPart(ADA), 1, own, seat=None) is None
    assert shown_to(OwnPart(ADA), 2, own, other) is None  # a deal that we have promised nothing for
    part = OwnPart(ADA)
    shown_to(part, 1, own, other)
    assert shown_to(part, 1, own, PartShown(promise="0" * 64)) is None  # another list for the same deal
    assert shown_to(part, 1, own, other) is not None
    assert shown_to(OwnPart(ADA, openly=True), 1, PartShown(nonce=ADA), other) is None
    first = part.promise(2)["promise"]
    assert first == part.promise(2)["promise"] != promise_of(ADA)  # a new nonce for another deal
