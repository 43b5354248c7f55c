// The choices of the reader. All views show the same state, and the address of
// the page holds it: "#ID" if only a function is selected, and else
// "#view=flame&f=ID&q=text".
let selected = null;     // a function
let selectedCall = null; // a call of the picture
let selectedStatement = null; // a statement of that function
let query = "";          // the text to search for, in lower case
let matches = [];        // the functions found
let match = -1;          // the index of the match that was visited last
let view = "graph";      // the name of the view that is shown
let inverted = false;    // the flame graph has the callees on top

// The parts of the address by name: functions that return a text, "" for the
// default, or a list of other names and texts. They take what is selected.
const addressParts = new Map([
  ["view", () => view === "graph" ? "" : view],
  ["f", f => f?.id ?? ""],
  ["call", (f, call) => call?.edge.id ?? ""],
  ["inverted", () => inverted ? "1" : ""],
  ["q", () => $("search").value.trim()],
]);

function addressOfState(f = selected, call = selectedCall) {
  const parts = [...addressParts].map(([name, text]) => [name, text(f, call)])
      .flatMap(([name, text]) => typeof text === "string" ? [[name, text]] : text)
      .filter(([, text]) => text);
  if (!parts.length)
    return "";
  return parts.length === 1 && f ? `#${f.id}`
      : `#${new URLSearchParams(parts)}`;
}

// Returns the parts of an address by name.
function partsOfAddress(hash) {
  const text = hash.slice(1);
  return text.includes("=") ? new URLSearchParams(text)
                            : new URLSearchParams(text ? { f: text } : {});
}

let restoring = false; // the state comes from the address

// Puts the state into the address, as a new step of the history unless the
// change is small. Assigning to location.hash would move the focus.
function saveState(small = false) {
  const hash = addressOfState();
  if (restoring || location.hash === hash)
    return;
  const address = location.href.split("#")[0] + hash;
  try {
    if (small)
      history.replaceState(null, "", address);
    else
      history.pushState(null, "", address);
  } catch {
    // A page inside another page may have no address of its own.
  }
}

// Functions that set a part of the state from the address.
const restorers = [];

function restoreState() {
  const parts = partsOfAddress(location.hash);
  restoring = true;
  for (const restore of restorers)
    restore(parts);
  restoring = false;
}
window.addEventListener("popstate", restoreState);
