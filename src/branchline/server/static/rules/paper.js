// The illustrated pages on paper: a button that prints them.

const button = document.getElementById("print");
button.hidden = false;
button.addEventListener("click", () => print());
