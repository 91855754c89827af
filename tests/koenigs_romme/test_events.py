"""What happens in Königs-Rommé besides the moves, and who hears of it."""

from __future__ import annotations

import reihum
from reihum import Match
from reihum.core.types import Json
from reihum.games.koenigs_romme.cards import VALUE_NAMES, parse_card
from reihum.games.koenigs_romme.laydown import stands_for
from tests.koenigs_romme.test_solo import almost_won
from tests.tools import happened, play

GAME = reihum.game("koenigs-romme")


def at(*hands: str, **more: object) -> Match:
    """A position with these hands; a seat with one more card has drawn, or else seat 1 draws next."""
    return GAME.from_position({"hands": [hand.split() for hand in hands], **more}, seed=1)


def heard(match: Match, seat: int | None) -> list[Json]:
    """The events of the last move that a seat, or a spectator, heard."""
    return match.since(seat, len(match.history) - 1)[0].events


def meant(cards: str, wild: int) -> str:
    """What the cards of a combination stand for, as text."""
    return " ".join(stands_for([parse_card(card) for card in cards.split()], wild))


def test_K3_to_K6_the_first_deal_is_told() -> None:
    match = GAME.new(3, seed=1)
    position = match.position()
    begins = {"kind": "begins", "round": 1, "wild": "3", "dealer": 0, "beginner": 1}
    assert match.dealt(None) == [begins | {"card": position["pile"][0]}]
    for seat in range(3):
        assert match.dealt(seat) == [*match.dealt(None), {"kind": "dealt", "cards": position["hands"][seat]}]


def test_K3_to_K6_every_further_deal_is_told_after_the_round() -> None:
    match = play(at("4s 4h 4d 4c Qd", "3h 10d Jc Qx", stock=["6h", "5s"], dealer=1), "out Qd", "stock", "5s")
    position = match.position()
    card = position["pile"][0]
    begins = {"kind": "begins", "round": 3, "wild": "5", "dealer": 0, "beginner": 1, "card": card}
    assert [event["kind"] for event in heard(match, 0)] == ["laid", "round", "begins", "dealt"]
    assert heard(match, 0)[2:] == [begins, {"kind": "dealt", "cards": position["hands"][0]}]
    assert heard(match, 1)[2:] == [begins, {"kind": "dealt", "cards": position["hands"][1]}]
    assert heard(match, None)[2:] == [begins]


def test_K13_the_wilds_of_the_last_rounds_have_letters() -> None:
    match = at(" ".join(f"10{suit}" for suit in "sshhddccxx") + " 9d", "3h 3d 4c 5c 6c 7h 8d Jc Qd Kd")
    play(match, "out 9d", "stock")
    match.play(match.moves()[0])
    assert happened(match, "begins")[0]["wild"] == "J"


def test_K7_a_card_from_the_stock_is_told_to_the_one_who_drew_it() -> None:
    match = play(at("4s 6h 9d", "5s 7h Jd", pile=["8c"], stock=["3h", "10d"], turn=0), "stock")
    assert heard(match, 0) == [{"kind": "drew", "card": "10d"}]
    assert heard(match, 1) == heard(match, None) == []
    assert not match.can_undo(0)


def test_K7_a_card_from_the_pile_is_told_to_all_and_shows_nothing_new() -> None:
    match = play(at("4s 6h 9d", "5s 7h Jd", pile=["8c"], stock=["3h", "10d"], turn=0), "pile")
    assert heard(match, 0) == heard(match, 1) == [{"kind": "took", "seat": 0, "card": "8c"}]
    assert match.can_undo(0)


def test_K8_who_draws_the_last_card_hears_of_it_before_the_new_stock() -> None:
    match = play(at("4s 6h 9d", "5s 7h Jd", pile=["8c", "Qx"], stock=["10d"], turn=0), "stock")
    assert heard(match, 0) == [{"kind": "drew", "card": "10d"}, {"kind": "reshuffled", "cards": 2}]
    assert heard(match, 1) == [{"kind": "reshuffled", "cards": 2}]


def test_K9_a_discard_brings_no_event_and_can_be_taken_back() -> None:
    match = play(at("4s 6h 9d 9d", "5s 7h Jd"), "9d")
    assert heard(match, 0) == []
    assert match.can_undo(0)


def test_K13_who_goes_out_says_what_the_wilds_stand_for() -> None:
    match = play(at("7d 8d 3s Jc", "5h Ks *"), "out Jc")
    laid, stands_for = [["7d", "8d", "3s"]], [["7d", "8d", "9d"]]
    assert heard(match, 1) == [{"kind": "out", "seat": 0, "laid": laid, "stands_for": stands_for}]
    assert not match.can_undo(0)  # hidden cards are now on the table


def test_K14_what_is_laid_in_a_last_turn_is_told_even_if_it_is_nothing() -> None:
    match = at("5s 5h 5d 5c 5x Js", "9h 9d Kc Qd *", "4s 6h 8d Qx Jd", stock=["3c", "3x", "10c"])
    play(match, "out Js", "stock", "Qd")
    laid = [["9h", "9d", "*"]]
    said = [{"kind": "laid", "seat": 1, "laid": laid, "stands_for": [["9h", "9d", "9"]]}]
    assert heard(match, 0) == said
    assert not match.can_undo(1)
    play(match, "stock", "Qx")
    assert happened(match, "laid") == [{"kind": "laid", "seat": 2, "laid": [], "stands_for": []}]


def test_K13_what_a_wild_stands_for_is_read_off_its_combination() -> None:
    assert meant("5h * 7h", 3) == "5h 6h 7h"
    assert meant("* Qh Kh", 3) == "Jh Qh Kh"
    assert meant("3c 3d 5h 6h", 3) == "3h 4h 5h 6h"
    assert meant("6h 7h 8h", 7) == "6h 7h 8h"  # K13a: a wild used as the card that it shows
    assert meant("9s 9c 9c * Kd", 13) == "9s 9c 9c 9 9"
    assert meant("5h * *", 3) == "5h 5 5"
    assert meant("Jd * Jc", 11) == "J J J"


def test_K15_the_end_of_a_round_shows_all_hands() -> None:
    match = at("4s 4h 4d 4c 9s", "3h 10d Jc Qx", totals=[5, 7], stock=["6h", "5s"])
    play(match, "out 9s", "stock", "5s")
    hands = [[], ["3h", "10d", "Jc", "Qx"]]
    round_two = {"round": 2, "scores": [0, 36], "totals": [5, 43], "hands": hands}
    assert happened(match, "round") == [{"kind": "round", **round_two}]


def test_K17_the_deal_alone_is_told() -> None:
    match = next(match for match in (GAME.new(1, seed) for seed in range(60)) if match.scores() == [1])
    begins, finished, shown = match.dealt(0)
    nothing = {"round": None, "wild": None, "dealer": None, "card": None}
    assert begins == {"kind": "begins", "beginner": 0, **nothing}
    place = match.position()["finished"].index(True)
    assert finished["kind"] == "finished"
    assert finished["hand"] == VALUE_NAMES[place]
    assert sorted(card for laid in finished["laid"] for card in laid) == sorted(
        match.position()["hands"][place]
    )
    assert [len(laid) for laid in finished["stands_for"]] == [len(laid) for laid in finished["laid"]]
    assert shown == {"kind": "shown", "card": match.position()["shown"]}


def test_K18_a_card_placed_cannot_be_taken_back_once_the_next_is_shown() -> None:
    match = play(almost_won("Jd", ["4c"]), "3 7d")
    assert match.events == [
        {"kind": "placed", "hand": "3", "card": "Jd"},
        {"kind": "shown", "card": "4c"},
    ]
    assert not match.can_undo(0)


def test_only_a_game_that_is_followed_collects_events() -> None:
    match = at("7d 8d 3s Jc", "5h Ks *", pile=["9h"], stock=["4h"])
    state = match.state.copy()
    for move in ("out Jc", "stock", "4h"):
        state.play(state.turn(), GAME.spec.parse(move), match.dealer.copy())
    assert state.events == []
