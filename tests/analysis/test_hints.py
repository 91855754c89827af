"""Hints: from nothing but what the seat may know, and with reasons that were counted."""

from __future__ import annotations

import json

import pytest

import reihum
from reihum.analysis.appraisal import MOST_MOVES, Appraiser
from reihum.analysis.hints import Hint, hint, options_of
from reihum.analysis.reasons import Reason, sentence, without_mirrored
from reihum.core.contract import OVER
from reihum.core.dealer import Seeded
from reihum.core.stakes import Stake
from reihum.games import SLUGS, spec
from reihum.games.yoyo.cards import UP
from reihum.games.yoyo.rules import YoYo
from tests.games import ENDS, Walk

WORLDS = 24
GOING_OUT = {
    "game": "23",
    **{"hands": [[8], [12, 20]], "pile": [1, 7], "turn": 0},
    **{"round": 2, "fines": [5, 4], "chips": [0, 0]},
}


def match_after(slug: str, players: int, moves: int, seed: int = 3) -> reihum.Match:
    """A match that the policy has played for a while."""
    match, bot = reihum.game(slug).new(players, seed=seed), reihum.bot("policy", slug)
    while not match.over and len(match.history) < moves:
        match.play(bot.choose(match))
    return match


@pytest.mark.parametrize(("slug", "players"), ENDS)
def test_a_hint_depends_on_nothing_hidden(slug: str, players: int) -> None:
    of = spec(slug)
    tried = 0
    for seed in range(3):
        walk = Walk(of, players, seed).on(11 + 8 * seed)
        if walk.state.turn() == OVER:
            continue
        seat = walk.seat()
        other = walk.state.world(seat, Seeded(seed))
        found = [
            Hint(seat, WORLDS, options_of(Appraiser(of, players).appraise(state.side(seat), WORLDS, 5), of))
            for state in (walk.state, other)
        ]
        assert found[0].json() == found[1].json()
        tried += 1
    assert tried


@pytest.mark.parametrize("slug", SLUGS)
def test_options_are_legal_the_best_first_and_the_policys_move_among_them(slug: str) -> None:
    match = match_after(slug, max(2, spec(slug).fewest), 13)
    found = hint(match, worlds=WORLDS)
    moves = [option.move for option in found.options]
    assert found.seat == match.turn
    assert found.best == moves[0]
    assert 1 <= len(moves) <= MOST_MOVES
    assert {*moves} <= {*match.moves()}
    assert len({*moves}) == len(moves)
    assert reihum.bot("policy", slug).choose(match) in moves
    best, *others = found.options
    assert best.equal
    assert [option.win for option in others] == sorted((option.win for option in others), reverse=True)
    assert all(option.equal for option in others if option.win >= best.win)
    assert all(0 <= option.win <= 1 and option.error >= 0 for option in found.options)


def test_the_same_seed_gives_the_same_hint_and_another_one_another() -> None:
    match = match_after("help", 3, 12)
    first, again, other = (hint(match, worlds=WORLDS, seed=seed).json() for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_going_out_is_the_best_and_that_is_why() -> None:
    match = reihum.game("23").from_position(GOING_OUT, seed=1)
    found = hint(match, worlds=60)
    assert found.best == "8"
    assert any(why.startswith("You go out in 100 %") for why in found.options[0].why("en"))
    assert any("machst in 100 % statt" in why for why in found.options[0].why("de"))
    assert any("in 100 % in plaats van" in why for why in found.options[0].why("nl"))
    assert "You pay 1.5 fewer penalty chips until the round ends." in found.options[0].why()
    passing = next(option for option in found.options if option.move == "pass")
    assert any(why.endswith("% instead of 100 %.") for why in passing.why())


def test_a_hint_is_json_as_the_contract_says() -> None:
    found = hint(match_after("yoyo", 2, 8), worlds=WORLDS)
    told = json.loads(json.dumps(found.json("de")))
    assert list(told) == ["seat", "worlds", "options"]
    assert told["worlds"] == WORLDS
    assert all(list(option) == ["move", "win", "error", "equal", "why"] for option in told["options"])


def test_any_seat_that_owes_a_decision_can_ask() -> None:
    match = reihum.game("23").new(3, seed=1)
    assert match.owes() == [0, 1, 2]
    assert [hint(match, seat, worlds=WORLDS).seat for seat in range(3)] == [0, 1, 2]


def test_one_move_is_an_option_too() -> None:
    match = reihum.game("23").from_position(
        {**GOING_OUT, "hands": [[9], [4, 12, 17]], "forced": True}, seed=1
    )
    found: Hint = hint(match, worlds=WORLDS)
    assert found.best in match.moves()


@pytest.mark.parametrize("worlds", [0, 7, -3, 2.5, True, "many", 10**9])
def test_a_bad_number_of_worlds_is_a_sentence(worlds: object) -> None:
    with pytest.raises(reihum.ReihumError, match="number of worlds is a whole number from 8 to"):
        hint(match_after("help", 3, 4), worlds=worlds)  # type: ignore[arg-type]


def test_who_has_nothing_to_decide_gets_no_hint() -> None:
    match = match_after("help", 3, 20)
    idle = next(seat for seat in range(3) if seat not in match.owes())
    with pytest.raises(reihum.NotYourTurn, match=f"Seat {idle} has no decision to make now"):
        hint(match, idle)
    with pytest.raises(reihum.NotYourTurn, match="The game is over"):
        hint(match_after("help", 3, 10_000))
    with pytest.raises(reihum.ReihumError, match="There is no seat 7"):
        hint(match, 7)


def test_if_no_deal_fits_what_a_seat_has_seen_one_sentence_says_so() -> None:
    position = {"hands": [["b11", "y11", "r20"], ["b12", "b13"]], "pile": ["b8"], "turn": 0}
    match = reihum.game("yoyo").from_position(position, seed=1)
    assert isinstance(match.state, YoYo)
    match.state.knows.note_going_on(1, UP, 11)  # but seat 0 has both cards that could have gone on
    with pytest.raises(reihum.ReihumError, match=r"^No deal of the hidden cards fits .+ cannot be judged\.$"):
        hint(match, worlds=WORLDS)


def test_there_is_always_a_move_to_compare_with() -> None:
    """Even where one move is so clearly the best that nobody would think about another."""
    of, clear = spec("23"), 0
    appraiser = Appraiser(of, 3)
    for seed in range(12):
        match = match_after("23", 3, 34, seed)
        side = match.state.side(match.turn or 0)
        found = options_of(appraiser.appraise(side, 200, 0), of)
        assert len(found) >= min(2, len(appraiser.moves(side)))
        clear += len(found) == 2 and not found[1].equal
    assert clear


def test_two_sides_of_one_thing_are_one_reason() -> None:
    out, caught = Stake("out", is_chance=True, is_good=True), Stake("caught", is_chance=True)
    mirrored = [Reason(caught, 0.41, 0.6, 0.3), Reason(out, 0.59, 0.4, 0.2)]
    assert [reason.stake.name for reason in without_mirrored(mirrored)] == ["out"]
    different = [Reason(caught, 0.41, 0.6, 0.3), Reason(out, 0.35, 0.2, 0.2)]
    assert without_mirrored(different) == different


def test_a_chance_that_never_was_another_is_not_certain_either() -> None:
    found = hint(reihum.game("23").from_position(GOING_OUT, seed=1), worlds=24)
    assert all(option.error > 0 for option in found.options)


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "It costs 2.0 more penalty chips now and saves 3.1 later."),
        ("de", "Das kostet jetzt 2,0 Straf-Chips mehr und spart später 3,1."),
        ("nl", "Dat kost nu 2,0 straffiches meer en bespaart later 3,1."),
    ],
)
def test_what_costs_now_and_saves_later_says_both(lang: str, said: str) -> None:
    paid = Stake("paid")
    assert sentence(Reason(paid, 4.0, 5.1, 0.2, now=2.0), spec("23").words(lang)) == said
