"""`reihum restore`: a store filled from a backup."""

from __future__ import annotations

from pathlib import Path

import click

from reihum.words import Count


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--store", required=True, help="Where to: sqlite:PATH or postgresql://…; it must be empty.")
def command(file: Path, store: str) -> None:
    """Fill an empty store from FILE, a backup: all of it or nothing."""
    from reihum.server.store.backup import restore_backup

    rows = restore_backup(file, store)
    print(f"{Count(rows):1 row was|# rows were} restored.")
