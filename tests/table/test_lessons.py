"""Lessons follow the rules: every move in them is legal, every text fits, and each of them finds its end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import pytest

from reihum.games import SLUGS
from reihum.server.live.snapshots import Presence, lesson_shown, snap
from reihum.table.coaching import judge_lesson, judge_step
from reihum.table.duties import AnswerDue, duties
from reihum.table.judge import TableRequest, judge_leaving, judge_rematch, judge_undo
from reihum.table.lessons import ANY, LEARNER, Course, LessonStep, Whereabouts, course, courses
from reihum.table.live import LiveTable
from reihum.table.log import Coached, TableOpened, encode_entry
from reihum.words import LANGUAGES
from tests.table.tools import SECRET, Trial, nack, problem
from tests.tools import sheet

LESSONS: Final = [
    pytest.param(slug, of.players == 1, id=f"{slug}-{of.players}") for slug in SLUGS for of in courses(slug)
]
FEWEST_STEPS, MOST_STEPS = 8, 15  # five to ten minutes
LONGEST: Final = {"title": 44, "text": 150, "why": 150, "answer": 150, "line": 130}  # fits on a phone
TARGET: Final = re.compile(r"(hand|card|drop|place):\S+|(button|group|part):[\w-]+|main")


class LessonTrial(Trial):
    """The table of a lesson, with its log."""

    def __init__(self, slug: str, alone: bool = False) -> None:
        wish = TableRequest(slug, 1 if alone else None, name="Ada", lesson=True)
        opened = judge_lesson(wish, "ada", 0.0, SECRET, "K7QF2P")
        assert isinstance(opened, TableOpened), opened
        self.now = 0.0
        self.log = [encode_entry(opened)]
        self.table = LiveTable("T", opened)
        self.deal()
        found = course(slug, alone)
        assert found is not None
        self.course: Course = found

    @property
    def here(self) -> Whereabouts:
        """Where the learner is."""
        found = self.table.whereabouts()
        assert found is not None
        return found

    def step(self) -> LessonStep:
        """The step to be done now."""
        return self.course.lesson.steps[self.here.step]

    def go_to(self, step: int) -> object:
        """Go to a step of the lesson."""
        return self.kept(judge_step(self.table, "ada", step, self.now))

    def let_bots_play(self) -> None:
        """Let the others do all that the lesson wants of them now."""
        while due := [duty for duty in duties(self.table, {}, 0.0) if isinstance(duty, AnswerDue)]:
            move = self.table.scripted_move(due[0].seat)
            assert move is not None
            assert move in self.table.moves(due[0].seat), f"{due[0].seat} cannot do {move}"
            self.bot(due[0].seat, move)

    def follow(self) -> Iterator[int]:
        """The number of each step, each time the learner has something to do or to read; then it is done."""
        self.let_bots_play()
        while self.here.step < len(self.course.lesson.steps):
            here, step = self.here, self.step()
            assert here.ready
            yield here.step
            if step.moves:
                move = step.moves[here.made]
                assert move in self.table.moves(LEARNER), f"step {here.step}: {move} is not legal"
                self.move("ada", move)
            else:
                self.go_to(here.step + 1)
            self.let_bots_play()


@pytest.mark.parametrize(("slug", "alone"), LESSONS)
def test_a_lesson_can_be_played_to_its_end_by_the_rules(slug: str, alone: bool) -> None:
    trial = LessonTrial(slug, alone)
    shown = list(dict.fromkeys(trial.follow()))
    assert shown == list(range(len(trial.course.lesson.steps)))
    assert FEWEST_STEPS <= len(shown) <= MOST_STEPS
    assert trial.table.status == "over"
    assert trial.here == Whereabouts(len(shown))
    for plan, seat in zip(trial.course.plans, range(trial.table.players), strict=True):
        assert trial.table.match is not None
        assert len(plan) == sum(made.by == seat for made in trial.table.match.history)
    again = trial.again()
    assert (again.status, again.whereabouts()) == ("over", trial.here)


@pytest.mark.parametrize(("slug", "alone"), LESSONS)
def test_every_other_move_is_taken_and_the_lesson_finds_its_way_back(slug: str, alone: bool) -> None:
    trial = LessonTrial(slug, alone)
    for number in trial.follow():
        step, here = trial.step(), trial.here
        legal = set(trial.table.moves(LEARNER)) if step.moves else set()
        others = sorted(legal - {step.moves[here.made]} if step.moves else ())
        if not others or trial.table.match is None:
            continue
        position, v = trial.table.match.position(), trial.table.v
        trial.move("ada", others[0])
        assert trial.here.astray == others[0]
        assert duties(trial.table, {}, 0.0) == []  # the others wait
        assert isinstance(trial.go_to(number), Coached)
        trial.let_bots_play()
        for move in step.moves[: here.made]:
            trial.move("ada", move)
            trial.let_bots_play()
        assert trial.here == here
        assert trial.table.match.position() == position
        assert trial.table.v > v
        assert trial.again().view(LEARNER) == trial.table.view(LEARNER)


@pytest.mark.parametrize(("slug", "alone"), LESSONS)
def test_every_move_that_could_have_been_played_is_answered(slug: str, alone: bool) -> None:
    trial = LessonTrial(slug, alone)
    possible: dict[int, set[str]] = {}
    for number in trial.follow():
        step = trial.step()
        others = set(trial.table.moves(LEARNER)) - {step.moves[trial.here.made]} if step.moves else set()
        possible[number] = possible.get(number, set()) | others
    for number, moves in possible.items():
        answers = {answer.move for answer in trial.course.lesson.steps[number].answers}
        assert answers - {ANY} <= moves, number
        assert moves <= answers or ANY in answers, f"step {number}: {sorted(moves - answers)}"
        assert ANY not in answers or moves - answers, f"step {number}: each move has an answer of its own"


@pytest.mark.parametrize(("slug", "alone"), LESSONS)
def test_one_can_go_back_from_every_step_to_the_beginning(slug: str, alone: bool) -> None:
    trial = LessonTrial(slug, alone)
    trial.let_bots_play()
    views = {}
    for number in trial.follow():
        if not trial.here.made:
            views[number] = trial.table.view(LEARNER)
    for number in reversed(views):
        assert isinstance(trial.go_to(number), Coached)
        trial.let_bots_play()
        assert trial.here.step == number
        assert trial.table.view(LEARNER) == views[number]
    assert trial.table.status == "playing"
    assert snap(trial.table, "ada", Presence()).log == []  # what was taken back is forgotten


@pytest.mark.parametrize(("slug", "alone"), LESSONS)
def test_all_texts_fit_and_cite_rules_that_there_are(slug: str, alone: bool) -> None:
    found = course(slug, alone)
    assert found is not None
    for number, step in enumerate(found.lesson.steps):
        for lang in LANGUAGES:
            told = getattr(step, lang)
            for name in ("title", "text", "why"):
                text = getattr(told, name)
                assert text.strip() == text
                assert 0 < len(text) <= LONGEST[name], f"{lang} {number} {name}: {len(text)}"
                assert all(int(seat) < found.players for seat in re.findall(r"\{(\d)\}", text))
            assert step.rule in sheet(slug, lang).rules, f"{number}: {step.rule}"
            for answer in step.answers:
                assert 0 < len(getattr(answer, lang)) <= LONGEST["answer"], f"{lang} {number} {answer.move}"
        assert step.at
        assert all(TARGET.fullmatch(target) for target in (*step.at, step.then))
    for lang in LANGUAGES:
        end = getattr(found.lesson.end, lang)
        assert len(end.lines) == 3
        assert all(0 < len(line) <= LONGEST["line"] for line in end.lines), f"{lang}: {end.lines}"


@pytest.mark.parametrize(
    ("slug", "alone", "told"),
    [
        ("23", False, ["two rounds", "fewest red penalty chips win", "three blue bonus chips"]),
        ("yoyo", False, ["scores 5 points", "lose one for each card", "The most points win"]),
        ("help", False, ["start in mid-game", "three win", "Without help you both lose the round"]),
        ("koenigs-romme", False, ["lowest total wins", "would cost 20, a joker even 50"]),
        ("koenigs-romme", True, ["one value are a set", "in order are a run", "Finish all, and you win"]),
    ],
)
def test_what_matters_is_read_without_asking_why(slug: str, alone: bool, told: list[str]) -> None:
    found = course(slug, alone)
    assert found is not None
    texts = " ".join(step.en.text for step in found.lesson.steps)
    assert [words for words in told if words not in texts] == []


@pytest.mark.parametrize(("slug", "alone"), LESSONS)
def test_the_bubble_points_only_at_cards_in_the_hand(slug: str, alone: bool) -> None:
    trial = LessonTrial(slug, alone)
    for number in trial.follow():
        view = trial.table.view(LEARNER)
        assert view is not None
        held = {str(card) for card in view.get("hand", [])}
        cards = {target.removeprefix("hand:") for target in trial.step().at if target.startswith("hand:")}
        if not trial.here.made:
            assert cards <= held, f"step {number}"


def test_every_game_has_a_lesson() -> None:
    assert all(courses(slug) for slug in SLUGS)


def test_a_lesson_is_no_game_that_counts() -> None:
    trial = LessonTrial(SLUGS[0])
    table = trial.table
    shown = snap(table, "ada", Presence()).table
    assert (shown.commitment, shown.public, shown.hints, shown.code) == ("", False, False, None)
    assert shown.lesson == lesson_shown(table)
    assert problem(judge_leaving(table, "ada", 0.0)) == (409, "lesson")
    assert problem(judge_rematch(table, "ada", 0.0, "U", SECRET, "K7QF2P")) == (409, "lesson")
    assert problem(trial.arrange(0, "open")) == (409, "lesson")
    assert problem(trial.stand_in("ada", 0, {0: 0.0})) == (409, "lesson")
    undo = judge_undo(table, "ada", "u", 0.0)
    assert nack(undo) == "refused"
    assert table.status == "playing"


def test_only_the_learner_goes_through_a_lesson_and_not_ahead() -> None:
    trial = LessonTrial(SLUGS[0])
    trial.let_bots_play()
    assert problem(judge_step(trial.table, "bo", 0, 0.0)) == (403, "not_seated")
    for step in (-1, 2, 10**6):
        assert problem(judge_step(trial.table, "ada", step, 0.0)) == (400, "no_step")
    assert problem(judge_step(Trial("23", "me", "bot:random").table, "ada", 0, 0.0)) == (404, "no_lesson")


def test_there_is_no_lesson_of_what_there_is_not() -> None:
    def opened(game: str, **more: object) -> object:
        return judge_lesson(TableRequest(game, lesson=True, **more), "ada", 0.0, SECRET, "K7QF2P")  # type: ignore[arg-type]

    assert problem(opened("chess")) == (400, "game")
    assert problem(opened("23", players=1)) == (404, "no_lesson")
    assert problem(opened("23", name="\x00")) == (400, "name")


def test_a_lesson_that_has_changed_since_is_over() -> None:
    trial = LessonTrial(SLUGS[0])
    old = trial.log[0].replace(trial.course.mark.encode(), b"0123456789abcdef")
    trial.log[0] = old
    again = trial.again()
    assert again.status == "over"
    assert lesson_shown(again) is not None
    assert again.view(LEARNER) is None
