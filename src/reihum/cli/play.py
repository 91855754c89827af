"""`reihum play`: at the table in the browser, or plainly in this terminal."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Final

import click
from click.core import ParameterSource

from reihum.bots import line_up
from reihum.cli.completion import complete_bots, complete_game
from reihum.cli.main import Failed
from reihum.cli.options import ALL_BOTS, game_named, language, language_option, new_path, option_option
from reihum.cli.stdio import Paper
from reihum.games.titles import game_meant
from reihum.match import Game, game, games
from reihum.server.settings import data_folder
from reihum.terminal.plain import set_up_game
from reihum.words import Words


@click.command()
@click.argument("slug", metavar="[GAME]", required=False, shell_complete=complete_game)
@click.option("--lan", is_flag=True, help="For others in the same network, too; shows a QR code for them.")
@click.option("--no-browser", is_flag=True, help="Only print the address.")
@click.option("--port", type=click.IntRange(0, 65535), help="Instead of 8023 or the next free one; 0: any.")
@click.option("--plain", is_flag=True, help="The plain terminal game; all options below belong to it.")
@click.option("--players", type=int, help="How many at the table, you included.")
@click.option(
    "--bots",
    default="policy",
    shell_complete=complete_bots,
    help=f"Who the others are: {ALL_BOTS} or module:Class; the last one fills up.",
)
@click.option("--seed", type=int, help="Deal these cards; the same seed deals the same.")
@option_option
@click.option("--record", type=click.Path(path_type=Path), help="Where to keep the record.")
@click.option("--name", help="Your name in the record.")
@language_option
@click.pass_context
def command(
    context: click.Context,
    slug: str | None,
    lan: bool,
    no_browser: bool,
    port: int | None,
    plain: bool,
    players: int | None,
    bots: str,
    seed: int | None,
    option: tuple[str, ...],
    lang: str | None,
    record: Path | None,
    name: str | None,
) -> None:
    """Play in the browser, against bots or with friends; or plainly in this terminal.

    This is also what `reihum` does without a command.
    """
    check_together(context, plain)
    say = language(lang)
    if not plain:
        play_in_browser(None if slug is None else game_named(slug), lan, not no_browser, port, say)
        return
    console = Paper()
    try:
        chosen = game_named(slug) if slug is not None else choose_game(say, console)
        seats = players if players is not None else choose_players(say, console, chosen)
    except (EOFError, KeyboardInterrupt):
        console.print(f"\n{say('play.not_begun')}")
        return
    match = chosen.start(seats, seed, dict.fromkeys(option, True))
    line = line_up(bots, seats - 1) if seats > 1 else []
    set_up_game(match, line, say, console, record_path(record, chosen), console.ask, name).play()


IN_BROWSER: Final = ("lan", "no_browser", "port")
IN_TERMINAL: Final = ("players", "bots", "seed", "option", "record", "name")


def check_together(context: click.Context, plain: bool) -> None:
    """HttpRefusal options of the plain game without --plain, and of the page with it."""
    for option in IN_BROWSER if plain else IN_TERMINAL:
        if context.get_parameter_source(option) is ParameterSource.COMMANDLINE:
            flag = f"--{option.replace('_', '-')}"
            why = "does not go with --plain" if plain else "goes with --plain; the page asks for it itself"
            raise click.UsageError(f"{flag} {why}.")


def play_in_browser(chosen: Game | None, lan: bool, browser: bool, port: int | None, say: Words) -> None:
    """Show the page, at a game if one was chosen."""
    from reihum.cli.browser import BrowserRequest, NotForOthers, open_table

    path = "/" if chosen is None else f"/?game={chosen.slug}"
    try:
        open_table(BrowserRequest(path, lan, browser, port), say)
    except NotForOthers as found:
        raise Failed(str(found)) from None


def choose_game(say: Words, console: Paper) -> Game:
    """Ask which game."""
    offered = games()
    for number, one in enumerate(offered, start=1):
        console.print(f"  {number}  {one.title} ({one.players[0]}–{one.players[-1]})")
    while True:
        typed = console.ask(say("play.which_game")).strip()
        for number, one in enumerate(offered, start=1):
            if typed == str(number):
                return one
        if slug := game_meant(typed):
            return game(slug)
        console.print(say("play.which_game_again"))


def choose_players(say: Words, console: Paper, chosen: Game) -> int:
    """Ask how many sit at the table; Enter takes the fewest that make a game with others."""
    fewest, most = chosen.players[0], chosen.players[-1]
    usual = max(2, fewest)
    while True:
        typed = console.ask(say("play.how_many", fewest=fewest, most=most, usual=usual)).strip()
        if not typed:
            return usual
        if typed in (str(number) for number in chosen.players):
            return int(typed)
        console.print(say("play.how_many_again", fewest=fewest, most=most))


def record_path(asked: Path | None, chosen: Game) -> Path:
    """Where the record goes: where asked, or among the user's data; nothing is ever overwritten."""
    if asked is not None:
        return new_path(asked)
    folder = data_folder() / "records"
    folder.mkdir(parents=True, exist_ok=True)
    stem = f"{chosen.slug}-{datetime.now():%Y%m%d-%H%M%S}"
    taken = {path.stem for path in folder.glob(f"{stem}*")}
    names = [stem, *(f"{stem}-{n}" for n in range(2, len(taken) + 3))]
    return folder / f"{next(name for name in names if name not in taken)}.txt"
