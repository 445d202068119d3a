// Which ceremonies this browser has seen, the latest last.

const KEY = "ceremonies";
const KEPT = 100;

/** @returns {string[]} */
function seen() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? [];
  } catch {
    return []; // no storage, or something else in it
  }
}

/** @param {string} table */
export const isSeen = (table) => seen().includes(table);

/** @param {string} table */
export function remember(table) {
  const others = seen().filter((one) => one !== table);
  try {
    localStorage.setItem(KEY, JSON.stringify([...others, table].slice(-KEPT)));
  } catch {
    // then it opens again after the page is loaded
  }
}
