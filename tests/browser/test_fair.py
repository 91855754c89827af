"""What the page promises, keeps and compares: its own part in the deal, the lists it was shown, records."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from reihum.cli.verify import verdict
from reihum.core.promises import promise_of
from reihum.core.record import digest_of, game_digest
from reihum.noted import Noted, read_promises
from tests.browser.hands import pick
from tests.browser.tools import Visitors, aside, at_table, axe, photograph
from tests.server.tools import Running
from tools.browser import PHONE, open_table
from tools.outside import OutsidePlayer

DIGEST = "(table) => JSON.parse(localStorage.getItem('reihum.fair'))[table].digest"
MIXED_AGAIN = {
    "en": "The cards were mixed again because Öz did not answer.",
    "de": "Die Karten wurden noch einmal gemischt, weil Öz nicht geantwortet hat.",
    "nl": "De kaarten zijn opnieuw geschud omdat Öz niet antwoordde.",
}


def noted(page: Page, table: str) -> dict[str, Any]:
    """What the browser has noted about a table."""
    kept: dict[str, Any] = page.evaluate("() => JSON.parse(localStorage.getItem('reihum.fair') ?? '{}')")
    return dict(kept[table])


def with_digest(record: str, change: Callable[[str], str]) -> str:
    """A record that somebody has changed who knows what a digest is."""
    before, _, _ = record.rpartition("Digest: ")
    changed = change(before)
    assert changed != before
    return f"{changed}Digest: {digest_of(changed.encode())}\n"


def test_the_page_keeps_its_part_the_list_and_the_digest_and_notices_what_does_not_fit(page: Page) -> None:
    here = at_table(page, "23", players=2)
    lot = Random(5)
    with OutsidePlayer(page) as seat:
        while moves := seat.wait_for_moves():
            seat.play(pick(lot, moves))
    verify = page.get_by_role("button", name="Verify the deal")
    expect(verify).to_be_visible()
    page.wait_for_function(DIGEST, arg=here.ident)
    kept = noted(page, here.ident)
    record = page.request.get(f"/api/tables/{here.ident}/record").text()
    assert (game_digest(record), record[-65:-1]) == (kept["nameless"], kept["digest"])
    own = Noted(nonce=kept["nonces"]["1"], promises=[kept["lists"]["1"]])
    assert verdict(record.encode(), noted=own).true
    assert kept["answered"] == [1]
    verify.click()
    said = page.locator(".verdict")
    expect(said).to_contain_text("Verified")
    for note in ("Your own random number is in the mix", "no bot added anything", "saw when the game ended"):
        expect(said).to_contain_text(note)
    said.get_by_text("Check it yourself").click()
    with page.expect_download() as download:
        said.get_by_role("link", name="Download the lists").click()
    assert read_promises(Path(download.value.path()).read_text("utf-8")) == own.promises
    expect(said.locator("code")).to_contain_text(f"--nonce {own.nonce} ")
    axe(page)
    photograph(page, "verified")

    def cheat(change: Callable[[str], str], forget: bool = True) -> None:
        """The server has another record now, and this browser has not seen the end of the game."""
        if forget:
            page.evaluate(
                """(table) => {
                    const all = JSON.parse(localStorage.getItem('reihum.fair'));
                    all[table].digest = all[table].nameless = '';
                    localStorage.setItem('reihum.fair', JSON.stringify(all));
                }""",
                here.ident,
            )
        page.unroute_all()
        other = with_digest(record, change)
        page.route("**/record", lambda route: route.fulfill(body=other, content_type="text/plain"))
        verify.click()

    promise, nonce = kept["lists"]["1"]["seats"][0]["promise"], kept["nonces"]["1"]
    cheat(lambda text: text.replace("\n1: ", "\n; a bot stands in\n1: ", 1), forget=False)
    expect(said).to_contain_text("not the record that this browser saw when the game ended")
    cheat(lambda text: text.replace(f'["{nonce}", ""]', f'["{nonce}", "ground"]'))
    expect(said).to_contain_text("a bot added something")
    cheat(lambda text: text.replace(nonce, "replaced").replace(promise, promise_of("replaced")))
    expect(said).to_contain_text("not the one that this browser was shown")
    cheat(lambda text: text.replace(nonce, "replaced"))
    expect(said).to_contain_text("the random number of Ada is not the one that was promised")
    cheat(
        lambda text: "".join(
            line for line in text.splitlines(True) if not line.startswith(("Deal:", "Promises:"))
        )
    )
    expect(said).to_contain_text("not the one that this browser was shown")
    photograph(page, "not-verified")


@pytest.mark.parametrize("lang", ["en"])
def test_everybody_is_told_once_that_the_cards_were_mixed_again(
    arrive: Visitors, server: Running, lang: str
) -> None:
    ada, token = arrive(PHONE, lang), server.token()
    ident = open_table(ada, "yoyo", players=2, seats=["me", "open"])
    server.sit(ident, token, "Öz")

    async def keep_silent() -> None:
        async with server.seat(ident, token, promise=promise_of("kept back")) as wire:
            assert (await wire.until("remix"))["missing"] == [1]
            await wire.until("snap", lambda snap: snap["view"] is not None)

    ada.goto(f"/t/{ident}")
    aside(keep_silent())
    expect(ada.locator("#toast")).to_have_text(MIXED_AGAIN[lang])
    expect(ada.locator(".hand [role=option]").first).to_be_visible()
    photograph(ada, "mixed-again")
    kept = noted(ada, ident)
    assert (sorted(kept["lists"]), kept["answered"]) == (["1", "2"], [1, 2])
    assert kept["nonces"]["1"] != kept["nonces"]["2"]
    info = ada.request.get(f"/api/tables/{ident}").json()
    assert info["mix"] == {"deal": 2, "stage": "dealt", "silent": [[1]]}


def test_a_server_that_leaves_the_page_out_of_the_list_is_not_told_its_number(page: Page) -> None:
    heard: list[dict[str, Any]] = []

    def between(route: Any) -> None:
        server = route.connect_to_server()

        def to_page(text: str) -> None:
            message = json.loads(text)
            if message["t"] == "promises":
                message["seats"][0] = {}
            route.send(json.dumps(message))

        def to_server(text: str) -> None:
            heard.append(json.loads(text))
            server.send(text)

        server.on_message(to_page)
        route.on_message(to_server)

    page.route_web_socket("**/ws/*", between)
    page.goto("/")
    ident = open_table(page, "yoyo", players=3)
    page.goto(f"/t/{ident}")
    expect(page.locator("#toast")).to_have_text("The server is mixing the cards without your random number.")
    assert not [message for message in heard if message["t"] == "reveal"]
