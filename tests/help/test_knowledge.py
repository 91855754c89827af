"""What seats of HELP! can prove about each other, and that dealt worlds respect it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import reihum
from reihum import Match
from reihum.core.contract import NOBODY
from reihum.core.dealer import Seeded
from reihum.core.types import Json
from reihum.games.help.cards import JOKER, PACKED_DECK, kind_bit, pack_kinds
from reihum.games.help.knowledge import NOTES, Knowledge
from reihum.games.help.patterns import UNKNOWN, kinds_at
from reihum.games.help.view import hand_bounds, known_names
from tests.help.test_rules import asked, at, calling, short
from tests.help.test_truth import check_everybody, check_world
from tests.tools import play

GAME = reihum.game("help")
NUMBERS = [str(n) for n in range(1, 12)]


def worlds(match: Match, seat: int | None, count: int = 40) -> list[Json]:
    """Positions that the seat, or a spectator, cannot tell from the true one."""
    observer = NOBODY if seat is None else seat
    found = []
    for seed in range(count):
        world = match.state.world(observer, Seeded(seed))
        assert GAME.spec.view(world, observer) == match.view(seat)
        found.append(GAME.spec.position(world))
    return found


def open_all(match: Match) -> Match:
    """Everybody calls."""
    for seat in match.owes():
        match.play(match.moves(seat)[0], seat=seat)
    return match


def test_calls_tell_that_the_number_is_there_and_nothing_lower() -> None:
    match = open_all(calling("2 7 J Z", "4 4 9 S", "9 10 11 N", "J S Z Z"))
    for seat in (0, None):
        assert match.view(seat)["known"] == [[], ["4"], ["9"], []]
        for world in worlds(match, seat):
            _, second, third, fourth = world["hands"]
            assert "4" in second
            assert not {"1", "2", "3"} & set(second)
            assert "9" in third
            assert not set(NUMBERS[:8]) & set(third)
            assert not set(NUMBERS) & set(fourth)


def test_before_all_have_called_only_who_can_call_is_known() -> None:
    match = calling("2 7 J Z", "4 4 9 S", "J S Z Z")
    match.play("call 4", seat=1)
    for world in worlds(match, 0):
        assert set(NUMBERS) & set(world["hands"][1])
        assert not set(NUMBERS) & set(world["hands"][2])
    assert len({str(world["called"]) for world in worlds(match, 0)}) > 3


def test_a_bound_goes_down_with_every_card_of_its_set_that_is_played() -> None:
    match = open_all(calling("2 7 J Z", "9 10 10 11", "J J Z Z"))
    assert match.view(0)["holds"][1][0]["least"] == 4
    match.play("9")
    assert match.view(0)["holds"][1][0]["least"] == 3
    assert match.view(0)["known"][1] == []


def test_a_card_taken_by_a_switch_is_known_to_all_until_such_a_card_is_played() -> None:
    match = at("3 5 J 8", "S 7 1 2", "9 9 9 9", "10 10 10 10")
    match.play("S7@3")
    assert match.view(1)["known"] == match.view(None)["known"] == [["J"], [], []]
    assert all("J" in world["hands"][0] for world in worlds(match, 1))
    play(match, "9", "10")
    match.play("J@1")
    assert match.view(1)["known"] == [[], [], []]


def test_who_asked_for_help_held_nothing_playable_and_keeps_those_cards() -> None:
    match = at("9", "3 4 5 6", "5 6 7 8", "2 9 10 N", "11 11 11 11")
    match = GAME.from_position(
        {**match.position(), "turn": 3, "hands": [*match.position()["hands"][1:], ["3", "4", "5", "6"]]}
    )
    match.play("help")
    assert match.position()["giver"] == 2
    low = set(NUMBERS[:9])
    for world in worlds(match, 0):
        assert set(world["hands"][3]) <= low
        assert set(world["hands"][2]) & {"10", "11", "J", "S", "Z", "N"}
    play(match, "give 11", "back 4")
    for world in worlds(match, 0):
        assert set(world["hands"][3]) <= low
        assert set(world["hands"][2]) & low
        assert world["received"] in {"10", "11", "J", "S", "Z", "N"}
    match.play("11")
    for world in worlds(match, 0):
        assert sum(card in low for card in world["hands"][3]) >= 3
        assert sum(card in low for card in world["hands"][2]) >= 1


def test_H18c_a_switch_alone_can_be_what_helps_somebody_with_two_cards() -> None:
    match = at("9", "3 4", "5 6 7 8", "1 S", stock=["8"], phase="play")
    match.play("help")
    helping = {"10", "11", "J", "S", "Z", "N"}
    assert {"S"} in [set(world["hands"][2]) & helping for world in worlds(match, 1)]


def test_an_asker_on_an_empty_row_has_only_switches_and_zaps() -> None:
    match = asked("", "S S Z Z", "2 9 10 N")
    for world in worlds(match, 1):
        assert set(world["hands"][0]) <= {"S", "Z"}


def test_four_switches_are_dealt_where_nothing_else_fits() -> None:
    match = asked("1", "S S S S", "1 1 1 Z")
    assert match.moves() == ["give Z"]
    assert all(world["hands"][0] == ["S"] * 4 for world in worlds(match, 2))
    sees = at("9", "S S S S", "5 6 7 8", "1 2 S Z")
    sees.play("help")
    assert all(world["hands"][0] == ["S"] * 4 for world in worlds(sees, 2))


def test_the_only_four_switches_are_dealt_where_there_are_too_few_numbers() -> None:
    match = at("1", "S S S S", "S S S 8", "1 1 1 Z", discard=["1"])
    match.play("help")
    assert all(world["hands"][0] == ["S"] * 4 for world in worlds(match, 1, 150))


def test_the_card_given_back_is_known_to_these_two_only() -> None:
    match = asked("9", "3 4 5 6", "2 9 10 N")
    play(match, "give 10", "back 4", "10")
    assert match.view(0)["known"] == [[], [], ["4"]]
    assert match.view(1)["known"] == match.view(None)["known"] == [[], [], []]
    assert all("4" in world["hands"][2] for world in worlds(match, 0))
    assert not all("4" in world["hands"][2] for world in worlds(match, 1))


def test_a_world_does_not_carry_what_others_saw_apart() -> None:
    match = asked("9", "3 4 5 6", "2 9 10 N")
    play(match, "give 10", "back 4", "10")
    world = match.state.world(1, Seeded(3))
    assert GAME.spec.view(world, 0)["known"] == [[], [], []]


def test_in_a_world_only_a_giver_with_a_switch_has_seen_whether_it_helps() -> None:
    match = asked("9", "3 4 5 6", "1 2 9 S")
    match.play("give S")
    with_one = without = 0
    for seed in range(60):
        world = match.state.world(1, Seeded(seed))
        position = GAME.spec.position(world)
        has_seen = GAME.spec.view(world, 2)["holds"][0] != GAME.spec.view(world, NOBODY)["holds"][0]
        if "S" in [position["received"], *position["hands"][2]]:
            with_one += 1
            assert has_seen
        else:
            without += 1
            assert not has_seen
    assert with_one > 0
    assert without > 0


def test_H11_a_world_does_not_carry_what_others_had_when_the_draw_pile_was_made() -> None:
    match = short("3 5", "8", "7 2 2 3", "4 6 9 10", "1 11 J N")
    play(match, "7", "9")
    for seat in range(3):
        assert match.view(seat)["had"]
        for other in range(3):
            view = GAME.spec.view(match.state.world(seat, Seeded(1)), other)
            mine = match.view(seat) if other == seat else {"had": [], "drew": []}
            assert (view["had"], view["drew"]) == (mine["had"], mine["drew"])


def test_a_giver_who_gets_a_switch_back_knows_the_other_three() -> None:
    match = asked("9", "S S S S", "1 2 9 Z")
    play(match, "give Z", "back S")
    assert match.view(2)["known"][0] == ["S", "S", "S"]
    assert all(world["hands"][0] == ["S"] * 3 for world in worlds(match, 2))


def test_after_a_reshuffle_everybody_knows_what_the_draw_pile_is_made_of() -> None:
    match = short("3 5", "8", "7 2 2 3", "4 6 9 10", "1 11 J N")
    match.play("7")
    stock: Counter[str] = Counter(match.position()["stock"])
    assert Counter(match.view(1)["reshuffled"]) == stock
    for world in worlds(match, 1):
        assert Counter(world["stock"]) == stock
    match.play("9")
    for world in worlds(match, 0):
        assert Counter(world["stock"]) <= stock
        drawn = stock - Counter(world["stock"])
        assert drawn.total() == 1
        assert drawn <= Counter(world["hands"][1])


def test_at_the_end_it_is_known_that_neither_of_the_two_had_anything() -> None:
    match = at("9", "3 4 5 6", "3 3 4 4", "5 5 6 6", points=[0, 2, 0])
    match.play("help")
    assert match.over
    for world in worlds(match, 1):
        assert set(world["hands"][0] + world["hands"][2]) <= set(NUMBERS[:9])


def test_H19_at_the_end_views_tell_what_the_two_cannot_have() -> None:
    match = at("9", "3 4 5 6", "3 3 4 4", "5 5 6 6", points=[0, 2, 0])
    match.play("help")
    stuck = [bound(4, *NUMBERS[:9], instead="S S S S")]
    useless = [bound(4, *NUMBERS[:9], "S")]  # a Switch does not help a player who has only Switches
    assert told(match) == [[[], [], useless], [stuck, [], useless], [stuck, [], []], [stuck, [], useless]]
    assert told(GAME.from_position(match.position(), seed=1)) == told(match)
    empty = at("", "S S Z Z", "3 3 4 4", "S Z S S", points=[0, 2, 0])
    empty.play("help")
    either = [bound(4, "S", "Z")]
    assert told(empty) == [[[], [], either], [either, [], either], [either, [], []], [either, [], either]]


def test_H19_a_switch_would_have_helped_somebody_who_is_known_to_have_a_number() -> None:
    hands = ("5 6 6 7", "2 8 8 8", "9 3 4 4")
    match = open_all(calling(*hands, points=[0, 2, 0], stock=["11", "3", "4"]))
    play(match, "9", "help")
    assert match.over
    for seat in (0, 1, None):
        assert match.view(seat)["known"][2] == ["3"]
        assert match.view(seat)["holds"][2] == [bound(3, *NUMBERS[2:9]), bound(4, *NUMBERS[:9])]


def test_H18c_who_could_not_help_somebody_with_no_card_or_one_may_have_what_would_help_others() -> None:
    cards = {"stock": ["8", "10"], "phase": "play", "points": [0, 2, 0]}
    none = at("9", "", "10 10 11 J", "9 10 J Z", **cards)
    none.play("help")
    assert none.over
    assert told(none) == [[[], [], []]] * 4
    one = open_all(calling("5", "2 8 8 8", "9 S S 4", points=[0, 2, 0], stock=["4", "3"]))
    play(one, "9", "help")
    assert one.over
    assert one.view(1)["holds"][2][-1] == bound(4, *NUMBERS[:9], "S")
    check_everybody(one.state)


@pytest.mark.long
def test_H18c_H20_worlds_of_an_end_at_which_nobody_could_help_have_such_an_end() -> None:
    for hand, giver, no in (
        ("3 4 5 6", "5 5 6 6", [0, 0, 0]),
        ("S S S S", "5 S S S", [0, 0, 0]),
        ("3 4 5 6", "9 10 J Z", [0, 1, 2]),
        ("3 4", "5 5 6 6", [0, 0, 0]),
        ("3", "5 S S S", [0, 0, 0]),
        ("", "9 10 J Z", [0, 0, 0]),
    ):
        cards = {"stock": ["8", "10"], "phase": "play"}
        match = at("9", hand, "10 10 11 J", giver, points=[2, 2, 2], no=no, **cards)
        match.play("help")
        assert match.over
        for seat in (NOBODY, 0, 1, 2):
            for seed in range(3):
                check_world(match.state, seat, seed)


# -- a position in the middle of helping ----------------------------------------------------------


def bound(least: int, *of: str, instead: str = "") -> Json:
    """What `holds` says: at least so many of these, or else those."""
    return {"least": least, "of": list(of), "or": instead.split()}


def told(match: Match) -> list[list[list[Json]]]:
    """What each of three seats, and a spectator, can prove beyond certain cards."""
    views = [match.view(seat) for seat in (0, 1, 2, None)]
    assert [view["known"] for view in views] == [[[], [], []]] * 4
    return [view["holds"] for view in views]


def test_H16_H18_a_position_in_the_middle_of_helping_tells_what_follows_from_its_phase() -> None:
    stuck = [bound(4, *NUMBERS[:9], instead="S S S S")]
    give = at("9", "3 4 5 6", "5 6 7 8", "1 2 10 N", phase="give")
    assert told(give) == [[[], [], []], *[[stuck, [], []]] * 3]
    back = at("9", "3 4 5 6", "5 6 7 8", "1 2 N", phase="back", received="10")
    assert told(back) == told(give)
    kept = [bound(3, *NUMBERS[:9], instead="S S S")]
    got = bound(1, *NUMBERS[:9], instead="S")
    received = at("9", "3 4 5", "5 6 7 8", "1 2 6 N", phase="received", received="10")
    assert told(received) == [
        [[], [], [bound(1, *NUMBERS[:9], "S"), got]],
        [kept, [], [got]],
        [kept, [], []],
        [kept, [], [got]],
    ]


def test_H18_so_does_one_on_an_empty_row() -> None:
    stuck = [bound(4, "S", "Z")]
    give = at("", "S S Z Z", "5 6 7 8", "9 S Z Z", phase="give")
    assert told(give) == [[[], [], []], *[[stuck, [], []]] * 3]
    back = at("", "S S Z Z", "5 6 7 8", "S Z Z", phase="back", received="9")
    assert told(back) == told(give)
    kept, got = [bound(3, "S", "Z")], [bound(1, "S", "Z")]
    received = at("", "S S Z", "5 6 7 8", "S Z Z Z", phase="received", received="9")
    assert told(received) == [[[], [], got], [kept, [], got], [kept, [], []], [kept, [], got]]


def test_H18a_a_giver_of_a_position_who_gave_a_switch_has_seen_that_it_helps() -> None:
    match = at("9", "3 4 5 6", "5 6 7 8", "1 2 3", phase="back", received="S")
    assert match.view(2)["holds"][0] == [bound(4, *NUMBERS[:9])]
    assert match.view(1)["holds"][0] == [bound(4, *NUMBERS[:9], instead="S S S S")]


@pytest.mark.parametrize(
    ("phase", "row", "hands", "received"),
    [
        ("give", "9", ["3 4 5 6", "5 6 7 8", "1 2 10 N"], None),
        ("back", "9", ["3 4 5 6", "5 6 7 8", "1 2 N"], "10"),
        ("back", "", ["S S Z Z", "5 6 7 8", "S Z Z"], "9"),
        ("received", "9", ["3 4 5", "5 6 7 8", "1 2 6 N"], "10"),
        ("received", "", ["S S Z", "5 6 7 8", "S Z Z Z"], "9"),
    ],
)
def test_H18_worlds_of_a_position_in_the_middle_of_helping_look_the_same(
    phase: str, row: str, hands: list[str], received: str | None
) -> None:
    match = at(row, *hands, phase=phase, received=received)
    for seat in (NOBODY, 0, 1, 2):
        for seed in range(4):
            check_world(match.state, seat, seed)


# -- views tell the truth -------------------------------------------------------------------------


def test_a_card_just_given_away_is_not_known_to_be_there_any_more() -> None:
    match = at("3 5 11", "S 7 1 2", "1 1 2 2", "9 9 9 10", turn=0)
    match.play("S7@3")  # everybody sees the 11 go into the hand of seat 0
    assert match.view(2)["known"][0] == match.view(None)["known"][0] == ["11"]
    match.play("help")
    assert match.position()["giver"] == 0
    match.play("give 11")
    assert match.view(1)["known"][0] == match.view(2)["known"][0] == match.view(None)["known"][0] == []
    match.play("back 2")
    assert match.view(2)["known"][0] == match.view(None)["known"][0] == []


def test_while_a_card_is_on_its_way_no_bound_is_above_the_cards_of_a_hand() -> None:
    match = asked("9", "3 4 5 6", "2 9 10 N")
    low = {"of": NUMBERS[:9], "or": ["S", "S", "S", "S"]}
    assert match.view(1)["holds"][0] == [{"least": 4, **low}]
    play(match, "give 10", "back 4")
    assert match.view(1)["held"] == [3, 4, 4]
    assert match.view(1)["holds"][0] == [{"least": 3, "of": NUMBERS[:9], "or": ["S", "S", "S"]}]
    assert match.view(1)["holds"][2] == [{"least": 1, "of": NUMBERS[:9], "or": ["S"]}]


def test_four_switches_are_the_other_possibility_and_not_denied() -> None:
    match = asked("9", "S S S S", "1 2 9 Z")
    assert match.view(1)["holds"][0] == [{"least": 4, "of": NUMBERS[:9], "or": ["S", "S", "S", "S"]}]
    play(match, "give Z", "back S", "Z")
    told = [{"least": 3, "of": NUMBERS[:9], "or": ["S", "S", "S"]}]
    assert match.view(1)["holds"][0] == match.view(None)["holds"][0] == told


def test_after_a_switch_given_back_the_giver_knows_the_others_and_third_parties_both_ways() -> None:
    match = asked("9", "S S S S", "1 2 9 Z")
    play(match, "give Z", "back S")
    assert match.view(2)["known"][0] == ["S", "S", "S"]
    assert match.view(2)["holds"][0] == []
    match.play("Z")
    assert match.view(2)["known"][0] == ["S", "S", "S"]
    assert match.view(0)["known"][2] == ["S"]
    assert match.view(1)["known"] == [[], [], []]
    assert match.view(1)["holds"][2] == [{"least": 1, "of": NUMBERS[:9], "or": ["S"]}]


def test_when_the_asker_turns_out_to_have_numbers_the_giver_got_one() -> None:
    match = asked("9", "3 4 5 6", "1 2 9 S")
    play(match, "give S", "back 4", "S3@1")  # a Switch can be played only with a number
    assert match.view(1)["holds"][2] == [{"least": 1, "of": NUMBERS[:9], "or": []}]
    assert match.view(1)["known"][0] == ["9"]


def test_the_only_card_of_an_asker_does_not_depend_on_the_cards_drawn_after_it() -> None:
    stock = ["6", "6", "6", "8", "10", "11", "4", "3", "2", "1"]  # the last one is drawn first
    match = at("5", "S", "10 11 11 S", "9 11 11 N", stock=stock)
    play(match, "help", "give 9", "back S", "9", "10", "N")
    low = {"least": 1, "of": NUMBERS[:5], "or": ["S"]}
    assert match.view(1)["holds"][2] == match.view(None)["holds"][2] == [low]
    play(match, "help", "give S")  # this shows seat 1 that the four cards drawn are numbers
    assert match.view(1)["holds"][2] == [low]
    play(match, "back 1", "S2@1")  # and now it shows everybody
    assert match.view(1)["holds"][2] == match.view(None)["holds"][2] == [low]
    check_everybody(match.state)


def test_H18_hands_that_could_not_play_later_do_not_depend_on_an_exchange_of_before() -> None:
    knows = Knowledge(3)
    knows.set_up()
    knows.learn_stuck(0, 9)
    knows.learn_help(0, 2, 11)  # so seat 2 has a low number if seat 0 has, or else a Switch
    for number in (3, 4, 5):
        knows.learn_loss(0, number)
    for _ in range(4):
        knows.learn_refill(0, 6)
    knows.learn_loss(2, 6)
    knows.learn_refill(2, 6)
    for seat in (2, 0):
        knows.learn_stuck(seat, 5)
    knows.learn_loss(0, 3)  # seat 0 has numbers again, but seat 2 may still have Switches
    assert hand_bounds(knows, 0, NOBODY) == [{"least": 3, "of": NUMBERS[:5], "or": []}]
    assert hand_bounds(knows, 2, NOBODY) == [{"least": 4, "of": NUMBERS[:5], "or": ["S", "S", "S", "S"]}]


def test_a_giver_with_a_switch_sees_whether_it_would_help() -> None:
    numbers = asked("9", "3 4 5 6", "1 2 9 S")
    assert numbers.view(2)["holds"][0] == [{"least": 4, "of": NUMBERS[:9], "or": []}]
    switches = asked("9", "S S S S", "1 2 S Z")
    assert switches.view(2)["known"][0] == ["S", "S", "S", "S"]
    assert switches.view(1)["holds"][0][0]["or"]


def test_asker_and_giver_are_told_only_during_a_call_for_help() -> None:
    match = at("9", "3 4 5 6", "5 6 7 8", "2 9 10 N")
    seats = (0, 1, 2, None)
    assert [(match.view(seat)["asker"], match.view(seat)["giver"]) for seat in seats] == [(None, None)] * 4
    for move in ("help", "give 10", "back 4"):
        match.play(move)
        assert [(match.view(seat)["asker"], match.view(seat)["giver"]) for seat in seats] == [(0, 2)] * 4
    match.play("10")
    assert match.view(1)["turn"] == 1
    assert [(match.view(seat)["asker"], match.view(seat)["giver"]) for seat in seats] == [(None, None)] * 4


@pytest.mark.long
def test_bounds_stay_true_after_a_second_reshuffle() -> None:
    few = {"phase": "play", "stock": ["8"], "discard": ["9", "10"]}
    match = at("3", "2 4 5 6", "Z 5 6 7", "11 11 J 10", **few)
    match.play("4")  # draws the 8: the 9 and the 10 become the draw pile
    assert (match.view(1)["reshuffled"], match.view(1)["fresh"]) == (["9", "10"], [0, 0, 0])
    match.play("Z")
    assert match.view(0)["fresh"] == [0, 1, 0]
    match.play("10")  # draws the last card: the Zap and the 4 become the draw pile
    assert (match.view(1)["reshuffled"], match.view(1)["fresh"]) == (["4", "Z"], [0, 0, 0])
    match.play("help")
    check_everybody(match.state)
    for seat in (0, 1, 2, None):
        for world in worlds(match, seat):
            assert set(world["stock"]) <= {"4", "Z"}


def test_H11_a_card_that_came_since_the_reshuffle_is_the_last_whichever_was_played() -> None:
    knows = Knowledge(3)
    knows.set_up()
    knows.forget_hand(1, 2)
    knows.learn_gain(1, 9)  # so seat 1 has two unknown cards and a 9 ...
    knows.learn_stuck(2, 5)
    knows.learn_loss(2, 3)  # ... and seat 2 numbers up to 5
    pool = pack_kinds([1, 2] * 5 + [4] * 7)
    knows.learn_stock(pool, PACKED_DECK - pool - pack_kinds([3, 3, 4, 5, 6, 9]), vec[i64]([0] * 3))
    knows.learn_return(2, 1, 2)
    knows.show_return(NOBODY, 2, 1)
    knows.learn_loss(1, 3)  # either the card given back or an old one
    pattern = knows.pattern[knows.index_of(1, NOBODY)]
    assert knows.fresh[1] == 1
    assert [kinds_at(pattern, i) & kind_bit(9) != 0 for i in range(3)] == [True] * 3
    assert [kinds_at(pattern, i) & kind_bit(2) != 0 for i in range(3)] == [True] * 3


def test_however_much_happens_before_somebody_asks_it_is_all_known() -> None:
    lazy, keen = Knowledge(3), Knowledge(3)
    for knows in (lazy, keen):
        knows.set_up()
        for turn in range(2 * NOTES):
            knows.note_loss(turn % 3, 4 + turn % 5)
            knows.note_gain(turn % 3, 1 + turn % 7)
            if knows is keen:
                knows.catch_up()
    told = [known_names(lazy.proofs(), seat, NOBODY) for seat in range(3)]
    assert told == [known_names(keen, seat, NOBODY) for seat in range(3)]
    assert all(told)


def test_what_cannot_be_leaves_nothing_known_but_how_many_cards_a_hand_has() -> None:
    impossible: list[tuple[int, Callable[[Knowledge], None]]] = [
        (4, lambda knows: knows.learn_stuck(1, 3)),
        (4, lambda knows: knows.learn_able(1, 11)),
        (4, lambda knows: knows.show_trial(NOBODY, 1, False)),
        (3, lambda knows: knows.learn_loss(1, JOKER)),
    ]
    for size, happens in impossible:
        knows = Knowledge(3)
        knows.set_up()
        for number in (6, 7, 8, 9):
            knows.learn_loss(1, number)
        for number in (6, 7, 8, 9):
            knows.learn_gain(1, number)
        happens(knows)
        assert knows.pattern[knows.index_of(1, NOBODY)] == UNKNOWN[size]
        assert (known_names(knows, 1, NOBODY), hand_bounds(knows, 1, NOBODY)) == ([], [])


def test_looking_changes_nothing() -> None:
    match = asked("9", "3 4 5 6", "2 9 10 N")
    twin = match.state.copy()
    play(match, "give 10")
    before = match.state.copy()
    views = [GAME.spec.view(match.state, seat) for seat in (NOBODY, 0, 1, 2)]
    for seat in (NOBODY, 0, 1, 2):
        match.state.world(seat, Seeded(seat + 2))
    assert [GAME.spec.view(match.state, seat) for seat in (NOBODY, 0, 1, 2)] == views
    assert [GAME.spec.view(before, seat) for seat in (NOBODY, 0, 1, 2)] == views
    assert GAME.spec.position(twin)["phase"] == "give"
