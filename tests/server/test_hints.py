"""Hints at live tables: who gets one, when, and that nobody waits for them."""

from __future__ import annotations

import asyncio
from functools import partial
from itertools import count
from typing import Any

import pytest

import reihum
from reihum.analysis.appraisal import Appraiser
from reihum.analysis.gradual import gradual_hint
from reihum.client import Guest, NotMade
from reihum.core.dealer import Seeded
from reihum.games import spec
from reihum.server.live import hinter
from reihum.server.live.hinter import HintAnswer, Hinter, HintJob
from reihum.server.live.hints import HintMaker, hint_message
from reihum.server.live.thinker import Beginning
from reihum.server.live.worker_process import NoAnswer, WorkerProcess
from reihum.server.net.websocket import message_frame
from reihum.table.judge import judge_hint
from tests.games import ENDS, Walk
from tests.server.tools import Running, Wire, run
from tests.table.tools import Trial, nack

WORLDS = 32
FRIENDS: dict[str, Any] = {"players": 2, "seats": ["me", "open"]}


async def hint(wire: Wire, ask: int | None = None, cid: str = "h", **more: object) -> dict[str, Any]:
    """Ask for a hint, and again if that was too soon; the last answer."""
    while True:
        await wire.say(t="hint", cid=cid, ask=await wire.asked() if ask is None else ask, **more)
        while True:
            message = await wire.next()
            if message["t"] in ("hint", "nack") and message["cid"] == cid and message.get("done", True):
                break
        if message.get("kind") != "busy":
            return message
        await asyncio.sleep(0.3)


# -- who gets one ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "hints"),
    [
        (["me", "bot:master", "bot:casual"], True),
        (["me", "bot:master", "open"], False),
        (["bot:policy", "bot:policy", "open"], True),
        (["bot:policy", "open", "open"], False),
    ],
)
def test_a_table_has_hints_where_everybody_else_is_a_bot(seats: list[str], hints: bool) -> None:
    trial = Trial("23", *seats)
    assert trial.table.hints is hints
    assert trial.again().hints is hints


def test_with_seats_they_come_and_go_until_the_host_decides() -> None:
    trial = Trial("23", "me", "open")
    trial.arrange(0, "bot:strong")
    assert trial.table.hints
    trial.arrange(0, 1, "open")
    assert not trial.table.hints
    trial.arrange(hints=True)
    trial.sit("bo")
    assert trial.table.hints
    assert trial.again().hints
    trial.arrange(hints=False)
    trial.arrange(0, "bot:strong")
    assert not trial.again().hints


def test_who_has_left_is_still_a_person_and_a_program_is_not() -> None:
    trial = Trial("23", "me", "open")
    trial.sit("bo")
    trial.deal()
    trial.leave("bo")
    assert not trial.again().hints
    other = Trial("23", "me", "open")
    other.sit("robot", program="clever")
    assert other.table.hints


def test_bots_on_free_seats_bring_hints() -> None:
    trial = Trial("23", "me", "open")
    trial.start()
    assert trial.again().hints


def test_a_log_from_before_there_were_hints_is_read_as_if_nothing_had_been_said() -> None:
    trial = Trial("23", "me", "open")
    assert b"hints" not in trial.log[0]


def test_why_there_is_none() -> None:
    trial = Trial("23", "me", "bot:policy")
    assert nack(judge_hint(trial.table, "ada", 0)) == "turn"
    trial.deal()
    assert nack(judge_hint(trial.table, "eve", 0)) == "seat"
    assert judge_hint(trial.table, "ada", 0) == 0
    assert nack(judge_hint(trial.table, "ada", 1)) == "turn"
    trial.move("ada", trial.moves(0)[0])
    assert nack(judge_hint(trial.table, "ada", 0)) == "stale"
    trial.play_out()
    assert nack(judge_hint(trial.table, "ada", 99)) == "over"
    friends = Trial("23", "me", "open")
    friends.sit("bo")
    friends.deal()
    assert nack(judge_hint(friends.table, "ada", 0)) == "hints"
    assert nack(judge_hint(friends.table, "eve", 0)) == "seat"


# -- over the wire --------------------------------------------------------------------------------


def test_one_answer_in_the_language_of_the_hello(server: Running) -> None:
    token = server.token()
    table = server.open(token, "23", players=3)

    async def test() -> None:
        async with server.seat(table, token, lang="de") as wire:
            made = await hint(wire)
            assert (made["t"], made["cid"], made["ask"], made["seat"]) == ("hint", "h", 0, 0)
            assert made["done"]
            assert made["worlds"] >= 8
            moves = [option["move"] for option in made["options"]]
            assert {*moves} <= {*wire.now["moves"]}
            assert made["options"][0]["equal"]
            assert all(len(option["then"]) >= 2 for option in made["options"]), "three cards are put away"
            assert [each["t"] for each in wire.heard].count("hint") == 1
            again = await hint(wire, cid="again")
            assert again["options"] == made["options"]
            for _ in range(3):
                assert (await wire.move())["t"] == "ack"
            made = await hint(wire, cid="later", progress=True)
            assert made["ask"] == 3
            told = [each for each in wire.heard if each["t"] == "hint" and each["cid"] == "later"]
            assert len(told) > 1
            assert [each["done"] for each in told] == [False] * (len(told) - 1) + [True]
            worlds = [each["worlds"] for each in told]
            assert worlds == sorted(worlds)
            why = [sentence for option in made["options"] for sentence in option["why"]]
            assert not any("instead of" in sentence for sentence in why)

    run(test)


def test_refusals(server: Running) -> None:
    ada, bo = server.token(), server.token()
    alone = server.open(ada, "23", players=2)
    friends = server.open(ada, "23", **FRIENDS)
    generous = server.open(ada, "23", hints=True, **FRIENDS)
    strict = server.open(ada, "23", players=2, hints=False)
    shown = [server.look(each, bo)["hints"] for each in (alone, friends, generous, strict)]
    assert shown == [True, False, True, False]
    server.sit(friends, bo)

    async def test() -> None:
        async with server.seat(alone, ada) as wire:
            await wire.asked()
            assert (await hint(wire, 7))["kind"] == "turn"
            await wire.move()
            refused = await hint(wire, 0)
            assert (refused["kind"], refused["rule"]) == ("stale", None)
            assert refused["text"] == "This decision has already been made."
        async with server.seat(alone, bo) as wire:
            assert (await hint(wire, 0))["kind"] == "seat"
        async with server.seat(friends, ada) as wire, server.seat(friends, bo):
            await wire.asked()
            refused = await hint(wire)
            assert (refused["kind"], refused["text"]) == ("hints", "There are no hints at this table.")

    run(test)


def test_one_at_a_time_and_a_move_does_not_wait_for_it(server: Running) -> None:
    token = server.token()
    table = server.open(token, "koenigs-romme", players=4)

    async def test() -> None:
        async with server.seat(table, token) as wire:
            ask = await wire.asked()
            await wire.say(t="hint", cid="a", ask=ask)
            await wire.say(t="hint", cid="b", ask=ask)
            await wire.say(t="move", cid="m", ask=ask, m=wire.now["moves"][0])
            heard = await answers(wire, "a", "b", "m")
            assert heard["b"]["kind"] == "busy"
            assert heard["m"]["t"] == "ack"
            assert_not_too_late(heard, "a", "m")

    run(test)


def test_a_hint_about_a_decision_that_was_taken_back_does_not_arrive(server: Running) -> None:
    """The number of the decision is the same again, but it is another one."""
    token = server.token()
    table = server.open(token, "23", players=4)

    async def test() -> None:
        async with server.seat(table, token) as wire:
            assert (await wire.move())["t"] == "ack"
            ask = await wire.asked()
            await wire.say(t="hint", cid="a", ask=ask)
            await wire.say(t="undo", cid="u")
            heard = await answers(wire, "a", "u")
            assert heard["u"]["t"] == "ack"
            assert await wire.asked() == ask
            assert_not_too_late(heard, "a", "u")
            assert {each["move"] for each in (await hint(wire))["options"]} <= {*wire.now["moves"]}

    run(test)


async def answers(wire: Wire, *cids: str) -> dict[str, dict[str, Any]]:
    """The answer to each of these messages, in the order in which they come."""
    heard: dict[str, dict[str, Any]] = {}
    while len(heard) < len(cids):
        message = await wire.next()
        if message["t"] in ("hint", "nack", "ack") and message["cid"] in cids:
            heard[message["cid"]] = message
    return heard


def assert_not_too_late(heard: dict[str, dict[str, Any]], asked: str, done: str) -> None:
    """Once something was done, a hint that was asked for before must not arrive as if it were current."""
    order = list(heard)
    assert heard[asked].get("kind") == "stale" or order.index(asked) < order.index(done)


def test_the_reference_client_can_ask_too(server: Running) -> None:
    guest = Guest(server.url, server.token(), lang="nl")

    async def test() -> None:
        table = await guest.open("yoyo", players=3)
        async with guest.look(table) as seat:
            async for now in seat.decisions():
                made = await seat.hint()
                assert {option.move for option in made.options} <= {*now.moves}
                assert made.ask == now.ask
                break
        friends = await guest.open("23", **FRIENDS)
        async with guest.look(friends) as seat:
            async for _ in seat:
                break
            with pytest.raises(NotMade) as refused:
                await seat.hint(0)
            assert refused.value.kind == "hints"

    run(test)


def test_after_a_restart_there_are_hints_again(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("again")
    server = Running(f"sqlite:{folder / 'tables.db'}", "--bot-delay", "0")
    token = server.token()
    table = server.open(token, "help", players=3)

    async def test() -> None:
        async with server.seat(table, token) as wire:
            await wire.move()
            await wire.asked()
        server.kill()
        server.again()
        async with server.seat(table, token) as wire:
            made = await hint(wire)
            assert {option["move"] for option in made["options"]} <= {*wire.now["moves"]}

    try:
        run(test)
    finally:
        assert server.stop() == 0


# -- the process that makes them ------------------------------------------------------------------


def dealt(slug: str = "23", players: int = 2) -> Trial:
    """A table of one person and bots, dealt."""
    trial = Trial(slug, "me", *["bot:policy"] * (players - 1))
    trial.deal()
    return trial


def job_for(trial: Trial, number: int = 1, **more: Any) -> HintJob:
    """A job for the first seat of a table that the process does not know."""
    table, match = trial.table, trial.table.match
    assert match is not None
    beginning = Beginning(table.game.slug, table.players, table.options, table.secret, [""] * table.players)
    moves = [(made.by, table.game.spec.text(made.move)) for made in match.history]
    return HintJob(number, "T/0", 0, moves, 0, beginning, **more)


def test_a_hint_is_made_once_for_all_languages() -> None:
    maker, trial = Hinter(WORLDS), dealt("help", 3)
    trial.bot(0)
    for seat in trial.table.match.owes() if trial.table.match else []:
        trial.bot(seat)
    while 0 not in trial.table.owing_seats():
        trial.bot(trial.table.owing_seats()[0])
    job = job_for(trial, lang="en")
    (english,) = maker.answers(job)
    known = len(job.moves)
    (dutch,) = maker.answers(HintJob(2, "T/0", known, [], 0, lang="nl"))
    assert [(each.move, each.win) for each in english.options] == [
        (each.move, each.win) for each in dutch.options
    ]
    (unknown,) = maker.answers(HintJob(3, "T/1", 0, [], 0))
    assert (unknown.options, unknown.error, unknown.done) == ([], "", True)


def test_what_is_asked_in_a_broken_game_harms_nobody_else() -> None:
    maker = Hinter(WORLDS)
    (broken,) = maker.answers(HintJob(1, "X", 0, [(0, "nonsense")], 0, job_for(dealt()).beginning))
    assert broken.error
    (made,) = maker.answers(job_for(dealt()))
    assert made.options


def test_a_process_that_dies_is_started_again() -> None:
    maker, trial = HintMaker(), dealt()

    async def test() -> None:
        process = await maker.process.start()
        process.kill()
        answer = await maker.make(trial.table, 0, "en", lambda: True)
        assert answer is not None
        assert answer.options
        again = await maker.process.start()
        maker.stop()
        await again.wait()

    run(test)


def test_what_nobody_wants_any_more_is_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[HintJob] = []
    maker, trial = HintMaker(), dealt("23", 3)
    (made,) = Hinter(WORLDS).answers(job_for(dealt()))

    async def ask(process: WorkerProcess[HintAnswer], job: HintJob, hear: object = None) -> HintAnswer:
        asked.append(job)
        await asyncio.sleep(0)  # meanwhile, the others begin to wait
        if job.seat == 1:
            raise NoAnswer
        return made

    monkeypatch.setattr(WorkerProcess, "ask", ask)

    async def test() -> None:
        wishes = [(0, True), (1, True), (2, False)]
        found = await asyncio.gather(
            *(maker.make(trial.table, seat, "en", partial(bool, wanted)) for seat, wanted in wishes),
            return_exceptions=True,
        )
        assert found[0] is made
        assert isinstance(found[1], NoAnswer)
        assert found[2] is None

    asyncio.run(test())
    assert [job.seat for job in asked] == [0, 1, 1, 1]
    assert asked[1].waiting == 2, "two share the time"
    assert maker.may_ask(trial.table, 0)
    assert not maker.may_ask(trial.table, 0)
    assert maker.may_ask(trial.table, 1)


# -- secrecy --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("slug", "players"), ENDS)
def test_the_bytes_of_a_hint_depend_on_nothing_hidden(slug: str, players: int) -> None:
    """Two truths that a seat cannot tell apart; all that is sent, from the first look to the last."""
    of, tried = spec(slug), 0
    for seed in range(4):
        walk = Walk(of, players, seed).on(5 + 9 * seed)
        if walk.state.turn() < 0:
            continue
        seat = walk.seat()
        truths = (walk.state, walk.state.world(seat, Seeded(seed)))
        first, second = (frames_of(slug, state, seat) for state in truths)
        assert first == second
        assert len(first) > 1
        tried += 1
    assert tried


def test_a_hint_that_knows_too_much_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted leak: what is hidden decides how the dice fall."""

    def leaky(appraiser: Appraiser, side: Any, seconds: float, **more: Any) -> Any:
        return gradual_hint(appraiser, side, seconds, truth[0], **more)

    monkeypatch.setattr(hinter, "gradual_hint", leaky)
    truth, walk = [1], Walk(spec("yoyo"), 3, 1).on(14)
    first = frames_of("yoyo", walk.state, walk.seat())
    truth[0] = 2
    assert frames_of("yoyo", walk.state, walk.seat()) != first


def frames_of(slug: str, state: Any, seat: int) -> list[bytes]:
    """All frames that a seat is sent about its decision in this state."""
    match = Standing(slug, state)
    maker = Hinter(WORLDS, clock=lambda: 0.0)
    maker.games.match = lambda job: match  # type: ignore[method-assign, assignment, return-value]
    job = HintJob(1, "T", 0, [], seat, lang="de", progress=True)
    return [message_frame(hint_message("h", 0, seat, answer)) for answer in maker.answers(job)]


class Standing:
    """As much of a match as a hint needs."""

    def __init__(self, slug: str, state: Any) -> None:
        self.game = reihum.game(slug)
        self.state, self.seats = state, int(state.seats)
        self.history: list[Any] = []


def test_a_hint_little_by_little_is_the_hint_of_as_many_worlds() -> None:
    for slug, players in (("23", 3), ("koenigs-romme", 2)):
        match = reihum.game(slug).new(players, seed=4)
        side = match.state.side(match.owes()[0])
        *looks, last = gradual_hint(Appraiser(match.game.spec, players), side, most=48, clock=lambda: 0.0)
        assert last.json() == reihum.hint(match, worlds=48).json()
        assert [look.worlds for look in looks] == sorted({look.worlds for look in looks})


def test_a_slow_machine_tries_fewer_worlds() -> None:
    match = reihum.game("23").new(3, seed=4)
    ticks = count()  # a second whenever anybody looks
    for seconds, worlds in ((40, 24), (1, 8)):
        *_, last = gradual_hint(
            Appraiser(match.game.spec, 3), match.state.side(0), seconds, clock=lambda: float(next(ticks))
        )
        assert last.worlds <= worlds
