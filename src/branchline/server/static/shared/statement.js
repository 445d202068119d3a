// Statements of what the players gained and lost: a column per player, a group of rows per account. They can be counted up
// line by line.

import { emblem, make } from "./elements.js";
import { _ } from "./translations.js";

/** @param {number} number */
export const plain = (number) => (number < 0 ? `−${-number}` : String(number));
/** @param {number} number */
const signed = (number) => (number > 0 ? `+${number}` : plain(number));

/**
 * @param {Server.Account[]} accounts
 * @param {string[]} names
 */
export function statement(accounts, names) {
  const head = make("tr", {}, make("td"), ...names.map((name, seat) => make("th", { scope: "col", title: name }, emblem(seat), make("span", {}, name))));
  return make("table", { class: "statement" }, make("thead", {}, head), ...accounts.map((account) => section(account, accounts.length > 1)));
}

/**
 * @param {Server.Account} account
 * @param {boolean} titled a single account is under the heading of the sheet
 */
function section(account, titled) {
  const most = account.score ? Math.max(...account.total.map((sum, seat) => account.before[seat] + sum)) : null;
  const line = (name, words, cells) => make("tr", { class: name }, make("th", { scope: "row" }, words), ...cells);
  const number = (count) => make("td", { class: count ? "" : "none" }, signed(count));
  const result = (sum, seat) => {
    const now = account.before[seat] + sum;
    return make("td", { class: now === most ? "leads" : "" }, make("span", { class: "before" }, `${plain(account.before[seat])} → `), make("b", {}, plain(now)));
  };
  return make(
    "tbody",
    {},
    titled ? make("tr", { class: "title" }, make("th", { scope: "rowgroup", colspan: account.total.length + 1 }, account.title)) : null,
    ...account.rows.map((row) => line(row.part ? "part" : "", row.words, row.numbers.map(number))),
    line("sum", _("Total"), account.total.map(number)),
    account.result ? line("result", account.result, account.total.map(result)) : null,
  );
}

/**
 * Show the sums so far.
 * @param {HTMLElement} body
 * @param {Server.Account} account
 * @param {number[]} sums
 */
function write(body, account, sums) {
  const [total, now] = [[...body.querySelectorAll(".sum td")], [...body.querySelectorAll(".result b")]];
  for (const [seat, sum] of sums.entries()) {
    total[seat].textContent = signed(sum);
    if (account.result) now[seat].textContent = plain(account.before[seat] + sum);
  }
}

/**
 * Show the lines of a statement one after the other, and count up.
 * @param {HTMLElement} root around the statement; has the class `counts` meanwhile
 * @param {Server.Account[]} accounts
 * @param {{ pause: number, goesOn: () => boolean, from?: number, counted?: (sums: number[], line: Element | null) => void }} how
 *   `from`: how many of the accounts were counted already
 */
export async function countUp(root, accounts, { pause, goesOn, from = 0, counted }) {
  const bodies = [...root.querySelectorAll("tbody")];
  for (const body of bodies.slice(from)) body.classList.add("waits");
  root.classList.add("counts");
  for (const [number, account] of accounts.entries()) {
    if (number < from) continue;
    const sums = account.total.map(() => 0);
    const lines = bodies[number].querySelectorAll("tr:not(.title)");
    const put = (line) => {
      write(bodies[number], account, sums);
      counted?.(sums, line);
    };
    bodies[number].classList.replace("waits", "runs");
    put(null);
    for (const [place, row] of account.rows.entries()) {
      await new Promise((resolve) => setTimeout(resolve, row.part ? pause / 2 : pause));
      if (!goesOn()) return;
      lines[place].classList.add("there");
      if (!row.part) for (const [seat, more] of row.numbers.entries()) sums[seat] += more;
      put(lines[place]);
    }
    bodies[number].classList.remove("runs");
  }
  root.classList.remove("counts");
}
