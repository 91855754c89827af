"""Which names public tables show: those without a word of a list, however it is disguised.

The list that comes with Reihum (names.txt) holds only marks of its words, so that nobody has to read them. A
host can give a file of more words. A word counts where it stands alone; with a star before and after it,
also inside other words. So no name is refused because of where it comes from: Scunthorpe stays Scunthorpe.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Final

from reihum.core.errors import ReihumError
from reihum.words import words

BUILT_IN: Final = Path(__file__).with_name("names.txt")
LARGEST_FILE: Final = 1_000_000  # bytes
SHORTEST: Final = (
    3  # letters of a word that also counts inside others: any shorter, and no name would be safe
)
ANYWHERE: Final = "*"
# Digits, signs and letters of other scripts that stand for letters.
LOOKS_LIKE: Final = str.maketrans("0134579@$!|€£аеорсухіјѕκοαε", "oieastgasiielaeopcyxijskoae")
ALSO_LIKE: Final = str.maketrans("1!|", "lll")  # what may stand for another letter as well
_DIGITS: Final = re.compile(r"\d+")
_REPEATED: Final = re.compile(r"(.)\1{2,}")


def mark(letters: str) -> str:
    """What the list holds instead of a word."""
    return blake2b(letters.encode(), digest_size=6).hexdigest()


def plain(text: str) -> str:
    """A text as it is compared: without accents, capitals, and the simplest disguises."""
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    bare = "".join(each for each in decomposed if not unicodedata.combining(each))
    return _REPEATED.sub(r"\1", bare.translate(LOOKS_LIKE))


def spoken(text: str) -> list[str]:
    """The words of a text; letters that stand alone are taken together."""
    found: list[str] = []
    letters = ""
    for word in [*re.split(r"[^a-z]+", text), "  "]:
        if len(word) == 1:
            letters += word
            continue
        if len(letters) > 1:
            found.append(letters)
        letters = ""
        if word.strip():
            found.append(word)
    return found


class NameList:
    """Words that public tables do not show in names."""

    def __init__(self, listed: Iterable[str]) -> None:
        self.whole: set[str] = set()
        self.inside: dict[int, set[str]] = {}  # by length
        for each in listed:
            stars, _, letters = each.rpartition(ANYWHERE)
            if stars or each.startswith(ANYWHERE):
                length, _, letters = letters.partition(":")
                self.inside.setdefault(int(length), set()).add(letters)
            self.whole.add(letters)
        self.allows = lru_cache(4096)(self._allows)

    def _allows(self, name: str) -> bool:
        """Whether public tables show this name."""
        readings = {name, name.translate(ALSO_LIKE), _DIGITS.sub(" ", name)}
        return all(self._is_clean(plain(each)) for each in readings)

    def _is_clean(self, text: str) -> bool:
        together = re.sub(r"[^a-z]", "", text)
        if any(mark(word) in self.whole for word in [*spoken(text), together]):
            return False
        for length, marks in self.inside.items():
            if any(mark(together[at : at + length]) in marks for at in range(len(together) - length + 1)):
                return False
        return True

    def shown(self, name: str | None, lang: str) -> str | None:
        """A name as public lists show it."""
        return name if name is None or self.allows(name) else words(lang)("guest.name")


def entry_for(word: str) -> str:
    """The line of the list for a word, with stars around it if it counts inside others, too."""
    letters = re.sub(r"[^a-z]", "", plain(word))
    if not letters:
        raise ReihumError(f"{word[:40]!r} has no letters.")
    if not (word.startswith(ANYWHERE) and word.endswith(ANYWHERE)):
        return mark(letters)
    if len(letters) < SHORTEST:
        raise ReihumError(f"{word[:40]!r} is too short to be looked for inside other words.")
    return f"{ANYWHERE}{len(letters)}:{mark(letters)}"


def name_list(path: str = "") -> NameList:
    """The list that comes with Reihum, and the words of a host's own file, one on each line."""
    listed = BUILT_IN.read_text(encoding="ascii").split()
    if path:
        listed += [entry_for(word) for word in words_in(Path(path))]
    return NameList(listed)


def words_in(path: Path) -> list[str]:
    """The words of a file; lines that begin with # are remarks."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise ReihumError(f"{path} is too large for a list of words.")
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise ReihumError(f"{path} is not text in UTF-8.") from None
    except OSError as error:
        raise ReihumError(f"{path} cannot be read: {error.strerror}.") from None
    lines = (line.strip() for line in text.splitlines())
    return [line for line in lines if line and not line.startswith("#")]
