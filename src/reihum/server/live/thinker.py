"""A process in which bots think, so that the server never waits: `python -m reihum.server.live.thinker`.

Jobs come in on standard input and answers go out on standard output, each as its length in four bytes and
then MessagePack. It remembers the games it was told of, so that a job brings only the moves made since. It
ends when nobody is at the other end any more.
"""

from __future__ import annotations

import signal
import sys
from collections import OrderedDict
from hashlib import blake2b
from typing import BinaryIO, Final

import msgspec

from reihum.bots import Player, player
from reihum.core.sealed import Sealed
from reihum.match import Match, game

REMEMBERED: Final = 512  # games
LENGTH: Final = 4  # bytes


class Beginning(msgspec.Struct, frozen=True):
    """How a game began."""

    game: str
    players: int
    options: dict[str, bool]
    secret: bytes
    nonces: list[str]


class Job(msgspec.Struct, frozen=True):
    """A decision to be made: in which game, after which moves, for which seat, by which bot."""

    number: int
    key: str  # of the game
    known: int  # so many moves are known already; the others follow
    moves: list[tuple[int, str]]
    seat: int
    bot: str
    beginning: Beginning | None = None  # if nothing is known


class Answer(msgspec.Struct, frozen=True):
    """What the bot chose; an empty text if the game is not known any more; or what went wrong."""

    number: int
    move: str = ""
    error: str = ""


class Thinker:
    """Remembers games, and lets bots decide in them."""

    def __init__(self) -> None:
        self.games: OrderedDict[str, tuple[Match, dict[tuple[int, str], Player]]] = OrderedDict()

    def answer(self, job: Job) -> Answer:
        """One decision."""
        try:
            return Answer(job.number, self._chosen(job))
        except Exception as error:  # a bot that fails must not take the others down with it
            self.games.pop(job.key, None)
            return Answer(job.number, error=type(error).__name__)

    def _chosen(self, job: Job) -> str:
        if job.beginning is not None:
            self.games[job.key] = (begun(job.beginning), {})
        elif job.key not in self.games or len(self.games[job.key][0].history) != job.known:
            return ""
        match, bots = self.games[job.key]
        self.games.move_to_end(job.key)
        while len(self.games) > REMEMBERED:
            self.games.popitem(last=False)
        for seat, move in job.moves:
            match.play(move, seat)
        who = (job.seat, job.bot)
        if who not in bots:
            seed = lot(f"{job.key} {job.seat}")
            bots[who] = player(job.bot, seed)
            bots[who].begin(match.game.spec, match.seats, job.seat, match.options, seed)
        bots[who].listen(match, job.seat)
        return match.game.spec.text(int(bots[who].policy.choose(match.state.side(job.seat))))


def begun(beginning: Beginning) -> Match:
    """A game from its beginning."""
    dealer = Sealed(beginning.secret, list(beginning.nonces))
    return game(beginning.game).start(beginning.players, options=beginning.options, dealer=dealer)


def lot(text: str) -> int:
    """A seed for what a bot leaves to chance."""
    return int.from_bytes(blake2b(text.encode(), digest_size=7).digest(), "big")


def framed(value: object) -> bytes:
    """Something to send, with its length."""
    packed = msgspec.msgpack.encode(value)
    return len(packed).to_bytes(LENGTH, "big") + packed


def received(stream: BinaryIO) -> bytes:
    """The next thing that was sent; empty if nobody sends any more."""
    head = stream.read(LENGTH)
    return stream.read(int.from_bytes(head, "big")) if len(head) == LENGTH else b""


def main() -> None:
    """Think until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's business
    thinker, jobs = Thinker(), msgspec.msgpack.Decoder(Job)
    while packed := received(sys.stdin.buffer):
        sys.stdout.buffer.write(framed(thinker.answer(jobs.decode(packed))))
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
