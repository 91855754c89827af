"""Compiles the core and the rules with mypyc if there is a C compiler; otherwise installs plain Python."""

from __future__ import annotations

import os
import re
import sys
import tempfile
import tomllib
from pathlib import Path

from setuptools import Extension, find_packages, setup
from setuptools.command.build_ext import build_ext

SOURCE = Path("src/reihum")
# Every file of a game is compiled, except those that only people need, those read at run time, and those that
# answer bad input with a sentence of their own, which a compiled type check would pre-empt.
INTERPRETED = (
    "__init__",
    "best_laydown",
    "drawing",
    "events",
    "imagined",
    "laydown",
    "position",
    "seen",
    "services",
    "telling",
    "typing",
)
BOTS = (
    "analysis/trials",
    "bots/alone",
    "bots/horizons",
    "bots/learned",
    "bots/net",
    "bots/search",
    "bots/self_play",
    "bots/timed",
)
LIVE = (
    "server/limits",
    "server/live/actor",
    "server/live/background",
    "server/live/broadcast",
    "server/live/log_writer",
    "server/live/session",
    "server/live/snapshots",
    "server/live/viewer",
    "server/metrics",
    "server/net/frames",
    "server/net/hub",
    "table/duties",
    "table/judge",
    "table/live",
    "table/seats",
)


def compiled_modules() -> list[str]:
    """The whole core, the parts of each game that must be fast, bots, the path of a live move."""
    core = [path for path in SOURCE.glob("core/*.py") if path.stem not in ("__init__", "seen")]
    games = [path for path in SOURCE.glob("games/*/*.py") if path.stem not in INTERPRETED]
    games.append(SOURCE / "games" / "spec.py")
    others = [SOURCE / f"{name}.py" for name in (*BOTS, *LIVE)]
    return sorted(str(path) for path in core + games + others)


def has_compiler() -> bool:
    """Whether a C file that includes Python.h can be compiled."""
    from distutils.ccompiler import new_compiler  # setuptools brings its own distutils
    from distutils.sysconfig import customize_compiler, get_python_inc

    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "probe.c"
        source.write_text("#include <Python.h>\nint main(void) { return 0; }\n")
        compiler = new_compiler()
        customize_compiler(compiler)
        try:
            compiler.compile([str(source)], output_dir=folder, include_dirs=[get_python_inc()])
        except Exception:  # any failure means that there is no usable compiler
            return False
    return True


def extensions() -> list[Extension]:
    """The extensions that mypyc makes of the compiled modules, or none."""
    if os.environ.get("REIHUM_PURE") == "1" or sys.argv[1:2] in (["egg_info"], ["dist_info"]):
        return []  # by request, or because only metadata is wanted, which should be quick
    if not has_compiler():
        print("reihum: no C compiler with Python headers found; installing the slower, interpreted version.")
        return []
    from mypyc.build import mypycify

    # Imported packages need be neither installed at build time nor typed; `make check` checks everything.
    options = ["--config-file=", "--strict", "--follow-imports=silent", "--ignore-missing-imports"]
    made = mypycify([*options, *compiled_modules()], opt_level="3")
    if sys.platform != "win32":
        for extension in made:
            # Debug symbols, and warnings about generated code, would take half of the time.
            extension.extra_compile_args = [*extension.extra_compile_args, "-fvisibility=hidden", "-g0", "-w"]
    return list(made)


class AllOrNothing(build_ext):
    """Builds all extensions or none: a failing compiler must not leave half a compiled core."""

    def finalize_options(self) -> None:
        """Compile the small files, one for each module, in parallel with the large one."""
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def run(self) -> None:
        """Build, or fall back to plain Python and say so in one line."""
        try:
            super().run()
        except Exception as failure:
            print(f"reihum: compiling failed ({failure}); installing the slower, interpreted version.")
            for path in Path(self.build_lib).rglob("*.so"):
                path.unlink()
            self.extensions = []


LINK = re.compile(r"(!?)(\[[^\]]*\]\()(?!https?:|#)([^)]+\))")


def long_description() -> str:
    """The README for other sites, with links and pictures that point to the repository."""
    project = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["project"]
    home = project["urls"]["Homepage"]

    def absolute(link: re.Match[str]) -> str:
        where = "raw" if link[1] else "blob"
        return f"{link[1]}{link[2]}{home}/{where}/main/{link[3]}"

    return LINK.sub(absolute, Path("README.md").read_text("utf-8"))


setup(
    packages=[*find_packages("src"), "reihum.docs"],
    package_dir={"": "src", "reihum.docs": "docs"},  # the pages are included for `reihum docs`
    long_description=long_description(),
    long_description_content_type="text/markdown",
    ext_modules=extensions(),
    cmdclass={"build_ext": AllOrNothing},
)
