"""What people type, and which move they mean by it."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reihum.core.contract import OVER, legal
from reihum.games import SLUGS, spec
from reihum.games.titles import find_slug
from reihum.terminal.wishes import parse_wish
from reihum.words import LANGUAGES, words
from reihum.words.typing import Unclear, choose_move
from reihum.words.vocabulary import meanings
from tests.games import SIZES, Walk

NAMES = ["Änne", "Ada", "Ben", "Cleo", "Dov", "Eva", "Finn"]
WISHES = ("moves", "table", "scores", "rules", "hint", "undo", "quit")
PLAY_23 = ["8", "8x2", "8x2+1", "9", "12", "17+2", "pass", "force", "leave"]
PUT_23 = ["put 2", "put 3", "put 8", "put 23"]
YOYO = ["b1", "b2", "b13", "r5", "y15^", "y15v", "draw"]
SERIES = ["y14", "stop"]
TAKE = ["take 1", "take 2", "take 3", "y10^", "y10v"]
ROW = ["7", "11", "J@1", "J@3", "S7@1", "S7@3", "S11@3", "Z", "N"]
CARDS = ["8d", "8c", "10h", "Jd", "Qd", "Qh", "Kd", "Kc", "Kx", "*", "out 8d", "out *"]
SOLO = ["7 8d", "7 8c", "7 *", "10 Kx", "J *", "Q 8d", "K 10h", "8 7d"]


def moves_meant(
    slug: str, lang: str, typed: str, *moves: str, names: list[str] = NAMES
) -> list[str | Unclear]:
    """The move that each step of a line means, given these legal moves."""
    found = spec(slug).typing().steps(typed, moves, names, spec(slug).words(lang))
    if isinstance(found, Unclear):
        return [found]
    return [choose_move(step, moves) for step in found]


# -- one move -------------------------------------------------------------------------------------

UNDERSTOOD = [
    ("23", PLAY_23, "de en nl", "8", "8"),
    ("23", PLAY_23, "de en nl", " 8X2 ", "8x2"),
    ("23", PLAY_23, "de en nl", "8 x 2", "8x2"),
    ("23", PLAY_23, "de en nl", "8×2", "8x2"),
    ("23", PLAY_23, "de en nl", "2x8", "8x2"),
    ("23", PLAY_23, "de en nl", "8 8", "8x2"),
    ("23", PLAY_23, "de en nl", "8, 8", "8x2"),
    ("23", PLAY_23, "de en nl", "8 8 + 1", "8x2+1"),
    ("23", PLAY_23, "de en nl", "17 +2", "17+2"),
    ("23", PLAY_23, "de en nl", "8x1", "8"),
    ("23", PLAY_23, "de en nl", "PASS", "pass"),
    ("23", PLAY_23, "de", "passe", "pass"),
    ("23", PLAY_23, "de nl", "passen", "pass"),
    ("23", PLAY_23, "nl", "pas", "pass"),
    ("23", PLAY_23, "de", "Zwingen!", "force"),
    ("23", PLAY_23, "nl", "dwing", "force"),
    ("23", PLAY_23, "de", "steige aus", "leave"),
    ("23", PLAY_23, "de", "steige bitte aus", "leave"),
    ("23", PLAY_23, "de", "aussteigen", "leave"),
    ("23", PLAY_23, "nl", "uitstappen", "leave"),
    ("23", PLAY_23, "nl", "stap uit", "leave"),
    ("23", PLAY_23, "de", "lege 12", "12"),
    ("23", PLAY_23, "en", "lay the 12", "12"),
    ("23", PUT_23, "de en nl", "3", "put 3"),
    ("23", PUT_23, "de en nl", "PUT 3", "put 3"),
    ("23", PUT_23, "de", "3 weglegen", "put 3"),
    ("23", PUT_23, "de", "lege die 3 weg", "put 3"),
    ("23", PUT_23, "nl", "leg de 3 weg", "put 3"),
    ("help", ROW, "de en nl", "z", "Z"),
    ("help", ROW, "de en nl", "No!", "N"),
    ("help", ROW, "de", "nein", "N"),
    ("help", ROW, "nl", "nee", "N"),
    ("help", ROW, "de en nl", "j@3", "J@3"),
    ("help", ROW, "de en nl", "Joker 3", "J@3"),
    ("help", ROW, "de en nl", "* 3", "J@3"),
    ("help", ROW, "de en nl", "s7@1", "S7@1"),
    ("help", ROW, "de en nl", "switch 7 1", "S7@1"),
    ("help", ROW, "de en nl", "switch 11", "S11@3"),
    ("help", ROW, "de", "tausche 7 @ 3", "S7@3"),
    ("help", ["J@1", "7"], "de en nl", "joker", "J@1"),
    ("help", ["call 2"], "de", "rufe 2", "call 2"),
    ("help", ["call 2"], "nl", "roep 2", "call 2"),
    ("help", ["call 2"], "de en nl", "2", "call 2"),
    ("help", ["give 9", "give J"], "de en nl", "joker", "give J"),
    ("help", ["give 9", "give J"], "de", "gib j", "give J"),
    ("help", ["give 9", "give J"], "nl", "geef 9", "give 9"),
    ("help", ["back 3", "back S"], "de", "zurück 3", "back 3"),
    ("help", ["back 3", "back S"], "de", "zurueck switch", "back S"),
    ("help", ["back 3", "back S"], "de", "zuruck 3", "back 3"),
    ("help", ["back 3", "back S"], "nl", "terug s", "back S"),
    ("help", ["help"], "de", "Hilfe!", "help"),
    ("help", ["help"], "nl", "hulp", "help"),
    ("help", ["help"], "de en nl", "HELP!", "help"),
    ("yoyo", YOYO, "de en nl", "B13", "b13"),
    ("yoyo", YOYO, "de en nl", "b 13", "b13"),
    ("yoyo", YOYO, "en", "blue 13", "b13"),
    ("yoyo", YOYO, "en", "blue 13 up", "b13"),
    ("yoyo", YOYO, "de", "die rote 5", "r5"),
    ("yoyo", YOYO, "de", "5 rot", "r5"),
    ("yoyo", YOYO, "nl", "rode 5", "r5"),
    ("yoyo", YOYO, "de en nl", "y15 ^", "y15^"),
    ("yoyo", YOYO, "de en nl", "Y15V", "y15v"),
    ("yoyo", YOYO, "en", "y15 down", "y15v"),
    ("yoyo", YOYO, "de", "g15 aufwärts", "y15^"),
    ("yoyo", YOYO, "de", "gelb 15 ab", "y15v"),
    ("yoyo", YOYO, "nl", "gele 15 omhoog", "y15^"),
    ("yoyo", YOYO, "de", "ziehen", "draw"),
    ("yoyo", YOYO, "nl", "trek een kaart", "draw"),
    ("yoyo", YOYO, "en", "draw a card", "draw"),
    ("yoyo", SERIES, "de", "stopp", "stop"),
    ("yoyo", ["b7", "keep"], "de", "behalten", "keep"),
    ("yoyo", ["b7", "keep"], "nl", "houden", "keep"),
    ("yoyo", TAKE, "de en nl", "take 2", "take 2"),
    ("yoyo", TAKE, "de en nl", "take Ben", "take 2"),
    ("yoyo", TAKE, "de", "nimm BEN", "take 2"),
    ("yoyo", TAKE, "de", "nimm von cl", "take 3"),
    ("yoyo", TAKE, "nl", "neem van ada", "take 1"),
    ("yoyo", TAKE, "de en nl", "ben", "take 2"),
    ("yoyo", ["slide b7", "slide r2"], "de en nl", "b7", "slide b7"),
    ("yoyo", ["slide b7", "slide r2"], "de", "schieb r2", "slide r2"),
    ("koenigs-romme", ["stock", "pile"], "de", "Nachziehstapel", "stock"),
    ("koenigs-romme", ["stock", "pile"], "de", "offen", "pile"),
    ("koenigs-romme", ["stock", "pile"], "de nl", "Stapel", "pile"),
    ("koenigs-romme", ["stock", "pile"], "de", "zieh stapel", "pile"),
    ("koenigs-romme", ["stock", "pile"], "de", "zieh vom offenen Stapel", "pile"),
    ("koenigs-romme", ["stock", "pile"], "de", "nimm vom Ablagestapel", "pile"),
    ("koenigs-romme", ["stock", "pile"], "de", "ich ziehe vom Nachziehstapel", "stock"),
    ("koenigs-romme", ["stock", "pile"], "de", "vom verdeckten Stapel ziehen", "stock"),
    ("koenigs-romme", ["stock", "pile"], "nl", "aflegstapel", "pile"),
    ("koenigs-romme", ["stock", "pile"], "nl", "trek van de stapel", "pile"),
    ("koenigs-romme", ["stock", "pile"], "nl", "pak van de aflegstapel", "pile"),
    ("koenigs-romme", ["stock", "pile"], "nl", "trekstapel", "stock"),
    ("koenigs-romme", ["stock", "pile"], "nl", "trek van de trekstapel", "stock"),
    ("koenigs-romme", ["stock", "pile"], "en", "discard pile", "pile"),
    ("koenigs-romme", ["stock", "pile"], "en", "draw from the pile", "pile"),
    ("koenigs-romme", ["stock", "pile"], "en", "take from the discard pile", "pile"),
    ("koenigs-romme", ["stock", "pile"], "en", "draw pile", "stock"),
    ("koenigs-romme", ["stock", "pile"], "en", "draw from the draw pile", "stock"),
    ("koenigs-romme", ["stock", "pile"], "en", "draw stock", "stock"),
    ("koenigs-romme", CARDS, "de en nl", "8D", "8d"),
    ("koenigs-romme", CARDS, "de en nl", "8 D", "8d"),
    ("koenigs-romme", CARDS, "de en nl", "8♦", "8d"),
    ("koenigs-romme", CARDS, "de en nl", "♦8", "8d"),
    ("koenigs-romme", CARDS, "de en nl", "8♦️", "8d"),
    ("koenigs-romme", CARDS, "de en nl", "d8", "8d"),
    ("koenigs-romme", CARDS, "de en nl", "JOKER", "*"),
    ("koenigs-romme", CARDS, "de en nl", "*", "*"),
    ("koenigs-romme", CARDS, "de en nl", "jd", "Jd"),
    ("koenigs-romme", CARDS, "en", "queen of hearts", "Qh"),
    ("koenigs-romme", CARDS, "en", "discard 10 of hearts", "10h"),
    ("koenigs-romme", CARDS, "de", "Karo-Bube", "Jd"),
    ("koenigs-romme", CARDS, "de", "Herz Dame", "Qh"),
    ("koenigs-romme", CARDS, "de", "bd", "Jd"),
    ("koenigs-romme", CARDS, "de", "♦D", "Qd"),
    ("koenigs-romme", CARDS, "de", "dh", "Qh"),
    ("koenigs-romme", CARDS, "de", "Sternkönig", "Kx"),
    ("koenigs-romme", CARDS, "de", "stern koenig", "Kx"),
    ("koenigs-romme", CARDS, "nl", "ruiten boer", "Jd"),
    ("koenigs-romme", CARDS, "nl", "vh", "Qh"),
    ("koenigs-romme", CARDS, "nl", "8r", "8d"),
    ("koenigs-romme", CARDS, "nl", "8k", "8c"),
    ("koenigs-romme", CARDS, "nl", "heer ster", "Kx"),
    ("koenigs-romme", CARDS, "de en nl", "Kd", "Kd"),
    ("koenigs-romme", CARDS, "de", "aus ♦8", "out 8d"),
    ("koenigs-romme", CARDS, "de", "8♦ ausmachen", "out 8d"),
    ("koenigs-romme", CARDS, "en", "go out joker", "out *"),
    ("koenigs-romme", CARDS, "nl", "uit 8♦", "out 8d"),
    ("koenigs-romme", ["8d", "out 8d"], "de en nl", "out", "out 8d"),
]


@pytest.mark.parametrize(("slug", "moves", "langs", "typed", "move"), UNDERSTOOD)
def test_a_move_is_understood_as_people_type_it(
    slug: str, moves: list[str], langs: str, typed: str, move: str
) -> None:
    for lang in langs.split():
        assert moves_meant(slug, lang, typed, *moves) == [move], lang


@pytest.mark.parametrize(
    ("lang", "typed", "move"),
    [
        *((lang, "7 8d", "7 8d") for lang in LANGUAGES),
        *((lang, "7 8 D", "7 8d") for lang in LANGUAGES),
        *((lang, "Hand 7 ♦8", "7 8d") for lang in LANGUAGES),
        *((lang, "j joker", "J *") for lang in LANGUAGES),
        ("de", "B *", "J *"),
        ("de", "Dame Karo 8", "Q 8d"),
        ("nl", "10 heer ster", "10 Kx"),
        ("nl", "v 8r", "Q 8d"),
    ],
)
def test_K18_a_hand_of_the_solo_game_and_the_card_it_throws_away(lang: str, typed: str, move: str) -> None:
    assert moves_meant("koenigs-romme", lang, typed, *SOLO, names=["Du"]) == [move]


# -- questions, and what is not understood --------------------------------------------------------

QUESTIONS = [
    ("help", ROW, "en", "joker", ("J@1", "J@3")),
    ("help", ROW, "en", "switch 7", ("S7@1", "S7@3")),
    ("yoyo", YOYO, "en", "y15", ("y15^", "y15v")),
    ("yoyo", YOYO, "en", "13", ("b13",)),  # half a card, even if only one fits
    ("yoyo", [*TAKE, "take 4"], "en", "take", ("take 1", "take 2", "take 3", "take 4")),
    ("koenigs-romme", CARDS, "en", "8", ("8d", "8c")),
    ("koenigs-romme", CARDS, "en", "diamonds", ("8d", "Jd", "Qd", "Kd")),
    ("koenigs-romme", CARDS, "de", "8k", ("8c", "8d")),  # Karo or Kreuz
    ("koenigs-romme", ["Kc", "8h"], "de", "K", ("Kc",)),  # once, as König and as Kreuz
    ("koenigs-romme", ["8d", "9d"], "de", "8 K", ("8d",)),  # still either, even if only one is there
    ("koenigs-romme", CARDS, "de", "kd", ("Kd", "Qd")),  # König of diamonds, or Karo-Dame
    ("koenigs-romme", ["Kh", "Kc"], "nl", "hk", ("Kc", "Kh")),  # heer klaveren, or harten K
    ("koenigs-romme", ["stock", "pile"], "de", "ziehen", ("stock", "pile")),
    ("koenigs-romme", ["stock", "pile"], "en", "take a card", ("stock", "pile")),
]


@pytest.mark.parametrize(("slug", "moves", "lang", "typed", "could_be"), QUESTIONS)
def test_what_could_be_two_moves_is_asked_about(
    slug: str, moves: list[str], lang: str, typed: str, could_be: tuple[str, ...]
) -> None:
    (answer,) = moves_meant(slug, lang, typed, *moves)
    assert isinstance(answer, Unclear)
    assert sorted(answer.could_be) == sorted(could_be)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("typed", ["3", "7", "10", "10h", "♦8", "8 of diamonds"])
def test_K18_a_bare_number_or_card_throws_nothing_away_in_the_solo_game(lang: str, typed: str) -> None:
    (answer,) = moves_meant("koenigs-romme", lang, typed, *SOLO, names=["Du"])
    assert isinstance(answer, Unclear)


NONSENSE = [
    "hm",
    "８",
    "８x2",
    "٣",
    "8x",
    "08",
    "+1",
    "8 hm",
    "put",
    "",
    "[bold]8[/bold]",
    "8😀",
    "x" * 5_000,
    "@",
    "^",
]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("typed", NONSENSE)
def test_nonsense_is_not_a_move(lang: str, typed: str) -> None:
    for slug, moves in (("23", PLAY_23), ("help", ROW), ("yoyo", YOYO), ("koenigs-romme", CARDS)):
        answers = moves_meant(slug, lang, typed, *moves)
        assert not all(answer in moves for answer in answers), (slug, answers)


@given(st.text(max_size=40), st.sampled_from(LANGUAGES))
def test_any_text_at_all_is_read_without_failing(typed: str, lang: str) -> None:
    for slug, moves in (("23", PLAY_23), ("help", ROW), ("yoyo", YOYO), ("koenigs-romme", CARDS)):
        for answer in moves_meant(slug, lang, typed, *moves):
            assert isinstance(answer, (str, Unclear))
    moves_meant("koenigs-romme", lang, typed, *SOLO, names=["Du"])
    parse_wish(typed, words(lang))
    find_slug(typed)


def test_what_is_not_legal_is_left_for_the_rules_to_refuse() -> None:
    assert moves_meant("23", "en", "7", *PLAY_23) == ["7"]
    assert moves_meant("23", "en", "7", *PUT_23) == ["put 7"]
    assert moves_meant("23", "en", "lay 7", *PUT_23) == ["7"]
    assert moves_meant("koenigs-romme", "en", "out 10h", *CARDS) == ["out 10h"]
    assert moves_meant("help", "en", "zap", "give 9") == ["give Z"]
    assert moves_meant("help", "en", "joker", "7", "11") == ["J@1"]


def test_what_is_not_understood_is_named_from_there_on() -> None:
    assert moves_meant("23", "en", "8 hm 9", *PLAY_23) == [Unclear("hm 9")]
    assert moves_meant("23", "en", "hm", *PLAY_23) == [Unclear("hm")]
    assert moves_meant("23", "en", "the", *PLAY_23) == [Unclear("the")]


def test_K18_a_card_alone_is_asked_about_even_if_only_one_hand_has_it() -> None:
    assert moves_meant("koenigs-romme", "en", "8d", "7 8d", "7 9d", names=["You"]) == [
        Unclear("8d", ("7 8d",))
    ]


# -- several in a line ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slug", "moves", "lang", "typed", "line"),
    [
        ("23", PUT_23, "en", "put 2 3 23", ["put 2", "put 3", "put 23"]),
        ("23", PUT_23, "en", "23 2 3", ["put 2", "put 3", "put 23"]),
        ("23", PUT_23, "de", "23, 8, 8 weglegen", ["put 8", "put 8", "put 23"]),
        ("23", PLAY_23, "en", "8 9", ["8", "9"]),
        ("yoyo", YOYO, "en", "b1 b2", ["b1", "b2"]),
        ("yoyo", YOYO, "en", "b1-b2", ["b1", "b2"]),
        ("yoyo", YOYO, "de", "blau 1 blau 2 stopp", ["b1", "b2", "stop"]),
        ("yoyo", TAKE, "en", "take Ada Ben", ["take 1", "take 2"]),
        ("koenigs-romme", ["pile", "8d"], "en", "pile 8♦", ["pile", "8d"]),
        ("koenigs-romme", ["pile", "8d"], "de", "zieh vom Stapel, wirf Karo 8", ["pile", "8d"]),
        ("help", ["back 3", "9"], "en", "back 3 9", ["back 3", "9"]),
    ],
)
def test_several_moves_in_a_line(slug: str, moves: list[str], lang: str, typed: str, line: list[str]) -> None:
    assert moves_meant(slug, lang, typed, *moves) == line


def test_a_card_behind_its_verb_is_never_taken_without_the_verb() -> None:
    assert moves_meant("koenigs-romme", "en", "out 10h", "10h", "8d") == ["out 10h"]


# -- showing --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("slug", "players"), SIZES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_legal_move_is_understood_as_it_is_written_and_as_it_is_shown(
    slug: str, players: int, lang: str
) -> None:
    of, say, names = spec(slug), spec(slug).words(lang), [say_you(lang), *NAMES[1:players]]
    for state in Walk(of, players, players).steps(150):
        seat = int(state.turn())
        if seat == OVER:
            break
        moves = [of.text(move) for move in legal(state, seat)]
        for move in moves:
            for typed in (move, of.typing().spelling(move, names, say)):
                assert moves_meant(slug, lang, typed, *moves, names=names) == [move], typed


def say_you(lang: str) -> str:
    """The screen's word for the person at the keyboard."""
    return words(lang)("play.you")


@pytest.mark.parametrize(
    ("lang", "moves"),
    [
        (
            "de",
            ["weg 7", "8x2+1", "passen", "nimm Ben", "schieb b7", "zurück S", "aus 8♦", "Ablagestapel", "*"],
        ),
        ("en", ["put 7", "8x2+1", "pass", "take Ben", "slide b7", "back S", "out 8♦", "discard pile", "*"]),
        (
            "nl",
            ["weg 7", "8x2+1", "passen", "neem Ben", "schuif b7", "terug S", "uit 8♦", "aflegstapel", "*"],
        ),
    ],
)
def test_moves_are_shown_in_the_words_of_the_language(lang: str, moves: list[str]) -> None:
    written = [
        *(("23", move) for move in ("put 7", "8x2+1", "pass")),
        *(("yoyo", move) for move in ("take 2", "slide b7")),
        ("help", "back S"),
        *(("koenigs-romme", move) for move in ("out 8d", "pile", "*")),
    ]
    shown = [spec(slug).typing().spelling(move, NAMES, spec(slug).words(lang)) for slug, move in written]
    assert shown == moves


# -- wishes and games -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "typed", "wanted"),
    [
        *(
            (lang, typed, ("help", ""))
            for lang in LANGUAGES
            for typed in ("?", "??", "? moves", "HELP", "help!")
        ),
        *((lang, word, (word, "")) for lang in LANGUAGES for word in WISHES),
        *((lang, "rules T7", ("rules", "T7")) for lang in LANGUAGES),
        ("de", "Hilfe", ("help", "")),
        ("de", "züge", ("moves", "")),
        ("de", "Zuege", ("moves", "")),
        ("de", "Regel t7", ("rules", "t7")),
        ("de", "rückgängig", ("undo", "")),
        ("de", "Ende", ("quit", "")),
        ("nl", "hulp", ("help", "")),
        ("nl", "regels T7", ("rules", "T7")),
        ("nl", "einde", ("quit", "")),
        ("en", "moves now", ("", "")),
        ("en", "8", ("", "")),
        ("en", "", ("", "")),
    ],
)
def test_wishes_are_understood(lang: str, typed: str, wanted: tuple[str, str]) -> None:
    assert parse_wish(typed, words(lang)) == wanted


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("slug", SLUGS)
def test_no_wish_is_a_move_and_no_word_means_two_moves(slug: str, lang: str) -> None:
    typing, say = spec(slug).typing(), spec(slug).words(lang)
    for word, wanted in meanings("wish", say).items():
        found = typing.steps(word, (), NAMES, say)
        assert len(wanted) == 1
        assert isinstance(found, Unclear) or (slug, wanted) == ("help", ("help",)), word
    verbs = {*typing.whole_verbs, *typing.leading_verbs, "lay"}
    for word, several in meanings("move", say).items():
        assert len(verbs.intersection(several)) <= 1, word


@pytest.mark.parametrize("slug", SLUGS)
def test_the_catalogues_have_the_same_entries(slug: str) -> None:
    for one, other in itertools.pairwise(LANGUAGES):
        keys = [
            {key for key in spec(slug).words(lang).sentences if key.startswith(("typed.", "play."))}
            for lang in (one, other)
        ]
        assert keys[0] == keys[1]


@pytest.mark.parametrize(
    ("typed", "slug"),
    [
        ("HELP", "help"),
        ("HELP!", "help"),
        ("he", "help"),
        ("23", "23"),
        ("YoYo", "yoyo"),
        ("yo-yo", "yoyo"),
        ("y", "yoyo"),
        ("koenigs-romme", "koenigs-romme"),
        ("Königs-Rommé", "koenigs-romme"),
        ("koenigs romme", "koenigs-romme"),
        ("konigs romme", "koenigs-romme"),
        ("KÖNIG", "koenigs-romme"),
        ("five-crowns", "koenigs-romme"),
        ("Five Crowns", "koenigs-romme"),
        ("five", "koenigs-romme"),
        ("24", None),
        ("２３", None),
        ("", None),
        ("!", None),
        ("helpme", None),
    ],
)
def test_games_are_known_by_their_names(typed: str, slug: str | None) -> None:
    assert find_slug(typed) == slug


@pytest.mark.parametrize("slug", SLUGS)
def test_all_moves_of_a_game_have_texts_that_it_reads(slug: str) -> None:
    of = spec(slug)
    assert len(of.texts()) == len(set(of.texts())) > 30
    assert all(of.text(of.parse(move)) == move for move in of.texts())
