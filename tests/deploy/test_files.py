"""The other files for hosts: the steps of the Containerfile, the systemd unit, Compose."""

from __future__ import annotations

import configparser
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from reihum.cli.serve import command as serve

ROOT: Final = Path(__file__).parents[2]
DEPLOY: Final = ROOT / "deploy"


def steps(path: Path) -> list[tuple[str, str]]:
    """The instructions of a Containerfile, each with what it says."""
    lines = [line for line in path.read_text().splitlines() if line and not line.startswith("#")]
    return [(line.split()[0], line.partition(" ")[2]) for line in lines]


@pytest.mark.long
def test_the_steps_of_the_containerfile_make_a_server_that_is_healthy(tmp_path: Path) -> None:
    """They are run here as a builder would, but not compiled, and nothing is installed on this machine."""
    places = {name: f"{tmp_path}{name}" for name in ("/source", "/opt/reihum", "/data")}

    def here(text: str) -> str:
        return re.sub(r"/source|/opt/reihum|/data", lambda found: places[found[0]], text)

    told = steps(DEPLOY / "Containerfile")
    for kind, text in told:
        if kind == "COPY" and text == ". /source":
            copy_sources(Path(places["/source"]))
        elif kind == "RUN" and "apt-get" not in text and not text.startswith("install "):
            environment = os.environ | {"REIHUM_PURE": "1"}
            environment.pop("PYTHONPATH", None)
            made = here(text).replace("python3 -m venv", f"{sys.executable} -m venv")
            subprocess.run(made, shell=True, check=True, env=environment, stdout=subprocess.DEVNULL)
    said = dict(told)
    assert said["USER"] == "nobody:nogroup"
    command = json.loads(said["ENTRYPOINT"]) + json.loads(said["CMD"])
    Path(places["/data"]).mkdir()
    started = [here(word).replace("0.0.0.0", "127.0.0.1") for word in command]
    server = subprocess.Popen([*started, "--port", "0"], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    port = server.stdout.readline().rsplit(":", 1)[1].strip()
    check = json.loads(said["HEALTHCHECK"].partition("CMD ")[2])
    healthy = [here(word).replace(":8023/", f":{port}/") for word in check]
    assert subprocess.run(healthy, check=False).returncode == 0
    server.terminate()
    assert server.wait(30) == 0
    assert subprocess.run(healthy, check=False, stderr=subprocess.DEVNULL).returncode != 0
    assert (tmp_path / "data" / "tables.db").stat().st_size > 0


def copy_sources(folder: Path) -> None:
    """What a fresh clone has."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    for name in listed.decode().split("\0"):
        if (name.startswith(("src/", "docs/")) or "/" not in name) and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)


def check_options(words: list[str]) -> None:
    """Assert that `reihum serve` takes these words."""
    with serve.make_context("serve", [*words]):  # which takes words away
        pass


def test_the_unit_starts_a_server_that_may_do_little_else() -> None:
    unit = configparser.RawConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(DEPLOY / "reihum.service")
    service = unit["Service"]
    program, name, *words = shlex.split(service["ExecStart"])
    assert (program, name) == ("/opt/reihum/bin/reihum", "serve")
    check_options(words)
    assert service["StateDirectory"] == "reihum"
    assert "sqlite:/var/lib/reihum/" in service["ExecStart"]
    assert (service["DynamicUser"], service["ProtectSystem"], service["UMask"]) == ("yes", "strict", "0077")


def test_neither_log_of_caddy_has_links_or_tokens() -> None:
    """Requests are in the log of the site and, when something goes wrong, in the server's own."""
    text = (DEPLOY / "caddy" / "Caddyfile").read_text()
    filtered = re.compile(
        r"log \{\s+format filter \{\s+wrap json\s+fields \{\s+"
        r"request>uri replace /\s+request>headers delete\s+\}"
    )
    assert text.count("log {") == len(filtered.findall(text)) == 2
    assert text.index("\n{\n") < text.index(
        "cards.example.org {"
    )  # the options of the whole server come first


def test_compose_has_two_processes_on_one_database_behind_a_proxy() -> None:
    told: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    services = told["services"]
    assert services["one"] == services["two"]
    name, *words = services["one"]["command"]
    assert name == "serve"
    check_options(words)
    assert services["one"]["build"]["dockerfile"] == "deploy/Containerfile"
    proxy = services["proxy"]
    assert words[words.index("--proxy") + 1] == proxy["networks"]["default"]["ipv4_address"]
    assert (DEPLOY / proxy["volumes"][0].split(":")[0]).is_file()
    assert set(proxy["depends_on"]) == {"one", "two"}
