"""Who plays in the arena: every bot with a name, and those that nobody meets at a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from reihum.arena.cheat import Cheat
from reihum.bots import BUILT_IN, NAMES, Entrant, MakePolicy
from reihum.bots.levels import Level, make_learned
from reihum.core.contract import Policy
from reihum.core.dealer import Dealer
from reihum.games.spec import Spec

SOFT: Final = Level(heat=0.3, reach=2.0)
SOFT_PLANS: Final = 2


def make_first_policy(of: Spec, _seed: int) -> Policy:
    """The first policy that the game had, which never changes."""
    return (of.first_policy or of.policy)()


def make_cheat(of: Spec, seed: int) -> Cheat:
    """A cheat that may play on by the policy, by what was learned, or a little differently."""
    plans = [of.policy()]
    if of.observer is not None:
        plans.append(make_learned(Level(), of, seed))
        plans += [make_learned(SOFT, of, seed + number) for number in range(SOFT_PLANS)]
    return Cheat(of, plans)


CHEAT: Final = "cheat"
ARENA_BOTS: Final[dict[str, MakePolicy]] = {"policy1": make_first_policy, CHEAT: make_cheat}
ARENA_NAMES: Final = (*NAMES, *ARENA_BOTS)


def arena_maker(name: str) -> MakePolicy:
    """Makes bots of one of these names."""
    return {**BUILT_IN, **ARENA_BOTS}[name]


def foreseen(entrant: Entrant, of: Spec, seed: int) -> Callable[[], Policy]:
    """Makes players that play as this entrant will; one's own bots, and cheats, are taken for the policy."""
    known = isinstance(entrant, str) and entrant in ARENA_NAMES and entrant != CHEAT
    return partial(arena_maker(str(entrant) if known else "policy"), of, seed)


def tell_cheats(
    policies: Sequence[Policy], dealer: Dealer, foreseen_at: Sequence[Callable[[], Policy]]
) -> None:
    """Tell those who cheat what will come, and who sits at each seat."""
    for policy in policies:
        if isinstance(policy, Cheat):
            policy.foresee(dealer, foreseen_at)
