// The script of the form in a page that is served (live.c). It asks for the
// page with the new options before it goes there, so that the picture stays
// while the next one is drawn, and if there is none: then it shows the reason.
// The server keeps the page that it answers, so going there draws nothing.
"use strict";
(() => {
const form = document.getElementById("live");
const message = document.getElementById("live-message");
const FOCUS = "prof2dot-live-focus"; // the name of the field in use
let running = null; // the AbortController of the request under way
// The options shown, or those asked for; null after a failure.
let wanted = message.textContent ? null : location.search;

// Returns the options as the address has them, with that of the button that was
// pressed, if any. Empty fields are left out, but an address without options is
// that of the command line.
function options(button = null) {
  const given = [...new FormData(form, button)]
      .filter(([, value]) => value.trim());
  return `?${given.length ? new URLSearchParams(given) : "focus="}`;
}

function say(text, isWorking = false) {
  message.textContent = text;
  message.classList.toggle("working", isWorking);
}

function keepFocus() {
  const name = form.contains(document.activeElement) &&
      document.activeElement.name;
  try {
    sessionStorage.setItem(FOCUS, name || "");
  } catch { /* storage may be forbidden, and the focus is lost then */ }
}

function restoreFocus() {
  try {
    const name = sessionStorage.getItem(FOCUS);
    sessionStorage.removeItem(FOCUS);
    if (name)
      form.elements.namedItem(name)?.focus?.();
  } catch { /* as above */ }
}

// Goes to a page. The address that is shown is loaded again.
function goTo(search) {
  keepFocus();
  if (search === location.search)
    location.reload();
  else
    location.assign(search + location.hash);
}

// Ends the request under way, which ends the server's work for it.
async function show(search) {
  if (search === wanted)
    return;
  running?.abort();
  wanted = search;
  const mine = running = new AbortController();
  say("Drawing\u2026", true);
  try {
    const answer = await fetch(search, { signal: mine.signal });
    const text = await answer.text();
    if (answer.ok) {
      goTo(search);
      return;
    }
    const page = new DOMParser().parseFromString(text, "text/html");
    say(page.getElementById("live-message")?.textContent || text);
  } catch (error) {
    if (mine.signal.aborted)
      return;
    say(`The server does not answer (${error.message}): is prof2dot --serve ` +
        "still running?");
  }
  wanted = null;
}

form.addEventListener("change", () => show(options()));
form.addEventListener("submit", event => {
  event.preventDefault();
  show(options(event.submitter?.name ? event.submitter : null));
});
// The keys of the page are letters in a field.
form.addEventListener("keydown", event => event.stopPropagation());
restoreFocus();

// ---- Changes of the files ----

const LOOK = 1000; // milliseconds between two questions
let version = form.dataset.version; // that was drawn, or was to be

// Is a text being typed? Drawing would lose it.
const isTyping = () => form.contains(document.activeElement) &&
    document.activeElement.value !== document.activeElement.defaultValue;

// Draws again when the server has another version of the files. If that cannot
// be drawn, or not even be read, the page stays and says why.
async function look() {
  let state;
  try {
    state = await (await fetch("state")).json();
  } catch {
    say("The server does not answer: this page follows its files no longer.");
    return;
  }
  if (String(state.version) !== version && !isTyping()) {
    version = String(state.version);
    wanted = null;
    await show(location.search);
  } else if (state.problem !== problem) {
    problem = state.problem;
    say(problem && "The files have changed, and this page shows them as they " +
        `were before: ${problem}`);
  }
  setTimeout(look, LOOK);
}

let problem = ""; // of the files as they are now
if (version)
  setTimeout(look, LOOK);
})();
