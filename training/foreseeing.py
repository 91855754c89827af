"""A network that learns differences between the moves of a decision, beside what it knows of chances."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from reihum.core.observation import MARGIN_SCALE
from training.labels import Labels
from training.memory import EMPTY
from training.network import Floats, Network

Ints = NDArray[np.int64]
MOST_BETTER: Final = 3.0  # differences beyond it are all the same
STEADY: Final = 0.1  # how much it counts that the first move's worth stays as it was
STEEP: Final = 8.0  # so that chances count about as much as logits
CHECK: Final = 500  # decisions at a time


@dataclass
class Lessons:
    """Labels by decision."""

    labels: Labels
    starts: Ints  # the first row of each decision
    counts: Ints

    @classmethod
    def of(cls, labels: Labels) -> Lessons:
        """All of them."""
        starts = np.flatnonzero(labels.first)
        return cls(labels, starts, np.diff(np.append(starts, len(labels.first))))

    @property
    def decisions(self) -> int:
        """How many there are."""
        return len(self.starts)

    def split(self, share: float) -> tuple[Lessons, Lessons]:
        """The first decisions, and the last ones."""
        at = int(self.starts[int(len(self.starts) * (1 - share))])
        return Lessons.of(self.labels.part(slice(at))), Lessons.of(self.labels.part(slice(at, None)))

    def better(self, rows: Ints) -> Floats:
        """The differences of some rows."""
        found: Floats = np.clip(self.labels.better[rows], -MOST_BETTER, MOST_BETTER)
        return found

    def rows_of(self, decisions: Ints) -> tuple[Ints, Ints]:
        """The rows of these decisions, and for each the row, among these, that it is compared with."""
        counts = self.counts[decisions]
        first = np.cumsum(counts) - counts
        rows = np.repeat(self.starts[decisions] - first, counts) + np.arange(counts.sum())
        return rows, np.repeat(first, counts)


@dataclass
class Foreseeing:
    """Learns from lessons, beginning with a network that was published."""

    data: bytes
    first: int
    second: int
    lessons: Lessons
    slopes: dict[int, float] = field(init=False)

    def __post_init__(self) -> None:
        had = int.from_bytes(self.data[6:8], "little")
        self.teacher = Network.read(self.data, had, self.second, 1)
        self.net = Network.read(self.data, self.first, self.second, 1)
        self.slopes = self._slopes()

    def _slopes(self) -> dict[int, float]:
        """How much the chance goes with the points, as the teacher sees it, by how much points count."""
        rng, found = np.random.default_rng(1), {}
        weight = self.lessons.labels.weight[self.lessons.starts]
        for each in np.unique(weight):
            decisions = np.flatnonzero(weight == each)
            rows, base = self.lessons.rows_of(rng.choice(decisions, min(400, len(decisions)), replace=False))
            out = self.teacher.outputs(self.dense(self.lessons, rows))
            apart = out - out[base]
            found[int(each)] = float((apart[:, 0] * apart[:, 1]).sum() / ((apart[:, 1] ** 2).sum() + 1e-9))
        return found

    def dense(self, lessons: Lessons, rows: Ints) -> Floats:
        """Rows of zeros and ones."""
        inputs = self.net.shape[0]
        ones = lessons.labels.ones[rows].astype(np.int64)
        nowhere = len(rows) * inputs
        x = np.zeros(nowhere + 1, np.float32)
        x[np.where(ones != EMPTY, ones + np.arange(len(rows))[:, None] * inputs, nowhere)] = 1
        return x[:nowhere].reshape(len(rows), inputs)

    def learn(self, rng: np.random.Generator, decisions: int, rate: float) -> None:
        """One step."""
        lessons = self.lessons
        rows, base = lessons.rows_of(rng.integers(0, lessons.decisions, decisions))
        labels = lessons.labels
        x = self.dense(lessons, rows)
        known = self.teacher.outputs(x)
        better = lessons.better(rows)
        at_end = labels.ends[rows].astype(np.float32)
        slope = np.array([self.slopes[int(weight)] for weight in labels.weight[rows]], np.float32)
        steady = STEADY * (base == np.arange(len(base)))

        def down(out: Floats) -> Floats:
            """How the outputs should change."""
            found = np.zeros_like(out)
            apart = out - out[base]
            # Points by their differences.
            self.pull(found[:, 1], apart[:, 1] - better, base, 1 - at_end)
            # Chances: where the game ends they were seen, elsewhere they go with the points.
            chance: Floats = (1 / (1 + np.exp(-out[:, 0]))).astype(np.float32)
            slack = (chance - chance[base] - better) * STEEP * chance * (1 - chance)
            self.pull(found[:, 0], slack, base, at_end)
            self.pull(found[:, 0], apart[:, 0] - slope * better, base, 1 - at_end)
            # What all moves of a decision share stays as it was.
            found += steady[:, None] * (out[base] - known[base])
            return (found / decisions).astype(np.float32)

        self.net.step(x, down, rate)

    @staticmethod
    def pull(into: Floats, slack: Floats, base: Ints, weight: Any) -> None:
        """Draw both ends of each difference towards what it should be."""
        pulled = slack * weight
        into += pulled
        np.subtract.at(into, base, pulled)

    def check(self, lessons: Lessons) -> str:
        """How far off teacher and pupil are, and what their choices are worth by what was found out."""
        wrong = np.zeros(3)  # squared: the teacher's, the pupil's, and of one who thinks all moves alike
        worth: list[Floats] = []
        alike = 0
        for at in range(0, lessons.decisions, CHECK):
            decisions = np.arange(at, min(at + CHECK, lessons.decisions))
            rows, base = lessons.rows_of(decisions)
            x, better = self.dense(lessons, rows), lessons.better(rows)
            outputs = [net.outputs(x) for net in (self.teacher, self.net)]
            known = np.where(lessons.labels.ends[rows], 0, 1)
            said = [out[:, 1] - out[base, 1] for out in outputs] + [np.zeros_like(better)]
            wrong += [float((known * (each - better) ** 2).sum()) for each in said]
            weight = lessons.labels.weight[rows] / np.float32(MARGIN_SCALE)
            picks = [first_best(out[:, 0] + weight * out[:, 1], base) for out in outputs]
            alike += int((picks[0] == picks[1]).sum())
            plain = ~lessons.labels.ends[rows[picks[0]]]
            worth.append(np.stack([better[pick][plain] for pick in picks]))
        teacher, pupil = np.concatenate(worth, axis=1)
        error = float(np.std(pupil - teacher) / len(pupil) ** 0.5)
        left = f"left unexplained {wrong[0] / wrong[2]:.4f} -> {wrong[1] / wrong[2]:.4f}"
        gained = f"choices worth {teacher.mean():+.4f} -> {pupil.mean():+.4f} ±{error:.4f}"
        return f"{left}, {gained}, alike {alike / lessons.decisions:.1%}"


def first_best(worth: NDArray[np.floating[Any]], base: Ints) -> Ints:
    """The best row of each decision."""
    decision = np.cumsum(base == np.arange(len(base)))
    order = np.lexsort((-worth, decision))
    found: Ints = order[np.flatnonzero(base == np.arange(len(base)))]
    return found
