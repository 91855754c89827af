"""What happens in HELP! besides the moves, and who hears of it."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypedDict

from reihum.core.kinds import card, cards, number, per_seat, seat, seats, to_all, to_one
from reihum.games.spec import Results


class Begins(TypedDict):
    """H3 to H5."""

    kind: Annotated[Literal["begins"], to_all("a round begins")]
    round: Annotated[int, number("which round, from 1")]
    direction: Annotated[int, number("1 clockwise, -1 the other way")]
    callers: Annotated[list[int], seats("who may call a number")]


class Dealt(TypedDict):
    """H3."""

    kind: Annotated[Literal["dealt"], to_one("your cards for the new round")]
    cards: Annotated[list[str], cards("the hand, numbers first")]


class Called(TypedDict):
    """H5."""

    kind: Annotated[Literal["called"], to_all("all have called, and all calls are heard at once")]
    calls: Annotated[list[list[int]], number("each seat with its number, in the order of the calls")]


class Opened(TypedDict):
    """H6."""

    kind: Annotated[Literal["opened"], to_all("the first card of the round has been laid")]
    seat: Annotated[int, seat("who began")]
    card: Annotated[str, card("the lowest number of that hand")]


class Placed(TypedDict):
    """H12."""

    kind: Annotated[Literal["placed"], to_all("a Joker goes into the row")]
    seat: Annotated[int, seat("who lays it")]
    place: Annotated[int, number("its place in the row, 1 for the first")]
    value: Annotated[int, number("what it counts as there")]
    before: Annotated[int | None, number("the value of the card before it; null at the front")]
    behind: Annotated[int | None, number("the value of the card after it; null at the end")]


class Switched(TypedDict):
    """H12, H13."""

    kind: Annotated[Literal["switched"], to_all("a Switch replaces a card of the row")]
    seat: Annotated[int, seat("who plays it")]
    card: Annotated[str, card("the number put into the row")]
    taken: Annotated[str, card("the card taken into the hand instead")]
    place: Annotated[int, number("where in the row, 1 for the first")]
    jokers: Annotated[
        list[int], number("what the Jokers behind it count as from now on; only those that have changed")
    ]


class Zapped(TypedDict):
    """H14."""

    kind: Annotated[Literal["zapped"], to_all("a Zap takes the last card of the row away")]
    seat: Annotated[int, seat("who plays it")]
    card: Annotated[str, card("the card taken away")]
    left: Annotated[int, number("how many cards the row still has")]


class Cleared(TypedDict):
    """H9."""

    kind: Annotated[Literal["cleared"], to_all("the row has six cards and is moved to the discard pile")]
    row: Annotated[list[str], cards("its cards, the first card first")]


class Drew(TypedDict):
    """H6, H10."""

    kind: Annotated[Literal["drew"], to_one("you refill your hand")]
    card: Annotated[str, card("the card drawn")]


class Reshuffled(TypedDict):
    """H11."""

    kind: Annotated[Literal["reshuffled"], to_all("the discard pile has become the draw pile")]
    cards: Annotated[int, number("how many cards it has")]


class Skipped(TypedDict):
    """H15."""

    kind: Annotated[Literal["skipped"], to_all("a No! makes somebody miss a turn")]
    seat: Annotated[int, seat("who")]


class Freed(TypedDict):
    """H15."""

    kind: Annotated[
        Literal["freed"], to_all("a No! goes to the discard pile, and its player has a turn again")
    ]
    seat: Annotated[int, seat("who")]


class Asked(TypedDict):
    """H16, H17, H19, H20."""

    kind: Annotated[Literal["asked"], to_all("a player cannot play and asks for help")]
    seat: Annotated[int, seat("who asks")]
    giver: Annotated[int | None, seat("who is asked; null if all others have a No! in front of them")]


class Handed(TypedDict):
    """H18."""

    kind: Annotated[Literal["handed"], to_all("a card changes hands face down, as help or in return for it")]
    seat: Annotated[int, seat("who gives it")]
    to: Annotated[int, seat("who gets it")]


Got = TypedDict(  # `from` is a keyword
    "Got",
    {
        "kind": Annotated[Literal["got"], to_one("the card you are given")],
        "from": Annotated[int, seat("by whom")],
        "cards": Annotated[list[str], cards("that card")],
    },
)
Got.__doc__ = "H18."


class Round(TypedDict):
    """H19, H20."""

    kind: Annotated[Literal["round"], to_all("a round is over")]
    round: Annotated[int, number("which round")]
    scored: Annotated[list[int], seats("who gets a point for it")]
    points: Annotated[list[int], per_seat(number("points so far"))]


class Game(TypedDict):
    """H21."""

    kind: Annotated[Literal["game"], to_all("the game is over")]
    scores: Annotated[list[int], per_seat(number("points"))]
    winners: Annotated[list[int], seats("all with three points")]


Event = (
    Begins
    | Dealt
    | Called
    | Opened
    | Placed
    | Switched
    | Zapped
    | Cleared
    | Drew
    | Reshuffled
    | Skipped
    | Freed
    | Asked
    | Handed
    | Got
    | Round
    | Game
)
# Public events that show hidden cards: the numbers called and laid, and whether somebody could help.
REVEALING: Final = frozenset({"called", "opened", "asked"})
RESULTS: Final = Results(
    facts={"round": ("round", "scored", "points"), "game": ("scores", "winners")},
    total="points",
)
