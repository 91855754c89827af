"""Translated English is found, and good English is left alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import english
from tools.english import PATTERNS, Hit, complaints, hits

# For each pattern a sentence in which it is found, and a similar one that is left alone.
PAIRS = {
    "the own": ("Everybody reads it in the own language.", "Everybody reads it in their own language."),
    "Who likes": ("Who likes hooks: run this.", "If you like hooks, run this."),
    "for who": ("The same, for who waits.", "The same, for anyone who waits, or for whoever is next."),
    "Who lays nothing takes": ("Who lays nothing takes a card.", "Who decides, and who goes first."),
    "does not go": ("That does not go.", "A run does not go round the corner."),
    "So it looks": ("So it looks", "It looks like this."),
    "that cannot be": ("A position that cannot be.", "A file that cannot be read."),
    "anew": ("It is dealt anew.", "It is dealt again; a new world."),
    "by lot": ("A seed drawn by lot.", "A seed drawn at random by Lottery."),
    "in the moment of": ("It is lost in the moment of the crash.", "It comes in a moment."),
    "at the first time": ("Left out at the first time.", "Left out the first time."),
    "also if": ("It is kept, also if nobody looks.", "It is kept even if nobody looks."),
    "many a": ("On two cores many a test waits.", "So many at once, then so many a second."),
    "lest": ("First, lest others take it.", "The largest and the smallest."),
    "another back than": ("It has another back than the others.", "It is higher than another."),
    "from a seat's eyes": ("Dealt from a seat's eyes.", "Dealt from a seat's point of view."),
    "knows beside": ("What a seat knows beside.", "A card lies beside the pile."),
    "beside the moves": ("What happens, beside the moves.", "What happens apart from the moves."),
    "is no part of": ("It is no part of a position.", "It is not part of a position."),
    "are no moves": ("Forced steps are no moves.", "There are no moves left."),
    "is none": ("The move of a text, or -1 if it is none.", "It is None, and there is none."),
    "stands in the record": ("The seed stands in the record.", "The seed is in the record."),
    "tells more": ("The page tells more.", "It cannot tell more than the seat may know."),
    "all what": ("It is all what we know.", "It is all we know. What is it?"),
    "how it looks like": ("This is how it looks like.", "This is what it looks like."),
    "depends from": ("It depends from the game.", "It depends on the game."),
    "consists out of": ("It consists out of cards.", "It consists of cards."),
}


@pytest.mark.parametrize("phrase", PAIRS)
def test_a_bad_sentence_is_found_and_a_good_one_is_not(phrase: str) -> None:
    bad, good = PAIRS[phrase]
    assert [hit.phrase for hit in hits(bad)] == [phrase]
    assert hits(good) == []


def test_every_pattern_is_tried() -> None:
    tried = {hit.better for bad, _ in PAIRS.values() for hit in hits(bad)}
    assert tried == {*PATTERNS.values()}


def test_a_phrase_may_go_over_the_end_of_a_line_but_not_of_a_paragraph() -> None:
    assert hits("One card of the\n  own hand.") == [Hit(1, "the own", PATTERNS["the own"])]
    assert hits("One card of the\n\nown hand.") == []


PYTHON = '''\
"""It is dealt anew."""
the_own = "a" + f"{the} own"  # the
# own of a comment that goes on
anew = 5
raise ValueError(
    "A position that cannot be."
)
'''
JAVASCRIPT = """\
// The own hand.
const anew = "the own"; /* and the
 * own again */
"""
CATALOGUE = '# what a page says\nlooks = "So it looks"\n'


@pytest.mark.parametrize(
    ("name", "text", "lines"),
    [
        ("src/reihum/a.py", PYTHON, [1, 2, 6]),
        ("src/reihum/web/a.js", JAVASCRIPT, [1, 2]),
        ("src/reihum/words/page.en.toml", CATALOGUE, [2]),
        ("src/reihum/words/en.toml", CATALOGUE, [2]),
        ("src/reihum/words/page.de.toml", CATALOGUE, []),
        ("docs/rules/a.md", "Dealt\nanew.\n", [2]),
        ("README.md", "Dealt again.\n", []),
        ("tools/english.py", PYTHON, []),
    ],
)
def test_what_is_written_for_people_is_looked_at_and_code_is_not(
    tmp_path: Path, name: str, text: str, lines: list[int]
) -> None:
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    assert [int(line.split(":")[1]) for line in complaints(tmp_path)] == lines


def test_make_check_looks_at_the_english() -> None:
    check = (english.ROOT / "Makefile").read_text("utf-8").partition("\ncheck:")[2].partition("\n\n")[0]
    assert "-m tools.english\n" in f"{check}\n"


def test_the_command_names_file_line_and_better_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "README.md"
    page.write_text("Good.\nDealt anew.\n", "utf-8")
    monkeypatch.setattr(english, "ROOT", tmp_path)
    monkeypatch.setattr("sys.argv", ["english"])
    assert english.main() == 1
    assert capsys.readouterr().out == "README.md:2: 'anew'; better: again, from scratch\n"
    page.write_text("Good.\nDealt again.\n", "utf-8")
    assert english.main() == 0
    assert capsys.readouterr().out == ""
