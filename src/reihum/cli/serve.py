"""`reihum serve`: tables for people and programs in the network."""

from __future__ import annotations

import click


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=8023, show_default=True, help="0: a free one.")
@click.option("--store", help="sqlite:PATH or postgresql://…; otherwise a file in your data directory.")
@click.option(
    "--bot-delay",
    type=click.FloatRange(0, 60),
    default=1.0,
    show_default=True,
    help="About how many seconds bots take to answer; 0: none.",
)
@click.option(
    "--thinkers",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="In how many processes bots think.",
)
@click.option(
    "--idle",
    type=click.FloatRange(0),
    default=30.0,
    show_default=True,
    help="After how many seconds a table at which nobody looks leaves the memory.",
)
@click.option("--proxy", multiple=True, help="An address whose forwarded headers are believed.")
@click.option(
    "--limit",
    multiple=True,
    metavar="NAME=VALUE",
    help="Another limit against floods: tables=100/1.5 (at once/a second), spectators=50; ?: all of them.",
)
def command(
    host: str,
    port: int,
    store: str | None,
    bot_delay: float,
    thinkers: int,
    idle: float,
    proxy: tuple[str, ...],
    limit: tuple[str, ...],
) -> None:
    """Open tables for people and programs in the network: docs/hosting.md and docs/protocol.md tell more."""
    from reihum.server.serve import serve
    from reihum.server.settings import Settings, limits_from, limits_text, proxies_from

    if "?" in limit:
        print(limits_text())
    else:
        proxies, limits = proxies_from(proxy), limits_from(limit)
        serve(Settings(host, port, store, bot_delay, thinkers, proxies, idle, limits))
