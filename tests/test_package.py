"""What is published: an sdist with everything, a wheel with all it needs, a description whose links work."""

from __future__ import annotations

import email
import os
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
BUILD = "import sys, setuptools.build_meta as made; print(getattr(made, sys.argv[1])(sys.argv[2]))"
HOME = re.compile(r"^https://github\.com/reihum/reihum/(?:blob|raw)/main/")
NOT_OURS = ("__pycache__", ".egg-info", "node_modules", ".so")


def build(what: str, sources: Path, into: Path) -> Path:
    """Build an sdist, or a wheel without compiled modules."""
    into.mkdir()
    done = subprocess.run(
        [sys.executable, "-c", BUILD, f"build_{what}", str(into)],
        cwd=sources,
        env={**os.environ, "REIHUM_PURE": "1", "PYTHONPATH": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    return into / done.stdout.split()[-1]


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The sdist of these sources, and the wheel built from nothing but the sdist."""
    folder = tmp_path_factory.mktemp("package")
    known = ["git", "ls-files", "-co", "--exclude-standard"]
    listed = subprocess.run(known, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    for name in listed:
        if (ROOT / name).is_file():
            (folder / "clone" / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / "clone" / name).write_bytes((ROOT / name).read_bytes())
    sdist = build("sdist", folder / "clone", folder / "sdist")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder / "unpacked", filter="data")
    [sources] = (folder / "unpacked").iterdir()
    return sdist, build("wheel", sources, folder / "wheel")


def files_below(folder: str) -> set[str]:
    """The files in a folder of the package, by their path in it."""
    found = {
        path.relative_to(ROOT / folder).as_posix() for path in (ROOT / folder).rglob("*") if path.is_file()
    }
    return {name for name in found if not any(part in name for part in NOT_OURS)}


def test_the_wheel_has_everything_that_reihum_reads_and_nothing_else(published: tuple[Path, Path]) -> None:
    with zipfile.ZipFile(published[1]) as wheel:
        inside = {name for name in wheel.namelist() if ".dist-info/" not in name}
    pages = {f"reihum/docs/{name}" for name in files_below("docs") if name.endswith((".md", ".json"))}
    assert inside == files_below("src") | pages


def test_the_sdist_can_be_tested_as_a_clone_can(published: tuple[Path, Path]) -> None:
    with tarfile.open(published[0]) as archive:
        inside = {name.partition("/")[2] for name in archive.getnames()}
    for folder in ("src", "tests", "tools", "benchmarks", "docs"):
        assert {f"{folder}/{name}" for name in files_below(folder)} <= inside
    assert {"Makefile", "CHANGELOG.md", "CONTRIBUTING.md", "README.md", "LICENSE", "NOTICE"} <= inside


def test_the_page_of_the_package_has_links_and_pictures_that_work_there(published: tuple[Path, Path]) -> None:
    with zipfile.ZipFile(published[1]) as wheel:
        [name] = (name for name in wheel.namelist() if name.endswith("/METADATA"))
        about = email.message_from_bytes(wheel.read(name))
    links = re.findall(r"\]\(([^)]+)\)", str(about.get_payload()))
    assert len(links) > 10
    assert [link for link in links if not link.startswith("https://")] == []
    ours = [HOME.sub("", link) for link in links if HOME.match(link)]
    assert len(ours) > 10
    assert [link for link in ours if not (ROOT / link).exists()] == []
    assert str(about["Summary"]).endswith(".")
    assert {url.partition(",")[0] for url in about.get_all("Project-URL", [])} >= {
        "Homepage",
        "Documentation",
    }


def test_every_page_is_on_the_site() -> None:
    listed = set(re.findall(r": (\S+\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE))
    assert listed == {name for name in files_below("docs") if name.endswith(".md")}
