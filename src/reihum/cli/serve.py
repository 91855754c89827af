"""`reihum serve`: tables for people and programs on the network."""

from __future__ import annotations

from dataclasses import replace

import click


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=8023, show_default=True, help="0: a free one.")
@click.option(
    "--socket", default="", help="A Unix socket for a proxy on this machine, instead of host and port."
)
@click.option("--store", help="sqlite:PATH or postgresql://…; otherwise a file in your data directory.")
@click.option(
    "--bot-delay",
    type=click.FloatRange(0, 60),
    default=1.0,
    show_default=True,
    help="Roughly how many seconds bots take to answer; 0: no delay.",
)
@click.option(
    "--thinkers",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="How many processes bots think in.",
)
@click.option(
    "--idle",
    type=click.FloatRange(0),
    default=30.0,
    show_default=True,
    help="Seconds after which a table that nobody is looking at leaves memory.",
)
@click.option(
    "--calls",
    type=click.Choice(("none", "push", "all")),
    default="push",
    show_default=True,
    help="How players who want it are called on their turn: by push, or by webhooks as well (all).",
)
@click.option("--root", default="", help="A path below which everything is, such as /cards, behind a proxy.")
@click.option("--proxy", multiple=True, help="A proxy whose forwarded headers are trusted.")
@click.option(
    "--limit",
    multiple=True,
    metavar="NAME=VALUE",
    help="Change a limit: tables=100/1.5 (at once/per second), spectators=50; ? lists all of them.",
)
@click.option(
    "--expire",
    multiple=True,
    metavar="NAME=AGE",
    help="Change how long something is kept: finished=90d, bots=12h, players=never; ? lists all of it.",
)
@click.option(
    "--names",
    default="",
    metavar="FILE",
    help="Words that public tables do not show in names, one on each line; *word*: also inside others.",
)
def command(
    host: str,
    port: int,
    socket: str,
    store: str | None,
    bot_delay: float,
    thinkers: int,
    idle: float,
    calls: str,
    root: str,
    proxy: tuple[str, ...],
    limit: tuple[str, ...],
    expire: tuple[str, ...],
    names: str,
) -> None:
    """Open tables for people and programs on the network; see docs/hosting.md and docs/protocol.md."""
    from reihum.server.ages import ages_from, ages_text
    from reihum.server.naming import name_list
    from reihum.server.serve import serve
    from reihum.server.settings import Settings, limits_from, limits_text, proxies_from, root_from

    if "?" in limit:
        print(limits_text())
    elif "?" in expire:
        print(ages_text())
    else:
        proxies, limits, ages = proxies_from(proxy), limits_from(limit), ages_from(expire)
        name_list(names)  # what is wrong with the file is said before anything begins
        settings = Settings(host, port, socket, store, bot_delay, thinkers, proxies, idle, limits, calls)
        serve(replace(settings, ages=ages, names=names, root=root_from(root)))
