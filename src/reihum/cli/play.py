"""`reihum play`: in the browser, or plainly in this terminal."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Final

import click
from click.core import ParameterSource

from reihum.bots import USUAL_LEVEL, line_up
from reihum.bots.programs import ProgramFailed
from reihum.cli.completion import complete_bots, complete_game
from reihum.cli.main import CommandFailed
from reihum.cli.options import ALL_BOTS, catalogue, game_named, language_option, new_path, option_option
from reihum.cli.stdio import TextConsole
from reihum.games.titles import find_slug
from reihum.match import Game, game, games
from reihum.server.settings import data_folder
from reihum.terminal.plain import set_up_game
from reihum.words import Words


@click.command()
@click.argument("slug", metavar="[GAME]", required=False, shell_complete=complete_game)
@click.option(
    "--lan", is_flag=True, help="Also listen for others on the same network; shows a QR code for them."
)
@click.option("--no-browser", is_flag=True, help="Only print the address.")
@click.option("--port", type=click.IntRange(0, 65535), help="Instead of 8023 or the next free one; 0: any.")
@click.option("--plain", is_flag=True, help="Play in this terminal; the options below belong to it.")
@click.option("--players", type=int, help="How many players, including you.")
@click.option(
    "--bots",
    default=USUAL_LEVEL,
    show_default=True,
    shell_complete=complete_bots,
    help=f"The others: {ALL_BOTS}, your own module:Class or cmd:PROGRAM; the last one takes all other seats.",
)
@click.option("--seed", type=int, help="The same seed deals the same cards.")
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
    check_options(context, plain)
    say = catalogue(lang)
    if not plain:
        play_in_browser(None if slug is None else game_named(slug), lan, not no_browser, port, say)
        return
    console = TextConsole()
    try:
        chosen = game_named(slug) if slug is not None else choose_game(say, console)
        seats = players if players is not None else choose_players(say, console, chosen)
    except (EOFError, KeyboardInterrupt):
        console.print(f"\n{say('play.not_begun')}")
        return
    match = chosen.start(seats, seed, dict.fromkeys(option, True))
    line = line_up(bots, seats - 1) if seats > 1 else []
    try:
        set_up_game(match, line, say, console, record_path(record, chosen), console.ask, name).play()
    except ProgramFailed as failed:
        raise CommandFailed(str(failed)) from None


IN_BROWSER: Final = ("lan", "no_browser", "port")
IN_TERMINAL: Final = ("players", "bots", "seed", "option", "record", "name")


def check_options(context: click.Context, plain: bool) -> None:
    """Refuse options of the terminal game without --plain, and options of the page with it."""
    for option in IN_BROWSER if plain else IN_TERMINAL:
        if context.get_parameter_source(option) is ParameterSource.COMMANDLINE:
            flag = f"--{option.replace('_', '-')}"
            why = "cannot be used with --plain" if plain else "needs --plain; the page asks for it itself"
            raise click.UsageError(f"{flag} {why}.")


def play_in_browser(chosen: Game | None, lan: bool, browser: bool, port: int | None, say: Words) -> None:
    """Show the page, at the chosen game if there is one."""
    from reihum.cli.browser import BrowserRequest, NotForOthers, open_page

    path = "/" if chosen is None else f"/?game={chosen.slug}"
    try:
        open_page(BrowserRequest(path, lan, browser, port), say)
    except NotForOthers as found:
        raise CommandFailed(str(found)) from None


def choose_game(say: Words, console: TextConsole) -> Game:
    """Ask which game."""
    offered = games()
    for number, one in enumerate(offered, start=1):
        console.print(f"  {number}  {one.title} ({one.players[0]}–{one.players[-1]})")
    while True:
        typed = console.ask(say("play.which_game")).strip()
        for number, one in enumerate(offered, start=1):
            if typed == str(number):
                return one
        if slug := find_slug(typed):
            return game(slug)
        console.print(say("play.which_game_again"))


def choose_players(say: Words, console: TextConsole, chosen: Game) -> int:
    """Ask for the number of players; Enter takes the fewest for a game with others."""
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
    """Where to save the record: the path asked for, or a new one in the user's data folder."""
    if asked is not None:
        return new_path(asked)
    folder = data_folder() / "records"
    folder.mkdir(parents=True, exist_ok=True)
    stem = f"{chosen.slug}-{datetime.now():%Y%m%d-%H%M%S}"
    taken = {path.stem for path in folder.glob(f"{stem}*")}
    names = [stem, *(f"{stem}-{n}" for n in range(2, len(taken) + 3))]
    return folder / f"{next(name for name in names if name not in taken)}.txt"
