"""`reihum review`: a game decision by decision, with luck told from skill."""

from __future__ import annotations

from pathlib import Path

import click

from reihum.analysis.page import review_page
from reihum.analysis.review import USUAL_WORLDS, review
from reihum.analysis.told import review_lines
from reihum.arena.games import WorkerDied
from reihum.cli.course import CourseBar
from reihum.cli.hint import read_text
from reihum.cli.main import CommandFailed
from reihum.cli.options import (
    catalogue,
    json_option,
    language_option,
    new_file,
    print_json,
    seat_names,
    write_text,
)
from reihum.match import checked_seat
from reihum.records import read_record


@click.command()
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--seat", type=int, help="Only the decisions of this seat.")
@click.option("--worlds", type=int, default=USUAL_WORLDS, show_default=True, help="How many to try moves in.")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, help="How many processes to use.")
@click.option("--html", type=click.Path(path_type=Path), help="Write a page: a new .html file.")
@language_option
@json_option
def command(
    file: Path, seat: int | None, worlds: int, jobs: int, html: Path | None, lang: str | None, as_json: bool
) -> None:
    """Review a game: what each decision cost, and what the cards brought.

    FILE is a record; - is standard input. --seat leaves out what others saw and could have done better.
    """
    say = catalogue(lang)
    match = read_record(read_text(file))
    if seat is not None:
        checked_seat(seat, match.seats)
    names = seat_names(match, say)
    with new_file(html) as page, CourseBar(say("review.making"), 1.0) as course:
        try:
            found = review(match, worlds, jobs=jobs, progress=course.show)
        except WorkerDied as error:
            raise CommandFailed(str(error)) from None
        if page is not None and html is not None:
            write_text(page, html, review_page(found, names, match.game.spec.words(say.lang), seat))
    if as_json:
        print_json(found.json(say.lang, seat))
    elif html is None:
        for line in review_lines(found, names, match.game.spec.words(say.lang), seat):
            print(line)
