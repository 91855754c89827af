"""Processes that play: games to learn from, and games that measure how strong a network has become."""

from __future__ import annotations

import multiprocessing
import random
import signal
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Final

from reihum.arena.outcomes import outcome
from reihum.bots.learned import PER_MILLE, Learned
from reihum.bots.net import Net, Weights
from reihum.bots.self_play import Explorer, Notes, play_and_note
from reihum.core.contract import Policy
from reihum.core.dealer import Seeded
from reihum.core.playout import Random, play_out
from reihum.games import spec
from reihum.games.spec import Spec

NOW: Final = "now"  # the network that learns, among the names of players
SOFT: Final = "soft"  # the same, choosing softly
SOFT_HEAT: Final = 0.3
SOFT_REACH: Final = 2.0
MILLION: Final = 1_000_000


@dataclass(frozen=True)
class PlayJob:
    """Games to learn from."""

    seats: int
    games: int
    exploring: float  # in this share of its decisions the learner makes any move
    forgetting: float  # in this share it sees only what lies on the table
    alone: float  # in this share of the games it sits in all seats
    pool: Sequence[str]  # who else may sit there
    options: Mapping[str, float]  # how often each is on
    weights: Mapping[str, bytes] = field(repr=False, default_factory=dict)  # networks that are new


@dataclass(frozen=True)
class CompareJob:
    """Games of one seat against another player in all others, each deal from every seat."""

    seats: int
    deals: range
    against: str
    weights: Mapping[str, bytes] = field(repr=False, default_factory=dict)


@dataclass(frozen=True)
class Played:
    """What was noted of games to learn from."""

    seats: int
    games: int
    decisions: int
    notes: tuple[bytes, bytes, bytes, bytes] = field(repr=False)


@dataclass(frozen=True)
class Compared:
    """The share of the win, and the margin, of each deal."""

    seats: int
    against: str
    shares: list[float]
    margins: list[float]


class Table:
    """Seats players of all kinds in one game."""

    def __init__(self, of: Spec, seed: int) -> None:
        assert of.observer is not None
        self.of = of
        self.observer = of.observer()
        self.rng = random.Random(seed)
        self.nets: dict[str, Net] = {}

    def learn_names(self, weights: Mapping[str, bytes]) -> None:
        """Take in new networks."""
        self.nets |= {name: Net(Weights(data)) for name, data in weights.items()}

    def player(self, name: str) -> Policy:
        """A player of this name: a built-in one, or a network."""
        if name == "policy":
            return self.of.policy()
        if name == "policy1":
            return (self.of.first_policy or self.of.policy)()
        if name == "random":
            return Random(self.rng.getrandbits(60))
        player = Learned(self.nets[NOW if name == SOFT else name], self.observer, self.of.policy())
        if name == SOFT:
            player.heat = round(SOFT_HEAT * PER_MILLE)
            player.reach = round(SOFT_REACH * PER_MILLE)
            player.seed = self.rng.getrandbits(60)
        return player

    def play(self, job: PlayJob) -> Played:
        """Games of explorers, alone or with others."""
        explorer = Explorer(self.nets[NOW], self.observer, self.of.policy(), self.rng.getrandbits(60))
        explorer.exploring = round(job.exploring * MILLION)
        explorer.forgetting = round(job.forgetting * MILLION)
        notes, decisions = Notes(), 0
        for _ in range(job.games):
            players: list[Policy] = [explorer] * job.seats
            if self.rng.random() >= job.alone:
                stays = self.rng.randrange(job.seats)
                for seat in range(job.seats):
                    if seat != stays and self.rng.random() < 0.8:
                        players[seat] = self.player(self.rng.choice(job.pool))
            options = {name: self.rng.random() < share for name, share in job.options.items()}
            dealer = Seeded(self.rng.getrandbits(61))
            state = self.of.start(job.seats, options, dealer)
            decisions += play_and_note(state, players, dealer, self.observer, self.of.decisions_cap, notes)
        parts = (notes.ones, notes.decisions, notes.rounds, notes.games)
        ones, made, rounds, games = (part.getvalue() for part in parts)
        return Played(job.seats, job.games, decisions, (ones, made, rounds, games))

    def compare(self, job: CompareJob) -> Compared:
        """The network of now against another player."""
        shares, margins = [], []
        for deal in job.deals:
            won, lead = 0.0, 0.0
            for seat in range(job.seats):
                players = [self.player(job.against) for _ in range(job.seats)]
                players[seat] = self.player(NOW)
                share, margin = self._play_once(players, seat, deal)
                won += share
                lead += margin
            shares.append(won / job.seats)
            margins.append(lead / job.seats)
        return Compared(job.seats, job.against, shares, margins)

    def _play_once(self, players: list[Policy], seat: int, deal: int) -> tuple[float, float]:
        """One game; the share of a seat and its margin. Nobody wins a game without end, so all share it."""
        dealer = Seeded(deal)
        state = self.of.start(len(players), dict(self.of.options), dealer)
        play_out(state, players, dealer, self.of.decisions_cap)
        return outcome(state, seat)


def work(line: Connection, slug: str, seed: int) -> None:
    """The life of a process: take a job, send what came of it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one that learns
    table = Table(spec(slug), seed)
    while True:
        try:
            job = line.recv()
            table.learn_names(job.weights)
            line.send(table.play(job) if isinstance(job, PlayJob) else table.compare(job))
        except (EOFError, ConnectionError):
            return


class Workers:
    """The processes, each at the end of a line."""

    def __init__(self, slug: str, count: int, seed: int) -> None:
        context = multiprocessing.get_context("spawn")
        self.lines: list[Connection] = []
        self.processes = []
        for number in range(count):
            ours, theirs = context.Pipe()
            process = context.Process(target=work, args=(theirs, slug, seed * 1000 + number), daemon=True)
            process.start()
            theirs.close()
            self.lines.append(ours)
            self.processes.append(process)

    def stop(self) -> None:
        """End them all."""
        for process in self.processes:
            process.kill()
