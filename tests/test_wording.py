"""Words that sounded wrong once: clumsy, translated, or two words for one thing. They do not come back."""

from __future__ import annotations

import json
import re
from typing import Final

import pytest

from reihum.games import SLUGS, spec
from reihum.server.http.page_data import page_words
from reihum.table.lessons import courses, lesson_texts
from reihum.words import LANGUAGES, narration, words
from tests.tools import sheet

# What must not be read anywhere, as patterns; in all languages also numbers with the wrong plural.
WRONG: Final = {
    "en": (
        *(
            r"\bthe own\b",
            r"\ba (8|11|18)\b",
            r"does not go\b",
            r"\bit goes:",
            r"that is no choice",
            r"the beginner\b",
        ),
        *(
            r"\bequals (share|split)",
            r"\bso it looks\b",
            r"first page",
            r"have won!",
            r"get up from",
            r"^rematch$",
        ),
        *(r"\b1 (players|seats|cards|chips|points|rounds|games|hands)\b", r"lays –", r"whoever was first"),
        *(
            r"On to another",
            r"In a row (now|at best)",
            r"for whoever (is|has)",
            r"^These play",
            r"[Cc]all me\b",
        ),
    ),
    "de": (
        *(r"\d+en\b", r"Durchgang", r"\bPartie\b", r"ausgegangen", r"keine Wahl", r"ausgeben", r"Zu \d+ am"),
        *(
            r"ersten Seite",
            r"Größere Ecken",
            r"Link machen",
            r"So heißen",
            r"Austeilen prüfen",
            r"Keine Regel sagt",
        ),
        *(
            r"auf die Leitung",
            r"fehlen sie dir",
            r"kannst es auch",
            r"von wer\b",
            r"wer eingeladen hat",
            r"In Folge (jetzt|höchstens)",
            r"^Hab nach",
            r"Ruf mich",
            r"\b1 (Spieler sind|Karten|Punkte|Züge|Chips)\b",
        ),
    ),
    "nl": (
        *(
            r"\bvan \d+ tot \d",
            r"\bhaar\b",
            r"\bgever\b",
            r"\b[Pp]artij\b",
            r"delen de winst",
            r"uitgeven",
            r"geen keuze",
        ),
        *(r"gaat weg zodra", r"is ze leeg", r"Ieder ander", r"Zo heten", r"eerste pagina", r"kroon ging uit"),
        *(
            r"Het delen controleren",
            r"zulke beslissing",
            r"gedeelde winst",
            r"wie uitnodigde",
            r"Hoogstens op rij",
            r"^Heb na",
            r"^Roep me",
            r"opgebruikt",
            r"\b1 (kaarten|punten|fiches|zetten)\b",
        ),
    ),
}


def everything(lang: str) -> dict[str, str]:
    """All that people read in a language, by where it is from."""
    found = {f"page: {key}": text for key, text in page_words(lang).items()}
    for slug in SLUGS:
        package = spec(slug).words(lang).game
        of = {"words": spec(slug).words(lang).sentences, "told": narration(package, lang).sentences}
        of |= {"rules": sheet(slug, lang).rules, "refusals": sheet(slug, lang).refusals}
        found |= {
            f"{slug} {kind}: {key}": text for kind, all_of in of.items() for key, text in all_of.items()
        }
        for of_lesson in courses(slug):
            told = json.dumps(lesson_texts(of_lesson, lang), ensure_ascii=False)
            found[f"{slug} lesson for {of_lesson.players}"] = told.replace("{", "").replace("}", "")
        found |= {f"{slug}: aim": sheet(slug, lang).aim, f"{slug}: example": sheet(slug, lang).example}
    return {where: text for where, text in found.items() if ": typed." not in where}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_wrong_word_is_read_anywhere(lang: str) -> None:
    texts = everything(lang)
    assert len(texts) > 800
    said = {where: filled(text) for where, text in texts.items()}
    wrong = [
        f"{where}: {pattern} in {text!r}"
        for where, text in said.items()
        for pattern in WRONG[lang]
        if re.search(pattern, text)
    ]
    assert wrong == []


def filled(text: str) -> str:
    """A text with a count of one in all its places."""
    return re.sub(r"\{\w+:([^|}]*)\|[^}]*\}", r"\1", text)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_is_said_in_one_language_only(lang: str) -> None:
    assert everything(lang).keys() == everything("en").keys()
    assert words(lang).sentences.keys() == words("en").sentences.keys()
