// Souvenirs of a finished game: a poster and an animated replay. The server draws them on request.

import { make } from "../shared/elements.js";
import { _ } from "../shared/translations.js";

/**
 * @typedef {{ file: string, name: string, wait: string, done: string, more?: [string, string] }} Kind
 */

/** @returns {Record<string, Kind>} */
const kinds = () => ({
  poster: {
    file: "poster.png",
    name: _("Poster"),
    wait: _("The poster is being drawn. This can take a few seconds…"),
    done: _("The poster is ready."),
    more: ["poster.svg", _("Download as SVG")],
  },
  animation: {
    file: "replay.gif",
    name: _("Animated replay"),
    wait: _("The animation is being made. This can take half a minute…"),
    done: _("The animation is ready."),
  },
});

/**
 * Buttons, and below them what they made.
 * @param {string} address of the replay
 * @param {() => string} words what to say when it is shared
 */
export function souvenirs(address, words) {
  const said = make("p", { class: "said", role: "status" });
  const shown = make("div", { class: "shown" });
  const buttons = Object.values(kinds()).map((kind) =>
    make("button", { class: "sign plain", type: "button", onclick: (event) => show(event.currentTarget, kind) }, kind.name),
  );

  /**
   * @param {EventTarget} button
   * @param {Kind} kind
   */
  async function show(button, kind) {
    if (!(button instanceof HTMLButtonElement) || button.disabled) return;
    button.disabled = true;
    said.textContent = kind.wait;
    said.scrollIntoView({ block: "nearest" });
    const [file, problem] = await fetched(`${address}/${kind.file}`, kind.file);
    button.disabled = false;
    said.textContent = file ? kind.done : problem;
    if (!file) return;
    const figure = picture(address, kind, file, words, said);
    shown.replaceChildren(figure);
    await figure.querySelector("img")?.decode().catch(() => undefined); // before, it has no size
    figure.scrollIntoView({ block: "nearest" });
  }

  return make("div", { class: "souvenirs" }, make("div", { class: "answers" }, ...buttons), said, shown);
}

/**
 * The file, or why there is none.
 * @param {string} address
 * @param {string} name
 * @returns {Promise<[File | null, string]>}
 */
async function fetched(address, name) {
  const otherwise = _("The server could not be reached. Try again in a moment.");
  try {
    const answer = await fetch(address, { headers: { accept: "application/json" } });
    if (!answer.ok) return [null, (await answer.json()).words ?? otherwise];
    const content = await answer.blob();
    return [new File([content], `branchline-${name}`, { type: content.type }), ""];
  } catch {
    return [null, otherwise];
  }
}

/**
 * What was made, with the ways to pass it on.
 * @param {string} address
 * @param {Kind} kind
 * @param {File} file
 * @param {() => string} words
 * @param {HTMLElement} said
 */
function picture(address, { file: name, name: title, more }, file, words, said) {
  /** @type {HTMLElement[]} */
  const ways = [make("a", { class: "sign", href: `${address}/${name}`, download: file.name }, _("Download"))];
  if (navigator.canShare?.({ files: [file] })) {
    const share = async () => {
      try {
        await navigator.share({ files: [file], text: words() });
      } catch (error) {
        if (!(error instanceof DOMException && error.name === "AbortError")) said.textContent = _("This device can't share it. Download it instead.");
      }
    };
    ways.unshift(make("button", { class: "sign green", type: "button", onclick: share }, _("Share")));
  }
  if (more) ways.push(make("a", { class: "sign plain", href: `${address}/${more[0]}`, download: `branchline-${more[0]}` }, more[1]));
  return make("figure", {}, make("img", { src: `${address}/${name}`, alt: title }), make("figcaption", { class: "answers" }, ...ways));
}
