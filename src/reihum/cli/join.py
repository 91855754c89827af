"""`reihum join`: bots at a server's tables."""

from __future__ import annotations

import click

from reihum.cli import stdio
from reihum.cli.completion import complete_bot, complete_game
from reihum.cli.main import CommandFailed
from reihum.cli.options import ALL_BOTS, game_named, json_option, option_option, print_json


@click.command()
@click.argument("url")
@click.option(
    "--bot",
    default="policy",
    show_default=True,
    shell_complete=complete_bot,
    help=f"Who plays: {ALL_BOTS}, your own module:Class or cmd:PROGRAM.",
)
@click.option(
    "--seats", type=click.IntRange(1, 7), default=1, show_default=True, help="How many seats to take."
)
@click.option("--game", "slug", shell_complete=complete_game, help="On a server: what to play.")
@click.option(
    "--players", type=int, help="On a server: players per table; its own bots take the seats that are left."
)
@option_option
@click.option(
    "--tables",
    type=click.IntRange(1, 10_000),
    default=1,
    help="On a server: how many tables at the same time.",
)
@click.option(
    "--games",
    "number",
    type=click.IntRange(1, 1_000_000),
    default=1,
    help="How many games in a row at each table.",
)
@click.option("--name", help="The name at the table; otherwise the name of the bot.")
@click.option("--seed", type=int, default=1, help="For bots that use chance.")
@click.option(
    "--patience",
    type=click.FloatRange(0),
    default=60.0,
    show_default=True,
    help="How many seconds to wait for a server that has gone away.",
)
@json_option
def command(
    url: str,
    bot: str,
    seats: int,
    slug: str | None,
    players: int | None,
    option: tuple[str, ...],
    tables: int,
    number: int,
    name: str | None,
    seed: int,
    patience: float,
    as_json: bool,
) -> None:
    """Let bots play at the table at URL, or open tables on the server at URL; see docs/bots.md."""
    import asyncio

    from reihum.bots.programs import ProgramFailed
    from reihum.client.errors import Vanished
    from reihum.client.joining import JoinPlan, PlayedGame, join

    chosen = None if slug is None else game_named(slug).slug
    plan = JoinPlan(url, bot, seats, chosen, players, option, tables, number, name, seed, patience)

    def announce(link: str) -> None:
        if not as_json and tables == 1:
            print(f"Playing at {stdio.printable(link)}", flush=True)

    def report(played: PlayedGame) -> None:
        if not as_json:
            print(stdio.printable(played.score_line()), flush=True)

    try:
        tally = asyncio.run(join(plan, announce, report))
    except (Vanished, ProgramFailed) as failed:
        raise CommandFailed(str(failed)) from None
    if as_json:
        print_json(tally.json())
    else:
        print(tally.sentence())
