// The rulebook: searches while you type. Without scripts the form does the same.

import { closest } from "../shared/elements.js";
import { n_ } from "../shared/translations.js";

const form = document.getElementById("seek");
/** @type {HTMLInputElement} */
const input = form?.querySelector("[name=q]");
/** @type {NodeListOf<HTMLElement>} */
const shapes = document.querySelectorAll("[data-clause]");
/** @type {NodeListOf<HTMLElement>} */
const chapters = document.querySelectorAll("section.chapter");
/** What a search hides, because it has no clauses.
 * @type {NodeListOf<HTMLElement>} */
const unsought = document.querySelectorAll("[data-unsought]");
const clauses = [...shapes].map((shape) => ({
  shape,
  text: `${shape.dataset.clause} ${shape.closest("section").querySelector("h2").textContent} ${shape.textContent}`.toLowerCase(),
}));

/**
 * Highlights the words searched for, if the browser can.
 * @param {string[]} words
 */
function highlight(words) {
  if (!CSS.highlights) return;
  CSS.highlights.delete("sought");
  if (!words.length) return;
  const ranges = [];
  for (const { shape } of clauses) {
    if (shape.hidden) continue;
    const walker = document.createTreeWalker(shape, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode.nodeValue.toLowerCase();
      for (const word of words) {
        for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
          const range = new Range();
          range.setStart(walker.currentNode, at);
          range.setEnd(walker.currentNode, at + word.length);
          ranges.push(range);
        }
      }
    }
  }
  CSS.highlights.set("sought", new Highlight(...ranges));
}

function seek() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const { shape, text } of clauses) {
    shape.hidden = !words.every((word) => text.includes(word));
    count += shape.hidden ? 0 : 1;
  }
  for (const section of chapters) {
    const loose = "loose" in section.dataset;
    section.hidden = loose ? words.length > 0 : !section.querySelector("[data-clause]:not([hidden])");
  }
  for (const part of unsought) part.hidden = words.length > 0;
  document.getElementById("nothing").hidden = count > 0;
  document.getElementById("found").textContent = words.length ? n_("{count} clause", "{count} clauses", count) : "";
  highlight(words);
  const address = new URL(location.href);
  if (words.length) address.searchParams.set("q", input.value);
  else address.searchParams.delete("q");
  history.replaceState(null, "", address);
}

/** A link to a clause that the search hides ends the search. */
function show() {
  const wanted = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!wanted || (!wanted.hidden && !wanted.closest("[hidden]"))) return;
  const hash = location.hash;
  input.value = "";
  seek();
  location.hash = hash;
  wanted.scrollIntoView();
}

if (form) {
  for (const lit of document.querySelectorAll("article mark")) lit.replaceWith(lit.textContent);
  document.querySelector("article").normalize();
  input.addEventListener("input", seek);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    seek();
  });
  addEventListener("hashchange", show);
  addEventListener("keydown", (event) => {
    if (event.key !== "/" || closest(event, "input, select, textarea")) return;
    event.preventDefault();
    input.focus();
  });
  if (input.value) seek();
  show();
}

/** @type {HTMLDetailsElement | null} */
const contents = document.querySelector(".contents details");
if (contents && matchMedia("(max-width: 860px)").matches) contents.open = false;
