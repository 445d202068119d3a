"""Compiles the rules with mypyc while the wheel is built: where a C compiler is, the package has compiled modules,
elsewhere the same modules run interpreted. `BRANCHLINE_COMPILE=0` asks for the interpreted ones. The catalogues of
the languages are compiled always."""

from __future__ import annotations

import os
import runpy
import shutil
import tempfile
import textwrap
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LANGUAGES = Path("branchline/languages")
# Without it every function of a shared library can be replaced from outside, and so none is inlined (gcc).
FLAGS = ["-fno-semantic-interposition"] if os.name == "posix" else []


class CompileRules(BuildHookInterface):  # type: ignore[type-arg]
    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        self.built: Path | None = None  # made and removed by one build, as are the words
        self.words: Path | None = None
        source = Path(self.root) / "src"
        if version == "editable":
            remove_compiled(source)
        if self.target_name == "wheel":
            self.compile_words(source / LANGUAGES, version, build_data)
        if self.target_name != "wheel" or os.environ.get("BRANCHLINE_COMPILE") == "0":
            return
        self.built = built = Path(tempfile.mkdtemp(prefix="branchline-compiled-"))
        problem = compile_rules(source, self.config["modules"], built)
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


def compile_rules(source: Path, modules: list[str], built: Path) -> str | None:
    """Compile modules into a folder. Returns what stood in the way, if anything did."""
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    here = Path.cwd()
    try:
        from mypyc.build import mypycify

        os.chdir(source)  # module names come from paths
        extensions = mypycify(
            ["--follow-imports=silent", *modules],
            opt_level="3",
            target_dir=str(built / "c"),
        )
        for extension in extensions:
            extension.extra_compile_args += FLAGS
        command = build_ext(Distribution({"name": "branchline", "ext_modules": extensions}))
        command.build_lib, command.build_temp = str(built), str(built / "c")
        command.parallel = os.cpu_count()
        command.ensure_finalized()
        command.run()
    except (Exception, SystemExit) as error:  # whatever it is, the interpreted modules will do
        return textwrap.shorten(f"{type(error).__name__}: {error}", 120)
    finally:
        os.chdir(here)
    return None
