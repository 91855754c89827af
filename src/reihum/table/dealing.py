"""Judging what leads to the deal: hellos, nonces that are promised and said, and what follows by itself.

Where anybody has promised a nonce, the list of what each seat adds to the deal is fixed first, and then each
nonce is said. If one is not, there is another deal, to which that seat adds nothing any more. Nothing is
changed here.
"""

from __future__ import annotations

from typing import Final

from reihum.bots import USUAL_LEVEL
from reihum.core.promises import MOST_DEALS, Part, part_json, promise_of
from reihum.table.judge import Nack
from reihum.table.live import LiveTable
from reihum.table.log import Begun, Greeted, Listed, Promised, Remixed, Revealed
from reihum.table.seats import bot_names

HELLO_TIMEOUT: Final = 5.0  # seconds from the last seat taken to the deal, if a player does not say hello
REVEAL_TIMEOUT: Final = 5.0  # seconds to say a nonce once the list is fixed, or to promise one once more


def dealing_time(table: LiveTable, since: float = 0.0) -> float | None:
    """When the next step to the deal is taken by itself; None if somebody has to ask for it.

    `since`: when those who are waited for could first hear it. While cards are mixed, nobody is waited for
    very long; before that, once all have said hello, or soon after the last player sat down.
    """
    if table.match is not None or table.status == "over":
        return None
    mixing = table.mixing
    if mixing is not None:
        awaited = mixing.missing() if mixing.fixed else mixing.awaited(table.seats)
        return since + REVEAL_TIMEOUT if awaited else 0.0
    if table.open_seats() or table.begins == "host":
        return None
    if all(seat.greeted for seat in table.seats if seat.present):
        return 0.0
    return table.taken_at + HELLO_TIMEOUT if table.begins == "soon" else None


def next_deal_entry(table: LiveTable, secret: bytes, at: float) -> Begun | Listed | Remixed:
    """The next step to the deal, now that nobody is waited for any more; the secret is for another deal."""
    mixing = table.mixing
    if mixing is None or not mixing.fixed:
        return list_or_deal(table, at)
    missing = mixing.missing()
    if missing and mixing.deal < MOST_DEALS:
        return Remixed(at=at, deal=mixing.deal + 1, secret=secret.hex(), missing=missing)
    return Begun(at=at)


def list_or_deal(table: LiveTable, at: float, seat: int = -1, promise: str = "") -> Begun | Listed:
    """The list is fixed, with the promise that a seat makes just now, or without any the cards are dealt.

    Bots take the open seats.
    """
    free = table.open_seats()
    names = bot_names([each.name for each in table.seats], len(free))
    bots = dict(zip(free, names, strict=True))
    parts = parts_now(table, seat, promise)
    mixing = table.mixing
    if mixing is None and not (table.commitment and any(part.promise for part in parts)):
        return Begun(at=at, bots=bots, bot=USUAL_LEVEL)
    deal = 1 if mixing is None else mixing.deal
    return Listed(at=at, deal=deal, parts=[part_json(part) for part in parts], bots=bots, bot=USUAL_LEVEL)


def parts_now(table: LiveTable, seat: int, promise: str) -> list[Part]:
    """What each seat adds to the deal, with the promise that a seat makes just now.

    Who has not answered in an earlier deal adds nothing.
    """
    parts = [each.part for each in table.seats]
    if promise:
        parts[seat] = Part(promise)
    if table.mixing is not None:
        for silent in table.mixing.silent:
            parts[silent] = Part()
    return parts


def judge_greeting(
    table: LiveTable, player: str, nonce: str, at: float, promise: str = ""
) -> Greeted | Listed | None:
    """What a hello adds before the deal: that the player is there, and the first nonce or promise.

    The promise of the last one who was missing leads to the list at once: a person who plays against bots
    does not wait for anything else.
    """
    seat = table.seat_of(player)
    if seat is None or table.seated:
        return None
    known = table.seats[seat]
    promise = promise if table.commitment else ""  # where the cards are known, there is nothing to mix
    nonce = "" if promise else nonce
    if known.greeted and (known.nonce or known.promise or not (nonce or promise)):
        return None
    if promise and not known.greeted and is_last(table, seat):
        found = list_or_deal(table, at, seat, promise)
        if isinstance(found, Listed):
            return found
    return Greeted(at=at, seat=seat, nonce=nonce, promise=promise)


def is_last(table: LiveTable, seat: int) -> bool:
    """Whether the game begins as soon as the player of this seat has said hello."""
    if table.open_seats() or table.begins == "host" or table.status == "over":
        return False
    others = (each for number, each in enumerate(table.seats) if number != seat and each.present)
    return all(each.greeted for each in others)


def judge_reveal(
    table: LiveTable, player: str, deal: int, nonce: str, at: float
) -> Revealed | Begun | Nack | None:
    """A player says which nonce was promised; None if that is known. The last one leads to the deal."""
    seat, mixing = table.own_seat(player), table.mixing
    if seat is None:
        return Nack("seat", reason="mix_seat")
    if table.status == "over":
        return Nack("over")
    if mixing is None or deal > mixing.deal or (deal == mixing.deal and not mixing.fixed):
        return Nack("stale" if table.match is not None else "turn", reason="no_list")
    if deal < mixing.deal:
        return Nack("stale", reason="mix_late")
    if not mixing.parts[seat].promise or promise_of(nonce) != mixing.parts[seat].promise:
        return Nack("refused", reason="wrong_nonce")
    if seat in mixing.revealed:
        return None
    if table.match is not None:
        return Nack("stale", reason="mix_late")
    if mixing.missing() == [seat]:
        return Begun(at=at, reveal=(seat, nonce))
    return Revealed(at=at, seat=seat, nonce=nonce)


def judge_promise(
    table: LiveTable, player: str, deal: int, promise: str, at: float
) -> Promised | Begun | Listed | Nack | None:
    """A player promises a nonce for a deal after the first; the last promise leads to the list."""
    seat, mixing = table.seat_of(player), table.mixing
    if seat is None:
        return Nack("seat", reason="mix_seat")
    if table.status == "over":
        return Nack("over")
    if mixing is None or deal > mixing.deal:
        return Nack("stale" if table.match is not None else "turn", reason="no_list")
    if seat in mixing.silent:
        return Nack("refused", reason="mix_silent")
    if deal < mixing.deal or mixing.fixed or table.seats[seat].promise:  # the first one counts
        return None if table.seats[seat].promise == promise else Nack("stale", reason="mix_late")
    if mixing.awaited(table.seats) == {seat}:
        return list_or_deal(table, at, seat, promise)
    return Promised(at=at, seat=seat, promise=promise)
