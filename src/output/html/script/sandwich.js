// The sandwich: the callers of the selected function above it and its callees
// below it, as whole trees. A profile from calls has one level of both, as
// tables.
let sandwich = null; // { callers, callees }
let sandwiched = {}; // what is shown: { f, contexts }

function showSandwich() {
  const f = selected ?? selectedCall?.callee ?? hottest() ?? functions[0];
  $("sandwich-name").textContent = f ? `${f.label}: total ` +
      `${bothTexts(f.totalText, f.total, f.exact)}, self ` +
      bothTexts(f.selfText, f.self) : "";
  if (!f)
    return;
  if (!contexts) {
    $("callers-box").replaceChildren(callTable(f.callers, "caller"));
    $("callees-box").replaceChildren(callTable(f.callees, "callee"));
    return;
  }
  sandwich ??= {
    callers: new Flame($("callers-box"), { rootBelow: true, callers: true,
                                           pick: pickInSandwich }),
    callees: new Flame($("callees-box"), { pick: pickInSandwich }),
  };
  if (sandwiched.f !== f || sandwiched.contexts !== contexts) {
    sandwiched = { f, contexts };
    sandwich.callers.show(callerTree(contexts, functions.indexOf(f)));
    sandwich.callees.show(calleeTree(contexts, functions.indexOf(f)));
  } else {
    sandwich.callers.resize();
    sandwich.callees.resize();
  }
}

// A click on a frame turns the sandwich around its function.
function pickInSandwich(f) {
  if (f)
    select(f);
}
