// Results: kept in this browser, and for members in their account, too.

const KEY = "problems";
const FIRST_DAY = Date.UTC(2026, 10, 1); // the day of problem 1, as in calendar.py
const AT_ONCE = 300; // results in one request
export const TRIES = 3;

/**
 * @typedef {object} Result
 * @property {string} marks a 0 for every wrong try, a 1 for the right one
 * @property {number} day on which it was finished; 0: not yet
 * @property {string[]} [moves] that were tried in this browser
 * @property {boolean} [sent] the account has it
 */

/** The number of today's problem. */
export const today = () => Math.floor((Date.now() - FIRST_DAY) / 86400000) + 1;

/** @returns {{ member: string, games: Record<string, Record<string, Result>> }} */
function read() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY));
    if (found?.games) return found;
  } catch {
    // no storage, or not ours
  }
  return { member: "", games: {} };
}

let progress = read();

function keep() {
  try {
    localStorage.setItem(KEY, JSON.stringify(progress));
  } catch {
    // results last as long as the page
  }
}

/**
 * @param {string} game
 * @param {number} number
 * @returns {Result}
 */
export const resultOf = (game, number) => progress.games[game]?.[number] ?? { marks: "", day: 0, moves: [] };

/** @param {Result} result */
export const isSolved = (result) => result.marks.endsWith("1");

/**
 * Record a try; returns the result so far.
 * @param {string} game
 * @param {number} number
 * @param {string} move
 * @param {boolean} right
 */
export function note(game, number, move, right) {
  const before = resultOf(game, number);
  const marks = before.marks + (right ? "1" : "0");
  const over = right || marks.length === TRIES;
  const result = { marks, moves: [...(before.moves ?? []), move], day: over ? today() : 0 };
  progress = { ...read(), member: progress.member };
  progress.games[game] = { ...progress.games[game], [number]: result };
  keep();
  return result;
}

/**
 * How many days in a row somebody has solved the problem of the day on its day, until today or yesterday.
 * @param {string} game
 */
export function streak(game) {
  const solved = (number) => isSolved(resultOf(game, number)) && resultOf(game, number).day === number;
  let last = today();
  if (!solved(last)) last -= 1;
  let days = 0;
  while (solved(last - days)) days += 1;
  return days;
}

/** The tries as signals: red, red, green. @param {string} marks */
export const signals = (marks) => [...marks].map((mark) => (mark === "1" ? "🟢" : "🔴")).join("");

/** Exchange results with the account of a member. What belongs to another member is dropped. @param {string} member */
export async function exchange(member) {
  if (!member) return;
  if (progress.member && progress.member !== member) progress = { member, games: {} };
  const fresh = Object.entries(progress.games).flatMap(([game, results]) =>
    Object.entries(results)
      .filter(([, result]) => result.day && !result.sent)
      .map(([number, result]) => ({ result, line: `${game} ${number} ${result.marks} ${result.day}` })),
  );
  do {
    const some = fresh.splice(0, AT_ONCE);
    const body = new URLSearchParams({ results: some.map(({ line }) => line).join("\n") });
    const answer = await fetch("/problem/progress", { method: "POST", body, headers: { accept: "application/json" } }).catch(() => null);
    if (!answer?.ok) return;
    const told = await answer.json();
    if (told.member !== member) return;
    for (const { result } of some) result.sent = true;
    for (const line of told.results) take(line.split(" "));
  } while (fresh.length);
  progress.member = member;
  keep();
}

/** A result from the account: the first result of a problem counts. @param {string[]} line */
function take([game, number, marks, day]) {
  const known = progress.games[game]?.[number];
  const moves = known?.marks === marks ? known.moves : [];
  progress.games[game] = { ...progress.games[game], [number]: { marks, day: Number(day), moves, sent: true } };
}
