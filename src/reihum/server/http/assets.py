"""The page in the browser: all its files, and those of its games, in memory and packed once.

All files are below `/w/HASH`, and HASH is made from their contents; so a browser may keep them for ever, and
only asks again for the shell, which names the current HASH. With REIHUM_WEB_DEV=1 in the environment, files
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
from reihum.server.http.game_parts import (
    SYMBOLS,
    game_folder,
    game_titles,
    join_sheets,
    join_symbols,
    web_path,
)
from reihum.server.http.page_data import GAMES_FILE, page_files
from reihum.words import LANGUAGES
from reihum.words.languages import accepted_language

MEDIA_TYPES: Final = {  # of the files that are served, by their suffix
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "png": "image/png",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
}
COMPRESSED: Final = {"png"}
SHELL, WORKER, MANIFEST, ICON = "index.html", "sw.js", "manifest.json", "icons/icon.svg"
HASH_DIGITS: Final = 12
CACHE_FOR_EVER: Final = "public, max-age=31536000, immutable"
REVALIDATE: Final = "no-cache"
CACHE_FOR_A_DAY: Final = "public, max-age=86400"
DEV_VARIABLE: Final = "REIHUM_WEB_DEV"


class File(NamedTuple):
    """A file to serve."""

    kind: str
    body: bytes
    packed: bytes | None  # None if packing saves nothing
    tag: str


def file_of(name: str, body: bytes) -> File:
    """A file of this name, packed."""
    end = name.rpartition(".")[2]
    packed = None if end in COMPRESSED else gzip.compress(body, mtime=0)
    small = packed if packed is not None and len(packed) < len(body) else None
    return File(MEDIA_TYPES[end], body, small, hashlib.sha256(body).hexdigest()[:32])


class Edition:
    """All files as they are at one time."""

    def __init__(self, sources: dict[str, bytes], root: str = "") -> None:
        self.hash = hash_of(sources)
        self.base = f"/w/{self.hash}"
        templates = {SHELL, WORKER, MANIFEST}
        self.files = {name: file_of(name, body) for name, body in sources.items() if name not in templates}
        below = [f"{root}{self.base}/{name}" for name in sorted(self.files)]

        def fill_in(name: str, new_name: str = "", **more: str) -> File:
            text = sources[name].decode()
            for blank, value in {"root": root, "base": self.base, **more}.items():
                text = text.replace(f"{{{blank}}}", value)
            return file_of(new_name or name, text.encode())

        about = {
            "games": html.escape(sources.get(GAMES_FILE, b"[]").decode()),
            "titles": html.escape(game_titles()),
        }
        self.shells = {lang: fill_in(SHELL, lang=lang, **about) for lang in LANGUAGES}
        self.worker = fill_in(WORKER, files=json.dumps(below))
        self.manifest = fill_in(MANIFEST, "manifest.webmanifest", titles=json.dumps(game_titles())[1:-1])


class Pages:
    """Serves the page, and the files that it needs."""

    def __init__(
        self, folder: Traversable | None = None, developing: bool | None = None, root: str = ""
    ) -> None:
        self._root = root  # the path below which the server is
        self._folder = files("reihum") / "web" if folder is None else folder
        self._developing = os.environ.get(DEV_VARIABLE) == "1" if developing is None else developing
        self._stamp = stamp_of(self._folder) if self._developing else None
        self._edition = self._read_edition()

    @property
    def edition(self) -> Edition:
        """All files as they are now."""
        if self._developing and self._stamp != (stamp := stamp_of(self._folder)):
            self._edition = self._read_edition()
            self._stamp = stamp
        return self._edition

    def _read_edition(self) -> Edition:
        sources = dict(folder_files(self._folder, "")) | page_files()
        for slug in SLUGS:
            sources |= folder_files(game_folder(slug) / "web", web_path(slug))
        if SYMBOLS in sources:
            of_games = [name for slug in SLUGS if (name := f"{web_path(slug)}{SYMBOLS}") in sources]
            sources[SYMBOLS] = join_symbols(sources[SYMBOLS], [sources.pop(name) for name in of_games])
        return Edition(join_sheets(sources), self._root)

    def shell(self, request: Request, status: int = 200) -> Response:
        """The page itself, the same at each of its addresses; it looks at the address."""
        lang = accepted_language(request.headers.get("accept-language", ""))
        more = {"vary": "accept-encoding, accept-language", "content-language": lang}
        return file_response(request, self.edition.shells[lang], REVALIDATE, status, more)

    def file(self, request: Request) -> Response:
        """GET /w/HASH/PATH."""
        edition = self.edition
        found = edition.files.get(request.path_params["path"])
        if found is None or request.path_params["hash"] != edition.hash:
            raise HTTPException(404)
        return file_response(request, found, CACHE_FOR_EVER)

    def worker(self, request: Request) -> Response:
        """GET /sw.js, which must be at the root to work for the whole site."""
        return file_response(request, self.edition.worker, REVALIDATE)

    def manifest(self, request: Request) -> Response:
        """GET /manifest.webmanifest."""
        return file_response(request, self.edition.manifest, REVALIDATE)

    def icon(self, request: Request) -> Response:
        """GET /favicon.ico, which browsers ask for on their own."""
        return file_response(request, self.edition.files[ICON], CACHE_FOR_A_DAY)


def folder_files(folder: Traversable, before: str) -> Iterator[tuple[str, bytes]]:
    """All files of a folder that may be served, with their paths; none if there is no such folder."""
    if not folder.is_dir():
        return
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from folder_files(entry, f"{before}{entry.name}/")
        elif entry.name.rpartition(".")[2] in MEDIA_TYPES:
            yield f"{before}{entry.name}", entry.read_bytes()


def hash_of(sources: dict[str, bytes]) -> str:
    """One hash for all names and contents."""
    whole = hashlib.sha256()
    for name, body in sorted(sources.items()):
        whole.update(f"{name}\n{len(body)}\n".encode() + body)
    return whole.hexdigest()[:HASH_DIGITS]


def stamp_of(folder: Traversable) -> object:
    """A value that changes with any file of the page or of its words."""
    package = Path(str(files("reihum")))
    looked_at = [
        *Path(str(folder)).rglob("*"),
        *package.glob("words/page.*"),
        *(path for slug in SLUGS for path in Path(str(game_folder(slug))).glob("*.toml")),
        *(path for slug in SLUGS for path in Path(str(game_folder(slug))).glob("web/**/*")),
    ]
    return [(path, path.stat().st_mtime_ns) for path in sorted(looked_at) if path.is_file()]


def file_response(
    request: Request, file: File, caching: str, status: int = 200, more: dict[str, str] | None = None
) -> Response:
    """A file as a browser needs it: packed if it can unpack it, nothing if it already has it."""
    headers = {"cache-control": caching, "etag": f'W/"{file.tag}"', "vary": "accept-encoding", **(more or {})}
    if status == 200 and is_cached(request.headers.get("if-none-match", ""), file.tag):
        return Response(status_code=304, headers=headers)
    headers["content-type"] = file.kind
    body = file.body
    if file.packed is not None and accepts_gzip(request.headers.get("accept-encoding", "")):
        headers["content-encoding"] = "gzip"
        body = file.packed
    return Response(body, status, headers)


def is_cached(header: str, tag: str) -> bool:
    """Whether an If-None-Match header names this tag, packed or not."""
    named = {part.strip().removeprefix("W/").strip('"') for part in header.split(",")}
    return tag in named or "*" in named


def accepts_gzip(header: str) -> bool:
    """Whether an Accept-Encoding header accepts gzip."""
    weights = {"gzip": 0.0}
    for part in header.lower().split(","):
        name, _, quality = part.partition(";")
        try:
            weights[name.strip()] = float(quality.partition("=")[2] or 1)
        except ValueError:
            continue
    return weights["gzip"] > 0


def is_page(request: Request) -> bool:
    """Whether a request is a person's in a browser, rather than a program's to the API."""
    ours = request.url.path.startswith(("/api/", "/ws/", "/w/"))
    return request.method in ("GET", "HEAD") and not ours and "text/html" in request.headers.get("accept", "")
