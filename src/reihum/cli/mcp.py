"""`reihum mcp`: a seat for a language model, over the Model Context Protocol."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click
from click.core import ParameterSource

from reihum.bots import USUAL_LEVEL, line_up
from reihum.cli.completion import complete_bots, complete_game
from reihum.cli.options import ALL_BOTS, catalogue, language_option, new_path, option_option
from reihum.core.errors import ReihumError
from reihum.games.titles import find_slug
from reihum.match import game

IN_GAMES: Final = ("players", "bots", "seat", "seed", "worlds", "option", "record")


@click.command()
@click.argument("where", metavar="[GAME|LINK]", required=False, shell_complete=complete_game)
@click.option("--players", type=int, help="In a game here: how many players, the model included.")
@click.option(
    "--bots",
    default=USUAL_LEVEL,
    show_default=True,
    shell_complete=complete_bots,
    help=f"In a game here: the others: {ALL_BOTS}, your own module:Class or cmd:PROGRAM; the last one takes "
    "all seats that are left.",
)
@click.option("--seat", type=int, default=0, help="In a game here: where the model sits, from 0.")
@click.option("--seed", type=int, help="In a game here: the same seed deals the same cards.")
@click.option(
    "--worlds",
    type=click.IntRange(1, 1_000_000),
    help="In a game here: what bots that think ahead may spend, instead of their time.",
)
@option_option
@click.option("--record", type=click.Path(path_type=Path), help="In a game here: where to keep its record.")
@click.option("--name", default="Model", show_default=True, help="The model's name at the table.")
@click.option("--no-moves", is_flag=True, help="Never list the legal moves.")
@language_option
@click.pass_context
def command(
    context: click.Context,
    where: str | None,
    players: int | None,
    bots: str,
    seat: int,
    seed: int | None,
    worlds: int | None,
    option: tuple[str, ...],
    record: Path | None,
    name: str,
    no_moves: bool,
    lang: str | None,
) -> None:
    """Give a language model a seat, as a server of the Model Context Protocol on standard input and output.

    With a GAME it plays here against bots, with a LINK at a live table; with neither, it chooses itself.
    See docs/bots.md.
    """
    import asyncio

    try:
        import mcp_types  # noqa: F401  # comes with the SDK, and with none but its second version
    except ImportError:
        raise ReihumError(
            "The Model Context Protocol is not installed; pip install 'reihum[mcp]' brings it."
        ) from None
    from reihum.core.names import clean_name
    from reihum.mcp.here import GamePlan
    from reihum.mcp.tools import Begin, Desk, serve, sits_at, sits_here

    say, called = catalogue(lang), clean_name(name)
    slug = None if where is None else find_slug(where)
    begin: Begin | None = None
    if slug is not None:
        count = players if players is not None else max(2, game(slug).players[0])
        others = line_up(bots, count - 1) if count > 1 else []
        kept = None if record is None else new_path(record)
        plan = GamePlan(slug, count, others, option, seat, seed, worlds, called, kept)
        begin = sits_here(plan.begin(say.lang))
    else:
        refuse_options(context, IN_GAMES)
        if where is not None:
            begin = sits_at(checked_link(where), called, say.lang)
    asyncio.run(serve(Desk(begin, say.lang, not no_moves, called)))


def checked_link(where: str) -> str:
    """The link of a table."""
    if "/" not in where:
        raise ReihumError(f"There is no game {where!r}; the link of a table looks like http://HOST/t/ID.")
    return where


def refuse_options(context: click.Context, names: tuple[str, ...]) -> None:
    """Refuse options of a game here where none is named."""
    for option in names:
        if context.get_parameter_source(option) is ParameterSource.COMMANDLINE:
            flag = f"--{option.replace('_', '-')}"
            raise click.UsageError(f"{flag} belongs to a game here: name one.")
