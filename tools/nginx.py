"""Debian's nginx, behind which the server is tested: `python -m tools.nginx` puts it into the venv.

It is unpacked, not installed: installing it would start a web server on this machine.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

PACKAGE: Final = "nginx"
PROGRAM: Final = "usr/sbin/nginx"
MISSING: Final = (
    f"The server is tested behind nginx, which is not there; on Debian, run 'apt install {PACKAGE}'."
)


def unpacked() -> Path:
    """Where it is unpacked."""
    return Path(sys.prefix, "nginx")


def nginx_path() -> str | None:
    """Where nginx is, if it is there."""
    known = (shutil.which("nginx"), str(unpacked() / PROGRAM), f"/{PROGRAM}")
    return next((path for path in known if path is not None and Path(path).is_file()), None)


def install() -> int:
    """Unpack nginx unless it is there, or say in one sentence why not; returns the exit code."""
    if nginx_path() is None and shutil.which("apt-get") is not None:
        print("Fetching Debian's nginx, behind which the server is tested …", flush=True)
        with tempfile.TemporaryDirectory() as folder:
            if not fetch(folder):  # the lists of packages may be missing or old
                rights = [] if os.geteuid() == 0 else ["sudo", "-n"]  # without asking for a password
                run([*rights, "apt-get", "update", "-qq"], folder)
                fetch(folder)
            for package in Path(folder).glob("*.deb"):
                run(["dpkg-deb", "-x", str(package), str(unpacked())], folder)
    if nginx_path() is None:
        print(MISSING)
        return 2
    return 0


def fetch(folder: str) -> bool:
    """Fetch the package into a folder; False if that failed."""
    os.chmod(folder, 0o755)  # apt-get fetches as somebody else
    return run(["apt-get", "download", "-qq", PACKAGE], folder)


def run(command: list[str], folder: str) -> bool:
    """Run a command quietly; whether it succeeded."""
    try:
        done = subprocess.run(
            command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False
        )
    except OSError:
        return False
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(install())
