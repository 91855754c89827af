"""`reihum puzzles`: decisions of bots with one move that is clearly best."""

from __future__ import annotations

from pathlib import Path
from typing import TextIO

import click

from reihum.analysis.finding import PuzzlePlan, find_puzzles
from reihum.analysis.puzzle import Puzzle
from reihum.analysis.variety import most_varied
from reihum.arena.games import WorkerDied
from reihum.cli.course import CourseBar
from reihum.cli.main import CommandFailed
from reihum.cli.options import catalogue, game_argument, game_named, language_option, new_file, write_text
from reihum.match import checked_seed
from reihum.words import Count


@click.command()
@game_argument
@click.option(
    "--games", "number", type=click.IntRange(1, 10_000_000), required=True, help="How many games to search."
)
@click.option(
    "--out", type=click.Path(path_type=Path), required=True, help="Write the puzzles to this new file."
)
@click.option("--players", type=int, help="How many players; if left out, all numbers in turn.")
@click.option("--seed", type=int, default=1, help="The same seed finds the same puzzles.")
@click.option("--most", type=click.IntRange(1), help="Keep only so many, as different as possible.")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, help="How many processes to use.")
@language_option
def command(
    slug: str,
    number: int,
    out: Path,
    players: int | None,
    seed: int,
    most: int | None,
    jobs: int,
    lang: str | None,
) -> None:
    """Find puzzles in games of GAME between bots: decisions with one move that is clearly best.

    The quick player misses it. Each puzzle is a line of JSON.
    """
    say, chosen = catalogue(lang), game_named(slug)
    sizes = tuple(chosen.players) if players is None else (chosen.checked_players(players),)
    plan = PuzzlePlan(chosen.slug, sizes, checked_seed(seed))
    with (
        new_file(out) as file,
        CourseBar(say("puzzles.so_far", puzzles=Count(0)), number, counted=True) as bar,
    ):
        assert file is not None

        def show(games: int, puzzles: int) -> None:
            bar.show(games, say("puzzles.so_far", puzzles=Count(puzzles)))

        try:
            found = find_puzzles(plan, number, jobs, show)
        except WorkerDied as error:
            raise CommandFailed(str(error)) from None
        write_puzzles(file, out, found if most is None else most_varied(found, most))
    print(say("puzzles.found", puzzles=Count(len(found)), games=Count(number), file=str(out)))


def write_puzzles(file: TextIO, path: Path, puzzles: list[Puzzle]) -> None:
    """Write puzzles, one to a line."""
    write_text(file, path, "".join(f"{puzzle.line()}\n" for puzzle in puzzles))
