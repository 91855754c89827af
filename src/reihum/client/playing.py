"""A bot at a remote table: it hears what its seat hears and answers until the game is over."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace

from reihum.bots import Bot, Player, name_of
from reihum.bots.imagining import spec_of_view
from reihum.client.bots import RandomBot
from reihum.client.errors import Lost, NotMade
from reihum.client.seat import News, Seat
from reihum.core.contract import Policy
from reihum.core.errors import ReihumError
from reihum.core.types import Json
from reihum.match import Heard


async def play(
    seat: Seat, bot: Bot | Player, kept: Callable[[float], None] | None = None, seed: int = 1
) -> News:
    """Answer for a seat until the game is over, and return the last news.

    `kept` is called for each answer that the server has saved, with the number of seconds that took. The
    seed is for a bot whose `begin` takes one.
    """
    player = bot if isinstance(bot, Player) else Player(name_of(bot), bot)
    listener = SeatListener(player, seed)
    async for now in seat.decisions(listener.note):
        move = await run_bot(player, listener.choose, now)
        sent = time.perf_counter()
        try:
            await seat.answer(move, now.ask)
        except NotMade as refusal:
            if refusal.kind not in ("stale", "turn", "over", "seat"):  # somebody else answered first
                raise
        except Lost:
            if not seat.now.over:
                raise
        else:
            if kept is not None:
                kept(time.perf_counter() - sent)
    await run_bot(player, listener.finish)
    return seat.now


class SeatListener:
    """What a seat hears from the server, passed on to its bot before its next decision, or at the end."""

    def __init__(self, player: Player, seed: int) -> None:
        self.player = player
        self.seed = seed
        self.news: list[News] = []  # not passed on yet
        self.past: list[Heard] = []  # the moves of this game that were passed on
        self.steps: list[int] = []  # of each of them, the number of its step
        self.v = 0  # the last step that was passed on
        self.gone = 0  # how many steps are no longer moves of this game, or never were
        self.begun = False
        self.end: Json | None = None  # the event that ended the game

    def note(self, news: News) -> None:
        """Remember some news; a bot that does not listen only needs to know that the game has begun."""
        if news.seat is not None and news.view is not None and (self.player.listens or not self.begun):
            self.news.append(news)
        for event in news.message.get("events", []):
            if event["kind"] == "game":
                self.end = event

    def choose(self, now: News) -> str:
        """The bot's answer, after it has heard everything."""
        self.catch_up()
        assert now.view is not None
        return self.player.choose(now.view, now.moves)

    def catch_up(self) -> None:
        """Tell the bot what it has not heard yet; a snap also has the steps that were missed."""
        news, self.news = self.news, []
        for each in news:
            if not self.begun:
                self._begin(each)
            steps = [each.message] if each.kind == "ev" else each.message.get("log", [])
            for step in steps:
                if step["v"] > self.v:
                    self.v = step["v"]
                    self._tell(step, each)

    def finish(self) -> None:
        """Tell the bot what it has not heard yet, and how the game ended, if that was heard."""
        self.catch_up()
        if self.begun and self.end is not None:
            self.player.end(list(self.end["scores"]), list(self.end["winners"]))

    def _begin(self, news: News) -> None:
        """Tell the bot that the game begins, or begins again without a move that was taken back."""
        assert news.seat is not None
        assert news.view is not None
        of = spec_of_view(news.view)
        try:
            players, options = int(news.table["players"]), {**of.options, **news.table["options"]}
        except (KeyError, TypeError, ValueError):
            raise ReihumError("The server does not say what is played at its table.") from None
        self.player.begin(of, players, news.seat, options, self.seed)
        self.begun = True

    def _tell(self, step: Json, news: News) -> None:
        """Tell the bot a move; if one was taken back, tell all others again as if it had never been made."""
        if "undo" not in step:
            self.steps.append(step["v"])
            self.past.append(Heard(step["v"] - self.gone, step["by"], step.get("m"), step["events"]))
            self.player.hear(self.past[-1])
            return
        lost = self._taken_back(step)
        self.gone += 1 + max(1, len(lost))
        if not self.past:  # all that was taken back is from before we looked
            return
        first = self.past[0].number
        kept = [place for place, v in enumerate(self.steps) if v not in lost]
        self.past = [replace(self.past[old], number=first + place) for place, old in enumerate(kept)]
        self.steps = [self.steps[old] for old in kept]
        self._begin(news)
        for each in self.past:
            self.player.hear(each)

    def _taken_back(self, step: Json) -> set[int]:
        """The steps that a take-back removes: those the server names, and a move that was not heard."""
        gone = set(step.get("gone", []))
        if gone and step["by"] is not None:
            return gone
        unheard = [v for v, each in zip(self.steps, self.past, strict=True) if each.by == step["by"]]
        return gone | set(unheard[-1:])


async def run_bot(player: Player, work: Callable[..., str | None], *about: News) -> str:
    """Let a bot work; one that may take long does so in a thread, so that the connection stays alive."""
    if isinstance(player.bot, RandomBot | Policy | None):
        return work(*about) or ""
    return await asyncio.to_thread(work, *about) or ""
