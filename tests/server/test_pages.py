"""The page and its files: their addresses, how long they are kept, how they are packed, and nothing else."""

from __future__ import annotations

import gzip
import html
import json
import os
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from starlette.requests import Request

from reihum.games import SLUGS, spec
from reihum.server.http.assets import MEDIA_TYPES, Pages, stamp_of
from reihum.server.http.page_data import example_outcome, game_examples
from reihum.wire.requests import About
from reihum.words import LANGUAGES
from tests.games import PACKAGES
from tests.server.attacks.raw import exchange, head
from tests.server.tools import Running, described
from tests.tools import sheet

BROWSER = {"Accept": "text/html,application/xhtml+xml", "Accept-Encoding": "gzip, br"}
IDENT = "A" * 22
ADDRESSES = (
    *("/", f"/t/{IDENT}", f"/replay/{IDENT}", "/rules", "/rules/23", "/settings", "/tables", "/games"),
    *(f"/hello/{IDENT}", "/t/nonsense", "/rules/whist", "/?game=23"),
)
POLICY = {
    *("default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:"),
    *("connect-src 'self'", "manifest-src 'self'", "worker-src 'self'", "font-src 'none'"),
    *("object-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"),
}


@pytest.fixture(scope="module")
def base(server: Running) -> str:
    """Where the files of this server are."""
    status, about = server.ask("GET", "/api/about")
    assert status == 200
    return f"/w/{about['hash']}"


# -- the shell ------------------------------------------------------------------------------------


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_address_of_the_page_is_answered_with_the_shell(
    server: Running, base: str, address: str
) -> None:
    status, headers, body = server.raw("GET", address, headers={"Accept-Language": "nl,de;q=0.5"})
    assert (status, headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert headers["cache-control"] == "no-cache"
    assert headers["vary"] == "accept-encoding, accept-language"
    assert f"{base}/main.js".encode() in body
    assert b'lang="nl"' in body
    assert b"{base}" not in body
    assert b"{lang}" not in body


@pytest.mark.parametrize(
    ("header", "lang"), [("de-AT,en;q=0.3", "de"), ("fr", "en"), ("", "en"), ("en;q=0.1,nl", "nl")]
)
def test_the_shell_is_in_the_language_that_the_browser_likes_best(
    server: Running, header: str, lang: str
) -> None:
    _, headers, body = server.raw("GET", "/", headers={"Accept-Language": header})
    assert headers["content-language"] == lang
    assert f'lang="{lang}"'.encode() in body


def test_a_browser_that_has_the_shell_is_not_sent_it_again(server: Running) -> None:
    _, headers, body = server.raw("GET", "/", headers=BROWSER)
    tag = headers["etag"]
    for known in (tag, tag.removeprefix("W/"), f'"other", {tag}', "*"):
        status, again, nothing = server.raw("GET", "/t/x", headers={**BROWSER, "If-None-Match": known})
        assert (status, nothing) == (304, b"")
        assert (again["etag"], again["cache-control"]) == (tag, "no-cache")
    for unknown in ('"other"', "", tag[:-4], "W/"):
        status, _, whole = server.raw("GET", "/t/x", headers={**BROWSER, "If-None-Match": unknown})
        assert (status, whole) == (200, body)
    status, german, _ = server.raw(
        "GET", "/", headers={**BROWSER, "Accept-Language": "de", "If-None-Match": tag}
    )
    assert status == 200, "the German shell is another one"
    assert german["etag"] != tag


def test_an_unknown_page_is_the_shell_for_a_browser_and_json_for_a_program(server: Running) -> None:
    for path in ("/nothing", "/t", "/t/a/b", "/settings/", "/rules/23/T7"):
        status, headers, body = server.raw("GET", path, headers=BROWSER)
        assert (status, headers["content-type"]) == (404, "text/html; charset=utf-8"), path
        assert b"main.js" in gzip.decompress(body)
        status, answer = server.ask("GET", path)
        assert (status, answer["error"]) == (404, "no_page"), path


def test_what_is_no_page_is_json_for_browsers_too(server: Running, base: str) -> None:
    for path in ("/api/nothing", "/api/tables/nonsense", f"{base}/nothing.js", "/w/", "/ws/nonsense"):
        status, headers, body = server.raw("GET", path, headers=BROWSER)
        assert (status, headers["content-type"]) == (404, "application/json"), path
        assert set(json.loads(body)) == {"error", "text"}
    status, headers, body = server.raw("POST", "/nothing", headers=BROWSER)
    assert (status, json.loads(body)["error"]) == (404, "no_page")
    status, headers, body = server.raw("POST", "/", headers=BROWSER)
    assert (status, json.loads(body)["error"]) == (405, "method")


# -- files ----------------------------------------------------------------------------------------


def test_every_file_is_kept_for_ever_with_its_kind_and_packed_for_those_who_unpack(
    server: Running, base: str
) -> None:
    files = Pages().edition.files
    assert {"main.js", "icons/icon.svg", "words/de.json", "rules/koenigs-romme.nl.json"} <= set(files)
    for name, file in files.items():
        status, headers, plain = server.raw("GET", f"{base}/{name}")
        assert (status, headers["content-type"]) == (200, MEDIA_TYPES[name.rpartition(".")[2]]), name
        assert headers["cache-control"] == "public, max-age=31536000, immutable"
        assert headers["vary"] == "accept-encoding"
        assert "content-encoding" not in headers
        assert plain == file.body
        status, headers, sent = server.raw("GET", f"{base}/{name}", headers={"Accept-Encoding": "br, gzip"})
        packed = headers.get("content-encoding") == "gzip"
        assert (gzip.decompress(sent) if packed else sent) == plain
        assert int(headers["content-length"]) == len(sent) <= len(plain)
        status, _, nothing = server.raw("GET", f"{base}/{name}", headers={"If-None-Match": headers["etag"]})
        assert (status, nothing) == (304, b"")


def test_packed_files_are_sent_only_to_those_who_accept_them(server: Running, base: str) -> None:
    path = f"{base}/rules/23.en.json"
    for header in ("", "br", "gzip;q=0", "gzip;q=0.0, br", "identity", "gzip;q=x", "xgzip"):
        _, headers, _ = server.raw("GET", path, headers={"Accept-Encoding": header})
        assert "content-encoding" not in headers, header
    for header in ("gzip", "GZIP", "deflate, gzip;q=0.5"):
        _, headers, _ = server.raw("GET", path, headers={"Accept-Encoding": header})
        assert headers["content-encoding"] == "gzip", header


def test_a_head_is_told_all_but_the_content(server: Running, base: str) -> None:
    for path in ("/", f"{base}/main.js", "/sw.js", "/manifest.webmanifest", "/favicon.ico", "/api/about"):
        _, told, body = server.raw("GET", path)
        status, headers, nothing = server.raw("HEAD", path)
        assert (status, nothing) == (200, b""), path
        assert headers["content-length"] == str(len(body))
        assert headers["content-type"] == told["content-type"]
    status, headers, nothing = server.raw("HEAD", "/nothing", headers=BROWSER)
    assert (status, headers["content-type"], nothing) == (404, "text/html; charset=utf-8", b"")


def test_the_service_worker_knows_all_files_of_the_shell_and_is_revalidated(
    server: Running, base: str
) -> None:
    status, headers, body = server.raw("GET", "/sw.js")
    assert (status, headers["content-type"]) == (200, "text/javascript; charset=utf-8")
    assert headers["cache-control"] == "no-cache"
    assert "etag" in headers
    text = body.decode()
    assert f'"{base}/main.js"' in text
    assert f'"{base}/words/nl.json"' in text
    assert "{base}" not in text
    assert "{files}" not in text
    assert server.raw("GET", f"{base}/sw.js")[0] == 404


def test_the_manifest_and_the_icon(server: Running, base: str) -> None:
    status, headers, body = server.raw("GET", "/manifest.webmanifest")
    assert (status, headers["content-type"]) == (200, "application/manifest+json")
    assert json.loads(body)["description"] == ", ".join(spec(slug).title for slug in SLUGS)
    assert headers["cache-control"] == "no-cache"
    icons = json.loads(body)["icons"]
    for icon in icons:
        assert icon["src"].startswith(f"{base}/")
        assert server.raw("GET", icon["src"])[:2][0] == 200, icon
    status, headers, _ = server.raw("GET", "/favicon.ico")
    assert (status, headers["content-type"]) == (200, "image/svg+xml")


def test_a_strict_policy_stands_on_every_answer(server: Running, base: str) -> None:
    for path in ("/", f"{base}/main.js", "/sw.js", "/api/about", "/nothing", f"{base}/nothing"):
        _, headers, _ = server.raw("GET", path, headers=BROWSER)
        assert set(headers["content-security-policy"].split("; ")) == POLICY, path
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-frame-options"] == "DENY"


def test_the_shell_has_nothing_that_the_policy_forbids() -> None:
    for shell in Pages().edition.shells.values():
        text = shell.body.decode()
        assert " style=" not in text
        assert "<style" not in text
        assert text.count("<script") == text.count('<script type="module" src=')
        assert "http" not in text.replace("http-equiv", "")


def test_nothing_is_answered_but_the_files_themselves(server: Running, base: str) -> None:
    hash = base.removeprefix("/w/")
    for path in (
        *(f"{base}/../pages.py", f"{base}/%2e%2e/words/en.toml", f"{base}/..%2f..%2fpyproject.toml"),
        *(f"{base}//etc/passwd", f"{base}/%2fetc%2fpasswd", f"{base}/./main.js", f"{base}/main.js%00"),
        *(f"{base}/main.js/", f"{base}/MAIN.JS", f"{base}/style", f"{base}/style/", f"{base}/", base),
        *(f"{base}/index.html", f"{base}/manifest.json", f"{base}/%ff%fe.js", f"{base}/games/yoyo/rules.py"),
        *(f"{base}/games/yoyo/web/views.d.ts", f"{base}/games/yoyo/web/symbols.svg", f"{base}/games/yoyo"),
        *(f"{base}/main.js;x", f"{base}/main.js%20", f"{base}/..\\main.js", f"{base}/words/fr.json"),
        *(f"{base}/rules/whist.en.json", f"{base}/rules/23.fr.json", f"{base}/words/../main.js"),
        *(f"/w/{'0' * 12}/main.js", f"/w/{hash.upper()}x/main.js", "/w/main.js", f"/w/{hash[:-1]}/main.js"),
        *("/w/%2e%2e/main.js", "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", f"/w//{hash}/main.js"),
    ):
        status = exchange(server, head(server, f"GET {path}", "Connection: close"))
        assert status.startswith(b"HTTP/1.1 404 "), (path, status[:200])
        assert b"\r\ncontent-type: application/json\r\n" in status, path
    plain = exchange(server, head(server, f"GET {base}/m%61in.js", "Connection: close"))
    assert plain.startswith(b"HTTP/1.1 200 "), "an encoded letter is the letter"


# -- the games' parts of it -----------------------------------------------------------------------


def list_of_games(shell: str) -> list[dict[str, Any]]:
    """The games as the shell names them."""
    found = re.search(r'<meta name="games" content="([^"]*)"', shell)
    assert found is not None
    return list(json.loads(html.unescape(found[1])))


def test_the_shell_says_which_games_there_are_and_how_the_page_draws_them(server: Running, base: str) -> None:
    shell = server.raw("GET", "/", headers={"Accept": "text/html"})[2].decode()
    games = list_of_games(shell)
    assert [game["slug"] for game in games] == list(SLUGS)
    for game in games:
        of, here = spec(game["slug"]), f"{base}/games/{game['package']}/web"
        assert game["players"] == [*range(of.fewest, of.most + 1)]
        assert "round" in game["results"]["kinds"]
        for name in ("game.js", "tile.js", "deal.js", "style.css"):
            assert server.raw("GET", f"{here}/{name}")[0] == 200, name
        assert of.title in html.unescape(shell)


def test_style_sheets_are_joined_into_one_for_every_page_and_one_for_each_table() -> None:
    files = Pages().edition.files
    sheets = {name: file.body.decode() for name, file in files.items() if name.endswith(".css")}
    of_games = {f"games/{package}/web/style.css" for package in PACKAGES.values()}
    assert sheets.keys() == {"style.css", *of_games}
    order = re.search(r"@layer [^{]*?;", sheets["style.css"])
    assert order is not None
    assert order.start() < sheets["style.css"].index("{"), "the order of the layers stands before all rules"
    assert ".g-yoyo" in sheets["style.css"], "its felt, for its tile"
    assert ".yo-gauge" not in sheets["style.css"], "what only its table needs"


def test_all_signs_are_in_one_drawing() -> None:
    drawn = ElementTree.fromstring(Pages().edition.files["symbols.svg"].body)
    signs = [each.get("id") for each in drawn]
    assert {"n0", "u-book", "t-help", "i-chaos", "t-crown", "c-fine"} <= set(signs)
    assert len(signs) == len(set(signs)), "of two with one name the page would show the first"


# -- what the page reads --------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_words_of_the_page_are_one_flat_object(server: Running, base: str, lang: str) -> None:
    status, found = server.ask("GET", f"{base}/words/{lang}.json")
    assert status == 200
    assert found["start.welcome"]
    assert all(isinstance(text, str) for text in found.values())
    own = {key.partition(".")[0] for key in found} & set(PACKAGES.values())
    games = Path("src/reihum/games")
    there = {package for package in PACKAGES.values() if (games / package / f"page.{lang}.toml").exists()}
    assert own == there


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_rules_of_a_game_are_all_there_in_order(server: Running, base: str, slug: str, lang: str) -> None:
    status, found = server.ask("GET", f"{base}/rules/{slug}.{lang}.json")
    assert status == 200
    assert set(found) == {"slug", "title", "aim", "example", "sections", "examples"}
    paper = sheet(slug, lang)
    rules = {rule["number"]: rule["text"] for section in found["sections"] for rule in section["rules"]}
    assert rules == paper.rules
    assert [section["heading"] for section in found["sections"]] == [each.heading for each in paper.sections]
    assert (found["slug"], found["aim"], found["example"]) == (slug, paper.aim, paper.example)
    for example in found["examples"]:
        assert set(example) == {"rule", "view", "seat", "move", "ok", "text"}
        assert example["rule"] in rules
        assert example["text"]


def test_an_example_is_judged_by_the_engine_and_told_in_the_language() -> None:
    position = {"hands": [[8, 12, 12], [20]], "pile": [1, 9], "turn": 0}
    lower = {"rule": "T7", "position": json.dumps(position), "seat": 0, "move": "8"}
    refused = example_outcome("23", "en", lower)
    assert refused["ok"] is False
    assert "(rule T7)" in refused["text"]
    assert refused["view"]["hand"] == [8, 12, 12]
    laid = example_outcome("23", "de", {**lower, "position": position, "move": "12x2"})
    assert laid["ok"] is True
    assert "12" in laid["text"]
    assert laid["view"]["hand"] == [8, 12, 12], "as it was before the move"
    assert laid == example_outcome("23", "de", {**lower, "position": position, "move": "12x2"})


@pytest.mark.parametrize("slug", SLUGS)
def test_every_example_is_about_a_rule_of_the_game(slug: str) -> None:
    for example in game_examples(slug):
        assert example["rule"] in sheet(slug, "en").rules
        assert set(example) >= {"rule", "position", "seat", "move"}


# -- the hash, and those who write the page -------------------------------------------------------


def web(folder: Path) -> Path:
    """A small page of its own."""
    (folder / "icons").mkdir(parents=True)
    for name, text in {
        "index.html": '<html lang="{lang}"><script type="module" src="{base}/main.js"></script>',
        "sw.js": "const BASE = '{base}', FILES = {files};",
        "manifest.json": '{"icons": [{"src": "{base}/icons/icon.svg"}]}',
        "main.js": "let a;",
        "icons/icon.svg": "<svg/>",
        "notes.txt": "no",
        "views.d.ts": "no",
    }.items():
        (folder / name).write_text(text)
    return folder


def test_the_hash_is_that_of_all_names_and_contents(tmp_path: Path) -> None:
    folder = web(tmp_path / "web")
    first = Pages(folder).edition
    assert (len(first.hash), first.hash) == (12, Pages(folder).edition.hash)
    there = {name for name in first.files if "/" not in name}
    assert there == {"main.js", "games.json", "style.css"}
    (folder / "main.js").write_text("let b;")
    second = Pages(folder).edition
    (folder / "main.js").rename(folder / "more.js")
    third = Pages(folder).edition
    (folder / "index.html").write_text("{base}")
    fourth = Pages(folder).edition
    assert len({first.hash, second.hash, third.hash, fourth.hash}) == 4
    (folder / "views.d.ts").write_text("what is not handed out does not count")
    assert Pages(folder).edition.hash == fourth.hash


def test_files_are_read_again_for_those_who_write_them_and_for_nobody_else(tmp_path: Path) -> None:
    folder = web(tmp_path / "web")
    kept, read_again = Pages(folder, developing=False), Pages(folder, developing=True)
    before = read_again.edition
    assert read_again.edition is before, "nothing has changed"
    changed = folder / "main.js"
    changed.write_text("let c;")
    os.utime(changed, ns=(1, 1))
    after = read_again.edition
    assert after.files["main.js"].body == b"let c;"
    assert after.hash != before.hash
    assert after.base.encode() in after.shells["en"].body
    assert kept.edition.hash == before.hash
    request = Request({"type": "http", "method": "GET", "path": "/", "headers": []})
    assert read_again.shell(request).body == after.shells["en"].body
    (folder / "new.css").write_text("b {}")
    assert "new.css" in read_again.edition.files
    assert stamp_of(folder) == stamp_of(folder)


# -- about ----------------------------------------------------------------------------------------


def test_about_says_what_this_server_offers(server: Running) -> None:
    status, about = server.ask("GET", "/api/about")
    assert status == 200
    described(about, About)
    assert set(about) == {"version", "hash", "lan", "bots", "games", "phrases"}
    assert about["lan"] is None, "it listens for this machine only"
    assert [game["slug"] for game in about["games"]] == list(SLUGS)
    twentythree = about["games"][1]
    assert twentythree == {
        "slug": "23",
        "title": "23",
        "players": [2, 3, 4],
        "options": {"learning": False, "by_five": False},
    }
    assert about["bots"] == ["novice", "casual", "regular", "strong", "master", "policy", "random"]
    assert "well-played" in about["phrases"]
