"""The text of the rulebook as HTML: marks, links from clause to clause, found words highlighted."""

from __future__ import annotations

import re
from collections.abc import Collection, MutableMapping, Sequence
from html import escape
from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.utils import OptionsDict
from markupsafe import Markup

from branchline.core.rulebook import MARKS
from branchline.languages import _

_CLAUSE: Final = r"(?<![\w.])[A-Z]\d+(?:\.\d+)?(?![\w.]*\d)"
_MARK: Final = re.compile(r"<strong>\(([DR])\)</strong>")


class Words:
    """Writes the texts of one rulebook. `known` are the ids that can be linked, `lit` the words to highlight."""

    def __init__(self, known: Collection[str], lit: Sequence[str] = ()) -> None:
        self.known = known
        found = "|".join(re.escape(word) for word in lit if word)
        self._pattern = re.compile(f"(?P<clause>{_CLAUSE})" + (f"|(?P<lit>{found})" if found else ""), re.I)
        self._markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
        self._markdown.renderer.rules["text"] = self._text  # type: ignore[attr-defined]

    def inline(self, text: str) -> Markup:
        """The text of one paragraph."""
        return self._finished(self._markdown.renderInline(text))

    def blocks(self, text: str) -> Markup:
        """Paragraphs and tables."""
        written = self._markdown.render(text)
        return self._finished(
            written.replace("<table>", '<div class="wide" tabindex="0"><table>').replace(
                "</table>", "</table></div>"
            )
        )

    def _finished(self, written: str) -> Markup:
        return Markup(_MARK.sub(lambda match: mark(match[1]), written))

    def _text(
        self, tokens: Sequence[Token], index: int, options: OptionsDict, env: MutableMapping[str, Any]
    ) -> str:
        content, parts, last = tokens[index].content, [], 0
        for match in self._pattern.finditer(content):
            parts += [escape(content[last : match.start()]), self._found(match)]
            last = match.end()
        return "".join([*parts, escape(content[last:])])

    def _found(self, match: re.Match[str]) -> str:
        words = escape(match[0])
        if match["clause"] is None:
            return f"<mark>{words}</mark>"
        return f'<a href="#{words}">{words}</a>' if match[0] in self.known else words


def mark(name: str) -> Markup:
    """How a clause shows that it is not simply what the sources say."""
    # Translators: beside a rule on which the sources disagree, so that there is an option
    words = {"D": _("sources differ"), "R": _("reconstructed")}[name]
    return Markup('<abbr class="mark" title="{}">{}</abbr>').format(_(MARKS[name]), words)
