"""Players that are programs: by name, or a class of one's own, for the terminal and for simulations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from reihum.bots.own import Bot, IntBot, Maker, made, maker_named, seated
from reihum.core.contract import Policy
from reihum.core.errors import ReihumError
from reihum.core.playout import Random
from reihum.core.spec import Spec
from reihum.words import Count

__all__ = ["NAMES", "Bot", "Entrant", "IntBot", "bot", "filled_up", "line_up", "name_of"]

E = TypeVar("E")

MAKERS: Final[dict[str, Callable[[Spec, int], Policy]]] = {
    "policy": lambda of, _seed: of.policy(),
    "random": lambda _of, seed: Random(seed),
}
NAMES: Final = tuple(MAKERS)
Entrant = str | Maker  # one of NAMES, `module:Class`, or the class itself


def bot(entrant: Entrant, of: Spec, seed: int) -> Policy:
    """A fresh player of this kind; the seed decides what it leaves to chance."""
    return maker(entrant)(of, seed)


def maker(entrant: Entrant) -> Callable[[Spec, int], Policy]:
    """What makes players of this kind."""
    if isinstance(entrant, str):
        if entrant in MAKERS:
            return MAKERS[entrant]
        if ":" not in entrant:
            known = ", ".join(NAMES)
            raise ReihumError(
                f"There is no bot {entrant!r}; there are {known}, and module:Class of your own."
            )
    own = maker_named(entrant) if isinstance(entrant, str) else entrant
    return lambda of, seed: seated(made(own, seed), of, name_of(entrant))


def name_of(entrant: Entrant) -> str:
    """What a bot is called in results."""
    return entrant if isinstance(entrant, str) else getattr(entrant, "__name__", str(entrant))


def line_up(names: str, players: int) -> list[str]:
    """One bot per seat from a comma-separated list; the last one takes all seats that are left."""
    chosen = [name.strip() for name in names.split(",")]
    for name in chosen:
        maker(name)  # whatever is wrong with it is found before anything begins
    return filled_up(chosen, players)


def filled_up(entrants: list[E], players: int) -> list[E]:
    """One entrant per seat; the last one takes all seats that are left."""
    if not entrants or len(entrants) > players:
        bots, seats = Count(len(entrants)), Count(players)
        raise ReihumError(f"There {bots:is 1 bot|are # bots} for {seats:1 seat|# seats}.")
    return entrants + [entrants[-1]] * (players - len(entrants))
