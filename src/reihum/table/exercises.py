"""One decision as an exercise: the table as a seat saw it, and what is said about an answer."""

from __future__ import annotations

from typing import Final

from reihum.analysis.answers import Answers
from reihum.analysis.appraisal import MOST_MOVES
from reihum.core.contract import buffer, legal
from reihum.core.types import Json
from reihum.match import Match
from reihum.table.live import step_as_heard
from reihum.table.sentences import results, step_sentences, teller_of

EARLIER: Final = 60  # steps that are shown, so that one knows what has happened
TRIES: Final = 2  # then the answer is told


class Exercise:
    """A game up to a decision of a seat, and what its moves are worth."""

    def __init__(self, match: Match, seat: int, answers: Answers, made: str) -> None:
        self.match = match
        self.seat = seat
        self.answers = answers
        self.made = made  # what was done in the game, or would be done by the quick player

    def question(self, lang: str) -> Json:
        """All that the seat may know, without the answer."""
        match, seat = self.match, self.seat
        tell, of = teller_of(match, seat, lang), match.game.spec
        last = len(match.history)
        log = []
        for made in match.history[max(0, last - EARLIER) :]:
            heard = step_as_heard(of, made, seat)
            told = step_sentences(tell, heard)
            log.append(
                {"v": made.number, "by": heard.by, "m": heard.move, "events": heard.events, "told": told}
            )
        return {
            "v": last,
            "seat": seat,
            "view": match.view(seat),
            "moves": match.moves(seat),
            "sensible": self.sensible(),
            "log": log,
            "rounds": results(match, enumerate(match.history, 1), seat),
        }

    def sensible(self) -> list[str]:
        """The moves that deserve a thought, by what the seat knows, in the order of all legal ones."""
        into = buffer()
        count = self.match.game.spec.policy().propose(self.match.state.side(self.seat), into)
        found = {int(into[i]) for i in range(min(count, MOST_MOVES))}
        return [
            self.match.game.spec.text(move) for move in legal(self.match.state, self.seat) if move in found
        ]

    def made_sentence(self, lang: str) -> str:
        """What the seat did in the game, told to it."""
        after = self.match.copy()
        after.play(self.made, self.seat)
        tell = teller_of(self.match, self.seat, lang)
        told = step_sentences(tell, step_as_heard(self.match.game.spec, after.history[-1], self.seat))
        return told[0] if told else ""

    def judge(self, move: str | None, tries: int, why: bool, lang: str) -> Json:
        """What is said about an answer, or (None) the solution; `why`: only what the rules say."""
        if move is not None:
            mistake = self.match.mistake(move, self.seat)
            if mistake is not None:
                kind = "refused" if mistake.kind == "refused" else "unknown"
                return {"verdict": kind, "text": mistake.text(lang), "rule": mistake.rule}
            if why:
                return {"verdict": "may"}
        verdict = "shown" if move is None else self.answers.verdict(move)
        if verdict == "wrong" and tries < TRIES:
            return {"verdict": verdict}
        more = (move, self.made)
        options = self.answers.told(self.match.game.spec, self.match.seats, lang, more)
        return {"verdict": verdict, "options": options, "made": self.made}
