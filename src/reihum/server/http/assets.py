"""The page in the browser: every file of it and of its games in memory, packed once.

All files stand below `/w/HASH`, and HASH is made of all their contents; so a browser keeps them for ever, and
asks anew only for the shell, which names the HASH of the day. With REIHUM_WEB_DEV=1 in the environment files
are read again when they change, for those who write them.
"""

from __future__ import annotations

import gzip
import hashlib
import html
import json
import os
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final, NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from reihum.games import SLUGS
from reihum.server.http.game_parts import SIGNS, home, place, titles, with_sheets_joined, with_signs
from reihum.server.http.page_data import GAMES, leaflets
from reihum.words import LANGUAGES
from reihum.words.languages import accepted_language

KINDS: Final = {  # what may be handed out, by the end of its name
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "png": "image/png",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
}
PACKED_ALREADY: Final = {"png"}
SHELL, WORKER, MANIFEST, ICON = "index.html", "sw.js", "manifest.json", "icons/icon.svg"
HASH_DIGITS: Final = 12
FOR_EVER: Final = "public, max-age=31536000, immutable"
ASK_AGAIN: Final = "no-cache"
FOR_A_DAY: Final = "public, max-age=86400"
DEVELOPING: Final = "REIHUM_WEB_DEV"


class File(NamedTuple):
    """Something to hand out."""

    kind: str
    body: bytes
    packed: bytes | None  # None where packing gains nothing
    tag: str


def file_of(name: str, body: bytes) -> File:
    """A file of this name, packed."""
    end = name.rpartition(".")[2]
    packed = None if end in PACKED_ALREADY else gzip.compress(body, mtime=0)
    small = packed if packed is not None and len(packed) < len(body) else None
    return File(KINDS[end], body, small, hashlib.sha256(body).hexdigest()[:32])


class Edition:
    """All files as they are at one time."""

    def __init__(self, sources: dict[str, bytes]) -> None:
        self.hash = hash_of(sources)
        self.base = f"/w/{self.hash}"
        templates = {SHELL, WORKER, MANIFEST}
        self.files = {name: file_of(name, body) for name, body in sources.items() if name not in templates}
        below = [f"{self.base}/{name}" for name in sorted(self.files) if not name.startswith("rules/")]

        def filled(name: str, called: str = "", **more: str) -> File:
            text = sources[name].decode()
            for blank, filling in {"base": self.base, **more}.items():
                text = text.replace(f"{{{blank}}}", filling)
            return file_of(called or name, text.encode())

        about = {
            "games": html.escape(sources.get(GAMES, b"[]").decode()),
            "titles": html.escape(titles()),
        }
        self.shells = {lang: filled(SHELL, lang=lang, **about) for lang in LANGUAGES}
        self.worker = filled(WORKER, files=json.dumps(below))
        self.manifest = filled(MANIFEST, "manifest.webmanifest", titles=json.dumps(titles())[1:-1])


class Pages:
    """Hands out the page, and the files that it needs."""

    def __init__(self, folder: Traversable | None = None, developing: bool | None = None) -> None:
        self._folder = files("reihum") / "web" if folder is None else folder
        self._developing = os.environ.get(DEVELOPING) == "1" if developing is None else developing
        self._stamp = stamp_of(self._folder) if self._developing else None
        self._edition = self._read()

    @property
    def edition(self) -> Edition:
        """All files as they are now."""
        if self._developing and self._stamp != (stamp := stamp_of(self._folder)):
            self._edition = self._read()
            self._stamp = stamp
        return self._edition

    def _read(self) -> Edition:
        sources = dict(contents(self._folder, "")) | leaflets()
        for slug in SLUGS:
            sources |= contents(home(slug) / "web", place(slug))
        if SIGNS in sources:
            of_games = [name for slug in SLUGS if (name := f"{place(slug)}{SIGNS}") in sources]
            sources[SIGNS] = with_signs(sources[SIGNS], [sources.pop(name) for name in of_games])
        return Edition(with_sheets_joined(sources))

    def shell(self, request: Request, status: int = 200) -> Response:
        """The page itself, the same for every address of it; it looks at the address."""
        lang = accepted_language(request.headers.get("accept-language", ""))
        more = {"vary": "accept-encoding, accept-language", "content-language": lang}
        return handed_out(request, self.edition.shells[lang], ASK_AGAIN, status, more)

    def file(self, request: Request) -> Response:
        """GET /w/HASH/PATH."""
        edition = self.edition
        found = edition.files.get(request.path_params["path"])
        if found is None or request.path_params["hash"] != edition.hash:
            raise HTTPException(404)
        return handed_out(request, found, FOR_EVER)

    def worker(self, request: Request) -> Response:
        """GET /sw.js, which has to lie at the root to work for all of the site."""
        return handed_out(request, self.edition.worker, ASK_AGAIN)

    def manifest(self, request: Request) -> Response:
        """GET /manifest.webmanifest."""
        return handed_out(request, self.edition.manifest, ASK_AGAIN)

    def icon(self, request: Request) -> Response:
        """GET /favicon.ico, for browsers that ask for it unasked."""
        return handed_out(request, self.edition.files[ICON], FOR_A_DAY)


def contents(folder: Traversable, before: str) -> Iterator[tuple[str, bytes]]:
    """All files of a folder that may be handed out, with their paths in it; none if there is no folder."""
    if not folder.is_dir():
        return
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from contents(entry, f"{before}{entry.name}/")
        elif entry.name.rpartition(".")[2] in KINDS:
            yield f"{before}{entry.name}", entry.read_bytes()


def hash_of(sources: dict[str, bytes]) -> str:
    """One hash for all names and contents."""
    whole = hashlib.sha256()
    for name, body in sorted(sources.items()):
        whole.update(f"{name}\n{len(body)}\n".encode() + body)
    return whole.hexdigest()[:HASH_DIGITS]


def stamp_of(folder: Traversable) -> object:
    """Something that is another thing after any file of the page, or of its words, has changed."""
    package = Path(str(files("reihum")))
    looked_at = [
        *Path(str(folder)).rglob("*"),
        *package.glob("words/page.*"),
        *(path for slug in SLUGS for path in Path(str(home(slug))).glob("*.toml")),
        *(path for slug in SLUGS for path in Path(str(home(slug))).glob("web/**/*")),
    ]
    return [(path, path.stat().st_mtime_ns) for path in sorted(looked_at) if path.is_file()]


def handed_out(
    request: Request, file: File, keeping: str, status: int = 200, more: dict[str, str] | None = None
) -> Response:
    """A file as a browser wants it: packed if it can unpack, nothing if it has it already."""
    headers = {"cache-control": keeping, "etag": f'W/"{file.tag}"', "vary": "accept-encoding", **(more or {})}
    if status == 200 and has_already(request.headers.get("if-none-match", ""), file.tag):
        return Response(status_code=304, headers=headers)
    headers["content-type"] = file.kind
    body = file.body
    if file.packed is not None and unpacks(request.headers.get("accept-encoding", "")):
        headers["content-encoding"] = "gzip"
        body = file.packed
    return Response(body, status, headers)


def has_already(header: str, tag: str) -> bool:
    """Whether an If-None-Match header names this tag, packed or not."""
    named = {part.strip().removeprefix("W/").strip('"') for part in header.split(",")}
    return tag in named or "*" in named


def unpacks(header: str) -> bool:
    """Whether an Accept-Encoding header takes gzip."""
    weights = {"gzip": 0.0}
    for part in header.lower().split(","):
        name, _, quality = part.partition(";")
        try:
            weights[name.strip()] = float(quality.partition("=")[2] or 1)
        except ValueError:
            continue
    return weights["gzip"] > 0


def is_page(request: Request) -> bool:
    """Whether somebody looks at an address in a browser, rather than a program asking the API."""
    ours = request.url.path.startswith(("/api/", "/ws/", "/w/"))
    return request.method in ("GET", "HEAD") and not ours and "text/html" in request.headers.get("accept", "")
