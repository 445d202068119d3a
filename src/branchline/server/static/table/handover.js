// One screen for several people: while it is handed over, it shows nothing secret.

import { emblem, find, make } from "../shared/elements.js";
import { _ } from "../shared/translations.js";

const cover = find("#cover");

/** Covers the table until somebody says who they are. `people` are seat numbers, `names` all names. */
export function handOver(people, names, { look }) {
  const [next] = people;
  find("h2", cover).textContent =
    people.length === 1 ? _("Hand the screen to {name}", { name: names[next] }) : _("Who are you?");
  find("p", cover).textContent = _("What you hold is secret: look only when the others can't see the screen.");
  const buttons = people.map((seat) =>
    make(
      "button",
      {
        class: "sign large", type: "button",
        onclick: () => {
          cover.hidden = true;
          look(seat);
        },
      },
      emblem(seat),
      _("I am {name}", { name: names[seat] }),
    ),
  );
  find(".who", cover).replaceChildren(...buttons);
  cover.hidden = false;
  buttons[0].focus();
}

/** Empties parts of the page that may still show what the previous player saw. */
export function wipe() {
  for (const id of ["account", "callout", "said", "tip", "menu"]) find(`#${id}`).replaceChildren();
  find("#now").replaceChildren(_("The screen changes hands."));
}

export const covered = () => !cover.hidden;
