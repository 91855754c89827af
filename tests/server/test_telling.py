"""What is put together from parts for many viewers is what each of them would be told alone."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from reihum.server.frames import framed_text
from reihum.server.telling import Telling
from reihum.server.wire import encoded
from reihum.table.showing import step
from reihum.table.told import told_news
from reihum.words import LANGUAGES
from tests.games import ENDS
from tests.table.tools import Trial


def content(frame: bytes) -> Any:
    """What a frame says."""
    return msgspec.json.decode(frame[frame.index(b'{"t"') :])


@pytest.mark.parametrize(("slug", "players"), ENDS)
def test_a_step_for_many_is_the_step_for_each(slug: str, players: int) -> None:
    trial = Trial(slug, *["bot:policy"] * players)
    trial.deal()
    alike = set()
    while trial.table.status != "over" and trial.table.v < 150:
        trial.bot(trial.table.owing()[-1])
        telling = Telling(trial.table)
        alike.add(telling.alike and len(set(telling.ears)) == 1)
        for seat in (None, *range(players)):
            text = encoded(msgspec.json.decode(encoded(step(trial.table, seat))))
            frame = telling.frame(seat)
            told = frame[frame.index(b'{"t"') :]
            assert framed_text(told) == frame
            assert msgspec.json.decode(told) == msgspec.json.decode(text)
            assert len(told) == len(text)  # nothing is said twice
            for lang in LANGUAGES:
                message = content(telling.told_frame(seat, lang))
                assert message.pop("told") == told_news(trial.table, seat, lang)["told"]
                assert message == content(frame)
                assert telling.told_frame(seat, lang) is telling.told_frame(seat, lang)
    assert True in alike
    assert (False in alike) == (slug != "koenigs-romme" or players > 1)
