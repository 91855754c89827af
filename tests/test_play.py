"""The plain terminal game, as a person or a pipe would use it."""

from __future__ import annotations

import io
import itertools
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pexpect
import pytest
from rich.console import Console
from rich.text import Text

import reihum
from reihum import Match
from reihum.analysis.appraisal import Appraiser
from reihum.games import spec
from reihum.terminal.advice import varied_examples
from reihum.terminal.chain import LinePlan, plan_line
from reihum.terminal.draw import draw_moves, draw_rules, draw_scores, draw_view
from reihum.terminal.plain import TerminalGame, set_up_game
from reihum.words import LANGUAGES, words
from tests.test_cli import run

SOME = [("23", 2), ("23", 4), ("help", 3), ("help", 5), ("yoyo", 2), ("yoyo", 6)]
SOME += [("koenigs-romme", 1), ("koenigs-romme", 2), ("koenigs-romme", 7)]
MOST_PROMPTS = 3_000  # more than a sensible player gets in any game


class Person:
    """A person at the keyboard: what they type, and what the screen shows."""

    def __init__(
        self, match: Match, folder: Path, lang: str = "en", width: int = 80, name: str | None = None
    ) -> None:
        self.match = match
        self.screen = io.StringIO()
        self.console = Console(file=self.screen, width=width, highlight=False)
        self.typed: Iterator[str] = iter(())
        self.record = folder / "record.txt"
        bots = ["policy"] * (match.seats - 1)
        self.game: TerminalGame = set_up_game(
            match, bots, words(lang), self.console, self.record, self.ask, name
        )

    def ask(self, prompt: str) -> str:
        """The next line, or the end of the input."""
        line = next(self.typed, None)
        if line is None:
            raise EOFError
        return line

    def types(self, lines: Iterable[str]) -> str:
        """What the screen shows while these lines are typed."""
        self.typed = iter(lines)
        self.game.play()
        return self.screen.getvalue()

    def answers(self, *lines: str) -> list[str]:
        """What the screen says after each line, up to the next one; after a move also the table."""
        said: list[str] = []

        def typing() -> Iterator[str]:
            for line in lines:
                before = len(self.screen.getvalue())
                yield line
                said.append(" ".join(self.screen.getvalue()[before:].split()))

        self.types(typing())
        return said

    def saved_match(self) -> Match:
        """The match, read from its record."""
        return reihum.read_record(self.record.read_text("utf-8"))


def new_match(slug: str, players: int, seed: int = 5) -> Match:
    """A match whose cards do not change from run to run."""
    return reihum.game(slug).new(players, seed=seed)


def play_piped(tmp_path: Path, *words: str, typed: str) -> tuple[str, Path]:
    """What a piped game printed, and the folder of its records."""
    done = run("play", "--plain", *words, typed=typed, XDG_DATA_HOME=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout, tmp_path / "reihum" / "records"


def test_a_game_is_chosen_by_number_and_ends_politely_with_the_input(tmp_path: Path) -> None:
    text, folder = play_piped(tmp_path, typed="9\n2\n7\n\n")
    assert "Please type the number or the name of a game." in text
    assert "Please type a number from 2 to 4." in text
    assert "The game stops here. See you!" in text
    (record,) = folder.iterdir()
    match = reihum.read_record(record.read_text("utf-8"))
    assert (match.game.slug, match.seats, match.over) == ("23", 2, False)


def test_nothing_is_begun_if_no_game_is_chosen(tmp_path: Path) -> None:
    text, folder = play_piped(tmp_path, typed="")
    assert "No game was started." in text
    assert not folder.exists()


def test_a_move_can_be_typed_shortened_or_named_by_its_number(tmp_path: Path) -> None:
    match = reihum.game("23").new(players=2, seed=5)
    first = match.moves(0)[0]
    typed = f"{first}\n#1\n{match.moves(0)[2].removeprefix('put ')}\nquit\n"
    _, folder = play_piped(tmp_path, "23", "--players", "2", "--seed", "5", typed=typed)
    (record,) = folder.iterdir()
    lines = [line for line in record.read_text("utf-8").splitlines() if line.startswith("0: ")]
    assert lines[0] == f"0: {first}"
    assert len(lines) == 3
    assert all(line.startswith("0: put ") for line in lines)


@pytest.mark.parametrize(
    ("lang", "refused", "unknown"),
    [
        ("en", "First everybody puts three cards away (rule T4).", "'hm' is not a move here"),
        ("de", "Zuerst legt jeder drei Karten weg (Regel T4).", "'hm' ist hier kein Zug"),
        ("nl", "Eerst legt iedereen drie kaarten weg (regel T4).", "'hm' is hier geen zet"),
    ],
)
def test_it_speaks_the_language_and_says_why_a_move_is_refused(
    tmp_path: Path, lang: str, refused: str, unknown: str
) -> None:
    text, _ = play_piped(tmp_path, "23", "--players", "2", "--lang", lang, typed="pass\nhm\n")
    assert refused in text
    assert unknown in text


def test_a_name_goes_into_the_record_if_it_can_be_one(tmp_path: Path) -> None:
    _, folder = play_piped(tmp_path, "23", "--players", "2", "--name", " Änne ", typed="")
    (record,) = folder.iterdir()
    assert reihum.read_record(record.read_text("utf-8")).names == ["Änne", "Ada"]
    done = run("play", "--plain", "23", "--players", "2", "--name", "\x1b[31m", XDG_DATA_HOME=str(tmp_path))
    assert done.returncode == 2
    assert done.stderr == "reihum: A name has no control, invisible or unknown characters.\n"


def test_a_game_is_known_by_its_name_in_words_too(tmp_path: Path) -> None:
    assert run("play", "--plain", "Five Crowns", "--players", "9").stderr.startswith(
        "reihum: Königs-Rommé is for 1 to 7"
    )
    assert run("play", "--plain", "königs rommé", "--players", "9").stderr.startswith(
        "reihum: Königs-Rommé is for 1 to 7"
    )
    text, folder = play_piped(tmp_path, typed="yo-yo-yo\n２３\n23\n2\n")
    assert text.count("Please type the number or the name of a game.") == 2
    assert len(list(folder.iterdir())) == 1


@pytest.mark.parametrize(
    ("lang", "others"),
    [
        ("en", "At the table with you: Ada (level 5, Master), Ben (level 2, Casual), Cleo (policy)."),
        ("de", "Mit dir am Tisch: Ada (Stufe 5, Meister), Ben (Stufe 2, Gemütlich), Cleo (policy)."),
        ("nl", "Met jou aan tafel: Ada (niveau 5, Meester), Ben (niveau 2, Gezellig), Cleo (policy)."),
    ],
)
def test_the_levels_of_the_bots_are_said_with_their_names(tmp_path: Path, lang: str, others: str) -> None:
    wish = ("23", "--players", "4", "--bots", "master,casual,policy", "--lang", lang)
    text, _ = play_piped(tmp_path, *wish, typed="")
    assert others in " ".join(text.split())


def test_bots_are_regular_if_nobody_says_otherwise_and_alone_there_are_none(tmp_path: Path) -> None:
    text, _ = play_piped(tmp_path, "yoyo", "--players", "3", typed="")
    assert "Ada (level 3, Regular), Ben (level 3, Regular)." in " ".join(text.split())
    text, _ = play_piped(tmp_path, "koenigs-romme", "--players", "1", typed="")
    assert "level" not in text


def test_the_language_follows_the_locale() -> None:
    assert "Welches Spiel?" in run("play", "--plain", LC_ALL="de_DE.UTF-8").stdout
    assert "Welk spel?" in run("play", "--plain", LC_ALL="nl_NL.UTF-8").stdout


def test_help_rules_and_scores_can_be_asked_for(tmp_path: Path) -> None:
    text, _ = play_piped(tmp_path, "23", "--players", "2", typed="?\nrules T11\nscores\ntable\nmoves\n")
    assert "Also: moves (all of them)" in text
    assert "T11  You may pass instead" in text
    assert "No round has been scored yet." in text
    assert text.count("Your hand:") == 2


def test_ctrl_c_ends_politely_and_keeps_the_record(tmp_path: Path) -> None:
    record = tmp_path / "mine.txt"
    words = [
        "-m",
        "reihum",
        "play",
        "--plain",
        "23",
        "--players",
        "3",
        "--lang",
        "en",
        "--record",
        str(record),
    ]
    child = pexpect.spawn(sys.executable, words, encoding="utf-8", timeout=60, dimensions=(30, 100))
    child.expect("> ")
    child.sendline("#1")
    child.expect("> ")
    child.sendintr()
    child.expect("The game stops here. See you!")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert len(reihum.read_record(record.read_text("utf-8")).log(None)) == 1


def test_an_existing_record_is_not_overwritten(tmp_path: Path) -> None:
    record = tmp_path / "mine.txt"
    record.write_text("precious", encoding="utf-8")
    done = run("play", "--plain", "23", "--players", "2", "--record", str(record))
    assert done.returncode == 2
    assert "is not overwritten" in done.stderr
    assert record.read_text("utf-8") == "precious"


# -- moves as they are typed ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "typed", ["#0", "#00010", "#01", "#11", "#99999999", "# 1", "#1 #2", "#１", "#", "##1", "#-1"]
)
def test_only_a_number_of_the_list_without_leading_zeros_picks_an_entry(tmp_path: Path, typed: str) -> None:
    person = Person(new_match("23", 2), tmp_path)
    assert person.answers(typed) == ["The list has #1 to #10."]
    assert person.match.history == []


@pytest.mark.parametrize(("slug", "players"), [("koenigs-romme", 1), ("koenigs-romme", 2), ("yoyo", 2)])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_bare_number_never_picks_an_entry(tmp_path: Path, slug: str, players: int, lang: str) -> None:
    person = Person(new_match(slug, players), tmp_path, lang)
    before = itertools.count()

    def typing() -> Iterator[str]:
        yield "#1"  # past the first draw
        made = len(person.match.history)
        for number in range(25):
            yield str(number)
            assert len(person.match.history) == made, number
            next(before)

    person.types(typing())
    assert next(before) == 25


def test_what_is_not_understood_is_said_in_few_words_and_nothing_happens(tmp_path: Path) -> None:
    person = Person(new_match("koenigs-romme", 2), tmp_path)
    odd = ["hm", "3", "\x1b[31m", "[bold]x[/bold]", "８", "x" * 500, "pile stock hm", "Kd Kd Kd", "\udc80"]
    for line, said in zip(odd, person.answers(*odd), strict=True):
        assert said.endswith((".", "?")), line
        assert said.count(". ") <= 2, said  # why not, the way out, and that nothing was played
        assert "\x1b" not in said
    assert [made for made in person.match.history if made.by == 0] == []


def test_a_question_names_the_moves_that_could_be_meant(tmp_path: Path) -> None:
    match = yoyo(["b13", "r3", "y8"])
    said = Person(match, tmp_path).answers("8", "13", "y8", "b13 9")
    assert said == [
        "What do you mean by '8': y8^, y8v?",
        "'13' does not say enough: do you mean b13?",
        "What do you mean by 'y8': y8^, y8v?",
        "After b13 your turn is over, so '9' cannot follow. Nothing was played.",
    ]


def test_three_cards_are_put_away_in_one_line(tmp_path: Path) -> None:
    match = new_match("23", 2)
    cards = [match.view(0)["hand"][place] for place in (9, 1, 4)]
    person = Person(match, tmp_path)
    person.types([" ".join(map(str, cards))])
    assert person.saved_match().view(0)["away"] == sorted(cards)


def test_a_line_of_which_a_later_card_is_refused_changes_nothing(tmp_path: Path) -> None:
    match = new_match("23", 2)
    hand = match.view(0)["hand"]
    missing = next(card for card in range(3, 24) if card not in hand)
    low = next(card for card in hand if 1 < card < missing)
    person = Person(match, tmp_path)
    (said,) = person.answers(f"put {low} {missing}")
    why = f"You hold no {missing} to put away (rule T4)."
    assert said == f"'{missing}' cannot be played: {why} Nothing was played."
    assert match.history == []


def test_T7_cards_of_different_numbers_are_two_turns(tmp_path: Path) -> None:
    match = reihum.game("23").from_position(position_of_23(hand=[8, 8, 9]), seed=1)
    person = Person(match, tmp_path)
    (said,) = person.answers("8 9")
    assert said == "After 8 your turn is over, so '9' cannot follow. Nothing was played."
    person = Person(match, tmp_path)
    assert person.answers("8 8")[0].startswith("You lay two 8s.")


def test_a_line_stops_where_something_new_is_seen(tmp_path: Path) -> None:
    position = position_of_23(hand=[8], status=["in", "left"])
    match = reihum.game("23").from_position(position, seed=1)
    assert plan_line(match, 0, "8 2 3", ["You", "Ada"], spec("23").words("en")).moves == ["8"]
    (said,) = Person(match, tmp_path).answers("8 2 3")
    assert "Something new was revealed, so '2 3' was not played." in said
    assert [made.move for made in match.history if made.by == 0] == [spec("23").parse("8")]


def position_of_23(hand: list[int], status: list[str] | None = None) -> dict[str, object]:
    """It is the turn of seat 0 on a 7; seat 1 has some high cards, or has left."""
    others = [] if status else [20, 21, 22]
    pile, dealt = [1, 3, 5, 7], [*hand, *others, 1, 3, 5, 7]
    deck = [1, 2, 2] + [card for card in range(3, 24) for _ in range(3)]
    for card in dealt:
        deck.remove(card)
    return {
        "game": "23",
        "options": {"learning": True},
        "round": 1,
        "phase": "play",
        "hands": [hand, others],
        "away": [[], []],
        "unused": deck if not status else deck[3:],
        "pile": pile,
        "fines": [2, 2],
        "chips": [3, 3],
        "turn": 0,
        "forced": False,
        "status": status or ["in", "in"],
    }


def yoyo(hand: list[str], pile: str = "b8") -> Match:
    """It is the turn of seat 0 with these cards."""
    deck = [f"{c}{v}" for c in "br" for v in range(1, 21) for _ in range(2 if v in (1, 2, 19, 20) else 1)]
    deck += [f"y{v}" for v in range(3, 19)]
    other = ["r17", "r18", "b1"]
    for card in [*hand, *other, pile]:
        deck.remove(card)
    position = {
        **{"game": "yoyo", "match_game": 1, "points": [0, 0], "phase": "play", "hands": [hand, other]},
        **{"pile": [pile], "direction": "up", "stock": deck, "emptied": 0, "turn": 0, "beginner": 1},
        **{"top_by": 1, "drawn": None, "pending": 0, "taking": [], "slid": [None, None]},
    }
    return reihum.game("yoyo").from_position(position, seed=1)


def test_Y15_a_whole_series_in_one_line(tmp_path: Path) -> None:
    match = yoyo(["b13", "b15", "r3", "y14", "y16"])
    Person(match, tmp_path, "de").types(["b13 g14 b15 stopp"])
    assert [match.game.spec.text(made.move) for made in match.history[:4]] == ["b13", "y14", "b15", "stop"]


def test_Y15_a_stop_behind_a_series_that_has_ended_by_itself_is_welcome(tmp_path: Path) -> None:
    match = yoyo(["b13", "r3", "y14"])
    Person(match, tmp_path).types(["b13 y14 stop"])
    assert [match.game.spec.text(made.move) for made in match.history[:2]] == ["b13", "y14"]


def test_Y15_a_series_with_a_gap_is_not_begun(tmp_path: Path) -> None:
    match = yoyo(["b13", "b14", "b16", "r3"])
    (said,) = Person(match, tmp_path).answers("b13 b14 b16")
    assert "'b16'" in said
    assert said.endswith("Nothing was played.")
    assert match.history == []


# -- other wishes ---------------------------------------------------------------------------------


def test_undo_takes_back_what_nobody_has_seen_and_the_record_follows(tmp_path: Path) -> None:
    match = new_match("23", 3)
    person = Person(match, tmp_path)
    first, second = match.moves(0)[:2]
    said = person.answers("undo", first, "undo", second, "undo", "undo")
    assert said[0] == "You have not made a move yet that you could take back."
    assert said[2].startswith("Taken back.")
    assert said[5] == said[0]
    assert person.saved_match().history == match.history == []


def test_undo_says_why_it_cannot(tmp_path: Path) -> None:
    match = new_match("23", 2)
    person = Person(match, tmp_path)
    cards = " ".join(str(card) for card in match.view(0)["hand"] if card != 1)
    (first, *_) = cards.split()
    said = person.answers(f"{first} {' '.join(cards.split()[1:3])}", "undo")
    assert said[1].startswith("You can no longer take that back:")
    assert len(person.saved_match().history) == len(match.history) > 3


def test_a_hint_comes_in_three_steps_and_changes_nothing(tmp_path: Path) -> None:
    match = reihum.game("23").from_position(position_of_23(hand=[7, 7, 11]), seed=1)
    person = Person(match, tmp_path)
    first, second, third, again = person.answers("hint", "hint", "hint", "hint")
    assert first.startswith("Worth a look: 7")
    assert "7x2" in first
    assert second.startswith("Chance of winning, played out ")
    assert re.search(r"7x2 +\d+ % ± *\d+ █", second)
    assert "best" in second
    assert third.startswith("7x2: ")
    assert " instead of " in third or "fewer" in third
    assert again == first
    assert match.history == []


def test_a_hint_after_a_move_begins_again(tmp_path: Path) -> None:
    match = reihum.game("23").from_position(position_of_23(hand=[7, 7, 11, 12]), seed=1)
    said = Person(match, tmp_path).answers("hint", "7", "hint")
    assert said[0].startswith("Worth a look: ")
    assert said[2].startswith(("Worth a look: ", "Only this is possible. "))


def koenigs_romme(hand: list[str], out: bool = False) -> Match:
    """Seat 0 has drawn in the first round, in which the 3s are wild; seat 1 may have gone out (K14)."""
    last = {"out_by": 1, "last_turns": [0], "laid": [[], [["Qs", "Qc", "Qx"]]]} if out else {}
    position = {"round": 1, "hands": [hand, [] if out else ["4s", "9c", "Kx"]], "pile": ["5x"], **last}
    return reihum.game("koenigs-romme").from_position(position | {"phase": "discard", "turn": 0}, seed=1)


REASONS = [
    ("en", False, "8d 8h 3s Kc", "out Kc", "With that you go out: 8♥ 8♦ 3♠."),
    ("de", False, "8d 8h 3s Kc", "out Kc", "Damit machst du aus: 8♥ 8♦ 3♠."),
    ("nl", False, "8d 8h 3s Kc", "out Kc", "Daarmee ga je uit: 8♥ 8♦ 3♠."),
    ("en", True, "8d 8h 8s Kc", "Kc", "That lays 8♠ 8♥ 8♦ and leaves you 0 points."),
    ("de", True, "8d 8h 8s Kc", "Kc", "Damit legst du 8♠ 8♥ 8♦ aus und behältst 0 Punkte."),
    ("nl", True, "8d 8h 8s Kc", "Kc", "Daarmee leg je 8♠ 8♥ 8♦ neer en houd je 0 punten over."),
    ("en", True, "8d 9h 10s Kc", "Kc", "Nothing can be laid then, and you keep 27 points."),
    ("de", True, "8d 9h 10s Kc", "Kc", "Du kannst dann nichts auslegen und behältst 27 Punkte."),
    ("nl", True, "8d 9h 10s Kc", "Kc", "Je kunt dan niets neerleggen en houdt 27 punten over."),
    ("en", False, "8d 9h 10s Kc", "Kc", "Nothing goes together yet: 40 points in hand."),
    ("de", False, "8d 9h 10s Kc", "Kc", "Noch passt nichts zusammen: 40 Punkte auf der Hand."),
    ("nl", False, "8d 9h 10s Kc", "Kc", "Er past nog niets bij elkaar: 40 punten in je hand."),
]


@pytest.mark.parametrize(("lang", "out", "hand", "move", "sentence"), REASONS)
def test_K14_a_hint_shows_what_its_discard_lays_down(
    lang: str, out: bool, hand: str, move: str, sentence: str
) -> None:
    match = koenigs_romme(hand.split(), out)
    of = match.game.spec
    assert of.drawing().reason(move, match.view(0), of.words(lang)) == sentence


def test_K14_what_a_discard_lays_is_the_end_of_a_hint(tmp_path: Path) -> None:
    said = Person(koenigs_romme(["8d", "8h", "8s", "Kc"], True), tmp_path).answers("hint", "hint", "hint")
    assert said[2].startswith("K♣: ")
    assert said[2].endswith("That lays 8♠ 8♥ 8♦ and leaves you 0 points.")


def test_K10_a_hint_before_drawing_shows_what_goes_together_already(tmp_path: Path) -> None:
    hand = ["8d", "8h", "8s", "Kc"]
    position = {"round": 2, "hands": [hand, ["5s", "9c", "10c", "Kx"]], "pile": ["5x"]}
    match = reihum.game("koenigs-romme").from_position(position | {"phase": "draw", "turn": 0}, seed=1)
    said = Person(match, tmp_path).answers("hint", "hint", "hint")
    assert said[2].endswith("These go together already: 8♠ 8♥ 8♦. The rest counts 13 points.")


def test_K10_hints_try_every_way_to_go_out() -> None:
    found = 0
    of = spec("koenigs-romme")
    appraiser = Appraiser(of, 2)
    for seed in range(40):
        match = new_match("koenigs-romme", 2, seed)
        policy = of.policy()
        while not match.over and len(match.history) < 120:
            seat = match.turn or 0
            if any(move.startswith("out ") for move in match.moves(seat)):
                found += 1
                tried = [of.text(move) for move in appraiser.moves(match.state.side(seat))]
                assert any(move.startswith("out ") for move in tried)
            match.play(of.text(int(policy.choose(match.state.side(seat)))))
    assert found > 40


def test_H16_help_is_the_move_where_it_is_one_and_otherwise_the_wish(tmp_path: Path) -> None:
    asked = told = 0
    for seed in range(12):
        match = new_match("help", 3, seed)
        person = Person(match, tmp_path, "de")

        def typing(match: Match = match) -> Iterator[str]:
            nonlocal asked, told
            for _ in range(25):
                made = len(match.history)
                asking = match.moves(0) == ["help"]
                if asking:  # H18: what comes of it must not be looked at before it is asked
                    line = plan_line(
                        match, 0, "hilfe zurück 3", ["Du", "Ada", "Ben"], spec("help").words("de")
                    )
                    assert line == LinePlan(["help"], left="zurück 3")
                yield "hilfe"
                if asking:
                    assert match.game.spec.text(match.history[made].move) == "help"
                    asked += 1
                else:
                    assert len(match.history) == made
                    told += 1
                    yield "#1"

        person.types(typing())
    assert asked > 3
    assert told > 30


@pytest.mark.parametrize(("slug", "players"), SOME)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_help_names_moves_that_are_legal_now(tmp_path: Path, slug: str, players: int, lang: str) -> None:
    match = new_match(slug, players)
    person = Person(match, tmp_path, lang, width=60)
    person.answers("#1", "#1", "#1")
    typing, say = spec(slug).typing(), spec(slug).words(lang)
    examples = varied_examples(match.moves(0), typing.varying_part)
    assert 1 <= len(examples) <= 5
    for move in examples:
        typed = typing.spelling(move, person.game.names, say)
        assert plan_line(match, 0, typed, person.game.names, say).moves == [move]
    screen = " ".join(Person(match, tmp_path, lang, width=60).answers("?"))
    assert all(typing.spelling(move, person.game.names, say) in screen for move in examples)
    assert words(lang)("typed.wish.undo").partition(", ")[0] in screen
    if slug == "koenigs-romme":
        assert "★ x" in screen
        assert "*" in screen


def test_rules_begin_with_the_aim_and_hang_from_their_numbers() -> None:
    console = Console(file=io.StringIO(), width=60)
    draw_rules(console, words("en"), spec("23"), "")
    lines = console.file.getvalue().splitlines()  # type: ignore[attr-defined]
    assert max(map(len, lines)) <= 60
    first = next(place for place, line in enumerate(lines) if line.startswith("  T2  "))
    assert lines[first + 1].startswith("      ")
    draw_rules(console, words("en"), spec("23"), "T99")
    assert console.file.getvalue().endswith("23 has no rule 'T99'.\n")  # type: ignore[attr-defined]


# -- what is told ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "begins", "laid", "over"),
    [
        ("en", "Round 1 begins. You are dealt ", "Ada lays a", "The game is over: you "),
        ("de", "Runde 1 beginnt. Du bekommst ", "Ada legt ", "Das Spiel ist vorbei: du "),
        ("nl", "Ronde 1 begint. Je krijgt ", "Ada legt ", "Het spel is afgelopen: jij "),
    ],
)
def test_the_narrator_tells_the_deal_the_moves_and_the_end(
    tmp_path: Path, lang: str, begins: str, laid: str, over: str
) -> None:
    text = Person(new_match("23", 2), tmp_path, lang, width=100).types(["#1"] * MOST_PROMPTS)
    assert begins in text
    assert laid in text
    assert text.count(over) == 1
    assert "Ada: " not in text
    assert text.index(over) > text.rindex(words(lang)("play.score_pad"))


def test_the_score_pad_has_one_line_for_each_round(tmp_path: Path) -> None:
    person = Person(new_match("koenigs-romme", 3), tmp_path, width=80)
    sensible(person)
    pad = person.screen.getvalue().rpartition("Score pad")[2].splitlines()
    assert [line.split()[:2] for line in pad[1:12]] == [["Round", str(number)] for number in range(1, 12)]
    assert re.fullmatch(r"Round 11( +\d+ \(\+\d+\)){3}", pad[11])


@pytest.mark.parametrize(
    ("lang", "slug", "pile", "unscored"),
    [
        ("en", "23", "Pile: ", "No round has been scored yet."),
        ("en", "yoyo", "Discard pile: ", "No game has been scored yet."),
        ("en", "koenigs-romme", "Discard pile: ", "No round has been scored yet."),
        ("de", "yoyo", "Ablagestapel: ", "Noch ist kein Spiel gewertet."),
        ("nl", "koenigs-romme", "Aflegstapel: ", "Er is nog geen ronde afgelopen."),
    ],
)
def test_things_are_called_as_in_the_rules_of_their_game(
    tmp_path: Path, lang: str, slug: str, pile: str, unscored: str
) -> None:
    match = new_match(slug, 2)
    lines = Person(match, tmp_path, lang).types(["#1", "#1", "#1", "scores"]).splitlines()
    assert any(line.startswith(pile) for line in lines)
    assert unscored in lines
    if lang == "en":
        assert f"\n{pile}" in str(match)


def test_H12_the_values_of_a_row_are_shown_only_if_a_joker_is_in_it(tmp_path: Path) -> None:
    for row, shown_values in (("3 5", ""), ("3 J 8", "Row values: 3 4 8\n")):
        hands = [hand.split() for hand in ("9 10 11 Z", "1 1 2 2", "3 4 5 6")]
        position = {"hands": hands, "row": row.split(), "turn": 0}
        text = Person(reihum.game("help").from_position(position, seed=1), tmp_path).types([])
        assert "Row: " in text
        assert ("Row values" in text) == bool(shown_values)
        assert shown_values in text


@pytest.mark.parametrize(
    ("lang", "skipped", "back"),
    [
        ("en", "will be skipped", "then a normal turn"),
        ("de", "wird übersprungen", "danach normal dran"),
        ("nl", "wordt overgeslagen", "daarna weer aan de beurt"),
    ],
)
def test_H15_the_table_says_what_a_no_means(tmp_path: Path, lang: str, skipped: str, back: str) -> None:
    hands = [hand.split() for hand in ("9 10 11 Z", "1 1 2 2", "3 4 5 6")]
    position = {"hands": hands, "row": ["3"], "turn": 0, "no": [0, 1, 2], "direction": -1}
    match = reihum.game("help").from_position(position, seed=1)
    lines = Person(match, tmp_path, lang).types([]).splitlines()
    (line,) = [line for line in lines if line.startswith("No!")]
    assert line.split(maxsplit=2)[1:] == ["–", f"{skipped}  {back}"]
    assert spec("help").words(lang)("word.direction.-1") in " ".join(lines)
    assert "Direction: anticlockwise" in str(match)


def test_what_the_person_at_the_keyboard_did_is_shown_like_what_others_did(tmp_path: Path) -> None:
    assert "Dealer: You" in Person(new_match("koenigs-romme", 2), tmp_path).types([])
    match = reihum.game("yoyo").from_position({**yoyo(["b13", "r3"]).position(), "top_by": 0}, seed=1)
    assert "Top laid by: You" in Person(match, tmp_path).types([])


def test_K20_the_solo_game_ends_with_how_many_hands_are_finished(tmp_path: Path) -> None:
    person = Person(new_match("koenigs-romme", 1), tmp_path)
    text = sensible(person)
    assert f"{person.match.scores()[0]} of 11 hands finished" in text.rpartition("\n\n")[2]
    assert Person(new_match("koenigs-romme", 1), tmp_path).answers("scores") == ["0 of 11 hands finished"]


def test_the_record_has_the_seed_and_the_name_and_the_screen_says_you(tmp_path: Path) -> None:
    person = Person(reihum.game("23").new(3), tmp_path, "de", name="Änne")
    text = person.types(["#1"])
    assert "Seed: " in person.record.read_text("utf-8")
    assert person.saved_match().names == ["Änne", "Ada", "Ben"]
    assert "Änne" not in text
    assert Person(new_match("23", 3), tmp_path, name="ben").match.names == ["ben", "Ada", "Cleo"]


# -- whole games, and the width of the screen -----------------------------------------------------


def sensible(person: Person, style: Callable[[str], str] = str) -> str:
    """A game played to the end by a sensible person who asks for something now and then."""
    policy, spoken = person.match.game.spec.policy(), person.game.words

    def typing() -> Iterator[str]:
        wishes = itertools.cycle(["", "?", "hint", "moves", "scores", "undo?", "table", "", "rules", "#0"])
        for number in range(MOST_PROMPTS):
            if number % 7 == 0:
                yield next(wishes)
            move = person.match.game.spec.text(int(policy.choose(person.match.state.side(0))))
            yield style(person.match.game.spec.typing().spelling(move, person.game.names, spoken))

    return person.types(typing())


@pytest.mark.parametrize(("slug", "players"), SOME)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_whole_games_in_every_language_on_a_narrow_screen(
    tmp_path: Path, slug: str, players: int, lang: str
) -> None:
    width = 60
    person = Person(new_match(slug, players), tmp_path, lang, width)
    sensible(person)
    assert person.match.over
    assert person.saved_match() == person.match
    lines = person.screen.getvalue().removesuffix(f"{person.record}\n").splitlines()
    assert [line for line in lines if Text(line).cell_len > width] == []
    assert [line for line in lines if "{" in line or "None" in line] == []


@pytest.mark.parametrize(("slug", "players"), [("23", 3), ("help", 3), ("yoyo", 3), ("koenigs-romme", 1)])
def test_whole_games_can_be_played_by_always_taking_the_first_move(
    tmp_path: Path, slug: str, players: int
) -> None:
    person = Person(new_match(slug, players, seed=3), tmp_path)
    first = ("leave" if person.match.moves(0)[0] == "pass" else "#1" for _ in range(MOST_PROMPTS))
    person.types(first)  # T11: a player alone in the round could pass for ever
    assert person.match.over
    assert person.saved_match().scores() == person.match.scores()


@pytest.mark.parametrize("width", [40, 60, 80, 100])
@pytest.mark.parametrize(("slug", "players"), SOME)
def test_tables_and_pads_fit_whatever_the_players_are_called(slug: str, players: int, width: int) -> None:
    match = new_match(slug, players)
    names = [
        f"{'漢字' * 4}{seat}" if seat % 2 else f"Maximiliane Alexandra {seat}" for seat in range(players)
    ]
    console = Console(file=io.StringIO(), width=width)
    draw_view(console, spec(slug).words("de"), match.view(0), names)
    rounds = [{"round": 11, "scores": [100] * players, "totals": [1000] * players}]
    draw_scores(console, words("de"), spec("koenigs-romme").results, rounds, names)
    lines = console.file.getvalue().splitlines()  # type: ignore[attr-defined]
    assert [line for line in lines if Text(line).cell_len > width] == []
    assert sum(line.count("1000") for line in lines) == players


def test_whose_turn_it_is_is_marked_and_words_that_are_the_same_for_all_are_left_out(tmp_path: Path) -> None:
    match = reihum.game("23").from_position(position_of_23(hand=[8, 8, 9]), seed=1)
    text = Person(match, tmp_path).types([])
    assert "→ You  Ada" in text
    assert "Status" not in text
    assert "8x2   #" in text
    assert "9 (+1)" in text
    assert "pass (+1)" in text
    assert "(with bonus chips: moves)" in text


def test_cards_have_their_colours_and_nothing_else_takes_them_on() -> None:
    console = Console(file=io.StringIO(), width=80, force_terminal=True, color_system="standard")
    match = yoyo(["b13", "r3", "y14"])
    draw_moves(
        console,
        spec("yoyo").words("en"),
        spec("yoyo"),
        match.moves(0),
        ["You", "Ada"],
        match.view(0),
        brief=True,
    )
    text = console.file.getvalue()  # type: ignore[attr-defined]
    blue, yellow, plain = "\x1b[94mb13\x1b[0m", "\x1b[33my14\x1b[0m", "\x1b[2m#3 \x1b[0mdraw"
    assert all(each in text for each in (blue, yellow, plain)), text
