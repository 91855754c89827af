"""QR codes: drawn as they are, with their border, and not for too much text."""

from __future__ import annotations

import re

import pytest
import segno

from reihum.server.http.qr import qr_drawing, terminal_qr
from reihum.wire.requests import QrDrawing
from tests.server.tools import Running, described

LINK = "http://192.168.178.20:8023/t/AbCdEfGhIjKlMnOpQrStUv"
RUN = re.compile(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z")


def modules(code: dict[str, object]) -> list[list[int]]:
    """The code as it looks when the path is drawn."""
    size, path = code["size"], code["path"]
    assert isinstance(size, int)
    assert isinstance(path, str)
    assert "".join(match[0] for match in RUN.finditer(path)) == path
    seen = [[0] * size for _ in range(size)]
    for match in RUN.finditer(path):
        x, y, there, back = (int(number) for number in match.groups())
        assert there == back
        for place in range(x, x + there):
            assert seen[y][place] == 0, "no module is drawn twice"
            seen[y][place] = 1
    return seen


def test_the_path_draws_every_dark_module_and_no_other(server: Running) -> None:
    status, code = server.ask("POST", "/api/qr", {"text": LINK})
    assert (status, set(code)) == (200, {"size", "path"})
    described(code, QrDrawing)
    whole = segno.make(LINK, error="m", micro=False).matrix_iter(border=4)
    assert modules(code) == [list(row) for row in whole]


def test_a_code_has_its_three_corners_and_four_modules_of_quiet() -> None:
    seen = modules(qr_drawing(LINK))
    size = len(seen)
    for rows in (seen, [list(column) for column in zip(*seen, strict=True)]):
        assert not any(any(row) for row in (*rows[:4], *rows[-4:]))
    corner = [1, 1, 1, 1, 1, 1, 1]
    assert seen[4][4:11] == seen[4][size - 11 : size - 4] == seen[size - 5][4:11] == corner
    assert seen[7][4:11] == [1, 0, 1, 1, 1, 0, 1]


@pytest.mark.parametrize("text", ["", "x" * 301, "é" * 151, 7, None, ["x"]], ids=lambda text: repr(text)[:9])
def test_other_texts_are_refused(server: Running, text: object) -> None:
    status, answer = server.ask("POST", "/api/qr", {"text": text})
    assert (status, answer["error"]) == (400, "malformed")


@pytest.mark.parametrize("text", ["x", "x" * 300, "é" * 150, "5", "\n\0<script>"], ids=lambda text: text[:2])
def test_all_texts_of_that_length_are_drawn(server: Running, text: str) -> None:
    status, code = server.ask("POST", "/api/qr", {"text": text})
    assert status == 200
    assert sum(map(sum, modules(code))) > 100


def test_codes_are_not_drawn_without_end(server: Running) -> None:
    running = Running("sqlite::memory:", "--limit", "drawings=3/0.01")
    found = [running.ask("POST", "/api/qr", {"text": "x"})[0] for _ in range(5)]
    assert found == [200, 200, 200, 429, 429]
    assert running.stop() == 0


def test_a_code_in_the_terminal_is_two_modules_to_a_line() -> None:
    code = [list(row) for row in segno.make(LINK, error="l", micro=False).matrix_iter(border=2)]
    for coloured, dark in ((True, 1), (False, 0)):
        lines = terminal_qr(LINK, coloured).splitlines()
        bare = [line.removeprefix("\x1b[38;5;16;48;5;231m").removesuffix("\x1b[0m") for line in lines]
        assert (bare != lines) is coloured
        upper = [[int((sign in "▀█") == dark) for sign in line] for line in bare]
        lower = [[int((sign in "▄█") == dark) for sign in line] for line in bare]
        seen = [row for pair in zip(upper, lower, strict=True) for row in pair]
        assert seen[: len(code)] == code
        assert len(lines) == (len(code) + 1) // 2
