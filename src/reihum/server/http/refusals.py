"""Requests that are refused: which status goes with each reason."""

from __future__ import annotations

from typing import Final

from reihum.table.judge import Problem

BAD_REQUEST: Final = 400  # for every reason that is not listed: something is wrong with the request
STATUS: Final = {
    "no_player": 401,
    "nobody": 401,
    "unknown_token": 401,
    "foreign": 403,
    "hidden_record": 403,
    "hidden_review": 403,
    "host_only": 403,
    "muted": 403,
    "no_push": 403,
    "no_webhooks": 403,
    "not_seated": 403,
    "public_name": 403,
    "removed": 403,
    "no_code": 404,
    "no_exercise": 404,
    "no_lesson": 404,
    "no_puzzle": 404,
    "no_handover": 404,
    "no_page": 404,
    "no_table": 404,
    "method": 405,
    "too_late": 408,
    "arranged_meanwhile": 409,
    "begun": 409,
    "nobody_to_call": 409,
    "lesson": 409,
    "no_guest": 409,
    "no_open_seat": 409,
    "no_review": 409,
    "not_away": 409,
    "not_away_long": 409,
    "not_awaited": 409,
    "not_begun": 409,
    "not_over": 409,
    "over": 409,
    "seat_taken": 409,
    "sits_already": 409,
    "somebody_sits": 409,
    "too_large": 413,
    "content_type": 415,
    "too_many": 429,
    "too_many_nudges": 429,
    "failed": 500,
    "busy": 503,
}


class HttpRefusal(Exception):
    """A request that is refused: why, and after how many seconds to try again."""

    def __init__(self, problem: Problem | str, wait: float = 0.0) -> None:
        self.problem = Problem(problem) if isinstance(problem, str) else problem
        self.status = STATUS.get(self.problem.error, BAD_REQUEST)
        self.wait = wait
        super().__init__(self.problem.error)
