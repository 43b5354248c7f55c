// The hottest path to a function: of all ways over the arrows of the picture
// from a root, the one whose cheapest call is the costliest. A root has no
// caller in the picture.

const isArrow = call => call.edge && call.kind !== "noted" &&
    call.kind !== "back" && call.caller !== call.callee;
const callerArrows = f => f.callers.filter(isArrow);

// Returns the best call into each function with a box. Functions are settled by
// falling cost of their best path, as in Dijkstra's algorithm.
function findBestCalls() {
  const boxes = functions.filter(f => f.box);
  const inner = new Set(calls.filter(call => call.kind === "folded")
      .map(call => call.callee));
  const width = new Map(boxes.map(f =>
      [f, callerArrows(f).length || inner.has(f) ? -1 : Infinity]));
  const best = new Map();
  const open = new Set(boxes);
  while (open.size) {
    let f = null;
    for (const each of open)
      if (!f || width.get(each) > width.get(f))
        f = each;
    open.delete(f);
    for (const call of f.callees) {
      const to = Math.min(width.get(f), call.cost ?? 0);
      if ((isArrow(call) || call.kind === "folded") && open.has(call.callee) &&
          to > width.get(call.callee)) {
        width.set(call.callee, to);
        best.set(call.callee, call);
      }
    }
  }
  return best;
}

let bestCalls = null; // found when first asked for

// Returns the calls from a root down to a function with a box.
function pathTo(f) {
  bestCalls ??= findBestCalls();
  const path = [];
  for (let call = bestCalls.get(f); call; call = bestCalls.get(call.caller))
    path.unshift(call);
  return path;
}

// The function that most is spent in, of those in the picture.
const hottest = () => topFunctions(functions.filter(f => f.box))[0] ?? null;

// Lights the path to a function.
function lightPath(f) {
  for (const element of picture.querySelectorAll(".on-path"))
    element.classList.remove("on-path");
  if (!f?.box)
    return;
  f.box.classList.add("on-path");
  for (const call of pathTo(f)) {
    call.edge?.classList.add("on-path");
    call.caller.box.classList.add("on-path");
  }
}
