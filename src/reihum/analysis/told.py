"""Hints and reviews as lines of text, for terminals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from reihum.analysis.hints import Hint
from reihum.analysis.review import Review, SeatReview, Step
from reihum.games.spec import Spec
from reihum.words import Words

BAR: Final = 20  # columns of a bar
LEVELS: Final = "▁▂▃▄▅▆▇█"
MOST_COLUMNS: Final = 60  # of a sparkline
MOST_SHOWN: Final = 5  # decisions
WELL: Final = 0.10  # who has lost no more than this has played well
LUCKY: Final = 0.10  # more is luck worth a word
PARTS: Final = ("start", "luck", "own", "others", "unknown", "result")


def hint_lines(hint: Hint, of: Spec, names: Sequence[str], say: Words) -> list[str]:
    """The options with their chances, and why the best is best."""
    typing = of.typing()
    lines = option_lines(hint, [typing.spelling(option.move, names, say) for option in hint.options], say)
    if len(hint.options) == 1:
        return [*lines, say("hint.single")]
    return [*lines, *hint.options[0].why(say.lang)]


def option_lines(hint: Hint, moves: Sequence[str], say: Words) -> list[str]:
    """The options in these words, each with its chance as a number and as a bar."""
    wide = max(map(len, moves))
    lines = []
    for number, (option, move) in enumerate(zip(hint.options, moves, strict=True)):
        said = say("hint.best") if number == 0 else say("hint.equal") if option.equal else ""
        chance = say("hint.chance", chance=whole(option.win), error=whole(2 * option.error))
        lines.append(f"  {move:{wide}}  {chance}  {bar(option.win)}  {said}".rstrip())
    return lines


def remark(hint: Hint) -> str:
    """What to say where no reason is certain: `too_close` if another move is about equal, or `no_reason`."""
    return "too_close" if any(option.equal for option in hint.options[1:]) else "no_reason"


def bar(share: float) -> str:
    """A share of one as a bar."""
    filled = round(BAR * share)
    return "█" * filled + "░" * (BAR - filled)


def whole(share: float) -> str:
    """A share in whole percents, without the sign, as wide as a hundred."""
    return f"{round(100 * share):3d}"


def signed(share: float) -> str:
    """Points of a hundred with their sign; nothing is not negative."""
    points = round(100 * share)
    return f"{points:+d}" if points else "0"


# -- reviews --------------------------------------------------------------------------------------


def review_lines(review: Review, names: Sequence[str], say: Words, seat: int | None = None) -> list[str]:
    """The course of the chances, where the results came from, and the worst decisions."""
    seats = range(review.match.seats) if seat is None else [seat]
    return [
        say("review.course"),
        *course_lines(review, names),
        "",
        say("review.parts"),
        *part_lines(review, names, say),
        "",
        *(verdict(review.seats[each], names[each], say) for each in seats),
        "",
        *worst_lines(review, names, say, seat),
    ]


def course_lines(review: Review, names: Sequence[str]) -> list[str]:
    """Everybody's chance of winning from the deal to the end, as a line of small bars."""
    wide = max(map(len, names))
    lines = []
    for seat, name in enumerate(names):
        chances = [step.win[seat] for step in thinned(review.steps)]
        spark = "".join(LEVELS[min(len(LEVELS) - 1, int(len(LEVELS) * chance))] for chance in chances)
        lines.append(f"  {name:{wide}}  {spark}  {whole(review.steps[-1].win[seat])} %")
    return lines


def thinned(steps: Sequence[Step]) -> list[Step]:
    """So many steps as there is room for, the last one among them."""
    count = min(MOST_COLUMNS, len(steps))
    return [steps[(number + 1) * len(steps) // count - 1] for number in range(count)]


def part_lines(review: Review, names: Sequence[str], say: Words) -> list[str]:
    """Where everybody's result came from, in points of a hundred."""
    heads = [say(f"review.{part}") for part in PARTS]
    wide = max(map(len, names))
    lines = ["  " + " " * wide + "".join(f"{head:>{max(8, len(head) + 2)}}" for head in heads)]
    for seat, name in zip(review.seats, names, strict=True):
        numbers = [whole(seat.start).strip(), *(signed(getattr(seat, part)) for part in PARTS[1:-1])]
        numbers.append(whole(seat.result).strip())
        cells = (f"{number:>{max(8, len(head) + 2)}}" for number, head in zip(numbers, heads, strict=True))
        lines.append(f"  {name:{wide}}" + "".join(cells))
    return lines


def verdict(seat: SeatReview, name: str, say: Words) -> str:
    """What mattered most for a seat, in one honest sentence."""
    played = "well" if -seat.own <= WELL else "badly"
    luck = "even" if abs(seat.luck) < LUCKY else "good" if seat.luck > 0 else "bad"
    return say(
        f"review.{played}_{luck}",
        name=name,
        luck=round(100 * abs(seat.luck)),
        own=round(-100 * seat.own),
        accuracy=round(100 * seat.accuracy),
    )


def worst_lines(review: Review, names: Sequence[str], say: Words, seat: int | None = None) -> list[str]:
    """The decisions that cost most, each with what was better and why."""
    worst = worst_steps(review, seat)
    if not worst:
        return [say("review.faultless")]
    of = review.match.game.spec
    lines = [say("review.worst")]
    for step in worst:
        lines.append(f"  {decision_text(step, of, names, say)}")
        if step.decision is not None:
            lines += [f"      {reason}" for reason in step.decision.why(of, say.lang)]
    return lines


def decision_text(step: Step, of: Spec, names: Sequence[str], say: Words) -> str:
    """What somebody did, what would have been better, and how much worse it was."""
    typing, decision = of.typing(), step.decision
    assert decision is not None
    assert step.by is not None
    assert step.move is not None
    return say(
        "review.decision",
        number=step.number,
        name=names[step.by],
        grade=say(f"review.{decision.grade}"),
        move=typing.spelling(step.move, names, say),
        best=typing.spelling(decision.best, names, say),
        loss=round(100 * decision.loss),
    )


def worst_steps(review: Review, seat: int | None = None) -> list[Step]:
    """The graded decisions, of one seat or of all, the worst first; only so many."""
    graded = [
        (step.decision.loss, step)
        for step in review.steps
        if step.decision is not None and step.decision.grade and seat in (None, step.by)
    ]
    return [step for _, step in sorted(graded, key=lambda each: -each[0])[:MOST_SHOWN]]
