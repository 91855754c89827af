"""How a match of YoYo is told."""

from __future__ import annotations

import re

import pytest

from reihum import Match
from reihum.games.yoyo.telling import Telling
from reihum.words import LANGUAGES
from tests.telling import ODD, Overheard, catalogues_agree, last, tale, told_to_all, walked
from tests.tools import play
from tests.yoyo.test_rules import GAME, at, with_stock


def little_game() -> Match:
    """The last game of a match, from a series to the end."""
    match = with_stock(
        "r20 r12 r7 b9",
        "b8",
        "b13 b15 r4 r17 y14 y16",
        "b10 r3 y9",
        "b18 r16 y6",
        match_game=6,
        points=[4, -2, 1],
    )
    play(match, "b13", "y14", "b15", "y16", "b18", "draw", "y9", "stop")
    play(match, "slide r17", "slide b10", "slide r16")
    return play(match, "b10", "draw", "draw", "y6")


def test_a_little_game_told_to_one_of_its_players() -> None:
    assert tale(little_game()) == [
        "You lay the blue 13.",
        "You go on with the yellow 14.",
        "You go on with the blue 15.",
        "You go on with the yellow 16.",
        "Skip: Ben misses a turn.",
        "Cleo lays the blue 18.",
        "You draw the blue 9, which does not fit.",
        "Ben lays the yellow 9.",
        "Ben says stop.",
        "Pass-left: everybody chooses a card for the player on the left.",
        "You choose the red 17 for Ben.",
        "Everybody passes a card to the left.",
        "You get the red 16 from Cleo.",
        "Cleo lays the blue 10.",
        "You draw the red 7, which does not fit.",
        "Ben draws a card that does not fit.",
        "Cleo lays the yellow 6.",
        "Cleo has laid the last card and wins the game.",
        "Game 6 of 6 is over: you −4, Ben −3 and Cleo +5.",
        "The match is over: you 0, Ben −5 and Cleo 6. Cleo wins.",
    ]


def test_the_same_game_told_to_another_in_german() -> None:
    assert tale(little_game(), "de", 1) == [
        "Ada legt die blaue 13.",
        "Ada legt die gelbe 14 an.",
        "Ada legt die blaue 15 an.",
        "Ada legt die gelbe 16 an.",
        "Aussetzen: Du setzt einmal aus.",
        "Cleo legt die blaue 18.",
        "Ada zieht eine Karte, die nicht passt.",
        "Du legst die gelbe 9.",
        "Du sagst Stopp.",
        "Schieben: Alle wählen eine Karte für den linken Nachbarn.",
        "Du wählst die blaue 10 für Cleo.",
        "Alle schieben eine Karte nach links.",
        "Du bekommst die rote 17 von Ada.",
        "Cleo legt die blaue 10.",
        "Ada zieht eine Karte, die nicht passt.",
        "Du ziehst die rote 12, aber sie passt nicht.",
        "Cleo legt die gelbe 6.",
        "Cleo hat die letzte Karte gelegt und gewinnt das Spiel.",
        "Spiel 6 von 6 ist vorbei: Ada −4, du −3 und Cleo +5.",
        "Das Match ist vorbei: Ada 0, du −5 und Cleo 6. Cleo hat gewonnen.",
    ]


def test_the_same_game_told_to_the_winner_in_dutch() -> None:
    assert tale(little_game(), "nl", 2) == [
        "Ada legt de blauwe 13.",
        "Ada gaat verder met de gele 14.",
        "Ada gaat verder met de blauwe 15.",
        "Ada gaat verder met de gele 16.",
        "Overslaan: Ben slaat een beurt over.",
        "Je legt de blauwe 18.",
        "Ada trekt een kaart die niet past.",
        "Ben legt de gele 9.",
        "Ben zegt stop.",
        "Doorschuiven: iedereen kiest een kaart voor de linkerbuur.",
        "Je kiest de rode 16 voor Ada.",
        "Iedereen schuift een kaart door naar links.",
        "Je krijgt de blauwe 10 van Ben.",
        "Je legt de blauwe 10.",
        "Ada trekt een kaart die niet past.",
        "Ben trekt een kaart die niet past.",
        "Je legt de gele 6.",
        "Je hebt je laatste kaart gelegd en wint het spel.",
        "Spel 6 van 6 is afgelopen: Ada −4, Ben −3 en jij +5.",
        "De match is afgelopen: Ada 0, Ben −5 en jij 6. Je hebt gewonnen!",
    ]


def test_a_spectator_is_told_no_card_that_was_drawn_or_passed() -> None:
    assert tale(little_game(), listener=None)[6:14] == [
        "Ada draws a card that does not fit.",
        "Ben lays the yellow 9.",
        "Ben says stop.",
        "Pass-left: everybody chooses a card for the player on the left.",
        "Everybody passes a card to the left.",
        "Cleo lays the blue 10.",
        "Ada draws a card that does not fit.",
        "Ben draws a card that does not fit.",
    ]


# -- the direction --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "Ada opens with the red 5: downward."),
        ("de", "Ada legt als Erstes die rote 5: abwärts."),
        ("nl", "Ada opent met de rode 5: omlaag."),
    ],
)
def test_Y5_the_opening_card_says_where_it_goes(lang: str, sentence: str) -> None:
    assert last(play(at("", "r5 b1", "b2"), "r5"), lang, 1) == sentence


@pytest.mark.parametrize(
    ("pile", "hand", "move", "sentence"),
    [
        ("b8", "r8 b1", "r8", "You lay the red 8: now downward."),
        ("r8", "b8 b1", "b8", "You lay the blue 8: now upward."),
        ("b8", "b9 b1", "b9", "You lay the blue 9."),
        ("b8", "r8", "r8", "You lay the red 8."),  # the direction no longer matters after going out
    ],
)
def test_Y7_Y8_the_direction_is_told_where_a_card_turns_it(
    pile: str, hand: str, move: str, sentence: str
) -> None:
    assert tale(play(at(pile, hand, "b2"), move))[0] == sentence


@pytest.mark.parametrize(
    ("lang", "move", "sentence"),
    [
        ("en", "y12^", "You lay the yellow 12: still upward."),
        ("en", "y12v", "You lay the yellow 12: now downward."),
        ("de", "y12^", "Du legst die gelbe 12: weiter aufwärts."),
        ("de", "y12v", "Du legst die gelbe 12: jetzt abwärts."),
        ("nl", "y12^", "Je legt de gele 12: nog steeds omhoog."),
        ("nl", "y12v", "Je legt de gele 12: nu omlaag."),
    ],
)
def test_Y10_a_direction_that_is_named_is_told(lang: str, move: str, sentence: str) -> None:
    assert tale(play(at("b12", "y12 b1 r1", "b2"), move), lang)[0] == sentence


# -- drawing --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "listener", "sentences"),
    [
        ("en", 0, ["You draw the yellow 16 (Skip).", "You keep the card."]),
        ("en", 1, ["Ada draws a card.", "Ada keeps the card."]),
        ("de", 0, ["Du ziehst die gelbe 16 (Aussetzen).", "Du behältst die Karte."]),
        ("de", None, ["Ada zieht eine Karte.", "Ada behält die Karte."]),
        ("nl", 0, ["Je trekt de gele 16 (Overslaan).", "Je houdt de kaart."]),
    ],
)
def test_Y13_only_the_drawer_is_told_the_card(lang: str, listener: int | None, sentences: list[str]) -> None:
    match = with_stock("b12 y16", "b8", "b3 r1", "b10")
    assert tale(play(match, "draw", "keep"), lang, listener) == sentences


def test_Y14_the_draw_pile_is_used_up_once_and_shuffled_anew() -> None:
    match = play(with_stock("r12", "r3 b8", "b3 r1", "b10"), "draw")
    assert tale(match) == [
        "You draw the red 12, which does not fit.",
        "The draw pile is used up: all the cards laid except the top one are shuffled into a new one.",
    ]


@pytest.mark.parametrize(
    ("lang", "sentences"),
    [
        (
            "en",
            [
                "You draw the blue 12.",
                "The draw pile is used up for the second time, so nobody gets the 5 points.",
                "Game 3 of 4 is over: you −3 and Ben −1. Points so far: you 0 and Ben 2.",
                "Game 4 of 4: you begin.",
            ],
        ),
        (
            "de",
            [
                "Du ziehst die blaue 12.",
                "Der Nachziehstapel ist zum zweiten Mal aufgebraucht, also bekommt niemand die 5 Punkte.",
                "Spiel 3 von 4 ist vorbei: du −3 und Ben −1. Punkte bisher: du 0 und Ben 2.",
                "Spiel 4 von 4: Du beginnst.",
            ],
        ),
        (
            "nl",
            [
                "Je trekt de blauwe 12.",
                "De trekstapel is voor de tweede keer op, dus niemand krijgt de 5 punten.",
                "Spel 3 van 4 is afgelopen: jij −3 en Ben −1. Punten tot nu toe: jij 0 en Ben 2.",
                "Spel 4 van 4: jij begint.",
            ],
        ),
    ],
)
def test_Y25_used_up_for_the_second_time_is_why_a_game_ends(lang: str, sentences: list[str]) -> None:
    told = tale(used_up_again(), lang)
    assert told[:-1] == sentences
    assert told[-1].startswith({"en": "You are dealt ", "de": "Du bekommst ", "nl": "Je krijgt "}[lang])


def test_Y14a_nothing_to_shuffle_is_why_a_game_ends() -> None:
    told = tale(nothing_to_shuffle())
    assert told[1] == (
        "The draw pile is used up and there is nothing to shuffle, so nobody gets the 5 points."
    )


def used_up_again() -> Match:
    """A player has drawn the last card of a draw pile that had been reshuffled before."""
    match = with_stock("b12", "r3 b8", "b3 r1", "b10", emptied=1, points=[3, 3], match_game=3)
    return play(match, "draw")


def nothing_to_shuffle() -> Match:
    """A player has drawn the last card, and the pile has only its top card."""
    return play(at("b8", "b1", "b10", stock=["b12"]), "draw")


# -- yellow cards ---------------------------------------------------------------------------------


def heightened_draw() -> Match:
    """A Draw that is answered, so that the next player takes the cards."""
    match = at("b8", "y14 r1 r2 r3", "b20 y10 b1", "b19 r9 y6", "b3 b4 b5")
    return play(match, "y14", "y10v", "take 0", "take 3")


@pytest.mark.parametrize(
    ("listener", "sentences"),
    [
        (
            0,
            [
                "You lay the yellow 14.",
                "Draw: Ben must take a card from each of two players, or answer with another Draw.",
                "Ben answers with the yellow 10: now downward.",
                "Draw: Cleo must take 2 cards from each of two players, or answer with another Draw.",
                "Cleo takes a card from you: the red 1.",
                "Cleo takes 2 cards from Dov.",
                "Cleo takes another card from you: the red 2.",
            ],
        ),
        (
            2,
            [
                "Ada lays the yellow 14.",
                "Draw: Ben must take a card from each of two players, or answer with another Draw.",
                "Ben answers with the yellow 10: now downward.",
                "Draw: you must take 2 cards from each of two players, or answer with another Draw.",
                "You take a card from Ada: the red 1.",
                "You take 2 cards from Dov: the blue 3 and the blue 5.",
                "You take another card from Ada: the red 2.",
            ],
        ),
        (
            None,
            [
                "Ada lays the yellow 14.",
                "Draw: Ben must take a card from each of two players, or answer with another Draw.",
                "Ben answers with the yellow 10: now downward.",
                "Draw: Cleo must take 2 cards from each of two players, or answer with another Draw.",
                "Cleo takes a card from Ada.",
                "Cleo takes 2 cards from Dov.",
                "Cleo takes another card from Ada.",
            ],
        ),
    ],
)
def test_Y22_the_two_concerned_are_told_the_cards_taken(listener: int | None, sentences: list[str]) -> None:
    assert tale(heightened_draw(), listener=listener) == sentences


@pytest.mark.parametrize(
    ("lang", "sentences"),
    [
        (
            "de",
            [
                "Ben legt zur Antwort die gelbe 10: jetzt abwärts.",
                "Ziehen: Cleo muss von zwei Mitspielern je 2 Karten ziehen oder mit Ziehen antworten.",
                "Cleo zieht eine Karte von Ada.",
                "Cleo zieht 2 Karten von dir: die blaue 3 und die blaue 5.",
                "Cleo zieht noch eine Karte von Ada.",
            ],
        ),
        (
            "nl",
            [
                "Ben antwoordt met de gele 10: nu omlaag.",
                "Trekken: Cleo moet 2 kaarten van elk van twee medespelers trekken "
                "of met Trekken antwoorden.",
                "Cleo trekt een kaart van Ada.",
                "Cleo trekt 2 kaarten van jou: de blauwe 3 en de blauwe 5.",
                "Cleo trekt nog een kaart van Ada.",
            ],
        ),
    ],
)
def test_Y22_a_heightened_draw_in_other_languages(lang: str, sentences: list[str]) -> None:
    assert tale(heightened_draw(), lang, 3)[2:] == sentences


@pytest.mark.parametrize(
    ("lang", "listener", "sentences"),
    [
        (
            "en",
            0,
            [
                "Draw: Ben must take a card from you, or answer with another Draw.",
                "Ben takes a card from you: the red 1.",
                "You have lost your last card and so win the game.",
                "Game 4 of 4 is over: you +5 and Ben −3.",
                "The match is over: you 5 and Ben −3. You win!",
            ],
        ),
        (
            "de",
            1,
            [
                "Ziehen: Du musst von Ada eine Karte ziehen oder mit Ziehen antworten.",
                "Du ziehst eine Karte von Ada: die rote 1.",
                "Ada hat die letzte Karte verloren und gewinnt damit das Spiel.",
                "Spiel 4 von 4 ist vorbei: Ada +5 und du −3.",
                "Das Match ist vorbei: Ada 5 und du −3. Ada hat gewonnen.",
            ],
        ),
        (
            "nl",
            0,
            [
                "Trekken: Ben moet van jou één kaart trekken of met Trekken antwoorden.",
                "Ben trekt een kaart van jou: de rode 1.",
                "Je bent je laatste kaart kwijt en wint daarmee het spel.",
                "Spel 4 van 4 is afgelopen: jij +5 en Ben −3.",
                "De match is afgelopen: jij 5 en Ben −3. Je hebt gewonnen!",
            ],
        ),
    ],
)
def test_Y19_whoever_loses_the_last_card_wins(lang: str, listener: int, sentences: list[str]) -> None:
    match = at("b8", "y14 r1", "b20 r20", match_game=4)
    assert tale(play(match, "y14", "take 0"), lang, listener)[1:] == sentences


@pytest.mark.parametrize(
    ("lang", "sentences"),
    [
        (
            "en",
            [
                "You lay the yellow 15.",
                "You say stop.",
                "Chaos: all hands are shuffled and dealt again.",
                "You are dealt red 5 and yellow 13 (Pass-left).",
            ],
        ),
        (
            "de",
            [
                "Du legst die gelbe 15.",
                "Du sagst Stopp.",
                "Chaos: Alle Hände werden gemischt und neu verteilt.",
                "Du bekommst Rot 5 und Gelb 13 (Schieben).",
            ],
        ),
        (
            "nl",
            [
                "Je legt de gele 15.",
                "Je zegt stop.",
                "Chaos: alle handen worden geschud en opnieuw verdeeld.",
                "Je krijgt rood 5 en geel 13 (Doorschuiven).",
            ],
        ),
    ],
)
def test_Y21_after_chaos_everybody_is_told_the_new_hand(lang: str, sentences: list[str]) -> None:
    match = with_stock("b1 b2", "b8", "y15 b16 r7", "y6 r5 y13", "r1")
    assert tale(play(match, "y15", "stop"), lang) == sentences


# -- the match ------------------------------------------------------------------------------------


def test_Y3_a_match_begins_with_who_begins_and_the_own_cards() -> None:
    match = GAME.new(3, seed=1)
    words = Overheard("yoyo", "en")
    told = Telling(words, ["Ada", "Ben", "Cleo"], 1, False).event_sentences(match.dealt(1))
    assert told[0] == "Game 1 of 6: you begin."
    assert told[1].startswith("You are dealt ")
    assert len(told[1].split(",")) == 6  # the last two of seven are joined by 'and'


def test_Y27_a_shared_win_names_everybody() -> None:
    match = shared_win()
    assert tale(match)[-1] == "The match is over: you 5, Ben 5 and Cleo −2. Ben and you share the win."
    assert (
        tale(match, "de", 1)[-1]
        == "Das Match ist vorbei: Ada 5, du 5 und Cleo −2. Ada und du teilt euch den Sieg."
    )


def shared_win() -> Match:
    """Two players tie after the last game."""
    return play(at("b8", "b9", "b10", "b11 b12", points=[0, 6, 0], match_game=6), "b9")


# -- all sentences --------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_sentence_is_whole_and_none_is_never_said(lang: str) -> None:
    words = Overheard("yoyo", lang)
    answered = at("b8", "y14 r1 r2 r3", "b20 y10 b1")
    matches = [
        little_game(),
        heightened_draw(),
        used_up_again(),
        nothing_to_shuffle(),
        shared_win(),
        play(answered, "y14", "y10^", "take 1"),
    ]
    matches += [walked(GAME.new(2 + seed % 5, seed=seed), 250, seed) for seed in range(10)]
    for match in matches:
        for sentence in told_to_all(match, Telling, words):
            assert not ODD.search(sentence), sentence
            assert sentence[0].isupper()
            assert sentence.endswith((".", "!"))
    assert set(words.sentences) - words.used == set()


CARD = re.compile(r"(blue|red|yellow) (\d+)")


@pytest.mark.parametrize("players", [2, 3, 5])
def test_nobody_is_told_a_card_that_only_others_saw(players: int) -> None:
    match, named = GAME.new(players, seed=players), 0
    while not match.over and len(match.history) < 200:
        before = match.position()
        walked(match, len(match.history) + 1, len(match.history))
        made, after = match.history[-1], match.position()
        ended = after["match_game"] != before["match_game"]
        for listener in [None, *range(players)]:
            if ended and listener == made.by:
                continue  # the card drawn or taken last is back in the deck
            seen = {*after["pile"][-1:], match.game.spec.text(made.move)}  # what was laid
            if listener is not None:
                seen |= {*before["hands"][listener], *after["hands"][listener]}
            sentence = last(match, listener=listener)
            told = {colour[0] + number for colour, number in CARD.findall(sentence)}
            assert told <= seen, (sentence, listener)
            named += len(told)
    assert named > 200


def test_the_catalogues_agree() -> None:
    catalogues_agree("yoyo")
