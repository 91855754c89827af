"""`reihum backup`: everything that a server keeps, as one file."""

from __future__ import annotations

from pathlib import Path

import click

from reihum.words import Count


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--store", help="sqlite:PATH or postgresql://…; otherwise the file in your data directory.")
def command(file: Path, store: str | None) -> None:
    """Write everything that a server keeps to FILE, also while it is running.

    The file can be restored to SQLite and to PostgreSQL. It holds secrets, so only its owner may read it.
    """
    from reihum.server.serve import default_store
    from reihum.server.store.backup import write_backup

    rows = write_backup(store or default_store(), file)
    print(f"{file} has {Count(rows):1 row|# rows}.")
