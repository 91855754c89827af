"""`reihum admin`: what a host does on the machine itself."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from reihum.cli.options import json_option, print_json
from reihum.core.errors import ReihumError
from reihum.words import Count

if TYPE_CHECKING:
    from reihum.server.admin import Desk

R = TypeVar("R")

store_option = click.option(
    "--store", help="sqlite:PATH or postgresql://…; otherwise the file in your data directory."
)


@click.group()
def command() -> None:
    """Look after a server, on its machine: list tables, close or delete them, mute somebody, count.

    It works on the store, also while servers are running. Cards are never shown.
    """


def at_desk(store: str | None, work: Callable[[Desk], Awaitable[R]]) -> R:
    """Do something with a store."""
    from reihum.server.admin import desk
    from reihum.server.logs import write_log
    from reihum.server.serve import default_store

    write_log()

    async def run() -> R:
        async with desk(store or default_store()) as found:
            return await work(found)

    return asyncio.run(run())


def seconds_from(text: str) -> float:
    """Seconds from `2h`."""
    from reihum.server.ages import age_from

    try:
        return age_from(text)
    except ValueError:
        raise ReihumError(f"A time is written like 30m, 2h or 7d, not {text[:40]!r}.") from None


def moment(at: float) -> str:
    """A moment as text."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(min(at, 4e9)))


def size_text(size: int) -> str:
    """A number of bytes as text."""
    return f"{size / 2**20:.1f} MiB" if size >= 2**20 else f"{size / 2**10:.0f} KiB"


@command.command("list")
@store_option
@click.option("--status", type=click.Choice(("waiting", "playing", "over")), default=None, help="Only these.")
@click.option("--game", default="", help="Only this game.")
@click.option("--public", is_flag=True, help="Only public tables.")
@click.option("--bots", is_flag=True, help="Only tables where nobody but bots plays.")
@click.option("--player", default="", help="Only where this player has a part, as `show` names them.")
@click.option("--older", default="", metavar="AGE", help="Only if nothing has changed for so long: 7d.")
@click.option("--most", type=click.IntRange(1, 100_000), default=50, show_default=True)
@json_option
def list_tables(
    store: str | None,
    status: str | None,
    game: str,
    public: bool,
    bots: bool,
    player: str,
    older: str,
    most: int,
    as_json: bool,
) -> None:
    """List tables, the latest first."""
    from reihum.cli.options import game_named
    from reihum.server.admin import Filter

    slug = game_named(game).slug if game else ""
    wanted = Filter(status or "", slug, public, bots, player, seconds_from(older) if older else 0.0, most)
    found = at_desk(store, lambda desk: desk.tables(wanted))
    if as_json:
        print_json(found)
        return
    for each in found:
        kind = "public" if each["public"] else ""
        names = ", ".join(each["names"])
        state = f"{each['game']:13} {each['status']:8} {kind:7} {moment(each['changed'])}"
        print(f"{each['table']}  {state}  {names}")
    if not found:
        print("There are no such tables.")


@command.command()
@click.argument("table")
@store_option
@json_option
def show(table: str, store: str | None, as_json: bool) -> None:
    """Show one table without its cards."""
    found = at_desk(store, lambda desk: desk.table(table))
    if as_json:
        print_json(found)
        return
    print(f"{found['game']}, {found['status']}, {Count(found['moves']):1 move|# moves}", end="")
    print(f"{', public' if found['public'] else ''}; last change {moment(found['changed'])}")
    print(f"In the log it is {found['alias']}.")
    for seat in found["seats"]:
        notes = [seat["kind"], *(name for name in ("host", "left") if seat[name])]
        print(f"  {seat['seat']}  {seat['player'] or '-':12}  {', '.join(notes):18}  {seat['name']}")
    if found["removed"]:
        print(f"Removed by the host: {', '.join(found['removed'])}.")


def tell_outcome(outcome: str, done: str, as_json: bool) -> None:
    """Say whether something is done, or will be."""
    if as_json:
        print_json({"outcome": outcome})
    else:
        print(done if outcome == "done" else "The server has been asked, but has not done it yet.")


@command.command()
@click.argument("table")
@store_option
@json_option
def close(table: str, store: str | None, as_json: bool) -> None:
    """End the game at a table for all; it stays in everybody's list."""
    tell_outcome(at_desk(store, lambda desk: desk.close(table)), "The game has ended for all.", as_json)


@command.command()
@click.argument("table")
@store_option
@json_option
def delete(table: str, store: str | None, as_json: bool) -> None:
    """Delete a table with its record, review and exercises; its players keep their figures."""
    tell_outcome(at_desk(store, lambda desk: desk.delete(table)), "The table is deleted.", as_json)


@command.command()
@click.argument("who")
@click.option("--for", "age", required=True, metavar="AGE", help="How long: 30m, 2h, 7d or never (for ever).")
@store_option
@json_option
def mute(who: str, age: str, store: str | None, as_json: bool) -> None:
    """Mute WHO, an address or a player as `show` names them.

    Who is muted opens no public table, sits down at none, says nothing and nudges nobody. Games among
    friends go on.
    """
    seconds = min(seconds_from(age), 1e11)
    found = at_desk(store, lambda desk: desk.mute(who, seconds))
    if as_json:
        print_json(found)
    else:
        print(
            f"{found['who']} is muted until {moment(found['until'])}."
            if seconds < 1e10
            else f"{found['who']} is muted."
        )


@command.command()
@click.argument("who")
@store_option
@json_option
def unmute(who: str, store: str | None, as_json: bool) -> None:
    """Let WHO speak again."""
    found = at_desk(store, lambda desk: desk.unmute(who))
    if as_json:
        print_json(found)
    else:
        print(f"{found['who']} is not muted any more.")


@command.command()
@store_option
@json_option
def muted(store: str | None, as_json: bool) -> None:
    """List who is muted."""
    found = at_desk(store, lambda desk: desk.muted())
    if as_json:
        print_json(found)
        return
    for each in found:
        print(f"{each['kind']:7}  {each['who']:24}  until {moment(each['until'])}")
    if not found:
        print("Nobody is muted.")


@command.command()
@store_option
@json_option
def statistics(store: str | None, as_json: bool) -> None:
    """Count tables, games a day and players, and say how large the store is."""
    found: dict[str, Any] = at_desk(store, lambda desk: desk.statistics())
    if as_json:
        print_json(found)
        return
    print(
        "Tables:", ", ".join(f"{count} {name}" for name, count in sorted(found["tables"].items())) or "none"
    )
    for day, count in found["games_by_day"].items():
        print(f"  {day}  {Count(count):1 game|# games}")
    print(f"Players: {found['players']}, of whom {found['muted']} muted")
    print(f"Store: {size_text(found['bytes'])}")


@command.command()
@store_option
@json_option
def shrink(store: str | None, as_json: bool) -> None:
    """Rewrite a SQLite file without the space of what was deleted, with the server stopped.

    Files made by this Reihum shrink by themselves; only a large one from before needs this, once.
    """
    from reihum.server.admin import shrink
    from reihum.server.serve import default_store

    before, after = shrink(store or default_store())
    if as_json:
        print_json({"before": before, "after": after})
    else:
        print(f"{size_text(before)} before, {size_text(after)} now.")
