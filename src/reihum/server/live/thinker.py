"""A process in which bots think, so that the server never waits: `python -m reihum.server.live.thinker`.

Jobs come in on standard input and answers go out on standard output, each as its length in four bytes and
then MessagePack. The process remembers the games it has seen, so that a job brings only the moves made since.
It ends when the other end is closed.
"""

from __future__ import annotations

import os
import signal
import sys
from collections import OrderedDict
from collections.abc import Callable, Iterable
from hashlib import blake2b
from typing import Any, BinaryIO, Final, TypeVar

import msgspec

from reihum.bots import Player, player
from reihum.core.promises import mix_from
from reihum.core.sealed import Sealed
from reihum.match import Match, game

MOST_GAMES: Final = 512  # that are remembered
LENGTH_BYTES: Final = 4
POLITENESS: Final = 5  # whoever moves a card is served before bots think
J = TypeVar("J")


class Beginning(msgspec.Struct, frozen=True):
    """How a game began."""

    game: str
    players: int
    options: dict[str, bool]
    secret: bytes
    nonces: list[str]
    mix: dict[str, Any] | None = None  # how the nonces were promised, if they were


class GameJob(msgspec.Struct, frozen=True):
    """A decision to think about: in which game, after which moves, for which seat."""

    number: int
    key: str  # of the game
    known: int  # how many moves the process knows already; the others follow
    moves: list[tuple[int, str]]
    seat: int
    beginning: Beginning | None = None  # if the game is new to the process
    waiting: int = 1  # how many jobs the process has now, this one included


class Job(GameJob, frozen=True):
    """A decision to make, and by which bot."""

    bot: str = ""


class Answer(msgspec.Struct, frozen=True):
    """What the bot chose; an empty text if the game has been forgotten; or what went wrong."""

    number: int
    move: str = ""
    error: str = ""
    done: bool = True


class Games:
    """The games that a process remembers, the latest ones."""

    def __init__(self, forget: Callable[[str], object] = lambda key: None) -> None:
        self._games: OrderedDict[str, Match] = OrderedDict()
        self._forget = forget  # called with the key of each game that is forgotten

    def match(self, job: GameJob) -> Match | None:
        """The game of a job as it is now; None if it has been forgotten."""
        if job.beginning is not None:
            self.drop(job.key)
            self._games[job.key] = begin_match(job.beginning)
        elif job.key not in self._games or len(self._games[job.key].history) != job.known:
            return None
        match = self._games[job.key]
        self._games.move_to_end(job.key)
        while len(self._games) > MOST_GAMES:
            self.drop(next(iter(self._games)))
        for seat, move in job.moves:
            match.play(move, seat)
        return match

    def drop(self, key: str) -> None:
        """Forget a game."""
        self._games.pop(key, None)
        self._forget(key)


class Thinker:
    """Lets bots decide."""

    def __init__(self) -> None:
        self.bots: dict[str, dict[tuple[int, str], Player]] = {}  # by game
        self.games = Games(lambda key: self.bots.pop(key, None))

    def answer(self, job: Job) -> Answer:
        """Make one decision."""
        try:
            return Answer(job.number, self._choose(job))
        except Exception as error:  # a failing bot must not take the others down with it
            self.games.drop(job.key)
            return Answer(job.number, error=type(error).__name__)

    def _choose(self, job: Job) -> str:
        match = self.games.match(job)
        if match is None:
            return ""
        bots = self.bots.setdefault(job.key, {})
        who = (job.seat, job.bot)
        if who not in bots:
            seed = seed_from(f"{job.key} {job.seat}")
            bots[who] = player(job.bot, seed)
            bots[who].begin(match.game.spec, match.seats, job.seat, match.options, seed)
        bots[who].listen(match, job.seat)
        policy = bots[who].policy
        policy.share_time(job.waiting)
        return match.game.spec.text(int(policy.choose(match.state.side(job.seat))))


def begin_match(beginning: Beginning) -> Match:
    """A game as it began."""
    mix = None if beginning.mix is None else mix_from(beginning.mix)
    dealer = Sealed(beginning.secret, list(beginning.nonces), mix)
    return game(beginning.game).start(beginning.players, options=beginning.options, dealer=dealer)


def seed_from(text: str) -> int:
    """A seed for a bot's random choices."""
    return int.from_bytes(blake2b(text.encode(), digest_size=7).digest(), "big")


def pack(value: object) -> bytes:
    """A value as bytes to send: its length, then MessagePack."""
    packed = msgspec.msgpack.encode(value)
    return len(packed).to_bytes(LENGTH_BYTES, "big") + packed


def read_packed(stream: BinaryIO) -> bytes:
    """The next value that was sent, still packed; empty at the end."""
    head = stream.read(LENGTH_BYTES)
    return stream.read(int.from_bytes(head, "big")) if len(head) == LENGTH_BYTES else b""


def serve(kind: type[J], answers: Callable[[J], Iterable[object]], politeness: int = POLITENESS) -> None:
    """Answer jobs of a kind until there are no more; one job may have more than one answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's business
    if hasattr(os, "nice"):
        os.nice(politeness)
    jobs = msgspec.msgpack.Decoder(kind)
    while packed := read_packed(sys.stdin.buffer):
        for answer in answers(jobs.decode(packed)):
            sys.stdout.buffer.write(pack(answer))
            sys.stdout.buffer.flush()


def main() -> None:
    """Let bots think until there are no more jobs."""
    thinker = Thinker()
    serve(Job, lambda job: [thinker.answer(job)])


if __name__ == "__main__":
    main()
