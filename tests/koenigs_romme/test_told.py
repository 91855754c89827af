"""How a game of Königs-Rommé is told."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import reihum
from reihum import Match
from reihum.games.koenigs_romme.telling import Telling
from reihum.narrator import narrator
from reihum.words import LANGUAGES
from tests.koenigs_romme.test_solo import HANDS as SOLO_HANDS
from tests.telling import NAMES, ODD, Overheard, catalogues_agree, last, tale, told_to_all, walked
from tests.tools import play

GAME = reihum.game("koenigs-romme")


def at(*hands: str, **more: object) -> Match:
    """A position with these hands; a seat with one more card has drawn, or else seat 1 draws next."""
    return GAME.from_position({"hands": [hand.split() for hand in hands], **more}, seed=1)


def last_round(ada: int = 20) -> Match:
    """Round eleven for three: Ada goes out, Ben lays some of his cards, Cleo none."""
    match = at(
        "3s 4s 5s 6s 7s 8s 9s 10s Js Qs Ks 8h 8d",
        "9h 9d 9c Qh Kd Kx 10d 4h 5d 6c 6x 3c 3d",
        "3h 4d 5c 6d 7h 8c 9x 10h Jc Qd 3x 4c 5x",
        turn=0,
        totals=[ada, 12, 31],
        pile=["7c", "*"],
        stock=["Jd", "7d", "7x"],
    )
    return play(match, "pile", "out 8d", "stock", "3d", "stock", "4c")


def alone(shown: str, *stock: str) -> Match:
    """The solo variant: all hands but the first, 7♦ 7♣ 9★, are finished."""
    hands = [hand.split() for hand in SOLO_HANDS]
    return GAME.from_position({"solo": True, "hands": hands, "shown": shown, "stock": stock}, seed=1)


# -- little games ---------------------------------------------------------------------------------


def test_the_last_round_told_to_the_one_who_lays_a_part() -> None:
    assert tale(last_round(), "en", 1) == [
        "Ada takes the joker from the discard pile.",
        "Ada goes out with 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ 10♠ J♠ Q♠ and 8♥ joker K♠ and discards 8♦.",
        "Everybody else has one more turn.",
        "You draw 7★ from the draw pile.",
        "You lay 6★ 7★ K★ (8★) and 9♥ 9♦ 9♣ K♦ and discard 3♦.",
        "Cleo draws from the draw pile.",
        "Cleo lays nothing and discards 4♣.",
        "Round 11 is over. You have 3♣, 4♥, 5♦, 6♣, 10♦ and Q♥ left: 40 points. "
        "Cleo has 3♥, 3★, 4♦, 5♣, 5★, 6♦, 7♥, 7♦, 8♣, 9★, 10♥, J♣ and Q♦ left: 90 points.",
        "The game is over: Ada 20, you 52 and Cleo 121. Ada wins.",
    ]


def test_the_last_round_told_in_german_to_the_one_who_goes_out() -> None:
    assert tale(last_round(), "de", 0) == [
        "Du nimmst den Joker vom Ablagestapel.",
        "Du legst 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ 10♠ J♠ Q♠ und 8♥ Joker K♠ aus, wirfst 8♦ ab und machst damit aus.",
        "Alle anderen haben noch einen Zug.",
        "Ben zieht vom Nachziehstapel.",
        "Ben legt 6★ 7★ K★ (8★) und 9♥ 9♦ 9♣ K♦ aus und wirft 3♦ ab.",
        "Cleo zieht vom Nachziehstapel.",
        "Cleo legt nichts aus und wirft 4♣ ab.",
        "Runde 11 ist vorbei. Ben behält 3♣, 4♥, 5♦, 6♣, 10♦ und Q♥ auf der Hand: 40 Punkte. "
        "Cleo behält 3♥, 3★, 4♦, 5♣, 5★, 6♦, 7♥, 7♦, 8♣, 9★, 10♥, J♣ und Q♦ auf der Hand: 90 Punkte.",
        "Das Spiel ist vorbei: du 20, Ben 52 und Cleo 121. Du hast gewonnen!",
    ]


def test_the_last_round_told_in_dutch_to_a_spectator() -> None:
    assert tale(last_round(), "nl", None)[:3] == [
        "Ada pakt de joker van de aflegstapel.",
        "Ada gaat uit met 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ 10♠ J♠ Q♠ en 8♥ joker K♠ en legt 8♦ af.",
        "Alle anderen hebben nog één beurt.",
    ]
    assert tale(last_round(), "nl", None)[-1] == (
        "Het spel is afgelopen: Ada 20, Ben 52 en Cleo 121. Ada heeft gewonnen."
    )


def test_K16_a_shared_win_names_everybody() -> None:
    assert tale(last_round(ada=52))[-1] == (
        "The game is over: you 52, Ben 52 and Cleo 121. Ben and you share the win."
    )


def round_for_two() -> Match:
    """Ben goes out in round one, Ada cannot lay anything, and the next round is dealt."""
    match = at("5h Ks *", "7d 8d Jc", pile=["3s"], stock=["9c", "10h"], totals=[4, 9])
    return play(match, "pile", "out Jc", "stock", "10h")


@pytest.mark.parametrize(
    ("lang", "sentences"),
    [
        (
            "en",
            [
                "Ben takes 3♠ from the discard pile.",
                "Ben goes out with 7♦ 8♦ 3♠ (9♦) and discards J♣.",
                "You have one more turn.",
                "You draw 10♥ from the draw pile.",
                "You lay nothing and discard 10♥.",
                "Round 1 is over. You have 5♥, K♠ and a joker left: 68 points. "
                "Points so far: you 72 and Ben 9.",
            ],
        ),
        (
            "de",
            [
                "Ben nimmt 3♠ vom Ablagestapel.",
                "Ben legt 7♦ 8♦ 3♠ (9♦) aus, wirft J♣ ab und macht damit aus.",
                "Du hast noch einen Zug.",
                "Du ziehst 10♥ vom Nachziehstapel.",
                "Du legst nichts aus und wirfst 10♥ ab.",
                "Runde 1 ist vorbei. Du behältst 5♥, K♠ und einen Joker auf der Hand: 68 Punkte. "
                "Punkte bisher: du 72 und Ben 9.",
            ],
        ),
        (
            "nl",
            [
                "Ben pakt 3♠ van de aflegstapel.",
                "Ben gaat uit met 7♦ 8♦ 3♠ (9♦) en legt J♣ af.",
                "Je hebt nog één beurt.",
                "Je trekt 10♥ van de trekstapel.",
                "Je legt niets neer en legt 10♥ af.",
                "Ronde 1 is afgelopen. Je houdt 5♥, K♠ en een joker over: 68 punten. "
                "Punten tot nu toe: jij 72 en Ben 9.",
            ],
        ),
    ],
)
def test_a_round_of_two_in_three_languages(lang: str, sentences: list[str]) -> None:
    told = tale(round_for_two(), lang)
    assert told[:6] == sentences
    assert len(told) == 8  # and what the next deal brings


@pytest.mark.parametrize(
    ("lang", "sentences"),
    [
        (
            "en",
            [
                "Ben takes the 3 of spades from the discard pile.",
                "Ben goes out with 7 of diamonds, 8 of diamonds and 3 of spades as 9 of diamonds "
                "and discards the Jack of clubs.",
                "Ada has one more turn.",
            ],
        ),
        (
            "de",
            [
                "Ben nimmt die Pik-3 vom Ablagestapel.",
                "Ben legt Karo-7, Karo-8 und Pik-3 als Karo-9 aus, "
                "wirft den Kreuz-Buben ab und macht damit aus.",
                "Ada hat noch einen Zug.",
            ],
        ),
        (
            "nl",
            [
                "Ben pakt schoppen 3 van de aflegstapel.",
                "Ben gaat uit met ruiten 7, ruiten 8 en schoppen 3 als ruiten 9 en legt klaveren boer af.",
                "Ada heeft nog één beurt.",
            ],
        ),
    ],
)
def test_for_the_ear_cards_have_names(lang: str, sentences: list[str]) -> None:
    assert tale(round_for_two(), lang, None, spoken=True)[:3] == sentences


def test_several_combinations_are_kept_apart_for_the_ear() -> None:
    match = play(at("4s 4h 4d Qx Kx Jx 9d", "3s 5h 6d 7c 8x 9s", round=4), "out 9d")
    assert last(match, "en", 0, spoken=True) == (
        "You go out with Jack of stars, Queen of stars and King of stars; "
        "4 of spades, 4 of hearts and 4 of diamonds and discard the 9 of diamonds. Ben has one more turn."
    )


def test_K8_a_new_stock_is_told_with_its_size() -> None:
    match = at("4s 6h 9d", "5s 7h Jd", pile=["8c", "Qx", "8d"], stock=["10d"], turn=0)
    assert last(play(match, "stock")) == (
        "You draw 10♦ from the draw pile. The draw pile is used up: "
        "the 3 cards of the discard pile are shuffled and become the new draw pile."
    )
    match = at("4s 6h 9d", "5s 7h Jd", pile=["8c"], stock=["10d"], turn=0)
    play(match, "stock")
    assert last(match, "en", 1) == (
        "Ada draws from the draw pile. The draw pile is used up: "
        "the one card of the discard pile becomes the new draw pile."
    )
    assert last(match, "de", 1) == (
        "Ada zieht vom Nachziehstapel. Der Nachziehstapel ist aufgebraucht: "
        "Die eine Karte vom Ablagestapel wird zum neuen Nachziehstapel."
    )


@pytest.mark.parametrize(
    ("lang", "listener", "sentences"),
    [
        (
            "en",
            0,
            [
                "Round 1: 3 cards each, and the 3s are wild. You deal and turn up 3♥. Ben begins.",
                "You are dealt 4♥, 8♠ and K♣.",
            ],
        ),
        (
            "de",
            1,
            [
                "Runde 1: 3 Karten für jeden, Joker der Runde sind die 3er. "
                "Ada gibt und deckt 3♥ auf. Du beginnst.",
                "Du bekommst 9★, Q♠ und Q♣.",
            ],
        ),
        (
            "nl",
            None,
            [
                "Ronde 1: 3 kaarten voor iedereen, en de 3's zijn jokers van de ronde. "
                "Ada deelt en draait 3♥ om. Ben begint.",
            ],
        ),
    ],
)
def test_K3_the_deal_tells_everybody_what_is_wild_and_each_seat_its_cards(
    lang: str, listener: int | None, sentences: list[str]
) -> None:
    match = GAME.new(3, seed=3)
    assert (
        narrator("koenigs-romme", lang, NAMES[:3], listener).event_sentences(match.dealt(listener))
        == sentences
    )


# -- alone ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "sentences"),
    [
        (
            "en",
            [
                "You discard J♦ right away.",
                "You turn up 7♥.",
                "You put 7♥ into the hand where 3s are wild and discard 9★.",
                "The hand where 3s are wild is finished: 7♥ 7♦ 7♣.",
                "All eleven hands are finished: you win!",
            ],
        ),
        (
            "de",
            [
                "Du wirfst J♦ gleich wieder ab.",
                "Du deckst 7♥ auf.",
                "Du steckst 7♥ in die Hand, in der die 3er Joker sind, und wirfst 9★ ab.",
                "Die Hand, in der die 3er Joker sind, ist fertig: 7♥ 7♦ 7♣.",
                "Alle elf Hände sind fertig: Du hast gewonnen!",
            ],
        ),
        (
            "nl",
            [
                "Je legt J♦ meteen weer af.",
                "Je draait 7♥ om.",
                "Je steekt 7♥ in de hand waarin de 3's jokers zijn en legt 9★ af.",
                "De hand waarin de 3's jokers zijn, is klaar: 7♥ 7♦ 7♣.",
                "Alle elf handen zijn klaar: je hebt gewonnen!",
            ],
        ),
    ],
)
def test_K20_a_game_alone_that_is_won(lang: str, sentences: list[str]) -> None:
    assert tale(play(alone("Jd", "7h"), "3 Jd", "3 9x"), lang) == sentences


def test_K20_a_game_alone_that_is_lost() -> None:
    match = play(alone("Jd"), "3 7d")
    assert tale(match) == [
        "You put J♦ into the hand where 3s are wild and discard 7♦.",
        "The draw pile is used up, and 10 of 11 hands are finished: you lose.",
    ]
    assert tale(match, listener=None)[-1] == (
        "The draw pile is used up, and 10 of 11 hands are finished: Ada loses."
    )


def test_K17_the_deal_alone_tells_which_hands_are_finished_at_once() -> None:
    match = next(match for match in (GAME.new(1, seed) for seed in range(60)) if match.scores() == [1])
    tell = narrator("koenigs-romme", "en", NAMES[:1], 0)
    first, finished, shown = tell.event_sentences(match.dealt(0))
    assert first == "Eleven hands lie face up, and 28 cards are in the draw pile."
    assert " are wild is finished: " in finished
    assert shown.startswith("You turn up ")


# -- all games ------------------------------------------------------------------------------------


def games() -> Iterator[Match]:
    """Set-ups in which rare things happen, then walks with every number of players."""
    yield last_round()
    yield round_for_two()
    yield play(alone("Jd", "7h"), "3 Jd", "3 9x")
    yield play(alone("Jd"), "3 7d")
    yield play(at("4s 6h 9d", "5s 7h Jd", pile=["8c"], stock=["10d"], turn=0), "stock")
    yield last_round(ada=52)
    for players in (*GAME.players, 1, 1):
        yield walked(GAME.new(players, seed=players), 260, players)


@pytest.mark.long
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_sentence_is_whole_and_none_is_never_said(lang: str) -> None:
    words = Overheard("koenigs-romme", lang)
    for match in games():
        for sentence in told_to_all(match, Telling, words):
            assert not ODD.search(sentence), sentence
            assert sentence[0].isupper()
            assert sentence.endswith((".", "!"))
    assert set(words.sentences) - words.used == set()


def test_nobody_is_told_a_card_that_only_another_saw() -> None:
    """What a listener is told of another player's draw does not depend on the card."""
    for seed in range(6):
        match = walked(GAME.new(3, seed=seed), 120, seed)
        for listener in (None, 0, 1, 2):
            tell = narrator("koenigs-romme", "en", NAMES[:3], listener)
            for heard in match.since(listener):
                if heard.move == "stock" and heard.by != listener:
                    assert tell.sentences(heard)[0] == f"{NAMES[heard.by or 0]} draws from the draw pile."
                    assert all(event["kind"] == "reshuffled" for event in heard.events)


def test_the_catalogues_agree() -> None:
    catalogues_agree("koenigs-romme")
