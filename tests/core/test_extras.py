"""The library alone: rules, tables, pictures and bots need few packages; whatever needs more names its extra."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PROJECT = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
LIBRARY = {Requirement(words).name for words in PROJECT["dependencies"]}

# Python, its standard library, Branchline and its few dependencies: everything else can't be imported.
ALONE = """
import sys

class Refuse:
    def find_spec(self, name, path=None, target=None):
        package = name.partition(".")[0]
        if package in {blocked}:
            raise ModuleNotFoundError(f"No module named {{package!r}}", name=package)

sys.meta_path.insert(0, Refuse())
{code}
"""


def others() -> set[str]:
    """All installed packages that are not the library's own, by the names under which they are imported."""
    ours = {canonicalize_name(name) for name in (*LIBRARY, "branchline")}
    return {
        module
        for module, names in packages_distributions().items()
        if not ours & {canonicalize_name(name) for name in names} and module not in sys.stdlib_module_names
    }


def run(code: str, blocked: set[str]) -> subprocess.CompletedProcess[str]:
    """Run code where some packages can't be imported, and nothing has been played yet."""
    words = ALONE.format(blocked=blocked, code=code)
    with TemporaryDirectory() as home:
        return subprocess.run(
            [sys.executable, "-c", words],
            env={**os.environ, "XDG_DATA_HOME": home},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )


def alone(code: str) -> subprocess.CompletedProcess[str]:
    """Run code, or a command line, as after a plain `pip install branchline`."""
    return run(code, others())


def command(words: str) -> subprocess.CompletedProcess[str]:
    return alone(f"from branchline.cli import main\nsys.exit(main({words.split()!r}))")


def test_the_library_has_few_dependencies() -> None:
    assert len(LIBRARY) <= 4


def test_tables_pictures_and_bots_need_the_library_alone() -> None:
    done = alone("""
import branchline as bl
for name in bl.games():
    table = bl.Table(name, players=2, seed=1)
    bl.bot("level:2", seed=1).play(table)
    assert bl.svg(table).startswith("<svg")
    assert len(bl.loads(table.dumps()).moves) == 1
    print(name, str(table)[:5])
""")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("nuremberg")
    assert {"starlette", "numpy", "openskill", "jinja2"} <= others(), "all these could not be imported"


@pytest.mark.parametrize(
    "words",
    ["sim nuremberg --games 1 --bots random --players 2", "rules nuremberg N7.10", "--version"],
)
def test_commands_that_need_no_server_run(words: str) -> None:
    done = command(words)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("words", "extra"),
    [
        ("play --no-browser --port 0", "play"),
        ("serve --port 0", "play"),
        ("admin stats --store postgresql://nobody@localhost/none", "postgres"),
        ("arena nuremberg --bots random,random --deals 1 --players 2", "arena"),
        ("sim nuremberg --games 2 --bots random --players 2 --cluster ray", "ray"),
        ("sim nuremberg --games 2 --bots model:weights.npz,random --players 2", "rl"),
        ("export games --out decisions.parquet", "data"),
        ("serve --port 0 --store postgresql://nobody@localhost/none", "play"),
    ],
)
def test_a_command_names_the_extra_that_it_needs(words: str, extra: str) -> None:
    done = command(words)
    assert done.returncode == 2, done.stderr
    assert re.fullmatch(
        rf"branchline: This needs \w+, which is not installed\. Run: pip install 'branchline\[{extra}\]'\n",
        done.stderr,
    )


@pytest.mark.parametrize(
    ("code", "extra"),
    [
        ("from branchline.envs import nuremberg_v0", "rl"),
        ("import branchline.envs.gymnasium", "rl"),
        ("import branchline.envs.vector", "rl"),
        ("from branchline.envs.batched import Batch", "rl"),
        ("import branchline.envs.openspiel", "openspiel"),
        ("import branchline.envs.spaces", "rl"),
        ("import branchline.envs.pettingzoo", "rl"),
        ("from branchline.envs.pixels import pixels; pixels('<svg/>')", "rl"),
        ("import branchline.bots.model", "rl"),
        ("from branchline.sim.on_ray import connected; connected('ray', 1)", "ray"),
        ("from branchline.leagues.skill import rate", "arena"),
        ("from branchline.store.open_store import prepare_store; prepare_store('postgresql://a@localhost/b')",
         "postgres"),
    ],
)  # fmt: skip
def test_an_import_names_the_extra_that_it_needs(code: str, extra: str) -> None:
    done = alone(code)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].endswith(f"Run: pip install 'branchline[{extra}]'")


@pytest.mark.parametrize(
    ("code", "module", "extra"),
    [
        ("import branchline.envs.gymnasium", "gymnasium", "rl"),
        ("import branchline.envs.vector", "gymnasium", "rl"),
        ("from branchline.envs import firstclass_v0", "pettingzoo", "rl"),
        ("from branchline.envs.batched import Batch", "numpy", "rl"),
        ("import branchline.envs.openspiel", "pyspiel", "openspiel"),
        ("import branchline.envs.openspiel", "numpy", "openspiel"),
        ("from branchline.envs.pixels import pixels; pixels('<svg/>')", "resvg_py", "rl"),
        ("from branchline.envs.pixels import pixels; pixels('<svg/>')", "PIL", "rl"),
    ],
)
def test_the_one_package_that_is_missing_is_named(code: str, module: str, extra: str) -> None:
    done = run(code, {module})
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].endswith(
        f"This needs {module}, which is not installed. Run: pip install 'branchline[{extra}]'"
    )


def test_every_extra_that_is_named_exists() -> None:
    named = {
        name
        for path in Path("src").rglob("*.py")
        for name in re.findall(r'with extra\("(\w+)"\)', path.read_text(encoding="utf-8"))
    }
    assert named >= {"play", "rl", "openspiel", "postgres", "ray"}
    assert named <= PROJECT["optional-dependencies"].keys()
