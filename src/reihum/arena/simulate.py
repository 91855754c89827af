"""Games of bots against each other: the same seed gives the same result on any number of processes."""

from __future__ import annotations

import math
import multiprocessing
import os
import signal
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from threading import Thread
from typing import Final, cast

from reihum.bots import bot
from reihum.core.contract import OVER, Policy
from reihum.core.dealer import SEED_LIMIT, Seeded
from reihum.core.errors import ReihumError
from reihum.core.playout import play_out
from reihum.core.spec import Json
from reihum.games import spec
from reihum.match import Game, Match

CHUNK: Final = 25  # games handed to a process at a time
Z_95: Final = 1.96  # standard errors either side of a 95 % interval


class WorkerDied(Exception):
    """A process that played games ended before its time; the text is one clear sentence."""


@dataclass(frozen=True)
class Plan:
    """What is to be played."""

    slug: str
    players: int
    games: int
    bots: tuple[str, ...]  # one entrant per seat of the first game; they move on one seat each game
    seed: int
    records: bool = False
    options: tuple[str, ...] = ()  # those that are on


@dataclass(frozen=True)
class Result:
    """How one game ended, by entrant (not by seat)."""

    number: int
    scores: tuple[int, ...]
    shares: tuple[float, ...]  # of the win: 1 for the only winner, 1/2 for each of two
    decisions: int
    rounds: int
    finished: bool
    record: str


def simulate(plan: Plan, jobs: int, told: Callable[[int], None]) -> list[Result]:
    """Play all games and tell how many are done; Ctrl-C ends it early with what there is, if anything."""
    results: list[Result] = []
    try:
        with closing(chunks_done(plan, jobs)) as chunks:
            for some in chunks:
                results += some
                told(len(some))
    except KeyboardInterrupt:
        if not results:
            raise
    return sorted(results, key=lambda result: result.number)


def chunks_done(plan: Plan, jobs: int) -> Generator[list[Result], None, None]:
    """The results, chunk by chunk, in whatever order they come."""
    chunks = (range(first, min(first + CHUNK, plan.games)) for first in range(0, plan.games, CHUNK))
    if jobs == 1:
        for chunk in chunks:
            yield play_chunk(plan, chunk)
    else:
        yield from shared_out(plan, chunks, min(jobs, math.ceil(plan.games / CHUNK)))


# -- several processes ----------------------------------------------------------------------------


def shared_out(plan: Plan, chunks: Iterator[range], jobs: int) -> Iterator[list[Result]]:
    """The results of several processes; however this ends, none of them is left behind."""
    workers: dict[Connection, SpawnProcess] = {}
    try:
        hire(workers, plan, jobs)
        for line, chunk in zip(workers, chunks, strict=False):
            hand_over(line, workers[line], chunk)
        busy = set(workers)
        while busy:
            for ready in wait(list(busy)):
                line = cast(Connection, ready)
                some = received(line, workers[line])
                if (more := next(chunks, None)) is not None:
                    hand_over(line, workers[line], more)
                else:
                    busy.remove(line)
                yield some
    finally:
        for line, worker in workers.items():
            worker.kill()  # there is nothing for it to tidy up, and a stopped process hears nothing milder
            line.close()
        for worker in workers.values():
            worker.join()


def hire(workers: dict[Connection, SpawnProcess], plan: Plan, jobs: int) -> None:
    """Start the processes, undisturbed by signals; Ctrl-C stays the parent's business."""
    # Spawned, not forked: a forked worker would hold its sisters' lines open, and nobody would notice the
    # parent's end. What is blocked here is blocked in the workers, too; the parent gets it a moment later.
    context = multiprocessing.get_context("spawn")
    resource_tracker.ensure_running()  # starting it unblocks signals, so not in between
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        for _ in range(jobs):
            ours, theirs = context.Pipe()
            worker = context.Process(target=work, args=(plan, theirs), daemon=True)
            worker.start()
            workers[ours] = worker
            theirs.close()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)


def work(plan: Plan, line: Connection) -> None:
    """A worker's life: play what comes down the line until nobody is at its other end."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    Thread(target=end_with_the_parent, daemon=True).start()
    while True:
        try:
            chunk = line.recv()
        except EOFError:
            return
        try:
            line.send(play_chunk(plan, chunk))
        except ReihumError as error:
            line.send(str(error))


def end_with_the_parent() -> None:
    """Do not play on for nobody, even if the parent was killed without a chance to say so."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def hand_over(line: Connection, worker: SpawnProcess, chunk: range) -> None:
    """Give a worker games to play."""
    try:
        line.send(chunk)
    except OSError:
        raise bereaved(worker) from None


def received(line: Connection, worker: SpawnProcess) -> list[Result]:
    """What a worker has played."""
    try:
        sent = line.recv()
    except (EOFError, OSError):
        raise bereaved(worker) from None
    if isinstance(sent, str):
        raise ReihumError(sent)
    assert isinstance(sent, list)
    return sent


def bereaved(worker: SpawnProcess) -> WorkerDied:
    """The sentence on a worker that is no more."""
    worker.join()
    code = worker.exitcode or 0
    how = f"was killed by signal {-code}" if code < 0 else f"ended with exit code {code}"
    return WorkerDied(f"A process that was playing {how}; the simulation stops. Perhaps try fewer --jobs.")


# -- one game -------------------------------------------------------------------------------------


def play_chunk(plan: Plan, numbers: range) -> list[Result]:
    """Several games, one after the other."""
    return [play_one(plan, number) for number in numbers]


def play_one(plan: Plan, number: int) -> Result:
    """One game; its cards and its bots' luck depend on the seed and its number only."""
    of = spec(plan.slug)
    luck = Seeded((plan.seed * 1_000_003 + number) % SEED_LIMIT)
    deal, lots = luck.below(2**31), [luck.below(2**31) for _ in plan.bots]
    entrant_at = [(seat - number) % plan.players for seat in range(plan.players)]
    policies = [bot(plan.bots[entrant], of, lots[entrant]) for entrant in entrant_at]
    match = Game(of).start(plan.players, int(deal), dict.fromkeys(plan.options, True))
    if plan.records:
        match.names = [plan.bots[entrant] for entrant in entrant_at]
        made = played(match, policies, of.decisions_cap)
    else:
        match.state.telling = False
        made = int(play_out(match.state, policies, match.dealer, of.decisions_cap))
    return judged(match, number, made, entrant_at)


def played(match: Match, policies: list[Policy], limit: int) -> int:
    """Play through the text API, so that the game can be written down; how many decisions were made."""
    made = 0
    while made < limit and (seat := match.turn) is not None:
        match.play(match.game.spec.text(int(policies[seat].choose(match.state, seat))), seat)
        made += 1
    return made


def judged(match: Match, number: int, made: int, entrant_at: list[int]) -> Result:
    """The result, turned from seats to entrants."""
    scores, winners = match.scores(), match.winners()
    seat_of = [entrant_at.index(entrant) for entrant in range(match.seats)]
    return Result(
        number=number,
        scores=tuple(scores[seat] for seat in seat_of),
        shares=tuple(1 / len(winners) if seat in winners else 0.0 for seat in seat_of),
        decisions=made,
        rounds=rounds_of(match.position()),
        finished=match.state.turn() == OVER,
        record=match.record() if match.names is not None else "",
    )


def rounds_of(position: Json) -> int:
    """How many rounds (YoYo: games of the match) a game had; the solo game has one."""
    for name in ("round", "match_game"):
        if name in position:
            return int(position[name])
    return 1


def summary(plan: Plan, results: list[Result]) -> Json:
    """All that is said about the games, for people and programs; only finished games count."""
    counted = [result for result in results if result.finished]
    return {
        "game": plan.slug,
        "players": plan.players,
        "seed": plan.seed,
        "options": list(plan.options),
        "games": len(results),
        "asked": plan.games,
        "capped": len(results) - len(counted),
        "bots": [
            {
                "bot": name,
                "wins": round(sum(result.shares[entrant] for result in counted), 6),
                "win_rate": proportion([result.shares[entrant] for result in counted]),
                "score": mean([result.scores[entrant] for result in counted]),
            }
            for entrant, name in enumerate(plan.bots)
        ],
        "decisions": mean([result.decisions for result in counted]),
        "rounds": mean([result.rounds for result in counted]),
    }


def mean(values: list[int]) -> Json:
    """A mean with its 95 % interval."""
    if not values:
        return {"mean": None, "low": None, "high": None}
    middle = sum(values) / len(values)
    spread = math.sqrt(sum((v - middle) ** 2 for v in values) / max(1, len(values) - 1))
    half = Z_95 * spread / math.sqrt(len(values))
    return {"mean": round(middle, 6), "low": round(middle - half, 6), "high": round(middle + half, 6)}


def proportion(shares: list[float]) -> Json:
    """A share of wins with its 95 % interval by Wilson, which stays within 0 and 1."""
    n = len(shares)
    if n == 0:
        return {"mean": None, "low": None, "high": None}
    p = sum(shares) / n
    middle = (p + Z_95**2 / (2 * n)) / (1 + Z_95**2 / n)
    half = Z_95 * math.sqrt(max(0.0, p * (1 - p)) / n + Z_95**2 / (4 * n * n)) / (1 + Z_95**2 / n)
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    return {"mean": round(p, 6), "low": round(low, 6), "high": round(high, 6)}
