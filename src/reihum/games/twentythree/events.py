"""What happens in 23 besides the moves, and who hears of it."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypedDict

from reihum.core.kinds import cards, number, per_seat, seat, seats, to_all, to_one
from reihum.games.spec import Results
from reihum.games.twentythree.table import ROUNDS


class Begins(TypedDict):
    """T2, T15."""

    kind: Annotated[Literal["begins"], to_all("a round begins")]
    round: Annotated[int, number("1 or 2")]


class Dealt(TypedDict):
    """T2, T5."""

    kind: Annotated[Literal["dealt"], to_one("your cards for the new round")]
    cards: Annotated[list[int], cards("the hand, ascending")]


class Opened(TypedDict):
    """T6."""

    kind: Annotated[Literal["opened"], to_all("the 1 has been laid")]
    seat: Annotated[int, seat("who held it")]


class Fined(TypedDict):
    """T8, T11 to T13."""

    kind: Annotated[Literal["fined"], to_all("the move costs penalty chips")]
    seat: Annotated[int, seat("who takes them")]
    count: Annotated[int, number("how many")]


class Forced(TypedDict):
    """T12."""

    kind: Annotated[Literal["forced"], to_all("the next player must lay")]
    seat: Annotated[int, seat("who")]


class Out(TypedDict):
    """T10."""

    kind: Annotated[Literal["out"], to_all("somebody has laid their last card")]
    seat: Annotated[int, seat("who")]
    returned: Annotated[int, number("penalty chips given back for it")]


class Round(TypedDict):
    """T15."""

    kind: Annotated[Literal["round"], to_all("a round is over")]
    round: Annotated[int, number("which round")]
    fines: Annotated[list[int], per_seat(number("penalty chips so far"))]


class Exchanged(TypedDict):
    """T16."""

    kind: Annotated[Literal["exchanged"], to_all("bonus chips that are still held take off penalty chips")]
    fines: Annotated[list[int], per_seat(number("penalty chips before the exchange"))]
    chips: Annotated[list[int], per_seat(number("bonus chips left"))]


class Game(TypedDict):
    """T16."""

    kind: Annotated[Literal["game"], to_all("the game is over")]
    scores: Annotated[list[int], per_seat(number("penalty chips that count"))]
    winners: Annotated[list[int], seats("all with the fewest penalty chips")]


Event = Begins | Dealt | Opened | Fined | Forced | Out | Round | Exchanged | Game
REVEALING: Final = frozenset[str]()  # public events that show hidden cards: none
RESULTS: Final = Results(
    facts={"round": ("round", "fines"), "exchanged": (), "game": ("scores", "winners")},
    total="fines",
    rounds=lambda _seats: ROUNDS,
)
