"""What the server counts, as Prometheus reads it."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from typing import Final

LATENCY_BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)  # seconds


class Metrics:
    """Counters since the start, and a histogram of how long a durable move takes."""

    def __init__(self) -> None:
        self.moves: Counter[str] = Counter()  # by whom: player or bot
        self.refusals: Counter[str] = Counter()  # by kind of nack
        self.dropped: Counter[str] = Counter()  # viewers sent away, by reason
        self.limited: Counter[str] = Counter()  # requests that had to wait, by what they asked for
        self.calls: Counter[str] = Counter()  # to players who are not looking, by outcome
        self.reviews: Counter[str] = Counter()  # of finished games, by outcome
        self.expired: Counter[str] = Counter()  # tables and players that were cleared away, by kind
        self.opened = 0  # tables
        self.failures = 0  # writes that the store could not do
        self.latency = [0] * (len(LATENCY_BOUNDS) + 1)
        self.latency_sum = 0.0

    def count_durable_move(self, seconds: float) -> None:
        """Count a move that is on disk and played, this long after it arrived."""
        self.latency[bisect_left(LATENCY_BOUNDS, seconds)] += 1
        self.latency_sum += seconds

    def text(self, tables: int, viewers: int) -> str:
        """All metrics as text."""
        lines = [
            *gauge("reihum_tables", "Tables in memory.", tables),
            *gauge("reihum_viewers", "Connections that look at a table.", viewers),
            *counter("reihum_tables_opened_total", "Tables opened.", self.opened),
            *counter("reihum_store_failures_total", "Writes that the store could not do.", self.failures),
            *counters("reihum_moves_total", "Moves put on disk and played.", "by", self.moves),
            *counters("reihum_refusals_total", "Moves that were not made.", "kind", self.refusals),
            *counters("reihum_dropped_viewers_total", "Viewers that were sent away.", "why", self.dropped),
            *counters("reihum_limited_total", "Requests that had to wait.", "what", self.limited),
            *counters("reihum_calls_total", "Calls to players who are not looking.", "outcome", self.calls),
            *counters("reihum_reviews_total", "Reviews of finished games.", "outcome", self.reviews),
            *counters("reihum_expired_total", "Tables and players that have expired.", "kind", self.expired),
            *self._histogram(),
        ]
        return "\n".join([*lines, ""])

    def _histogram(self) -> list[str]:
        name = "reihum_durable_move_seconds"
        lines = metric_head(name, "From a move's arrival until it is on disk and played.", "histogram")
        total = 0
        for bound, count in zip([*LATENCY_BOUNDS, "+Inf"], self.latency, strict=True):
            total += count
            lines.append(f'{name}_bucket{{le="{bound}"}} {total}')
        return [*lines, f"{name}_sum {self.latency_sum:.6f}", f"{name}_count {total}"]


def metric_head(name: str, text: str, kind: str) -> list[str]:
    """The lines above a metric."""
    return [f"# HELP {name} {text}", f"# TYPE {name} {kind}"]


def gauge(name: str, text: str, value: int) -> list[str]:
    """A number that goes up and down."""
    return [*metric_head(name, text, "gauge"), f"{name} {value}"]


def counter(name: str, text: str, value: int) -> list[str]:
    """A number that only goes up."""
    return [*metric_head(name, text, "counter"), f"{name} {value}"]


def counters(name: str, text: str, label: str, values: Counter[str]) -> list[str]:
    """Numbers that only go up, one of each kind."""
    kinds = [f'{name}{{{label}="{kind}"}} {count}' for kind, count in sorted(values.items())]
    return [*metric_head(name, text, "counter"), *kinds]
