"""Tiny: a whole game in a small folder, to copy from and to show that a game needs only its folder.

Lay a higher card than the one before, or pass. It is played with REIHUM_GAMES="tiny=tests.tiny".
"""

from __future__ import annotations

from typing import Final, get_args

from reihum.games.spec import Spec
from tests.tiny import events, imagined, notation, position, seen, view
from tests.tiny.cards import ACTIONS
from tests.tiny.policy import Sensible
from tests.tiny.rules import start
from tests.tiny.table import FEWEST_SEATS, MOST_SEATS

SPEC: Final = Spec(
    slug="tiny",
    title="Tiny",
    module=__name__,
    fewest=FEWEST_SEATS,
    most=MOST_SEATS,
    options={},
    low_wins=True,
    rules_version=1,
    decisions_cap=500,
    start=start,
    policy=Sensible,
    text=notation.text,
    parse=notation.parse,
    actions=lambda seats: ACTIONS,
    view=view.view,
    public=view.public,
    own=view.own,
    position=position.position,
    from_position=position.from_position,
    imagined=imagined.imagined_position,
    view_types=(seen.View,),
    event_types=get_args(events.Event),
    revealing=events.REVEALING,
    results=events.RESULTS,
)
