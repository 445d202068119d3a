// Tokens as they lie on the board, with their marks; a screen reader says their names. Texts name them between colons.

import { drawn } from "../../panels/panels.js";
import { make } from "../../shared/elements.js";

const SVG = "http://www.w3.org/2000/svg";
const TOKEN = /:(\w+):/;

/** @type {Map<string, Server.Sign>} */
let signs = new Map();

/** @param {Server.Sign[]} all */
export function useSigns(all) {
  signs = new Map(all.map((sign) => [sign.name, sign]));
}

/** @param {string} name */
export const label = (name) => signs.get(name)?.label ?? name;

/** @param {string} name */
export const isToken = (name) => Boolean(signs.get(name)?.picture);

/**
 * A token, or the name of a number that has no picture.
 * @param {string} name
 */
export function token(name) {
  if (!isToken(name)) return make("span", { class: "sign-name" }, label(name));
  return make("span", { class: "token", title: label(name) }, picture(name), make("span", { class: "unseen" }, label(name)));
}

/**
 * The picture of a token alone.
 * @param {string} name
 */
export function picture(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "-10 -10 20 20");
  svg.setAttribute("aria-hidden", "true");
  svg.append(drawn(signs.get(name)?.picture ?? ""));
  return svg;
}

/**
 * A text with its tokens drawn.
 * @param {string} text
 */
export function withTokens(text) {
  const content = document.createDocumentFragment();
  const parts = text.split(TOKEN);
  content.append(...parts.map((part, place) => (place % 2 ? token(part) : part)));
  return content;
}

/**
 * A text with its tokens in words.
 * @param {string} text
 */
export const plain = (text) => text.split(TOKEN).map((part, place) => (place % 2 ? label(part) : part)).join("");

/** @param {number} by */
export const signed = (by) => (by > 0 ? `+${by}` : by < 0 ? `−${-by}` : "0");

/** @param {number} count */
export const number = (count) => (count < 0 ? `−${-count}` : String(count));
