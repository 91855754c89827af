"""What is told in sentences over the wire, and what is answered to 'why not?'."""

from __future__ import annotations

import pytest
from websockets.exceptions import ConnectionClosed

from reihum.words import LANGUAGES
from tests.server.test_protocol import play_out, two_players
from tests.server.tools import Running, run

DEALT = {"de": "Du bekommst ", "en": "You are dealt ", "nl": "Je krijgt "}


# -- told in sentences ----------------------------------------------------------------------------


def test_only_those_who_ask_for_sentences_get_them(server: Running) -> None:
    async def test() -> None:
        table, ada, bo = await two_players(server)
        async with (
            server.seat(table, ada, tell=True) as one,
            server.seat(table, bo) as two,
            server.seat(table, tell=True) as guest,
        ):
            assert one.now["told"][0] == guest.now["told"][0] == "Round 1 begins."
            assert one.now["told"][1].startswith("You are dealt ")
            assert len(guest.now["told"]) == 1
            assert one.now["rounds"] == guest.now["rounds"] == []
            await one.move()
            assert one.now["told"] == [f"You put a {one.now['m'].removeprefix('put ')} away."]
            assert (await guest.until("ev"))["told"] == []
            heard = await two.until("ev")
            for message in (heard, two.heard[0]):
                assert not {"told", "rounds"} & set(message)
            async with server.seat(table, ada, tell=True) as back:
                (line,) = back.now["log"]
                assert line["told"] == one.now["told"]

    run(test)


def test_another_hello_tells_everything_again_in_another_language(server: Running) -> None:
    async def test() -> None:
        table, ada, bo = await two_players(server)
        async with server.seat(table, ada, tell=True, lang="en") as one, server.seat(table, bo) as two:
            await one.move()
            for lang in (*LANGUAGES, "de-AT", "fr"):
                spoken = {"de-AT": "de", "fr": "en"}.get(lang, lang)
                await one.say(t="hello", lang=lang, tell=True)
                snap = await one.until("snap")
                assert snap["told"][1].startswith(DEALT[spoken])
                assert snap["log"][0]["told"] != []
            await one.say(t="hello", lang="nl", tell=True, since=1)
            assert (await one.until("snap"))["log"] == []
            await two.move()
            await one.until("ev")
            await one.move()
            assert one.now["told"][0].startswith("Je legt ")
            await one.say(t="hello", lang="nl")  # enough of it
            assert "told" not in await one.until("snap")
            await one.move()
            assert "told" not in one.now

    run(test)


def test_a_whole_game_told_has_its_results_and_its_end_under_the_names_at_the_table(server: Running) -> None:
    async def test() -> None:
        ada = server.token()
        table = server.open(ada, "23", players=2, options={"learning": True}, name="<i>{by}</i>")
        async with server.seat(table, ada, tell=True) as wire, server.seat(table, tell=True) as guest:
            await play_out(wire)
            steps = [message for message in wire.heard if message["t"] == "ev"]
            assert steps[-1]["told"][-1].startswith("The game is over: you ")
            await guest.until("table", lambda m: m["table"]["status"] == "over")
            told = [sentence for step in guest.heard for sentence in step.get("told", [])]
            assert any(sentence.startswith("<i>{by}</i> ") for sentence in told)
            await guest.say(t="hello", tell=True, since=steps[-1]["v"])
            rounds = (await guest.until("snap"))["rounds"]
            events = [event | {"v": step["v"]} for step in steps for event in step["events"]]
            assert rounds == [event for event in events if event["kind"] in ("round", "exchanged", "game")]
            assert [event["kind"] for event in rounds][-2:] == ["exchanged", "game"]

    run(test)


def test_a_move_taken_back_is_told_in_the_language_of_each(server: Running) -> None:
    async def test() -> None:
        ada = server.token()
        table = server.open(ada, seats=["me", "bot:policy"], name="Ada")
        async with server.seat(table, ada, tell=True, lang="de") as wire:
            await wire.until("ev", lambda m: m["v"] == 3)  # the bot has put its cards away
            await wire.move()
            await wire.say(t="undo", cid="u1")
            undone = await wire.until("ev", lambda m: "undo" in m)
            assert undone["told"] == ["Du nimmst deinen letzten Zug zurück."]

    run(test)


@pytest.mark.parametrize("tell", [1, "yes", None])
def test_tell_is_yes_or_no(server: Running, tell: object) -> None:
    async def test() -> None:
        table, ada, _ = await two_players(server)
        async with server.line(table, ada) as wire:
            await wire.say(t="hello", tell=tell)
            assert await wire.until("bye") == {"t": "bye", "why": "bad"}

    run(test)


# -- why not? -------------------------------------------------------------------------------------


def test_why_answers_as_the_move_would_be_and_never_plays_it(server: Running) -> None:
    async def test() -> None:
        table, ada, _ = await two_players(server)
        async with server.seat(table, ada, lang="de") as one, server.seat(table) as guest:
            await one.move()
            before = one.now
            asked = [("put 2", 0), ("put 2", 9), ("nonsense", 1), ("put 1", 1), ("", 1), ("9", 1)]
            kinds = []
            for move, ask in asked:
                refused = await one.move(move, ask=ask, cid="m")
                await one.say(t="why", cid="m", ask=ask, m=move)
                assert await one.next() == refused
                kinds.append(refused["kind"])
            assert kinds == ["stale", "turn", "unknown", "refused", "unknown", "refused"]
            for move in before["moves"]:
                await one.say(t="why", cid="w1", ask=1, m=move)
                assert await one.next() == {"t": "may", "cid": "w1"}
            await guest.say(t="why", cid="w2", ask=1, m=before["moves"][0])
            assert (await guest.until("nack"))["kind"] == "seat"
            await one.say(t="hello", since=1)
            snap = await one.until("snap")
            assert [snap[key] for key in ("v", "view", "moves", "ask")] == [
                before[key] for key in ("v", "view", "moves", "ask")
            ]
            assert (await one.move(cid="w1"))["t"] == "ack"  # a question does not use up its cid

    run(test)


def test_why_after_the_end_and_about_a_move_already_made(server: Running) -> None:
    async def test() -> None:
        ada = server.token()
        table = server.open(ada, "23", players=2, options={"learning": True})
        async with server.seat(table, ada) as wire:
            ack = await wire.move(cid="c1")
            assert ack["t"] == "ack"
            await wire.say(t="why", cid="c1", ask=0, m=wire.now["m"])
            assert (await wire.until("nack"))["kind"] == "stale"
            await play_out(wire)
            await wire.say(t="why", cid="w", ask=0, m="9")
            assert (await wire.until("nack"))["kind"] == "over"

    run(test)


@pytest.mark.parametrize(
    "message",
    [
        {"t": "why", "cid": "w", "ask": 0},
        {"t": "why", "cid": "w", "m": "9"},
        {"t": "why", "ask": 0, "m": "9"},
        {"t": "why", "cid": "x" * 65, "ask": 0, "m": "9"},
        {"t": "why", "cid": "w", "ask": 0, "m": 9},
    ],
)
def test_a_question_that_is_none_is_bad(server: Running, message: dict[str, object]) -> None:
    async def test() -> None:
        table, ada, _ = await two_players(server)
        async with server.seat(table, ada) as wire:
            await wire.say(**message)
            assert await wire.until("bye") == {"t": "bye", "why": "bad"}

    run(test)


def test_anyone_who_asks_before_hello_is_sent_away(server: Running) -> None:
    async def test() -> None:
        table, ada, _ = await two_players(server)
        async with server.line(table, ada) as wire:
            await wire.say(t="why", cid="w", ask=0, m="9")
            with pytest.raises(ConnectionClosed):
                await wire.until("may")
            assert wire.heard == [{"t": "bye", "why": "bad"}]

    run(test)
