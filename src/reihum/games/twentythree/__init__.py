"""23: lay your cards in ascending order, and pay for every number that you skip."""

from __future__ import annotations

from typing import Final, get_args

from reihum.games.spec import Spec
from reihum.games.twentythree import events, imagined, notation, position, seen, view
from reihum.games.twentythree.cards import ACTIONS, laid_count
from reihum.games.twentythree.observation import TwentyThreeObserver
from reihum.games.twentythree.policy import Sensible
from reihum.games.twentythree.policy1 import Sensible as FirstSensible
from reihum.games.twentythree.rules import start
from reihum.games.twentythree.stakes import TwentyThreeStakes

SPEC: Final = Spec(
    slug="23",
    title="23",
    module=__name__,
    fewest=2,
    most=4,
    options={"learning": False, "by_five": False},
    low_wins=True,
    rules_version=1,
    decisions_cap=2_000,
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
    observer=TwentyThreeObserver,
    stakes=TwentyThreeStakes,
    first_policy=FirstSensible,
    shows_card=lambda move: laid_count(move) > 0,  # not T11 to T13: pass, force, leave
)
