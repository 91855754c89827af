"""Players that are programs: by name, for the terminal and for simulations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from reihum.core.contract import Policy
from reihum.core.errors import ReihumError
from reihum.core.playout import Random
from reihum.core.spec import Spec

MAKERS: Final[dict[str, Callable[[Spec, int], Policy]]] = {
    "policy": lambda of, _seed: of.policy(),
    "random": lambda _of, seed: Random(seed),
}
NAMES: Final = tuple(MAKERS)


def bot(name: str, of: Spec, seed: int) -> Policy:
    """A fresh player of this kind; the seed decides what it leaves to chance."""
    if name not in MAKERS:
        raise ReihumError(f"There is no bot {name!r}; there are {', '.join(NAMES)}.")
    return MAKERS[name](of, seed)


def line_up(names: str, players: int) -> list[str]:
    """One bot per seat from a comma-separated list; the last one takes all seats that are left."""
    chosen = [name.strip() for name in names.split(",")]
    for name in chosen:
        if name not in MAKERS:
            raise ReihumError(f"There is no bot {name!r}; there are {', '.join(NAMES)}.")
    if len(chosen) > players:
        raise ReihumError(f"There are {len(chosen)} bots for {players} seats.")
    return chosen + [chosen[-1]] * (players - len(chosen))
