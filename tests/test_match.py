"""A Match: its history, mistakes as values, dealers, undo, copies, records."""

from __future__ import annotations

import copy
import json
import pickle
import random
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

import reihum
from reihum import Match
from reihum.core.contract import EVERYBODY, NO_CARD, NOBODY, OVER, UNHEARD
from reihum.core.dealer import Scripted, ScriptError, Seeded
from reihum.core.sealed import Sealed
from reihum.games import SLUGS
from reihum.narrator import narrator
from tests.games import SIZES

AT_NINE = {"game": "23", "hands": [[8, 20], [9]], "pile": [1, 9], "turn": 0}


def play_randomly(slug: str, players: int, seed: int, moves: int) -> Match:
    """A game after so many random moves."""
    match = reihum.game(slug).new(players, seed=seed)
    rng = random.Random(seed)
    while not match.over and len(match.history) < moves:
        seat = rng.choice(match.owes())
        match.play(rng.choice(match.moves(seat)), seat)
    return match


def test_numbers_that_mean_no_seat_no_move_and_no_card_are_kept_apart() -> None:
    assert len({NOBODY, OVER, UNHEARD, EVERYBODY, NO_CARD}) == 5
    assert all(number < 0 for number in (NOBODY, OVER, UNHEARD, EVERYBODY, NO_CARD))


# -- history --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("slug", "players"), SIZES)
def test_a_seat_gets_everything_after_a_move_without_gaps(slug: str, players: int) -> None:
    match = play_randomly(slug, players, 3, 90)
    for seat in [None, *range(players)]:
        whole = match.since(seat)
        assert [heard.number for heard in whole] == list(range(1, len(match.history) + 1))
        for number in (0, 1, 40, len(whole)):
            assert match.since(seat, min(number, len(whole))) == whole[min(number, len(whole)) :]
        assert match.log(seat) == [None if heard.by is None else (heard.by, heard.move) for heard in whole]
        assert json.loads(json.dumps([heard.json() for heard in whole])) == [heard.json() for heard in whole]


def test_a_move_that_is_not_heard_is_an_empty_entry() -> None:
    match = reihum.game("23").new(2, seed=1)
    match.play(match.moves(1)[0], 1)
    (own,), (other,) = match.since(1), match.since(0)
    assert (own.by, own.move) == (1, match.game.spec.text(match.history[0].move))
    assert (other.by, other.move, other.events) == (None, None, [])


@pytest.mark.parametrize("number", [-1, 2, 1.0, True, "1", None])
def test_there_is_nothing_after_a_move_that_was_not_made(number: Any) -> None:
    match = reihum.game("23").new(2, seed=1)
    match.play(match.moves()[0])
    with pytest.raises(reihum.ReihumError, match="numbered up to 1"):
        match.since(0, number)


@pytest.mark.parametrize(("slug", "players"), SIZES)
def test_what_one_seat_alone_hears_nobody_else_does(slug: str, players: int) -> None:
    match = play_randomly(slug, players, 5, 200)
    private = 0
    for made in match.history:
        for event in made.events:
            if event.ears != EVERYBODY:
                assert 0 <= event.ears < players
                private += 1
    for seat in [None, *range(players)]:
        heard = [event for entry in match.since(seat) for event in entry.events]
        own = sum(
            e.ears in (EVERYBODY, NOBODY if seat is None else seat) for m in match.history for e in m.events
        )
        assert len(heard) == own
    assert private > 0 or players == 1


@pytest.mark.parametrize("slug", SLUGS)
def test_the_first_deal_is_told_to_each_seat_alone(slug: str) -> None:
    match = reihum.game(slug).new(3, seed=2)
    assert [event["kind"] for event in match.dealt(None)] == ["begins"]
    for seat in range(3):
        dealt = [event for event in match.dealt(seat) if event["kind"] == "dealt"]
        assert [event["cards"] for event in dealt] == [match.view(seat)["hand"]]


def test_what_was_dealt_is_told_until_the_first_move_and_nothing_of_a_set_up() -> None:
    match = reihum.game("23").new(2, seed=1)
    assert match.events == match.dealt(None) == [{"kind": "begins", "round": 1}]
    match.play(match.moves()[0])
    assert match.events == []
    assert match.dealt(None) == [{"kind": "begins", "round": 1}]
    assert reihum.game("23").from_position(AT_NINE, seed=1).events == []
    assert reihum.game("23").from_position(AT_NINE, seed=1).dealt(0) == []


@pytest.mark.parametrize("seat", [-1, 2, True, "0", 0.0])
def test_a_seat_that_is_not_there_is_a_sentence(seat: Any) -> None:
    match = reihum.game("23").from_position(AT_NINE, seed=1)
    asked: list[Callable[[], object]] = [
        lambda: match.moves(seat),
        lambda: match.view(seat),
        lambda: match.since(seat),
        lambda: match.dealt(seat),
        lambda: match.play("20", seat),
        lambda: match.can_undo(seat),
    ]
    for ask in asked:
        with pytest.raises(reihum.ReihumError) as caught:
            ask()
        assert str(caught.value) == f"There is no seat {seat!r}; seats are 0 to 1."


def test_what_is_told_cannot_be_changed_afterwards() -> None:
    match = play_randomly("23", 3, 1, 200)
    ends = [event for entry in match.since(0) for event in entry.events if event["kind"] == "round"]
    before = copy.deepcopy(ends)
    ends[0]["fines"][0] = 99
    again = [event for entry in match.since(0) for event in entry.events if event["kind"] == "round"]
    assert again == before
    match.events.append({"kind": "lie"})
    assert {"kind": "lie"} not in match.events


# -- who decides, and whose turn it is ------------------------------------------------------------


@pytest.mark.parametrize(("slug", "players"), SIZES)
def test_match_state_and_view_name_who_decides_and_whose_turn_it_is_alike(slug: str, players: int) -> None:
    match = reihum.game(slug).new(players, seed=4)
    rng = random.Random(4)
    for _ in range(150):
        view = match.view(None)
        assert (view["turn"], view["player"], view["owes"]) == (match.turn, match.player, match.owes())
        position = match.position()
        if "turn" in position and not match.over:
            assert match.player == position["turn"]
        if match.over:
            break
        assert match.turn in match.owes()
        seat = rng.choice(match.owes())
        match.play(rng.choice(match.moves(seat)), seat)


def test_low_or_high_scores_win_says_the_game_its_json_and_its_views() -> None:
    low = {slug: reihum.game(slug).low_wins for slug in SLUGS}
    assert low == {"help": False, "23": True, "yoyo": False, "koenigs-romme": True}
    for slug in SLUGS:
        assert reihum.game(slug).json()["low_wins"] == low[slug]
        assert reihum.game(slug).new(3, seed=1).view(None)["low_wins"] == low[slug]
    assert reihum.game("koenigs-romme").new(1, seed=1).view(0)["low_wins"] is False  # K20: hands finished


# -- mistakes -------------------------------------------------------------------------------------


def test_a_mistake_is_a_value_and_changes_nothing() -> None:
    match = reihum.game("23").from_position(AT_NINE, seed=1)
    before = match.position()
    tried: list[tuple[Any, int]] = [("8", 0), ("8x1", 0), ("9", 1), (None, 0), ("nonsense", 1)]
    kinds = {
        move: (mistake.kind, mistake.rule) if (mistake := match.attempt(move, seat)) else None
        for move, seat in tried
    }
    assert kinds == {
        "8": ("refused", "T7"),
        "8x1": ("unknown", None),
        "9": ("turn", None),
        None: ("unknown", None),
        "nonsense": ("turn", None),  # who has nothing to decide is not told what would be a move
    }
    assert (match.position(), match.history) == (before, [])
    assert match.attempt("20", 0) is None
    assert match.position() != before


def test_after_the_end_everything_is_over() -> None:
    match = reihum.game("23").from_position({**AT_NINE, "round": 2, "hands": [[20], []]}, seed=1)
    assert match.attempt("20") is None
    assert [match.attempt(move, 0).kind for move in ("20", "rubbish")] == ["over", "over"]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("move", "seat", "error"),
    [("8", 0, reihum.Refused), ("8x1", 0, reihum.NotUnderstood), ("9", 1, reihum.NotYourTurn)],
)
def test_play_raises_what_attempt_and_mistake_say(move: str, seat: int, error: type[Exception]) -> None:
    match = reihum.game("23").from_position(AT_NINE, seed=1)
    mistake = match.mistake(move, seat)
    assert mistake is not None
    with pytest.raises(error) as caught:
        match.play(move, seat)
    assert str(caught.value) == mistake.text() == str(mistake.error())
    assert len({mistake.text(lang) for lang in ("de", "en", "nl")}) == 3


# -- dealers --------------------------------------------------------------------------------------


class CustomDealer:
    """A dealer of one's own."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def below(self, n: int) -> int:
        return self.chance.randrange(n)


class Liar:
    def below(self, n: int) -> int:
        return n


@pytest.mark.parametrize("slug", SLUGS)
def test_any_object_that_answers_below_can_deal(slug: str) -> None:
    one = reihum.game(slug).start(3, dealer=CustomDealer(7))
    same = reihum.game(slug).start(3, dealer=CustomDealer(7))
    other = reihum.game(slug).start(3, dealer=CustomDealer(8))
    assert one == same != other
    rng = random.Random(1)
    while not one.over and len(one.history) < 60:
        seat = rng.choice(one.owes())
        move = rng.choice(one.moves(seat))
        one.play(move, seat)
        same.play(move, seat)
    assert one == same
    assert pickle.loads(pickle.dumps(one)) == one
    assert "Seed" not in one.record()


def test_a_dealer_that_answers_nonsense_is_found_out() -> None:
    with pytest.raises(ScriptError, match="the dealer answered 65"):
        reihum.game("23").start(2, dealer=Liar())
    with pytest.raises(reihum.ReihumError, match="a method below"):
        reihum.game("23").start(2, dealer=object())  # type: ignore[arg-type]
    with pytest.raises(reihum.ReihumError, match="not both"):
        reihum.game("23").start(2, 1, dealer=Seeded(1))


def test_a_scripted_dealer_can_deal_a_match() -> None:
    answers = list(range(64, 0, -1)) + list(range(29, 0, -1))  # leave every card where it lies
    match = reihum.game("23").start(2, dealer=Scripted(answers))
    assert match.dealer.mark() == len(answers)
    assert match.position()["hands"][0][:4] == [2, 2, 3, 3]


# -- taking back ----------------------------------------------------------------------------------


def test_what_was_put_away_can_be_taken_back_until_all_have_put() -> None:
    match = reihum.game("23").new(2, seed=3)
    before = match.position()
    first, *_ = match.moves(0)
    match.play(first, 0)
    other = match.moves(1)[0]
    match.play(other, 1)
    assert match.can_undo(0)
    match.undo(0)
    assert match.position()["hands"][0] == before["hands"][0]
    assert [made.by for made in match.history] == [1]  # what the other chose unheard stays
    assert match.can_undo(1)
    assert not match.can_undo(0)


def test_nothing_is_taken_back_past_a_card_that_was_drawn_or_a_move_of_others() -> None:
    match = reihum.game("koenigs-romme").new(2, seed=3)
    match.play("stock")
    assert not match.can_undo(1)
    with pytest.raises(reihum.ReihumError, match="cannot be taken back"):
        match.undo(1)
    other = reihum.game("23").from_position({**AT_NINE, "hands": [[8, 20], [9, 20, 21]]}, seed=1)
    other.play("20")
    assert other.can_undo(0)
    other.play("20")
    assert not other.can_undo(0)
    assert other.can_undo(1)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_card_that_one_seat_alone_has_seen_stays_seen(seat: int) -> None:
    hands = [["3s", "4s", "9h"], ["3h", "5h", "Kd"], ["6c", "8c", "Jx"]]
    match = reihum.game("koenigs-romme").from_position({"hands": hands, "pile": ["7s"], "turn": seat}, seed=1)
    stock = match.copy()
    match.play("pile")
    assert match.can_undo(seat)
    stock.play("stock")
    assert not stock.can_undo(seat)


def test_the_move_that_ends_a_round_or_the_game_is_not_taken_back() -> None:
    match = reihum.game("23").from_position({**AT_NINE, "hands": [[20], []], "round": 2}, seed=1)
    match.play("20")
    assert match.over
    assert not match.can_undo(0)
    match = reihum.game("23").from_position({**AT_NINE, "hands": [[20, 21], []], "round": 2}, seed=1)
    match.play("20")
    assert match.can_undo(0)


def test_before_the_first_move_nothing_can_be_taken_back() -> None:
    match = reihum.game("23").from_position(AT_NINE, seed=1)
    assert not match.can_undo(0)
    with pytest.raises(reihum.ReihumError, match="cannot be taken back"):
        match.undo(0)


def test_a_move_taken_back_can_be_made_again() -> None:
    match = reihum.game("koenigs-romme").new(2, seed=3)
    whole = match.copy()
    match.play("pile")
    whole.play("pile")
    match.undo(1)
    assert match.moves(1) == ["stock", "pile"]
    match.play("pile")
    assert match == whole


# -- the game as it was ---------------------------------------------------------------------------


@pytest.mark.parametrize(("slug", "players"), SIZES)
def test_a_match_can_be_had_as_it_was_after_any_move(slug: str, players: int) -> None:
    match = reihum.game(slug).new(players, seed=8)
    match.names = [f"Player {seat}" for seat in range(players)]
    rng = random.Random(8)
    kept = [match.copy()]
    while not match.over and len(match.history) < 60:
        seat = rng.choice(match.owes())
        match.play(rng.choice(match.moves(seat)), seat)
        kept.append(match.copy())
    for number in (0, 1, len(match.history) // 2, len(match.history) - 1, len(match.history)):
        there = match.at(number)
        assert there == kept[number]
        assert (there.state, there.dealer) == (kept[number].state, kept[number].dealer)
        assert (there.names, there.date, there.since(0)) == (match.names, match.date, match.since(0)[:number])
        for made in match.history[number:]:
            there.play(made.text, made.by)
        assert there == match


def test_what_happens_to_a_match_as_it_was_changes_nothing_now() -> None:
    match = play_randomly("23", 2, 4, 12)
    before = match.record(), match.position()
    for number in (0, 5, 12):
        match.at(number).play(match.at(number).moves()[-1])
    assert (match.record(), match.position()) == before


@pytest.mark.parametrize("number", [-1, 13, 1.0, True, "1", None])
def test_there_is_no_match_after_a_move_that_was_not_made(number: Any) -> None:
    with pytest.raises(
        reihum.ReihumError, match=f"^Moves are numbered up to 12, so there is no {number!r}\\.$"
    ):
        play_randomly("23", 2, 4, 12).at(number)


@pytest.mark.parametrize(("slug", "players"), SIZES)
def test_every_move_of_the_history_knows_its_text(slug: str, players: int) -> None:
    match = play_randomly(slug, players, 3, 60)
    assert [made.text for made in match.history] == [
        match.game.spec.text(made.move) for made in match.history
    ]
    body = match.record().split("\n\n", 1)[1].splitlines()
    moves = [line for line in body if line[0].isdigit()]
    assert [f"{made.by}: {made.text}" for made in match.history] == moves


# -- copies ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "make", [copy.copy, copy.deepcopy, Match.copy, lambda m: pickle.loads(pickle.dumps(m))]
)
@pytest.mark.parametrize("slug", SLUGS)
def test_copies_are_equal_go_on_alike_and_keep_their_events(
    slug: str, make: Callable[[Match], Match]
) -> None:
    match = play_randomly(slug, 3, 6, 70)
    match.names = ["Ada", "Ben", "Cleo"]
    twin = make(match)
    assert twin == match
    assert twin is not match
    assert twin.events == match.events
    assert (twin.names, twin.date, twin.record(True)) == (match.names, match.date, match.record(True))
    for _ in range(50):
        if match.over:
            break
        seat = match.owes()[-1]
        match.play(match.moves(seat)[0], seat)
        assert twin != match
        twin.play(twin.moves(seat)[0], seat)
    assert twin == match
    assert twin.since(1) == match.since(1)


@pytest.mark.parametrize(
    "dealer", [Seeded(5), Scripted([0] * 500), Sealed(bytes(32), ["", "", ""]), CustomDealer(7)]
)
def test_a_match_is_kept_whoever_deals(dealer: Any) -> None:
    match = reihum.game("yoyo").start(3, dealer=dealer)
    for _ in range(20):
        match.play(match.moves()[0])
    twin: Match = pickle.loads(pickle.dumps(match))
    assert (twin, twin.state, twin.dealer.mark()) == (match, match.state, match.dealer.mark())
    assert twin.at(7) == match.at(7)
    for _ in range(60):
        if not match.over:
            match.play(match.moves()[-1])
            twin.play(twin.moves()[-1])
    assert twin == match


def test_matches_differ_by_game_past_and_future() -> None:
    one = reihum.game("23").new(2, seed=1)
    assert one != reihum.game("23").new(2, seed=2)
    assert one != reihum.game("yoyo").new(2, seed=1)
    assert one != "23"
    again = reihum.game("23").from_position(one.position(), seed=1)
    assert again.position() == one.position()
    assert again != one
    with pytest.raises(TypeError):
        hash(one)


def test_matches_differ_by_options_and_by_what_they_were_set_up_from() -> None:
    shown = reihum.game("23").from_position(AT_NINE, seed=1)
    spelt_out = reihum.game("23").from_position(shown.position(), seed=1)
    assert spelt_out.position() == shown.position()
    assert spelt_out != shown
    assert shown == reihum.game("23").from_position(AT_NINE, seed=1)
    assert shown != reihum.game("23").from_position(AT_NINE, seed=2)  # other cards to come
    assert play_randomly("23", 2, 1, 3) != play_randomly("23", 2, 1, 2)


def test_games_are_equal_by_their_slug() -> None:
    one, other = reihum.game("23"), reihum.game("yoyo")
    assert one == reihum.game("23")
    assert hash(one) == hash(reihum.game("23"))
    assert one != other
    assert one != "23"
    assert repr(one) == "reihum.game('23')"
    assert pickle.loads(pickle.dumps(one)) == one


def test_what_a_game_says_of_itself() -> None:
    assert reihum.game("23").json() == {
        "slug": "23",
        "title": "23",
        "fewest": 2,
        "most": 4,
        "options": {"learning": False, "by_five": False},
        "low_wins": True,
        "rules": 1,
    }


def test_a_match_says_how_far_it_is() -> None:
    match = reihum.game("23").new(2, seed=1)
    assert repr(match) == "<23, 2 players, 0 moves made>"
    match.play(match.moves()[0])
    assert repr(match) == "<23, 2 players, 1 move made>"
    assert match.seat_names() == ["seat 0", "seat 1"]
    match.names = ["Ada", "Ben"]
    assert "Ada" in str(match)
    assert "seat 0" not in str(match)


@pytest.mark.parametrize(("slug", "players"), SIZES)
def test_the_text_of_a_match_is_the_table_as_everybody_sees_it(slug: str, players: int) -> None:
    match = play_randomly(slug, players, 8, 20)
    text = str(match)
    assert text.splitlines()[0] == match.game.title
    assert text == str(match)
    world = match.copy()
    world.state = match.state.world(NOBODY, Seeded(5))
    assert str(world) == text
    if players > 1:
        assert all(f"seat {seat}" in text for seat in range(players))


# -- records --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [0, 2**62 - 1])
def test_the_lowest_and_the_highest_seed_deal_a_game(seed: int) -> None:
    match = reihum.game("23").new(2, seed=seed)
    assert f"\nSeed: {seed}\n" in match.record()
    assert reihum.read_record(match.record()) == match


def test_the_whole_text_of_a_record() -> None:
    match = reihum.game("23").from_position({**AT_NINE, "round": 2, "hands": [[20], [9]]}, seed=4)
    match.date = date(2026, 3, 31)
    match.names = ["Änne", "Ben"]
    match.play("20+2")
    assert match.record() == (
        "Reihum: 1\nGame: 23\nRules: 1\nPlayers: 2\nDate: 2026-03-31\n"
        'Names: ["Änne", "Ben"]\nSeed: 4\nPosition: {"game": "23", "hands": [[20], [9]], "pile": [1, 9], '
        '"turn": 0, "round": 2}\n\n0: 20+2\nUnfinished: 1 moves\n'
    )
    match.play("leave")
    assert match.record().endswith(
        "\n0: 20+2\n1: leave\n; round: round 2 · fines [0, 1]\n"
        "; game: scores [0, 0] · winners [0, 1]\nScores: 0 0\nWinners: 0 1\n"
    )
    learning = reihum.game("23").new(2, seed=1, learning=True).record()
    assert "\nOptions: learning\n" in learning
    assert "Options" not in reihum.game("23").new(2, seed=1).record()
    assert reihum.read_record(learning).position()["options"] == {"learning": True, "by_five": False}


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("eight", "'eight'"),
        ("x" * 38, f"'{'x' * 38}'"),
        ("x" * 39, f"'{'x' * 36}…"),
        ("é", "'é'"),
        ("é\x1b", "'\\xe9\\x1b'"),
        (None, "None"),
        ([1], "[1]"),
    ],
)
def test_what_was_typed_is_quoted_and_cut(typed: Any, shown: str) -> None:
    mistake = reihum.game("23").from_position(AT_NINE, seed=1).mistake(typed)
    assert mistake is not None
    assert mistake.facts == {"typed": shown, "game": "23"}
    assert mistake.text().startswith(shown)


def test_a_record_carries_its_date() -> None:
    match = reihum.game("23").new(2, seed=1)
    assert match.date == date.today()
    match.date = date(2026, 3, 31)
    assert "\nDate: 2026-03-31\n" in match.record()
    assert reihum.read_record(match.record()).date == date(2026, 3, 31)
    match.date = None
    assert "Date" not in match.record()
    assert reihum.read_record(match.record()).date is None


def test_a_seed_drawn_by_lot_is_secret_until_the_end_unless_the_owner_asks() -> None:
    match = reihum.game("23").new(2)
    assert "Seed" not in match.record()
    assert reihum.read_record(match.record(secret=True)) == match
    with pytest.raises(reihum.BadRecord, match="'Seed' is missing"):
        reihum.read_record(match.record())
    while not match.over:
        match.play(match.moves()[-1] if match.moves()[-1] == "leave" else match.moves()[0])
    assert "Seed: " in match.record()
    assert reihum.read_record(match.record()) == match


@pytest.mark.parametrize("header", ["Position", "Names"])
@pytest.mark.parametrize("value", ["[" * 100_000, "9" * 5_000, '{"a":' * 100_000, "nonsense", "[1, 2"])
def test_headers_that_no_reader_should_read_are_a_sentence(header: str, value: str) -> None:
    text = f"Reihum: 1\nGame: 23\nRules: 1\nPlayers: 2\nSeed: 1\n{header}: {value}\n\nUnfinished: 0 moves\n"
    with pytest.raises(reihum.BadRecord) as caught:
        reihum.read_record(text)
    assert caught.value.line == 6


@pytest.mark.parametrize(
    "name",
    ["\ud800", "\x1b[31mred", "a\u202eb", "zero\u200bwidth", "", "  ", "x" * 25, "line\nbreak", 7, None],
)
def test_names_that_harm_a_terminal_are_refused(name: object) -> None:
    match = reihum.game("23").new(2, seed=1)
    with pytest.raises(reihum.ReihumError):
        match.names = ["Ada", name]  # type: ignore[list-item]
    assert match.names is None
    text = match.record().replace("Seed:", f"Names: {json.dumps(['Ada', name])}\nSeed:")
    with pytest.raises(reihum.BadRecord) as caught:
        reihum.read_record(text)
    assert caught.value.line == 6


def test_names_are_kept_in_their_normal_form() -> None:
    match = reihum.game("23").new(2, seed=1)
    match.names = [" A\u0308nne ", "Joost 🎲"]
    assert match.names == ["Änne", "Joost 🎲"]
    assert reihum.read_record(match.record()).names == match.names


@pytest.mark.parametrize(
    "ask",
    [
        lambda: reihum.read_records(None),  # type: ignore[arg-type]
        lambda: reihum.game("23").start(2, 1, None),  # type: ignore[arg-type]
        lambda: reihum.game("23").from_position(AT_NINE).refusal("8").text([]),  # type: ignore[union-attr, arg-type]
        lambda: reihum.game("23").from_position(AT_NINE).mistake("?").text("fr"),  # type: ignore[union-attr]
        lambda: narrator("23", "fr", ["Ada", "Ben"], 0),
        lambda: narrator("chess", "en", ["Ada", "Ben"], 0),
        lambda: reihum.game("23").new(2).view("0"),  # type: ignore[arg-type]
        lambda: reihum.game(None),  # type: ignore[call-overload]
        lambda: reihum.game("23").new(2, seed=1, learning=None),  # type: ignore[arg-type]
    ],
)
def test_what_makes_no_sense_is_a_sentence(ask: Callable[[], object]) -> None:
    with pytest.raises(reihum.ReihumError) as caught:
        ask()
    assert str(caught.value).endswith(".")
