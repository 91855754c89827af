"""`reihum games`: the list of games."""

from __future__ import annotations

import click

from reihum.cli.options import json_option, print_json
from reihum.match import games


@click.command()
@json_option
def command(as_json: bool) -> None:
    """List the games, how many can play them, and their options."""
    if as_json:
        print_json([one.json() for one in games()])
        return
    for one in games():
        seats = f"{one.players[0]}–{one.players[-1]}"
        print(f"{one.slug:<14} {one.title:<13} {seats:<4} {' '.join(one.options)}".rstrip())
