"""What happens in Tiny besides the moves, and who hears of it."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypedDict

from reihum.core.kinds import cards, number, per_seat, seat, seats, to_all, to_one
from reihum.games.spec import Results


class Begins(TypedDict):
    """N5."""

    kind: Annotated[Literal["begins"], to_all("a round begins")]
    round: Annotated[int, number("which round, from 1")]
    beginner: Annotated[int, seat("who has the first turn")]


class Dealt(TypedDict):
    """N1."""

    kind: Annotated[Literal["dealt"], to_one("your cards for the new round")]
    cards: Annotated[list[int], cards("the hand, ascending")]


class Cleared(TypedDict):
    """N3."""

    kind: Annotated[Literal["cleared"], to_all("all others have passed, and the pile is cleared away")]
    seat: Annotated[int, seat("who laid the top card, and leads now")]


class Round(TypedDict):
    """N4."""

    kind: Annotated[Literal["round"], to_all("a round is over")]
    round: Annotated[int, number("which round")]
    scores: Annotated[list[int], per_seat(number("points in this round"))]
    totals: Annotated[list[int], per_seat(number("points so far"))]


class Game(TypedDict):
    """N5."""

    kind: Annotated[Literal["game"], to_all("the game is over")]
    scores: Annotated[list[int], per_seat(number("points in all rounds"))]
    winners: Annotated[list[int], seats("all with the fewest points")]


Event = Begins | Dealt | Cleared | Round | Game
REVEALING: Final = frozenset[str]()  # public events that show hidden cards: none
RESULTS: Final = Results(
    facts={"round": ("round", "scores", "totals"), "game": ("scores", "winners")},
    total="totals",
    gain="scores",
)
