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
        assert await store.wanted_reviews(10.0, 9) == [("early", "ada"), ("late", "bo")]
        assert await store.wanted_reviews(10.0, 1) == [("early", "ada")]
        assert await store.review_of("late") == KeptReview(None, 0.0)


@in_loop
async def test_of_two_processes_one_makes_it_until_its_lease_ends(place: Place) -> None:
    async with place.store() as one:
        await one.want_review("t", "ada", 1.0)
        assert await one.claim_review("t", "one", 10.0, 25.0)
        assert not await one.claim_review("t", "two", 20.0, 35.0)
        assert await one.wanted_reviews(20.0, 9) == []
        assert await one.claim_review("t", "one", 20.0, 35.0, 0.5)  # renewed
        assert await one.review_of("t") == KeptReview(None, 0.5)
        assert not await one.claim_review("t", "two", 30.0, 45.0)
        assert await one.wanted_reviews(36.0, 9) == [("t", "ada")]
        assert await one.claim_review("t", "two", 36.0, 51.0)
        assert not await one.claim_review("t", "one", 37.0, 52.0)
        assert not await one.claim_review("never wanted", "one", 37.0, 52.0)


@in_loop
async def test_what_is_made_is_kept_and_made_only_once(place: Place) -> None:
    review = bytes(range(256)) * 40
    async with place.store() as store:
        await store.want_review("t", "", 1.0)
        await store.claim_review("t", "one", 10.0, 25.0)
        await store.keep_review("t", review)
        await store.keep_review("t", b"another")
        await store.want_review("t", "bo", 30.0)
        assert not await store.claim_review("t", "two", 99.0, 120.0)
        assert await store.wanted_reviews(1e12, 9) == []
    async with place.store() as store:
        assert await store.review_of("t") == KeptReview(review, 1.0)
        await store.drop_review("t")
        assert await store.review_of("t") is None
