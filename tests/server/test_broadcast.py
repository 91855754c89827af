"""What is put together from parts for many viewers is what each of them would be sent alone."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from reihum.server.live.broadcast import StepFrames
from reihum.server.live.snapshots import step
from reihum.server.net.frames import text_frame
from reihum.wire.encoding import encode
from reihum.words import LANGUAGES
from tests.games import ENDS
from tests.table.tools import Trial, told_step


def content(frame: bytes) -> Any:
    """What a frame says."""
    return msgspec.json.decode(frame[frame.index(b'{"t"') :])


@pytest.mark.parametrize(("slug", "players"), ENDS)
def test_a_step_for_many_is_the_step_for_each(slug: str, players: int) -> None:
    trial = Trial(slug, *["bot:policy"] * players)
    trial.deal()
    while trial.table.status != "over" and trial.table.v < 150:
        trial.bot(trial.table.owing_seats()[-1])
        frames = StepFrames(trial.table)
        for seat in (None, *range(players)):
            text = encode(step(trial.table, seat))
            frame = frames.frame(seat)
            sent = frame[frame.index(b'{"t"') :]
            assert text_frame(sent) == frame
            assert msgspec.json.decode(sent) == msgspec.json.decode(text)
            assert len(sent) == len(text)  # nothing is said twice
            for lang in LANGUAGES:
                message = content(frames.frame(seat, lang))
                assert message.pop("told") == told_step(trial.table, seat, lang)["told"]
                assert message == content(frame)
                assert frames.frame(seat, lang) is frames.frame(seat, lang)
