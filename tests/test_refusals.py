"""Refusals as people read them: one short line in every language, with the rule and the way out."""

from __future__ import annotations

import re
from importlib import import_module

import pytest
from hypothesis import given

import reihum
from reihum.core.contract import Refusal
from reihum.games import SLUGS, spec
from reihum.match import refusal_text
from reihum.server.http.page_data import page_words
from reihum.words import LANGUAGES
from reihum.words.sheets import CITATION, LONGEST_REFUSAL
from tests.games import PACKAGES, Walk, walks
from tests.test_contract import all_moves, seats_owing

# What the page itself says of a choice that cannot be made, and the widest facts of it.
NOTES = {
    "table.you_watch": {},
    "table.not_now": {},
    "table.unstaged": {},
    "twentythree.put_full": {},
    "twentythree.put_more": {"count": "3"},
    "help.exchanging": {},
    "yoyo.not_next": {"card": "yellow 18", "next": "18"},
    "yoyo.nothing_next": {"card": "yellow 18"},
    "yoyo.name_first": {},
    "koenigs_romme.throw": {},
    "koenigs_romme.solo_where": {"card": "joker"},
    "koenigs_romme.solo_what": {"card": "joker", "all": "Queens"},
}


def is_one_line_with_its_rule(slug: str, refusal: Refusal) -> None:
    """Assert what a reader of any language may expect."""
    for lang in LANGUAGES:
        text = refusal_text(spec(slug), refusal, lang)
        assert len(text) <= LONGEST_REFUSAL, text
        assert text.endswith((".", "!")), text
        assert text.count(CITATION[lang].format(refusal.rule)) == 1, text
        assert not re.search(r"[{}|\n]|  |\bNone\b", text), text


@pytest.mark.parametrize("slug", SLUGS)
def test_every_refusal_there_is_fits_on_a_line(slug: str) -> None:
    for position, seat, move, key in import_module(f"tests.{PACKAGES[slug]}.test_refusals").REFUSALS:
        refused = reihum.game(slug).from_position({"game": slug, **position}, seed=1).refusal(move, seat)
        assert refused is not None
        assert f"{refused.rule}.{refused.reason}" == key
        is_one_line_with_its_rule(slug, Refusal(refused.rule, refused.reason, refused.facts))


@given(walks())
def test_whatever_is_tried_anywhere_in_a_game_is_refused_on_a_line(walk: Walk) -> None:
    seen: set[str] = set()
    for seat in seats_owing(walk.state):
        for move in all_moves(walk.spec, walk.state.seats):
            refusal = walk.state.refusal(seat, move)
            if refusal is not None and (told := repr(refusal)) not in seen:
                seen.add(told)
                is_one_line_with_its_rule(walk.spec.slug, refusal)


@pytest.mark.parametrize("key", NOTES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_the_page_says_itself_is_no_longer(key: str, lang: str) -> None:
    filled = re.sub(
        r"\{(\w+)(?::[^|}]*\|([^|}]*)[^}]*)?\}",
        lambda place: (place[2] or "#").replace("#", NOTES[key][place[1]]),
        page_words(lang)[key],
    )
    assert len(filled) + len(" (rule T12)") <= LONGEST_REFUSAL
