"""Worlds of YoYo: what a seat knows stays, everything else is dealt again, and all deals are equally likely.

Seat 0 is the observer. Most cards are on the pile, so that few deals are possible.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from itertools import combinations, product

import pytest

import reihum
from reihum.core.contract import NOBODY, State
from reihum.core.dealer import Dealer, Outside, Seeded
from reihum.core.errors import NoWorld
from reihum.core.packing import of_value
from reihum.core.types import Json
from reihum.games.yoyo import SPEC
from reihum.games.yoyo.cards import COLOURS, DOWN, NO_DIRECTION, PACKED_DECK, UP
from reihum.games.yoyo.deal import Deal
from reihum.games.yoyo.proofs import ENTRY_LENGTH, HAND_LENGTH, Proofs
from reihum.games.yoyo.rules import YoYo
from reihum.games.yoyo.worlds import deal_by_luck, deal_for_sure
from tests.games import Walk
from tests.lockstep import lockstep
from tests.tools import play
from tests.worlds import Feature, Script, among_others, compare, near
from tests.yoyo.test_rules import GAME, at, with_stock
from tests.yoyo.truths import packed_cards

pytestmark = pytest.mark.long  # thousands of deals

DEALS = 40
TRIES = 2_500
MANY = 10**6
Deals = Callable[[reihum.Match, int], Json]


def some_worlds(match: reihum.Match, seat: int) -> list[Json]:
    """Positions of many worlds of a seat; in each the seat's view is the same."""
    found = []
    for seed in range(DEALS):
        world = match.state.world(seat, Seeded(seed))
        assert SPEC.view(world, seat) == SPEC.view(match.state, seat)
        found.append(SPEC.position(world))
    return found


def first_hand(position: Json) -> Hashable:
    """The hand of the player to the left of the observer."""
    return tuple(position["hands"][1])


def hands_and_bottom(position: Json) -> Hashable:
    """All hands, and the bottom card of the stock."""
    return tuple(map(tuple, position["hands"])), position["stock"][0]


def dealt_as_often(match: reihum.Match, script: Script, feature: Feature, tries: int = TRIES) -> None:
    """Worlds after a script show a feature as often as real deals do."""
    compare(SPEC, match.state, script, 0, among_others("stock"), feature, tries)


def by_luck(match: reihum.Match, seed: int) -> Json:
    """A deal for seat 0 as it is made by luck."""
    return dealt_by(deal_by_luck, match, seed)


def for_sure(match: reihum.Match, seed: int) -> Json:
    """A deal for seat 0 as it is made when luck takes too long."""
    return dealt_by(deal_for_sure, match, seed)


def dealt_by(way: Callable[[Deal, Dealer], bool], match: reihum.Match, seed: int) -> Json:
    """A deal for seat 0, made in one of the two ways; there must be one."""
    state = match.state
    assert isinstance(state, YoYo)
    world = state.copy()
    world.knows = state.knows.knowledge_of(0)
    deal = Deal(state, 0, world.knows)
    deal.gather_cards()
    deal.lay_out_places()
    dealer = Seeded(seed)
    assert way(deal, dealer)
    deal.put_into(world, dealer)
    return SPEC.position(world)


def as_likely(
    match: reihum.Match,
    fitting: Callable[[list[set[str]]], object],
    deal: Deals,
    worlds: int = 4_000,
) -> None:
    """For seat 0, all deals in which the other hands fit are equally likely."""
    position = match.position()
    hidden = {*position["stock"], *(card for hand in position["hands"][1:] for card in hand)}
    ways = [
        hands
        for hands in product(*(combinations(sorted(hidden), len(hand)) for hand in position["hands"][1:]))
        if len(set().union(*hands)) == sum(map(len, hands)) and fitting([set(hand) for hand in hands])
    ]
    found = Counter(
        tuple(tuple(sorted(hand)) for hand in deal(match, seed)["hands"][1:]) for seed in range(worlds)
    )
    assert set(found) <= set(ways)
    assert all(near(MANY, len(ways) * MANY, found[hands], worlds) for hands in ways), (len(ways), found)


def as_often(
    match: reihum.Match,
    ways: dict[str, int],
    deal: Deals,
    worlds: int = 1_000,
) -> None:
    """The player to the left has each of these hands as often as there are ways to get it."""
    found = Counter(" ".join(deal(match, seed)["hands"][1]) for seed in range(worlds))
    assert set(found) <= set(ways)
    total = sum(ways.values())
    assert all(near(MANY * ways[hand], MANY * total, found[hand], worlds) for hand in ways), found


# -- drawn ----------------------------------------------------------------------------------------


def test_Y13_a_card_that_did_not_fit_is_the_drawn_card_and_not_any_of_the_hand() -> None:
    match = with_stock("r3 b12 y5 b4 r9", "b8", "b10", "b3 r1", turn=1)
    dealt_as_often(match, [(1, "draw")], first_hand)


def test_Y13_a_yellow_card_is_no_likelier_beside_a_card_that_did_not_fit() -> None:
    match = with_stock("y4 y5 y6 r3 b12 r9", "b8", "b10", "b3 r1", turn=1)
    yellow: Feature = lambda position: any(card[0] == "y" for card in position["hands"][1])  # noqa: E731
    dealt_as_often(match, [(1, "draw")], yellow)


def test_Y13_a_drawn_card_that_fits_and_the_rest_of_the_hand() -> None:
    match = with_stock("r3 r9 y5 b4 b12", "b8", "b10", "b3 r1", turn=1)
    dealt_as_often(match, [(1, "draw")], lambda position: (position["drawn"], first_hand(position)))


def test_Y13_a_card_drawn_and_kept() -> None:
    match = with_stock("r3 r9 y5 b4 b12", "b8", "b10", "b3 r1", turn=1)
    dealt_as_often(match, [(1, "draw"), (1, "keep")], first_hand)


def test_Y13_two_drawn_cards_that_did_not_fit_each_on_its_own_pile() -> None:
    match = with_stock("y5 r12 b13 b4 r9", "b8", "b10 r2", "b3 r1", turn=1)
    dealt_as_often(match, [(1, "draw"), (0, "b10"), (1, "draw")], first_hand)


def test_Y13_what_fits_neither_upward_nor_downward_can_be_either_of_two_drawn_cards() -> None:
    match = with_stock("y5 b12 r2", "b8", "r8 b20", "b3", turn=1)
    script: Script = [(1, "draw"), (0, "r8"), (1, "draw")]  # not b12, then not r2
    dealt_as_often(match, script, lambda position: tuple(position["stock"]), 4_000)


def test_Y13_a_card_drawn_and_laid_at_once_tells_nothing_of_the_hand() -> None:
    match = with_stock("r3 r9 y5 b4 b20", "b8", "b10", "b3 r1", turn=1)
    dealt_as_often(match, [(1, "draw"), (1, "b20")], first_hand, 4_000)


@pytest.mark.parametrize("deal", [by_luck, for_sure])
def test_Y13_what_can_be_the_drawn_card_or_another_is_there_more_often(deal: Deals) -> None:
    match = with_stock("b12 y5 b4 r9", "b8", "b10", "b13", turn=1)
    match.play("draw")
    once = dict.fromkeys(["b4 b12", "b4 b13", "b4 y5", "b12 r9", "b13 r9", "r9 y5"], 1)
    as_often(match, {**once, "b4 r9": 2}, deal)


@pytest.mark.parametrize("deal", [by_luck, for_sure])
def test_Y13_a_card_that_must_be_the_second_one_drawn_is_not_the_first(deal: Deals) -> None:
    match = with_stock("y5 b3 r2", "b8", "r8 b20", "r4", turn=1)
    play(match, "draw", "r8", "draw")  # the second can only be the b3
    as_often(match, {"b3 r2 r4": 2, "b3 r2 y5": 1, "b3 r4 y5": 1}, deal)


def test_Y13_the_card_just_drawn_is_none_that_was_passed_on_before() -> None:
    match = with_stock("b17 b18", "b8", "y13 r2 r20", "b9 r3 r4", "b12 r5 r6", turn=1)
    play(match, "b9", "b12", "y13", "slide r2", "slide r3", "slide r5")
    for drawer, observers in ((1, (2, NOBODY)), (2, (0, NOBODY))):
        match.play("draw")
        kinds = match.view(None)["drawn_one_of"][drawer][-1]
        assert match.position()["phase"] == "drawn"
        for observer in observers:
            assert all(world["drawn"] in kinds for world in some_worlds(match, observer))
        match.play("keep")


def told_apart(match: reihum.Match, seat: int) -> int:
    """How many cards of a hand everybody can tell from the others."""
    assert isinstance(match.state, YoYo)
    return int(match.state.knows.proofs().tracked_cards(seat))


def test_Y13_a_drawn_card_that_can_be_any_of_the_hand_is_told_apart_no_longer() -> None:
    match = with_stock("r12 r5 r3", "b8", "r8 b20", "r1 r2 b3", turn=1)
    match.play("draw")
    assert told_apart(match, 1) == 1
    play(match, "r8", "r2")  # this may have been the card drawn
    assert told_apart(match, 1) == 0


def test_Y13_a_drawn_card_stays_apart_from_those_that_could_not_go_on() -> None:
    match = with_stock("r12 y11 b11", "b8", "r10 r5 b20", "b10 b5 r1", turn=1)
    play(match, "b10", "r10", "draw")  # neither a b11 nor a y11 was there before the draw
    play(match, "r5", "b5")  # this may have been the card drawn
    assert told_apart(match, 1) == 1
    hands = [set(world["hands"][1]) for world in some_worlds(match, 0)]
    assert not any({"b11", "y11"} <= hand for hand in hands)
    assert any({"b11", "y11"} & hand for hand in hands)


@pytest.mark.parametrize("stock", ["r9 b12", "b12 r9"])
def test_a_drawn_card_fits_or_not_in_every_world_as_everybody_has_seen(stock: str) -> None:
    match = with_stock(stock, "b8", "b3", "b10")
    match.play("draw")
    fits = match.position()["phase"] == "drawn"
    (kinds,) = match.view(1)["drawn_one_of"][0]
    dealt = some_worlds(match, 1)
    assert all(set(world["hands"][0]) & set(kinds) for world in dealt)
    assert all(not fits or world["drawn"] in world["hands"][0] for world in dealt)
    assert all(not fits or world["drawn"] in kinds for world in dealt)
    assert len({first_hand({"hands": [None, world["hands"][0]]}) for world in dealt}) > 1


def test_Y14b_nobody_sees_whether_the_card_that_ends_the_game_would_have_fitted() -> None:
    views = []
    for last in ("b12", "r9"):
        rest = "r9" if last == "b12" else "b12"
        match = with_stock(last, "b8", "b3", f"b10 {rest}", emptied=1, match_game=4)
        match.play("draw")
        assert match.over
        views.append({**match.view(None), "pile": []})
    assert views[0] == views[1]


# -- series ---------------------------------------------------------------------------------------


def test_Y15_a_series_that_could_go_on_and_did_not() -> None:
    match = with_stock("r3 b12 y5", "b8", "b20", "b10 b11 y11", turn=1)
    dealt_as_often(match, [(1, "b10"), (1, "stop")], first_hand, 4_000)


def test_Y15_all_hands_with_a_card_that_could_have_gone_on_are_as_likely() -> None:
    match = with_stock("r3 b12 y5", "b8", "b20", "b10 b11 y11", turn=1)
    play(match, "b10", "stop")
    for deal in (by_luck, for_sure):
        as_likely(match, lambda hands: {"b11", "y11"} & hands[0], deal)


def test_Y15_two_series_that_could_have_gone_on() -> None:
    match = with_stock("r3 y5", "b8", "b20", "b10 b11 y11", "b12 b13 r9", turn=1)
    play(match, "b10", "stop", "b12", "stop")
    for deal in (by_luck, for_sure):
        as_likely(match, lambda hands: {"b11", "y11"} & hands[0] and {"b13"} & hands[1], deal)


def test_Y15_a_card_drawn_later_is_not_the_one_that_could_have_gone_on() -> None:
    match = with_stock("b11 r4 r12", "b8", "b13 b20", "b10 y11", turn=1)
    script: Script = [(1, "b10"), (1, "stop"), (0, "b13"), (1, "draw")]
    dealt_as_often(match, script, lambda position: "y11" in position["hands"][1], 4_000)


def test_Y15_of_two_hands_that_could_have_gone_on_only_one_can_have_the_yellow_card() -> None:
    match = with_stock("r3 b11", "b8", "b12 b20", "r12 r11", "b10 y11", turn=2)
    play(match, "b10", "stop", "b12", "r12", "stop")
    for deal in (by_luck, for_sure):
        as_likely(match, lambda hands: hands[0] <= {"r11", "y11"} and hands[1] <= {"b11", "y11"}, deal, 1_000)


def test_Y15_a_card_that_was_there_could_have_gone_on_and_not_the_one_drawn_later() -> None:
    match = with_stock("b11 y5 r12", "b8", "b13 b20", "b10 y11", turn=1)
    play(match, "b10", "stop", "b13", "draw")
    for deal in (by_luck, for_sure):
        as_likely(match, lambda hands: {"b11", "y11"} & hands[0] and "y5" not in hands[0], deal, 1_000)


@pytest.mark.parametrize("deal", [by_luck, for_sure])
def test_Y15_a_lay_that_ended_later_tells_which_card_could_have_gone_on(deal: Deals) -> None:
    match = with_stock("r3 y11 r11", "b8", "b12 b20", "b10 b11 r12 r5", turn=1)
    play(match, "b10", "stop", "b12", "r12")
    as_likely(match, lambda hands: "b11" in hands[0] and not {"r11", "y11"} & hands[0], deal, 400)


def test_Y15_a_lay_that_ended_by_itself() -> None:
    match = with_stock("r3 y11 y5 b11", "b8", "b20", "b10 r4 y16", turn=1)
    dealt_as_often(match, [(1, "b10")], first_hand, 4_000)


def test_Y15_a_lay_that_ended_by_itself_tells_nothing_of_a_card_drawn_later() -> None:
    match = with_stock("r3 y5 b11", "b8", "b13 b20", "b10 r4", turn=1)
    dealt_as_often(match, [(1, "b10"), (0, "b13"), (1, "draw")], first_hand, 4_000)


def test_a_series_can_go_on_in_every_world() -> None:
    match = at("b8", "b10 b11 r1", "b20")
    match.play("b10")
    assert all({"b11", "y11"} & set(world["hands"][0]) for world in some_worlds(match, 1))


def test_Y15_a_card_taken_later_is_not_the_one_that_could_have_gone_on() -> None:
    start = with_stock("r3 r5", "b8", "y14 b11 r20", "b10 y11 r7", turn=1).position()
    taken = set()
    for seed in range(6):
        match = play(GAME.from_position(start, seed=seed), "b10", "stop", "y14", "take 0")
        taken.update(match.view(0)["known"][1])
        assert all("y11" in world["hands"][1] for world in some_worlds(match, 0))
    assert taken == {"b11", "r20"}


def test_Y15_when_blue_is_gone_the_yellow_card_is_the_one() -> None:
    match = with_stock("b2 b3", "b8", "b20 r1", "b10 y11 r3", "b11 r4 r5", turn=1)
    play(match, "b10", "stop", "b11", "draw", "draw")  # the second draw reshuffles
    assert match.view(0)["one_of"] == [[], ["y11"], []]
    for seat in (NOBODY, 0, 2):
        assert all("y11" in world["hands"][1] for world in some_worlds(match, seat))


def test_Y15_the_card_that_could_have_gone_on_is_not_the_one_drawn_later_and_laid_at_once() -> None:
    match = with_stock("r7 r6 y12", "b8", "b13 r20", "b11 b12 r3", turn=1)
    play(match, "b11", "stop", "b13", "draw", "y12")
    assert match.view(0)["one_of"][1] == ["b12", "y12"]
    assert all("b12" in world["hands"][1] for world in some_worlds(match, 0))


# -- taken and passed on --------------------------------------------------------------------------


def test_Y19_what_the_taker_knows() -> None:
    match = with_stock("r3 b12", "b8 y14", "b20 r9", "b10 r4 y11", pending=1, top_by=1)
    dealt_as_often(match, [(0, "take 1")], first_hand)


def test_Y19_what_the_loser_knows() -> None:
    match = with_stock("r3 b12 y5 b11", "b8 y14", "b20 r9", "b10 r4", turn=1, pending=1)
    dealt_as_often(match, [(1, "take 0"), (1, "draw")], first_hand)


def test_Y19_what_a_third_player_knows() -> None:
    match = with_stock("r3 r18", "b8 y14", "b20 r9", "b10", "r2 y11", "b12 b4", turn=1, pending=1)
    dealt_as_often(match, [(1, "take 2"), (1, "take 3"), (1, "draw")], first_hand)


def test_Y19_what_was_seen_of_the_hand_that_took_stays_true() -> None:
    match = with_stock("b3 r18", "b8", "y14 b20 r9", "r2 r4", "b10 b5", turn=1, top_by=0)
    script: Script = [(1, "draw"), (2, "draw"), (0, "y14"), (1, "take 2"), (1, "take 0")]
    first_two: Feature = lambda position: "r18" in position["hands"][1]  # noqa: E731
    dealt_as_often(match, script, first_two)


@pytest.mark.parametrize(("given", "other"), [("b17", "y17"), ("y17", "b17")])
def test_Y19_a_card_given_away_is_the_one_told_apart_that_it_can_be(given: str, other: str) -> None:
    start = with_stock("r11 r12 r10 r9", "b8", f"y14 b16 {given} r3 r4 y18", other).position()
    chosen = (play(GAME.from_position(start, seed=seed), "y14", "take 0") for seed in range(40))
    match = next(each for each in chosen if each.view(0)["known"][1] == [given])
    play(match, "draw", "b16", "draw", "y18", "take 0")  # the second is not a 17
    assert {*match.view(0)["known"][1]} in ({given, "r3"}, {given, "r4"})
    assert 5 < sum(other in world["hands"][1] for world in some_worlds(match, 0)) < 25  # a third


def slide(stock: str, *hands: str) -> reihum.Match:
    """Seat 0 has laid a Pass-left."""
    return with_stock(stock, "b8 y13", *hands, phase="slide", top_by=0)


def test_Y20_a_card_received_and_a_card_passed_on() -> None:
    match = slide("r6", "b20 r9", "b10 r4", "r2 y11")
    both: Feature = lambda position: (first_hand(position), tuple(position["hands"][2]))  # noqa: E731
    dealt_as_often(match, [(0, "slide b20"), (1, None), (2, None)], both)


def test_Y20_a_card_passed_on_and_then_a_card_drawn() -> None:
    match = slide("r3 b4", "b20 b2", "b10 r4", "r2")
    script: Script = [(0, "slide b20"), (1, None), (2, None), (1, "draw")]
    dealt_as_often(match, script, first_hand, 4_000)


def test_Y20_who_has_only_the_card_that_was_drawn_passes_that_one_on() -> None:
    match = with_stock("r5 b19 r3", "b8", "b11 y17 r2 r20", "b12", "b10 b13 r4 b18", turn=1)
    play(match, "draw", "b10", "b11", "b12", "b13", "y17", "slide r2", "slide r3", "slide r4")
    dealt = [set(world["hands"][2]) for world in some_worlds(match, 0)]  # the card drawn did not fit on a b8
    assert all({"r3", "r5"} & hand for hand in dealt)
    assert len(set(map(frozenset, dealt))) > 2


def test_Y20_what_a_third_player_passed_on() -> None:
    match = slide("r3 b4", "b20 b2", "b10 r4", "r2 b11", "r6 r7")
    middle: Feature = lambda position: tuple(position["hands"][2])  # noqa: E731
    dealt_as_often(match, [(0, "slide b20"), (1, None), (2, None), (3, None)], middle, 4_000)


def test_Y20_a_card_chosen_is_any_of_its_hand() -> None:
    match = slide("r6", "b20 r9", "b10 r4", "r2 y11")
    dealt_as_often(match, [(1, None)], lambda position: (position["slid"][1], first_hand(position)))


def test_Y20_of_two_equal_cards_and_another_each_kind_is_chosen_as_often() -> None:
    match = slide("b20", "b2 r9", "b1 b1 r4")
    dealt_as_often(match, [(1, None)], lambda position: (position["slid"][1], first_hand(position)))


def test_a_card_passed_on_is_in_the_same_hand_in_every_world_of_its_giver() -> None:
    match = at("b8", "y13 b15 r2", "b1 r7", "b12 r9")
    play(match, "y13", "slide b15", "slide b1", "slide b12")
    assert all("b15" in world["hands"][1] for world in some_worlds(match, 0))
    assert not all("b15" in world["hands"][1] for world in some_worlds(match, 2))
    assert len({tuple(world["hands"][2]) for world in some_worlds(match, 0)}) > 1


def test_Y20_a_card_received_does_not_hide_what_was_seen_of_the_others() -> None:
    match = with_stock("b11 y11 b7 b6", "b8", "y13 r2 r20", "b10 r3 r4", turn=1)
    play(match, "b10", "y13", "slide r2", "slide r3")  # the lay of b10 ended by itself
    hands = [world["hands"][1] for world in some_worlds(match, 0)]
    assert all("r2" in hand and not {"b11", "y11"} & set(hand) for hand in hands)
    assert len(set(map(tuple, hands))) == 3  # with b6, b7 or r4


def test_cards_chosen_for_the_left_neighbour_are_dealt_anew_too() -> None:
    match = at("b8", "y13 b15 r2", "b1 r7", "b12 r9")
    match.play("y13")
    match.play("slide r7", seat=1)
    slid = [world["slid"][1] for world in some_worlds(match, 0)]
    assert all(card is not None for card in slid)
    assert len(set(slid)) > 1


# -- after the reshuffle --------------------------------------------------------------------------


def colours(position: Json) -> Hashable:
    """How many cards of each colour the first hand has."""
    return tuple(sorted(Counter(card[0] for card in position["hands"][1]).items()))


def test_Y14_who_has_what_after_the_reshuffle() -> None:
    match = with_stock("r12", "b8", "b10", "b3 r1", "y5 b4", turn=1)
    dealt_as_often(match, [(1, "draw")], first_hand)


@pytest.mark.parametrize("deal", [by_luck, for_sure])
def test_Y14_after_the_reshuffle_the_drawn_card_is_one_that_was_in_hands(deal: Deals) -> None:
    match = with_stock("r12", "b8", "b10", "b3 r1", "y5 b4", turn=1)
    match.play("draw")
    thrice = dict.fromkeys(["b3 b4 r1", "b3 b4 r12", "b3 r1 r12", "b4 r1 r12"], 3)
    twice = dict.fromkeys(["b3 b4 y5", "b3 r1 y5", "b3 r12 y5", "b4 r1 y5", "b4 r12 y5", "r1 r12 y5"], 2)
    as_often(match, {**thrice, **twice}, deal)


def test_Y14_a_card_drawn_after_the_reshuffle_comes_from_there() -> None:
    match = with_stock("r12", "b8", "b10 r2", "b3", "y5", turn=1)
    script: Script = [(1, "draw"), (2, "draw"), (2, "keep"), (0, "b10"), (1, "draw"), (1, "keep")]
    both: Feature = lambda position: (  # noqa: E731
        len({"b3", "y5", "r12"} & set(position["hands"][1])),
        colours(position),
    )
    dealt_as_often(match, script, both)


def test_Y14_a_card_taken_after_the_reshuffle() -> None:
    match = with_stock("r12", "b8", "y14 b20 r2", "b3 b4", "y5 r3", turn=1)
    script: Script = [(1, "draw"), (2, "draw"), (2, "keep"), (0, "y14"), (1, "take 2"), (1, "take 0")]
    old: Feature = lambda position: tuple(  # noqa: E731
        sorted({"b3", "b4", "y5", "r3", "r12"} & set(position["hands"][1]))
    )
    dealt_as_often(match, script, old)


def test_after_the_reshuffle_the_stock_is_what_everybody_saw_go_there() -> None:
    match = with_stock("b12", "r3 b8", "b3 r1 b19", "b10 b19", "r20 r5 r6")
    match.play("draw")
    stock: Counter[str] = Counter(match.position()["stock"])
    for seat in (NOBODY, 0, 1, 2):
        dealt = some_worlds(match, seat)
        assert all(Counter(world["stock"]) == stock for world in dealt)
        assert len({tuple(world["stock"]) for world in dealt}) > 1


@pytest.mark.parametrize("back", ["b5", "r5", "y5"])
def test_Y14_the_stock_is_known_whichever_colour_was_shuffled_back(back: str) -> None:
    match = at(f"{back} b8", "b1 r1", "b3 r4", stock=["r9"])
    match.play("draw")
    assert match.view(1)["recycled"] == [back]
    assert all(world["stock"] == [back] for world in some_worlds(match, 1))


# -- Chaos ----------------------------------------------------------------------------------------


def test_Y21_what_the_observer_had_before_chaos_is_in_hands_and_not_in_the_stock() -> None:
    match = with_stock("r3 r6 b4", "b8", "y15 r2 r9", "b10", "r4")
    dealt_as_often(match, [(0, "y15")], hands_and_bottom)


def test_Y21_a_card_put_under_the_stock_came_from_a_hand() -> None:
    match = with_stock("r3 r6", "b8", "y15 r2 r9", "b10")
    dealt_as_often(match, [(0, "y15")], hands_and_bottom)


def test_Y21_a_card_put_under_the_stock_is_drawn_last() -> None:
    match = with_stock("r6", "b8", "y15 r2 r9", "b10")
    dealt_as_often(match, [(0, "y15"), (1, "draw"), (0, "draw")], hands_and_bottom, 4_000)


def test_Y21_after_the_reshuffle_chaos_hides_only_what_came_from_hands() -> None:
    match = with_stock("r12", "b8", "y15 r2 r9", "b10", turn=1)
    old = {"b10", "r12", "r2", "r9"}
    where: Feature = lambda position: (  # noqa: E731
        tuple(sorted(old & set(position["hands"][1]))),
        tuple(sorted(old & set(position["stock"]))),
    )
    dealt_as_often(match, [(1, "draw"), (0, "y15")], where, 6_000)


def test_Y21_a_card_drawn_after_chaos_still_comes_from_what_was_shuffled_back() -> None:
    match = with_stock("r12", "b8", "y15 r2", "b10", turn=1)
    play(match, "draw", "y15", "draw")
    (kinds,) = match.view(0)["drawn_one_of"][1]
    assert set(kinds) <= set(match.view(0)["recycled"])
    assert all(set(world["hands"][1]) & set(kinds) for world in some_worlds(match, 0))


# -- what is known --------------------------------------------------------------------------------


def test_when_luck_would_take_too_long_a_deal_is_found_and_as_often_as_any_other() -> None:
    match = at("b8", "b20 r20", "b10 b11", "b12 b13", turn=1)
    play(match, "b10", "stop", "b12", "stop")
    found = Counter(
        (*world["hands"][1], *world["hands"][2])
        for world in (SPEC.position(match.state.world(0, Seeded(seed))) for seed in range(300))
    )
    assert set(found) == {("b11", "b13"), ("b11", "y13"), ("y11", "b13"), ("y11", "y13")}
    assert all(40 < count < 110 for count in found.values())


def test_if_no_deal_fits_that_is_said() -> None:
    match = at("b8", "b11 y11 r20", "b12 b13")
    state = match.state
    assert isinstance(state, YoYo)
    state.knows.note_going_on(1, UP, 11)
    with pytest.raises(NoWorld):
        state.world(0, Seeded(1))


class Strict:
    """A dealer that complains if it is asked to choose from nothing."""

    def below(self, n: int, /) -> int:
        assert n > 0
        return 0


def test_if_a_drawn_card_can_be_no_card_at_all_that_is_said_and_no_lot_is_drawn_for_it() -> None:
    match = at("b8", "b11 y11 r20", "b12 b13")
    state = match.state
    assert isinstance(state, YoYo)
    state.knows.note_draw(1, 12, state.in_stock, False, state.top, NO_DIRECTION)  # any card would have fit
    with pytest.raises(NoWorld):
        state.world(0, Outside(Strict()))


def test_if_two_drawn_cards_could_only_be_the_same_one_that_is_said() -> None:
    match = with_stock("y5 y6", "r8", "b20", "b3 r4")
    state = match.state
    assert isinstance(state, YoYo)
    for _ in range(2):  # neither fits, and b3 is the only such card that seat 0 does not see
        state.knows.note_draw(1, 3, state.in_stock, False, 8, DOWN)
    with pytest.raises(NoWorld):
        state.world(0, Seeded(1))


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_what_is_known_of_hands_and_stock_is_true_in_the_game_and_in_its_worlds(players: int) -> None:
    told_apart = 0
    for seed in range(3):
        for number, state in enumerate(Walk(SPEC, players, 90 + seed, wildness=1 + seed).steps(250)):
            assert isinstance(state, YoYo)
            assert is_true(state)
            told_apart += sum(state.knows.proofs().tracked_cards(seat) for seat in range(players))
            if number % 8 == 0:
                world = state.world(number // 8 % (players + 1) - 1, Seeded(number))
                assert isinstance(world, YoYo)
                assert is_true(world)
    assert told_apart > 100


def is_true(state: YoYo) -> bool:
    """Whether everything known about hands and stock is true."""
    proofs = state.knows.proofs()
    stock = [int(card) for card in state.stock[state.knows.under : state.in_stock]]
    recycled = packed_cards(list(state.knows.recycled))
    return all(
        can_be(proofs, seat, 1, held(state, seat))
        and has_one_of(proofs, seat, held(state, seat))
        and are_there(proofs, state, seat)
        and outside_fits(state, seat, stock)
        for seat in range(state.seats)
    ) and (not recycled or not Counter(stock) - Counter(recycled))


def held(state: YoYo, seat: int) -> list[int]:
    """The cards of a hand."""
    return packed_cards(list(state.hands[seat * COLOURS : (seat + 1) * COLOURS]))


def admits(masks: list[int], card: int) -> bool:
    """Whether masks by colour admit a card."""
    return masks[card >> 5] & of_value(card & 31, 3) != 0


def can_be(proofs: Proofs, seat: int, entry: int, cards: list[int]) -> bool:
    """Whether the cards of a hand can be the tracked ones, from this entry on, and the rest."""
    at_rest = seat * HAND_LENGTH
    if entry > proofs.tracked_cards(seat):
        return all(admits(list(proofs.entries[at_rest : at_rest + ENTRY_LENGTH]), card) for card in cards)
    masks = list(proofs.entries[at_rest + entry * ENTRY_LENGTH : at_rest + (entry + 1) * ENTRY_LENGTH])
    return any(
        admits(masks, card) and can_be(proofs, seat, entry + 1, [*cards[:i], *cards[i + 1 :]])
        for i, card in enumerate(cards)
    )


def has_one_of(proofs: Proofs, seat: int, cards: list[int]) -> bool:
    """Whether a hand has its `one_of`."""
    masks = list(proofs.one_of[seat * COLOURS : (seat + 1) * COLOURS])
    return not any(masks) or any(admits(masks, card) for card in cards)


def are_there(proofs: Proofs, state: YoYo, seat: int) -> bool:
    """Whether the cards that a seat knows in other hands are there."""
    places = [proofs.known_at(seat, other) * COLOURS for other in range(state.seats)]
    known = [Counter(packed_cards(list(proofs.known[place : place + COLOURS]))) for place in places]
    return all(known[other] <= Counter(held(state, other)) for other in range(state.seats))


def outside_fits(state: YoYo, seat: int, stock: list[int]) -> bool:
    """Whether there are enough cards outside its hand and the stock for those that a seat gave away."""
    outside = Counter(packed_cards(list(state.knows.outside[seat * COLOURS : (seat + 1) * COLOURS])))
    return outside <= Counter(packed_cards(list(PACKED_DECK))) - Counter(stock) - Counter(held(state, seat))


@pytest.mark.parametrize("players", [2, 3, 5])
def test_what_is_known_follows_from_what_was_seen(players: int) -> None:
    def look(state: State, seat: int) -> Json:
        assert isinstance(state, YoYo)
        knows, proofs = state.knows, state.knows.proofs()
        proofs.forget_others(seat)
        outside = list(knows.outside[seat * COLOURS : (seat + 1) * COLOURS]) if seat != NOBODY else []
        known = {"entries": told(proofs), "outside": outside, "under": knows.under}
        return {**SPEC.view(state, seat), **known}

    compared = 0
    for seed in range(4):
        for seat in [NOBODY, *range(players)]:
            compared += lockstep(Walk(SPEC, players, 700 + seed * 64 + seat), seat, 120, look)
    assert compared > 200


def told(proofs: Proofs) -> list[list[int]]:
    """The tracked cards and the rest of every hand."""
    return [
        list(
            proofs.entries[
                seat * HAND_LENGTH : seat * HAND_LENGTH + (proofs.tracked_cards(seat) + 1) * ENTRY_LENGTH
            ]
        )
        for seat in range(proofs.seats)
    ]


def test_Y15_a_card_passed_on_before_is_not_taken_for_one_that_was_taken_later() -> None:
    """Seat 1 has given the r3 before the series could go on with it, and lost the r7 afterwards."""
    match = GAME.new(2, seed=90008)
    for move in ("b15", "y5", "slide r16", "slide b13", "y17^", "slide r18", "slide r3", "y4v", "stop"):
        match.play(move, match.owes()[0])
    play(match, *["b4", "b17", "b19", "draw", "keep", "r1", "draw", "b13", "y18"])
    for move in ("take 1", "draw", "keep"):
        match.play(move)
    view = match.view(1)
    assert (view["known"][0], view["one_of"][0]) == (["r3", "r7"], ["r3", "y3"])
    worlds = [SPEC.position(match.state.world(1, Seeded(seed)))["hands"][0] for seed in range(40)]
    assert all({"r3", "r7"} < set(hand) for hand in worlds)
    assert len({tuple(hand) for hand in worlds}) > 5
