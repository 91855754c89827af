"""The published schema of the protocol: `make types` writes it to `docs/protocol.schema.json`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import msgspec

from reihum.games import SLUGS, spec
from reihum.server.http.services import all_services
from reihum.wire.exercises import AnswerBody, Exercises, ExerciseShown, Judged, PutAwayBody, PuzzlesShown
from reihum.wire.from_client import AnyMessage
from reihum.wire.from_server import FromServer, TableShown
from reihum.wire.requests import (
    About,
    CallsShown,
    CallsTried,
    EndpointBody,
    ErrorBody,
    FinishedGames,
    Forgot,
    GuestBody,
    HandedOver,
    HandoverBody,
    Offered,
    OpenBody,
    OwnTable,
    PushBody,
    QrBody,
    QrDrawing,
    Replayed,
    SeatBody,
    SitBody,
    Statistics,
    StepBody,
    UnfinishedGames,
    WebhookBody,
)
from reihum.wire.reviews import Reviewed, ReviewMaking

SCHEMA: Final = Path("docs/protocol.schema.json")
PUBLISHED: Final = {"ErrorBody": "Failed", "QrDrawing": "Drawn"}  # under these names others know them


def schema() -> dict[str, Any]:
    """The JSON schema of all messages and bodies, and of each game's view."""
    views = {f"view of {slug}": typed for slug in SLUGS for typed in spec(slug).view_types}
    services = {name: of.service(name) for name, of in all_services()}
    named: dict[str, Any] = {
        "message of a client": AnyMessage,
        "message of the server": FromServer,
        "body of POST /api/tables": OpenBody,
        "body of POST /api/tables/ID/sit": SitBody,
        "body of POST /api/tables/ID/lesson": StepBody,
        "body of POST /api/tables/ID/remove, /host, /nudge or /stand-in": SeatBody,
        "body of POST /api/tables/ID/readmit": GuestBody,
        "answer to DELETE /api/me": Forgot,
        **{f"body of POST /api/{name}": service.body for name, service in services.items()},
        "answer to GET /api/tables/ID": TableShown,
        "answer to GET /api/tables/ID/replay": Replayed,
        "answer to GET /api/tables/ID/review": Reviewed,
        "answer to GET /api/tables/ID/review, while it is made": ReviewMaking,
        "answer to GET /api/puzzles": PuzzlesShown,
        "answer to GET /api/puzzles/NAME": ExerciseShown,
        "body of POST /api/puzzles/NAME": AnswerBody,
        "answer to POST /api/puzzles/NAME": Judged,
        "answer to GET /api/exercises": Exercises,
        "body of POST /api/exercises/drop": PutAwayBody,
        **{f"answer to POST /api/{name}": service.answer for name, service in services.items()},
        "body of POST /api/qr": QrBody,
        "body of POST /api/calls/push": PushBody,
        "body of POST /api/calls/push/off": EndpointBody,
        "body of POST /api/calls/webhook": WebhookBody,
        "table in the answer to GET /api/mine": OwnTable,
        "answer to GET /api/mine/unfinished": UnfinishedGames,
        "answer to GET /api/mine/finished": FinishedGames,
        "answer to GET /api/mine/statistics": Statistics,
        "body of POST /api/handover": HandoverBody,
        "answer to POST /api/handover/CODE": HandedOver,
        "answer to GET /api/about": About,
        "answer to POST /api/handover": Offered,
        "answer to GET /api/calls": CallsShown,
        "answer to POST /api/calls/test": CallsTried,
        "answer to POST /api/qr": QrDrawing,
        "answer that is an error": ErrorBody,
        **{name if kind.__name__ == "View" else f"{name}, alone": kind for name, kind in views.items()},
    }
    shapes, parts = msgspec.json.schema_components(list(named.values()), ref_template="#/$defs/{name}")
    return with_published_names(
        {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "The wire of Reihum, reihum.1",
            "oneOf": [{"title": name, **shape} for name, shape in zip(named, shapes, strict=True)],
            "$defs": parts,
        }
    )


def with_published_names(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema with the names that were published, where our own have changed since."""
    text = json.dumps(schema)
    for ours, published in PUBLISHED.items():
        text = text.replace(f'"{ours}"', f'"{published}"').replace(f'/{ours}"', f'/{published}"')
    found: dict[str, Any] = json.loads(text)
    return found


def schema_text() -> str:
    """The schema as it is published."""
    return json.dumps(schema(), indent=1, ensure_ascii=False, sort_keys=True) + "\n"


if __name__ == "__main__":
    SCHEMA.write_text(schema_text(), encoding="utf-8")
