"""Tiny keeps all promises of a game; the checks are the same as for all games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import reihum
from reihum.core.dealer import Seeded
from reihum.words import LANGUAGES
from tests import (
    lockstep,
    telling,
    test_contract,
    test_imagined,
    test_machine,
    test_match,
    test_secrecy,
    test_typed,
    test_value,
    test_views,
    worlds,
)
from tests.games import Walk
from tests.tiny import SPEC
from tests.tiny.position import from_position
from tests.tiny.telling import Telling

OF_A_WALK: list[Any] = [
    test_imagined.test_somewhere_in_any_game_the_imagined_one_is_played_alike,
    test_contract.test_a_state_is_over_or_somebody_owes_a_decision_and_has_a_legal_move,
    test_contract.test_cards_are_conserved,
    test_contract.test_moves_and_refusal_agree_on_every_move_there_is,
    test_contract.test_legal_moves_have_texts,
    test_contract.test_a_position_survives_json_and_plays_on_the_same,
    test_value.test_a_state_is_equal_to_its_copies_until_one_of_them_goes_on,
]
OF_A_WALK_AND_LUCK: list[Any] = [
    test_contract.test_a_copy_plays_on_like_the_original_and_is_independent_of_it,
    test_contract.test_a_dealt_world_looks_the_same_to_the_seat_and_is_a_position_that_can_be,
    test_contract.test_the_policy_plays_legal_moves_and_sees_only_what_its_seat_may_know,
    test_machine.test_a_checked_move_is_made_exactly_if_it_is_legal,
]
OF_A_SIZE: list[Callable[[str, int], None]] = [
    test_contract.test_policies_always_come_to_an_end,
    test_contract.test_every_seat_hears_its_own_moves_and_nobody_hears_more_than_a_mask_or_the_move,
    test_secrecy.test_two_games_that_a_seat_cannot_tell_apart_stay_alike,
    test_views.test_views_have_exactly_the_declared_fields_and_types,
    test_value.test_every_field_is_kept_and_every_field_of_the_game_makes_a_difference,
    test_value.test_a_copy_has_every_field,
    test_value.test_a_table_is_shown_with_its_kind_and_its_game,
    test_machine.test_a_state_knows_its_game,
    test_match.test_a_match_can_be_had_as_it_was_after_any_move,
]
OF_A_GAME: list[Callable[[str], None]] = [
    test_contract.test_every_move_has_one_text_and_every_text_one_move,
    test_views.test_events_are_declared_and_every_declared_event_happens,
    test_views.test_every_field_says_what_it_is_and_what_is_shown_has_words_in_every_language,
    test_typed.test_the_catalogues_have_the_same_entries,
    telling.catalogues_agree,
]
SIZES = (2, 3)


def name(check: Any) -> str:
    """What a check is called."""
    return str(check.__name__)


@pytest.mark.parametrize("check", OF_A_WALK, ids=name)
def test_of_any_state(check: Any) -> None:
    for seed in range(40):
        check.hypothesis.inner_test(Walk(SPEC, SIZES[seed % 2], seed).on(seed))


@pytest.mark.parametrize("check", OF_A_WALK_AND_LUCK, ids=name)
def test_of_any_state_and_luck(check: Any) -> None:
    for seed in range(40):
        check.hypothesis.inner_test(Walk(SPEC, SIZES[seed % 2], seed).on(seed), seed)


@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("check", OF_A_SIZE, ids=name)
def test_of_any_number_of_players(check: Callable[[str, int], None], players: int) -> None:
    check("tiny", players)


@pytest.mark.parametrize("check", OF_A_GAME, ids=name)
def test_of_the_game(check: Callable[[str], None]) -> None:
    check("tiny")


@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_move_is_understood_as_it_is_shown(players: int, lang: str) -> None:
    test_typed.test_every_legal_move_is_understood_as_it_is_written_and_as_it_is_shown("tiny", players, lang)
    test_views.test_nothing_for_programs_is_drawn("tiny", players, lang)


def test_a_leak_would_be_found() -> None:
    def look(state: Any, seat: int) -> dict[str, Any]:
        return {**SPEC.view(state, seat), "leak": state.hands[1][:1]}

    with pytest.raises(lockstep.Leak):
        test_secrecy.follow_all("tiny", 3, look)


def test_worlds_are_dealt_as_often_as_real_deals() -> None:
    start = {"hands": [[3, 9, 11], [5, 8, 12]], "pile": [1, 2], "turn": 1, "top_by": 0}
    truth = from_position(start, Seeded(1))
    script: worlds.Script = [(1, "5"), (0, "9"), (1, "pass"), (0, "3")]

    def held(position: dict[str, Any]) -> tuple[int, ...]:
        return tuple(position["hands"][1])

    assert worlds.compare(SPEC, truth, script, 0, worlds.among_others("unused"), held) > 400


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_sentence_is_told_and_none_has_leftovers(lang: str) -> None:
    words = telling.Overheard("tiny", lang)
    for seed in range(12):
        match = telling.walked(reihum.game("tiny").new(SIZES[seed % 2], seed), 500, seed)
        for sentence in telling.told_to_all(match, Telling, words):
            assert not telling.ODD.search(sentence), sentence
            assert sentence[0].isupper()
            assert sentence.endswith((".", "!"))
    assert set(words.sentences) - words.used == set()
