"""Secrecy in lockstep: two games that a seat cannot tell apart must go on looking the same to it.

From a state another `world` is dealt for one seat; both go on with moves that the seat hears alike.
As long as nothing was revealed to it, its views, legal moves, refusals and the events it hears must stay
equal. Where a move may rightly reveal something (a card drawn, a new deal), and the two games look different
after it, a new world is dealt; if they look the same, it must have heard the same, too.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from reihum.core.contract import NOBODY, OVER, Event, State, legal
from reihum.core.types import View
from reihum.games import spec
from reihum.games.spec import Spec
from tests.games import Walk

Reveals = Callable[[State, int, int, int], bool]
Look = Callable[[State, int], View]


class Leak(AssertionError):
    """A seat could tell two games apart that it should not."""


def reveals_of(slug: str) -> Reveals:
    """Which moves may show a seat something new."""
    found: Reveals = import_module(f"tests.{spec(slug).package}.reveals").reveals
    return found


def lockstep(walk: Walk, seat: int, steps: int, look: Look | None = None) -> int:
    """Follow a game and a world of it; how many steps both were compared. Raises Leak if they differ."""
    of = walk.spec
    look = look or of.view
    reveals = reveals_of(of.slug)
    moves = [move for move in range(of.actions(walk.state.seats)) if of.text(move)]
    walk.state.telling = True
    world = dealt_anew(walk, seat)
    compared = 0
    for _ in range(steps):
        compare(of, look, walk.state, world, seat, moves)
        compared += 1
        if walk.state.turn() == OVER:
            break
        by = walk.seat()
        move = walk.move(by)
        other = same_to_the_ear(walk, world, seat, by, move)
        shown = reveals(walk.state, seat, by, move)
        walk.state.events, world.events = [], []
        walk.state.play(by, move, walk.dealer)
        if other is not None:
            world.play(by, other, walk.dealer.copy())
        if other is None or (shown and look(world, seat) != look(walk.state, seat)):
            world = dealt_anew(walk, seat)
        elif heard_events(world, seat) != heard_events(walk.state, seat):
            raise Leak(f"the events of {of.text(move)} differ")
    return compared


def dealt_anew(walk: Walk, seat: int) -> State:
    """Another world of the seat, which tells its events as well."""
    world = walk.state.world(seat, walk.chance)
    world.telling = True
    return world


def heard_events(state: State, seat: int) -> list[Event]:
    """What the seat heard of the last move apart from the move itself."""
    return [event for event in state.events if event.is_heard_by(seat)]


def same_to_the_ear(walk: Walk, world: State, seat: int, by: int, move: int) -> int | None:
    """A legal move of the other game which the seat hears as it hears this one."""
    heard = walk.state.heard(seat, by, move)
    alike = [m for m in legal(world, by) if world.heard(seat, by, m) == heard]
    return alike[walk.chance.below(len(alike))] if alike else None


def compare(of: Spec, look: Look, state: State, world: State, seat: int, moves: list[int]) -> None:
    """The seat's view, its legal moves and its refusals."""
    here, there = look(state, seat), look(world, seat)
    if here != there:
        raise Leak(f"the views differ in {[name for name in here if here[name] != there.get(name)]}")
    if seat == NOBODY:
        return
    if state.owes(seat) != world.owes(seat) or legal(state, seat) != legal(world, seat):
        raise Leak("the legal moves differ")
    if state.owes(seat):
        for move in moves:
            if state.refusal(seat, move) != world.refusal(seat, move):
                raise Leak(f"the refusals of {of.text(move)} differ")
