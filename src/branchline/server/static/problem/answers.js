// What the choices of a problem lead to. The page holds sealed answers, so that nobody reads them by accident.

/**
 * @typedef {object} Answer a choice, as it is explained; the best comes first
 * @property {string[]} moves the notations that stand for it
 * @property {number} chance of winning, in per cent
 * @property {string[]} reasons
 * @property {string[]} line turns that are likely to follow, its own first
 * @property {boolean} planned a quick bot would play it
 */

/** The checksum CRC-32. @param {Uint8Array} bytes */
function checksum(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

/**
 * @param {string} sealed
 * @param {string} key
 * @returns {Answer[]}
 */
export function opened(sealed, key) {
  let state = checksum(new TextEncoder().encode(key));
  const bytes = Uint8Array.from(atob(sealed), (letter) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return letter.charCodeAt(0) ^ (state >>> 24);
  });
  return JSON.parse(new TextDecoder().decode(bytes));
}
