"""What a screen reader knows of a page: the browser's accessibility tree, in the order in which it is read, and what
live regions say when they change."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from playwright.sync_api import Page

from .arrange import wait_for

SILENT: Final = ("generic", "none", "InlineTextBox", "LabelText")
CONTROLS: Final = (
    "button", "checkbox", "combobox", "link", "radio", "searchbox", "slider", "spinbutton", "tab", "textbox",
)  # fmt: skip

# A status is read as a whole when it changes, a log only what is new in it.
LISTEN: Final = """
window.heard = [];
const LIVE = '[role=status], [role=alert], [role=log], [aria-live=polite], [aria-live=assertive]';
const read = (node) => {
  if (node.nodeType === Node.TEXT_NODE) return node.data;
  if (node.nodeType !== Node.ELEMENT_NODE || node.hidden || node.getAttribute('aria-hidden') === 'true') return '';
  return [...node.childNodes].map(read).join(' ');
};
const say = (words) => {
  const said = words.replace(/\\s+/g, ' ').trim();
  if (said) window.heard.push(said);
};
new MutationObserver((changes) => {
  const whole = new Set();
  for (const { target, addedNodes } of changes) {
    const node = target.nodeType === Node.ELEMENT_NODE ? target : target.parentElement;
    const live = node?.closest(LIVE);
    if (!live || live.closest('[hidden]')) continue;
    if (live.getAttribute('role') === 'log') for (const added of addedNodes) say(read(added));
    else whole.add(live);
  }
  for (const live of whole) say(read(live));
}).observe(document, { childList: true, subtree: true, characterData: true });
"""


@dataclass(frozen=True)
class Item:
    """Something that is read out. `path`: the roles and names of its ancestors, outermost first."""

    role: str
    name: str
    path: tuple[tuple[str, str], ...]
    disabled: bool
    node: int

    def is_in(self, role: str, name: str = "") -> bool:
        return any(role == at and name in called for at, called in self.path)


class ScreenReader:
    """Reads the page and presses what it finds there. It knows elements by role and name only."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._browser = page.context.new_cdp_session(page)
        page.add_init_script(LISTEN)

    def items(self) -> list[Item]:
        nodes = self._browser.send("Accessibility.getFullAXTree")["nodes"]
        return list(_items({node["nodeId"]: node for node in nodes}, nodes[0], ()))

    def heard(self) -> list[str]:
        """What live regions have said since this was last asked."""
        found: list[str] = self.page.evaluate("window.heard.splice(0)")
        return found

    def text(self, role: str, name: str = "") -> str:
        """Everything that is read out inside the regions with this role and name."""
        return " ".join(
            item.name for item in self.items() if item.role == "StaticText" and item.is_in(role, name)
        )

    def find(self, role: str, name: str) -> Item:
        """The first with this role whose name contains this one; waits for it."""
        found: list[Item] = []

        def there() -> bool:
            found[:] = [
                item for item in self.items() if item.role == role and name in item.name and not item.disabled
            ]
            return bool(found)

        wait_for(there, f"No {role} named {name!r} is read out")
        return found[0]

    def focus(self, item: Item) -> str:
        """Move the focus there; returns what is then read out besides the name."""
        node = {"backendNodeId": item.node}
        self._browser.send("DOM.focus", node)
        (found,) = self._browser.send("Accessibility.getPartialAXTree", {**node, "fetchRelatives": False})[
            "nodes"
        ]
        return str(found.get("description", {}).get("value", ""))

    def press(self, item: Item, *keys: str) -> None:
        """Move the focus there and press keys, Enter if none."""
        self.focus(item)
        for key in keys or ("Enter",):
            self.page.keyboard.press(key)

    def choose(self, role: str, name: str, *keys: str) -> None:
        self.press(self.find(role, name), *keys)


def _items(nodes: dict[str, Any], node: dict[str, Any], path: tuple[tuple[str, str], ...]) -> Iterator[Item]:
    role, name = node.get("role", {}).get("value", ""), node.get("name", {}).get("value", "")
    if not node.get("ignored") and role not in SILENT:
        states = {each["name"]: each["value"].get("value") for each in node.get("properties", ())}
        yield Item(role, name, path, bool(states.get("disabled")), node.get("backendDOMNodeId", 0))
        path = (*path, (role, name))
    for child in node.get("childIds", ()):
        if child in nodes:
            yield from _items(nodes, nodes[child], path)
