// Open tables: the list is refreshed every few seconds while the page is visible and nobody is typing.

const list = document.getElementById("offers");
const PAUSE = 4000;
let before = "";

function busy() {
  return document.hidden || (list.contains(document.activeElement) && document.activeElement.matches("input, button"));
}

async function look() {
  if (busy()) return;
  const address = new URL(location.href);
  address.searchParams.set("part", "1");
  try {
    const answer = await fetch(address, { headers: { accept: "text/html" } });
    if (!answer.ok) return;
    const text = await answer.text();
    if (text !== before && !busy()) list.innerHTML = text;
    before = text;
  } catch {
    // the server is unreachable: try again next time
  }
}

setInterval(look, PAUSE);
document.addEventListener("visibilitychange", look);
