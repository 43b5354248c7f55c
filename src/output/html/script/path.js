// The way to a function: upwards over the costliest call into each function, as
// pictures draw it (view/hot_path.h), but without ties.
const LEAST_PART = .25; // of a function's total in a call of the way

const isArrow = call => call.edge && call.kind !== "noted" &&
                        call.kind !== "back" && call.caller !== call.callee;

const drawnCalls = calls.filter(call => call.kind);

// Returns the costliest call into each function with a box.
function findBestCalls()
{
    const best = new Map();
    for (const call of drawnCalls)
        if ((isArrow(call) || call.kind === "folded") && call.callee.box &&
            (call.cost ?? 0) > (best.get(call.callee)?.cost ?? -1))
            best.set(call.callee, call);
    return best;
}

let bestCalls = null; // found when first asked for

// Returns the calls down to a function with a box. They begin below a call that
// does not tell how its callee is reached.
function pathTo(f) {
  bestCalls ??= findBestCalls();
  const path = [], seen = new Set([f]);
  for (let call = bestCalls.get(f); call && !seen.has(call.caller) &&
           !(call.cost < LEAST_PART * call.callee.total);
       call = bestCalls.get(call.caller)) {
    seen.add(call.caller);
    path.unshift(call);
  }
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
