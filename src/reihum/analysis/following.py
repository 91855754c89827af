"""How a turn goes on after a move: the moves that follow from it without anything new being seen."""

from __future__ import annotations

from typing import Final

from reihum.bots.search import sight
from reihum.core.contract import OVER, Policy, Side, State
from reihum.core.dealer import SEED_LIMIT, Seeded

MOST: Final = 6  # moves
WORLDS: Final = 4  # in which the policy must agree: what differs between them, nobody can know


def moves_after(side: Side, move: int, policy: Policy) -> list[int]:
    """The moves with which the policy goes on with this turn, as far as nothing hidden matters."""
    seat, luck = int(side.seat), int(sight(side))
    dealers = [Seeded((luck + number) % SEED_LIMIT) for number in range(WORLDS)]
    worlds = [side.world(dealer) for dealer in dealers]
    found: list[int] = []
    while len(found) < MOST:
        for world, dealer in zip(worlds, dealers, strict=True):
            world.play(seat, move, dealer)
        choices = {choice(world, seat, policy) for world in worlds}
        if len(choices) > 1 or OVER in choices:
            break
        move = choices.pop()
        found.append(move)
    return found


def choice(world: State, seat: int, policy: Policy) -> int:
    """What the policy does next for a seat; OVER if it has nothing to decide."""
    if world.turn() == OVER or not world.owes(seat):
        return int(OVER)
    return int(policy.choose(world.side(seat)))
