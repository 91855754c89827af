"""Short words for what most tests do."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

import pytest

import reihum
from reihum import Match
from reihum.core.types import Json
from reihum.games import spec
from reihum.match import Game
from reihum.words.sheets import Sheet


def sheet(slug: str, lang: str) -> Sheet:
    """The rules of a game in a language."""
    return spec(slug).sheet(lang)


def refused(match: Match, move: str, seat: int | None = None) -> str:
    """Which rule refuses a move and why, as 'T7.lower'; an AssertionError if it is allowed."""
    before = match.position()
    try:
        match.play(move, seat)
    except reihum.Refused as refusal:
        assert match.position() == before, "a refused move must change nothing"
        return f"{refusal.rule}.{refusal.reason}"
    raise AssertionError(f"{move} was allowed")


def refused_in_words(match: Match, move: str, seat: int, key: str) -> None:
    """Assert that a move is refused for this reason, in every language: why not, the rule, the way out."""
    assert refused(match, move, seat) == key
    refusal = match.refusal(move, seat)
    assert refusal is not None
    rule = key.split(".")[0]
    for lang, cited in [("en", f"(rule {rule})."), ("de", f"(Regel {rule})."), ("nl", f"(regel {rule}).")]:
        why_not, found, way_out = refusal.text(lang).partition(f" {cited}")
        assert found
        assert len(why_not.split()) > 3
        assert way_out == "" or (way_out.startswith(" ") and way_out.endswith("."))


def play(match: Match, *moves: str) -> Match:
    """Several moves by whoever is in turn."""
    for move in moves:
        match.play(move)
    return match


def happened(match: Match, *kinds: str) -> list[dict[str, object]]:
    """The events of these kinds that everybody saw with the last move."""
    return [event for event in match.events if event["kind"] in kinds]


Impossible = list[tuple[str, Json, str]]  # what is wrong, the position, and the sentence that says so


def each_of(table: Impossible) -> pytest.MarkDecorator:
    """A test for each position of a table, with the sentence that refuses it."""
    rows = [(fields, sentence) for _, fields, sentence in table]
    return pytest.mark.parametrize(("fields", "sentence"), rows, ids=[name for name, _, _ in table])


def refused_position(of: Game, fields: Json, sentence: str) -> None:
    """Assert that a position is refused with this sentence."""
    with pytest.raises(reihum.BadPosition) as caught:
        of.from_position(fields, seed=1)
    assert str(caught.value) == sentence


def all_is_said(reading: ModuleType, table: Impossible) -> None:
    """Assert that the table provokes every sentence that a game's `position.py` has."""
    assert unsaid(reading, [said for _, _, said in table]) == []
    assert unsaid(reading, []) != []


def unsaid(reading: ModuleType, said: list[str]) -> list[str]:
    """The sentences about bad positions in a game's `position.py` that nobody has been told."""
    source = Path(str(reading.__file__)).read_text("utf-8")
    sentences: list[str] = re.findall(r'raise BadPosition\(\s*f?"([^"]+)"', source)
    assert len(sentences) == source.count("raise BadPosition(") > 0
    patterns = {each: ".+".join(map(re.escape, re.split(r"\{[^}]+\}+", each))) for each in sentences}
    return [each for each in sentences if not any(re.fullmatch(patterns[each], told) for told in said)]
