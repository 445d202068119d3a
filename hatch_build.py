"""Compiles the rules with mypyc while the wheel is built. If there is a C compiler, the package has compiled modules;
otherwise the same modules run interpreted. `BRANCHLINE_COMPILE=0` keeps them interpreted; `quick` compiles in half the
time, but the result is slower. The language catalogues are always compiled."""

from __future__ import annotations

import os
import re
import runpy
import shutil
import sys
import sysconfig
import tempfile
import textwrap
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LANGUAGES = Path("branchline/languages")
# Without it every function of a shared library can be replaced from outside, so gcc inlines none.
FLAGS = ["-fno-semantic-interposition", "-fvisibility=hidden"] if os.name == "posix" else []
# gcc compiles a file per module on all cores, and inlines between them when it links, on all cores too.
BY_MODULE = ["-flto=auto", "-fno-fat-lto-objects"]
# A rule is a small function, which mypyc makes long by what it does on errors; so gcc may inline longer ones.
BY_MODULE += [
    "--param=max-inline-insns-auto=80",
    "--param=inline-min-speedup=5",
    "--param=inline-unit-growth=100",
]

# What mypyc's C leaves undone (docs/decisions/0021).
# Errors are rare, so what they need is kept apart. A reference that is taken and given back with nothing in between
# costs nothing if gcc knows that what is in use has references. An array mostly has room for another number, and then
# needs no call.
PREAMBLE = """
#if defined(__GNUC__)
void CPy_AddTraceback(const char *, const char *, int, PyObject *) __attribute__((cold));
PyObject *PyErr_Occurred(void) __attribute__((cold));
void PyErr_SetNone(PyObject *) __attribute__((cold));
void PyErr_SetString(PyObject *, const char *) __attribute__((cold));

#define TAKE(object) do { if (Py_REFCNT(object) <= 0) __builtin_unreachable(); Py_INCREF(object); } while (0)
#undef CPy_INCREF
#define CPy_INCREF(object) TAKE(object)
#undef VEC_I64_INCREF
#define VEC_I64_INCREF(array) do { if ((array).items) TAKE(VEC_I64_BUF(array)); } while (0)
#undef VEC_I16_INCREF
#define VEC_I16_INCREF(array) do { if ((array).items) TAKE(VEC_I16_BUF(array)); } while (0)
#endif

static inline VecI64 append_i64(VecI64 array, int64_t number) {
    if (unlikely(!array.items || array.len >= Py_SIZE(VEC_I64_BUF(array)))) return VecI64Api.append(array, number);
    array.items[array.len++] = number;
    return array;
}
"""
# An index is nearly always within its array.
BOUNDS = re.compile(r"= (\(uint64_t\)\w+ < \(uint64_t\)\w+);")
# The lowest bit of a set is one instruction.
LOWEST = re.compile(r"^int64_t CPyDef_bits___lowest\(int64_t cpy_r_members\) {\n", re.M)
LOWEST_BIT = r"""\g<0>#if defined(__GNUC__)
    if (likely(cpy_r_members != 0)) return __builtin_ctzll(cpy_r_members);
#endif
"""
# An array is copied as a block.
COPY = re.compile(
    r"^char CPyDef_\w+___copy_(?:into|small)\(Vec\w+ cpy_r_source, Vec\w+ cpy_r_target\) {\n", re.M
)
COPY_BLOCK = r"""\g<0>    if (likely(0 < cpy_r_source.len && cpy_r_source.len <= cpy_r_target.len)) {
        memmove(cpy_r_target.items, cpy_r_source.items, cpy_r_source.len * sizeof *cpy_r_source.items);
        return 1;
    }
"""


class CompileRules(BuildHookInterface):  # type: ignore[type-arg]
    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        self.built: Path | None = None  # made and removed by one build, like the catalogues
        self.words: Path | None = None
        source = Path(self.root) / "src"
        if version == "editable":
            remove_compiled(source)
        if self.target_name == "wheel":
            self.compile_words(source / LANGUAGES, version, build_data)
        if self.target_name != "wheel" or os.environ.get("BRANCHLINE_COMPILE") == "0":
            return
        self.built = built = Path(tempfile.mkdtemp(prefix="branchline-compiled-"))
        quick = os.environ.get("BRANCHLINE_COMPILE") == "quick"
        problem = compile_rules(source, self.config["modules"], built, quick)
        if problem:
            self.app.display_warning(f"The rules are not compiled and will run slower: {problem}")
            return
        for path in built.rglob("*"):
            if path.suffix in (".so", ".pyd"):
                name = path.relative_to(built)
                if version == "editable":
                    shutil.copy2(path, source / name)
                else:
                    build_data["force_include"][str(path)] = str(name)
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def compile_words(self, languages: Path, version: str, build_data: dict[str, Any]) -> None:
        compile_catalogues = runpy.run_path(str(languages / "compiling.py"))["compile_catalogues"]
        catalogues = languages / "catalogues"
        if version == "editable":
            compile_catalogues(catalogues, catalogues)
            return
        self.words = Path(tempfile.mkdtemp(prefix="branchline-words-"))
        for path in compile_catalogues(catalogues, self.words):
            place = LANGUAGES / "catalogues" / path.relative_to(self.words)
            build_data["force_include"][str(path)] = place.as_posix()

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        for folder in (self.built, self.words):
            if folder is not None:
                shutil.rmtree(folder, ignore_errors=True)

    def clean(self, versions: list[str]) -> None:
        remove_compiled(Path(self.root) / "src")


def remove_compiled(source: Path) -> None:
    for pattern in ("**/*.so", "**/*.pyd"):
        for path in source.glob(pattern):
            path.unlink()


def compile_rules(source: Path, modules: list[str], built: Path, quick: bool = False) -> str | None:
    """Compile modules into a folder. Returns what went wrong, if anything did."""
    here = Path.cwd()
    problem = None
    # Other compilers get all modules as one file, which takes them twice as long.
    for by_module in (True, False) if uses_gcc() else (False,):
        try:
            os.chdir(source)  # module names come from paths
            run_compiler(modules, built, by_module, quick)
            return None
        except (Exception, SystemExit) as error:  # in any case the interpreted modules work
            problem = textwrap.shorten(f"{type(error).__name__}: {error}", 120)
        finally:
            os.chdir(here)
    return problem


def uses_gcc() -> bool:
    compiler = os.environ.get("CC") or sysconfig.get_config_var("CC") or ""
    return sys.platform == "linux" and "gcc" in compiler


def run_compiler(modules: list[str], built: Path, by_module: bool, quick: bool) -> None:
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    class OnAllCores(build_ext):
        """Compiles the files of an extension side by side; setuptools does so only with extensions."""

        def build_extensions(self) -> None:
            one = self.compiler.compile

            def compile_all(sources: list[str], **options: Any) -> list[str]:
                with ThreadPoolExecutor(os.cpu_count()) as pool:
                    found = pool.map(lambda source: one([source], **options), sources)
                    return [path for paths in found for path in paths]

            self.compiler.compile = compile_all
            self.parallel = os.cpu_count()
            super().build_extensions()

    extensions = mypycify(
        ["--follow-imports=silent", *modules],
        opt_level="1" if quick else "3",
        debug_level="0",
        multi_file=by_module,
        target_dir=str(built / "c"),
    )
    for path in (built / "c").rglob("__native_*.c"):
        path.write_text(tuned(path.read_text("utf-8")), "utf-8")
    for extension in extensions:
        # The other extensions only name their files.
        rules = by_module and len(extension.sources) > 1 and not quick
        flags = FLAGS + BY_MODULE if rules else FLAGS
        extension.extra_compile_args = [*extension.extra_compile_args, *flags]
        extension.extra_link_args = ["-O3", *flags] if rules else []
    command = OnAllCores(Distribution({"name": "branchline", "ext_modules": extensions}))
    command.build_lib, command.build_temp = str(built), str(built / "c")
    command.ensure_finalized()
    command.run()


def tuned(code: str) -> str:
    """The C of a module, with what is said above: replaced text, so that another mypyc at worst makes it slower."""
    includes, line, rest = code.rpartition("#include")
    name, end, rest = rest.partition("\n")
    calls = rest.replace("VecI64Api.append(", "append_i64(")
    calls = COPY.sub(COPY_BLOCK, LOWEST.sub(LOWEST_BIT, calls))
    return includes + line + name + end + PREAMBLE + BOUNDS.sub(r"= likely(\1);", calls)
