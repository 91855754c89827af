"""`reihum arena`: bots compared on duplicate deals."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
from rich.table import Table

from reihum.arena.entrants import ARENA_NAMES
from reihum.arena.games import WorkerDied
from reihum.arena.run import ArenaRun, Workforce, plan_duplicate, run_arena
from reihum.arena.sequential import Hypotheses
from reihum.arena.shares import figure, shares_of
from reihum.bots.programs import PATIENCE, ProgramFailed
from reihum.cli.completion import complete_entrants
from reihum.cli.main import CommandFailed
from reihum.cli.options import game_argument, game_named, json_option, option_option, print_json
from reihum.cli.stdio import TextConsole
from reihum.core.errors import ReihumError
from reihum.words import Count


@click.command()
@game_argument
@click.option(
    "--bots",
    required=True,
    shell_complete=complete_entrants,
    help=f"Who plays: {', '.join(ARENA_NAMES)}, your own module:Class or cmd:PROGRAM. The last one takes all "
    "seats that are left; with more names than seats, all combinations play.",
)
@click.option(
    "--players", type=int, help="How many players; if left out, the fewest that can play against each other."
)
@click.option("--deals", type=click.IntRange(1, 10_000_000), default=100, show_default=True, help="How many.")
@click.option("--seed", type=int, default=1, help="The same seed gives the same deals.")
@click.option(
    "--worlds",
    type=click.IntRange(1, 1_000_000),
    help="What bots that think ahead may spend, instead of their time: results are then the same everywhere.",
)
@option_option
@click.option("--jobs", type=click.IntRange(1, 256), default=1, help="How many processes to use.")
@click.option("--ray", metavar="auto|ADDRESS", help="Play on a Ray cluster: start one here, or use that one.")
@click.option(
    "--sprt",
    metavar="LOW,HIGH",
    help="Stop as soon as it is clear whether the first bot's share lies LOW or HIGH above par.",
)
@click.option(
    "--patience",
    type=click.FloatRange(0.01, 3600),
    default=PATIENCE,
    show_default=True,
    help="How many seconds a program may take for a decision.",
)
@click.option("--out", type=click.Path(path_type=Path), help="Write a line for each deal to this file.")
@click.option("--resume", is_flag=True, help="Go on with that file.")
@json_option
def command(
    slug: str,
    bots: str,
    players: int | None,
    deals: int,
    seed: int,
    worlds: int | None,
    option: tuple[str, ...],
    jobs: int,
    ray: str | None,
    sprt: str | None,
    patience: float,
    out: Path | None,
    resume: bool,
    as_json: bool,
) -> None:
    """Compare bots at GAME: every deal is played from all seats."""
    if resume and out is None:
        raise ReihumError("--resume goes on with a file; name it with --out.")
    if ray is not None and jobs != 1:
        raise ReihumError("--jobs and --ray exclude each other.")
    names = [name.strip() for name in bots.split(",")]
    plan = plan_duplicate(game_named(slug).slug, names, players, deals, seed, worlds, option, patience)
    hypotheses = None if sprt is None else parse_hypotheses(sprt)
    if signal.getsignal(signal.SIGTERM) != signal.SIG_IGN:
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # like Ctrl-C, it keeps what there is
    with Course(deals) as course:
        try:
            run = run_arena(plan, Workforce(jobs, ray), hypotheses, out, resume, course.show)
        except (WorkerDied, ProgramFailed) as error:
            raise CommandFailed(str(error)) from None
    told = run.told()
    if as_json:
        print_json(told)
    else:
        print_report(told)


def parse_hypotheses(text: str) -> Hypotheses:
    """Two shares above par, such as 0,0.05."""
    try:
        low, high = (float(part) for part in text.split(","))
        if not -1 <= low < high <= 1:
            raise ValueError
    except ValueError:
        raise ReihumError("--sprt needs two shares above par, the lower one first, such as 0,0.05.") from None
    return Hypotheses(low, high)


class Course:
    """How a run goes: a bar with the time that is left, and what is known so far."""

    def __init__(self, deals: int) -> None:
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        self._progress = Progress(
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.description}"),
            console=TextConsole(stderr=True),
            disable=not sys.stderr.isatty(),
            transient=True,
            auto_refresh=False,  # its thread would receive signals while workers are being started
        )
        self._task = self._progress.add_task("", total=deals)

    def __enter__(self) -> Course:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def show(self, run: ArenaRun) -> None:
        """What is known after some more deals."""
        if self._progress.disable:
            return
        name = run.plan.names[0]
        found = figure([shares_of(run.plan, played).share[name] for played in run.played.values()], 0, 1)
        text = f"{name} {100 * found.mean:.1f} % ({100 * found.low:.1f}–{100 * found.high:.1f})"
        if run.test is not None:
            text += f", {run.test.verdict} ({run.test.llr:+.2f})"
        self._progress.update(self._task, completed=len(run.played), description=text, refresh=True)


# -- the report -----------------------------------------------------------------------------------


def print_report(told: dict[str, Any]) -> None:
    """Print the results as tables."""
    console = TextConsole()
    players, deals, games = (Count(told[name]) for name in ("players", "deals", "games"))
    title = f"{told['game']}, {players:1 player|# players}, {deals:1 deal|# deals}, {games:1 game|# games}"
    table = Table(title=title)
    for heading in ("bot", "share (95 %)", "points ahead (95 %)", "rating (95 %)", "ms a decision"):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    rated = {row["bot"]: row for row in told["ratings"]}
    for row in told["bots"]:
        table.add_row(
            row["bot"],
            span(row["share"], row["low"], row["high"], lambda value: f"{100 * value:.1f} %"),
            span(row["margin"], row["margin_low"], row["margin_high"], lambda value: f"{value:+.2f}"),
            rating_text(rated.get(row["bot"])),
            "–" if row["seconds"] is None else f"{1000 * row['seconds']:.3f}",
        )
    console.print(table)
    if len(told["bots"]) > 2:
        console.print(cross_text(told["cross"]))
    print_notes(console, told)


def span(mean: float, low: float | None, high: float | None, write: Callable[[float], str]) -> str:
    """A figure with its interval."""
    if low is None or high is None:
        return write(mean)
    return f"{write(mean)} ({write(low)} – {write(high)})"


def rating_text(row: dict[str, Any] | None) -> str:
    """A rating with its interval, if there is one."""
    return "–" if row is None else span(row["rating"], row["low"], row["high"], lambda value: f"{value:.0f}")


def cross_text(cross: dict[str, dict[str, float]]) -> Table:
    """Who was ahead of whom how often."""
    table = Table(title="ahead of")
    table.add_column("bot")
    for name in cross:
        table.add_column(name, justify="right")
    for name, row in cross.items():
        table.add_row(name, *(f"{100 * row[other]:.1f} %" if other in row else "" for other in cross))
    return table


def print_notes(console: TextConsole, told: dict[str, Any]) -> None:
    """What else one should know."""
    if told["players"] > 1:
        console.print(f"Equals would have {100 / told['players']:.1f} % each.")
    if (test := told["sprt"]) is not None:
        deals = Count(test["deals"])
        console.print(
            f"{test['verdict'].capitalize()} after {deals:1 deal|# deals}: log-likelihood ratio "
            f"{test['llr']:+.2f} of {test['high']:+g} above par against {test['low']:+g}."
        )
    elif told["deals"] < told["asked"]:
        deals = Count(told["deals"])
        console.print(f"Stopped early: {deals} of {told['asked']} deals {deals:was|were} played.")
    if told["capped"]:
        capped = Count(told["capped"])
        console.print(f"{capped:1 game was|# games were} broken off for being too long, and shared by all.")
    for row in told["bots"]:
        if row["lost"]:
            lost = Count(row["lost"])
            console.print(f"{row['bot']} lost {lost:1 decision|# decisions} to the policy.")
