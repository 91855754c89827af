"""Reviews in the store: wanted, made by one process at a time, kept; for both stores."""

from __future__ import annotations

from reihum.server.store.reviews import KeptReview
from tests.server.places import Place, in_loop


@in_loop
async def test_what_is_wanted_is_known_in_the_order_in_which_it_was_asked_for(place: Place) -> None:
    async with place.store() as store:
        assert await store.review_of("t") is None
        await store.want_review("late", "bo", 9.0)
        await store.want_review("early", "ada", 5.0)
        await store.want_review("early", "bo", 7.0)  # is wanted already
        assert await store.wanted_reviews(9) == [("early", "ada"), ("late", "bo")]
        assert await store.wanted_reviews(1) == [("early", "ada")]
        assert await store.review_of("late") == KeptReview(None, 0.0)


@in_loop
async def test_of_two_processes_one_makes_it_until_it_is_gone(place: Place) -> None:
    async with place.store() as store:
        await store.want_review("t", "ada", 1.0)
        assert await store.claim_review("t", "one")
        assert not await store.claim_review("t", "two")
        assert await store.wanted_reviews(9) == []
        assert await store.claim_review("t", "one", 0.5)  # it goes on
        assert await store.review_of("t") == KeptReview(None, 0.5)
        assert not await store.claim_review("never wanted", "one")


@in_loop
async def test_what_is_made_is_kept_and_made_only_once(place: Place) -> None:
    review = bytes(range(256)) * 40
    async with place.store() as store:
        await store.want_review("t", "", 1.0)
        await store.claim_review("t", "one")
        await store.keep_review("t", review)
        await store.keep_review("t", b"another")
        await store.want_review("t", "bo", 30.0)
        assert not await store.claim_review("t", "two")
        assert await store.wanted_reviews(9) == []
    async with place.store() as store:
        assert await store.review_of("t") == KeptReview(review, 1.0)
        await store.drop_review("t")
        assert await store.review_of("t") is None
