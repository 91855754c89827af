"""The command line: everything that `reihum` can be asked to do."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from types import FrameType
from typing import Any, Final, NoReturn, TextIO

import click
from click.core import ParameterSource
from rich.table import Table

import reihum
from reihum import streams
from reihum.arena.games import Plan, Result, WorkerDied
from reihum.arena.simulate import planned, played_out
from reihum.arena.statistics import summary
from reihum.bots import NAMES, line_up
from reihum.completing import (
    complete_bot,
    complete_bots,
    complete_game,
    complete_language,
    complete_option,
    complete_rule,
)
from reihum.core.errors import ReihumError
from reihum.core.record import LONGEST
from reihum.match import Game, Match, game, games, shortened
from reihum.replaying import Walkthrough, names_at, records_in
from reihum.server.settings import data_folder
from reihum.streams import Paper, ReaderGone
from reihum.terminal.plain import rules_text, sit_down
from reihum.typed.hands import hand_typed, wild_typed
from reihum.typed.moves import game_meant
from reihum.verifying import verdict
from reihum.words import LANGUAGES, Count, Words, language_here, words

FAILED: Final = 1  # through no fault of the input, or something is not true
BAD_INPUT: Final = 2  # or output that cannot be written
INTERRUPTED: Final = 130
ALL_BOTS: Final = ", ".join(NAMES)


# -- beginning and end ----------------------------------------------------------------------------


@contextmanager
def leaving_early() -> Iterator[None]:
    """Tell click nothing of a reader who has left."""
    try:
        yield
    except BrokenPipeError:
        raise ReaderGone from None


class NotTrue(Exception):
    """A record is not what it says."""


class Failed(Exception):
    """Something ended through no fault of the input."""


class Commands(click.Group):
    """All commands; a reader who left early is no error, which click would make of it."""

    def make_context(self, *args: Any, **more: Any) -> click.Context:
        """Read the command line, which may show help already."""
        with leaving_early():
            return super().make_context(*args, **more)

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        """Read the words; without a command, to play is what is meant."""
        own = {name for option in self.get_params(context) for name in option.opts}
        meant = not args or (args[0].startswith("-") and args[0] not in own)
        if meant and not context.resilient_parsing:  # the shell that completes words wants all commands
            args = ["play", *args]
        return super().parse_args(context, args)

    def invoke(self, context: click.Context) -> Any:
        """Run the command asked for."""
        with leaving_early():
            return super().invoke(context)


def main() -> NoReturn:
    """Run the command line; whatever is wrong with the input is one sentence and exit code 2."""
    code = outcome()
    try:
        sys.stdout.flush()
    except OSError:
        streams.give_up_output()
    sys.exit(code)


def outcome() -> int:
    """Run the command asked for and give its exit code."""
    try:
        streams.prepare()
        take_signals()
        code = commands.main(prog_name="reihum", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        return complain(error.format_message())
    except ReihumError as error:
        return complain(str(error))
    except NotTrue as found:
        return complain(f"Not true: {found}", FAILED)
    except (Failed, WorkerDied) as error:
        return complain(str(error), FAILED)
    except (ReaderGone, BrokenPipeError):
        streams.give_up_output()
        return 0
    except OSError as error:
        what = "Reading or writing failed" if error.filename is None else error.filename
        return complain(f"{what}: {error.strerror}.")
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    return code if isinstance(code, int) else 0


def complain(sentence: str, code: int = BAD_INPUT) -> int:
    """One sentence to standard error, and the exit code to go with it."""
    with suppress(OSError):
        print(f"reihum: {streams.printable(sentence)}", file=sys.stderr)
    return code


def take_signals() -> None:
    """Ctrl-C is an exception, and so is SIGTERM, so that everybody can tidy up; what is ignored stays so."""
    if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if signal.getsignal(signal.SIGTERM) != signal.SIG_IGN:
        signal.signal(signal.SIGTERM, terminated)


def terminated(number: int, _frame: FrameType | None) -> NoReturn:
    """End with the exit code that a shell gives for the signal."""
    sys.exit(128 + number)


# -- what several commands have -------------------------------------------------------------------

language_option = click.option(
    "--lang",
    shell_complete=complete_language,
    help=f"Language: {', '.join(LANGUAGES)}; otherwise by the locale.",
)
option_option = click.option(
    "--option",
    multiple=True,
    shell_complete=complete_option,
    help="An option of the game, such as learning.",
)
game_argument = click.argument("slug", metavar="GAME", shell_complete=complete_game)


def version(context: click.Context, _option: click.Parameter, wanted: bool) -> None:
    """Name the version, and whether the core is compiled."""
    if wanted:
        how = (
            "compiled"
            if reihum.COMPILED
            else "interpreted: slower, as no C compiler was found at installation"
        )
        print(f"reihum {reihum.__version__} ({how})")
        context.exit()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, callback=version, expose_value=False, is_eager=True, help="Which version."
)
def commands() -> None:
    """Four card games, exactly by their rules."""


def language(lang: str | None) -> Words:
    """The catalogue asked for, or the one of this machine's locale."""
    return words(language_here() if lang is None else lang)


# -- playing --------------------------------------------------------------------------------------


@commands.command()
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
def play(
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
        play_in_browser(None if slug is None else asked_game(slug), lan, not no_browser, port, say)
        return
    console = Paper()
    try:
        chosen = asked_game(slug) if slug is not None else choose_game(say, console)
        seats = players if players is not None else choose_players(say, console, chosen)
    except (EOFError, KeyboardInterrupt):
        console.print(f"\n{say('play.not_begun')}")
        return
    match = chosen.start(seats, seed, dict.fromkeys(option, True))
    line = line_up(bots, seats - 1) if seats > 1 else []
    sit_down(match, line, say, console, record_path(record, chosen), console.ask, name).play()


IN_BROWSER: Final = ("lan", "no_browser", "port")
IN_TERMINAL: Final = ("players", "bots", "seed", "option", "record", "name")


def check_together(context: click.Context, plain: bool) -> None:
    """Refuse options of the plain game without --plain, and of the page with it."""
    for option in IN_BROWSER if plain else IN_TERMINAL:
        if context.get_parameter_source(option) is ParameterSource.COMMANDLINE:
            flag = f"--{option.replace('_', '-')}"
            why = "does not go with --plain" if plain else "goes with --plain; the page asks for it itself"
            raise click.UsageError(f"{flag} {why}.")


def play_in_browser(chosen: Game | None, lan: bool, browser: bool, port: int | None, say: Words) -> None:
    """Show the page, at a game if one was chosen."""
    from reihum.opening import NotForOthers, Opening, open_table

    path = "/" if chosen is None else f"/?game={chosen.slug}"
    try:
        open_table(Opening(path, lan, browser, port), say)
    except NotForOthers as found:
        raise Failed(str(found)) from None


def asked_game(typed: str) -> Game:
    """The game that somebody means: by its slug, its title, or a beginning that no other has."""
    return game(game_meant(typed) or typed)


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
        return fresh(asked)
    folder = data_folder() / "records"
    folder.mkdir(parents=True, exist_ok=True)
    stem = f"{chosen.slug}-{datetime.now():%Y%m%d-%H%M%S}"
    taken = {path.stem for path in folder.glob(f"{stem}*")}
    names = [stem, *(f"{stem}-{n}" for n in range(2, len(taken) + 3))]
    return folder / f"{next(name for name in names if name not in taken)}.txt"


def fresh(path: Path) -> Path:
    """A path at which a file can be made without losing another."""
    if path.exists():
        raise ReihumError(f"{path} is there already and is not overwritten.")
    if not path.parent.is_dir():
        raise ReihumError(f"There is no folder {path.parent}.")
    return path


@commands.command("games")
@click.option("--json", "as_json", is_flag=True, help="JSON for programs.")
def games_command(as_json: bool) -> None:
    """List the games, with how many can play them and their options."""
    if as_json:
        print_json([one.json() for one in games()])
        return
    for one in games():
        seats = f"{one.players[0]}–{one.players[-1]}"
        print(f"{one.slug:<14} {one.title:<13} {seats:<4} {' '.join(one.options)}".rstrip())


def print_json(value: object, indent: int | None = 2) -> None:
    """A value as JSON that stays JSON in every encoding."""
    print(json.dumps(value, ensure_ascii=not streams.speaks_unicode(), indent=indent))


@commands.command()
@game_argument
@click.argument("number", default="", shell_complete=complete_rule)
@language_option
def rules(slug: str, number: str, lang: str | None) -> None:
    """Show the rules of a game, or only the rule with a NUMBER such as T7."""
    chosen, say = asked_game(slug), language(lang)
    lines = list(rules_text(chosen.slug, say.lang, number.upper()))
    if not lines:
        raise ReihumError(say("play.no_rule", game=chosen.title, number=shortened(number)))
    for line in lines:
        print(line.strip() if number else line)


@commands.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--position", is_flag=True, help="Print the position at its end as JSON.")
@click.option("--step", is_flag=True, help="Walk through it move by move.")
@click.option("--seat", type=int, help="With --step: look from this seat, not as a spectator.")
@language_option
def replay(file: Path, position: bool, step: bool, seat: int | None, lang: str | None) -> None:
    """Replay a file of records, check that each ends as it says, and show the scores."""
    if seat is not None and not step:
        raise click.UsageError("--seat says from where to look at the steps, so it goes with --step.")
    if position and step:
        raise click.UsageError("--position and --step do not go together.")
    say, console = language(lang), Paper()
    for text, match in records_in(file):
        if position:
            print_json(match.position(), indent=None)
        elif not step:
            print_match(match, say)
        elif not walked(Walkthrough(text, seat, say, console), console.ask):
            break


def walked(through: Walkthrough, ask: Callable[[str], str]) -> bool:
    """Walk through one record, with questions if there is somebody to ask; whether to go on."""
    if not sys.stdin.isatty():
        through.show_all()
        return True
    try:
        return through.walk(ask)
    except EOFError:
        return False


def print_match(match: Match, say: Words) -> None:
    """A game's scores, the winners with a star."""
    key = "replay.over" if match.over else "replay.unfinished"
    print(say(key, game=match.game.title, moves=Count(len(match.history))))
    for seat, (name, score) in enumerate(zip(names_at(match, say), match.scores(), strict=True)):
        print(f"  {name}: {score}{'  *' if seat in match.winners() else ''}")


@commands.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--commitment", help="What the table showed before the first card, if you noted it.")
def verify(file: Path, commitment: str | None) -> None:
    """Check that a finished game was dealt as promised: exit code 0 if so, 1 if not, 2 if not readable."""
    with file.open("rb") as content:
        found = verdict(content.read(LONGEST + 1), commitment)
    if found.match is None:
        raise NotTrue(found.sentence)
    print(f"True: {found.sentence}")
    print_match(found.match, words("en"))


# -- the server -----------------------------------------------------------------------------------


@commands.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=8023, show_default=True, help="0: a free one.")
@click.option("--store", help="sqlite:PATH or postgresql://…; otherwise a file in your data directory.")
@click.option(
    "--bot-delay",
    type=click.FloatRange(0, 60),
    default=1.0,
    show_default=True,
    help="About how many seconds bots take to answer; 0: none.",
)
@click.option(
    "--thinkers",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="In how many processes bots think.",
)
@click.option(
    "--idle",
    type=click.FloatRange(0),
    default=30.0,
    show_default=True,
    help="After how many seconds a table at which nobody looks leaves the memory.",
)
@click.option("--proxy", multiple=True, help="An address whose forwarded headers are believed.")
@click.option(
    "--limit",
    multiple=True,
    metavar="NAME=VALUE",
    help="Another limit against floods: tables=100/1.5 (at once/a second), spectators=50; ?: all of them.",
)
def serve(
    host: str,
    port: int,
    store: str | None,
    bot_delay: float,
    thinkers: int,
    idle: float,
    proxy: tuple[str, ...],
    limit: tuple[str, ...],
) -> None:
    """Open tables for people and programs in the network: docs/hosting.md and docs/protocol.md tell more."""
    from reihum.server.serve import serve as listen
    from reihum.server.settings import Settings, limits_from, limits_text, proxies_from

    if "?" in limit:
        print(limits_text())
    else:
        proxies, limits = proxies_from(proxy), limits_from(limit)
        listen(Settings(host, port, store, bot_delay, thinkers, proxies, idle, limits))


@commands.command()
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
@click.option("--json", "as_json", is_flag=True, help="JSON for programs.")
def join(
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

    chosen = None if slug is None else asked_game(slug).slug
    plan = Plan(url, bot, seats, chosen, players, option, tables, number, name, seed, patience)

    def begun(link: str) -> None:
        if not as_json and tables == 1:
            print(f"Plays at {streams.printable(link)}", flush=True)

    def ended(played: Played) -> None:
        if not as_json:
            print(streams.printable(played.line()), flush=True)

    try:
        tally = asyncio.run(play_all(plan, begun, ended))
    except Vanished as gone:
        raise Failed(str(gone)) from None
    if as_json:
        print_json(tally.json())
    else:
        print(tally.sentence())


# -- simulations ----------------------------------------------------------------------------------


@commands.command("simulate")
@game_argument
@click.option(
    "--players", type=int, help="How many players; if left out, the fewest that play with each other."
)
@click.option("--games", "number", type=click.IntRange(1, 10_000_000), default=100, help="How many games.")
@click.option(
    "--bots",
    default="policy",
    shell_complete=complete_bots,
    help=f"Who plays: {ALL_BOTS} or module:Class of your own; the last one fills up.",
)
@click.option("--seed", type=int, default=1, help="The same seed gives the same result.")
@option_option
@click.option("--jobs", type=click.IntRange(1, 256), default=1, help="How many processes.")
@click.option("--json", "as_json", is_flag=True, help="JSON for programs.")
@click.option(
    "--records", type=click.Path(path_type=Path), help="Write the records of all games to this file."
)
def simulate_command(
    slug: str,
    players: int | None,
    number: int,
    bots: str,
    seed: int,
    option: tuple[str, ...],
    jobs: int,
    as_json: bool,
    records: Path | None,
) -> None:
    """Let bots play many games and report the results; they change seats from game to game."""
    chosen = asked_game(slug)
    seats = chosen.checked_players(players if players is not None else max(2, chosen.players[0]))
    plan = planned(chosen, seats, number, line_up(bots, seats), seed, records is not None, option)
    with new_file(records) as file:
        results = with_progress(plan, chosen.title, jobs)
        if records is not None and file is not None:
            write(file, records, "".join(result.record for result in results))
    told = summary(plan, results)
    if as_json:
        print_json(told)
    else:
        print_summary(told)


def with_progress(plan: Plan, title: str, jobs: int) -> list[Result]:
    """Simulate, and show how far it is if somebody is looking."""
    from rich.progress import Progress  # all other commands begin the sooner

    looking = sys.stderr.isatty()
    # Without a thread of its own, which would take signals in while the workers are being started.
    with Progress(
        console=Paper(stderr=True), disable=not looking, transient=True, auto_refresh=False
    ) as progress:
        task = progress.add_task(title, total=plan.games)
        return played_out(plan, jobs, lambda done: progress.update(task, advance=done, refresh=True))


@contextmanager
def new_file(path: Path | None) -> Iterator[TextIO | None]:
    """A file that was not there before, kept from the beginning and removed if nothing comes of it."""
    if path is None:
        yield None
        return
    file = fresh(path).open("x", encoding="utf-8")
    try:
        with file:
            yield file
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def write(file: TextIO, path: Path, text: str) -> None:
    """Write all of a text, or say which file could not take it."""
    try:
        file.write(text)
        file.flush()
    except OSError as error:
        raise ReihumError(f"{path} could not be written: {error.strerror}.") from None


def print_summary(told: dict[str, Any]) -> None:
    """The results as a table."""
    console = Paper()
    players, games = Count(told["players"]), Count(told["games"])
    table = Table(
        title=f"{told['game']}, {players:1 player|# players}, {games:1 game|# games}, seed {told['seed']}"
    )
    for heading in ("bot", "wins", "share (95 %)", "score (95 %)"):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    for row in told["bots"]:
        rate = interval(row["win_rate"], 100, " %")
        table.add_row(row["bot"], f"{row['wins']:g}", rate, interval(row["score"], 1, ""))
    console.print(table)
    console.print(f"decisions per game {interval(told['decisions'], 1, '')}")
    console.print(f"rounds per game {interval(told['rounds'], 1, '')}")
    if told["games"] < told["asked"]:
        console.print(f"Broken off: {games} of {told['asked']} games {games:was|were} played.")
    if told["capped"]:
        capped = Count(told["capped"])
        one, more = "1 game was too long, was cut off and is", "# games were too long, were cut off and are"
        console.print(f"{capped:{one}|{more}} not counted.")


def interval(value: dict[str, float | None], times: int, unit: str) -> str:
    """A mean with its interval."""
    if value["mean"] is None or value["low"] is None or value["high"] is None:
        return "–"
    middle, low, high = (value["mean"] * times, value["low"] * times, value["high"] * times)
    return f"{middle:.2f}{unit} ({low:.2f}–{high:.2f})"


# -- Königs-Rommé ---------------------------------------------------------------------------------


@commands.command()
@click.argument("cards", nargs=-1, required=True)
@click.option("--wild", required=True, help="The round's wild value: 3 to 10, J, Q or K.")
def melds(cards: tuple[str, ...], wild: str) -> None:
    """Show the best lay-down of a Königs-Rommé hand, such as "8d 8h * 5s 6s 7s Kc"."""
    best = reihum.best_laydown(hand_typed(" ".join(cards)), wild_typed(wild))
    for combination, meanings in zip(best.combinations, best.stands_for, strict=True):
        print(" ".join(told(card, meaning) for card, meaning in zip(combination, meanings, strict=True)))
    print(f"left: {' '.join(best.left) or 'nothing'} ({best.points} points)")
    if best.best_discard is not None:
        left = best.discards[best.best_discard]
        after = "and everything else can be laid" if left == 0 else f"which leaves {left} points"
        print(f"best discard: {best.best_discard}, {after}")


def told(card: str, meaning: str) -> str:
    """A card, and what it stands for if it is a wild."""
    return card if card == meaning else f"{card}={meaning}"
