"""Reviews over HTTP: what there is of one, and the wish for one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from starlette.responses import Response

from reihum.analysis.keeping import UnknownForm, unpack_review
from reihum.core.course import PlayedMove
from reihum.match import Match
from reihum.server.http.refusals import HttpRefusal
from reihum.server.http.replays import parse_number
from reihum.server.http.requests import Visit, address_of, reply
from reihum.server.live.actor import TableActor
from reihum.server.live.reviewing import NoReview, Waiting
from reihum.server.store.reviews import KeptReview
from reihum.table.judge import Problem
from reihum.table.live import step_as_heard
from reihum.table.sentences import step_sentences, teller_of
from reihum.wire.encoding import encode
from reihum.wire.reviews import ReviewMaking
from reihum.words.languages import accepted_language, language_of

if TYPE_CHECKING:
    from reihum.server.http.api import Api

DIGITS: Final = 4
NOT_YET: Final = 202


async def review(api: Api, visit: Visit) -> Response:
    """GET /api/tables/ID/review."""
    address = address_of(visit.request)
    api.limit("replays", address)
    actor = await api.actor(visit)
    match = game_to_review(actor)
    query = visit.request.query_params
    seat = parse_seat(query.get("seat"), match)
    eyes = parse_seat(query.get("eyes"), match) if "eyes" in query else seat
    first = parse_number(query.get("from", "0"))
    if first is None:
        raise HttpRefusal(Problem("no_step", {"last": len(match.history)}))
    accepted = visit.request.headers.get("accept-language", "")
    lang = language_of(query["lang"]) if query.get("lang") else accepted_language(accepted)
    found = await look(api, actor, visit.player, address, first)
    if isinstance(found, bytes):
        try:
            told = partial(tell, found, match, seat, eyes, lang)
            return reply_with(await api.registry.work.aside(address, told))
        except UnknownForm:
            await api.registry.reviews.forget(actor.table.id)
            found = await look(api, actor, visit.player, address, first)
            assert isinstance(found, Waiting)
    wins = [[round(chance, DIGITS) for chance in win] for win in found.wins]
    return reply(ReviewMaking(round(found.done, DIGITS), found.ahead, first, wins), NOT_YET)


def game_to_review(actor: TableActor) -> Match:
    """The game of a table at which it is over."""
    table = actor.table
    if table.match is None or table.status != "over":
        raise HttpRefusal("hidden_review")
    if table.is_lesson:
        raise HttpRefusal("lesson")
    return table.match


def parse_seat(text: str | None, match: Match) -> int | None:
    """The seat that an address names, if it names one."""
    if text is None:
        return None
    seat = parse_number(text)
    if seat is None or seat >= match.seats:
        raise HttpRefusal(Problem("no_seat", {"last": match.seats - 1}))
    return seat


async def look(api: Api, actor: TableActor, player: str, address: str, first: int) -> bytes | Waiting:
    """The review as it is kept, or how far it has come; if nobody has asked for it, it is made now."""
    reviews, ident = api.registry.reviews, actor.table.id
    kept = await reviews.kept(ident)
    if kept is not None and kept.made is not None:
        return kept.made
    try:
        reviews.check_failed(ident)
    except NoReview:
        raise HttpRefusal("no_review") from None
    if kept is None:
        api.limit("reviews", address)
        if player:
            api.limit("reviews", player)
        await reviews.want(ident, player, address)
    return reviews.waiting(ident, kept or KeptReview(None, 0.0), first)


def tell(kept: bytes, match: Match, seat: int | None, eyes: int | None, lang: str) -> bytes:
    """A review as JSON, with the moves in words for these eyes; unheard ones as one would type them."""
    told = unpack_review(kept, match).json(lang, seat)
    of, names = match.game.spec, match.names or match.seat_names()
    teller, typing, say = teller_of(match, eyes, lang), of.typing(), of.words(lang)

    def sentence(made: PlayedMove) -> list[str]:
        """A move in words."""
        heard = step_as_heard(of, made, eyes)
        if heard.move == made.text:
            return step_sentences(teller, heard)[:1]
        return [f"{names[made.by]}: {typing.spelling(made.text, names, say)}"]

    walk = match.at(0)
    for step, made in zip(told["steps"][1:], match.history, strict=True):
        step["said"] = sentence(made)
        if step.get("grade"):
            twin = walk.copy()
            twin.play(step["best"], made.by)
            step["told"] = sentence(twin.history[-1])
        walk.make(made.by, made.move)
    return encode(told)


def reply_with(text: bytes) -> Response:
    """An answer that is JSON already."""
    return Response(text, media_type="application/json")
