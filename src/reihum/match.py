"""The public, text-first API: choose a game, play it move by move, look at it from any seat."""

from __future__ import annotations

import json
import secrets
import sys
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import takewhile
from types import MappingProxyType
from typing import Any, Final, Literal, Self

from reihum.core.contract import NOBODY, OVER, UNHEARD, Event, Refusal, State, legal, owing
from reihum.core.course import PlayedMove, copy_events, heard_events, make_move
from reihum.core.dealer import SEED_LIMIT, Dealer, Outside, Seeded, Source
from reihum.core.errors import BadPosition, NotUnderstood, NotYourTurn, ReihumError, short_quote
from reihum.core.names import clean_names
from reihum.core.promises import earlier_json, part_json
from reihum.core.record import FORMAT, STANDS_IN, record_text, with_digest
from reihum.core.sealed import Sealed
from reihum.core.types import Json, View
from reihum.games import SLUGS, spec
from reihum.games.spec import Spec
from reihum.words import Count, words
from reihum.words.drawing import table_text, view_text

NO_MOVE: Final = -1  # what parsing gives for a text that is not a move
MAX_NESTING: Final = 20  # of lists and objects; no position comes near it


class Refused(ReihumError):
    """A move that the rules do not allow: which rule forbids it, why, and with which facts."""

    def __init__(self, game: str, refusal: Refusal) -> None:
        self.game = game
        self.refusal = refusal
        self.rule = refusal.rule
        self.reason = refusal.reason
        self.facts = dict(refusal.facts)
        self.sentence = self.text("en")
        super().__init__(self.sentence)

    def __reduce__(self) -> tuple[Any, ...]:
        return Refused, (self.game, self.refusal)

    def text(self, lang: str) -> str:
        """The sentence in another language."""
        return refusal_text(spec(self.game), self.refusal, lang)


@dataclass(frozen=True)
class Mistake:
    """Why a move cannot be made: the game is over, another seat's turn, not a move, or refused."""

    kind: Literal["over", "turn", "unknown", "refused"]
    game: Game
    facts: dict[str, object] = field(default_factory=dict)
    refusal: Refusal | None = None

    @property
    def rule(self) -> str | None:
        """The rule that a refusal cites."""
        return None if self.refusal is None else self.refusal.rule

    def text(self, lang: str = "en") -> str:
        """One sentence that says what is wrong."""
        if self.refusal is not None:
            return refusal_text(self.game.spec, self.refusal, lang)
        return words(lang)(f"mistake.{self.kind}", **self.facts)

    def error(self) -> ReihumError:
        """The same as an exception."""
        if self.refusal is not None:
            return Refused(self.game.slug, self.refusal)
        return NotUnderstood(self.text()) if self.kind == "unknown" else NotYourTurn(self.text())


@dataclass(frozen=True)
class Heard:
    """One move as somebody heard it; `by` and `move` are None if they did not hear it."""

    number: int  # 1 for the first move of the game
    by: int | None
    move: str | None
    events: list[Json]

    def json(self) -> Json:
        """The same as a JSON object."""
        return {"number": self.number, "by": self.by, "move": self.move, "events": self.events}


@dataclass(frozen=True)
class Opening:
    """How a game began, so that it can be recorded and started again."""

    players: int
    options: dict[str, bool]
    position: Json | None  # what it was set up from
    dealer: Dealer  # as it was before the first deal
    seed: int | None  # None for a custom dealer
    seed_chosen: bool  # whether the owner chose the seed, and so knows it

    def state(self, of: Spec, dealer: Dealer) -> State:
        """The state before the first move."""
        if self.position is not None:
            return of.from_position(json.loads(json.dumps(self.position)), dealer)
        return of.start(self.players, dict(self.options), dealer)


class Game:
    """One of the games."""

    def __init__(self, of: Spec) -> None:
        self.spec = of
        self.slug = of.slug
        self.title = of.title
        self.players = range(of.fewest, of.most + 1)
        self.options = dict(of.options)
        self.low_wins = of.low_wins  # whether the lowest score wins, or the highest
        self.irreversible = of.revealing.union(of.results.facts)  # events that rule out taking a move back

    def __repr__(self) -> str:
        return f"reihum.game({self.slug!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.slug == other.slug

    def __hash__(self) -> int:
        return hash(self.slug)

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return game, (self.slug,)

    def json(self) -> Json:
        """The facts about the game itself."""
        return {
            "slug": self.slug,
            "title": self.title,
            "fewest": self.players[0],
            "most": self.players[-1],
            "options": dict(self.options),
            "low_wins": self.low_wins,
            "rules": self.spec.rules_version,
        }

    def new(self, players: int, seed: int | None = None, **options: bool) -> Match:
        """A new match, already dealt; the same seed deals the same cards."""
        return self.start(players, seed, options)

    def start(
        self,
        players: int,
        seed: int | None = None,
        options: Mapping[str, object] = MappingProxyType({}),
        dealer: Dealer | Source | None = None,
    ) -> Match:
        """The same as `new`, but with the options in a mapping, and any dealer you like."""
        self.checked_players(players)
        chosen = {**self.options, **self._checked_options(options)}
        return self.begin(make_opening(players, chosen, None, seed, dealer))

    def from_position(
        self,
        position: Mapping[str, object],
        seed: int | None = None,
        dealer: Dealer | Source | None = None,
    ) -> Match:
        """A match set up from a position as on the rule pages; the dealer deals whatever it leaves open."""
        if not isinstance(position, Mapping):
            raise BadPosition("A position is a JSON object.")
        try:
            given = json.loads(json.dumps(dict(position), ensure_ascii=False))
        except (TypeError, ValueError, RecursionError):
            raise BadPosition("A position must consist of JSON values.") from None
        if nesting_depth(given) > MAX_NESTING:
            raise BadPosition("A position does not nest lists and objects so deeply.")
        return self.begin(make_opening(0, {}, given, seed, dealer))

    def begin(self, opening: Opening) -> Match:
        """A match that starts with this opening."""
        dealer = opening.dealer.copy()
        state = opening.state(self.spec, dealer)
        return Match(self, state, dealer, replace(opening, players=int(state.seats)))

    def checked_players(self, players: object) -> int:
        """The number of players, if this game can be played by so many."""
        if isinstance(players, bool) or not isinstance(players, int) or players not in self.players:
            fewest, most = self.players[0], self.players[-1]
            raise ReihumError(f"{self.title} is for {fewest} to {most} players, not {short_quote(players)}.")
        return players

    def _checked_options(self, options: Mapping[str, object]) -> dict[str, bool]:
        if not isinstance(options, Mapping):
            raise ReihumError("Options are a mapping of names to True or False.")
        for name, value in options.items():
            if name not in self.options:
                known = ", ".join(self.options) or "none"
                raise ReihumError(
                    f"{self.title} has no option {short_quote(name)}; its options are: {known}."
                )
            if not isinstance(value, bool):
                raise ReihumError(f"The option {name!r} must be True or False.")
        return {name: bool(value) for name, value in options.items()}


class Match:
    """One game being played, from the first deal to the final score."""

    def __init__(self, game: Game, state: State, dealer: Dealer, opening: Opening) -> None:
        self.game = game
        self.state = state  # the whole truth; docs/machines.md describes it
        self.dealer = dealer
        self.seats = int(state.seats)
        self.date: date | None = date.today()
        # After how many moves it was played on once more, when its cards could be known; None: never.
        self.continued: int | None = None
        self.history: list[PlayedMove] = []  # every move as it was made; never show it to a player
        self._names: list[str] | None = None
        self._opening = opening
        self._dealt: list[Event] = []  # the events of the first deal
        state.telling = True
        if opening.position is None:
            state.tell_deal()
            self._dealt = copy_events(state.events)

    def __repr__(self) -> str:
        players, moves = Count(self.seats), Count(len(self.history))
        return f"<{self.game.title}, {players:1 player|# players}, {moves:1 move|# moves} made>"

    def __str__(self) -> str:
        """The table as everybody sees it, without anyone's hand."""
        names = self.names or self.seat_names()
        of = self.game.spec
        return table_text(of.title, view_text(of.view_types, self.view(None), names, of.words("en")), names)

    def __eq__(self, other: object) -> bool:
        """Whether both have the same past and will be dealt the same cards."""
        return (
            isinstance(other, Match)
            and self.game == other.game
            and self._opening.options == other._opening.options
            and self._opening.position == other._opening.position
            and self.history == other.history
            and self.position() == other.position()
            and self.dealer.mark() == other.dealer.mark()
        )

    __hash__ = None  # type: ignore[assignment]  # it changes with every move

    # -- looking ----------------------------------------------------------------------------------

    @property
    def turn(self) -> int | None:
        """The seat whose decision comes next; None when the game is over."""
        seat = int(self.state.turn())
        return None if seat == OVER else seat

    @property
    def player(self) -> int | None:
        """The seat whose turn it is by the rules; None while all decide at once, and at the end."""
        seat = int(self.state.player())
        return None if seat == NOBODY or self.over else seat

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.turn is None

    @property
    def options(self) -> dict[str, bool]:
        """Every option of the game, and whether it is on."""
        given = (
            self._opening.options if self._opening.position is None else self.position().get("options", {})
        )
        return {**self.game.options, **given}

    @property
    def events(self) -> list[Json]:
        """What everybody saw happen because of the last move, besides the move itself."""
        return heard_events(self.history[-1].events if self.history else self._dealt, NOBODY)

    @property
    def names(self) -> list[str] | None:
        """The players' names, if they have any."""
        return None if self._names is None else list(self._names)

    @names.setter
    def names(self, names: list[str] | None) -> None:
        self._names = None if names is None else clean_names(names, self.seats)

    @property
    def set_up(self) -> bool:
        """Whether it began with a position that was set up instead of a deal."""
        return self._opening.position is not None

    @property
    def commitment(self) -> str | None:
        """What a sealed dealer committed to before the first card; None for any other dealer."""
        return None if self.sealed is None else self.sealed.commitment()

    @property
    def given_up(self) -> list[list[int]]:
        """Of each deal that was given up, the seats that did not say what they had promised to add to it."""
        sealed = self.sealed
        return [] if sealed is None or sealed.mix is None else [each.missing for each in sealed.mix.earlier]

    @property
    def sealed(self) -> Sealed | None:
        """The sealed dealer as it was before the first card; None for any other dealer."""
        return self._opening.dealer if isinstance(self._opening.dealer, Sealed) else None

    def seat_names(self) -> list[str]:
        """A name for every seat, for players without names."""
        return [f"seat {seat}" for seat in range(self.seats)]

    def owes(self) -> list[int]:
        """The seats that have a decision to make now; they may make them in any order."""
        return owing(self.state)

    def moves(self, seat: int | None = None) -> list[str]:
        """The legal moves of the seat that decides next, or of another; none if it owes no decision."""
        asked = self.turn if seat is None else self._seat(seat)
        return [] if asked is None else [self.game.spec.text(move) for move in legal(self.state, asked)]

    def view(self, seat: int | None) -> View:
        """All that a seat, or a spectator (None), may know."""
        return self.game.spec.view(self.state, self._observer(seat))

    def scores(self) -> list[int]:
        """Every seat's score."""
        return self.state.scores()

    def winners(self) -> list[int]:
        """Everyone who shares the win, once the game is over."""
        return self.state.winners()

    def position(self) -> Json:
        """The whole truth as JSON."""
        return self.game.spec.position(self.state)

    # -- what a seat has heard --------------------------------------------------------------------

    def dealt(self, seat: int | None) -> list[Json]:
        """The events of the first deal that a seat, or a spectator, heard."""
        return heard_events(self._dealt, self._observer(seat))

    def since(self, seat: int | None, number: int = 0) -> list[Heard]:
        """Every move after that number as a seat, or a spectator, heard it, without gaps."""
        self._check_number(number)
        observer = self._observer(seat)
        return [self._as_heard(made, observer) for made in self.history[number:]]

    def log(self, seat: int | None) -> list[tuple[int, str] | None]:
        """Every move so far as a seat heard it: who made it and which; None where it heard nothing."""
        heard = self.since(seat)
        return [None if each.by is None or each.move is None else (each.by, each.move) for each in heard]

    def _check_number(self, number: object) -> None:
        """Raise an error unless at least so many moves have been made."""
        last = len(self.history)
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= last:
            raise ReihumError(f"Moves are numbered up to {last}, so there is no {short_quote(number)}.")

    def _as_heard(self, made: PlayedMove, observer: int) -> Heard:
        move = made.heard[observer]  # NOBODY is -1, the last
        events = heard_events(made.events, observer)
        if move == UNHEARD:
            return Heard(made.number, None, None, events)
        return Heard(made.number, made.by, self.game.spec.text(move), events)

    # -- playing ----------------------------------------------------------------------------------

    def play(self, move: str, seat: int | None = None) -> None:
        """Make a move for the seat that decides next, or for another that owes a decision."""
        mistake = self.attempt(move, seat)
        if mistake is not None:
            raise mistake.error()

    def attempt(self, move: str, seat: int | None = None) -> Mistake | None:
        """Make a move, or say why it cannot be made; for programs that expect mistakes."""
        judged = self._judge(move, seat)
        if isinstance(judged, Mistake):
            return judged
        self.make(*judged)
        return None

    def make(self, by: int, move: int) -> None:
        """Make a move that is known to be legal; for programs that have checked it themselves."""
        number = len(self.history) + 1
        text = sys.intern(self.game.spec.text(move))  # few texts, but perhaps many games in memory
        irreversible = self.game.irreversible
        self.history.append(make_move(self.state, self.dealer, number, by, move, text, irreversible))

    def mistake(self, move: str, seat: int | None = None) -> Mistake | None:
        """Why a move could not be made now, or None if it could."""
        judged = self._judge(move, seat)
        return judged if isinstance(judged, Mistake) else None

    def refusal(self, move: str, seat: int | None = None) -> Refused | None:
        """Why the rules would refuse a move, or None if it is allowed."""
        mistake = self.mistake(move, seat)
        error = None if mistake is None else mistake.error()
        if error is None or isinstance(error, Refused):
            return error
        raise error

    def _judge(self, move: str, seat: int | None) -> tuple[int, int] | Mistake:
        """The seat and the move that are meant, or what is wrong with them."""
        by = self.turn if seat is None else self._seat(seat)
        number = self.game.spec.parse(move) if isinstance(move, str) else NO_MOVE
        mistake = find_mistake(self.game, self.state, by, number, move)
        if mistake is not None:
            return mistake
        assert by is not None  # otherwise the game is over, which is a mistake
        return by, number

    def _seat(self, seat: object) -> int:
        return checked_seat(seat, self.seats)

    def _observer(self, seat: object) -> int:
        return NOBODY if seat is None else self._seat(seat)

    # -- taking back ------------------------------------------------------------------------------

    def can_undo(self, seat: int, through: Collection[int] = ()) -> bool:
        """Whether the seat's last move can be taken back: nothing has been revealed or heard since.

        Moves of the seats in `through` may have been heard, as long as they have shown no card.
        """
        return self._undoable_move(self._seat(seat), through) is not None

    def undo(self, seat: int, through: Collection[int] = ()) -> list[int]:
        """Take the seat's last move back, and with it all that others did once they had heard of it.

        What others have chosen unheard before that stands. The numbers of the moves that are gone.
        """
        last = self._undoable_move(self._seat(seat), through)
        if last is None:
            raise ReihumError("This move cannot be taken back: something was revealed, or others have moved.")
        unheard = takewhile(lambda made: made.heard[seat] == UNHEARD, self.history[last.number :])
        again = [*self.history[: last.number - 1], *unheard]
        stands = {made.number for made in again}
        gone = [made.number for made in self.history if made.number not in stands]
        self._restart()
        for made in again:
            self.play(made.text, made.by)
            self.history[-1] = self.history[-1]._replace(stand_in=made.stand_in)
        return gone

    def _undoable_move(self, seat: int, through: Collection[int]) -> PlayedMove | None:
        """The move that the seat can take back, if any."""
        shows_card = self.game.spec.shows_card
        for made in reversed(self.history):
            if made.revealed:
                return None
            if made.by == seat:
                return made
            if made.heard[seat] != UNHEARD and (made.by not in through or shows_card(made.move)):
                return None
        return None

    # -- copies -----------------------------------------------------------------------------------

    def copy(self) -> Self:
        """An independent copy that will be dealt the same cards from here on."""
        twin = type(self).__new__(type(self))
        twin.__dict__ |= self.__dict__
        twin.state = self.state.copy()
        twin.state.telling = True
        twin.dealer = self.dealer.copy()
        twin.history = list(self.history)
        return twin

    def at(self, number: int) -> Self:
        """An independent copy of the match as it was after so many moves; 0 is the first deal."""
        self._check_number(number)
        twin = self.copy()
        if number < len(self.history):
            twin._restart()
            for made in self.history[:number]:
                twin.make(made.by, made.move)
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def _restart(self) -> None:
        """Go back to the first deal."""
        fresh = self.game.begin(self._opening)
        self.state, self.dealer, self.history = fresh.state, fresh.dealer, []

    # -- writing down -----------------------------------------------------------------------------

    def record(self, secret: bool = False) -> str:
        """The game so far as text, which replays to the same scores.

        A sealed secret or a random seed would reveal the cards to come, so it is left out until the game is
        over, unless the owner asks for it with `secret`.
        """
        headers = {"Reihum": FORMAT, "Game": self.game.slug, "Rules": str(self.game.spec.rules_version)}
        headers["Players"] = str(self.seats)
        if self.date is not None:
            headers["Date"] = self.date.isoformat()
        if ticked := [name for name, value in self._opening.options.items() if value]:
            headers["Options"] = " ".join(ticked)
        if self._names is not None:
            headers["Names"] = json.dumps(self._names, ensure_ascii=False)
        if self._opening.seed is not None and (secret or self.over or self._opening.seed_chosen):
            headers["Seed"] = str(self._opening.seed)
        if (sealed := self.sealed) is not None:
            headers["Commitment"] = sealed.commitment()
            if secret or self.over:
                headers["Secret"] = sealed.secret.hex()
                headers["Nonces"] = json.dumps(sealed.nonces)
                headers |= promise_headers(sealed)
        if self._opening.position is not None:
            headers["Position"] = json.dumps(self._opening.position, ensure_ascii=False)
        if self.continued is not None:
            headers["Continued"] = str(self.continued)
        text = record_text(headers, self._body(), self.ending())
        return with_digest(text) if sealed is not None and (secret or self.over) else text

    def _body(self) -> list[str]:
        """A line for each move, with remarks where a round or the game ended."""
        said = self.game.spec.results.facts
        lines: list[str] = []
        for made in self.history:
            if made.stand_in:
                lines.append(STANDS_IN)
            lines.append(f"{made.by}: {made.text}")
            lines += [remark(event, said[event.kind]) for event in made.events if said.get(event.kind)]
        return lines

    def ending(self) -> dict[str, str]:
        """The last headers of a record: the result, or how many moves were made."""
        if not self.over:
            return {"Unfinished": f"{len(self.history)} moves"}
        return {
            "Scores": " ".join(str(score) for score in self.scores()),
            "Winners": " ".join(str(seat) for seat in self.winners()),
        }


def promise_headers(sealed: Sealed) -> dict[str, str]:
    """The headers of a record that say which nonces were promised, if any were."""
    if sealed.mix is None:
        return {}
    earlier = [earlier_json(each) for each in sealed.mix.earlier]
    headers = {"Deal": str(sealed.mix.deal), "Promises": json.dumps(list(map(part_json, sealed.mix.parts)))}
    return headers | ({"Earlier": json.dumps(earlier)} if earlier else {})


def game(slug: str) -> Game:
    """The game with this slug, one of those that `games` lists."""
    return Game(spec(slug))


def games() -> list[Game]:
    """All games."""
    return [game(slug) for slug in SLUGS]


def make_opening(
    players: int,
    options: dict[str, bool],
    position: Json | None,
    seed: int | None,
    dealer: Dealer | Source | None,
) -> Opening:
    """The opening of a match dealt by a seed, or by a custom dealer."""
    if dealer is None:
        number = checked_seed(seed)
        return Opening(players, options, position, Seeded(number), number, seed is not None)
    if seed is not None:
        raise ReihumError("A game is dealt by a seed or by a dealer, not both.")
    if not isinstance(dealer, Dealer):
        if not callable(getattr(dealer, "below", None)):
            raise ReihumError("A dealer is an object with a method below(n).")
        dealer = Outside(dealer)
    return Opening(players, options, position, dealer.copy(), None, False)


def refusal_text(of: Spec, refusal: Refusal, lang: str) -> str:
    """Why a move is refused, in one sentence that cites the rule."""
    return of.sheet(lang).refusal(refusal.rule, refusal.reason, refusal.facts)


def find_mistake(of: Game, state: State, by: int | None, move: int, typed: object) -> Mistake | None:
    """What is wrong with a seat's move, or None; every move is judged here."""
    if by is None or state.turn() == OVER:
        return Mistake("over", of)
    if not state.owes(by):
        waiting = ", ".join(str(other) for other in owing(state))
        return Mistake("turn", of, {"seat": by, "waiting": waiting})
    if move == NO_MOVE:
        return Mistake("unknown", of, {"typed": short_quote(typed), "game": of.title})
    refusal = state.refusal(by, move)
    return None if refusal is None else Mistake("refused", of, refusal=refusal)


def checked_seat(seat: object, seats: int) -> int:
    """The seat, if there is one with this number."""
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < seats:
        there = "there is only seat 0" if seats == 1 else f"seats are 0 to {seats - 1}"
        raise ReihumError(f"There is no seat {short_quote(seat)}; {there}.")
    return seat


def nesting_depth(value: object) -> int:
    """How deeply lists and objects are nested; not recursive, as Python limits recursion."""
    level, deepest = [value], 0
    while level:
        inner = [list(each.values()) if isinstance(each, dict) else each for each in level]
        level = [item for each in inner if isinstance(each, list) for item in each]
        deepest += 1
    return deepest


def checked_seed(seed: object) -> int:
    """The seed, if it is a valid one; a random one if none is given."""
    if seed is None:
        return secrets.randbelow(SEED_LIMIT)
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < SEED_LIMIT:
        raise ReihumError("A seed is a whole number from 0 to 2**62 - 1.")
    return seed


def remark(event: Event, names: tuple[str, ...]) -> str:
    """A result as a remark in a record's text."""
    return f"; {event.kind}: " + " · ".join(f"{name} {event.facts[name]}" for name in names)
