"""`reihum join`: bots at the tables of a server."""

from __future__ import annotations

import click

from reihum.cli import stdio
from reihum.cli.completion import complete_bot, complete_game
from reihum.cli.main import Failed
from reihum.cli.options import ALL_BOTS, game_named, json_option, option_option, print_json


@click.command()
@click.argument("url")
@click.option(
    "--bot",
    default="policy",
    show_default=True,
    shell_complete=complete_bot,
    help=f"Who plays: {ALL_BOTS} or module:Class of your own.",
)
@click.option("--seats", type=click.IntRange(1, 7), default=1, show_default=True, help="On how many seats.")
@click.option("--game", "slug", shell_complete=complete_game, help="At a server: what to play.")
@click.option("--players", type=int, help="At a server: how many at a table; its bots take the other seats.")
@option_option
@click.option(
    "--tables", type=click.IntRange(1, 10_000), default=1, help="At a server: how many tables side by side."
)
@click.option(
    "--games",
    "number",
    type=click.IntRange(1, 1_000_000),
    default=1,
    help="One after the other at each table.",
)
@click.option("--name", help="The name at the table; otherwise that of the bot.")
@click.option("--seed", type=int, default=1, help="For bots that leave something to chance.")
@click.option(
    "--patience",
    type=click.FloatRange(0),
    default=60.0,
    show_default=True,
    help="Seconds to wait for a server that has gone.",
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
    """Let bots play at a table of a server, URL, or open tables at a server: docs/bots.md tells more."""
    import asyncio

    from reihum.client.errors import Vanished
    from reihum.client.joining import Plan, Played
    from reihum.client.joining import join as play_all

    chosen = None if slug is None else game_named(slug).slug
    plan = Plan(url, bot, seats, chosen, players, option, tables, number, name, seed, patience)

    def begun(link: str) -> None:
        if not as_json and tables == 1:
            print(f"Plays at {stdio.printable(link)}", flush=True)

    def ended(played: Played) -> None:
        if not as_json:
            print(stdio.printable(played.line()), flush=True)

    try:
        tally = asyncio.run(play_all(plan, begun, ended))
    except Vanished as gone:
        raise Failed(str(gone)) from None
    if as_json:
        print_json(tally.json())
    else:
        print(tally.sentence())
