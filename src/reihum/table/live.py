"""A live table as its log describes it: seats, the game, who has answered what; only entries change it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from typing import Final, Literal, NamedTuple, cast

from reihum.core.contract import NOBODY, OVER, UNHEARD, State, legal, owing
from reihum.core.course import PlayedMove
from reihum.core.promises import Mix, mix_from
from reihum.core.sealed import Sealed, commitment_to
from reihum.core.types import Json
from reihum.games.spec import Spec
from reihum.match import Match, Mistake, find_mistake, game
from reihum.table.guests import NO_HOST, Guests
from reihum.table.lessons import Course, Whereabouts, course
from reihum.table.log import (
    AnyEntry,
    Arranged,
    Beginning,
    Begun,
    Branch,
    Closed,
    Coached,
    Ended,
    Forgotten,
    Greeted,
    HostPassed,
    Left,
    Listed,
    Moved,
    Promised,
    Readmitted,
    Rematched,
    Remixed,
    Removed,
    Revealed,
    Sat,
    TableOpened,
    Undone,
)
from reihum.table.mixing import Mixing
from reihum.table.seats import TableSeat, neutral_name, seat_from

CAP_FACTOR: Final = 2  # a table may have this many times as many steps as the longest sensible game
UNSEEN: Final = (Rematched, Forgotten, Closed)  # entries after which nothing has changed in the game
TableStatus = Literal["waiting", "playing", "over"]


class BrokenLog(Exception):
    """An impossible log: it was damaged, or written under other rules."""


class HeardStep(NamedTuple):
    """A step as one viewer heard it: by whom, which move, and the events that came with it."""

    by: int | None  # None, like the move, if it was not heard
    move: str | None
    events: list[Json]
    undone: bool = False  # the move was taken back
    stand_in: bool = False  # a bot made it for a player who had left or stayed away
    gone: Sequence[int] = ()  # the steps that were taken back, as far as they had been heard


class LiveTable:
    """One game with people, bots and programs around it."""

    def __init__(self, ident: str, opened: TableOpened) -> None:
        self.id = ident
        self._opening = opened
        self.game = game(opened.game)
        self._texts = move_texts(opened.game)
        self.players = opened.players
        self.options = dict(opened.options)
        self.pace = opened.pace
        self.public = opened.public
        self.begins: Beginning = opened.begins
        self.seconds = opened.seconds
        self.wants_hints = opened.hints  # None: it depends on who sits here
        self.host = opened.host
        self.code = opened.code
        self.secret = bytes.fromhex(opened.secret)
        self.seats = [seat_from(chair) for chair in opened.chairs]
        self.is_lesson = bool(opened.lesson)
        self.branch = opened.branch
        # Prepared cards prove nothing, nor do those of a game that everybody may have looked at.
        known = self.is_lesson or self.branch is not None
        self.commitment = "" if known else commitment_to(self.secret)
        self.lesson = current_lesson(opened)  # None also where the lesson has changed since
        self.mixing: Mixing | None = None  # once there is a list of what each seat adds to the deal
        self.nonces: list[str] = []  # by seat: what was mixed in, from the deal on ...
        self.mix: Mix | None = None  # ... and how it was promised
        self.read = 0  # steps of the lesson that need not be read again
        self.match: Match | None = None  # from the deal on
        self.state: State | None = None  # of the match: looked at after every move, so kept at hand
        self.steps: list[PlayedMove] = []  # what `v` counts: moves made, and moves taken back ...
        self.undone: dict[int, list[int]] = {}  # ... these, from 1, with the steps that each removed
        self._standing: list[int] = []  # of each move that stands, the number of its step
        self.acks: dict[tuple[int, str], int] = {}  # by seat and cid: the `v` that was acknowledged
        self._allowed = (0, 0, "", 0)  # a move found legal: at which length of the log, seat, text, number
        self.arranged = 0  # how often the host has arranged the table
        self.ended_by: str | None = None  # the name of a host who ended the game for all
        self.rematch: str | None = None
        self.guests = Guests()  # those who were removed, and those who left before the game
        self.closed = False  # for good: the log is about to be deleted
        self.taken_at = opened.at  # when the last seat was taken
        self.played_at = opened.at  # when the last move was made, or the game was dealt or ended
        self.began_at: float | None = None  # when the cards were dealt
        self.changed_at = opened.at  # when anything last happened in the game or at the seats
        self.length = 1  # entries of the log so far

    # -- looking ----------------------------------------------------------------------------------

    @property
    def status(self) -> TableStatus:
        """Whether the table waits for people, is being played at, or is over."""
        if self.ended_by is not None or (self.is_lesson and self._is_learned()):
            return "over"
        if self.match is None:
            return "waiting"
        return "over" if self._state.turn() == OVER else "playing"

    @property
    def _state(self) -> State:
        """The game itself, from the deal on."""
        assert self.state is not None
        return self.state

    @property
    def v(self) -> int:
        """How many steps have been made."""
        return len(self.steps)

    @property
    def seated(self) -> bool:
        """Whether it is settled who sits where: the cards are dealt, or are being mixed."""
        return self.match is not None or self.mixing is not None

    @property
    def full(self) -> bool:
        """Whether there have been more steps than any sensible game has: nothing may grow without end."""
        return self.v >= CAP_FACTOR * self.game.spec.decisions_cap

    @property
    def hints(self) -> bool:
        """Whether players may ask for hints: as its host wishes, or else where all others are bots."""
        if self.wants_hints is not None:
            return self.wants_hints
        return sum(seat.for_person for seat in self.seats) <= 1

    def open_seats(self) -> list[int]:
        """The seats on which anybody may sit down."""
        return [number for number, seat in enumerate(self.seats) if seat.open]

    def seat_of(self, player: str) -> int | None:
        """Where a player sits; None for a spectator, and for a player who has left."""
        number = self.own_seat(player)
        return number if number is not None and self.seats[number].present else None

    def own_seat(self, player: str) -> int | None:
        """The seat that belongs to a player, who may have left it."""
        for number, seat in enumerate(self.seats):
            if seat.player == player and player:  # the empty name is nobody's, and stands on open seats
                return number
        return None

    def is_barred(self, player: str) -> bool:
        """Whether the host has removed this player, who may not sit here."""
        return self.guests.is_barred(player)

    @property
    def has_people(self) -> bool:
        """Whether anybody but our own bots plays here."""
        return any(seat.player for seat in self.seats)

    def owing_seats(self) -> list[int]:
        """The seats that owe a decision."""
        return [] if self.match is None or self.ended_by is not None else owing(self._state)

    def ask(self, seat: int | None) -> int | None:
        """The number of the decision that a seat owes."""
        if seat is None or self.match is None or self.ended_by is not None or not self._state.owes(seat):
            return None
        return self.seats[seat].answered

    def view(self, seat: int | None) -> Json | None:
        """All that a seat, or a spectator, may know of the game; nothing before the deal."""
        if self.match is None:
            return None
        return cast(Json, self.game.spec.view(self._state, NOBODY if seat is None else seat))

    def public_view(self) -> Json:
        """The part of every view that everybody sees, from the deal on."""
        return cast(Json, self.game.spec.public(self._state))

    def own_view(self, seat: int | None) -> Json:
        """The rest of a view, which only one seat, or a spectator, sees."""
        return cast(Json, self.game.spec.own(self._state, NOBODY if seat is None else seat))

    def moves(self, seat: int) -> list[str]:
        """The legal moves of a seat that owes a decision."""
        return [self._texts[move] for move in legal(self._state, seat)]

    def heard_step(self, number: int, seat: int | None) -> HeardStep:
        """A step as a seat, or a spectator, heard it.

        Encode it at once: the events share their facts with the log.
        """
        heard = step_as_heard(self.game.spec, self.steps[number - 1], seat)
        if number not in self.undone:
            return heard
        ear = NOBODY if seat is None else seat
        gone = [v for v in self.undone[number] if self.steps[v - 1].heard[ear] != UNHEARD]
        return HeardStep(heard.by, None, [], True, gone=gone)

    def forgotten_steps(self) -> set[int]:
        """In a lesson: the steps that were taken back, and the take-backs themselves."""
        return (
            {v for taken in self.undone.items() for v in (taken[0], *taken[1])} if self.is_lesson else set()
        )

    def can_undo(self, seat: int) -> bool:
        """Whether a seat's last move can be taken back, through answers that have shown no card."""
        return (
            self.match is not None and self.has_moved(seat) and self.match.can_undo(seat, range(self.players))
        )

    def has_moved(self, seat: int) -> bool:
        """Whether a seat has made a move at this table that stands."""
        if self.match is None:
            return False
        before = 0 if self.branch is None else len(self.branch.moves)
        return any(made.by == seat for made in reversed(self.match.history[before:]))

    def judge(self, seat: int, move: str) -> Mistake | None:
        """What is wrong with a seat's move; if nothing is, it need not be parsed and judged again."""
        number = self.game.spec.parse(move)
        mistake = find_mistake(self.game, self._state, seat, number, move)
        if mistake is None:
            self._allowed = (self.length, seat, move, number)
        return mistake

    # -- lessons ----------------------------------------------------------------------------------

    def whereabouts(self) -> Whereabouts | None:
        """How far the learner has come, at the table of a lesson."""
        if self.lesson is None:
            return None
        return self.lesson.whereabouts([] if self.match is None else self.match.history, self.read)

    def scripted_move(self, seat: int) -> str | None:
        """What a bot does now by the lesson; None while it waits."""
        if self.lesson is None or self.match is None:
            return None
        return self.lesson.bot_move(self.match.history, self.read, seat)

    def _is_learned(self) -> bool:
        """Whether a lesson has come to its end, or has changed since it was begun."""
        here = self.whereabouts()
        return self.lesson is None or (
            here is not None and here.ready and here.step == len(self.lesson.lesson.steps)
        )

    # -- what happens -----------------------------------------------------------------------------

    def apply(self, entry: AnyEntry) -> None:
        """Do what the next entry of the log says."""
        if self.is_lesson and self.lesson is None:
            pass  # these moves belong to a lesson that is no longer there
        elif isinstance(entry, Moved):
            self._move(entry)
        elif isinstance(entry, Undone):
            self._undo(entry)
        elif isinstance(entry, Begun):
            self._begin(entry)
        elif isinstance(entry, Coached):
            self._coach(entry)
        elif isinstance(entry, Sat):
            self._sit(entry)
        elif isinstance(entry, Left):
            self._leave(entry)
        elif isinstance(entry, Greeted):
            self.seats[entry.seat].greeted = True
            self.seats[entry.seat].nonce = entry.nonce
            self.seats[entry.seat].promise = entry.promise
        elif isinstance(entry, Listed | Revealed | Remixed | Promised):
            self._mix(entry)
        elif isinstance(entry, Arranged):
            self._arrange(entry)
        elif isinstance(entry, Ended):
            self.ended_by = entry.name
            self.played_at = entry.at
        elif isinstance(entry, Rematched):
            self.rematch = entry.table
        elif isinstance(entry, Removed):
            self._remove(entry)
        elif isinstance(entry, Readmitted):
            self.guests.readmit(entry.guest)
        elif isinstance(entry, HostPassed):
            self.host = self.seats[entry.seat].player
        elif isinstance(entry, Forgotten):
            self._forget(entry)
        elif isinstance(entry, Closed):
            self.closed = True
        else:
            raise BrokenLog("A table is opened only once.")
        if not isinstance(entry, UNSEEN):
            self.changed_at = entry.at
        self.length += 1

    def copy(self) -> LiveTable:
        """An independent copy, to try something out on."""
        twin = LiveTable(self.id, self._opening)
        twin.seats = [replace(seat) for seat in self.seats]
        if self.match is not None:
            twin.match = self.match.copy()
            twin.state = twin.match.state
        twin.players, twin.options = self.players, dict(self.options)
        twin.host = self.host
        twin.pace, twin.public, twin.arranged = self.pace, self.public, self.arranged
        twin.begins, twin.seconds, twin.wants_hints = self.begins, self.seconds, self.wants_hints
        twin.steps, twin.undone, twin.acks = list(self.steps), dict(self.undone), dict(self.acks)
        twin.secret, twin.commitment = self.secret, self.commitment
        twin.mixing = None if self.mixing is None else self.mixing.copy()
        twin.nonces, twin.mix = list(self.nonces), self.mix
        twin.read, twin._standing = self.read, list(self._standing)
        twin.ended_by, twin.closed, twin.guests = self.ended_by, self.closed, self.guests.copy()
        twin.began_at, twin.changed_at = self.began_at, self.changed_at
        twin.rematch, twin.taken_at, twin.length = self.rematch, self.taken_at, self.length
        twin.played_at = self.played_at
        return twin

    def _mix(self, entry: Listed | Revealed | Remixed | Promised) -> None:
        """A step on the way to a deal for which nonces are promised."""
        mixing = self.mixing
        if isinstance(entry, Listed):
            self._seat_bots(entry.bots, entry.bot)
            if mixing is None:
                mixing = self.mixing = Mixing()
            mixing.fix(entry)
            for seat, part in zip(self.seats, mixing.parts, strict=True):
                seat.greeted = seat.greeted or bool(part.promise)
        elif mixing is None:
            raise BrokenLog(f"Entry {self.length + 1} is about a list that there is not.")
        elif isinstance(entry, Revealed):
            mixing.note_nonce(entry.seat, entry.nonce)
        elif isinstance(entry, Promised):
            self.seats[entry.seat].promise = entry.promise
        else:
            mixing.give_up(self.secret, entry)
            self.secret = bytes.fromhex(entry.secret)
            self.commitment = commitment_to(self.secret)
            for seat in self.seats:
                seat.promise = ""

    def _arrange(self, entry: Arranged) -> None:
        if self.seated:
            raise BrokenLog(f"Entry {self.length + 1} arranges a table at which a game has begun.")
        for seat in set(range(self.players)).difference(
            each for each in entry.seats if isinstance(each, int)
        ):
            self.guests.note_gone(self.seats[seat].player)
        self.seats = [self.seats[each] if isinstance(each, int) else seat_from(each) for each in entry.seats]
        self.players, self.options = len(self.seats), dict(entry.options)
        self.pace, self.public = entry.pace, entry.public
        self.seconds, self.wants_hints = entry.seconds, entry.hints
        self.begins = "host"  # who is still arranging must not be overtaken by the deal
        self.taken_at = entry.at
        self.arranged += 1

    def _sit(self, entry: Sat) -> None:
        seat = self.seats[entry.seat]
        if not self.seated and seat.player != entry.player:
            self.taken_at = entry.at
        seat.player, seat.name, seat.program, seat.left = entry.player, entry.name, entry.program, False

    def _leave(self, entry: Left) -> None:
        seat = self.seats[entry.seat]
        if not self.seated:
            was_host = seat.player == self.host
            self._vacate(seat)
            if was_host:
                self.host = self._next_host(entry.seat, self.host)
            return
        seat.left = True
        if seat.asked_at is not None:
            seat.asked_at = entry.at  # the bot starts thinking now

    def _vacate(self, seat: TableSeat) -> None:
        """Make a seat open again; who had it is remembered, because the log still names them."""
        self.guests.note_gone(seat.player)
        seat.vacate()

    def _next_host(self, left: int, otherwise: str) -> str:
        """The next player, if there is one: nobody has to wait for a host who has gone."""
        following = self.seats[left + 1 :] + self.seats[:left]
        return next((each.player for each in following if each.kind == "human" and each.player), otherwise)

    def _remove(self, entry: Removed) -> None:
        seat = self.seats[entry.seat]
        self.guests.bar(seat.player, seat.name)
        self._leave(Left(at=entry.at, seat=entry.seat))

    def _forget(self, entry: Forgotten) -> None:
        """Take a player away; where the log still had the name, it has a neutral one by now."""
        if entry.seat is not None:
            seat = self.seats[entry.seat]
            self.guests.forget(seat.player)
            if self.status == "waiting" and not self.seated:
                seat.vacate()
            else:
                seat.forget(neutral_name(entry.seat), self.status == "over")
                if self.match is not None and (names := self.match.names):
                    names[entry.seat] = seat.name
                    self.match.names = names
                if seat.asked_at is not None:
                    seat.asked_at = entry.at
        if entry.host:
            self.host = self._next_host(-1 if entry.seat is None else entry.seat, NO_HOST)
            if self.ended_by:
                self.ended_by = ""

    def _begin(self, entry: Begun) -> None:
        self._seat_bots(entry.bots, entry.bot)
        if self.lesson is not None:
            self.match = self.game.from_position(self.lesson.position, self.lesson.lesson.seed)
        else:
            self._gather_nonces(entry)
            dealer = Sealed(self.secret, self.nonces, self.mix)
            self.match = self.game.start(self.players, options=self.options, dealer=dealer)
        self.state = self.match.state
        if self.branch is not None:
            self._follow(self.branch)
        self.match.names = [seat.name for seat in self.seats]
        self.match.date = datetime.fromtimestamp(entry.at, UTC).date()
        self.began_at = entry.at
        self._note_who_is_asked(entry.at)

    def _seat_bots(self, names: Mapping[int, str], bot: str) -> None:
        """Bots take seats that nobody has taken."""
        for number, name in names.items():
            self.seats[number].bot, self.seats[number].name = bot, name

    def _gather_nonces(self, entry: Begun) -> None:
        """What the seats add to the deal: as the list says, or as the game that is played on was dealt."""
        if self.branch is not None:
            self.nonces = list(self.branch.nonces)
            self.mix = None if self.branch.mix is None else mix_from(self.branch.mix)
        elif self.mixing is not None:
            if entry.reveal is not None:
                self.mixing.note_nonce(*entry.reveal)
            self.nonces, self.mix = list(self.mixing.nonces), self.mixing.mix()
        else:
            self.nonces = [seat.nonce for seat in self.seats]

    def _follow(self, branch: Branch) -> None:
        """Make the moves that were made before the game is played on."""
        assert self.match is not None
        self.match.continued = branch.continued
        for by, move in branch.moves:
            if self.judge(by, move) is not None:
                raise BrokenLog("The game that is played on has a move that the rules do not allow.")
            self.match.make(by, self._allowed[3])
            self.steps.append(self.match.history[-1])
            self._standing.append(self.v)
            self.seats[by].answered += 1

    def _move(self, entry: Moved) -> None:
        if self.match is None:
            raise BrokenLog(f"Entry {self.length + 1} is a move before the deal.")
        allowed = self._allowed[:3] == (self.length, entry.seat, entry.move)
        if not allowed and self.judge(entry.seat, entry.move) is not None:
            raise BrokenLog(f"Entry {self.length + 1} is a move that the rules do not allow.")
        self.match.make(entry.seat, self._allowed[3])
        if entry.by_bot and (not self.seats[entry.seat].bot or self.seats[entry.seat].forgotten):
            self.match.history[-1] = self.match.history[-1]._replace(stand_in=True)
        self.steps.append(self.match.history[-1])
        self._standing.append(self.v)
        self._note_answer(entry)

    def _undo(self, entry: Undone) -> None:
        if self.match is None or not self.can_undo(entry.seat):
            raise BrokenLog(f"Entry {self.length + 1} takes back what cannot be taken back.")
        last = next(made for made in reversed(self.match.history) if made.by == entry.seat)
        gone = [self._standing[number - 1] for number in self.match.undo(entry.seat, range(self.players))]
        self._standing = [v for v in self._standing if v not in gone]
        self.state = self.match.state  # a new one: all moves but those were made again
        self.steps.append(last)
        self.undone[self.v] = gone
        self.acks[entry.seat, entry.cid] = self.v
        self._note_who_is_asked(entry.at, range(self.players))

    def _coach(self, entry: Coached) -> None:
        """Take back all moves after those that are kept, whoever made them."""
        if self.match is None or self.lesson is None or not 0 <= entry.keep <= len(self.match.history):
            raise BrokenLog(f"Entry {self.length + 1} goes to a step that there is not.")
        self.read = entry.read
        if entry.keep == len(self.match.history):
            return
        self.steps.append(self.match.history[entry.keep])
        self.undone[self.v] = self._standing[entry.keep :]
        del self._standing[entry.keep :]
        self.match = self.match.at(entry.keep)
        self.state = self.match.state
        self._note_who_is_asked(entry.at, range(self.players))

    def _note_answer(self, entry: Moved) -> None:
        self.seats[entry.seat].answered += 1
        if not entry.by_bot:
            self.acks[entry.seat, entry.cid] = self.v
        self._note_who_is_asked(entry.at, (entry.seat,))

    def _note_who_is_asked(self, at: float, fresh: Iterable[int] = ()) -> None:
        """Note since when each seat owes a decision; the fresh seats owe a new one."""
        self.played_at = at
        owing = self.owing_seats()
        for number, seat in enumerate(self.seats):
            if number not in owing:
                seat.asked_at = None
            elif seat.asked_at is None or number in fresh:
                seat.asked_at = at


def current_lesson(opened: TableOpened) -> Course | None:
    """The lesson of a table; None if there is none, or it has changed since the table was opened."""
    found = course(opened.game, opened.players == 1) if opened.lesson else None
    return found if found is not None and found.mark == opened.lesson else None


@cache
def move_texts(slug: str) -> list[str]:
    """The text of each move of a game, by its number: nothing is looked up more often."""
    spec = game(slug).spec
    return [spec.text(move) for move in range(max(map(spec.actions, range(spec.fewest, spec.most + 1))))]


def step_as_heard(spec: Spec, made: PlayedMove, seat: int | None) -> HeardStep:
    """A move as a seat, or a spectator, heard it; the events share their facts with the move."""
    ear = NOBODY if seat is None else seat  # -1: the spectator's is the last
    events = [{"kind": event.kind, **event.facts} for event in made.events if event.is_heard_by(ear)]
    if made.heard[ear] == UNHEARD:
        return HeardStep(None, None, events)
    return HeardStep(made.by, spec.text(made.heard[ear]), events, stand_in=made.stand_in)


def rebuild(ident: str, entries: list[AnyEntry]) -> LiveTable:
    """A table from its log."""
    if not entries or not isinstance(entries[0], TableOpened):
        raise BrokenLog("A log begins with the opening of its table.")
    table = LiveTable(ident, entries[0])
    for entry in entries[1:]:
        table.apply(entry)
    return table
