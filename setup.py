"""Compiles the core and the rules with mypyc where there is a C compiler; installs plain Python where not."""

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
# Of each game everything is compiled but what only people need, what is read at run time, and what answers
# any input with a sentence of its own, which a type checked at the door would forestall.
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
    """The whole core, of each game what is played millions of times a second, and the path of a live move."""
    core = [path for path in SOURCE.glob("core/*.py") if path.stem not in ("__init__", "seen")]
    games = [path for path in SOURCE.glob("games/*/*.py") if path.stem not in INTERPRETED]
    games.append(SOURCE / "games" / "spec.py")
    live = [SOURCE / f"{name}.py" for name in LIVE]
    return sorted(str(path) for path in core + games + live)


def has_compiler() -> bool:
    """Whether a C file that includes Python.h can be compiled here."""
    from distutils.ccompiler import new_compiler  # setuptools brings its own distutils
    from distutils.sysconfig import customize_compiler, get_python_inc

    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "probe.c"
        source.write_text("#include <Python.h>\nint main(void) { return 0; }\n")
        compiler = new_compiler()
        customize_compiler(compiler)
        try:
            compiler.compile([str(source)], output_dir=folder, include_dirs=[get_python_inc()])
        except Exception:  # whatever is wrong with the compiler, the answer is the same
            return False
    return True


def extensions() -> list[Extension]:
    """What mypyc makes of the compiled modules, or nothing."""
    if os.environ.get("REIHUM_PURE") == "1" or sys.argv[1:2] in (["egg_info"], ["dist_info"]):
        return []  # as somebody wishes, or who only wants to know what this is need not wait
    if not has_compiler():
        print("reihum: no C compiler with Python headers found; installing the slower, interpreted version.")
        return []
    from mypyc.build import mypycify

    # What is only imported need not be there at build time, nor be typed; `make check` looks at all of it.
    options = ["--config-file=", "--strict", "--follow-imports=silent", "--ignore-missing-imports"]
    made = mypycify([*options, *compiled_modules()], opt_level="3")
    if sys.platform != "win32":
        for extension in made:
            # Debug symbols, and looking for things to warn of in code that nobody wrote, take half the time.
            extension.extra_compile_args = [*extension.extra_compile_args, "-fvisibility=hidden", "-g0", "-w"]
    return list(made)


class AllOrNothing(build_ext):
    """A compiler that fails half-way must not leave half a compiled core."""

    def finalize_options(self) -> None:
        """Compile the small files, one for each module, beside the large one."""
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def run(self) -> None:
        """Build, or fall back to plain Python with one clear line."""
        try:
            super().run()
        except Exception as failure:
            print(f"reihum: compiling failed ({failure}); installing the slower, interpreted version.")
            for path in Path(self.build_lib).rglob("*.so"):
                path.unlink()
            self.extensions = []


LINK = re.compile(r"(!?)(\[[^\]]*\]\()(?!https?:|#)([^)]+\))")


def long_description() -> str:
    """The README for those who read it elsewhere: links lead to the repository, pictures come from there."""
    project = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["project"]
    home = project["urls"]["Homepage"]

    def absolute(link: re.Match[str]) -> str:
        where = "raw" if link[1] else "blob"
        return f"{link[1]}{link[2]}{home}/{where}/main/{link[3]}"

    return LINK.sub(absolute, Path("README.md").read_text("utf-8"))


setup(
    packages=[*find_packages("src"), "reihum.docs"],
    package_dir={"": "src", "reihum.docs": "docs"},  # the pages come along, for `reihum docs`
    long_description=long_description(),
    long_description_content_type="text/markdown",
    ext_modules=extensions(),
    cmdclass={"build_ext": AllOrNothing},
)
