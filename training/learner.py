"""The run: workers play, the network learns from what they did, and now and then its strength is measured."""

from __future__ import annotations

import json
import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from multiprocessing.connection import Connection, wait
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, Final

import numpy as np

from reihum.core.dealer import Seeded
from reihum.core.errors import ReihumError
from reihum.games import spec
from training.memory import Memory, lesson_of
from training.network import Network
from training.players import NOW, SOFT, Compared, CompareJob, Played, PlayJob, Workers
from training.standings import Standings

BATCH: Final = 2048
READY: Final = 100_000  # decisions before the network learns; until then only the standings do
HAND_OUT: Final = 25  # steps after which workers get new weights
OPTION_SHARE: Final = 0.12  # of games, for each option
CHUNK: Final = 20  # deals of a comparison handed to a worker at a time
OLD_NETS: Final = 8  # the latest ones that stay in the pool
STEADY_POOL: Final = ("policy", "policy", "policy", "policy1", "policy1", "policy1", SOFT, "random")
OLD_SHARE: Final = 5  # seats of the pool that go to earlier networks
STANDING_STEPS: Final = 4
SAVE_EVERY: Final = 60.0  # seconds


@dataclass(frozen=True)
class Settings:
    """How to learn; the defaults do for all four games."""

    minutes: float = 60
    steps: int = 0  # of the network, after which the run ends sooner; 0: only time counts
    workers: int = 1
    first: int = 128  # units of the first layer ...
    second: int = 32  # ... and of the second
    rate: float = 1e-3  # constant for the first half, then falling to ...
    last_rate: float = 1e-4
    exploring: float = 0.1  # falling all the time to ...
    last_exploring: float = 0.01
    trace: float = 0.8  # see memory.traced; falling from 1 in the beginning
    alone: float = 0.4  # the share of games in which the network sits in all seats
    forgetting: float = 0.1  # the share of decisions without memory, for levels that have none
    margin: float = 0.3  # how much the margin of a round counts beside the win, in learning
    uses: float = 2  # how often each decision is learnt from
    memory: int = 1_000_000  # decisions
    job: int = 8_000  # decisions in a job of a worker, about
    measure_every: float = 10  # minutes
    deals: int = 100  # in each comparison
    seed: int = 1


@dataclass
class Progress:
    """How far a run has come."""

    minutes: float = 0.0
    games: int = 0
    decisions: int = 0
    steps: int = 0


class Learner:
    """One run, kept in a folder: it goes on where it was, whatever ended it."""

    def __init__(
        self, slug: str, seats: list[int], folder: Path, settings: Settings, begin: Path | None = None
    ) -> None:
        self.of, self.seats, self.folder, self.settings = spec(slug), seats, folder, settings
        if self.of.observer is None:
            raise ReihumError(f"{self.of.title} has no observer, so nobody can learn it.")
        observer = self.of.observer()
        dealt = self.of.start(max(seats), dict(self.of.options), Seeded(1))
        numbers = len(observer.standing(dealt.side(0), 0))
        self.rng = np.random.default_rng([settings.seed, os.getpid()])
        self.net = Network(int(observer.size), settings.first, settings.second, settings.seed)
        self.standings = Standings(self.of.most, numbers, int(observer.lead))
        self.progress = Progress()
        self.pool: dict[str, bytes] = {}
        folder.mkdir(parents=True, exist_ok=True)
        told = {"players": seats} | asdict(settings) | ({"begin": begin.name} if begin else {})
        (folder / "settings.json").write_text(json.dumps(told, indent=2) + "\n")
        self._restore(begin)
        self.memory = Memory(settings.memory, int(observer.size))
        self.weights = self.net.quantised()
        self.credit = 0.0  # decisions that may still be learnt from
        self.loss = 0.0
        self.length = dict.fromkeys(seats, 200.0)  # decisions in a game, by number of players
        self.known: dict[Connection, set[str]] = {}  # networks that each worker has
        self.comparing: deque[tuple[int, range, str]] = deque()
        self.compared: dict[tuple[int, str], Compared] = {}

    # -- keeping ----------------------------------------------------------------------------------

    def _restore(self, begin: Path | None) -> None:
        """Go on from the folder, if there is something in it; or begin with what another run has learned."""
        own = self.folder / "state.npz"
        if begin is not None and not own.exists() and not (begin / "state.npz").exists():
            path, set_ = begin / "net.bin", self.settings
            if not path.exists():
                raise ReihumError(f"There is no run in {begin}, and no network.")
            self.net = Network.read(path.read_bytes(), set_.first, set_.second, set_.seed)
        elif own.exists() or begin is not None:
            with np.load(own if own.exists() or begin is None else begin / "state.npz") as state:
                self.net = Network.restored(state, "net")
                self.standings.net = Network.restored(state, "standings")
                if own.exists():
                    self.progress = Progress(**json.loads(str(state["progress"])))
        for path in sorted(self.folder.glob("old*.bin")):
            self.pool[path.stem] = path.read_bytes()

    def save(self) -> None:
        """Keep everything; a run that is killed meanwhile loses a minute."""
        state = self.net.kept("net") | self.standings.net.kept("standings")
        with (new := self.folder / "state.new").open("wb") as file:
            np.savez(file, progress=json.dumps(asdict(self.progress)), **state)
        new.replace(self.folder / "state.npz")
        (self.folder / "net.bin").write_bytes(self.net.quantised())

    def _write_curve(self, row: dict[str, Any]) -> None:
        with (self.folder / "curve.jsonl").open("a") as file:
            file.write(json.dumps(row) + "\n")

    # -- the run ----------------------------------------------------------------------------------

    def run(self, say: Callable[[str], None]) -> None:
        """Learn until the time is over."""
        workers = Workers(self.of.slug, self.settings.workers, int(self.rng.integers(1 << 40)))
        begun, before = time.monotonic(), self.progress.minutes
        clocks = {"save": begun, "pool": begun, "measure": begun}
        try:
            for line in workers.lines:
                self.known[line] = set()
                self._hand_out(line)
            while self.part < 1:
                ready = wait(workers.lines, timeout=0 if self.credit > 0 else None)
                for line in [line for line in workers.lines if line in ready]:
                    self._take_in(line.recv(), say)
                    self._hand_out(line)
                self._learn()
                now = time.monotonic()
                self.progress.minutes = before + (now - begun) / 60
                for duty in self._due(clocks, now):
                    duty(say)
        finally:
            workers.stop()
            self.save()

    @property
    def part(self) -> float:
        """How much of the time is over: 0 to 1."""
        steps = self.progress.steps / self.settings.steps if self.settings.steps else 0.0
        return min(1.0, max(steps, self.progress.minutes / self.settings.minutes))

    def _due(self, clocks: dict[str, float], now: float) -> Iterator[Callable[[Callable[[str], None]], None]]:
        """What has to be done now and then."""
        every = {
            "save": (SAVE_EVERY, self._report),
            "pool": (max(120.0, self.settings.minutes * 60 / 12), self._keep_for_pool),
            "measure": (self.settings.measure_every * 60, self.measure),
        }
        for name, (seconds, duty) in every.items():
            if now - clocks[name] > seconds:
                clocks[name] = now
                yield duty

    def _report(self, say: Callable[[str], None]) -> None:
        self.save()
        done = self.progress
        say(f"{done.minutes:6.1f} min  {done.games} games, {done.decisions} decisions, loss {self.loss:.4f}")

    def _keep_for_pool(self, say: Callable[[str], None]) -> None:
        """A network that becomes an opponent."""
        name = f"old{round(self.progress.minutes * 10):06d}"
        self.pool[name] = self.net.quantised()
        (self.folder / f"{name}.bin").write_bytes(self.pool[name])

    # -- learning ---------------------------------------------------------------------------------

    def _learn(self) -> None:
        """One step, if there is enough that is new."""
        if self.memory.filled < min(READY, self.memory.size) or self.credit <= 0:
            self.credit = min(self.credit, 0.0)
            return
        low, high, late = self.settings.last_rate, self.settings.rate, 2 * self.part - 1
        rate = high if late < 0 else high * (low / high) ** late
        self.loss = self.net.learn(*self.memory.batch(self.rng, BATCH), rate, self.settings.margin)
        self.credit -= BATCH
        self.progress.steps += 1
        if self.progress.steps % HAND_OUT == 0:
            self.weights = self.net.quantised()

    def _take_in(self, done: Played | Compared, say: Callable[[str], None]) -> None:
        """What a worker has sent."""
        if isinstance(done, Compared):
            self._take_comparison(done, say)
            return
        self.progress.games += done.games
        self.progress.decisions += done.decisions
        self.length[done.seats] = done.decisions / done.games
        settled = min(1.0, max(0.0, (self.part - 0.05) / 0.25))
        lesson = lesson_of(done.seats, done.notes, self.standings, 1 - (1 - self.settings.trace) * settled)
        self.memory.add(lesson)
        self.credit += len(lesson.win) * self.settings.uses
        self.standings.learn(self.rng, STANDING_STEPS, self.settings.rate)

    def _hand_out(self, line: Connection) -> None:
        """The next job of a worker."""
        if self.comparing:
            seats, deals, against = self.comparing.popleft()
            line.send(CompareJob(seats, deals, against, self._weights_for(line, [against])))
            return
        set_ = self.settings
        exploring = set_.exploring * (set_.last_exploring / set_.exploring) ** self.part
        old = list(self.pool)[-OLD_NETS:]
        pool = list(STEADY_POOL)
        if old:
            pool += [str(name) for name in self.rng.choice(old, OLD_SHARE)]
        options = dict.fromkeys(self.of.options, OPTION_SHARE)
        seats = int(self.rng.choice(self.seats))
        games = max(2, round(set_.job / self.length[seats]))
        weights = self._weights_for(line, old)
        line.send(PlayJob(seats, games, exploring, set_.forgetting, set_.alone, pool, options, weights))

    def _weights_for(self, line: Connection, names: list[str]) -> dict[str, bytes]:
        """The network of now, and those that a worker does not have yet."""
        new = {name: self.pool[name] for name in names if name in self.pool and name not in self.known[line]}
        self.known[line] |= set(new)
        return {NOW: self.weights, **new}

    # -- measuring --------------------------------------------------------------------------------

    def measure(self, say: Callable[[str], None]) -> None:
        """Let workers compare the network with others: not one opponent counts, but many."""
        first = 10**9 + self.progress.steps * 1000  # deals that nobody learns from
        names = list(self.pool)
        others = ["policy1", "policy", SOFT, "random", *names[:1], *names[len(names) // 2 :][:1]]
        for seats in self.seats:
            for against in dict.fromkeys(others):
                for at in range(0, self.settings.deals, CHUNK):
                    deals = range(first + at, first + min(at + CHUNK, self.settings.deals))
                    self.comparing.append((seats, deals, against))

    def _take_comparison(self, done: Compared, say: Callable[[str], None]) -> None:
        """Add to a comparison; report it when it is complete."""
        so_far = self.compared.setdefault(
            (done.seats, done.against), Compared(done.seats, done.against, [], [])
        )
        so_far.shares.extend(done.shares)
        so_far.margins.extend(done.margins)
        if len(so_far.shares) < self.settings.deals:
            return
        del self.compared[done.seats, done.against]
        share, error = fmean(so_far.shares), stdev(so_far.shares) / len(so_far.shares) ** 0.5
        row = {
            "minutes": round(self.progress.minutes, 1),
            "games": self.progress.games,
            "players": done.seats,
            "against": done.against,
            "share": round(share, 4),
            "error": round(error, 4),
            "margin": round(fmean(so_far.margins), 2),
        }
        self._write_curve(row)
        say(
            f"{self.progress.minutes:6.1f} min  {done.seats} players against {done.against}: "
            f"{share:.1%} ±{1.96 * error:.1%} (par {1 / done.seats:.0%}), margin {row['margin']:+}"
        )
