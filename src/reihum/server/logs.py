"""The log on standard error: one JSON object per line, and never a token, a link, a name or a card."""

from __future__ import annotations

import hashlib
import json
import logging
import time
from typing import Final

from reihum.server.clock import Clock

LOG: Final = logging.getLogger("reihum.server")


class JsonLineFormatter(logging.Formatter):
    """Formats a record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """What happened, when, and the facts."""
        line: dict[str, object] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info and record.exc_info[0] is not None:
            line["error"] = record.exc_info[0].__name__
            line["where"] = trace_lines(record.exc_info[2])
        return json.dumps(line, ensure_ascii=False)


def trace_lines(trace: object) -> list[str]:
    """Where an error came from, without any values."""
    found: list[str] = []
    while trace is not None:
        code = trace.tb_frame.f_code  # type: ignore[attr-defined]
        found.append(f"{code.co_filename.rsplit('/', 1)[-1]}:{trace.tb_lineno} {code.co_name}")  # type: ignore[attr-defined]
        trace = trace.tb_next  # type: ignore[attr-defined]
    return found


def write_log(level: int = logging.INFO) -> None:
    """Start writing the log; of other loggers only warnings and errors, in the same form."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLineFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    LOG.setLevel(level)
    logging.getLogger("websockets").setLevel(logging.CRITICAL)  # strangers' nonsense must not fill a disk


def log_event(event: str, level: int = logging.INFO, **facts: object) -> None:
    """Write one line."""
    LOG.log(level, event, extra={"facts": facts})


def log_failure(event: str, **facts: object) -> None:
    """Write one line about an error that is being handled."""
    LOG.error(event, exc_info=True, extra={"facts": facts})


class RepeatedEvent:
    """Trouble that may come a hundred times a second: said at once, then only how often, now and then."""

    def __init__(self, event: str, ended: str, clock: Clock, interval: float = 60.0) -> None:
        self.event = event
        self.ended = ended  # what is said when it is over
        self.clock = clock
        self.interval = interval  # seconds between two lines
        self._unsaid = 0
        self._total = 0  # since it began
        self._said_at = 0.0

    def note(self, **facts: object) -> None:
        """It has happened once more."""
        self._unsaid += 1
        self._total += 1
        now = self.clock.steady()
        if self._total == 1 or now - self._said_at >= self.interval:
            times = {"times": self._unsaid} if self._unsaid > 1 else {}
            log_event(self.event, logging.WARNING, **times, **facts)
            self._unsaid, self._said_at = 0, now

    def end(self) -> None:
        """It is over; that is said once it has been said for the first time."""
        if self._total:
            log_event(self.ended, times=self._total)
            self._unsaid = self._total = 0


def table_alias(ident: str) -> str:
    """The name of a table in the log: always the same, but not its link."""
    return hashlib.sha256(ident.encode()).hexdigest()[:10]
