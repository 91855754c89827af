"""Calls on their way: tried again, given up, limited, and never too many at once."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

from reihum.server.calls import caller as calling
from reihum.server.calls.caller import MOST_FAILURES, Call, Caller, outcome_of
from reihum.server.calls.reasons import OVER, WAITS, call_text, is_social, nudge_at, reason_at, was_played_for
from reihum.server.calls.watch import CallWatch
from reihum.server.metrics import Metrics
from reihum.server.settings import Settings, limits_from
from reihum.server.store import Store
from reihum.server.store.contacts import Contact
from reihum.server.store.sqlite import SqliteStore
from reihum.table.judge import TableRequest, judge_opening
from reihum.table.live import LiveTable
from reihum.table.log import Begun, Ended, Greeted, Left, Moved, Sat, TableOpened
from tests.server.places import Place, in_loop
from tests.server.stand_in import QUICK, Loopback, StandIn

if TYPE_CHECKING:
    from reihum.server.live.registry import TableRegistry

CALL = Call("23", "It is your turn.", "/t/x")


@pytest.fixture(scope="module")
def stand_in(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StandIn]:
    """The world outside."""
    found = StandIn(tmp_path_factory.mktemp("outside"))
    yield found
    found.close()


def contact(
    path: str, player: str = "bo", kind: str = "other", failures: int = 0, at: float = 1.0
) -> Contact:
    url = f"https://push.example{path}"
    return Contact(f"{player} {path}", player, kind, url, "", "en", "https://c.example", failures, at)


def new_caller(store: Store, stand_in: StandIn, *limits: str) -> Caller:
    settings = Settings(calls="all", call_times=QUICK, limits=limits_from(limits))
    network = Loopback(stand_in.port, str(stand_in.certificate))
    return Caller(store, settings, Metrics(), network)


async def kept_failures(store: Store, player: str = "bo") -> list[int]:
    return [each.failures for each in await store.contacts_of(player)]


# -- outcomes -------------------------------------------------------------------------------------


def test_what_the_status_of_an_answer_means() -> None:
    meanings = {status: outcome_of(status) for status in (200, 201, 204, 301, 302, 307, 400, 401, 403, 413)}
    assert {status for status, meaning in meanings.items() if meaning == "reached"} == {200, 201, 204}
    assert {meaning for status, meaning in meanings.items() if status > 204} == {"failed"}
    assert [outcome_of(status) for status in (404, 410)] == ["gone", "gone"]
    assert {outcome_of(status) for status in (408, 425, 429, 500, 502, 503, 504)} == {"later"}


@in_loop
async def test_an_address_that_fails_is_tried_again_and_given_up_in_the_end(
    tmp_path: Path, stand_in: StandIn
) -> None:
    store = SqliteStore(str(tmp_path / "x.db"))
    caller = new_caller(store, stand_in)
    caller.start()
    await store.keep_contact(contact("/503/down"), 10)
    for number in range(1, MOST_FAILURES + 1):
        (kept,) = await store.contacts_of("bo")
        caller.enqueue(kept, CALL)
        while await kept_failures(store) != [number]:
            await asyncio.sleep(0)
        assert stand_in.seen["/503/down"] == 3 * number  # at once, and twice again
    (kept,) = await store.contacts_of("bo")
    caller.enqueue(kept, CALL)
    assert caller.metrics.calls["later"] == stand_in.seen["/503/down"] == 3 * MOST_FAILURES
    await store.keep_contact(contact("/again", failures=MOST_FAILURES - 1, at=2.0), 1)
    caller.enqueue((await store.contacts_of("bo"))[0], CALL)
    while await kept_failures(store) != [0]:
        await asyncio.sleep(0)
    caller.stop()
    await store.close()


@in_loop
async def test_calls_are_limited_for_a_player_an_address_a_server_and_all(
    tmp_path: Path, stand_in: StandIn
) -> None:
    store = SqliteStore(str(tmp_path / "x.db"))

    async def outcomes(limit: str, *contacts: Contact) -> list[str]:
        caller = new_caller(store, stand_in, f"{limit}=2/0.001")
        return [await caller.send(each, CALL) for each in contacts]

    limited = ["reached", "reached", "limited"]
    assert await outcomes("calls", contact("/a"), contact("/b"), contact("/c")) == limited
    assert await outcomes("called_addresses", contact("/a"), contact("/a"), contact("/a")) == limited
    others = [contact("/a", player) for player in ("ada", "bo", "cleo")]
    assert await outcomes("called_servers", *others) == limited
    assert await outcomes("all_calls", *others) == limited
    assert await outcomes("calls", *others) == ["reached"] * 3
    await store.close()


@in_loop
async def test_a_full_queue_drops_calls_instead_of_growing(
    tmp_path: Path, stand_in: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calling, "MOST_WAITING", 3)
    caller = new_caller(SqliteStore(str(tmp_path / "x.db")), stand_in)
    for number in range(5):
        caller.enqueue(contact(f"/{number}"), CALL)
    assert caller.metrics.calls["dropped"] == 2


@in_loop
async def test_a_server_with_another_name_in_its_certificate_is_not_called(
    tmp_path: Path, stand_in: StandIn
) -> None:
    caller = new_caller(SqliteStore(str(tmp_path / "x.db")), stand_in)
    elsewhere = Contact("x", "bo", "other", "https://other.example/name", "", "en", "", 0, 0.0)
    assert await caller.send(elsewhere, CALL) == "later"
    assert stand_in.seen["/name"] == 0


# -- the store ------------------------------------------------------------------------------------


@in_loop
async def test_contacts_are_kept_replaced_counted_and_dropped(place: Place) -> None:
    async with place.store() as store:
        for number in range(4):
            await store.keep_contact(contact(f"/{number}", at=float(number)), 3)
        assert [each.address[-2:] for each in await store.contacts_of("bo")] == ["/1", "/2", "/3"]
        await store.keep_contact(contact("/2", at=9.0, failures=1), 3)
        await store.count_failures("bo /3", 4)
        assert await kept_failures(store) == [0, 4, 1]
        await store.drop_contact("bo /1", "ada")
        assert len(await store.contacts_of("bo")) == 3
        await store.drop_contact("bo /1", "bo")
        await store.drop_contact("bo /3")
        assert [each.id for each in await store.contacts_of("bo")] == ["bo /2"]
        assert await store.contacts_of("ada") == []


@in_loop
async def test_a_call_is_claimed_once_and_never_for_what_is_past(place: Place) -> None:
    async with place.store() as store:
        claimed = [await store.claim_call("bo", "t", stage, 1.0) for stage in (2, 2, 3, 2, 9)]
        assert claimed == [True, False, True, False, True]
        assert await store.claim_call("ada", "t", 2, 1.0)
        assert await store.claim_call("bo", "u", 2, 1.0)
        at_once = await asyncio.gather(*(store.claim_call("cleo", "t", 5, 1.0) for _ in range(5)))
        assert sum(at_once) == 1


@in_loop
async def test_the_first_secret_of_a_name_is_everybodys(place: Place) -> None:
    async with place.store() as store:
        assert await store.keep_secret("push", "one") == "one"
        assert await store.keep_secret("push", "two") == "one"
        assert await store.keep_secret("other", "two") == "two"


# -- reasons --------------------------------------------------------------------------------------


def table_of(*seats: str, pace: str = "none") -> LiveTable:
    """A table of Ada's, as it is opened."""
    wanted = TableRequest("23", len(seats), {}, list(seats), "Ada", pace=pace)
    opened = judge_opening(wanted, "ada", 100.0, bytes(32), "ABCDEF")
    assert isinstance(opened, TableOpened)
    return LiveTable("t", opened)


def test_tables_with_bots_alone_call_nobody_unless_there_are_days_to_think() -> None:
    assert not is_social(table_of("me", "bot:regular"))
    assert is_social(table_of("me", "bot:regular", pace="days"))
    table = table_of("me", "open")
    assert not is_social(table)
    table.apply(Sat(101.0, 1, "bo", "Bo"))
    assert is_social(table)
    table.apply(Sat(101.0, 1, "bo", "Bo", "a program"))
    assert not is_social(table)


def test_reasons_rise_in_the_course_of_a_table_and_end_some_time() -> None:
    table = table_of("me", "open")
    assert reason_at(table, 1, 102.0) is None
    table.apply(Sat(101.0, 1, "bo", "Bo"))
    assert reason_at(table, 1, 102.0) is None  # nobody waits for Bo yet
    table.apply(Greeted(102.0, 0))
    waits = reason_at(table, 1, 103.0)
    assert waits is not None
    assert (waits.kind, waits.stage, waits.since) == ("waits", WAITS, 101.0)
    assert reason_at(table, 0, 103.0) is None
    table.apply(Begun(104.0))
    turn, nudge = reason_at(table, 1, 105.0), nudge_at(table, 1, 0, 105.0)
    assert turn is not None
    assert nudge is not None
    assert (turn.kind, turn.since) == ("turn", 104.0)
    assert waits.stage < turn.stage < nudge.stage < OVER
    table.apply(Left(106.0, 1))
    assert reason_at(table, 1, 107.0) is None  # a bot plays on
    table.apply(Sat(107.0, 1, "bo", "Bo"))
    table.apply(Ended(108.0, "Ada"))
    over = reason_at(table, 1, 109.0)
    assert over is not None
    assert (over.kind, over.stage, over.since) == ("over", OVER, 108.0)
    assert reason_at(table, 1, 1000.0) is None
    assert nudge_at(table, 1, 0, 109.0) is None


def test_who_was_called_and_did_not_come_is_not_called_again_while_a_bot_decides() -> None:
    table = table_of("me", "open")
    table.apply(Sat(101.0, 1, "bo", "Bo"))
    table.apply(Begun(102.0))
    started: list[Coroutine[Any, Any, None]] = []
    registry = SimpleNamespace(settings=Settings(), store=None, metrics=Metrics(), actors={})
    background = SimpleNamespace(start=started.append)
    now = SimpleNamespace(value=0.0)
    time = SimpleNamespace(now=lambda: now.value)
    actor = SimpleNamespace(table=table, background=background, watching_seats=lambda: {0}, time=time)
    registry.actors["t"] = actor
    watch = CallWatch(cast("TableRegistry", registry))

    def calls_prepared(at: float) -> int:
        now.value = at
        watch._make_round()
        prepared = len(started)
        while started:
            started.pop().close()
        return prepared

    assert calls_prepared(103.0) == 1
    looker = watch._lookers["t"]["bo"]
    looker.was_called = True
    table.apply(Moved(104.0, 1, table.moves(1)[0], by_bot=True))
    assert was_played_for(table, 1)
    assert not was_played_for(table, 0)
    assert calls_prepared(105.0) == 0
    looker.was_called = False  # as soon as Bo has looked once
    table.apply(Moved(106.0, 1, table.moves(1)[0], by_bot=True))
    assert calls_prepared(107.0) == 1
    looker.was_called = True
    table.apply(Moved(108.0, 1, table.moves(1)[0], "c1"))
    assert not was_played_for(table, 1)


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("de", "Ada und Cleo möchten mit dir 23 spielen. Kommst du?"),
        ("en", "Ada and Cleo would like to play 23 with you. Are you in?"),
        ("nl", "Ada en Cleo willen 23 met je spelen. Doe je mee?"),
    ],
)
def test_sentences_are_in_the_language_of_the_player_and_know_no_cards(lang: str, said: str) -> None:
    table = table_of("me", "open", "open")
    table.apply(Sat(101.0, 1, "bo", "Bo"))
    table.apply(Sat(101.0, 2, "cleo", "Cleo"))
    table.apply(Greeted(102.0, 0))
    reason = reason_at(table, 1, 103.0)
    assert reason is not None
    assert call_text(table, 1, reason, lang) == said
