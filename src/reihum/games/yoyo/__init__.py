"""YoYo: blue goes up, red goes down, and yellow cards turn the table upside down."""

from __future__ import annotations

from typing import Final, get_args

from reihum.games.spec import Spec
from reihum.games.yoyo import events, imagined, notation, position, seen, view
from reihum.games.yoyo.cards import ACTIONS
from reihum.games.yoyo.observation import YoYoObserver
from reihum.games.yoyo.policy import Sensible
from reihum.games.yoyo.rules import start
from reihum.games.yoyo.stakes import YoYoStakes

SPEC: Final = Spec(
    slug="yoyo",
    title="YoYo",
    module=__name__,
    fewest=2,
    most=6,
    options={"plain_draw": False},
    low_wins=False,
    rules_version=1,
    decisions_cap=5_000,
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
    recall=imagined.recall,
    view_types=(seen.View,),
    event_types=get_args(events.Event),
    revealing=events.REVEALING,
    results=events.RESULTS,
    begins=1,  # Y4
    observer=YoYoObserver,
    stakes=YoYoStakes,
)
