"""Hints in the terminal, in three steps: what makes sense, how good it is, and why; `hint` again goes on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from reihum.analysis.appraisal import Appraiser
from reihum.analysis.gradual import USUAL_SECONDS, gradual_hint
from reihum.analysis.hints import Hint
from reihum.analysis.told import option_lines, remark
from reihum.match import Match
from reihum.terminal.draw import move_text
from reihum.words import Words
from reihum.words.vocabulary import usual_word

LAST_STEP: Final = 3


class Hinting:
    """The hint about the decision that somebody at the keyboard owes now."""

    def __init__(self, seconds: float = USUAL_SECONDS) -> None:
        self.seconds = seconds
        self.hint: Hint | None = None
        self.about = -1  # after how many moves
        self.step = 0

    def answer(self, match: Match, seat: int, names: Sequence[str], say: Words) -> list[str]:
        """The next step, line by line; after another move it is about that decision, from the beginning."""
        of, view, legal = match.game.spec, match.view(seat), match.moves(seat)

        def text(move: str) -> str:
            return move_text(of, move, names, say, view).plain

        if len(legal) == 1:
            return [f"{say('hint.only')} {text(legal[0])}"]
        if self.hint is None or self.about != len(match.history):
            appraiser = Appraiser(of, match.seats)
            *_, self.hint = gradual_hint(appraiser, match.state.side(seat), self.seconds)
            self.about, self.step = len(match.history), 0
        self.step = self.step % LAST_STEP + 1
        again = usual_word("wish", "hint", say)
        if self.step == 1:
            moves = sorted((option.move for option in self.hint.options), key=legal.index)
            return [say("hint.look", moves=", ".join(map(text, moves)), hint=again)]
        if self.step == 2:
            head = say("hint.chances", worlds=self.hint.worlds, hint=again)
            return [head, *option_lines(self.hint, [text(option.move) for option in self.hint.options], say)]
        best = self.hint.options[0]
        reasons = best.why(say.lang) or [say(f"hint.{remark(self.hint)}")]
        shown = of.drawing().reason(best.move, view, say)
        return [" ".join([f"{text(best.move)}:", *reasons, shown]).rstrip()]
