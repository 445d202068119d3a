// The choice of a bot for a seat: a sentence about the chosen one, and its playing style.

/** Updates `root` for the bot chosen in `select`; only levels have styles. */
export function botFits(select, root) {
  const about = root.querySelector(".about");
  about.textContent = select.selectedOptions[0]?.dataset.sentence ?? "";
  root.querySelector("[data-style]").hidden = !/^(bot:)?level:/.test(select.value);
}
