"""`reihum arena`: bots compared on duplicate deals."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Any

import click
from rich.table import Table

from reihum.analysis.luck import LuckMeter
from reihum.arena.entrants import ARENA_NAMES
from reihum.arena.games import WorkerDied
from reihum.arena.pictures import headline, report_picture
from reihum.arena.report import cross_texts, headings, notes, picture_file, report_page, row_texts
from reihum.arena.run import ArenaRun, Workforce, plan_duplicate, run_arena
from reihum.arena.sequential import Hypotheses
from reihum.arena.shares import figure, shares_of
from reihum.bots.programs import PATIENCE, ProgramFailed
from reihum.cli.completion import complete_entrants
from reihum.cli.course import CourseBar
from reihum.cli.main import CommandFailed
from reihum.cli.options import game_argument, game_named, json_option, new_path, option_option, print_json
from reihum.cli.stdio import TextConsole
from reihum.core.errors import ReihumError


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
@click.option(
    "--luck",
    metavar="WORLDS",
    type=click.IntRange(2, 100_000),
    help="Measure by so many worlds what chance brought, and show shares without it, too.",
)
@click.option("--out", type=click.Path(path_type=Path), help="Write a line for each deal to this file.")
@click.option("--resume", is_flag=True, help="Go on with that file.")
@click.option("--plot", type=click.Path(path_type=Path), help="Draw the results: a new .svg or .png file.")
@click.option("--html", type=click.Path(path_type=Path), help="Write a report: a new .html file.")
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
    luck: int | None,
    out: Path | None,
    resume: bool,
    plot: Path | None,
    html: Path | None,
    as_json: bool,
) -> None:
    """Compare bots at GAME: every deal is played from all seats."""
    if resume and out is None:
        raise ReihumError("--resume goes on with a file; name it with --out.")
    if ray is not None and jobs != 1:
        raise ReihumError("--jobs and --ray exclude each other.")
    names = [name.strip() for name in bots.split(",")]
    meter = None if luck is None else LuckMeter(luck)
    plan = plan_duplicate(game_named(slug).slug, names, players, deals, seed, worlds, option, patience, meter)
    picture_of = picture_file(new_path(plot)) if plot is not None else str.encode
    if html is not None:
        new_path(html)
    hypotheses = None if sprt is None else parse_hypotheses(sprt)
    if signal.getsignal(signal.SIGTERM) != signal.SIG_IGN:
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # like Ctrl-C, it keeps what there is
    with CourseBar("", deals, counted=True) as course:

        def show(run: ArenaRun) -> None:
            if course.is_shown:
                course.show(len(run.played), known_so_far(run))

        try:
            run = run_arena(plan, Workforce(jobs, ray), hypotheses, out, resume, show)
        except (WorkerDied, ProgramFailed) as error:
            raise CommandFailed(str(error)) from None
    told, ratios = run.told(), run.test.course if run.test is not None else []
    if plot is not None:
        plot.write_bytes(picture_of(report_picture(told, ratios)))
    if html is not None:
        html.write_text(report_page(told, ratios), "utf-8")
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


def known_so_far(run: ArenaRun) -> str:
    """What is known after some of the deals."""
    name = run.plan.names[0]
    found = figure([shares_of(run.plan, played).share[name] for played in run.played.values()], 0, 1)
    text = f"{name} {100 * found.mean:.1f} % ({100 * found.low:.1f}–{100 * found.high:.1f})"
    if run.test is not None:
        text += f", {run.test.verdict} ({run.test.llr:+.2f})"
    return text


# -- the report -----------------------------------------------------------------------------------


def print_report(told: dict[str, Any]) -> None:
    """Print the results as tables."""
    console = TextConsole()
    table = Table(title=headline(told))
    for heading in headings(told):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    for row in told["bots"]:
        table.add_row(*row_texts(told, row))
    console.print(table)
    if len(told["bots"]) > 2:
        console.print(cross_rows(told))
    for note in notes(told):
        console.print(note)


def cross_rows(told: dict[str, Any]) -> Table:
    """Who was ahead of whom how often."""
    heads, *rows = cross_texts(told)
    table = Table(title="ahead of")
    for heading in heads:
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    for row in rows:
        table.add_row(*row)
    return table
