"""How a player is called: by which browsers, at which webhook, and a call to try it."""

from __future__ import annotations

import asyncio
import re
import time
from typing import Final

from starlette.responses import Response

from reihum.server.calls.addresses import Forbidden, target_at
from reihum.server.calls.caller import MOST_FAILURES, Call
from reihum.server.calls.push import BadKeys, browser_keys, point_of, to_text
from reihum.server.calls.reasons import trial_text
from reihum.server.calls.webhooks import KINDS
from reihum.server.http.api import Api
from reihum.server.http.refusals import HttpRefusal
from reihum.server.http.requests import Visit, address_of, reply
from reihum.server.identity import secret_hash
from reihum.server.store.contacts import Contact
from reihum.table.judge import Problem
from reihum.wire.requests import CallsShown, CallsTried, EndpointBody, PushBody, WebhookBody, WebhookShown
from reihum.words.languages import accepted_language, language_of

ALLOWED: Final = {"none": [], "push": ["push"], "all": ["push", "webhook"]}
_HOST: Final = re.compile(r"[\w.:\[\]-]{1,255}", re.ASCII)


async def show_calls(api: Api, visit: Visit) -> Response:
    """GET /api/calls."""
    return reply(await calls_shown(api, visit.player))


async def keep_push(api: Api, visit: Visit) -> Response:
    """POST /api/calls/push."""
    wanted = await api.parse_body(visit, PushBody)
    player = await changing_player(api, visit)
    if api.registry.settings.calls == "none":
        raise HttpRefusal("no_push")
    refuse_unless_public(wanted.endpoint)
    try:
        keys = browser_keys(wanted.keys.p256dh, wanted.keys.auth)
    except BadKeys:
        raise HttpRefusal("malformed") from None
    ident = secret_hash(wanted.endpoint)
    contact = new_contact(api, visit, ident, player, "push", wanted.endpoint, str(keys), wanted.lang)
    return await keep(api, contact)


async def drop_push(api: Api, visit: Visit) -> Response:
    """POST /api/calls/push/off."""
    wanted = await api.parse_body(visit, EndpointBody)
    player = await changing_player(api, visit)
    await api.registry.store.drop_contact(secret_hash(wanted.endpoint), player)
    return reply(await calls_shown(api, player))


async def keep_webhook(api: Api, visit: Visit) -> Response:
    """POST /api/calls/webhook."""
    wanted = await api.parse_body(visit, WebhookBody)
    player = await changing_player(api, visit)
    ident = webhook_ident(player)
    if wanted.url is None:
        await api.registry.store.drop_contact(ident, player)
        return reply(await calls_shown(api, player))
    if api.registry.settings.calls != "all":
        raise HttpRefusal("no_webhooks")
    if wanted.kind not in KINDS:
        raise HttpRefusal(Problem("call_kind", {"kinds": ", ".join(KINDS)}))
    refuse_unless_public(wanted.url)
    return await keep(api, new_contact(api, visit, ident, player, wanted.kind, wanted.url, "", wanted.lang))


async def try_calls(api: Api, visit: Visit) -> Response:
    """POST /api/calls/test: call the player by all ways at once, and say which of them worked."""
    await api.read_body(visit)
    player = await changing_player(api, visit)
    caller, found = api.registry.calls.caller, await callable_contacts(api, player)
    if not found:
        raise HttpRefusal("nobody_to_call")
    calls = [Call("Reihum", trial_text(contact.lang), "/settings#calls") for contact in found]
    outcomes = await asyncio.gather(*map(caller.send, found, calls))
    for contact, outcome in zip(found, outcomes, strict=True):
        if outcome == "limited":
            raise HttpRefusal("too_many", 60.0)
        if outcome in ("reached", "gone"):
            await caller.note(contact, outcome)
    reached = [each.kind for each, outcome in zip(found, outcomes, strict=True) if outcome == "reached"]
    failed = [each.kind for each, outcome in zip(found, outcomes, strict=True) if outcome != "reached"]
    return reply(CallsTried(sorted({*reached}), sorted({*failed})))


async def changing_player(api: Api, visit: Visit) -> str:
    """The player who changes how they are called, which nobody may do too often."""
    api.limit("call_changes", address_of(visit.request))
    player = await api.ensure_player(visit)
    api.limit("call_changes", player)
    return player


def refuse_unless_public(url: str) -> None:
    """Refuse an address that cannot be public; where its name leads is found out at each call."""
    try:
        target_at(url)
    except Forbidden:
        raise HttpRefusal("call_address") from None


def new_contact(
    api: Api, visit: Visit, ident: str, player: str, kind: str, address: str, keys: str, lang: str
) -> Contact:
    """A way to call the player who asks, in the language that they want or seem to read."""
    accepted = visit.request.headers.get("accept-language", "")
    lang = language_of(lang) if lang else accepted_language(accepted)
    return Contact(ident, player, kind, address, keys, lang, origin_of(visit, api.root), 0, time.time())


async def keep(api: Api, contact: Contact) -> Response:
    """Keep a way to call a player, and answer with all of them."""
    await api.registry.store.keep_contact(contact, api.registry.settings.limits.contacts)
    return reply(await calls_shown(api, contact.player))


def origin_of(visit: Visit, root: str) -> str:
    """Where the player's page is, for links to it."""
    host = visit.request.headers.get("host", "")
    if not _HOST.fullmatch(host):
        raise HttpRefusal("malformed")
    return f"{visit.request.url.scheme}://{host}{root}"


def webhook_ident(player: str) -> str:
    """The id of a player's webhook, of which there is one."""
    return secret_hash(f"webhook {player}")


async def callable_contacts(api: Api, player: str) -> list[Contact]:
    """How a player may be called at this server."""
    allowed = api.registry.settings.calls
    found = await api.registry.store.contacts_of(player) if player else []
    return [each for each in found if allowed == "all" or (allowed == "push" and each.kind == "push")]


async def calls_shown(api: Api, player: str) -> CallsShown:
    """How a player is called, and how they could be."""
    allowed = ALLOWED[api.registry.settings.calls]
    found = await callable_contacts(api, player)
    key = to_text(point_of(await api.registry.calls.caller.key())) if allowed else None
    webhooks = [each for each in found if each.kind != "push"]
    shown = [
        WebhookShown(each.kind, target_at(each.address).host, each.failures >= MOST_FAILURES)
        for each in webhooks
    ]
    return CallsShown(allowed, key, len(found) - len(webhooks), shown[0] if shown else None)
