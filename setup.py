"""Compiles the core and the rules with mypyc where there is a C compiler; installs plain Python where not."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SOURCE = Path("src/reihum")
IN_EACH_GAME = (
    "cards",
    "deal",
    "helping",
    "knowledge",
    "legal",
    "lots",
    "melds",
    "moves",
    "notation",
    "patterns",
    "policy",
    "proofs",
    "row",
    "rules",
    "runs",
    "solo",
    "solo_policy",
    "table",
    "view",
    "worlds",
)


LIVE = (
    "server/conversation",
    "server/frames",
    "server/house",
    "server/keeper",
    "server/limits",
    "server/metrics",
    "server/scribe",
    "server/telling",
    "server/viewer",
    "table/asking",
    "table/duties",
    "table/live",
    "table/seats",
    "table/showing",
)


def compiled_modules() -> list[str]:
    """The whole core, of each game what is played millions of times a second, and the path of a live move."""
    core = [path for path in SOURCE.glob("core/*.py") if path.stem not in ("__init__", "seen")]
    games = [path for path in SOURCE.glob("games/*/*.py") if path.stem in IN_EACH_GAME]
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


setup(ext_modules=extensions(), cmdclass={"build_ext": AllOrNothing})
