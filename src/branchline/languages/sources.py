"""Where texts for people are, and how they are extracted: from Python, templates, scripts and data."""

from __future__ import annotations

import ast
import io
import json
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

TAG: Final = "Translators:"
CLAUSE: Final = re.compile(r"[A-Z]\d+(\.\d+)?")


class Found(NamedTuple):
    """A text, or singular and plural, as found in a source."""

    text: str | tuple[str, str]
    comments: tuple[str, ...] = ()
    context: str = ""


class UnreadableText(Exception):
    """A text that can't be extracted for translators, such as an f-string."""


def found_in(path: Path) -> Iterator[Found]:
    """All texts of a file, in order."""
    source = path.read_text(encoding="utf-8")
    match path.suffix:
        case ".py" if "languages" in source:  # translating functions are imported from there
            yield from PythonTexts(path, source).found()
        case ".html":
            yield from _in_template(source)
        case ".js":
            yield from in_script(source)
        case ".json":
            yield from _in_data(json.loads(source), TELLING.get(path.name, ""))


# Python


class PythonTexts:
    """The texts of a module: what `_`, `n_` and `counted` are called with, and the tables of `Words` and `texts`."""

    def __init__(self, path: Path, source: str) -> None:
        self.path = path
        self.tree = ast.parse(source)
        self.comments = _comments(source)

    def found(self) -> Iterator[Found]:
        above: dict[ast.AST, tuple[str, ...]] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
                above[node.value] = self._above(node)
        calls = [node for node in ast.walk(self.tree) if isinstance(node, ast.Call)]
        for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
            yield from self._called(call, above.get(call, ()))

    def _called(self, call: ast.Call, above: tuple[str, ...]) -> Iterator[Found]:
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        if name == "_":
            yield Found(self._text(call.args[0]), self._above(call, call.args[0]))
        elif name == "n_":
            forms = (self._text(call.args[0]), self._text(call.args[1]))
            yield Found(forms, self._above(call, call.args[0]))
        elif name == "counted" and isinstance(call.args[0], ast.Constant):
            yield Found(_forms(self._text(call.args[0])), self._above(call, call.args[0]))
        elif name in ("Words", "texts"):
            context = next((self._text(given.value) for given in call.keywords if given.arg == "context"), "")
            for node, text in _values(call.args[0]):
                if text and not CLAUSE.fullmatch(text):
                    yield Found(_forms(text), (*above, *self._above(node)), context)

    def _text(self, node: ast.expr) -> str:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            return node.value
        if isinstance(node, (ast.Name, ast.Subscript, ast.Attribute)):
            return ""  # from a table, whose texts are found there
        where = f"{self.path}, line {node.lineno}"
        raise UnreadableText(f"{where}: not a plain text. Write the whole text, with names in braces.")

    def _above(self, *nodes: ast.stmt | ast.expr) -> tuple[str, ...]:
        """The comment for translators at the end of a line, or on the lines above it."""
        for line in dict.fromkeys(node.lineno for node in nodes):
            block = [self.comments[line][1]] if line in self.comments else []
            line -= 1
            while not block and line in self.comments and self.comments[line][0]:
                while line in self.comments and self.comments[line][0]:
                    block.insert(0, self.comments[line][1])
                    line -= 1
            said = " ".join(block)
            if TAG in said:
                return (said.partition(TAG)[2].strip(),)
        return ()


def _comments(source: str) -> dict[int, tuple[bool, str]]:
    """By line: whether the comment has the line to itself, and its text."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return {
        token.start[0]: (not token.line[: token.start[1]].strip(), token.string.lstrip("# "))
        for token in tokens
        if token.type == tokenize.COMMENT
    }


def _values(table: ast.expr) -> Iterator[tuple[ast.expr, str]]:
    """The texts in a table and their lines; its keys are not texts."""
    match table:
        case ast.Constant(value=str(text)):
            yield table, text
        case ast.Dict():
            for value in table.values:
                yield from _values(value)
        case ast.Tuple() | ast.List():
            for value in table.elts:
                yield from _values(value)
        case ast.Call():
            for value in (*table.args, *(given.value for given in table.keywords)):
                yield from _values(value)


def _forms(text: str) -> str | tuple[str, str]:
    one, _, many = text.partition("|")
    return (one, many) if many else text


# Templates


def _in_template(source: str) -> Iterator[Found]:
    from jinja2.ext import babel_extract

    keywords = ("_", "n_", "gettext", "ngettext")
    file = io.BytesIO(source.encode())
    options = {"trimmed": "true", "encoding": "utf-8"}
    for _line, name, message, comments in babel_extract(file, keywords, [TAG], options):
        said = tuple(comment.removeprefix(TAG).strip() for comment in comments)
        texts = [message] if isinstance(message, str) else [text for text in message or () if text]
        if not texts:
            continue  # a name: its text is found elsewhere
        if name in ("ngettext", "n_"):
            yield Found((texts[0], texts[1]), said)
        else:
            yield Found(texts[0], said)


# Scripts

_STRING = r"""(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')"""
_STRINGS = rf"({_STRING}(?:\s*\+\s*{_STRING})*)"
_CALL: Final = re.compile(rf"(?<![\w$.])(?:_\(\s*{_STRINGS}|n_\(\s*{_STRINGS}\s*,\s*{_STRINGS})")
_SAID: Final = re.compile(rf"//\s*{TAG}\s*(.*)\n(?:\s*//\s*(.*)\n)*.*\Z")


def in_script(source: str) -> Iterator[Found]:
    """What `_` and `n_` are called with in a script."""
    for call in _CALL.finditer(source):
        before = source[: call.start()].rsplit("\n", 3)
        said = _SAID.search("\n".join(before[1:]))
        comments = (" ".join(filter(None, said.groups())),) if said else ()
        if call[1]:
            yield Found(_joined(call[1]), comments)
        else:
            yield Found((_joined(call[2]), _joined(call[3])), comments)


def _joined(strings: str) -> str:
    return "".join(ast.literal_eval(string) for string in re.findall(_STRING, strings))


# Data

TELLING: Final = {
    "tutorial.json": "The tutorial says this.",
    "coach.json": "The coach says this to a newcomer, one thing at a time, on a small card: keep it short.",
    "rulebook_examples.json": "About an example in the rulebook.",
    "illustrated_rules.json": "On the illustrated first pages of a rulebook; **bold** stays bold.",
    "strategy.json": "On the pages that say what good players do; **bold** stays bold.",
}
SAID: Final = ("say", "title", "why", "what")


def _in_data(data: Any, comment: str) -> Iterator[Found]:
    """The texts of a data file: of a map or deck, its source; of other files, all texts."""
    if not comment:
        if isinstance(data, dict) and isinstance(data.get("provenance"), str):
            yield Found(data["provenance"], ("What is known of a board or deck, printed under its picture.",))
    elif isinstance(data, dict):
        for key, value in data.items():
            if key in SAID and isinstance(value, str):
                yield Found(value, (comment,))
            else:
                yield from _in_data(value, comment)
    elif isinstance(data, list):
        for value in data:
            yield from _in_data(value, comment)
