"""A seat for language models: games played by the official SDK's own client, over real pipes."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

import reihum
from reihum.bots import player
from reihum.core.dealer import Seeded
from reihum.games import SLUGS
from reihum.mcp.here import GameHere, GamePlan
from reihum.mcp.tools import Desk
from reihum.narrator import narrator
from tests.test_cli import Here, here
from tests.test_cli import run as command
from tests.test_imports import imported_by

__all__ = ["here"]
PATIENCE = 120.0  # seconds; nothing should take a tenth of it


@asynccontextmanager
async def seated(*words: str) -> AsyncIterator[Client]:
    """A model's host that has started `reihum mcp` with these words."""
    environment = os.environ | {"LC_ALL": "C.UTF-8"}
    program = StdioServerParameters(
        command=sys.executable, args=["-m", "reihum", "mcp", *words], env=environment
    )
    async with asyncio.timeout(PATIENCE), Client(program) as client:
        yield client


async def use(client: Client, tool: str, **arguments: Any) -> tuple[bool, str, Any]:
    """Whether a tool was refused, what it answers to read, and what to programs."""
    result = await client.call_tool(tool, arguments)
    [content] = result.content
    assert content.type == "text"
    return result.is_error, content.text, result.structured_content


# -- a whole game ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("slug", "players", "seat"), [("help", 3, 0), ("23", 2, 1), ("yoyo", 3, 2)])
def test_a_model_plays_a_whole_game_and_knows_what_its_seat_may_know(
    slug: str, players: int, seat: int, tmp_path: Path
) -> None:
    """Each answer is compared with the same game, played alongside."""
    twin = reihum.game(slug).new(players, seed=7)
    policy = reihum.bot("policy", slug)
    names = [f"policy {each}" for each in range(players)]
    names[seat] = "Lou"
    tell = narrator(slug, "de", names, seat)
    record = tmp_path / "game.txt"
    told = tell.event_sentences(twin.dealt(seat))

    def play_along() -> None:
        while twin.turn is not None and seat not in twin.owes():
            twin.play(policy.choose(twin))

    async def play() -> None:
        words = ["--players", str(players), "--seed", "7", "--bots", "policy", "--seat", str(seat)]
        more = ["--name", "Lou", "--lang", "de", "--record", str(record)]
        async with seated(slug, *words, *more) as client:
            heard = 0
            while True:
                play_along()
                for each in twin.since(seat, heard):
                    told.extend(tell.sentences(each))
                heard = len(twin.history)
                refused, text, seen = await use(client, "look", since=0)
                assert not refused
                assert seen["view"] == json.loads(json.dumps(twin.view(seat)))
                dealt = tell.event_sentences(twin.dealt(seat))
                assert dealt + seen["happened"] == told
                assert (seen["game"], seen["players"], seen["seat"]) == (slug, names, seat)
                assert seen["moves_made"] == heard
                _, listed, moves = await use(client, "legal_moves")
                assert moves["moves"] == twin.moves(seat)
                if twin.over:
                    break
                assert seen["status"] == "your turn"
                assert listed.splitlines() == twin.moves(seat)
                move = twin.moves(seat)[-1 if heard % 2 else 0]
                twin.play(move, seat)
                refused, text, _ = await use(client, "move", move=move)
                assert not refused, text
            assert (seen["status"], moves["moves"]) == ("over", [])
            assert (seen["scores"], seen["winners"]) == (twin.scores(), twin.winners())
            assert "Das Spiel ist zu Ende." in text
            refused, text, seen = await use(client, "move", move=move)
            assert (refused, seen["kind"]) == (True, "over")

    asyncio.run(play())
    kept = reihum.read_record(record.read_text("utf-8"))
    assert (kept.history, kept.names) == (twin.history, names)


def test_what_is_new_is_told_once(tmp_path: Path) -> None:
    async def play() -> None:
        async with seated("23", "--players", "2", "--seed", "3", "--bots", "policy") as client:
            _, text, seen = await use(client, "look")
            assert seen["happened"][0] == "Round 1 begins."
            assert text.startswith("Round 1 begins.\n")
            _, _, again = await use(client, "look")
            assert (again["happened"], again["view"]) == ([], seen["view"])
            _, _, after = await use(client, "move", move=(await use(client, "legal_moves"))[2]["moves"][0])
            assert len(after["happened"]) == 1
            assert after["moves_made"] == 1

    asyncio.run(play())


def test_a_model_alone_plays_the_solo_variant() -> None:
    async def play() -> None:
        async with seated("koenigs-romme", "--players", "1", "--seed", "3") as client:
            for _ in range(4):
                _, _, told = await use(client, "legal_moves")
                refused, _, seen = await use(client, "move", move=told["moves"][0])
                assert (refused, seen["moves_made"] > 0) == (False, True)

    asyncio.run(play())


# -- mistakes -------------------------------------------------------------------------------------


def test_a_refusal_comes_with_its_rule_and_changes_nothing() -> None:
    async def play() -> None:
        async with seated("23", "--players", "2", "--seed", "3") as client:
            _, _, before = await use(client, "look", since=0)
            refused, text, told = await use(client, "move", move="8")
            assert refused
            assert text == "First everybody puts three cards away (rule T4)."
            assert told == {"kind": "refused", "rule": "T4", "text": text}
            _, rule, found = await use(client, "rules", number="t4")
            assert rule.startswith("T4 ")
            assert found["rules"] == {"T4": reihum.game("23").spec.sheet("en").rules["T4"]}
            refused, text, told = await use(client, "move", move="dance")
            assert (refused, told["kind"], told["rule"]) == (True, "unknown", None)
            assert text.startswith("'dance' is not a move in 23. 8 lays an 8")
            _, _, after = await use(client, "look", since=0)
            assert after == before

    asyncio.run(play())


BAD: list[tuple[str, dict[str, Any], str]] = [
    ("move", {}, "missing required field `move`"),
    ("move", {"move": 8}, "Expected `str`, got `int`"),
    ("move", {"move": "8", "seat": 1}, "unknown field `seat`"),
    ("move", {"move": "x" * 501}, "length <= 500"),
    ("look", {"wait": 51}, "<= 50.0"),
    ("look", {"wait": "long"}, "Expected `float`, got `str`"),
    ("look", {"since": -1}, ">= 0"),
    ("legal_moves", {"seat": 1}, "unknown field `seat`"),
    ("rules", {"number": "T99"}, "23 has no rule 'T99'."),
    ("rules", {"game": "poker"}, "There is no game 'poker'"),
    ("rules", {"number": ["T4"]}, "Expected `str`, got `array`"),
    ("dance", {}, "There is no tool 'dance'."),
    ("new_game", {"game": "23"}, "There is no tool 'new_game'."),
    ("sit_down", {"link": "http://127.0.0.1:9/t/x"}, "There is no tool 'sit_down'."),
]


def test_bad_arguments_get_a_sentence_and_change_nothing() -> None:
    async def play() -> None:
        async with seated("23", "--players", "2", "--seed", "3") as client:
            _, _, before = await use(client, "look", since=0)
            for tool, arguments, sentence in BAD:
                refused, text, told = await use(client, tool, **arguments)
                assert (refused, text) == (True, told["text"]), (tool, arguments)
                assert sentence in text
                assert "\n" not in text
            assert (await use(client, "look", since=0))[2] == before

    asyncio.run(play())


def test_what_people_would_type_is_understood_where_it_is_clear() -> None:
    async def play() -> None:
        async with seated("23", "--players", "2", "--seed", "3", "--bots", "policy") as client:
            _, _, told = await use(client, "legal_moves")
            card = told["moves"][0].removeprefix("put ")
            refused, text, _ = await use(client, "move", move=f"Put away {card}")
            assert not refused
            assert f"\nYou put a {card} away.\n" in text

    asyncio.run(play())


# -- what a host can set --------------------------------------------------------------------------


def test_the_list_of_moves_can_be_switched_off() -> None:
    async def play() -> None:
        words = ["23", "--players", "2", "--seed", "3", "--bots", "policy"]
        async with seated(*words) as with_list, seated(*words, "--no-moves") as without:
            both = [{tool.name for tool in (await each.list_tools()).tools} for each in (with_list, without)]
            assert both[0] == {"look", "legal_moves", "move", "rules"}
            assert both[1] == {"look", "move", "rules"}
            moves = (await use(with_list, "legal_moves"))[2]["moves"][:1] * 3
            for _ in range(3):  # put three cards away
                moves = (await use(with_list, "legal_moves"))[2]["moves"]
                _, text, seen = await use(with_list, "move", move=moves[0])
                _, same, less = await use(without, "move", move=moves[0])
                assert same == text
            assert set(seen["view"]["costs"]) == set((await use(with_list, "legal_moves"))[2]["moves"])
            assert "costs" not in less["view"]
            assert less["view"].items() <= seen["view"].items()
            assert less["view"]["hand"]
            assert "There is no tool" in (await use(without, "legal_moves"))[1]
            assert (await use(without, "move", move="99x7"))[0]

    asyncio.run(play())


def test_a_model_may_choose_what_it_plays_if_nobody_else_did() -> None:
    async def play() -> None:
        async with seated("--name", "Lou") as client:
            names = {tool.name for tool in (await client.list_tools()).tools}
            assert names == {"look", "legal_moves", "move", "rules", "new_game", "sit_down"}
            refused, text, _ = await use(client, "look")
            assert (refused, text) == (True, "You do not sit anywhere yet: use new_game or sit_down first.")
            assert "Name a game: help, 23" in (await use(client, "rules"))[1]
            assert (await use(client, "rules", game="23"))[2]["rules"]["T4"]
            more = {"players": 3, "bots": ["novice", "policy"], "options": ["learning"]}
            refused, _, seen = await use(client, "new_game", game="23", **more)
            assert (refused, seen["players"]) == (False, ["Lou", "novice 1", "policy 2"])
            assert seen["view"]["options"]["learning"] is True
            for wrong, sentence in WRONG_GAMES:
                refused, text, _ = await use(client, "new_game", **wrong)
                assert (refused, sentence in text) == (True, True), text
            assert (await use(client, "look"))[2]["view"] == seen["view"]
            refused, text, _ = await use(client, "sit_down", link="http://127.0.0.1:9/t/x")
            assert (refused, "cannot be reached" in text) == (True, True)
            assert (await use(client, "look"))[2]["view"] == seen["view"]

    asyncio.run(play())


WRONG_GAMES: list[tuple[dict[str, Any], str]] = [
    ({"game": "poker"}, "There is no game 'poker'"),
    ({"game": "23", "players": 9}, "23 is for 2 to 4 players, not 9."),
    ({"game": "23", "bots": ["cmd:touch /tmp/x"]}, "There is no bot 'cmd:touch /tmp/x'"),
    ({"game": "23", "bots": ["os:system"]}, "There is no bot 'os:system'"),
    ({"game": "23", "bots": ["cheat"]}, "There is no bot 'cheat'"),
    ({"game": "23", "bots": ["policy"] * 5}, "There are 5 bots for 1 seat."),
    ({"game": "23", "options": ["fast"]}, "no option 'fast'"),
    ({"game": "23", "seed": 7}, "unknown field `seed`"),
]


def test_a_program_can_sit_opposite_a_model(tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text(
        "import json, sys\nfor line in sys.stdin:\n    told = json.loads(line)\n"
        "    if told['t'] == 'choose':\n        print(json.dumps({'m': told['moves'][0]}), flush=True)\n"
    )

    async def play() -> None:
        bots = f"cmd:{sys.executable} {path}"
        async with seated("23", "--players", "2", "--seed", "3", "--bots", bots) as client:
            for _ in range(5):
                _, _, told = await use(client, "legal_moves")
                refused, text, _ = await use(client, "move", move=told["moves"][0])
                assert not refused, text

    asyncio.run(play())


# -- nothing hidden -------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", SLUGS)
def test_nothing_hidden_reaches_a_model(slug: str) -> None:
    """Two games that its seat cannot tell apart give the same answers to all tools."""

    async def answers(game: GameHere) -> list[object]:
        async def begin() -> GameHere:
            return game

        desk = Desk(begin, "en", with_moves=True)
        await desk.start()
        asked: list[tuple[str, dict[str, object]]] = [
            ("look", {}),
            ("look", {"since": 0}),
            ("legal_moves", {}),
            ("rules", {}),
            ("move", {"move": "nonsense"}),
        ]
        return [(await desk.call(tool, told)).model_dump() for tool, told in asked]

    match = reihum.game(slug).new(3, seed=5)
    policy = reihum.bot("policy", slug)
    worlds = 0
    for number in range(60):
        if match.turn is None:
            break
        seat = match.turn
        other = match.copy()
        other.state = match.state.world(seat, Seeded(number))
        worlds += other.position() != match.position()
        bots = {each: player("policy", 1) for each in range(3) if each != seat}
        both = [asyncio.run(answers(GameHere(each.copy(), bots, seat, "en"))) for each in (match, other)]
        assert both[0] == both[1]
        match.play(policy.choose(match))
    assert worlds > 20


# -- the command ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["poker"], "There is no game 'poker'; the link of a table looks like http://HOST/t/ID."),
        (["23", "--players", "9"], "23 is for 2 to 4 players, not 9."),
        (["23", "--bots", "genius"], "There is no bot 'genius'"),
        (["23", "--seat", "2"], "seat"),
        (["23", "--option", "fast"], "no option 'fast'"),
        (["23", "--name", ""], "A name has 1 to 24 characters."),
        (["23", "--record", "/nowhere/game.txt"], "There is no folder /nowhere."),
        (["--seed", "3"], "--seed belongs to a game here: name one."),
        (["http://127.0.0.1:9/t/x", "--bots", "policy"], "--bots belongs to a game here: name one."),
        (["http://127.0.0.1:9/t/x"], "http://127.0.0.1:9 cannot be reached"),
        (["http://127.0.0.1:9/"], "This is the address of a server; a table's looks like …/t/ID."),
    ],
)
def test_bad_input_is_refused_before_anybody_listens(here: Here, words: list[str], sentence: str) -> None:
    found = here("mcp", *words)
    assert (found.returncode, found.stdout) == (2, "")
    assert found.stderr.startswith("reihum: ")
    assert sentence in found.stderr
    assert found.stderr.count("\n") == 1


def test_without_the_sdk_there_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "mcp_types.py").write_text("raise ImportError\n")
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    found = command("mcp", "23", PYTHONPATH=path)
    assert (found.returncode, found.stdout) == (2, "")
    assert (
        found.stderr
        == "reihum: The Model Context Protocol is not installed; pip install 'reihum[mcp]' brings it.\n"
    )


def test_nothing_else_imports_the_sdk() -> None:
    start = "from reihum.cli.start import main\ntry:\n    main()\nexcept SystemExit:\n    pass"
    for words in (["mcp", "--help"], ["simulate", "23", "--games", "1"]):
        found = imported_by(start, *words)
        assert f"reihum.cli.{words[0]}" in found
        assert found & {"mcp", "mcp_types", "pydantic", "reihum.mcp.tools"} == set()


def started() -> subprocess.Popen[bytes]:
    """`reihum mcp` that has answered once."""
    words = [sys.executable, "-m", "reihum", "mcp", "23", "--seed", "3"]
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    hello = {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    }
    assert process.stdin is not None
    assert process.stdout is not None
    line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello})
    process.stdin.write(line.encode() + b"\n")
    process.stdin.flush()
    assert json.loads(process.stdout.readline())["result"]["serverInfo"]["name"] == "reihum"
    return process


def test_it_ends_with_its_host() -> None:
    with started() as process:
        out, errors = process.communicate(timeout=60)
    assert (process.returncode, out, errors) == (0, b"", b"")


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_it(number: int, code: int) -> None:
    with started() as process:
        process.send_signal(number)
        assert process.wait(timeout=60) == code
        assert process.stderr is not None
        assert process.stderr.read() == b""


def test_a_plan_needs_a_seat_that_is_there() -> None:
    with pytest.raises(reihum.ReihumError, match="seat"):
        GamePlan("23", 2, seat=5).begin("en")
