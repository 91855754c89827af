"""python -m training GAME --players 2,3,4 --minutes 60 --out DIR"""

from __future__ import annotations

import argparse
import json
import time
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

import numpy as np

from training.actors import Actors, observer_of
from training.network import Floats, Network

OPTIONS = {
    "help": {},
    "23": {"learning": 0.12, "by_five": 0.12},
    "yoyo": {"plain_draw": 0.15},
    "koenigs-romme": {},
}
STANDING = {"help": 1, "23": 2, "yoyo": 1, "koenigs-romme": 1}
SCALE = {"help": 1.0, "23": 6.0, "yoyo": 6.0, "koenigs-romme": 40.0}  # of margins
MOST = {"help": 5, "23": 4, "yoyo": 6, "koenigs-romme": 7}
ROUNDS = {"help": 12, "23": 2, "yoyo": 12, "koenigs-romme": 11}


def worth(slug: str, standing: Any) -> Any:
    """How good a standing is, the more the better."""
    if slug == "23":
        return 2.0 * standing[..., 1] - standing[..., 0]
    return (
        -standing[..., 0].astype(np.float64)
        if slug == "koenigs-romme"
        else standing[..., 0].astype(np.float64)
    )


class Ends:
    """What a standing at the end of a round is worth: the chance to win the game from there."""

    def __init__(self, slug: str) -> None:
        self.slug = slug
        self.net = Network(2 + ROUNDS[slug] + MOST[slug] * (1 + STANDING[slug]), 32, 16, seed=3)
        self.x: Any = np.zeros((0, self.net.inputs), np.float32)
        self.y: Any = np.zeros(0, np.float32)

    def seen(self, players: int, rounds: Any, standing: Any) -> Floats:
        """Each seat's view of the standings (rounds × seats × numbers)."""
        n, k = len(standing), STANDING[self.slug]
        x = np.zeros((n, players, self.net.inputs), np.float32)
        good = worth(self.slug, standing) / SCALE[self.slug]
        left = np.minimum(rounds, ROUNDS[self.slug] - 1)
        for seat in range(players):
            x[np.arange(n), seat, left] = 1
            at = ROUNDS[self.slug]
            x[:, seat, at] = players / 4
            x[:, seat, at + 1] = good[:, seat]
            at += 2
            for step in range(1, players):
                other = (seat + step) % players
                x[:, seat, at] = good[:, other] - good[:, seat]
                x[:, seat, at + 1 : at + 1 + k] = standing[:, other] / 10.0
                at += 1 + k
            x[:, seat, at : at + k] = standing[:, seat] / 10.0
        return x.reshape(n * players, -1)

    def chance(self, x: Floats) -> Any:
        """The chance to win."""
        return 1 / (1 + np.exp(-self.net.forward(x)[4][:, 0]))

    def add(self, x: Floats, y: Any) -> None:
        """Learn from games that ended."""
        self.x = np.concatenate([self.x, x])[-60_000:]
        self.y = np.concatenate([self.y, y.astype(np.float32)])[-60_000:]

    def learn(self, rng: Any, steps: int, rate: float) -> float:
        """Some steps."""
        loss = 0.0
        for _ in range(steps):
            pick = rng.integers(0, len(self.x), 512)
            loss, _ = self.net.learn(self.x[pick], self.y[pick], np.zeros(512, np.float32), rate, 0.0)
        return loss


class Memory:
    """The latest decisions, as rows of ones."""

    def __init__(self, size: int, room: int, empty: int) -> None:
        self.ones = np.full((size, room), empty, np.uint16)
        self.win = np.zeros(size, np.float32)
        self.margin = np.zeros(size, np.float32)
        self.size, self.at, self.full, self.empty = size, 0, 0, empty

    def add(self, ones: Any, win: Any, margin: Any) -> None:
        """More decisions, over the oldest."""
        n = len(win)
        place = (self.at + np.arange(n)) % self.size
        self.ones[place] = self.empty
        self.ones[place, : ones.shape[1]] = ones
        self.win[place], self.margin[place] = win, margin
        self.at = (self.at + n) % self.size
        self.full = min(self.size, self.full + n)

    def batch(self, rng: Any, n: int, inputs: int) -> tuple[Floats, Floats, Floats]:
        """Some of them, dense."""
        pick = rng.integers(0, self.full, n)
        x = np.zeros((n, inputs + 1), np.float32)
        ones = self.ones[pick]
        x[np.arange(n)[:, None], ones] = 1
        return x[:, :inputs], self.win[pick], self.margin[pick]


def unpack(
    slug: str, players: int, ones: bytes, decisions: bytes, rounds: bytes, games: bytes, empty: int
) -> Any:
    """What an actor sent, as arrays."""
    flat = np.frombuffer(ones, "<i2").astype(np.int32)
    made = np.frombuffer(decisions, "<i2").reshape(-1, 4).astype(np.int64)
    k = STANDING[slug]
    stand = np.frombuffer(rounds, "<i2").reshape(-1, players, k).astype(np.float64)
    ended = np.frombuffer(games, "<i2").reshape(-1, 2 + 2 * players).astype(np.int64)
    counts = made[:, 2]
    room = int(counts.max())
    rows = np.full((len(made), room), empty, np.uint16)
    row = np.repeat(np.arange(len(made)), counts)
    column = np.arange(len(flat)) - np.repeat(np.cumsum(counts) - counts, counts)
    rows[row, column] = flat
    game = np.repeat(np.arange(len(ended)), ended[:, 0])
    first_round = np.cumsum(ended[:, 1]) - ended[:, 1]
    shares = ended[:, 2::2] / 1000
    best = 1 / (1 + np.exp(-made[:, 3] * 4 / 8192))
    return rows, made[:, 0], made[:, 1], game, first_round, ended[:, 1], stand, shares, best


def returns(final: Any, best: Any, chain: Any, trace: float) -> Any:
    """Targets: of the last decision of a seat in a round its end, of others what the seat came to think."""
    n = len(final)
    order = np.lexsort((np.arange(n), chain))
    key = chain[order]
    last = np.append(key[1:] != key[:-1], True)
    position = np.arange(n)
    ends = np.where(last)[0]
    after = ends[np.searchsorted(ends, position)] - position  # decisions of the chain that follow
    target = final[order].astype(np.float64)
    worth_ = best[order]
    by_rank = np.argsort(after, kind="stable")
    bounds = np.searchsorted(after[by_rank], np.arange(after.max() + 2))
    for rank in range(1, int(after.max()) + 1):
        at = by_rank[bounds[rank] : bounds[rank + 1]]
        target[at] = (1 - trace) * worth_[at + 1] + trace * target[at + 1]
    out = np.empty(n)
    out[order] = target
    return out


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("game")
    parser.add_argument("--players", default="2")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--out", required=True)
    parser.add_argument("--actors", type=int, default=1)
    parser.add_argument("--first", type=int, default=128)
    parser.add_argument("--second", type=int, default=32)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--low-rate", type=float, default=1e-4)
    parser.add_argument("--explore", type=float, default=0.1)
    parser.add_argument("--low-explore", type=float, default=0.01)
    parser.add_argument("--alone", type=float, default=0.5)
    parser.add_argument("--uses", type=float, default=3)
    parser.add_argument("--forget", type=float, default=0.1)
    parser.add_argument("--margin", type=float, default=0.05)
    parser.add_argument("--trace", type=float, default=0.8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--memory", type=int, default=1_000_000)
    parser.add_argument("--evaluate", type=float, default=5)
    parser.add_argument("--from-weights", default="")
    args = parser.parse_args()
    slug, out = args.game, Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    sizes = [int(n) for n in args.players.split(",")]
    observer = observer_of(slug)
    inputs = int(observer.size)
    rng = np.random.default_rng(args.seed)
    kept = out / "state.npz"
    begin, spent = time.time(), 0.0
    source = kept if kept.exists() else Path(args.from_weights) if args.from_weights else None
    net = Network.load(str(source)) if source else Network(inputs, args.first, args.second, args.seed)
    ends = Ends(slug)
    if source and Path(str(source).replace("state", "ends")).exists():
        ends.net = Network.load(str(source).replace("state", "ends"))
    if kept.exists():
        spent = json.loads((out / "progress.json").read_text())["minutes"]
    memory = Memory(args.memory, 640, inputs)
    actors = Actors(slug, args.actors, args.seed + int(time.time()))
    pool: dict[str, bytes] = {}
    for path in sorted(out.glob("old*.bin"))[-8:]:
        pool[path.stem] = path.read_bytes()
    sent: dict[Any, set[str]] = {line: set() for line in actors.lines}
    total_games = total_decisions = updates = 0
    credit = 0.0
    loss = off = 0.0
    weights = net.quantised()
    last_save = last_eval = last_pool = time.time()

    def hand_out(line: Any) -> None:
        minutes = spent + (time.time() - begin) / 60
        part = min(1.0, minutes / args.minutes)
        exploring = args.explore * (args.low_explore / args.explore) ** part
        new = {name: data for name, data in pool.items() if name not in sent[line]}
        sent[line] |= set(new)
        names = ["policy", "policy", *pool, *pool]
        line.send(
            {
                "weights": {"now": weights, **new},
                "exploring": exploring,
                "forgetting": args.forget,
                "games": args.games,
                "players": int(rng.choice(sizes)),
                "alone": args.alone,
                "pool": names,
                "options": OPTIONS[slug],
            }
        )

    for line in actors.lines:
        hand_out(line)
    log = open(out / "log.txt", "a")
    while True:
        minutes = spent + (time.time() - begin) / 60
        part = min(1.0, minutes / args.minutes)
        if part >= 1:
            break
        ready = wait(actors.lines, timeout=0 if credit > 0 else None)
        for line in ready:
            players, decisions, *parts = line.recv()  # type: ignore[union-attr]
            hand_out(line)
            rows, seat, rnd, game, first_round, count, stand, shares, best = unpack(
                slug, players, *parts, inputs
            )
            total_games += len(shares)
            total_decisions += decisions
            inner = np.ones(len(stand), bool)
            inner[first_round + count - 1] = False
            number = np.arange(len(stand)) - np.repeat(first_round, count)
            owner = np.repeat(np.arange(len(shares)), count)
            value = np.zeros((len(stand), players))
            value[~inner] = shares
            if inner.any():
                x = ends.seen(players, number[inner], stand[inner])
                value[inner] = ends.chance(x).reshape(-1, players)
                ends.add(x, shares[owner[inner]].reshape(-1))
            good = worth(slug, stand)
            lead = (good - (good.sum(1, keepdims=True) - good) / (players - 1)) / SCALE[slug]
            at = first_round[game] + rnd
            memory.add(
                rows,
                returns(value[at, seat], best, (at * 8 + seat), args.trace),
                np.clip(lead[at, seat], -4, 4),
            )
            credit += len(rows) * args.uses
        if len(ends.x) > 2000 and ready:
            ends.learn(rng, 4, 1e-3)
        if memory.full > 20_000 and credit > 0:
            rate = args.rate if part < 0.5 else args.rate * (args.low_rate / args.rate) ** (2 * part - 1)
            x, win, margin = memory.batch(rng, 2048, inputs)
            loss, off = net.learn(x, win, margin, rate, args.margin)
            credit -= 2048
            updates += 1
            if updates % 25 == 0:
                weights = net.quantised()
        elif not ready:
            credit = min(credit, 0)
        now = time.time()
        if now - last_save > 60:
            last_save = now
            net.save(str(kept))
            ends.net.save(str(out / "ends.npz"))
            (out / "net.bin").write_bytes(net.quantised())
            (out / "progress.json").write_text(json.dumps({"minutes": minutes}))
            line_text = f"{minutes:.1f} min, {total_games} games, {total_decisions} decisions, {updates} updates, loss {loss:.4f}, margin {off:.3f}"
            print(line_text, flush=True)
            log.write(line_text + "\n")
            log.flush()
        if now - last_pool > max(120, args.minutes * 60 / 12):
            last_pool = now
            name = f"old{int(minutes * 10):06d}"
            pool[name] = net.quantised()
            (out / f"{name}.bin").write_bytes(pool[name])
        if now - last_eval > args.evaluate * 60:
            last_eval = now
            from reihum.games import spec
            from training.evaluate import learned, share

            for players in sizes:
                mean, error, lead_ = share(
                    slug,
                    players,
                    learned(slug, net.quantised()),
                    spec(slug).policy,
                    300 // players + 60,
                    int(minutes),
                    dict(spec(slug).options),
                )
                told = f"  {minutes:.1f} min, {players} players: {100 * mean:.1f} ±{196 * error:.1f}, margin {lead_:+.2f}"
                print(told, flush=True)
                log.write(told + "\n")
                log.flush()
    net.save(str(kept))
    ends.net.save(str(out / "ends.npz"))
    (out / "net.bin").write_bytes(net.quantised())
    (out / "progress.json").write_text(json.dumps({"minutes": minutes}))
    for process in actors.processes:
        process.kill()


if __name__ == "__main__":
    main()
