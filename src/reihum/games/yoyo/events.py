"""What happens in YoYo besides the moves, and who hears of it.

Where a fact is called `from`, which is a keyword, the TypedDict is written as a call.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypedDict

from reihum.core.kinds import card, cards, flag, number, per_seat, seat, seats, to_all, to_one, word
from reihum.games.spec import Results
from reihum.games.yoyo.table import GAMES_EACH, Direction


class Begins(TypedDict):
    """Y3, Y26."""

    kind: Annotated[Literal["begins"], to_all("a game of the match begins")]
    game: Annotated[int, number("which game, from 1")]
    games: Annotated[int, number("how many the match has")]
    beginner: Annotated[int, seat("who begins (Y4, Y26)")]


class Dealt(TypedDict):
    """Y3, Y21."""

    kind: Annotated[Literal["dealt"], to_one("your cards for the new game, or after Chaos")]
    cards: Annotated[list[str], cards("the hand: blue, red, yellow, each ascending")]


class Opened(TypedDict):
    """Y5."""

    kind: Annotated[Literal["opened"], to_all("the first card of a game has been laid")]
    seat: Annotated[int, seat("who laid it")]
    direction: Annotated[Direction, word("up or down from there")]


class Turned(TypedDict):
    """Y7, Y8, Y10, Y11."""

    kind: Annotated[
        Literal["turned"],
        to_all("a card has turned the direction, by its colour or because its player said so"),
    ]
    seat: Annotated[int, seat("who laid it")]
    direction: Annotated[Direction, word("the new direction")]


class GoesOn(TypedDict):
    """Y15."""

    kind: Annotated[Literal["goes_on"], to_all("the card laid continues a series")]
    seat: Annotated[int, seat("who lays the series")]
    card: Annotated[str, card("the card")]


class Drew(TypedDict):
    """Y13."""

    kind: Annotated[Literal["drew"], to_one("the card you have drawn from the draw pile")]
    card: Annotated[str, card("the card")]
    fits: Annotated[bool, flag("whether you may lay it now")]


class Unfit(TypedDict):
    """Y13."""

    kind: Annotated[Literal["unfit"], to_all("the drawn card does not fit, so the turn is over")]
    seat: Annotated[int, seat("who drew it")]


class Reshuffled(TypedDict):
    """Y14."""

    kind: Annotated[
        Literal["reshuffled"], to_all("the pile without its top card has become the new draw pile")
    ]


class UsedUp(TypedDict):
    """Y14, Y25."""

    kind: Annotated[Literal["used_up"], to_all("the draw pile is used up, and the game ends at once")]
    times: Annotated[int, number("how often: 2, or 1 if there are no cards to shuffle")]


class Skipped(TypedDict):
    """Y18."""

    kind: Annotated[Literal["skipped"], to_all("somebody misses a turn")]
    seat: Annotated[int, seat("who")]


class Hit(TypedDict):
    """Y19, Y22."""

    kind: Annotated[Literal["hit"], to_all("a Draw has hit somebody")]
    seat: Annotated[int, seat("who has to take cards or answer")]
    count: Annotated[int, number("how many from each of two players; with two at the table, from the other")]


class Answered(TypedDict):
    """Y22."""

    kind: Annotated[Literal["answered"], to_all("the card laid answers a Draw")]
    seat: Annotated[int, seat("who was hit")]
    card: Annotated[str, card("the card")]


Took = TypedDict(
    "Took",
    {
        "kind": Annotated[Literal["took"], to_all("a player has taken cards from another hand (Y19, Y22)")],
        "seat": Annotated[int, seat("who")],
        "from": Annotated[int, seat("from whom")],
        "count": Annotated[int, number("how many cards")],
    },
)

Got = TypedDict(
    "Got",
    {
        "kind": Annotated[Literal["got"], to_one("the cards you have taken (Y19) or were passed (Y20)")],
        "from": Annotated[int, seat("from whom")],
        "cards": Annotated[list[str], cards("the cards: blue, red, yellow, each ascending")],
    },
)


class Lost(TypedDict):
    """Y19, Y22."""

    kind: Annotated[Literal["lost"], to_one("the cards that somebody has taken from you")]
    to: Annotated[int, seat("who took them")]
    cards: Annotated[list[str], cards("the cards: blue, red, yellow, each ascending")]


class Passing(TypedDict):
    """Y20."""

    kind: Annotated[Literal["passing"], to_all("everybody chooses a card for their left neighbour")]
    seat: Annotated[int, seat("who laid the Pass-left")]


class Slid(TypedDict):
    """Y20."""

    kind: Annotated[Literal["slid"], to_all("everybody has passed a card to their left neighbour")]


class Chaos(TypedDict):
    """Y21."""

    kind: Annotated[Literal["chaos"], to_all("all hands have been shuffled and dealt again")]


class Out(TypedDict):
    """Y23."""

    kind: Annotated[Literal["out"], to_all("a player has no cards left and wins the game")]
    seat: Annotated[int, seat("who")]
    how: Annotated[Literal["laid", "lost"], word("by laying the last card, or by losing it (Y19)")]


class Round(TypedDict):
    """Y23 to Y25."""

    kind: Annotated[Literal["round"], to_all("a game of the match is over")]
    round: Annotated[int, number("which game, from 1")]
    scores: Annotated[list[int], per_seat(number("points of this game"))]
    points: Annotated[list[int], per_seat(number("points of all games so far"))]


class Game(TypedDict):
    """Y27."""

    kind: Annotated[Literal["game"], to_all("the match is over")]
    scores: Annotated[list[int], per_seat(number("points of all games"))]
    winners: Annotated[list[int], seats("all with the most points")]


Event = (
    Begins
    | Dealt
    | Opened
    | Turned
    | GoesOn
    | Drew
    | Unfit
    | Reshuffled
    | UsedUp
    | Skipped
    | Hit
    | Answered
    | Took
    | Got
    | Lost
    | Passing
    | Slid
    | Chaos
    | Out
    | Round
    | Game
)
REVEALING: Final = frozenset[str]()  # public events that show hidden cards: none
RESULTS: Final = Results(
    facts={"round": ("round", "scores", "points"), "game": ("scores", "winners")},
    total="points",
    gain="scores",
    unit="game",
    count="match_game",
    rounds=lambda seats: GAMES_EACH * seats,
)
