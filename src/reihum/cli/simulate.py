"""`reihum simulate`: many games between bots, and their results."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click
from rich.table import Table

from reihum.arena.entrants import ARENA_BOTS, ARENA_NAMES
from reihum.arena.games import Result, SimulationPlan, WorkerDied
from reihum.arena.simulate import make_plan, play_all
from reihum.arena.statistics import summary
from reihum.bots import line_up
from reihum.bots.programs import ProgramFailed
from reihum.cli.completion import complete_entrants
from reihum.cli.main import CommandFailed
from reihum.cli.options import (
    game_argument,
    game_named,
    json_option,
    new_file,
    option_option,
    print_json,
    write_text,
)
from reihum.cli.stdio import TextConsole
from reihum.words import Count


@click.command()
@game_argument
@click.option(
    "--players", type=int, help="How many players; if left out, the fewest that can play against each other."
)
@click.option("--games", "number", type=click.IntRange(1, 10_000_000), default=100, help="How many games.")
@click.option(
    "--bots",
    default="policy",
    show_default=True,
    shell_complete=complete_entrants,
    help=f"Who plays: {', '.join(ARENA_NAMES)} or your own module:Class; "
    "the last one takes all seats that are left.",
)
@click.option("--seed", type=int, default=1, help="The same seed gives the same result.")
@option_option
@click.option("--jobs", type=click.IntRange(1, 256), default=1, help="How many processes to use.")
@json_option
@click.option(
    "--records", type=click.Path(path_type=Path), help="Write the records of all games to this file."
)
def command(
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
    """Let bots play many games of GAME and report the results; they change seats from game to game."""
    chosen = game_named(slug)
    seats = chosen.checked_players(players if players is not None else max(2, chosen.players[0]))
    entrants = line_up(bots, seats, ARENA_BOTS)
    plan = make_plan(chosen, seats, number, entrants, seed, records is not None, option)
    with new_file(records) as file:
        results = play_with_progress(plan, chosen.title, jobs)
        if records is not None and file is not None:
            write_text(file, records, "".join(result.record for result in results))
    found = summary(plan, results)
    if as_json:
        print_json(found)
    else:
        print_summary(found)


def play_with_progress(plan: SimulationPlan, title: str, jobs: int) -> list[Result]:
    """Simulate, with a progress bar if standard error is a terminal."""
    from rich.progress import Progress  # late, so that other commands start sooner

    looking = sys.stderr.isatty()
    # Without its own thread, which would receive signals while the workers are being started.
    with Progress(
        console=TextConsole(stderr=True), disable=not looking, transient=True, auto_refresh=False
    ) as progress:
        task = progress.add_task(title, total=plan.games)
        try:
            return play_all(plan, jobs, lambda done: progress.update(task, advance=done, refresh=True))
        except (WorkerDied, ProgramFailed) as error:
            raise CommandFailed(str(error)) from None


def print_summary(found: dict[str, Any]) -> None:
    """Print the results as a table."""
    console = TextConsole()
    players, games = Count(found["players"]), Count(found["games"])
    table = Table(
        title=f"{found['game']}, {players:1 player|# players}, {games:1 game|# games}, seed {found['seed']}"
    )
    for heading in ("bot", "wins", "share (95 %)", "score (95 %)"):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    for row in found["bots"]:
        rate = interval(row["win_rate"], 100, " %")
        table.add_row(row["bot"], f"{row['wins']:g}", rate, interval(row["score"], 1, ""))
    console.print(table)
    console.print(f"decisions per game {interval(found['decisions'], 1, '')}")
    console.print(f"rounds per game {interval(found['rounds'], 1, '')}")
    if found["games"] < found["asked"]:
        console.print(f"Stopped early: {games} of {found['asked']} games {games:was|were} played.")
    if found["capped"]:
        capped = Count(found["capped"])
        console.print(f"{capped:1 game was|# games were} cut off for being too long, and not counted.")


def interval(value: dict[str, float | None], times: int, unit: str) -> str:
    """A mean with its interval."""
    if value["mean"] is None or value["low"] is None or value["high"] is None:
        return "–"
    middle, low, high = (value["mean"] * times, value["low"] * times, value["high"] * times)
    return f"{middle:.2f}{unit} ({low:.2f}–{high:.2f})"
