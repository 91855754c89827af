"""What a viewer of a live table is sent: the table, all it may know now, each step as it heard it.

Sentences are made from the same steps that are sent anyway, so they cannot give anything away.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

import msgspec

from reihum.table.duties import late_answer, thinking_limit
from reihum.table.judge import take_back
from reihum.table.live import HeardStep, LiveTable
from reihum.table.sentences import deal_sentences, results, step_sentences, teller_of
from reihum.wire.from_server import (
    BranchShown,
    Clock,
    GuestShown,
    LessonShown,
    LogLine,
    MixShown,
    PartShown,
    PauseShown,
    Promises,
    SeatShown,
    Snap,
    Step,
    TableShown,
    TakeBack,
)

LONGEST_LOG: Final = 400  # earlier steps in a snap
UNSET: Final = msgspec.UNSET


@dataclass(frozen=True)
class Presence:
    """Who is connected, and for how long the others have not been."""

    here: Collection[int] = ()
    away: Mapping[int, float] = field(default_factory=dict)  # by seat: since when
    now: float = 0.0
    pause: PauseShown | None = None  # the break after a round, if there is one now
    since: float = 0.0  # when the last break was over

    def seconds_away(self, seat: int) -> int | None:
        """For how long the player of a seat has been away."""
        return None if seat in self.here or seat not in self.away else max(0, int(self.now - self.away[seat]))


def table_shown(table: LiveTable, player: str, presence: Presence) -> TableShown:
    """What everybody may know about a table, and which part this player has in it."""
    waits = table.status != "over"
    seats = [
        SeatShown(
            seat.kind,
            seat.name or None,
            seat.bot_shown,
            seat.by_bot or number in presence.here,
            presence.seconds_away(number) if seat.present and waits else None,
        )
        for number, seat in enumerate(table.seats)
    ]
    you = table.seat_of(player)
    return TableShown(
        table=table.id,
        game=table.game.slug,
        players=table.players,
        options=table.options,
        status=table.status,
        seats=seats,
        you=you,
        host=player == table.host,
        public=table.public,
        pace=table.pace,
        commitment=table.commitment,
        rematch=table.rematch,
        code=table.code if table.status == "waiting" and table.open_seats() else None,
        begins=table.begins,
        seconds=table.seconds,
        hints=table.hints,
        arranged=table.arranged,
        ended=table.ended_by,
        clocks=clocks_of(table, presence),
        reserved=table.own_seat(player) if you is None and not table.is_barred(player) else None,
        pause=presence.pause,
        lesson=lesson_shown(table),
        host_seat=table.seat_of(table.host),
        branch=branch_shown(table, player),
        mix=mix_shown(table),
        removed=removed_shown(table) if player and player == table.host else [],
        barred=table.is_barred(player),
    )


def removed_shown(table: LiveTable) -> list[GuestShown]:
    """The guests who may not sit here."""
    return [GuestShown(number, name) for number, name in table.guests.barred()]


def branch_shown(table: LiveTable, player: str) -> BranchShown | None:
    """Which game is played on; the link to it is for those who had it."""
    if table.branch is None:
        return None
    return BranchShown(len(table.branch.moves), table.branch.table if player == table.host else None)


def mix_shown(table: LiveTable) -> MixShown | None:
    """How the cards are mixed, where nonces are promised."""
    mixing = table.mixing
    if mixing is None:
        return None
    silent = [list(each.missing) for each in mixing.earlier]
    if table.match is not None:
        return MixShown(mixing.deal, "dealt", silent)
    return MixShown(mixing.deal, "revealing" if mixing.fixed else "promising", silent)


def promises_shown(table: LiveTable) -> Promises | None:
    """The list that is fixed, as long as it is being answered."""
    mixing = table.mixing
    if mixing is None or not mixing.fixed or table.match is not None:
        return None
    seats = [
        PartShown(part.promise or UNSET, part.nonce or UNSET, True if part.bot else UNSET)
        for part in mixing.parts
    ]
    return Promises(mixing.deal, table.commitment, seats)


def lesson_shown(table: LiveTable) -> LessonShown | None:
    """How far a lesson is; all its steps are done if it is no longer there."""
    if not table.is_lesson:
        return None
    here = table.whereabouts()
    if table.lesson is None or here is None:
        return LessonShown(0, 0, 0, True, None)
    return LessonShown(here.step, len(table.lesson.lesson.steps), here.made, here.ready, here.astray)


def clocks_of(table: LiveTable, presence: Presence) -> list[Clock]:
    """How long the players who owe a decision may still take over it, where the table has a pace."""
    if table.match is None or thinking_limit(table) is None or presence.pause is not None:
        return []
    late = [
        late_answer(table, seat, presence.away.get(seat), 0.0, presence.since)
        for seat in table.owing_seats()
        if not table.seats[seat].by_bot
    ]
    return [Clock(due.seat, round(max(0.0, due.at - presence.now), 1)) for due in late if due is not None]


def snap(table: LiveTable, player: str, presence: Presence, since: int = 0, lang: str | None = None) -> Snap:
    """All that a viewer may know now, with the steps since it last looked; with a `lang`, in sentences."""
    seat = table.seat_of(player)
    # What a lesson has forgotten is not in its log, so there a viewer is shown all of it again.
    known = since if 0 <= since <= table.v and not table.is_lesson else 0
    first, forgotten = max(known, table.v - LONGEST_LOG) + 1, table.forgotten_steps()
    log = [log_line(v, table.heard_step(v, seat)) for v in range(first, table.v + 1) if v not in forgotten]
    shown = Snap(
        v=table.v,
        seat=seat,
        table=table_shown(table, player, presence),
        view=table.view(seat),
        moves=moves_owed(table, seat),
        ask=table.ask(seat),
        log=log,
        back=back_shown(table, seat),
    )
    if lang is not None:
        add_sentences(shown, table, lang)
    return shown


def add_sentences(shown: Snap, table: LiveTable, lang: str) -> None:
    """Add sentences for the deal and every step of a snap, and all results so far."""
    if table.match is None:
        shown.told, shown.rounds = [], []
        return
    tell = teller_of(table.match, shown.seat, lang)
    for line in shown.log:
        line.told = step_sentences(tell, table.heard_step(line.v, shown.seat))
    taken_back = {*table.undone, *table.forgotten_steps()}
    made = [(v, each) for v, each in enumerate(table.steps, 1) if v not in taken_back]
    shown.told = deal_sentences(tell, table.match, shown.seat)
    shown.rounds = results(table.match, made, shown.seat)


def log_line(v: int, heard: HeardStep) -> LogLine:
    """An earlier step as it was heard."""
    if heard.undone:
        return LogLine(v, heard.by, heard.events, undo=1, gone=list(heard.gone))
    stand_in: Literal[1] | msgspec.UnsetType = 1 if heard.stand_in else UNSET
    return LogLine(v, heard.by, heard.events, m=heard.move, stand_in=stand_in)


def step(
    table: LiveTable,
    seat: int | None,
    view: Any = None,
    lang: str | None = None,
    clocks: list[Clock] | msgspec.UnsetType = UNSET,
) -> Step:
    """The last step as a seat, or a spectator, heard it, and all that it may know now.

    A view that has been encoded before can be passed in; with a `lang`, the step is told in sentences, too.
    """
    heard = table.heard_step(table.v, seat)
    shown = Step(
        v=table.v,
        by=heard.by,
        events=heard.events,
        view=(table.view(seat) or {}) if view is None else view,
        moves=moves_owed(table, seat),
        ask=table.ask(seat),
        m=UNSET if heard.undone else heard.move,
        undo=1 if heard.undone else UNSET,
        gone=list(heard.gone) if heard.undone else UNSET,
        back=back_shown(table, seat),
        stand_in=1 if heard.stand_in else UNSET,
        clocks=clocks,
    )
    if lang is not None:
        assert table.match is not None
        shown.told = step_sentences(teller_of(table.match, seat, lang), heard)
    return shown


def back_shown(table: LiveTable, seat: int | None) -> TakeBack | msgspec.UnsetType:
    """Whether a seat's last move can be taken back, or why not; nothing before the deal, or to spectators."""
    return UNSET if seat is None or table.match is None else take_back(table, seat)


def moves_owed(table: LiveTable, seat: int | None) -> list[str]:
    """The legal moves of a seat that owes a decision; none for the others."""
    return [] if seat is None or table.ask(seat) is None else table.moves(seat)
