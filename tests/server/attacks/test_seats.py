"""Playing for somebody else, seeing too much, being somebody else."""

from __future__ import annotations

import asyncio
import base64
import json
import secrets
from typing import Any

from websockets.exceptions import InvalidStatus

from tests.server.tools import Running, Wire, run


def two_at_a_table(server: Running) -> tuple[str, str, str]:
    """A table of two people who have begun: its link and their tokens."""
    ada, bo = server.token(), server.token()
    table = server.open(ada, seats=["me", "open"])
    server.sit(table, bo)
    server.ask("POST", f"/api/tables/{table}/start", token=ada)
    return table, ada, bo


async def one_waits(first: Wire, second: Wire) -> tuple[Wire, Wire]:
    """Play on until only one of two owes a decision; that one first."""
    while (first.now["ask"] is None) == (second.now["ask"] is None):
        mover = first if first.now["ask"] is not None else second
        v = (await mover.move())["v"]
        for wire in (first, second):
            while wire.now["v"] < v:
                await wire.next()
    return (first, second) if second.now["ask"] is None else (second, first)


# -- another's seat -------------------------------------------------------------------------------


def test_nobody_takes_or_empties_anothers_seat(server: Running) -> None:
    ada, eve = server.token(), server.token()
    table = server.open(ada, seats=["me", "open", "open"])
    before = server.look(table)
    path = f"/api/tables/{table}"
    for token in (eve, None):
        assert server.ask("POST", f"{path}/sit", {"seat": 0, "name": "Eve"}, token)[0] == 409
        assert server.ask("POST", f"{path}/leave", token=token)[0] == 403
        assert server.ask("POST", f"{path}/start", token=token)[0] == 403
    assert server.look(table) == before


def test_a_seat_that_was_left_stays_its_players(server: Running) -> None:
    table, ada, bo = two_at_a_table(server)
    eve = server.token()
    path = f"/api/tables/{table}"
    server.ask("POST", f"{path}/leave", token=ada)
    for body in ({"seat": 0}, {"name": "Ada"}, {}):
        assert server.ask("POST", f"{path}/sit", body, eve)[0] == 409
    assert server.ask("POST", f"{path}/sit", {"seat": 0}, bo)[0] == 409
    assert server.ask("POST", f"{path}/sit", token=ada) == (200, {"seat": 0})


def test_a_move_for_anothers_decision_is_not_played_whatever_it_says(server: Running) -> None:
    async def test() -> None:
        table, ada, bo = two_at_a_table(server)
        async with server.seat(table, ada) as one, server.seat(table, bo) as two:
            owing, other = await one_waits(one, two)
            seat = 0 if owing is one else 1
            v = owing.now["v"]
            theirs = {"ask": owing.now["ask"], "m": owing.now["moves"][0]}
            for more in ({}, {"seat": seat}, {"by": seat, "player": ada, "token": ada}):
                await other.say(t="move", cid="mine", **theirs, **more)
                assert (await other.until("nack"))["kind"] in ("stale", "turn")
            assert other.now["v"] == v
            assert (await owing.move(cid="mine"))["v"] == v + 1  # a cid belongs to a seat, too

    run(test)


def test_spectators_do_not_play_with_or_without_a_token(server: Running) -> None:
    async def test() -> None:
        table, ada, _ = two_at_a_table(server)
        for token in (server.token(), None):
            async with server.seat(table, ada) as one, server.seat(table, token) as guest:
                move = {"ask": one.now["ask"], "m": one.now["moves"][0]}
                await guest.say(t="move", cid="c", seat=0, **move)
                assert (await guest.until("nack"))["kind"] == "seat"
                await guest.say(t="undo", cid="u")
                assert (await guest.until("nack"))["kind"] == "seat"
                assert guest.now["v"] == 0

    run(test)


def test_a_cid_sent_again_with_another_move_is_played_once(server: Running) -> None:
    async def test() -> None:
        table, ada, _ = two_at_a_table(server)
        async with server.seat(table, ada) as wire:
            first = await wire.move(cid="c")
            moves = wire.now["moves"]
            for move in (*moves[:3], "nonsense"):
                assert await wire.move(move, ask=wire.now["ask"], cid="c") == first
            server.ask("POST", f"/api/tables/{table}/leave", token=ada)
            await wire.until("snap")
            assert await wire.move(moves[0], ask=1, cid="c") == first  # even though its player has left since
            assert (await wire.move(moves[0], ask=1, cid="d"))["kind"] == "seat"

    run(test)


def test_nobody_in_particular_gets_no_rematch(server: Running) -> None:
    async def test() -> None:
        table = server.open(server.token(), seats=["bot:policy", "bot:policy"], options={"learning": True})
        async with server.seat(table) as wire:
            if wire.heard[0]["table"]["status"] != "over":
                await wire.until("table", lambda m: m["table"]["status"] == "over")
        status, headers, _ = server.raw("POST", f"/api/tables/{table}/rematch")
        assert (status, "set-cookie" in headers) == (403, False)
        assert server.ask("POST", f"/api/tables/{table}/rematch", token=server.token())[0] == 403
        assert server.look(table)["rematch"] is None

    run(test)


# -- tokens ---------------------------------------------------------------------------------------


def spoilt(token: str) -> list[str]:
    """Texts that look much like a token, and are not one."""
    last = "A" if token[-1] != "A" else "B"
    return [
        *(token[:-1], token[:-1] + last, token + "A", token.swapcase(), token[::-1]),
        *("", "null", "*", "%", "' OR 1=1 --", "A" * 43, "-" * 43, secrets.token_urlsafe(32)),
    ]


def test_guessed_tokens_are_not_known(server: Running) -> None:
    token = server.token()
    for guess in spoilt(token):
        status, answer = server.ask("GET", "/api/mine", token=guess)
        assert (status, answer["error"]) == (401, "unknown_token")
    assert server.ask("GET", "/api/mine", token=token)[0] == 200


def test_a_cookie_with_a_guessed_token_is_nobodys(server: Running) -> None:
    ada = server.token()
    table = server.open(ada, seats=["me", "open"])
    for guess in spoilt(ada):
        header = {"Cookie": f'reihum="{guess}"'}
        _, _, text = server.raw("GET", f"/api/tables/{table}", headers=header)
        assert (json.loads(text)["you"], json.loads(text)["host"]) == (None, False)


def test_tokens_in_addresses_and_bodies_count_for_nothing(server: Running) -> None:
    async def test() -> None:
        ada = server.token()
        table = server.open(ada, seats=["me", "open"])
        for query in (f"?token={ada}", f"?access_token={ada}", f"?Authorization=Bearer%20{ada}"):
            assert server.look(table + query)["you"] is None
            async with server.seat(table + query) as wire:
                assert wire.heard[0]["seat"] is None
        body = {"token": ada, "player": ada}
        assert server.ask("POST", f"/api/tables/{table}/start", body)[0] == 403

    run(test)


FORMS = [
    *("Basic {}", "{}", "Token {}", "Bearer", "Bearer:{}", "Bearer\t{}", "Bearer {} {}", "Bearer {},"),
    *('Bearer "{}"', "Bearer {}\u00e4", "\u00e4 {}", "Bearer {}=", "", "Bearer \x7f{}"),
]


def test_authorization_of_any_other_form_is_refused(server: Running) -> None:
    token = server.token()
    for form in FORMS:
        header = {"Authorization": form.replace("{}", token)}
        status, _, text = server.raw("GET", "/api/mine", headers=header)
        assert (status, json.loads(text)["error"]) in ((401, "unknown_token"), (400, "malformed")), form


def test_cookies_twice_and_huge_ones_do_no_harm(server: Running) -> None:
    ada, bo = server.token(), server.token()
    table = server.open(ada, seats=["me", "open"])
    for cookies in (f"reihum={bo}; reihum={bo}", "reihum=" + "x" * 15_000, "reihum=" + '"\\' * 5_000 + '"'):
        status, _, text = server.raw("GET", f"/api/tables/{table}", headers={"Cookie": cookies})
        assert (status, json.loads(text).get("you")) in ((200, None), (400, None))
    assert server.raw("GET", "/healthz", headers={"Cookie": "a=b; " * 20_000})[0] == 400


def test_what_fails_makes_nobody_somebody(server: Running) -> None:
    table = server.open(server.token(), seats=["me", "bot:policy"])
    json_type = {"Content-Type": "application/json"}
    for path, body in (
        ("/api/tables", b'{"game":"chess"}'),
        ("/api/tables", b"{"),
        ("/api/tables/x/sit", b"{}"),
        (f"/api/tables/{table}/sit", b'{"name":"Eve"}'),
    ):
        status, headers, _ = server.raw("POST", path, body, json_type)
        assert 400 <= status < 500
        assert "set-cookie" not in headers


# -- secrets --------------------------------------------------------------------------------------


def test_the_record_and_the_secret_are_not_shown_before_the_end(server: Running) -> None:
    async def test() -> None:
        ada = server.token()
        table = server.open(ada, seats=["me", "bot:policy"], options={"learning": True})
        path = f"/api/tables/{table}"
        seen: list[str] = []

        def look_around() -> None:
            for token in (ada, server.token(), None):
                status, refused = server.ask("GET", f"{path}/record", token=token)
                assert (status, refused["error"]) == (403, "hidden_record")
                for place in (path, "/api/mine", "/api/tables", "/metrics"):
                    seen.append(json.dumps(server.ask("GET", place, token=token)[1]))

        look_around()
        async with server.seat(table, ada) as wire, server.seat(table) as guest:
            looked = False
            while not any(m["t"] == "table" and m["table"]["status"] == "over" for m in wire.heard):
                if wire.now["ask"] is not None:
                    if not looked:
                        look_around()
                        looked = True
                    answer = await wire.move(wire.now["moves"][-1])
                    assert answer["t"] == "ack"
                else:
                    await wire.next()
            await guest.until("table", lambda m: m["table"]["status"] == "over")
            seen += wire.frames + guest.frames
        assert looked
        record = server.ask("GET", f"{path}/record")[1]
        secret = record.split("\nSecret: ")[1][:64]
        raw = bytes.fromhex(secret)
        for form in (secret, secret.upper(), *(each(raw).decode().rstrip("=") for each in BASE64)):
            assert not any(form in text for text in seen)

    run(test)


BASE64 = (base64.b64encode, base64.urlsafe_b64encode)


def test_answers_do_not_tell_tables_that_exist_from_those_that_do_not(server: Running) -> None:
    ada = server.token()
    table = server.open(ada, seats=["me", "open"])
    near = table[:-1] + ("A" if table[-1] != "A" else "B")

    def answers(ident: str, token: str | None) -> Any:
        asked = [("GET", ""), ("GET", "/record"), *(("POST", f"/{verb}") for verb in VERBS)]
        return [server.ask(method, f"/api/tables/{ident}{end}", token=token) for method, end in asked]

    async def knock(ident: str) -> bytes:
        try:
            async with server.line(ident):
                raise AssertionError("let in")
        except InvalidStatus as answer:
            return bytes(answer.response.body or b"")

    for token in (ada, None):
        assert answers(near, token) == answers("x" * 22, token) == answers("x", token)
        assert all(status == 404 for status, _ in answers(near, token))
    found = [asyncio.run(knock(ident)) for ident in (near, "x" * 22, "x", "..")]
    assert len(set(found)) == 1


VERBS = ("sit", "start", "leave", "rematch")
