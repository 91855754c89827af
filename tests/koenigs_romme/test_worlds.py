"""Worlds of Königs-Rommé: all deals that fit what a seat has seen, equally often."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable
from math import factorial

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import reihum
from reihum.core.contract import NOBODY, State, legal
from reihum.core.dealer import Seeded
from reihum.core.errors import NoWorld
from reihum.core.types import Json
from reihum.games.koenigs_romme import SPEC
from reihum.games.koenigs_romme.cards import KINDS, card_name, parse_card
from reihum.games.koenigs_romme.deal import Deal
from reihum.games.koenigs_romme.pasts import Past, Pasts, find_pasts
from reihum.games.koenigs_romme.proofs import Proofs
from reihum.games.koenigs_romme.rules import KoenigsRomme, start
from reihum.games.koenigs_romme.worlds import repair
from tests.koenigs_romme.test_solo import HANDS as SOLO_HANDS
from tests.worlds import Feature, Likely, Script, Shuffled, among_others, compare

pytestmark = pytest.mark.long  # thousands of deals

HANDS_AND_STOCK = among_others("stock")
HANDS_ONLY = among_others()


def at(*hands: str, stock: str, pile: str = "", turn: int = 0, **more: object) -> State:
    """A table without most of the cards, so that there are few possible deals."""
    return SPEC.from_position(
        {
            "hands": [hand.split() for hand in hands],
            "stock": stock.split(),
            "pile": pile.split(),
            "turn": turn,
            **more,
        },
        Seeded(1),
    )


def moves(*texts: str) -> Script:
    """The moves of a script, written '1 stock'."""
    return [(int(text[0]), text[2:]) for text in texts]


def played(state: State, *texts: str) -> State:
    """The state after some moves, always with the same dealer."""
    for said in texts:
        seat, move = int(said[0]), SPEC.parse(said[2:])
        assert state.owes(seat)
        assert state.refusal(seat, move) is None, said
        state.play(seat, move, Seeded(1))
    return state


def worlds(state: State, seat: int, deals: int = 200) -> list[Json]:
    """Positions of many worlds of a seat."""
    return [SPEC.position(state.world(seat, Seeded(seed))) for seed in range(deals)]


def hand(seat: int) -> Feature:
    """What a seat holds."""

    def held(position: Json) -> Hashable:
        return tuple(position["hands"][seat])

    return held


def eights(position: Json) -> Hashable:
    """How many diamond 8s each of the others holds."""
    return tuple(held.count("8d") for held in position["hands"][1:])


def all_hidden(position: Json) -> Hashable:
    """All hands but the first, and which cards are in the stock."""
    return tuple(tuple(held) for held in position["hands"][1:]), tuple(sorted(position["stock"]))


def fair(
    state: State, script: Script, feature: Feature, tries: int, anew: Shuffled = HANDS_AND_STOCK
) -> None:
    """Seat 0's worlds after a script show a feature as often as real deals."""
    compare(SPEC, state, script, 0, anew, feature, tries, discards_at_random(SPEC.position(state)))


def discards_at_random(start: Json) -> Likely:
    """Others throw any card of their hand away, so one of two equal cards is twice as likely.

    A card that everybody saw them take from the pile goes first, and counts as one card.
    """
    hidden = Counter(card for cards in [*start["hands"][1:], start["stock"], start["pile"]] for card in cards)

    def likely(position: Json, seat: int, text: str) -> float:
        card = text.removeprefix("out ")
        if seat == 0 or card in ("stock", "pile") or card in position["taken"][seat]:
            return 1
        return float(position["hands"][seat].count(card)) / hidden[card]

    return likely


# -- taken from the pile, discarded ---------------------------------------------------------------


def test_K7_a_card_taken_from_the_pile_is_where_everybody_saw_it_go() -> None:
    state = at("4s 6h 9d", "8d 8d Kc", stock="5c 7x Qh 10s", pile="Jc", turn=1)
    script = moves("1 pile", "1 Kc")
    fair(state, script, all_hidden, 2_000)
    assert all("Jc" in world["hands"][1] for world in worlds(state, 0))


def test_K9_who_threw_one_of_two_equal_cards_away_holds_the_other_as_likely_as_any_card() -> None:
    """Three of the seven cards that seat 0 does not see are in the hand of seat 1."""
    state = at("4s 6h 9d", "8d 8d Kc", stock="5c 7x Qh 10s 3c", pile="Jc", turn=1)
    fair(state, moves("1 stock", "1 8d"), eights, 3_000)
    held = [world["hands"][1].count("8d") for world in worlds(state, 0, 4_000)]
    assert abs(held.count(1) / 4_000 - 3 / 7) < 0.035


def test_K9_what_was_drawn_after_a_discard_cannot_have_been_it() -> None:
    state = at("4s 6h 9d", "8d Kc 7x", stock="8d 5c 9c Qh 10s", pile="Jc", turn=1)
    script = moves("1 stock", "1 8d", "0 pile", "0 4s", "1 stock", "1 Kc")
    fair(state, script, eights, 3_000)


def test_K9_what_was_drawn_before_a_discard_may_have_been_it() -> None:
    """Seat 1 draws twice before it throws an 8 away."""
    state = at("4s 6h 9d", "8d 5c Kc", stock="10s Qh 8d 7x", pile="Jc", turn=1)
    script = moves("1 stock", "1 Kc", "0 pile", "0 4s", "1 stock", "1 8d")
    fair(state, script, eights, 6_000)


def test_K9_of_many_jokers_each_may_have_been_the_one_thrown_away() -> None:
    state = at("4s 6h 9d", "* * Kc", stock="* * 7x 10s", pile="Jc", turn=1)
    fair(state, moves("1 stock", "1 *"), hand(1), 1_500)


def test_K9_one_equal_card_after_the_other_goes_from_one_hand() -> None:
    state = at("4s 6h 9d", "8d 8d Kc", stock="5c 7x Qh 10s", pile="Jc", turn=1)
    script = moves("1 stock", "1 8d", "0 pile", "0 4s", "1 stock", "1 8d")
    fair(state, script, hand(1), 8_000)


def test_K9_a_card_taken_and_thrown_back_tells_nothing_about_an_equal_one() -> None:
    state = at("4s 6h 9d", "8d 5c Kc", stock="7x Qh 10s", pile="8d", turn=1)
    fair(state, moves("1 pile", "1 8d"), hand(1), 1_500)


# -- laid in last turns ---------------------------------------------------------------------------


def test_K14a_who_could_lay_nothing_holds_nothing_to_lay() -> None:
    state = at("5h 6h 7h 10d", "", "9s 9h Kc 5d", stock="9d 8c 9x 3h", pile="Qs", turn=2, out_by=1)
    fair(state, moves("2 stock", "2 Kc"), hand(2), 3_000)


def test_K14a_what_stays_beside_cards_laid_could_not_be_laid_with_them() -> None:
    """Not a fourth nine, nor a wild 4; and one of two Kings of clubs is gone."""
    state = at("5h 6h 7h 10d", "", "9h 9d Kc 5h", stock="7c Kc 9x 4s", pile="9s", turn=2, out_by=1)
    fair(state, moves("2 pile", "2 Kc"), hand(2), 12_000)


def test_K14a_who_laid_one_of_two_equal_cards_may_have_kept_the_other() -> None:
    """Laying is forced, so being able to lay either of two equal cards makes it no likelier."""
    state = at("5h 6h 7h 10d", "", "7d 8d 8d 9d", stock="3h Kc Qx Jc", pile="9s", turn=2, out_by=1)
    fair(state, moves("2 stock", "2 Jc"), hand(2), 6_000)
    assert SPEC.view(state, 0)["laid"][2] == [["7d", "8d", "9d"]]


def test_K14a_a_hand_that_hardly_ever_comes_up_can_be_dealt_all_the_same() -> None:
    """Thirteen cards and nothing to lay: too rare to deal by luck."""
    kept = "3s 3h 4s 4h 6d 6c 7d 7c 9s 9h 10d 10c Qs"
    state = reihum.game("koenigs-romme").from_position(
        {"hands": [["3d"] * 2 + ["5s", "5h"] * 2 + ["8x"] * 2 + ["Jd", "Jc"] * 2 + ["Qx"], [], kept.split()]}
        | {"round": 11, "out_by": 1, "turn": 0, "pile": ["4d"]},
        seed=1,
    )
    found = set()
    for world in worlds(state.state, 0, 5):
        assert reihum.best_laydown(world["hands"][2], "K").combinations == []
        found.add(tuple(world["hands"][2]))
    assert len(found) == 5


NOTHING_TO_LAY = [
    "3s 3h 4s 4h 6d 6c 7d 7c 9s 9h 10d 10c Qs",
    "3d 3c 4d 4c 6s 6h 7s 7h 9d 9c 10s 10h Qh",
    "3x 3s 5d 5c 6x 6s 8d 8c 9x 9s Jd Jc Qd",
    "4x 4d 5s 5h 7x 7d 8s 8h 10x 10d Js Jh Qc",
]


def test_K14a_four_such_hands_are_dealt_card_by_card() -> None:
    """By luck they would never be dealt all at once."""
    hands = [["3d", "5x", "8x", "Jx"] + ["*"] * 6 + ["Kc", "Kd", "Kx"], [], *map(str.split, NOTHING_TO_LAY)]
    match = reihum.game("koenigs-romme").from_position(
        {"hands": hands, "round": 11, "out_by": 1, "turn": 0, "pile": ["Jx"]}, seed=1
    )
    found = worlds(match.state, 0, 3)
    for world in found:
        assert [reihum.best_laydown(hand, "K").combinations for hand in world["hands"][2:]] == [[]] * 4
        assert world["hands"][0] == match.position()["hands"][0]
    assert len({tuple(hand) for world in found for hand in world["hands"][2:]}) == 12


def test_K14a_card_by_card_those_who_have_not_laid_yet_give_fitting_cards_too() -> None:
    """What seat 2 could not lay is in the hand of seat 3; the stock has one card."""
    state = at(*("5h 6h Jh", "", "4s 7h Kd", "9s 9h 9d"), stock="9c", pile="8s Qs", turn=3, out_by=1, round=1)
    assert isinstance(state, KoenigsRomme)
    mended = 0
    for seed in range(40):
        dealer = Seeded(seed)
        deal = Deal(proofs := Proofs(state, 0))
        deal.lay_out(find_pasts(proofs, dealer).pick(dealer), dealer)
        nines = sum(card_name(deal.card[place])[0] == "9" for place in deal.places_of(2))
        assert deal.facts_hold() == (nines < 3)
        mended += nines == 3
        assert repair(deal, dealer)
        assert deal.facts_hold()
    assert mended > 2


def test_where_no_deal_can_be_it_is_said() -> None:
    state = at("4s 6h 9d", "", "8s 8h 8d", stock="8c 8x", pile="Jc", turn=0, out_by=1)
    with pytest.raises(NoWorld):
        state.world(0, Seeded(1))


# -- a stock made of the pile ---------------------------------------------------------------------


def test_K8_two_players_know_each_others_hands_when_the_stock_is_made() -> None:
    state = at("4s 6h 9d", "8d 5c Kc", stock="Jh", pile="8c 7x Qh")
    played(state, "0 stock")
    for world in worlds(state, 0, 20):
        assert world["hands"][1] == ["5c", "8d", "Kc"]
        assert sorted(world["stock"]) == ["7x", "8c", "Qh"]


def test_K8_of_two_equal_cards_either_may_have_been_thrown_away() -> None:
    """One was dealt, the other is in the new stock and may have been drawn."""
    state = at("4s 6h 9d", "8d 5c Kc", stock="Jh", pile="8d 7x Qh 10s")
    fair(state, moves("0 stock", "0 Jh", "1 stock", "1 8d"), eights, 2_000, HANDS_ONLY)


def test_K8_a_card_drawn_from_the_new_stock_is_with_one_who_drew() -> None:
    state = at("4s 6h 9d", "8d 5c Kc", "9c 6s Qh", stock="Jh", pile="8d 7x Qh 10s")
    script = moves("0 stock", "0 Jh", "1 stock", "1 Kc", "2 pile", "2 6s")
    fair(state, script, hand(1), 2_500, HANDS_ONLY)
    for world in worlds(state, 0):
        assert not {"7x", "10s"} & set(world["hands"][2])


def test_K8_three_players_who_have_all_drawn_since() -> None:
    state = at("4s 6h 9d", "8d 5c Kc", "9c 6s Qh", stock="Jh", pile="8d 7x Qh 10s")
    script = moves("0 stock", "0 Jh", "1 stock", "1 Kc", "2 stock", "2 Qh")
    fair(state, script, eights, 2_000, HANDS_ONLY)


def test_K8_own_draws_since_then_tell_where_an_equal_card_came_from() -> None:
    """Seat 0 draws the diamond 8 from the new stock, so the one thrown away was dealt."""
    state = at("4s 6h 9d", "8d 5c Kc", stock="Jh", pile="10s 8d Qh")
    script = moves("0 stock", "0 Jh", "1 stock", "1 8d", "0 stock", "0 4s")
    fair(state, script, all_hidden, 2_500, HANDS_ONLY)
    assert SPEC.view(state, 0)["drew"] == ["8d"]
    for world in worlds(state, 0):
        assert {"10s", "Qh"} & set(world["hands"][1])


def test_K8_a_stock_made_twice_keeps_what_was_known_of_the_first() -> None:
    state = at("4s 6h 9d", "8d 5c Kc", "9c 6s 8d", stock="Jh", pile="7x Qh")
    script = moves(
        *("0 stock", "0 Jh", "1 stock", "1 Kc", "2 stock", "2 6s"),
        *("0 pile", "0 4s", "1 stock", "1 8d"),
    )
    fair(state, script, all_hidden, 3_000, HANDS_ONLY)


def test_K8_a_stock_can_be_made_twice_while_only_the_observer_draws() -> None:
    state = at("4s 6h 9d", "8d 5c Kc", stock="Jh", pile="7x")
    played(state, "0 stock", "0 Jh", "1 pile", "1 Jh", "0 stock", "0 7x")
    assert SPEC.view(state, 0)["composed"] == ["Jh"]
    assert all(world["hands"][1] == ["5c", "8d", "Kc"] for world in worlds(state, 0, 5))


def test_K8_a_spectator_knows_what_everybody_knows() -> None:
    state = at("4s 6h 9d", "8d 5c Kc", stock="Jh", pile="7x Qh 10s")
    played(state, "0 stock", "0 Jh")
    for world in worlds(state, NOBODY):
        assert sorted(world["stock"]) == ["10s", "7x", "Qh"]
    assert len({tuple(world["hands"][0]) for world in worlds(state, NOBODY)}) > 5


def test_K8_long_after_many_new_stocks_worlds_still_look_the_same() -> None:
    """There were too many hidden cards to keep every past."""
    chance, dealer = Seeded(2), Seeded(1)
    state = start(7, dealer)
    state.round = 10
    state.deal(dealer)
    made = 0
    for turn in range(200):
        seat = state.turn()
        draws = legal(state, seat)
        state.play(seat, draws[chance.below(len(draws))], dealer)
        made += state.stocks_made > 0 and not state.in_pile
        hand = SPEC.view(state, seat)["hand"]
        state.play(seat, SPEC.parse(hand[chance.below(len(hand))]), dealer)
        if turn % 40 == 39:
            for observer in (NOBODY, turn % 7):
                world = state.world(observer, Seeded(turn))
                assert SPEC.view(world, observer) == SPEC.view(state, observer)
                again = [each.world(observer, Seeded(turn + 1)) for each in (state, world)]
                assert SPEC.position(again[0]) == SPEC.position(again[1])
    assert made > 3


def drawn_since() -> State:
    """Three players; the stock was made of four cards, of which each seat has drawn one or two."""
    state = at("4s 6h 9d", "8d 5c Kc", "9c 6s Qh", stock="Jh", pile="8d 7x 10s 10h 5d 5h")
    return played(
        state,
        *("0 stock", "0 Jh", "1 stock", "1 Kc", "2 stock", "2 Qh"),
        *("0 stock", "0 4s", "1 stock", "1 5c"),
    )


def test_K8_what_a_seat_has_drawn_since_is_in_its_own_view_alone() -> None:
    state = drawn_since()
    assert [len(SPEC.view(state, seat)["drew"]) for seat in (0, 1, 2, NOBODY)] == [1, 2, 1, 0]
    drew = [card for seat in range(3) for card in SPEC.view(state, seat)["drew"]]
    assert sorted(drew + SPEC.position(state)["stock"]) == sorted(SPEC.view(state, 0)["composed"])
    assert set(SPEC.view(state, 1)["drew"]) <= set(SPEC.view(state, 1)["hand"])


@pytest.mark.parametrize("seat", [NOBODY, 0, 1, 2])
def test_K8_copies_and_worlds_after_a_new_stock_know_what_everybody_drew(seat: int) -> None:
    state = drawn_since()
    views = [SPEC.view(state, other) for other in (NOBODY, 0, 1, 2)]
    assert [SPEC.view(state.copy(), other) for other in (NOBODY, 0, 1, 2)] == views
    for number in range(20):
        world = state.world(seat, Seeded(number))
        assert SPEC.view(world, seat) == SPEC.view(state, seat)
        drew = [SPEC.view(world, other)["drew"] for other in range(3)]
        assert [len(each) for each in drew] == [1, 2, 1]
        assert sorted(sum(drew, SPEC.position(world)["stock"])) == sorted(SPEC.view(state, 0)["composed"])
        again = world.world((seat + 1) % 3, Seeded(number))
        assert SPEC.view(again, (seat + 1) % 3) == SPEC.view(world, (seat + 1) % 3)


def test_K8_the_next_round_begins_without_memories() -> None:
    state = played(at("3s 3h 3d", "8d 5c Kc", stock="Jh", pile="8d 7x"), "0 stock", "0 out Jh", "1 stock")
    assert SPEC.view(state, 1)["composed"] == ["7x", "8d"]
    assert len(SPEC.view(state, 1)["drew"]) == 1
    played(state, "1 Kc", "0 stock")
    for seat in (0, 1):
        assert SPEC.view(state, seat)["composed"] is None
        assert SPEC.view(state, seat)["drew"] == []
        assert SPEC.view(state.world(seat, Seeded(1)), seat) == SPEC.view(state, seat)


# -- pasts ----------------------------------------------------------------------------------------


def counted(*cards: str) -> vec[i64]:
    """How many of each card these are."""
    return vec[i64]([cards.count(card_name(card)) for card in range(KINDS)])


def test_K8_a_past_counts_the_deals_that_it_stands_for() -> None:
    past = Past(vec[i64]([0, 3, 2]), counted("8d", "8d", "5c", "Kc", "Qh"))
    past.make_stock(counted("8d", "7x", "7x"))
    past.draw(2, 1)
    eight, seven = parse_card("8d"), parse_card("7x")
    assert [past.can_be_from(source, 2, eight) for source in (0, 1)] == [True, True]
    assert [past.can_be_from(source, 1, eight) for source in (0, 1)] == [True, False]  # seat 1 drew nothing
    assert [past.can_be_from(source, 2, seven) for source in (0, 1)] == [False, True]
    assert past.deals() == factorial(5) * factorial(3)
    twin = past.copy()
    past.give(1, eight, 0)  # any of the three cards of seat 1, any of two 8s
    assert (past.ways, past.deals()) == (6, 6 * factorial(4) * factorial(3))
    past.give(2, seven, 1)
    assert (past.ways, past.deals()) == (12, 12 * factorial(4) * factorial(2))
    assert list(past.held) == [0, 2, 2, 0, 0, 0]
    assert list(past.source_of) == [0, 1]
    assert not past.can_be_from(1, 2, seven)
    assert (twin.ways, list(twin.held), list(twin.source_of)) == (1, [0, 3, 2, 0, 0, 1], [])


def test_pasts_are_drawn_as_often_as_the_deals_they_stand_for() -> None:
    """One stands for six deals and one for three; a past without deals is never chosen."""
    thrice, never, once = (Past(vec[i64]([0, 1]), counted("8d")) for _ in range(3))
    thrice.ways, never.ways, once.ways, once.stands_for = 6, 0, 9, 3
    lots = Pasts([thrice, never, once])
    dealer = Seeded(1)
    drawn = [lots.pick(dealer) for _ in range(3_000)]
    assert all(past is not never for past in drawn)
    assert 1_900 < sum(past is thrice for past in drawn) < 2_100


# -- alone ----------------------------------------------------------------------------------------


def test_K17_alone_only_the_order_of_the_stock_is_hidden() -> None:
    hands = [cards.split() for cards in SOLO_HANDS]
    position = {"solo": True, "hands": hands, "shown": "Jd", "stock": ["4c", "5c", "6c", "3h"]}
    state = SPEC.from_position(position, Seeded(1))

    def anew(start: Json, chance: random.Random) -> Json:
        return {**start, "stock": chance.sample(start["stock"], len(start["stock"]))}

    played(state, "0 3 Jd")
    compare(SPEC, state, [], 0, anew, lambda position: tuple(position["stock"]), 1_500)


def test_the_order_of_a_stock_is_dealt_fairly_too() -> None:
    state = at("4s 6h 9d", "8d 5c Kc", stock="Jh", pile="8d 7x Qh")
    script = moves("0 stock", "0 Jh", "1 stock", "1 Kc")
    fair(state, script, lambda position: tuple(position["stock"]), 1_500, HANDS_ONLY)
