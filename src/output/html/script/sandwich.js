// The sandwich: the callers of the selected function above it and its callees
// below it, as whole trees. A profile from calls has one level of both, as
// tables.
let sandwich = null; // { callers, callees }
let sandwiched = {}; // what is shown: { f, contexts }

// The functions beside it, of which one is chosen.
let sandwichList = null;
const makeSandwichList = () => sortableTable([
  { title: "Function", value: sortKey, text: f => nameButton(f, fullLabel(f)) },
  ...data.compares ? changeColumns.filter(
      column => column.title === "Total %" || column.title === "Self %") : [
  { title: "Self %", numeric: true, value: f => f.self,
    text: f => percent(f.self) },
  { title: "Total %", numeric: true, value: f => f.total,
    text: f => percent(f.total, f.exact) }],
], functions, { column: 2, down: true }, {
  filter: f => !f.isGone && isMatch(f),
  rowClass: f => f === selected ? "current" : "",
});

function showSandwich() {
  if (sandwichList) {
    sandwichList.fill();
  } else {
    sandwichList = makeSandwichList();
    $("sandwich-list").append(sandwichList.box);
  }
  const f = selected ?? selectedCall?.callee ?? hottest() ?? functions[0];
  const [total, self] = !f ? ["", ""]
      : data.compares ? [f.totalChange, f.selfChange].map(change =>
          `${before(change)} \u2192 ${after(change)}`)
      : [bothTexts(f.totalText, f.total, f.exact), bothTexts(f.selfText, f.self)];
  $("sandwich-name").textContent =
      f ? `${fullLabel(f)}: total ${total}, self ${self}` : "";
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
    for (const [name, tree] of [["callers", callerTree],
                                ["callees", calleeTree]])
      startTask(name, tree(contexts, rowOf.get(f)),
                of => sandwich[name].show(of), 1 + contexts.fn.length /
                    NODES_AT_ONCE);
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
