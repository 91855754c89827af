"""When an exercise comes back: the rule to the letter."""

from __future__ import annotations

from reihum.table.spacing import DAYS, KNOWN, NEVER, NEW, Place, day_of, next_place


def test_solved_each_time_it_comes_back_after_1_3_and_7_days_and_is_known() -> None:
    assert DAYS == (1, 3, 7)
    box, today, waited = NEW, 100, []
    while (place := next_place(box, True, today)).due != NEVER:
        waited.append(place.due - today)
        box, today = place
    assert waited == [1, 3, 7]
    assert place.box == KNOWN


def test_whatever_is_not_solved_comes_back_tomorrow_and_goes_on_from_there() -> None:
    for box in range(NEW, KNOWN):
        assert next_place(box, False, 50) == Place(1, 51)
    assert next_place(1, True, 51) == Place(2, 54)


def test_days_begin_at_midnight_utc() -> None:
    assert day_of(86_400 * 7 - 0.001) == 6
    assert day_of(86_400 * 7) == 7
