"""How a game of HELP! is told."""

from __future__ import annotations

import re
from collections import Counter

import pytest

import reihum
from reihum import Match
from reihum.games.help.telling import Telling
from reihum.narrator import narrator
from reihum.words import LANGUAGES
from tests.telling import NAMES, ODD, Overheard, catalogues_agree, last, tale, told_to_all, walked
from tests.tools import play

GAME = reihum.game("help")
STUCK = "3 3 5 5"  # cannot play on an 8 or higher, nor help there


def at(row: str, *hands: str, **more: object) -> Match:
    """Seat 0 in turn with this row; other seats cannot play. A 6 is drawn next."""
    dealt = [hand.split() for hand in [*hands, STUCK, STUCK][: max(3, len(hands))]]
    start = {"hands": dealt, "row": row.split(), "turn": 0, "phase": "play", "stock": ["4", "5", "6"]}
    return GAME.from_position({**start, **more}, seed=1)


def little_game() -> Match:
    """A last round with a Joker, a Switch, a Zap, a No!, help given and help refused."""
    hands = ["J 1 1 2", "S 7 2 2", "Z 1 1 2"]
    match = at("3 5 8", *hands, stock=["8", "10", "3", "9", "N", "6"], points=[0, 2, 0])
    return play(match, "J@3", "S7@3", "Z", "help", "give 9", "back 1", "9", "N", "help")


def test_a_little_game_told_in_english_to_a_player_who_is_helped() -> None:
    assert tale(little_game(), "en", 0) == [
        "You put a Joker between the 5 and the 8 (it counts 6).",
        "You draw a 6.",
        "Ben plays a Switch and exchanges a 7 for the Joker in place 3 of the row.",
        "Cleo zaps the 8 at the end of the row.",
        "You cannot play and ask Cleo for help.",
        "Cleo helps you with a 9.",
        "You give Cleo a 1 in return.",
        "You lay a 9.",
        "You draw a 3.",
        "Ben lays a No! and will be skipped next time.",
        "Cleo could not play and you could not help: Ben scores a point.",
        "The game is over: you 0, Ben 3 and Cleo 0. Ben wins.",
    ]


def test_a_little_game_told_in_german_to_a_player_who_looks_on() -> None:
    assert tale(little_game(), "de", 1) == [
        "Ada legt einen Joker zwischen die 5 und die 8 (er zählt 6).",
        "Du spielst einen Switch und tauschst deine 7 gegen den Joker auf Platz 3 der Reihe.",
        "Du ziehst ein No!.",
        "Cleo nimmt mit einem Zap die 8 vom Ende der Reihe weg.",
        "Ada kann nicht spielen und bittet Cleo um Hilfe.",
        "Cleo gibt Ada eine Karte als Hilfe.",
        "Ada gibt Cleo dafür eine Karte zurück.",
        "Ada legt eine 9.",
        "Du legst ein No! und wirst beim nächsten Mal übersprungen.",
        "Du ziehst eine 10.",
        "Cleo konnte nicht spielen, und Ada konnte nicht helfen: ein Punkt für dich.",
        "Das Spiel ist vorbei: Ada 0, du 3 und Cleo 0. Du hast gewonnen!",
    ]


def test_a_little_game_told_in_dutch_to_a_player_who_helps() -> None:
    assert tale(little_game(), "nl", 2) == [
        "Ada legt een Joker tussen de 5 en de 8 (hij telt als 6).",
        "Ben speelt een Switch en ruilt een 7 voor de Joker op plaats 3 van de rij.",
        "Je haalt met een Zap de 8 van het einde van de rij weg.",
        "Je trekt een 9.",
        "Ada kan niet spelen en vraagt je om hulp.",
        "Je helpt Ada met een 9.",
        "Ada geeft je in ruil een 1 terug.",
        "Ada legt een 9.",
        "Ben legt een No! neer en wordt de volgende keer overgeslagen.",
        "Je kon niet spelen en Ada kon niet helpen: Ben krijgt een punt.",
        "Het spel is afgelopen: Ada 0, Ben 3 en jij 0. Ben heeft gewonnen.",
    ]


def test_a_little_game_told_to_a_spectator_who_sees_no_hidden_card() -> None:
    assert tale(little_game(), "en", None)[3:7] == [
        "Ada cannot play and asks Cleo for help.",
        "Cleo helps Ada with a card.",
        "Ada gives Cleo a card in return.",
        "Ada lays a 9.",
    ]


# -- a round begins -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "begins", "dealt"),
    [
        (
            "en",
            "Round 1 begins and goes clockwise. Everybody calls the lowest number in their hand.",
            "You are dealt a 4, a 6, a Joker and a Zap.",
        ),
        (
            "de",
            "Runde 1 beginnt und läuft im Uhrzeigersinn. Alle rufen die niedrigste Zahl ihrer Hand.",
            "Du bekommst eine 4, eine 6, einen Joker und einen Zap.",
        ),
        (
            "nl",
            "Ronde 1 begint en gaat met de klok mee. Iedereen roept het laagste getal uit zijn hand.",
            "Je krijgt een 4, een 6, een Joker en een Zap.",
        ),
    ],
)
def test_H3_to_H5_the_first_deal(lang: str, begins: str, dealt: str) -> None:
    match = GAME.new(3, seed=1)
    assert narrator("help", lang, NAMES[:3], 0).event_sentences(match.dealt(0)) == [begins, dealt]
    assert narrator("help", lang, NAMES[:3], None).event_sentences(match.dealt(None)) == [begins]


@pytest.mark.parametrize(
    ("lang", "sentences"),
    [
        (
            "en",
            ["You call 4.", "The calls: Cleo 2, you 4 and Ben 2.", "Cleo opens the row with the 2."],
        ),
        (
            "de",
            ["Du rufst 4.", "Gerufen haben: Cleo 2, du 4 und Ben 2.", "Cleo eröffnet die Reihe mit der 2."],
        ),
        ("nl", ["Je roept 4.", "Geroepen: Cleo 2, jij 4 en Ben 2.", "Cleo opent de rij met de 2."]),
    ],
)
def test_H5_H6_calls_are_told_when_all_are_made(lang: str, sentences: list[str]) -> None:
    hands = [["4", "5", "J", "Z"], ["2", "3", "9", "S"], ["2", "7", "7", "N"]]
    match = GAME.from_position({"hands": hands}, seed=1)
    match.play("call 2", 2)
    match.play("call 4", 0)
    assert tale(match, lang, 0) == sentences[:1]
    match.play("call 2", 1)
    assert tale(match, lang, 0) == sentences
    watched = [re.sub(r"\b(you|du|jij)\b", "Ada", sentence) for sentence in sentences[1:]]
    assert tale(match, lang, None) == watched


# -- special cards --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "move", "english", "german", "dutch"),
    [
        (
            "3 8",
            "J@1",
            "Ada puts a Joker before the 3 (it counts 1).",
            "Ada legt einen Joker vor die 3 (er zählt 1).",
            "Ada legt een Joker vóór de 3 (hij telt als 1).",
        ),
        (
            "3 J 8",
            "J@3",
            "Ada puts a Joker between the 4 and the 8 (it counts 5).",
            "Ada legt einen Joker zwischen die 4 und die 8 (er zählt 5).",
            "Ada legt een Joker tussen de 4 en de 8 (hij telt als 5).",
        ),
        (
            "3 8",
            "J@3",
            "Ada puts a Joker after the 8 (it counts 9).",
            "Ada legt einen Joker hinter die 8 (er zählt 9).",
            "Ada legt een Joker achter de 8 (hij telt als 9).",
        ),
        (
            "",
            "J@1",
            "Ada starts a new row with a Joker (it counts 1).",
            "Ada beginnt eine neue Reihe mit einem Joker (er zählt 1).",
            "Ada begint een nieuwe rij met een Joker (hij telt als 1).",
        ),
    ],
)
def test_H12_where_a_joker_goes_and_what_it_counts(
    row: str, move: str, english: str, german: str, dutch: str
) -> None:
    match = play(at(row, "J 1 1 2"), move)
    assert [last(match, lang, 1) for lang in ("en", "de", "nl")] == [english, german, dutch]


@pytest.mark.parametrize(
    ("row", "move", "english", "german", "dutch"),
    [
        (
            "3 J 8",
            "S5@1",
            "Ada plays a Switch and exchanges a 5 for the 3 in the row. The Joker after it now counts 6.",
            "Ada spielt einen Switch und tauscht eine 5 gegen die 3 aus der Reihe. "
            "Der Joker dahinter zählt jetzt 6.",
            "Ada speelt een Switch en ruilt een 5 voor de 3 uit de rij. De Joker erachter telt nu als 6.",
        ),
        (
            "J J J 8",
            "S5@1",
            "Ada plays a Switch and exchanges a 5 for the Joker in place 1 of the row. "
            "The Jokers after it now count 6 and 7.",
            "Ada spielt einen Switch und tauscht eine 5 gegen den Joker auf Platz 1 der Reihe. "
            "Die Joker dahinter zählen jetzt 6 und 7.",
            "Ada speelt een Switch en ruilt een 5 voor de Joker op plaats 1 van de rij. "
            "De Jokers erachter tellen nu als 6 en 7.",
        ),
    ],
)
def test_H12_H13_a_switch_and_the_jokers_that_change_with_it(
    row: str, move: str, english: str, german: str, dutch: str
) -> None:
    match = play(at(row, "S 5 1 2"), move)
    assert [last(match, lang, 1) for lang in ("en", "de", "nl")] == [english, german, dutch]


@pytest.mark.parametrize(
    ("row", "english", "german", "dutch"),
    [
        (
            "3 J",
            "Ada zaps the Joker at the end of the row.",
            "Ada nimmt mit einem Zap den Joker vom Ende der Reihe weg.",
            "Ada haalt met een Zap de Joker van het einde van de rij weg.",
        ),
        (
            "11",
            "Ada zaps the 11, and the row is empty.",
            "Ada nimmt mit einem Zap die 11 weg, und die Reihe ist leer.",
            "Ada haalt met een Zap de 11 weg, en de rij is leeg.",
        ),
    ],
)
def test_H14_what_a_zap_takes_away(row: str, english: str, german: str, dutch: str) -> None:
    match = play(at(row, "Z 1 1 2"), "Z")
    assert [last(match, lang, 1) for lang in ("en", "de", "nl")] == [english, german, dutch]


@pytest.mark.parametrize(
    ("lang", "listener", "sentences"),
    [
        ("en", 0, "You lay a 4. You draw a 6. Ben is skipped. Cleo discards the No! and has a normal turn."),
        ("en", 1, "Ada lays a 4. You are skipped. Cleo discards the No! and has a normal turn."),
        ("en", 2, "Ada lays a 4. Ben is skipped. You discard the No! and have a normal turn."),
        ("de", 1, "Ada legt eine 4. Du wirst übersprungen. Cleo legt das No! ab und ist normal dran."),
        ("de", 2, "Ada legt eine 4. Ben wird übersprungen. Du legst das No! ab und bist normal dran."),
        ("nl", 1, "Ada legt een 4. Je wordt overgeslagen. Cleo legt de No! af en heeft een gewone beurt."),
        ("nl", 2, "Ada legt een 4. Ben wordt overgeslagen. Je legt de No! af en hebt een gewone beurt."),
    ],
)
def test_H15_who_is_skipped_and_who_plays_again(lang: str, listener: int, sentences: str) -> None:
    assert last(play(at("3", "4 4 4 4", no=[0, 1, 2]), "4"), lang, listener) == sentences


@pytest.mark.parametrize(
    ("lang", "sentences"),
    [
        (
            "en",
            "You lay an 11. The row has six cards and goes to the discard pile. You draw a No!. "
            "The discard pile is shuffled and becomes the new draw pile.",
        ),
        (
            "de",
            "Du legst eine 11. Die Reihe hat sechs Karten und kommt auf den Ablagestapel. Du ziehst ein No!. "
            "Der Ablagestapel wird gemischt und zum neuen Nachziehstapel.",
        ),
        (
            "nl",
            "Je legt een 11. De rij telt zes kaarten en gaat naar de aflegstapel. Je trekt een No!. "
            "De aflegstapel wordt geschud en wordt de nieuwe trekstapel.",
        ),
    ],
)
def test_H9_H11_a_full_row_and_a_new_draw_pile(lang: str, sentences: str) -> None:
    assert last(play(at("1 3 4 6 9", "11 2 2 3", stock=["N"]), "11"), lang) == sentences


# -- the end of a round ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "listener", "sentence"),
    [
        ("en", 0, "You could not play and Dov could not help: Ben and Cleo each score a point."),
        ("en", 1, "Ada could not play and Dov could not help: Cleo and you each score a point."),
        ("en", 3, "Ada could not play and you could not help: Ben and Cleo each score a point."),
        ("de", 0, "Du konntest nicht spielen, und Dov konnte nicht helfen: je ein Punkt für Ben und Cleo."),
        ("de", 1, "Ada konnte nicht spielen, und Dov konnte nicht helfen: je ein Punkt für Cleo und dich."),
        ("de", 3, "Ada konnte nicht spielen, und du konntest nicht helfen: je ein Punkt für Ben und Cleo."),
        ("nl", 0, "Je kon niet spelen en Dov kon niet helpen: Ben en Cleo krijgen elk een punt."),
        ("nl", 1, "Ada kon niet spelen en Dov kon niet helpen: Cleo en jij krijgen elk een punt."),
        ("nl", 3, "Ada kon niet spelen en jij kon niet helpen: Ben en Cleo krijgen elk een punt."),
    ],
)
def test_H19_who_could_not_help_and_who_scores(lang: str, listener: int, sentence: str) -> None:
    match = play(at("9", STUCK, "3 4 5 6", "3 4 5 6", "4 4 5 5"), "help")
    assert tale(match, lang, listener)[0] == sentence


@pytest.mark.parametrize(
    ("lang", "listener", "sentence"),
    [
        ("en", 0, "You could not play and nobody could be asked: you score a point."),
        ("en", 1, "Ada could not play and nobody could be asked: Ada scores a point."),
        ("de", 0, "Du konntest nicht spielen, und niemand konnte gefragt werden: ein Punkt für dich."),
        ("de", 1, "Ada konnte nicht spielen, und niemand konnte gefragt werden: ein Punkt für Ada."),
        ("nl", 0, "Je kon niet spelen en kon niemand om hulp vragen: jij krijgt een punt."),
        ("nl", 1, "Ada kon niet spelen en kon niemand om hulp vragen: Ada krijgt een punt."),
    ],
)
def test_H20_who_had_nobody_to_ask_scores(lang: str, listener: int, sentence: str) -> None:
    match = play(at("9", STUCK, no=[0, 1, 2]), "help")
    assert tale(match, lang, listener)[0] == sentence


@pytest.mark.parametrize(
    ("lang", "sentences"),
    [
        (
            "en",
            [
                "Round 1 is over. Points: Ada 0, Ben 1 and you 0.",
                "Round 2 begins and goes anticlockwise. Ada and you call the lowest number in hand.",
            ],
        ),
        (
            "de",
            [
                "Runde 1 ist vorbei. Punkte: Ada 0, Ben 1 und du 0.",
                "Runde 2 beginnt und läuft gegen den Uhrzeigersinn. Es rufen: Ada und du.",
            ],
        ),
        (
            "nl",
            [
                "Ronde 1 is afgelopen. Punten: Ada 0, Ben 1 en jij 0.",
                "Ronde 2 begint en gaat tegen de klok in. Ada en jij roepen het laagste getal uit de hand.",
            ],
        ),
    ],
)
def test_H4_H5_points_direction_and_callers_of_the_next_round(lang: str, sentences: list[str]) -> None:
    match = play(at("9", STUCK), "help")
    assert tale(match, lang, 2)[1:3] == sentences
    assert len(tale(match, lang, 2)) == 4  # and your new cards
    assert len(tale(match, lang, None)) == 3


def test_H21_a_shared_win_names_everybody() -> None:
    match = play(at("9", STUCK, "3 4 5 6", "3 4 5 6", "4 4 5 5", points=[0, 2, 2, 1]), "help")
    assert tale(match, "en", 2)[1:] == [
        "The game is over: Ada 0, Ben 3, you 3 and Dov 1. Ben and you share the win."
    ]


# -- all sentences --------------------------------------------------------------------------------


def set_ups() -> list[Match]:
    """Things that seldom happen in random games."""
    help_all = play(at("9", STUCK, no=[0, 1, 2]), "help")
    changed = [play(at(row, "S 5 1 2"), "S5@1") for row in ("3 J 8", "J J J 8")]
    jokers = [play(at(row, "J 1 1 2"), move) for row, move in (("", "J@1"), ("3 8", "J@1"), ("3 8", "J@3"))]
    zaps = [play(at(row, "Z 1 1 2"), "Z") for row in ("11", "3 11")]
    full = play(at("1 3 4 6 9", "11 2 2 3", stock=["N"]), "11")
    shared = play(at("9", STUCK, "3 4 5 6", "3 4 5 6", "4 4 5 5", points=[0, 2, 2, 1]), "help")
    return [little_game(), help_all, *changed, *jokers, *zaps, full, shared]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_sentence_is_whole_and_none_is_never_said(lang: str) -> None:
    words = Overheard("help", lang)
    walks = [walked(GAME.new(3 + seed % 3, seed=seed), 150, seed) for seed in range(9)]
    for match in [*set_ups(), *walks]:
        for sentence in told_to_all(match, Telling, words):
            assert not ODD.search(sentence), sentence
            assert sentence[0].isupper()
            assert sentence.endswith((".", "!"))
    assert set(words.sentences) - words.used == set()


@pytest.mark.parametrize("seed", range(6))
def test_H10_nobody_else_is_told_what_somebody_draws(seed: int) -> None:
    match = walked(GAME.new(3 + seed % 3, seed=seed), 150, seed)
    drew = Counter(event.ears for made in match.history for event in made.events if event.kind == "drew")
    assert len(drew) == match.seats
    for listener in [None, *range(match.seats)]:
        told = sum(sentence.startswith("You draw") for sentence in tale(match, "en", listener))
        assert told == (0 if listener is None else drew[listener])


def test_H18_nobody_else_is_told_which_cards_change_hands() -> None:
    outsiders = 0
    for seed in range(9):
        match = walked(GAME.new(3 + seed % 3, seed=seed), 150, seed)
        for listener in [None, *range(match.seats)]:
            tell = narrator("help", "en", NAMES[: match.seats], listener)
            for made, heard in zip(match.history, match.since(listener), strict=True):
                to = [event.facts["to"] for event in made.events if event.kind == "handed"]
                if to and listener not in (made.by, *to):
                    (told,) = tell.sentences(heard)
                    assert re.search(r"\ba card\b", told), told
                    assert not re.search(r"\d|Joker|Switch|Zap|No!", told), told
                    outsiders += 1
    assert outsiders > 30


def test_the_catalogues_agree() -> None:
    catalogues_agree("help")
