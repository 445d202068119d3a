"""How texts are found: each kind of source in a small example."""

from __future__ import annotations

from pathlib import Path

import pytest

from branchline.languages.sources import Found, UnreadableText, found_in, in_script


def found(tmp_path: Path, name: str, source: str) -> list[Found]:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(source, encoding="utf-8")
    return list(found_in(path))


def test_python_calls(tmp_path: Path) -> None:
    source = """
from branchline.languages import _, n_, counted
# Translators: on the
# big button
start = _("Play now")
both = n_("{count} car", "{count} cars", 3)
many = counted("{count} link|{count} links", 2)
for _ in range(3):
    say(_(table["later"]), other("not this"))
"""
    assert found(tmp_path, "some.py", source) == [
        Found("Play now", ("on the big button",)),
        Found(("{count} car", "{count} cars")),
        Found(("{count} link", "{count} links")),
        Found(""),  # what a table holds is found there
    ]


def test_python_tables(tmp_path: Path) -> None:
    source = """
from branchline.languages import Words, texts
# Translators: in the log
MOVES: Final = Words({
    "pass": "{name} passes.",
    # Translators: and no more this round
    "stop": "{name} "
            "stops.",
})
WHY: Final = texts({1: ("N7.4", "The line has been there.")})
ORDERS: Final = Words({1: "Orders"}, context="of a phase")
KEYS: Final = {"not": "this"}
"""
    assert found(tmp_path, "some.py", source) == [
        Found("{name} passes.", ("in the log",)),
        Found("{name} stops.", ("in the log", "and no more this round")),
        Found("The line has been there."),
        Found("Orders", (), "of a phase"),
    ]


def test_a_text_assembled_in_code_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableText, match=r"line 2.*names in braces"):
        found(tmp_path, "some.py", 'from branchline.languages import _\n_(f"{name} passes")')


def test_templates(tmp_path: Path) -> None:
    source = """
{# Translators: the host's own #}
<h1>{{ _("Your table, {name}", name=who) }}</h1> {{ _(lesson.title) }}
{{ ngettext("{count} clause", "{count} clauses", found | length) }}
"""
    assert found(tmp_path, "some.html", source) == [
        Found("Your table, {name}", ("the host's own",)),
        Found(("{count} clause", "{count} clauses")),
    ]


def test_scripts() -> None:
    source = """
import { _, n_ } from "./words.js";
// Translators: who waits
show(_("Waiting for {name}.", { name }));
show(_('It\\'s yours') + _("one " + "text"), n_("{count} move", "{count} moves", moves.length), table_("no"));
"""
    assert list(in_script(source)) == [
        Found("Waiting for {name}.", ("who waits",)),
        Found("It's yours"),
        Found("one text"),
        Found(("{count} move", "{count} moves")),
    ]


def test_lessons_and_maps(tmp_path: Path) -> None:
    lesson = (
        '{"title": "First", "seed": 1, "steps": [{"say": "Bid.", "move": "bid A1 3", "why": "Because."}]}'
    )
    assert [text for text, *_ in found(tmp_path, "tutorial.json", lesson)] == [
        "First",
        "Bid.",
        "Because.",
    ]
    board = '{"title": "My map", "provenance": "Drawn at home.", "plots": [{"name": "A", "provenance": "x"}]}'
    assert [text for text, *_ in found(tmp_path, "map.json", board)] == ["Drawn at home."]
