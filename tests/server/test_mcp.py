"""A language model at a live table: it sits down by a link, plays to the end, and leaves politely."""

from __future__ import annotations

import asyncio

import pytest

from tests.server.tools import Running
from tests.test_mcp import seated, use


@pytest.mark.parametrize("slug", ["23", "help"])
def test_a_model_plays_a_whole_game_at_a_live_table(server: Running, slug: str) -> None:
    seats = ["open", "bot:policy"] if slug == "23" else ["bot:policy", "open", "bot:random"]
    table = server.open(server.token(), slug, seats=seats)

    async def play() -> None:
        async with seated(f"{server.url}/t/{table}", "--name", "Lou") as client:
            refused, text, seen = await use(client, "look", wait=20)
            told = list(seen["happened"])
            assert not refused
            assert seen["players"][seen["seat"]] == "Lou"
            shown = server.look(table)["seats"][seen["seat"]]
            assert (shown["kind"], shown["name"], shown["bot"]) == ("bot", "Lou", "mcp")
            refused, text, wrong = await use(client, "move", move="take 5" if slug == "23" else "Z")
            assert refused
            assert wrong["kind"] in ("unknown", "refused")
            while seen["status"] != "over":
                _, _, moves = await use(client, "legal_moves")
                if moves["status"] == "your turn":
                    move = moves["moves"][-1 if seen["moves_made"] % 2 else 0]
                    refused, text, seen = await use(client, "move", move=move)
                    assert not refused, text
                else:
                    _, text, seen = await use(client, "look", wait=20)
                told += seen["happened"]
            assert told[-1] in text
            _, _, whole = await use(client, "look", since=0)
            assert whole["happened"] == told  # each sentence once, and none is missing
            scores = [seen["scores"], seen["winners"]]
            _, record = server.ask("GET", f"/api/tables/{table}/record")
            assert f"Scores: {' '.join(map(str, scores[0]))}" in record
            assert f"Winners: {' '.join(map(str, scores[1]))}" in record

    asyncio.run(play())


def test_a_refusal_of_the_server_comes_with_its_rule(server: Running) -> None:
    table = server.open(server.token(), "23", seats=["open", "bot:policy"])

    async def play() -> None:
        async with seated("--lang", "de") as client:
            refused, _, seen = await use(client, "sit_down", link=f"{server.url}/t/{table}")
            assert (refused, seen["status"]) in ((False, "your turn"), (False, "not begun"))
            await use(client, "look", wait=20)
            refused, text, told = await use(client, "move", move="8")
            assert (refused, told["rule"]) == (True, "T4")
            assert "(Regel T4)" in text

    asyncio.run(play())


def test_a_model_that_goes_gives_up_its_seat(server: Running) -> None:
    token = server.token()
    table = server.open(token, "23", seats=["me", "open", "open"])

    async def play() -> None:
        async with seated(f"{server.url}/t/{table}", "--name", "Lou") as client:
            _, text, seen = await use(client, "look")
            assert seen["status"] == "not begun"
            assert "view" not in seen
            assert text == "You are Lou (seat 1). The game has not begun yet."
            assert (await use(client, "legal_moves"))[2] == {"status": "not begun", "moves": []}
            refused, text, told = await use(client, "move", move="put 2")
            assert (refused, told["kind"]) == (True, "turn")
            assert [seat["kind"] for seat in server.look(table)["seats"]] == ["human", "bot", "open"]

    asyncio.run(play())
    assert [seat["kind"] for seat in server.look(table)["seats"]] == ["human", "open", "open"]


def test_a_table_that_is_not_there_or_full_is_a_sentence(server: Running) -> None:
    full = server.open(server.token(), "23", seats=["me", "bot:policy"])

    async def play() -> None:
        async with seated() as client:
            for link, sentence in ((f"{server.url}/t/nowhere", "table"), (f"{server.url}/t/{full}", "seat")):
                refused, text, _ = await use(client, "sit_down", link=link)
                assert (refused, sentence in text) == (True, True), text
            assert (await use(client, "look"))[1].startswith("You do not sit anywhere yet")

    asyncio.run(play())
