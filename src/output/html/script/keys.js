// Keys. The picture has a roving tabindex: Tab reaches one box, and the arrow
// keys move from it to others.

let roving = null; // the function of that box

function changeLabel(f) {
  const say = (what, change) => `${what} ${change.beforeText ?? "?"} to ` +
      `${change.afterText ?? "?"}, ${pointsText(change)}` +
      (change.real ? "" : change.isTested === false ? "" : ", noise");
  return [f.label, ...f.presence ? [f.presence] : [],
          say("total", f.totalChange), say("self", f.selfChange)].join(", ");
}

// Names a box for screen readers. The name begins with the text in the box.
function nameBox(f) {
  const seen = [...f.node.querySelectorAll("text")]
      .map(text => text.textContent.trim()).join(" ");
  f.node.setAttribute("aria-label", `${seen}: ` + (data.compares
      ? changeLabel(f)
      : `${f.label}, self ${percent(f.self)}, ` +
        `total ${percent(f.total, f.exact)}` +
        (f.members.length > 1
            ? `, begins a chain of ${f.members.length} functions` : "")));
}

// Names an arrow. Its name has the text beside it.
function nameArrow(call) {
  const seen = [...call.edge.querySelectorAll("text")]
      .map(text => text.textContent.trim()).join(" ");
  call.edge.setAttribute("aria-label",
      `${callTitle(call)}${seen ? `, ${seen}` : ""}`);
}

function setRovingBox(f) {
  roving?.node.setAttribute("tabindex", "-1");
  roving = f;
  f.node.setAttribute("tabindex", "0");
}

for (const f of drawn) {
  f.node.setAttribute("role", "button");
  f.node.setAttribute("tabindex", "-1");
  nameBox(f);
  f.node.setAttribute("aria-describedby", "help");
  // A key may move the picture, but a click must not.
  f.node.addEventListener("focus", () => {
    if (f.node.matches(":focus-visible"))
      reveal(f.node);
  });
}
for (const edge of picture.querySelectorAll(".edge")) {
  const call = callOfEdge.get(edge.id);
  if (!call) {
    edge.setAttribute("aria-hidden", "true");
    continue;
  }
  edge.setAttribute("role", "button");
  edge.setAttribute("tabindex", "-1");
  nameArrow(call);
  edge.setAttribute("aria-describedby", "help");
  edge.addEventListener("focus", () => {
    if (edge.matches(":focus-visible"))
      reveal(edge.querySelector("text") ?? edge);
  });
}
picture.setAttribute("role", "group");
picture.setAttribute("aria-label", "Functions");
if (drawn.length)
  setRovingBox(drawn[0]);

// The function at the end of the costliest call in the picture.
function costliest(list, end) {
  return list.filter(call => call.edge && call[end] !== roving)
      .sort((a, b) => (b.cost ?? 0) - (a.cost ?? 0))[0]?.[end];
}

function neighbour(key) {
  const at = drawn.indexOf(roving);
  switch (key) {
  case "ArrowDown": return costliest(roving.callees, "callee");
  case "ArrowUp": return costliest(roving.callers, "caller");
  case "ArrowRight": return drawn[at + 1];
  case "ArrowLeft": return drawn[at - 1];
  }
}

// Arrows of a box that lead the same way, the costliest first. end is "caller" or
// "callee", the function at the other end.
const arrowsOf = (f, end) => f.members
    .flatMap(each => end === "callee" ? each.callees : each.callers)
    .filter(call => callOfEdge.get(call.edge?.id) === call)
    .sort((a, b) => (b.cost ?? 0) - (a.cost ?? 0));

let arrowEnd = "callee"; // the end of the focused arrow that it was reached by

function focusArrow(call) {
  if (call)
    call.edge.focus({ preventScroll: true });
}

function focusBox(f) {
  setRovingBox(f);
  f.node.focus({ preventScroll: true });
}

// Handles a key on a focused arrow. Returns whether the key means something.
function handleArrowKey(event, call) {
  const end = arrowEnd === "callee" ? "caller" : "callee";
  const list = arrowsOf(boxOf(call[end]), arrowEnd), at = list.indexOf(call);
  switch (event.key) {
  case "Enter": case " ": selectCall(call); break;
  case "ArrowDown": focusBox(boxOf(call.callee)); break;
  case "ArrowUp": focusBox(boxOf(call.caller)); break;
  case "ArrowRight": focusArrow(list[at + 1]); break;
  case "ArrowLeft": focusArrow(list[at - 1]); break;
  default: return false;
  }
  return true;
}

// Pixels to move the picture by.
const moves = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60],
                ArrowDown: [0, -60] };

// Handles a key on the focused box. Returns whether the key means something.
function handleBoxKey(event) {
  if (event.key === "Enter" || event.key === " ") {
    select(roving);
    return true;
  }
  if (!moves[event.key])
    return false;
  if (event.shiftKey) {
    arrowEnd = event.key === "ArrowUp" ? "caller" : "callee";
    focusArrow(arrowsOf(roving, arrowEnd)[0]);
    return true;
  }
  const f = neighbour(event.key);
  if (f)
    focusBox(boxOf(f));
  return true;
}

// Handles a key while the picture is shown. Returns whether it means something.
function handleGraphKey(event) {
  if (event.target === graph && moves[event.key])
    move(...moves[event.key]);
  else if (event.key === "+" || event.key === "=")
    zoom(1.25);
  else if (event.key === "-")
    zoom(1 / 1.25);
  else if (event.key === "0")
    fit();
  else
    return false;
  return true;
}

function clear() {
  if (selected || selectedCall)
    select(null);
  else if (query) {
    $("search").value = "";
    search();
  }
}

document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey ||
      event.target.closest("select, #chart-thread"))
    return;
  const onBox = roving && event.target === roving.node;
  const call = callOfEdge.get(event.target.id);
  if (onBox && handleBoxKey(event) || call && handleArrowKey(event, call) ||
      !graph.hidden && handleGraphKey(event))
    event.preventDefault();
  else if (event.key === "Escape")
    clear();
  else if (event.key === "/") {
    event.preventDefault();
    $("search").focus();
    $("search").select();
  }
});
