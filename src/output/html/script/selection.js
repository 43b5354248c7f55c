// Selection: one function or one call, which all views share.

// Highlights the selected function with its callers, its callees and the path
// to it; or the selected call; or, without a selection, the hottest path.
function highlight() {
  for (const element of picture.querySelectorAll(".highlighted"))
    element.classList.remove("highlighted", "selected", "to-caller",
                             "to-callee", "is-caller", "is-callee");
  picture.classList.toggle("has-selection", !!(selected?.box || selectedCall));
  lightPath(selectedCall ? selectedCall.caller : selected ?? hottest());
  if (selectedCall)
    highlightCall(selectedCall);
  else if (selected?.box)
    highlightFunction(selected);
}

function highlightFunction(f) {
  f.box.classList.add("highlighted", "selected");
  for (const call of f.callers)
    if (call.kind && call.caller !== f) {
      call.edge?.classList.add("highlighted", "to-caller");
      call.caller.box.classList.add("highlighted", "is-caller");
    }
  for (const call of f.callees)
    if (call.kind && call.callee !== f) {
      call.edge?.classList.add("highlighted", "to-callee");
      call.callee.box.classList.add("highlighted", "is-callee");
    }
}

function highlightCall(call) {
  call.edge.classList.add("highlighted", "selected");
  call.caller.box.classList.add("highlighted", "is-caller");
  call.callee.box.classList.add("highlighted", "is-callee");
}

// Shows what is selected in all views.
function showSelection() {
  highlight();
  showDetails();
  refreshView();
  $("panel").scrollTop = 0;
  saveState();
  $("status").textContent = selectedCall ? `call: ${callTitle(selectedCall)}`
      : selected ? `${selected.label}: ${selected.callers.length} callers, ` +
                   `${selected.callees.length} callees`
      : "";
}

// Selects a function, or nothing for null, and moves the focus to the panel if
// asked to.
function select(f, focus = false) {
  selected = f;
  selectedCall = null;
  if (f?.box) {
    setRovingBox(boxOf(f));
    if (!graph.hidden)
      reveal(f.box);
  }
  showSelection();
  if (focus)
    $("panel").querySelector("h2")?.focus();
}

function selectCall(call) {
  selected = null;
  selectedCall = call;
  showSelection();
}

restorers.push(parts => {
  const call = callOfEdge.get(parts.get("call"));
  const f = byId.get(parts.get("f")) ?? null;
  if (call && call !== selectedCall)
    selectCall(call);
  else if (!call && (selectedCall || f !== selected))
    select(f);
});

// An arrow is thin: what takes clicks is a wider line above it.
for (const [id] of callOfEdge) {
  const line = $(id).querySelector("path").cloneNode();
  line.setAttribute("class", "catch");
  $(id).querySelector("path").after(line);
}
