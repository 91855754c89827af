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
from hashlib import blake2b
from typing import BinaryIO, Final

import msgspec

from reihum.bots import Player, player
from reihum.core.sealed import Sealed
from reihum.match import Match, game

MOST_GAMES: Final = 512  # that are remembered
LENGTH_BYTES: Final = 4
POLITENESS: Final = 5  # whoever moves a card is served before bots think


class Beginning(msgspec.Struct, frozen=True):
    """How a game began."""

    game: str
    players: int
    options: dict[str, bool]
    secret: bytes
    nonces: list[str]


class Job(msgspec.Struct, frozen=True):
    """A decision to make: in which game, after which moves, for which seat, by which bot."""

    number: int
    key: str  # of the game
    known: int  # how many moves the process knows already; the others follow
    moves: list[tuple[int, str]]
    seat: int
    bot: str
    beginning: Beginning | None = None  # if the game is new to the process
    waiting: int = 1  # how many jobs the process has now, this one included


class Answer(msgspec.Struct, frozen=True):
    """What the bot chose; an empty text if the game has been forgotten; or what went wrong."""

    number: int
    move: str = ""
    error: str = ""


class Thinker:
    """Remembers games, and lets bots decide in them."""

    def __init__(self) -> None:
        self.games: OrderedDict[str, tuple[Match, dict[tuple[int, str], Player]]] = OrderedDict()

    def answer(self, job: Job) -> Answer:
        """Make one decision."""
        try:
            return Answer(job.number, self._choose(job))
        except Exception as error:  # a failing bot must not take the others down with it
            self.games.pop(job.key, None)
            return Answer(job.number, error=type(error).__name__)

    def _choose(self, job: Job) -> str:
        if job.beginning is not None:
            self.games[job.key] = (begin_match(job.beginning), {})
        elif job.key not in self.games or len(self.games[job.key][0].history) != job.known:
            return ""
        match, bots = self.games[job.key]
        self.games.move_to_end(job.key)
        while len(self.games) > MOST_GAMES:
            self.games.popitem(last=False)
        for seat, move in job.moves:
            match.play(move, seat)
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
    dealer = Sealed(beginning.secret, list(beginning.nonces))
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


def main() -> None:
    """Think until there are no more jobs."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's business
    if hasattr(os, "nice"):
        os.nice(POLITENESS)
    thinker, jobs = Thinker(), msgspec.msgpack.Decoder(Job)
    while packed := read_packed(sys.stdin.buffer):
        sys.stdout.buffer.write(pack(thinker.answer(jobs.decode(packed))))
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
