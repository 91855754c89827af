"""HELP!: keep the row ascending, and when you cannot, ask the player before you for help."""

from __future__ import annotations

from typing import Final, get_args

from reihum.games.help import events, imagined, notation, position, seen, view
from reihum.games.help.cards import ACTIONS
from reihum.games.help.observation import HelpObserver
from reihum.games.help.policy import Sensible
from reihum.games.help.rules import start
from reihum.games.help.stakes import HelpStakes
from reihum.games.help.table import FEWEST_SEATS, MOST_SEATS
from reihum.games.spec import Spec

SPEC: Final = Spec(
    slug="help",
    title="HELP!",
    module=__name__,
    fewest=FEWEST_SEATS,
    most=MOST_SEATS,
    options={},
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
    observer=HelpObserver,
    stakes=HelpStakes,
)
