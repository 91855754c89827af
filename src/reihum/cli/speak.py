"""`reihum speak`: a bot of ours that speaks lines, for the arenas and servers of others."""

from __future__ import annotations

import json
import sys
from typing import Any

import click

from reihum.bots import Player, player
from reihum.cli.completion import complete_bot
from reihum.cli.options import ALL_BOTS
from reihum.core.errors import ReihumError
from reihum.games import SLUGS, spec
from reihum.match import Heard


@click.command()
@click.argument("bot", shell_complete=complete_bot)
@click.option(
    "--worlds",
    type=click.IntRange(1, 1_000_000),
    help="What a bot that thinks ahead may spend, instead of its time.",
)
def command(bot: str, worlds: int | None) -> None:
    """Let BOT answer lines of JSON on standard input; docs/bots.md describes them."""
    speaker = Speaker(player(bot, 0, worlds))
    for number, line in enumerate(sys.stdin, 1):
        if not line.strip():
            continue
        try:
            answer = speaker.answer(json.loads(line))
        except ReihumError:
            raise
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
            raise ReihumError(f"Line {number} of standard input is not one that a bot is told.") from None
        if answer is not None:
            print(json.dumps(answer), flush=True)


command.help = f"{command.help} BOT is one of {ALL_BOTS}, or your own module:Class."


class Speaker:
    """A bot that is told what happens line by line."""

    def __init__(self, bot: Player) -> None:
        self.bot = bot
        self.heard = 0  # moves of this game

    def answer(self, told: dict[str, Any]) -> dict[str, str] | None:
        """What to say to a line; nothing, unless a decision is asked for."""
        match told["t"]:
            case "game":
                self._begin(told)
            case "choose":
                for heard in told.get("heard", ()):
                    self.heard += 1
                    self.bot.hear(Heard(self.heard, heard["by"], heard["move"], list(heard["events"])))
                return {"m": self.bot.choose(told["view"], list(told["moves"]))}
            case "over":
                self.bot.end(list(told["scores"]), list(told["winners"]))
            case other:
                raise ValueError(other)
        return None

    def _begin(self, told: dict[str, Any]) -> None:
        if told["game"] not in SLUGS:
            raise ReihumError(f"There is no game {told['game']!r}.")
        self.heard = 0
        players, seat, seed = (int(told[name]) for name in ("players", "seat", "seed"))
        self.bot.begin(spec(told["game"]), players, seat, dict(told["options"]), seed)
