"""What the server counts, as Prometheus reads it. No label is ever a table, a player or an address."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from typing import Final

from reihum.server.store import QueueFigures

Bounds = tuple[float, ...]
LATENCY_BOUNDS: Final[Bounds] = (
    0.001,
    0.0025,
    0.005,
    0.01,
    0.025,
    0.05,
    0.1,
    0.25,
    0.5,
    1.0,
    2.5,
    5.0,
)  # seconds
REQUEST_BOUNDS: Final[Bounds] = (0.005, 0.025, 0.1, 0.5, 2.5)  # for each route: a few are enough
THINKING_BOUNDS: Final[Bounds] = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Histogram:
    """How often something took how long."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.total = 0.0

    def count(self, seconds: float) -> None:
        """Count once more."""
        self.counts[bisect_left(self.bounds, seconds)] += 1
        self.total += seconds

    def lines(self, name: str, label: str = "") -> list[str]:
        """All of it, under a name and perhaps with a label."""
        found, so_far = [], 0
        before = f"{label}," if label else ""
        for bound, count in zip([*self.bounds, "+Inf"], self.counts, strict=True):
            so_far += count
            found.append(f'{name}_bucket{{{before}le="{bound}"}} {so_far}')
        braces = f"{{{label}}}" if label else ""
        return [*found, f"{name}_sum{braces} {self.total:.6f}", f"{name}_count{braces} {so_far}"]


class Gauges:
    """What goes up and down: as it is when somebody asks."""

    def __init__(self, tables: int = 0, viewers: int = 0) -> None:
        self.tables = tables
        self.viewers = viewers
        self.store_bytes: int | None = None  # None: the store cannot say
        self.cpu_seconds = 0.0
        self.memory_bytes: int | None = None  # None: the system does not say
        self.version = ""
        self.queue = QueueFigures()


class Metrics:
    """Counters since the start, and histograms of how long things take."""

    def __init__(self) -> None:
        self.moves: Counter[str] = Counter()  # by whom: player or bot
        self.refusals: Counter[str] = Counter()  # by kind of nack
        self.dropped: Counter[str] = Counter()  # viewers sent away, by reason
        self.limited: Counter[str] = Counter()  # requests that had to wait, by what they asked for
        self.calls: Counter[str] = Counter()  # to players who are not looking, by outcome
        self.reviews: Counter[str] = Counter()  # of finished games, by outcome
        self.deaths: Counter[str] = Counter()  # of processes in which bots think and the like, by kind
        self.expired: Counter[str] = Counter()  # tables and players that were cleared away, by kind
        self.requests: Counter[tuple[str, str]] = Counter()  # by route and kind of status
        self.request_times: dict[str, Histogram] = {}  # by route
        self.connections = 0  # at this moment
        self.opened = 0  # tables
        self.adopted = 0  # tables taken in from an earlier run, or from another process that has died
        self.acks = 0  # moves that a player was told to be safe
        self.failures = 0  # writes that the store could not do
        self.work_seconds = 0.0  # of computing for those who ask for much
        self.thinking = 0  # decisions that bots have been asked for and not answered
        self.thoughts = Histogram(THINKING_BOUNDS)
        self.durable_moves = Histogram(LATENCY_BOUNDS)

    def count_durable_move(self, seconds: float) -> None:
        """Count a move that is on disk and played, this long after it arrived."""
        self.durable_moves.count(seconds)

    def count_request(self, route: str, status: int, seconds: float) -> None:
        """Count a request that was answered, by the pattern of its address."""
        self.requests[route, f"{status // 100}xx"] += 1
        times = self.request_times.get(route)
        if times is None:
            times = self.request_times[route] = Histogram(REQUEST_BOUNDS)
        times.count(seconds)

    def text(self, now: Gauges) -> str:
        """All metrics as text."""
        lines = [
            *self._gauges(now),
            *counter("reihum_tables_opened_total", "Tables opened.", self.opened),
            *counter("reihum_tables_adopted_total", "Tables taken in that nobody attended.", self.adopted),
            *counters("reihum_expired_total", "Tables and players that have expired.", "kind", self.expired),
            *counter("reihum_store_failures_total", "Writes that the store could not do.", self.failures),
            *gauge("reihum_store_waiting", "Requests that wait for others at the store.", now.queue.waiting),
            *counter("reihum_store_waits_total", "Requests that have had to wait there.", now.queue.waits),
            *counter("reihum_store_wait_seconds_total", "How long they waited in all.", now.queue.seconds),
            *counters("reihum_moves_total", "Moves put on disk and played.", "by", self.moves),
            *counter("reihum_acks_total", "Moves that players were told to be safe.", self.acks),
            *counters("reihum_refusals_total", "Moves that were not made.", "kind", self.refusals),
            *counters("reihum_dropped_viewers_total", "Viewers that were sent away.", "why", self.dropped),
            *counters("reihum_limited_total", "Requests that had to wait.", "what", self.limited),
            *counter("reihum_work_seconds_total", "Computing for those who ask for much.", self.work_seconds),
            *counters("reihum_calls_total", "Calls to players who are not looking.", "outcome", self.calls),
            *counters("reihum_reviews_total", "Reviews of finished games.", "outcome", self.reviews),
            *counters("reihum_worker_deaths_total", "Processes that died or hung.", "what", self.deaths),
            *self._requests(),
            *self._times(),
        ]
        return "\n".join([*lines, ""])

    def _gauges(self, now: Gauges) -> list[str]:
        lines = [
            *metric_head("reihum_info", "The version that is running.", "gauge"),
            f'reihum_info{{version="{now.version}"}} 1',
            *gauge("reihum_tables", "Tables in memory.", now.tables),
            *gauge("reihum_viewers", "Connections that look at a table.", now.viewers),
            *gauge("reihum_connections", "Connections of any kind.", self.connections),
            *gauge("reihum_thinking", "Decisions that bots are asked for now.", self.thinking),
            *counter("process_cpu_seconds_total", "Processor time of the server.", now.cpu_seconds),
        ]
        if now.memory_bytes is not None:
            lines += gauge("process_resident_memory_bytes", "Memory of the server.", now.memory_bytes)
        if now.store_bytes is not None:
            lines += gauge("reihum_store_bytes", "Size of the database.", now.store_bytes)
        return lines

    def _requests(self) -> list[str]:
        name = "reihum_requests_total"
        lines = metric_head(name, "Requests answered, by route and kind of status.", "counter")
        for (route, status), count in sorted(self.requests.items()):
            lines.append(f'{name}{{route="{route}",status="{status}"}} {count}')
        name = "reihum_request_seconds"
        lines += metric_head(name, "From a request to its answer, by route.", "histogram")
        for route, times in sorted(self.request_times.items()):
            lines += times.lines(name, f'route="{route}"')
        return lines

    def _times(self) -> list[str]:
        moves, thoughts = "reihum_durable_move_seconds", "reihum_thinking_seconds"
        return [
            *metric_head(thoughts, "From asking a bot to its answer, the queue included.", "histogram"),
            *self.thoughts.lines(thoughts),
            *metric_head(moves, "From a move's arrival until it is on disk and played.", "histogram"),
            *self.durable_moves.lines(moves),
        ]


def metric_head(name: str, text: str, kind: str) -> list[str]:
    """The lines above a metric."""
    return [f"# HELP {name} {text}", f"# TYPE {name} {kind}"]


def gauge(name: str, text: str, value: int) -> list[str]:
    """A number that goes up and down."""
    return [*metric_head(name, text, "gauge"), f"{name} {value}"]


def counter(name: str, text: str, value: float) -> list[str]:
    """A number that only goes up."""
    return [*metric_head(name, text, "counter"), f"{name} {value:.12g}"]


def counters(name: str, text: str, label: str, values: Counter[str]) -> list[str]:
    """Numbers that only go up, one of each kind."""
    kinds = [f'{name}{{{label}="{kind}"}} {count}' for kind, count in sorted(values.items())]
    return [*metric_head(name, text, "counter"), *kinds]
