"""The command line: `reihum play`, `simulate`, `melds`, `rules`, `replay`."""

from __future__ import annotations

import json
import os
import sys
from datetime import datetime
from pathlib import Path
from typing import Any, Final, NoReturn

import click
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

import reihum
from reihum.arena.simulate import Plan, simulate, summary
from reihum.bots import NAMES, line_up
from reihum.core.errors import ReihumError
from reihum.games import SLUGS
from reihum.match import Game, Match, checked_seed, game, games
from reihum.records import read_records
from reihum.terminal.plain import rules_text, sit_down
from reihum.terminal.typed import game_meant
from reihum.words import LANGUAGES, Words, language_here, words

BAD_INPUT: Final = 2
INTERRUPTED: Final = 130
ALL_GAMES: Final = ", ".join(SLUGS)
ALL_BOTS: Final = ", ".join(NAMES)

language_option = click.option("--lang", help=f"Language: {', '.join(LANGUAGES)}; otherwise by the locale.")
game_argument = click.argument("slug", metavar="GAME")


def main() -> NoReturn:
    """Run the command line; whatever is wrong with the input is one sentence and exit code 2."""
    try:
        code = commands.main(prog_name="reihum", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as shown:
        print(shown.format_message())
        sys.exit(0)
    except click.ClickException as error:
        complain(error.format_message())
    except ReihumError as error:
        complain(str(error))
    except BrokenPipeError:  # whoever reads our output has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        complain(f"{error.filename}: {error.strerror}.")
    except (KeyboardInterrupt, click.Abort):
        sys.exit(INTERRUPTED)
    else:
        sys.exit(code if isinstance(code, int) else 0)
    sys.exit(0)


def complain(sentence: str) -> NoReturn:
    """One sentence to standard error."""
    print(f"reihum: {sentence}", file=sys.stderr)
    sys.exit(BAD_INPUT)


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


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, callback=version, expose_value=False, is_eager=True, help="Which version."
)
def commands() -> None:
    """Four card games, exactly by their rules."""


def language(lang: str | None) -> Words:
    """The catalogue asked for, or the one of this machine's locale."""
    if lang is not None and lang not in LANGUAGES:
        raise ReihumError(f"There is no language {lang!r}; there are {', '.join(LANGUAGES)}.")
    return words(lang or language_here())


# -- playing --------------------------------------------------------------------------------------


@commands.command()
@click.argument("slug", metavar="[GAME]", required=False)
@click.option("--players", type=int, help="How many at the table, you included.")
@click.option("--bots", default="policy", help=f"Who the others are, from {ALL_BOTS}; the last one fills up.")
@click.option("--seed", type=int, help="Deal these cards; the same seed deals the same.")
@click.option("--option", multiple=True, help="An option of the game, such as learning.")
@language_option
@click.option("--record", type=click.Path(path_type=Path), help="Where to keep the record.")
@click.option("--name", help="Your name in the record.")
@click.option("--plain", is_flag=True, help="The plain terminal game, which is the only one so far.")
def play(
    slug: str | None,
    players: int | None,
    bots: str,
    seed: int | None,
    option: tuple[str, ...],
    lang: str | None,
    record: Path | None,
    name: str | None,
    plain: bool,
) -> None:
    """Play against bots in the terminal."""
    say = language(lang)
    console = Console(highlight=False)
    try:
        chosen = game(game_meant(slug) or slug) if slug is not None else choose_game(say, console)
        seats = players if players is not None else choose_players(say, console, chosen)
    except (EOFError, KeyboardInterrupt):
        console.print(f"\n{say('play.not_begun')}")
        return
    match = chosen.start(seats, seed, dict.fromkeys(option, True))
    line = line_up(bots, seats - 1) if seats > 1 else []
    sit_down(match, line, say, console, record_path(record, chosen), console.input, name).play()


def choose_game(say: Words, console: Console) -> Game:
    """Ask which game."""
    offered = games()
    for number, one in enumerate(offered, start=1):
        console.print(f"  {number}  {one.title} ({one.players[0]}–{one.players[-1]})")
    while True:
        typed = console.input(say("play.which_game")).strip()
        for number, one in enumerate(offered, start=1):
            if typed == str(number):
                return one
        if slug := game_meant(typed):
            return game(slug)
        console.print(say("play.which_game_again"))


def choose_players(say: Words, console: Console, chosen: Game) -> int:
    """Ask how many sit at the table; Enter takes the fewest that make a game with others."""
    fewest, most = chosen.players[0], chosen.players[-1]
    usual = max(2, fewest)
    while True:
        typed = console.input(say("play.how_many", fewest=fewest, most=most, usual=usual)).strip()
        if not typed:
            return usual
        if typed in (str(number) for number in chosen.players):
            return int(typed)
        console.print(say("play.how_many_again", fewest=fewest, most=most))


def record_path(asked: Path | None, chosen: Game) -> Path:
    """Where the record goes: where asked, or among the user's data; nothing is ever overwritten."""
    if asked is not None:
        return fresh(asked)
    home = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share")
    folder = home / "reihum" / "records"
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


@commands.command()
@game_argument
@click.argument("number", default="")
@language_option
def rules(slug: str, number: str, lang: str | None) -> None:
    """Show the rules of a game, or only the rule with a NUMBER such as T7."""
    lines = list(rules_text(game(slug).slug, language(lang).lang, number.upper()))
    if not lines:
        raise ReihumError(f"{game(slug).title} has no rule {number!r}.")
    for line in lines:
        print(line.strip() if number else line)


@commands.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--position", is_flag=True, help="Print the position at its end as JSON.")
def replay(file: Path, position: bool) -> None:
    """Replay a file of records, check that each ends as it says, and show the scores."""
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise ReihumError(f"{file} is not text.") from None
    for match in read_records(text):
        if position:
            print(json.dumps(match.position(), ensure_ascii=False))
        else:
            print_match(match)


def print_match(match: Match) -> None:
    """A game's scores, the winners with a star."""
    names = match.names or [f"seat {seat}" for seat in range(match.seats)]
    print(f"{match.game.title}, {len(match.log(None))} moves, {'over' if match.over else 'unfinished'}")
    for seat, (name, score) in enumerate(zip(names, match.scores(), strict=True)):
        print(f"  {name}: {score}{'  *' if seat in match.winners() else ''}")


# -- simulations ----------------------------------------------------------------------------------


@commands.command("simulate")
@game_argument
@click.option(
    "--players", type=int, help="How many players; if left out, the fewest that play with each other."
)
@click.option("--games", "number", type=click.IntRange(1, 10_000_000), default=100, help="How many games.")
@click.option("--bots", default="policy", help=f"Who plays, from {ALL_BOTS}; the last one fills up.")
@click.option("--seed", type=int, default=1, help="The same seed gives the same result.")
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
    jobs: int,
    as_json: bool,
    records: Path | None,
) -> None:
    """Let bots play many games and report the results; they change seats from game to game."""
    chosen = game(slug)
    seats = chosen.checked_players(players if players is not None else max(2, chosen.players[0]))
    plan = Plan(slug, seats, number, tuple(line_up(bots, seats)), checked_seed(seed), records is not None)
    if records is not None:
        fresh(records)
    with Progress(console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True) as progress:
        task = progress.add_task(chosen.title, total=number)
        results = simulate(plan, jobs, lambda done: progress.advance(task, done))
    if records is not None:
        records.write_text("".join(result.record for result in results), encoding="utf-8")
    told = summary(plan, results)
    if as_json:
        print(json.dumps(told, ensure_ascii=False, indent=2))
    else:
        print_summary(told)


def print_summary(told: dict[str, Any]) -> None:
    """The results as a table."""
    console = Console(highlight=False)
    table = Table(
        title=f"{told['game']}, {told['players']} players, {told['games']} games, seed {told['seed']}"
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
        console.print(f"Broken off: {told['games']} of {told['asked']} games were played.")
    if told["capped"]:
        console.print(f"{told['capped']} games were too long and were cut off; they are not counted.")


def interval(value: dict[str, float | None], times: int, unit: str) -> str:
    """A mean with its interval."""
    if value["mean"] is None or value["low"] is None or value["high"] is None:
        return "–"
    middle, low, high = (value["mean"] * times, value["low"] * times, value["high"] * times)
    return f"{middle:.2f}{unit} ({low:.2f}–{high:.2f})"


# -- Königs-Rommé ---------------------------------------------------------------------------------


@commands.command()
@click.argument("cards")
@click.option("--wild", required=True, help="The round's wild value: 3 to 10, J, Q or K.")
def melds(cards: str, wild: str) -> None:
    """Show the best lay-down of a Königs-Rommé hand, such as "8d 8h * 5s 6s 7s Kc"."""
    best = reihum.best_laydown(cards, wild)
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
