"""A sequential test: it stops as soon as enough deals were played to tell two hypotheses apart.

The first says that the bot's share lies LOW above par, the second HIGH. What is tested is a mean of deals
whose spread is not known beforehand, so the likelihoods are those of normal deals with the spread seen so
far (the generalised sequential probability ratio test, as engines are tested with). Deals count in the order
of their numbers, however many processes play them, so the verdict is the same for any number of them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from reihum.core.types import Json

ERROR_RATE: Final = 0.05  # of either kind
BOUND: Final = math.log((1 - ERROR_RATE) / ERROR_RATE)
FEWEST: Final = 30  # deals before a verdict: fewer say little about how far deals lie apart
DOUBT: Final = 0.25  # as if one deal had been as far off as can be: no certainty without doubt
BETTER: Final = "better"
NOT_BETTER: Final = "not better"
OPEN: Final = "open"


@dataclass(frozen=True)
class Hypotheses:
    """How much better the first bot is than par, by each of the two hypotheses."""

    low: float
    high: float


class SequentialTest:
    """Takes in deals one after the other until it is decided."""

    def __init__(self, hypotheses: Hypotheses) -> None:
        self.hypotheses = hypotheses
        self.deals = 0
        self.llr = 0.0
        self.verdict = OPEN
        self.course: list[float] = []  # the log-likelihood ratio after every deal
        self._mean = 0.0
        self._squares = 0.0  # of the distances from the mean

    @property
    def is_decided(self) -> bool:
        """Whether there is a verdict; deals after it do not count."""
        return self.verdict != OPEN

    def add(self, above_par: float) -> None:
        """One deal more: the first bot's share in it, less par."""
        if self.is_decided:
            return
        self.deals += 1
        before = above_par - self._mean
        self._mean += before / self.deals
        self._squares += before * (above_par - self._mean)
        self.llr = self._ratio()
        self.course.append(self.llr)
        if self.deals >= FEWEST:
            if self.llr >= BOUND:
                self.verdict = BETTER
            elif self.llr <= -BOUND:
                self.verdict = NOT_BETTER

    def _ratio(self) -> float:
        """The log-likelihood ratio of the deals so far."""
        low, high = self.hypotheses.low, self.hypotheses.high
        spread = (self._squares + DOUBT) / self.deals
        return self.deals * (high - low) * (self._mean - (low + high) / 2) / spread

    def told(self) -> Json:
        """The test as JSON."""
        return {
            "low": self.hypotheses.low,
            "high": self.hypotheses.high,
            "llr": round(self.llr, 6),
            "verdict": self.verdict,
            "deals": self.deals,
        }
