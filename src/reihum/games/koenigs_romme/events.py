"""What happens in Königs-Rommé besides the moves, and who hears of it."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypedDict

from reihum.core.kinds import card, cards, number, per_seat, seat, seats, to_all, to_one, word
from reihum.games.koenigs_romme.table import ROUNDS
from reihum.games.spec import Results


class Begins(TypedDict):
    """K3 to K6, K17."""

    kind: Annotated[Literal["begins"], to_all("a round begins; in solo, the game")]
    round: Annotated[int | None, number("1 to 11; null in solo")]
    wild: Annotated[str | None, word("the value that is wild; null in solo, where each hand has its own")]
    dealer: Annotated[int | None, seat("who deals; null in solo")]
    beginner: Annotated[int, seat("who has the first turn")]
    card: Annotated[str | None, card("the first card of the pile; null in solo")]


class Dealt(TypedDict):
    """K3."""

    kind: Annotated[Literal["dealt"], to_one("your cards for the new round")]
    cards: Annotated[list[str], cards("the hand, by value and suit, jokers last")]


class Took(TypedDict):
    """K7."""

    kind: Annotated[Literal["took"], to_all("somebody has taken the top card of the pile")]
    seat: Annotated[int, seat("who")]
    card: Annotated[str, card("which card")]


class Drew(TypedDict):
    """K7."""

    kind: Annotated[Literal["drew"], to_one("you have drawn from the stock")]
    card: Annotated[str, card("which card")]


class Reshuffled(TypedDict):
    """K8."""

    kind: Annotated[Literal["reshuffled"], to_all("the pile has become the new stock")]
    cards: Annotated[int, number("how many cards it has")]


class Out(TypedDict):
    """K10."""

    kind: Annotated[Literal["out"], to_all("a player has gone out")]
    seat: Annotated[int, seat("who")]
    laid: Annotated[list[list[str]], cards("the combinations")]
    stands_for: Annotated[
        list[list[str]], cards("for each card laid: itself, or what it replaces (in a set, a value)")
    ]


class Laid(TypedDict):
    """K14."""

    kind: Annotated[Literal["laid"], to_all("somebody has laid what they could in a last turn")]
    seat: Annotated[int, seat("who")]
    laid: Annotated[list[list[str]], cards("the combinations, if there are any")]
    stands_for: Annotated[
        list[list[str]], cards("for each card laid: itself, or what it replaces (in a set, a value)")
    ]


class Round(TypedDict):
    """K15."""

    kind: Annotated[Literal["round"], to_all("a round is over")]
    round: Annotated[int, number("which round")]
    scores: Annotated[list[int], per_seat(number("points of this round"))]
    totals: Annotated[list[int], per_seat(number("points so far"))]
    hands: Annotated[list[list[str]], per_seat(cards("what was left in hand"))]


class Placed(TypedDict):
    """K18."""

    kind: Annotated[Literal["placed"], to_all("solo: the card turned up has gone into a hand")]
    hand: Annotated[str, word("which hand: its wild value")]
    card: Annotated[str, card("which card")]


class Finished(TypedDict):
    """K19."""

    kind: Annotated[Literal["finished"], to_all("solo: all cards of a hand can be laid")]
    hand: Annotated[str, word("which hand: its wild value")]
    laid: Annotated[list[list[str]], cards("the combinations")]
    stands_for: Annotated[
        list[list[str]], cards("for each card laid: itself, or what it replaces (in a set, a value)")
    ]


class Shown(TypedDict):
    """K18."""

    kind: Annotated[Literal["shown"], to_all("solo: the next card of the stock is turned up")]
    card: Annotated[str, card("which card")]


class Game(TypedDict):
    """K16, K20."""

    kind: Annotated[Literal["game"], to_all("the game is over")]
    scores: Annotated[list[int], per_seat(number("points of all rounds; in solo, hands finished"))]
    winners: Annotated[
        list[int], seats("all with the fewest points; in solo, the player if all hands are finished")
    ]


Event = Begins | Dealt | Took | Drew | Reshuffled | Out | Laid | Round | Placed | Finished | Shown | Game
REVEALING: Final = frozenset({"out", "laid", "shown"})  # public events that show hidden cards
RESULTS: Final = Results(
    facts={"round": ("round", "scores", "totals", "hands"), "game": ("scores", "winners")},
    total="totals",
    gain="scores",
    rounds=lambda _seats: ROUNDS,
)
