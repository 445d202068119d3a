// The choice of a bot for a seat: a sentence about the one that is chosen, and how it shall play.

/** Shows in `root` what fits the level that `select` has; only levels have styles. */
export function botFits(select, root) {
  const about = root.querySelector(".about");
  about.textContent = select.selectedOptions[0]?.dataset.sentence ?? "";
  root.querySelector("[data-style]").hidden = !/^(bot:)?level:/.test(select.value);
}
