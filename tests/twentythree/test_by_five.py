"""T9d: 23 with bonus chips that shift by exactly five."""

from __future__ import annotations

import pytest

import reihum
from reihum import Match
from tests.tools import happened, play, refused

GAME = reihum.game("23")


def at(top: int, *hands: list[int], **more: object) -> Match:
    """Seat 0 in turn on a pile that ends in `top`, by five."""
    pile = [1] if top == 1 else [1, top]
    given = {"hands": list(hands), "pile": pile, "turn": 0, "options": {"by_five": True}, **more}
    return GAME.from_position({"game": "23", **given}, seed=1)


def fine(top: int, move: str) -> int | None:
    """What a move costs the only seat with that card, or None if it is refused."""
    costs: dict[str, int] = at(top, [int(move.split("+")[0]), 23], [22]).view(0)["costs"]
    return costs.get(move)


@pytest.mark.parametrize(
    ("top", "move", "cost"),
    [
        (14, "10+1", 0),  # 9 counts
        (10, "17+1", 1),  # 15 counts
        (12, "8+1", 0),  # 7 counts
        (12, "9+1", 1),  # 7 counts
        (3, "2+1", 3),  # -2 counts
        (10, "15+1", 0),
        (10, "20+2", 0),
        (14, "3+3", 3),
    ],
)
def test_T9d_a_chip_shifts_the_top_card_by_exactly_five(top: int, move: str, cost: int) -> None:
    assert fine(top, move) == cost
    match = at(top, [int(move.split("+")[0]), 23], [22])
    match.play(move)
    assert match.position()["fines"] == [cost, 0]
    assert match.position()["chips"] == [3 - int(move[-1]), 3]
    assert [event["count"] for event in happened(match, "fined")] == [cost] * bool(cost)


def test_T9d_a_thirteen_on_a_ten_with_a_chip_would_cost_more_and_is_refused() -> None:
    match = at(10, [13, 20], [22])
    assert refused(match, "13+1") == "T9d.wasted"
    assert [move for move in match.moves() if move.startswith("13")] == ["13"]
    assert match.view(0)["costs"]["13"] == 2


def possible(top: int, v: int, k: int) -> int | None:
    """What v costs with k chips by the wording of the rule, or None if it cannot be laid."""
    ways = []
    if v >= top + 5 * k:
        ways.append(max(0, v - top - 5 * k - 1))
    if v >= top - 5 * k:
        ways.append(max(0, v - top + 5 * k - 1))
    return min(ways, default=None)


@pytest.mark.parametrize("chips", range(4))
def test_T9d_T9c_moves_and_costs_are_those_of_the_letter(chips: int) -> None:
    for top in range(1, 24):
        for v in range(2, 24):
            wanted = {}
            for k in range(chips + 1):
                cost = possible(top, v, k)
                before = possible(top, v, k - 1) if k else None
                if cost is not None and (k == 0 or before is None or cost < before):
                    wanted[f"{v}+{k}" if k else str(v)] = cost
            hand = [v] if v == top else [v, 23 if v < 23 else 22]
            match = at(top, hand, [21], chips=[chips, 0])
            costs = match.view(0)["costs"]
            found = {move: cost for move, cost in costs.items() if move.split("+")[0] == str(v)}
            assert found == wanted, (top, v)
            assert set(found) == {move for move in match.moves() if move.split("+")[0] == str(v)}


def test_T9d_T12_by_five_the_same_cards_can_be_laid_when_forced() -> None:
    """Every number from top - 5 x chips upward can be laid, so forced seats show the same."""
    match = at(17, [13, 11], [20], forced=True, chips=[1, 3])
    assert match.moves() == ["13+1"]
    assert refused(match, "pass") == "T12.forced"
    match = at(17, [11, 3], [20], forced=True, chips=[1, 3])
    match.play("pass")
    assert match.view(1)["at_most"] == [11, None]


def test_T9d_T10a_going_out_with_a_chip_gives_the_fine_back() -> None:
    match = at(12, [9], [20])
    match.play("9+1")
    assert match.position()["fines"] == [0, 0]
    assert happened(match, "out")[0]["returned"] == 1


def test_T9d_the_option_is_said_everywhere_and_off_by_default() -> None:
    match = GAME.new(players=2, seed=7, by_five=True)
    options = {"learning": False, "by_five": True}
    assert match.position()["options"] == match.view(0)["options"] == options
    assert "\nOptions: by_five\n" in match.record()
    assert reihum.read_record(match.record()).position() == match.position()
    assert match.state.copy().by_five  # type: ignore[attr-defined]
    usual = GAME.new(players=2, seed=7)
    assert usual.position() == {**match.position(), "options": {"learning": False, "by_five": False}}
    assert GAME.from_position({"hands": [[8], [9]], "pile": [1], "options": {}}, seed=1).position()[
        "options"
    ] == {"learning": False, "by_five": False}


def test_T5a_the_learning_game_holds_for_both_rounds_and_can_be_played_by_five() -> None:
    match = at(9, [9], [3], options={"learning": True, "by_five": True})
    play(match, "9", "leave")
    position = match.position()
    assert (position["round"], position["phase"]) == (2, "play")
    assert sorted(map(len, position["hands"])) == [11, 12]
    assert position["options"] == {"learning": True, "by_five": True}
    assert "\nOptions: learning by_five\n" in GAME.new(2, seed=1, learning=True, by_five=True).record()


@pytest.mark.parametrize("learning", [False, True])
def test_T9d_policies_play_whole_games_by_five_and_spend_chips(learning: bool) -> None:
    spent = 0
    for seed in range(20):
        match = GAME.new(players=2 + seed % 3, seed=seed, learning=learning, by_five=True)
        policy = GAME.spec.policy()
        made = 0
        while not match.over:
            move = GAME.spec.text(policy.choose(match.state.side(match.state.turn())))
            spent += "+" in move
            match.play(move)
            made += 1
        assert made < GAME.spec.decisions_cap
    assert spent > 0
