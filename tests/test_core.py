"""What all games are built on: dealers, packed cards, playouts, fields of positions, records, names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import product
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import reihum
from reihum.core.contract import (
    EVERYBODY,
    NOBODY,
    OVER,
    Event,
    Refusal,
    Side,
    all_seats,
    bit,
    left_of,
    legal,
    seat_or_none,
)
from reihum.core.dealer import Outside, Scripted, ScriptError, Seeded, reshuffle, shuffle
from reihum.core.errors import BadPosition, BadRecord
from reihum.core.fields import PositionFields, inner_list, whole_number
from reihum.core.names import clean_name, clean_names
from reihum.core.packing import all_of, count_of, highest, lowest, of_value, pack, size_of, unpack
from reihum.core.playout import FunctionPolicy, Random, play_out, playout
from reihum.core.record import LONGEST_RECORD, is_plain_number, parse_record, record_text, split_records
from reihum.games import SLUGS, spec

# -- refusals and events --------------------------------------------------------------------------


def test_refusals_are_equal_if_rule_reason_and_facts_are() -> None:
    one = Refusal("T7", "lower", {"card": 8})
    assert one == Refusal("T7", "lower", {"card": 8})
    assert hash(one) == hash(Refusal("T7", "lower", {"card": 9}))
    for other in (
        Refusal("T8", "lower", {"card": 8}),
        Refusal("T7", "low", {"card": 8}),
        Refusal("T7", "lower"),
    ):
        assert one != other
    assert one != "T7"
    assert hash(one) != hash(Refusal("T8", "lower"))
    assert repr(one) == "Refusal('T7', 'lower', {'card': 8})"
    assert Refusal("T7", "lower").facts == {}


def test_events_are_equal_if_kind_facts_and_ears_are() -> None:
    one = Event("dealt", {"cards": [3]}, 1)
    assert one == Event("dealt", {"cards": [3]}, 1)
    assert hash(one) == hash(Event("dealt", {"cards": [4]}, 1))
    for other in (Event("drew", {"cards": [3]}, 1), Event("dealt", {}, 1), Event("dealt", {"cards": [3]}, 2)):
        assert one != other
    assert one != "dealt"
    assert hash(one) != hash(Event("dealt", {"cards": [3]}, 2))
    assert repr(one) == "Event('dealt', {'cards': [3]}, 1)"


def test_an_event_is_heard_by_everybody_or_by_one_seat_alone() -> None:
    public, private = Event("round", {}), Event("dealt", {}, 1)
    assert public.ears == EVERYBODY
    assert [public.is_heard_by(seat) for seat in (NOBODY, 0, 1, 2)] == [True] * 4
    assert [private.is_heard_by(seat) for seat in (NOBODY, 0, 1, 2)] == [False, False, True, False]


# -- seats ----------------------------------------------------------------------------------------


def test_sets_of_seats_and_the_next_one_clockwise() -> None:
    assert [bit(seat) for seat in range(4)] == [1, 2, 4, 8]
    assert [all_seats(seats) for seats in range(1, 5)] == [1, 3, 7, 15]
    assert [left_of(seat, 3) for seat in range(3)] == [1, 2, 0]
    assert [seat_or_none(seat) for seat in (NOBODY, 0, 1)] == [None, 0, 1]


# -- chance ---------------------------------------------------------------------------------------


def test_a_seed_gives_the_same_numbers_for_ever() -> None:
    assert [Seeded(seed).below(1_000) for seed in range(6)] == [374, 196, 447, 925, 731, 227]
    dealer = Seeded(7)
    assert [dealer.below(1_000) for _ in range(6)] == [637, 355, 715, 80, 649, 459]
    assert Seeded(2**62 - 1).below(1_000_000) == 648_969


def test_numbers_below_n_are_all_as_likely() -> None:
    dealer = Seeded(3)
    assert {dealer.below(1) for _ in range(99)} == {0}
    for n in (2, 7, 52):
        found = Counter(dealer.below(n) for _ in range(400 * n))
        assert sorted(found) == list(range(n))
        assert all(300 < times < 500 for times in found.values())


def test_a_seeded_dealer_is_copied_with_its_place_and_marks_it() -> None:
    dealer = Seeded(9)
    before = dealer.mark()
    assert dealer.mark() == before
    dealer.below(2)
    assert dealer.mark() != before
    twin = dealer.copy()
    assert twin.mark() == dealer.mark()
    assert [twin.below(99) for _ in range(9)] == [dealer.below(99) for _ in range(9)]


def test_a_script_is_answered_in_order_until_it_ends() -> None:
    dealer = Scripted([0, 4, 2])
    assert [dealer.below(5), dealer.below(5)] == [0, 4]
    assert (dealer.mark(), dealer.is_used_up()) == (2, False)
    rest = dealer.copy()
    assert dealer.below(3) == 2
    assert (dealer.mark(), dealer.is_used_up()) == (3, True)
    with pytest.raises(ScriptError, match=r"^the script ends after 3 answers$"):
        dealer.below(5)
    assert (rest.is_used_up(), rest.below(3), rest.is_used_up()) == (False, 2, True)


@pytest.mark.parametrize("answer", [-1, 5])
def test_a_script_that_does_not_fit_is_an_error(answer: int) -> None:
    dealer = Scripted([3, answer])
    dealer.below(5)
    expected = f"^answer 1 of the script is {answer}, but must be from 0 to 4$"
    with pytest.raises(ScriptError, match=expected):
        dealer.below(5)
    assert dealer.mark() == 1


class Answers:
    """Chance that answers from a list, in range or not."""

    def __init__(self, answers: list[int]) -> None:
        self.answers = answers

    def below(self, n: int) -> int:
        return self.answers.pop(0)


def test_chance_from_outside_is_passed_on_marked_and_copied() -> None:
    dealer = Outside(Answers([0, 4, 1]))
    assert dealer.mark() == 0
    assert [dealer.below(5), dealer.below(5)] == [0, 4]
    twin = dealer.copy()
    assert (twin.mark(), dealer.mark()) == (2, 2)
    assert (twin.below(2), dealer.below(2)) == (1, 1)
    assert (twin.mark(), dealer.mark()) == (3, 3)


@pytest.mark.parametrize("answer", [-1, 5, "2", 1.0, None])
def test_chance_from_outside_that_cannot_be_is_an_error(answer: Any) -> None:
    dealer = Outside(Answers([answer]))
    with pytest.raises(ScriptError, match=f"^the dealer answered {answer!r}, not a number from 0 to 4$"):
        dealer.below(5)
    assert dealer.mark() == 0


def test_a_shuffle_can_give_every_order_and_each_in_one_way() -> None:
    found: Counter[tuple[i64, ...]] = Counter()
    for answers in product(range(3), range(2)):
        dealer = Scripted(list(answers))
        cards = vec[i64]([7, 8, 9, 10])
        shuffle(cards, 3, dealer)
        assert dealer.is_used_up()
        assert cards[3] == 10  # only the first three should be shuffled
        found[tuple(cards)] += 1
    assert len(found) == 6
    assert {tuple(sorted(order)) for order in found} == {(7, 8, 9, 10)}


def test_a_pile_that_becomes_the_stock_is_shuffled_there() -> None:
    pile, stock = vec[i64]([3, 4, 5, 6]), vec[i64]([0, 0, 0, 0])
    dealer = Scripted([0, 0])
    reshuffle(pile, 3, stock, dealer)
    assert (list(pile), list(stock)) == ([3, 4, 5, 6], [4, 5, 3, 0])
    assert dealer.is_used_up()


# -- packed cards ---------------------------------------------------------------------------------


@pytest.mark.parametrize("v", range(1, 28))
def test_packed_cards_of_one_value(v: int) -> None:
    for count in (1, 2, 3):
        cards = of_value(v, count)
        assert (lowest(cards), highest(cards), count_of(cards, v)) == (v, v, count)
        assert (size_of(cards), unpack(cards), pack([v] * count)) == (count, [v] * count, cards)
        assert [w for w in range(1, 28) if count_of(cards, w)] == [v]
    assert all_of(v) == of_value(v, 3)


def test_packed_cards_of_several_values() -> None:
    for low in range(1, 27):
        for high in range(low + 1, 28):
            cards = pack([high, low, high])
            assert (lowest(cards), highest(cards), size_of(cards)) == (low, high, 3)
            assert unpack(cards) == [low, high, high]
    assert (unpack(0), size_of(0)) == ([], 0)


# -- playouts -------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", SLUGS)
def test_a_playout_makes_as_many_decisions_as_it_says(slug: str) -> None:
    of = spec(slug)
    for limit in (0, 1, 5):
        state, dealer, twin_dealer = of.start(3, dict(of.options), Seeded(1)), Seeded(2), Seeded(2)
        twin = state.copy()
        assert playout(state, dealer, limit) == limit
        for _ in range(limit):
            seat = twin.turn()
            moves = legal(twin, seat)
            twin.play(seat, moves[twin_dealer.below(len(moves))], twin_dealer)
        assert of.position(state) == of.position(twin)


def test_a_playout_stops_at_the_end() -> None:
    of = spec("23")
    state, dealer = of.start(2, dict(of.options), Seeded(1)), Seeded(2)
    made = playout(state, dealer)
    assert state.turn() == OVER
    assert made > 12
    assert playout(state, dealer) == 0
    again = of.start(2, dict(of.options), Seeded(1))
    assert playout(again, Seeded(2), made) == made
    assert again.turn() == OVER


def test_players_decide_for_their_own_seats() -> None:
    of = spec("23")
    asked: list[int] = []

    def first(side: Side) -> int:
        asked.append(int(side.seat))
        return side.legal()[0]

    for limit in (0, 1, 8):
        asked.clear()
        state, twin = of.start(3, dict(of.options), Seeded(1)), of.start(3, dict(of.options), Seeded(1))
        assert (
            play_out(state, [FunctionPolicy(first), Random(4), FunctionPolicy(first)], Seeded(2), limit)
            == limit
        )
        chance = Random(4)
        turns = []
        for _ in range(limit):
            seat = twin.turn()
            turns.append(seat)
            twin.play(seat, chance.choose(twin.side(seat)) if seat == 1 else legal(twin, seat)[0], Seeded(2))
        assert asked == [seat for seat in turns if seat != 1]
        assert of.position(state) == of.position(twin)
    assert play_out(state, [of.policy()] * 3, Seeded(2)) > 0
    assert state.turn() == OVER
    assert play_out(state, [of.policy()] * 3, Seeded(2)) == 0


def test_random_players_choose_each_legal_move_sometimes() -> None:
    state = spec("23").start(2, {"learning": False}, Seeded(1))
    player = Random(5)
    found = Counter(int(player.choose(state.side(0))) for _ in range(600))
    assert sorted(found) == sorted(legal(state, 0))
    assert legal(state, 0)
    assert legal(state.copy(), 1) != legal(state, 0)


# -- fields of a position -------------------------------------------------------------------------


def sentence(ask: Callable[[], object]) -> str:
    """What is wrong with a field."""
    with pytest.raises(BadPosition) as caught:
        ask()
    return str(caught.value)


def fields(**given: object) -> PositionFields:
    """A position of 23."""
    return PositionFields(given, "23")


def test_a_position_is_an_object_of_its_game() -> None:
    assert sentence(lambda: fields(game="yoyo")) == "This is not a position of 23."
    assert fields(game="23").has("game") is False
    fields(game="23").refuse_rest()


def test_fields_are_asked_for_once_and_what_is_left_is_refused() -> None:
    position = fields(a=1, c=2, b=3)
    assert (position.has("a"), position.has("d")) == (True, False)
    assert (position.take("a", 9), position.take("a", 9)) == (1, 9)
    assert position.has("a") is False
    assert sentence(position.refuse_rest) == "A position of 23 has no field 'b'."


@pytest.mark.parametrize("value", [1, 2, 3])
def test_a_number_is_in_its_range(value: int) -> None:
    assert fields(n=value).number("n", 9, 1, 3) == value
    assert whole_number(value, "'n'", value, value) == value


@pytest.mark.parametrize("value", [0, 4, True, 2.0, "2", None])
def test_a_number_out_of_its_range_is_refused(value: object) -> None:
    expected = "'n' must be a whole number from 1 to 3."
    assert sentence(lambda: fields(n=value).number("n", 2, 1, 3)) == expected
    assert sentence(lambda: fields(n=[1, value]).numbers("n", [2, 2], 1, 3)) == expected


def test_what_is_left_out_has_its_default() -> None:
    nothing = fields()
    assert nothing.number("n", 2, 1, 3) == 2
    assert nothing.flag("f", True) is True
    assert nothing.word("w", "in", ["in", "out"]) == "in"
    assert (nothing.seat("s", None, 2), nothing.seat("s", 1, 2)) == (None, 1)
    assert nothing.items("i", [3]) == [3]
    assert nothing.numbers("i", [1, 2], 0, 2) == [1, 2]
    assert sentence(lambda: nothing.items("i", None)) == "A position of 23 needs 'i'."


def test_flags_words_seats_and_lists() -> None:
    assert fields(f=False).flag("f", True) is False
    assert sentence(lambda: fields(f=0).flag("f", True)) == "'f' must be true or false."
    assert fields(w="out").word("w", "in", ["in", "out"]) == "out"
    for wrong in (fields(w="on"), fields(w=None), fields(w=1)):
        ask = partial(wrong.word, "w", "in", ["in", "out"])
        assert sentence(ask) == "'w' must be one of in, out."
    assert [fields(s=seat).seat("s", 0, 2) for seat in (None, 0, 1)] == [None, 0, 1]
    assert sentence(lambda: fields(s=2).seat("s", 0, 2)) == "'s' must be a whole number from 0 to 1."
    assert fields(i=[1, "x"]).items("i", None, 2) == [1, "x"]
    assert fields(i=[1, "x"]).items("i", None) == [1, "x"]
    assert sentence(lambda: fields(i="x").items("i", None)) == "'i' must be a list."
    assert sentence(lambda: fields(i=[1]).items("i", [], 2)) == "'i' must have 2 entries, one per seat."
    assert (
        sentence(lambda: fields(i=[1]).numbers("i", [0, 0], 0, 9)) == "'i' must have 2 entries, one per seat."
    )
    assert inner_list([1], "It") == [1]
    assert sentence(lambda: inner_list((1,), "It")) == "It must be a list."


# -- records --------------------------------------------------------------------------------------

HEAD = "Reihum: 1\nGame: 23\nRules: 1\nPlayers: 2\nSeed: 5\n"
RECORD = f"{HEAD}\n0: put 3\n; a remark\n1: put 4\nUnfinished: 2 moves\n"


def test_a_record_is_taken_apart_with_the_lines_of_its_parts() -> None:
    record = parse_record(RECORD)
    assert record.headers == {"Reihum": "1", "Game": "23", "Rules": "1", "Players": "2", "Seed": "5"}
    assert [(move.line, move.seat, move.text) for move in record.moves] == [(7, 0, "put 3"), (9, 1, "put 4")]
    assert record.ends == {"Unfinished": "2 moves"}
    assert record.lines == {"Reihum": 1, "Game": 2, "Rules": 3, "Players": 4, "Seed": 5, "Unfinished": 10}
    assert (record.number("Seed"), record.number("Date", 7), record.number("Seed", 7)) == (5, 7, 5)
    body = ["0: put 3", "1: put 4"]
    assert record_text(record.headers, body, record.ends) == RECORD.replace("; a remark\n", "")


def test_a_record_may_end_with_empty_lines_spaces_and_remarks() -> None:
    loose = RECORD.replace("put 3", "put 3  ").replace("Game: 23", "Game:  23 ") + "\n; the end\n\n"
    assert [move.text for move in parse_record(loose).moves] == ["put 3", "put 4"]
    assert parse_record(loose).headers["Game"] == "23"
    finished = f"{HEAD}\n0: leave\nScores: 3 0\nWinners: 1\n; good night\n\n"
    assert parse_record(finished).ends == {"Scores": "3 0", "Winners": "1"}


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("", 1, "A record begins with 'Reihum: 1'."),
        ("Reihum: 2\n", 1, "A record begins with 'Reihum: 1'."),
        (RECORD.replace("Seed: 5", "Seed:5"), 5, "This is not a header of a record."),
        (RECORD.replace("Seed: 5", "Sea: 5"), 5, "This is not a header of a record."),
        (RECORD.replace("Seed: 5", "Game: 23"), 5, "The header 'Game' is there twice."),
        (RECORD.replace("0: put", "0 put"), 7, "A move is written as 'seat: move'."),
        (RECORD.replace("0: put 3", "0:put 3"), 7, "A move is written as 'seat: move'."),
        (RECORD.replace("0: put 3", "0:  "), 7, "A move is written as 'seat: move'."),
        (RECORD.replace("0: put 3", "-1: put 3"), 7, "A move is written as 'seat: move'."),
        (RECORD.replace("0: put 3", "²: put 3"), 7, "A move is written as 'seat: move'."),
        (RECORD.replace("2 moves", "3 moves"), 10, "The record has 2 moves, which is not what it says."),
        (RECORD.replace("Unfinished: 2 moves\n", ""), 10, "The record breaks off before its end."),
        (RECORD.replace("Unfinished: 2 moves", "Scores: 1 2"), 11, "The record breaks off before its end."),
        (RECORD.replace("Unfinished: 2 moves", "Winners: 0"), 11, "The record breaks off before its end."),
        (RECORD + "Unfinished: 2 moves\n", 11, "Nothing may follow the end of the record."),
        (RECORD + "Winners: 0\n", 11, "Nothing may follow the end of the record."),
        (RECORD + "0: pass\n", 11, "Nothing may follow the end of the record."),
        (f"{HEAD}\nScores: 1 2\nScores: 1 2\n", 8, "Nothing may follow the end of the record."),
        (f"{HEAD}\nWinners: 1\nWinners: 1\n", 8, "'Winners' is there twice."),
    ],
)
def test_a_record_of_the_wrong_form_is_a_sentence_with_its_line(text: str, line: int, words: str) -> None:
    with pytest.raises(BadRecord) as caught:
        parse_record(text)
    assert (caught.value.line, caught.value.sentence) == (line, words)
    assert str(caught.value) == f"Line {line}: {words}"


def test_headers_that_are_missing_or_no_numbers() -> None:
    record = parse_record(RECORD.replace("Seed: 5", "Seed: five"))
    with pytest.raises(BadRecord) as caught:
        record.number("Seed", 3)
    assert (caught.value.line, caught.value.sentence) == (5, "'Seed' must be a whole number.")
    for ask in (record.header, record.number):
        with pytest.raises(BadRecord) as caught:
            ask("Date")
        assert (caught.value.line, caught.value.sentence) == (1, "The header 'Date' is missing.")


def test_numbers_of_a_record_are_plain() -> None:
    assert [is_plain_number(text) for text in ("0", "12", "9" * 19)] == [True] * 3
    assert [is_plain_number(text) for text in ("", "-1", " 1", "1.0", "²", "٣", "9" * 20)] == [False] * 7


def test_a_record_has_a_length_that_a_reader_can_bear() -> None:
    filler = RECORD + "\n" * (LONGEST_RECORD - len(RECORD))
    assert len(parse_record(filler).moves) == 2
    with pytest.raises(BadRecord, match=r"^Line 1: This is too long for a record\.$"):
        parse_record(filler + "\n")


def test_a_file_of_records_is_split_where_each_begins() -> None:
    assert split_records(RECORD) == [(0, RECORD)]
    one, two = split_records(RECORD + RECORD)
    assert one == (0, RECORD.rstrip("\n"))
    assert two == (10, RECORD)
    assert split_records("; a remark\n" + RECORD)[0] == (0, "; a remark")


# -- names ----------------------------------------------------------------------------------------


def test_a_name_has_1_to_24_characters() -> None:
    assert clean_name("  A  ") == "A"
    assert clean_name("x" * 24) == "x" * 24
    for name in ("", "   ", "x" * 25):
        with pytest.raises(reihum.ReihumError, match=r"^A name has 1 to 24 characters\.$"):
            clean_name(name)
    with pytest.raises(reihum.ReihumError, match=r"^A name is text\.$"):
        clean_name(7)
    with pytest.raises(
        reihum.ReihumError, match=r"^A name has no control, invisible or unknown characters\.$"
    ):
        clean_name("a\tb")


def test_there_is_one_name_for_each_seat() -> None:
    assert clean_names(("Ada", " Ben"), 2) == ["Ada", "Ben"]
    for names in (["Ada"], ["Ada", "Ben", "Cleo"], "ab", None):
        with pytest.raises(reihum.ReihumError, match=r"^There must be one name for each seat\.$"):
            clean_names(names, 2)
