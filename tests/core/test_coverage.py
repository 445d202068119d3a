"""Coverage of the rulebook, on a small made-up checkout with every kind of citation and gap."""

from __future__ import annotations

from pathlib import Path

import pytest

from branchline.core.rulebook import parse
from branchline.testing.coverage import Coverage, NoCheckout, Stray, checkout, coverage

BOOK = """# Small
## X1 Frame
- X1.1 Cited and proved.
- X1.10 Cited, and not by those who cite the first.
- X1.2 Proved by a class.
- X1.3 Nowhere.
- X1.4 Proved by a whole file, a parameter, and cited by what games share.
## X2 Tables
Numbers.
"""

RULES = '''"""X1: the frame, X1.10 (and X9.9, which is a slip)."""
WIDTH = 3  # X1.1, X1.2
'''

TESTS = """
import pytest

@pytest.mark.clause("X1.1", "X7.7", "F1.1")
def test_first(): ...

@pytest.mark.clause("X1.2")
class TestSecond:
    def test_a(self): ...

    @pytest.mark.clause("X2")
    def test_b(self): ...

    def help(self): ...

@pytest.mark.parametrize("n", [1, pytest.param(2, marks=pytest.mark.clause("X1.4"))])
def test_third(n): ...

@pytest.mark.clause("X1.3")
def arrange(): ...  # no test

TEXT = '@pytest.mark.clause("X1.3")'
"""

ALL_MARKED = """
import pytest

pytestmark = [pytest.mark.clause("X1.4")]

async def test_fourth(): ...
"""


@pytest.fixture
def found(tmp_path: Path) -> Coverage:
    for path, text in {
        "src/branchline/games/small/rules.py": RULES,
        "src/branchline/games/small/deep/tables.py": "# X2\n",
        "src/branchline/games/small/data/map.json": '{"why": "X1.3"}',
        "src/branchline/games/other/rules.py": "# X1.3\n",
        "src/branchline/core/shared.py": "# X1.4\nclass Odd(Exception): ...  # noqa: X818\n",
        "tests/small/test_rules.py": TESTS,
        "tests/test_all.py": ALL_MARKED,
    }.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    return coverage(parse("small", BOOK), tmp_path)


def test_files_that_cite(found: Coverage) -> None:
    rules, tables = "src/branchline/games/small/rules.py", "src/branchline/games/small/deep/tables.py"
    assert {row.clause: row.files for row in found.rows} == {
        "X1.1": [rules],
        "X1.10": [rules],
        "X1.2": [rules],
        "X1.3": [],
        "X1.4": ["src/branchline/core/shared.py"],
        "X2": [tables],
    }


def test_tests_that_prove(found: Coverage) -> None:
    tests = "tests/small/test_rules.py"
    assert {row.clause: row.tests for row in found.rows} == {
        "X1.1": [f"{tests}::test_first"],
        "X1.10": [],
        "X1.2": [f"{tests}::TestSecond::test_a", f"{tests}::TestSecond::test_b"],
        "X1.3": [],
        "X1.4": [f"{tests}::test_third", "tests/test_all.py::test_fourth"],
        "X2": [f"{tests}::TestSecond::test_b"],
    }
    assert len(found.tests) == 5


def test_gaps(found: Coverage) -> None:
    assert [row.clause for row in found.gaps] == ["X1.10", "X1.3"]


def test_clauses_that_do_not_exist(found: Coverage) -> None:
    assert found.strays == [
        Stray("X9.9", "src/branchline/games/small/rules.py"),
        Stray("X7.7", "tests/small/test_rules.py::test_first"),
    ]


def test_a_wheel_is_not_a_checkout(tmp_path: Path) -> None:
    with pytest.raises(NoCheckout, match="needs a checkout"):
        checkout(tmp_path / "lib" / "branchline")


def test_this_is_a_checkout() -> None:
    assert (checkout() / "tests").resolve() == Path(__file__).resolve().parents[1]
