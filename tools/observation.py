"""The page that says what each place of an observation means: `make types` writes it.

`python -m tools.observation` writes `docs/observation.md` from the fields of `reihum.observation`; a test
checks that it is up to date.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import reihum
from reihum.core.observation import Field
from reihum.observing import Observation

PAGE: Final = Path("docs/observation.md")
HEAD: Final = """\
# Observations

`reihum.observation(game, players)` describes what a seat sees as a row of zeros and ones, and makes it
([python.md](python.md)). It is made from what the seat may know and nothing else: two games that a seat
cannot tell apart give it the same row.

- The table and the seat itself come first, then each of the other seats in the order of play. The names of
  their fields begin with `seat+1`, `seat+2`, ….
- A count is a thermometer: three chips are ones at the first three places of the field. If a count is larger
  than the field, all its places are ones.
- Cards are in the order that the field `hand` gives. 'Likewise' means as in the field before.
- With fewer players the row is shorter, and its places mean the same.

`make types` writes this page; do not edit it.
"""


def page() -> str:
    """The whole page."""
    parts = [HEAD]
    for game in reihum.games():
        several = [reihum.observation(game.slug, players) for players in game.players if players > 1]
        parts.append(section(game.title, several))
        if 1 in game.players:
            alone = reihum.observation(game.slug, 1)
            parts += [f"\n### {game.title} alone: {alone.size} places\n\n", table(alone.fields, 0)]
    return "".join(parts)


def section(title: str, several: list[Observation]) -> str:
    """A game: how long its rows are, the table and the seat itself, and any other seat."""
    own = [field for field in several[0].fields if "." not in field.name]
    seats = [field for field in several[0].fields if field.name.startswith("seat+1.")]
    first, block = seats[0].first, seats[-1].last + 1 - seats[0].first
    sizes = ", ".join(f"{each.size} with {each.players}" for each in several)
    return "".join(
        [
            f"\n## {title}\n\n",
            f"Places: {sizes} players.\n\n",
            table(own, 0),
            f"\nThe seat after you has the places from {first} on, each further seat the next {block}:\n\n",
            table([bare(field) for field in seats], first),
        ]
    )


def bare(field: Field) -> Field:
    """A field of the seat after you, without saying whose it is."""
    return Field(field.name.partition(".")[2], field.first, field.last, field.meaning.partition(": ")[2])


def table(fields: list[Field], origin: int) -> str:
    """Fields with their places, counted from an origin."""
    lines = ["| field | places | what they say |", "| --- | --- | --- |"]
    for field in fields:
        first, last = field.first - origin, field.last - origin
        plus = "+" if origin else ""
        places = f"{plus}{first}" if first == last else f"{plus}{first} to {plus}{last}"
        lines.append(f"| `{field.name}` | {places} | {field.meaning} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
