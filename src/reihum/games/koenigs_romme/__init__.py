"""Königs-Rommé: lay all your cards in sets and runs before the others do."""

from __future__ import annotations

from typing import Final, get_args

from reihum.core.contract import State
from reihum.core.dealer import Dealer
from reihum.games.koenigs_romme import events, imagined, notation, position, rules, seen, solo, view
from reihum.games.koenigs_romme.farsighted import Farsighted
from reihum.games.koenigs_romme.moves import ACTIONS, PILE, STOCK, TABLE_ACTIONS
from reihum.games.koenigs_romme.observation import RommeObserver
from reihum.games.koenigs_romme.policy import Sensible
from reihum.games.koenigs_romme.policy1 import Sensible as FirstSensible
from reihum.games.koenigs_romme.solo_observation import SoloObserver
from reihum.games.koenigs_romme.stakes import RommeStakes, SoloStakes
from reihum.games.spec import Spec


def start(seats: int, options: dict[str, bool], dealer: Dealer) -> State:
    """A new game, dealt; for one player, the solo variant."""
    return solo.start(dealer) if seats == 1 else rules.start(seats, dealer)


SPEC: Final = Spec(
    slug="koenigs-romme",
    title="Königs-Rommé",
    module=__name__,
    fewest=1,
    most=7,
    options={},
    low_wins=True,
    rules_version=1,
    decisions_cap=20_000,
    start=start,
    policy=Sensible,
    text=notation.text,
    parse=notation.parse,
    actions=lambda seats: ACTIONS if seats == 1 else TABLE_ACTIONS,
    view=view.view,
    public=view.public,
    own=view.own,
    position=position.position,
    from_position=position.from_position,
    imagined=imagined.imagined_position,
    recall=imagined.recall,
    view_types=(seen.View, seen.SoloView),
    event_types=get_args(events.Event),
    revealing=events.REVEALING,
    results=events.RESULTS,
    shows_card=lambda move: move not in (PILE, STOCK),  # K7: what is taken from the pile, all have seen
    begins=1,  # K6
    observer=RommeObserver,
    stakes=RommeStakes,
    stakes_alone=SoloStakes,
    observer_alone=SoloObserver,
    first_policy=FirstSensible,
    careful_policy=Farsighted,
    titles=("Five Crowns",),
    services=("laydown",),
)
