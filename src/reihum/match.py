"""The public, text-first API: choose a game, play it move by move, look at it from any seat."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping

from reihum.core.contract import NOBODY, OVER, Refusal, State, legal
from reihum.core.dealer import SEED_LIMIT, Seeded
from reihum.core.errors import BadPosition, BadRecord, NotUnderstood, NotYourTurn, ReihumError
from reihum.core.record import FORMAT, Record, split, take_apart, written
from reihum.core.spec import Json, Spec
from reihum.games import SLUGS, spec
from reihum.sheets import sheet


class Refused(ReihumError):
    """A move that the rules do not allow: which rule, why, and with which facts."""

    def __init__(self, game: str, refusal: Refusal) -> None:
        self.game = game
        self.rule = refusal.rule
        self.reason = refusal.reason
        self.facts = dict(refusal.facts)
        self.sentence = self.text("en")
        super().__init__(self.sentence)

    def text(self, lang: str) -> str:
        """The sentence in another language."""
        return sheet(self.game, lang).refusal(self.rule, self.reason, self.facts)


class Game:
    """One of the four games."""

    def __init__(self, of: Spec) -> None:
        self.spec = of
        self.slug = of.slug
        self.title = of.title
        self.players = range(of.fewest, of.most + 1)
        self.options = dict(of.options)

    def __repr__(self) -> str:
        return f"reihum.game({self.slug!r})"

    def new(self, players: int, seed: int | None = None, **options: bool) -> Match:
        """A new game, dealt; the same seed deals the same cards."""
        return self.start(players, seed, options)

    def start(self, players: int, seed: int | None, options: Mapping[str, object]) -> Match:
        """The same as `new`, with the options in a mapping."""
        self.checked_players(players)
        chosen = {**self.options, **self._checked(options)}
        seed = checked_seed(seed)
        dealer = Seeded(seed)
        state = self.spec.start(players, chosen, dealer)
        headers = {"Players": str(players)}
        if ticked := [name for name, value in chosen.items() if value]:
            headers["Options"] = " ".join(ticked)
        return Match(self, state, dealer, headers | {"Seed": str(seed)})

    def from_position(self, position: Mapping[str, object], seed: int | None = None) -> Match:
        """A game set up as the rule pages write it; the seed decides what is not yet decided."""
        seed = checked_seed(seed)
        dealer = Seeded(seed)
        if not isinstance(position, Mapping):
            raise BadPosition("A position is a JSON object.")
        try:
            source = json.dumps(dict(position), ensure_ascii=False)
        except (TypeError, ValueError, RecursionError):
            raise BadPosition("A position must be made of what JSON knows.") from None
        state = self.spec.from_position(json.loads(source), dealer)
        return Match(
            self, state, dealer, {"Players": str(state.seats), "Seed": str(seed), "Position": source}
        )

    def checked_players(self, players: object) -> int:
        """A number of players that this game can be played with."""
        if isinstance(players, bool) or not isinstance(players, int) or players not in self.players:
            fewest, most = self.players[0], self.players[-1]
            raise ReihumError(f"{self.title} is for {fewest} to {most} players, not {players!r}.")
        return players

    def _checked(self, options: Mapping[str, object]) -> dict[str, bool]:
        for name, value in options.items():
            if name not in self.options:
                known = ", ".join(self.options) or "none"
                raise ReihumError(f"{self.title} has no option {name!r}; its options are: {known}.")
            if not isinstance(value, bool):
                raise ReihumError(f"The option {name!r} is either on or off (True or False).")
        return {name: bool(value) for name, value in options.items()}


class Match:
    """One game being played, from the first deal to the final score."""

    def __init__(self, game: Game, state: State, dealer: Seeded, headers: dict[str, str]) -> None:
        self.game = game
        self.state = state  # the whole truth; for machines, see docs/machines.md
        self.dealer = dealer
        self.seats = int(state.seats)
        self.names: list[str] | None = None
        state.telling = True
        self._headers = headers
        self._body: list[str] = []
        self._made: list[tuple[int, int, list[int]]] = []  # seat, move, and what each seat heard of it

    def __repr__(self) -> str:
        return f"<{self.game.title}, {self.seats} players, {len(self._made)} moves made>"

    # -- looking ----------------------------------------------------------------------------------

    @property
    def turn(self) -> int | None:
        """The seat whose decision is asked for next; None when the game is over."""
        seat = int(self.state.turn())
        return None if seat == OVER else seat

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.turn is None

    @property
    def events(self) -> list[Json]:
        """What everybody saw happen with the last move beside the move itself."""
        return [{"kind": event.kind, **event.facts} for event in self.state.events]

    def owes(self) -> list[int]:
        """The seats that have a decision to make now, in any order."""
        return [seat for seat in range(self.seats) if self.state.owes(seat)]

    def moves(self, seat: int | None = None) -> list[str]:
        """The legal moves of the seat in turn, or of another; none if it owes no decision."""
        asked = self.turn if seat is None else self._seat(seat)
        return [] if asked is None else [self.game.spec.text(move) for move in legal(self.state, asked)]

    def view(self, seat: int | None) -> Json:
        """All that a seat may know; None is a spectator."""
        return self.game.spec.view(self.state, NOBODY if seat is None else self._seat(seat))

    def scores(self) -> list[int]:
        """The score of every seat."""
        return self.state.scores()

    def winners(self) -> list[int]:
        """All who share the win, once the game is over."""
        return self.state.winners()

    def position(self) -> Json:
        """The whole truth as JSON."""
        return self.game.spec.position(self.state)

    def log(self, seat: int | None) -> list[tuple[int, str] | None]:
        """Every move so far as a seat heard it: by whom and what; None where it heard nothing."""
        place = self.seats if seat is None else self._seat(seat)
        heard = [(by, ears[place]) for by, _move, ears in self._made]
        return [None if move < 0 else (by, self.game.spec.text(move)) for by, move in heard]

    # -- playing ----------------------------------------------------------------------------------

    def play(self, move: str, seat: int | None = None) -> None:
        """Make a move for the seat in turn, or for another that owes one."""
        by, number = self._understood(move, seat)
        refusal = self.state.refusal(by, number)
        if refusal is not None:
            raise Refused(self.game.slug, refusal)
        ears = [int(self.state.heard(listener, by, number)) for listener in [*range(self.seats), NOBODY]]
        self.state.play(by, number, self.dealer)
        self._made.append((by, number, ears))
        self._body.append(f"{by}: {move}")
        self._body += [remark(event) for event in self.events if event["kind"] in ("round", "game")]

    def refusal(self, move: str, seat: int | None = None) -> Refused | None:
        """Why a move would be refused, or None if it is allowed."""
        by, number = self._understood(move, seat)
        refusal = self.state.refusal(by, number)
        return None if refusal is None else Refused(self.game.slug, refusal)

    def copy(self) -> Match:
        """An independent copy that will be dealt the same cards from here on."""
        twin = Match(self.game, self.state.copy(), self.dealer.copy(), dict(self._headers))
        twin.names = self.names
        twin._body = list(self._body)
        twin._made = list(self._made)
        return twin

    def _seat(self, seat: object) -> int:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.seats:
            raise ReihumError(f"There is no seat {seat!r}; seats are 0 to {self.seats - 1}.")
        return seat

    def _understood(self, move: str, seat: int | None) -> tuple[int, int]:
        """The seat and the move that are meant."""
        number = self.game.spec.parse(move) if isinstance(move, str) else -1
        if number < 0:
            raise NotUnderstood(f"{shortened(move)} is not a move of {self.game.title}.")
        by = self.turn if seat is None else self._seat(seat)
        if by is None or self.over:
            raise NotYourTurn("The game is over.")
        if not self.state.owes(by):
            waiting = ", ".join(str(other) for other in self.owes())
            raise NotYourTurn(f"Seat {by} has nothing to decide now; the game waits for seat {waiting}.")
        return by, number

    # -- writing down -----------------------------------------------------------------------------

    def record(self) -> str:
        """The game so far as text; it replays to the same scores."""
        headers = {"Reihum": FORMAT, "Game": self.game.slug, "Rules": str(self.game.spec.rules_version)}
        headers |= self._headers
        if self.names is not None:
            headers["Names"] = json.dumps(self.names, ensure_ascii=False)
        return written(headers, self._body, self._ends())

    def _ends(self) -> dict[str, str]:
        if not self.over:
            return {"Unfinished": f"{len(self._made)} moves"}
        return {
            "Scores": " ".join(str(score) for score in self.scores()),
            "Winners": " ".join(str(seat) for seat in self.winners()),
        }


def game(slug: str) -> Game:
    """The game with this slug: help, 23, yoyo or koenigs-romme."""
    return Game(spec(slug))


def games() -> list[Game]:
    """All games."""
    return [game(slug) for slug in SLUGS]


def read_record(text: str) -> Match:
    """Replay a record and check that it ends as it says."""
    if not isinstance(text, str):
        raise BadRecord(1, "A record is text.")
    record = take_apart(text)
    match = opened(record)
    for move in record.moves:
        try:
            match.play(move.text, move.seat)
        except ReihumError as error:
            raise BadRecord(move.line, f"The move {shortened(move.text)} does not fit: {error}") from None
    for name, value in match._ends().items():
        if record.ends.get(name) != value:
            line = record.lines.get(name, max(record.lines.values()))
            raise BadRecord(
                line, f"The replay ends with '{name}: {value}', which is not what the record says."
            )
    return match


def read_records(text: str) -> list[Match]:
    """Replay a file of records, one after the other."""
    matches = []
    for before, part in split(text):
        try:
            matches.append(read_record(part))
        except BadRecord as error:
            raise BadRecord(before + error.line, error.sentence) from None
    return matches


def opened(record: Record) -> Match:
    """The game of a record before its first move."""
    try:
        of = game(record.header("Game"))
    except BadRecord:
        raise
    except ReihumError as error:
        raise BadRecord(record.lines["Game"], str(error)) from None
    if record.number("Rules") != of.spec.rules_version:
        raise BadRecord(record.lines["Rules"], f"These are rules {of.spec.rules_version} of {of.title}.")
    seed = record.number("Seed")
    try:
        if "Position" in record.headers:
            match = of.from_position(json.loads(record.headers["Position"]), seed)
        else:
            options = dict.fromkeys(record.headers.get("Options", "").split(), True)
            match = of.start(record.number("Players"), seed, options)
    except json.JSONDecodeError:
        raise BadRecord(record.lines["Position"], "The position is not JSON.") from None
    except BadRecord:
        raise
    except ReihumError as error:
        line = record.lines.get("Position", record.lines.get("Players", 1))
        raise BadRecord(line, str(error)) from None
    if record.number("Players") != match.seats:
        raise BadRecord(record.lines["Players"], f"The position has {match.seats} seats.")
    match.names = names_of(record, match.seats)
    return match


def names_of(record: Record, seats: int) -> list[str] | None:
    """The players' names, if the record has them."""
    if "Names" not in record.headers:
        return None
    try:
        names = json.loads(record.headers["Names"])
    except json.JSONDecodeError:
        names = None
    if not isinstance(names, list) or len(names) != seats or not all(isinstance(name, str) for name in names):
        raise BadRecord(record.lines["Names"], "The names must be a JSON list with one text per seat.")
    return [str(name) for name in names]


def checked_seed(seed: object) -> int:
    """A seed that can be used; a fresh one if none is given."""
    if seed is None:
        return secrets.randbelow(SEED_LIMIT)
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < SEED_LIMIT:
        raise ReihumError("A seed is a whole number from 0 to 2**62 - 1.")
    return seed


def remark(event: Json) -> str:
    """A round's result as a remark in a record."""
    facts = " · ".join(f"{name} {value}" for name, value in event.items() if name != "kind")
    return f"; {event['kind']}: {facts}"


def shortened(text: object) -> str:
    """What somebody typed, quoted, and cut if it is long."""
    quoted = repr(text)
    return quoted if len(quoted) <= 40 else f"{quoted[:37]}…"
