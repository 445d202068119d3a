// Statements, such as each round's profit and loss: a row per source, a column per player.

import { emblem, icon, make } from "../shared/elements.js";
import { _ } from "../shared/translations.js";

/**
 * One statement as a table. Players with only zeros have no column.
 * @param {Server.Account} account
 * @param {string[]} names
 */
export function statement(account, names) {
  const rows = [...account.rows, [_("Total"), account.total]];
  const seats = account.total.map((_sum, seat) => seat);
  const shown = seats.filter((seat) => rows.some(([, numbers]) => numbers[seat] !== 0));
  const columns = shown.length ? shown : seats;
  const head = make(
    "tr",
    {},
    make("td"),
    ...columns.map((seat) => make("th", { scope: "col", title: names[seat] }, emblem(seat), make("span", { class: "unseen" }, names[seat]))),
  );
  const line = ([words, numbers]) =>
    make("tr", {}, make("th", { scope: "row" }, words), ...columns.map((seat) => make("td", {}, signed(numbers[seat]))));
  return make(
    "table",
    { class: "statement" },
    make("caption", {}, account.title),
    make("thead", {}, head),
    make("tbody", {}, ...account.rows.map(line)),
    make("tfoot", {}, line([_("Total"), account.total])),
  );
}

/** @param {number} number */
const signed = (number) => (number < 0 ? `−${-number}` : String(number));

/**
 * The latest statements, until they are closed or newer ones come.
 * @param {HTMLElement} root
 * @param {Server.Account[] | undefined} accounts
 * @param {string[]} names
 */
export function drawStatements(root, accounts, names) {
  if (!accounts?.length) return;
  const box = make("details", { class: "statements card", open: matchMedia("(min-width: 900px)").matches });
  const away = make("button", { class: "tool", type: "button", "aria-label": _("Dismiss"), onclick: () => box.remove() }, icon("close"));
  box.append(make("summary", {}, accounts[0].title), away, ...accounts.map((account) => statement(account, names)));
  box.querySelector("caption").classList.add("unseen"); // the summary says the same
  root.replaceChildren(box);
}
