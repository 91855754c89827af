"""What a host decides about guests, who may be seen in public, and how a player is forgotten."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from starlette.responses import Response

from reihum.server.http.refusals import HttpRefusal
from reihum.server.http.requests import Visit, address_of, reply
from reihum.server.logs import log_event
from reihum.table.hosting import judge_passing, judge_readmitting, judge_removing
from reihum.table.judge import clean_or_default_name
from reihum.wire.requests import Forgot, GuestBody, OpenBody, SeatBody
from reihum.words import words
from reihum.words.languages import accepted_language

if TYPE_CHECKING:
    from reihum.server.http.api import Api
    from reihum.server.live.actor import TableActor

MOST_TABLES: Final = 10_000  # that are counted


async def remove(api: Api, visit: Visit) -> Response:
    """POST /api/tables/ID/remove."""
    wanted = await api.parse_body(visit, SeatBody)
    return await api.change(
        visit, lambda actor, now: judge_removing(actor.table, visit.player, wanted.seat, now)
    )


async def readmit(api: Api, visit: Visit) -> Response:
    """POST /api/tables/ID/readmit."""
    wanted = await api.parse_body(visit, GuestBody)
    return await api.change(
        visit, lambda actor, now: judge_readmitting(actor.table, visit.player, wanted.guest, now)
    )


async def pass_on(api: Api, visit: Visit) -> Response:
    """POST /api/tables/ID/host."""
    wanted = await api.parse_body(visit, SeatBody)
    return await api.change(
        visit, lambda actor, now: judge_passing(actor.table, visit.player, wanted.seat, now)
    )


async def forget_me(api: Api, visit: Visit) -> Response:
    """DELETE /api/me."""
    await api.read_body(visit)
    api.limit("tokens", address_of(visit.request))
    if not visit.player:
        raise HttpRefusal("nobody")
    forgetting = api.registry.forgetting
    tables = len(await api.registry.store.tables_of(visit.player, MOST_TABLES))
    await forgetting.begin(visit.player)
    forgetting.go_on()
    log_event("player wants to be forgotten")
    visit.cookie = ""
    return reply(Forgot(tables))


# -- in public ------------------------------------------------------------------------------------


def refuse_muted(api: Api, visit: Visit) -> None:
    """Refuse what somebody who is muted may not do."""
    if api.registry.mutes.is_muted(visit.player, address_of(visit.request)):
        raise HttpRefusal("muted")


def check_opening(api: Api, visit: Visit, wanted: OpenBody) -> None:
    """Refuse a public table to somebody who is muted, or under a name that is not shown."""
    if wanted.public:
        refuse_muted(api, visit)
        refuse_name(api, clean_or_default_name(wanted.name, 0))


def check_publishing(api: Api, visit: Visit, actor: TableActor) -> None:
    """The same for a table that becomes public."""
    if not actor.table.public and visit.player == actor.table.host:
        refuse_muted(api, visit)
        seat = actor.table.seat_of(visit.player)
        refuse_name(api, None if seat is None else actor.table.seats[seat].name)


def refuse_name(api: Api, name: str | None) -> None:
    """Refuse a name that public tables do not show."""
    if name and not api.names.allows(name):
        raise HttpRefusal("public_name")


def public_name(api: Api, visit: Visit, actor: TableActor, name: str | None) -> str | None:
    """The name under which somebody sits down: at a public table a neutral one instead of some."""
    table = actor.table
    if not table.public or table.match is not None:
        return name
    if table.own_seat(visit.player) is None:
        refuse_muted(api, visit)
    clean = clean_or_default_name(name, 0)
    if clean is None or api.names.allows(clean):
        return name
    return words(language(visit))("guest.name")


def language(visit: Visit) -> str:
    """The language of a request."""
    return accepted_language(visit.request.headers.get("accept-language", ""))
