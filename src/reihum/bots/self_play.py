"""Games that networks play to learn: each decision is written down as the network saw it."""

from __future__ import annotations

from typing import Final, final

from librt.strings import BytesWriter, write_i16_le
from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr

from reihum.bots.learned import worth_of
from reihum.bots.net import Net
from reihum.core.contract import OVER, Policy, Side, State, buffer
from reihum.core.dealer import Dealer, Seeded
from reihum.core.observation import ROOM, Observer

WHOLE_WIN: Final = 1000
CHANCES: Final = 1_000_000
WORTH_STEP: Final = 4  # so coarsely that worths fit into 16 bits
MOST: Final = 32_767


@final
@mypyc_attr(acyclic=True)
class Explorer(Policy):
    """A network that now and then tries any move, and remembers what it saw of the move that it made."""

    def __init__(self, net: Net, observer: Observer, otherwise: Policy, seed: i64) -> None:
        self.net = net
        self.observer = observer
        self.otherwise = otherwise  # advises, and plays where the observer does not read
        self.moves = buffer()
        self.luck = Seeded(seed)
        self.exploring: i64 = 0  # in so many of a million decisions any candidate is made
        self.forgetting: i64 = 0  # in so many of a million decisions it sees only what lies there
        self.seen = vec[i64]([0] * (2 * ROOM))  # the ones of the move that is made
        self.in_seen: i64 = 0  # none if there was no choice
        self.best: i64 = 0  # the chance of winning with the best candidate, as the network sees it ...
        self.best_margin: i64 = 0  # ... and what it thinks the round will bring

    def choose(self, side: Side) -> i64:
        """The best candidate, or any."""
        observer = self.observer
        self.in_seen = 0
        if not observer.reads(side):
            return self.otherwise.choose(side)
        count = observer.candidates(side, self.moves)
        if count == 1:
            return self.moves[0]
        net = self.net
        observer.observe(side, self.luck.below(CHANCES) >= self.forgetting)
        observer.advice = self.otherwise.choose(side)
        common = observer.count
        for i in range(common):
            self.seen[i] = observer.into[i]
        chosen: i64 = -1
        most: i64 = 0
        net.look(observer.into, observer.count)
        for i in range(count):
            observer.consider(side, self.moves[i])
            net.weigh(observer.into, observer.count)
            worth = worth_of(net, observer)
            if chosen < 0 or worth > most:
                most = worth
                self.best = net.win
                self.best_margin = net.margin
                chosen = i
        if self.luck.below(CHANCES) < self.exploring:
            chosen = self.luck.below(count)
        observer.consider(side, self.moves[chosen])
        for i in range(observer.count):
            self.seen[common + i] = observer.into[i]
        self.in_seen = common + observer.count
        return self.moves[chosen]


@final
class Notes:
    """What is written down of many games, in numbers of 16 bits."""

    def __init__(self) -> None:
        self.ones = BytesWriter()  # of all decisions, one after the other
        self.decisions = BytesWriter()  # of each: seat, round, how many ones, chance and margin of the best
        self.rounds = BytesWriter()  # at the end of each: the standing of every seat
        self.games = BytesWriter()  # of each: decisions, rounds, and every seat's share of the win and score

    def note_decision(self, seat: i64, current: i64, explorer: Explorer) -> None:
        """One decision."""
        write_i16_le(self.decisions, i16(seat))
        write_i16_le(self.decisions, i16(current))
        write_i16_le(self.decisions, i16(explorer.in_seen))
        write_i16_le(self.decisions, i16(max(-MOST, min(MOST, explorer.best // WORTH_STEP))))
        write_i16_le(self.decisions, i16(max(-MOST, min(MOST, explorer.best_margin // WORTH_STEP))))
        for i in range(explorer.in_seen):
            write_i16_le(self.ones, i16(explorer.seen[i]))

    def note_round(self, sides: vec[Side], observer: Observer) -> None:
        """How everybody stands after a round."""
        for seat in range(len(sides)):
            for number in observer.standing(sides[seat], seat):
                write_i16_le(self.rounds, i16(number))

    def note_game(self, state: State, decisions: i64, rounds: i64) -> None:
        """How it ended; a game that was broken off is won by nobody."""
        write_i16_le(self.games, i16(decisions))
        write_i16_le(self.games, i16(rounds))
        winners = state.winners()
        scores = state.scores()
        for seat in range(state.seats):
            share: i64 = 0
            if int(seat) in winners:
                share = WHOLE_WIN // len(winners)
            write_i16_le(self.games, i16(share))
            write_i16_le(self.games, i16(scores[seat]))


def play_and_note(
    state: State, players: list[Policy], dealer: Dealer, observer: Observer, limit: i64, notes: Notes
) -> i64:
    """Play a game and note what its explorers did; how many decisions were made in it."""
    sides = vec[Side]([state.side(seat) for seat in range(state.seats)])
    made: i64 = 0
    noted: i64 = 0
    rounds: i64 = 0
    current = observer.round(sides[0])
    while made < limit:
        seat = state.turn()
        if seat == OVER:
            break
        player = players[seat]
        move = player.choose(sides[seat])
        if isinstance(player, Explorer) and player.in_seen:
            notes.note_decision(seat, rounds, player)
            noted += 1
        state.play(seat, move, dealer)
        made += 1
        now = observer.round(sides[0])
        if now != current:
            notes.note_round(sides, observer)
            rounds += 1
            current = now
    notes.note_round(sides, observer)
    notes.note_game(state, noted, rounds + 1)
    return made
