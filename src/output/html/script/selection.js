// Selection: one function or one call, which all views share.

// Highlights the selected function with its callers, its callees and the path
// to it; or the selected call; or, without a selection, the hottest path. The
// picture shows that of the whole by itself, if its theme does.
function highlight() {
  for (const element of picture.querySelectorAll(".highlighted"))
    element.classList.remove("highlighted", "selected", "to-caller",
                             "to-callee", "is-caller", "is-callee");
  for (const element of picture.querySelectorAll(".role"))
    element.remove();
  picture.classList.toggle("has-selection", !!(selected?.box || selectedCall));
  lightPath(selectedCall ? selectedCall.caller : selected ??
      (isFiltered() && drawnWays.size ? hottest() : null));
  if (selectedCall)
    highlightCall(selectedCall);
  else if (selected?.box)
    highlightFunction(selected);
  if (selectedStatement)
    $(selectedStatement.id)?.classList.add("highlighted", "selected");
}

// Marks a box as that of a caller or a callee: by its colour, and by a word for
// readers who do not see it. The words are no part of the names of boxes.
function markBox(box, role) {
  box.classList.add("highlighted", `is-${role}`);
  const old = [...picture.querySelectorAll(".role")]
      .find(text => text.dataset.box === box.id);
  if (old?.textContent.includes(role))
    return;
  const { x, y } = box.querySelector(".box").getBBox();
  const text = draw("text", { class: "role", x, y: y - 3, "font-size": 10,
                              "aria-hidden": "true", "data-box": box.id });
  text.textContent = old ? `${old.textContent}, ${role}` : role;
  old?.remove();
  box.parentNode.append(text);
}

function highlightFunction(f) {
  f.box.classList.add("highlighted", "selected");
  for (const call of f.callers)
    if (call.kind && call.caller !== f) {
      call.edge?.classList.add("highlighted", "to-caller");
      markBox(call.caller.box, "caller");
    }
  for (const call of f.callees)
    if (call.kind && call.callee !== f) {
      call.edge?.classList.add("highlighted", "to-callee");
      markBox(call.callee.box, "callee");
    }
}

function highlightCall(call) {
  call.edge.classList.add("highlighted", "selected");
  markBox(call.caller.box, "caller");
  markBox(call.callee.box, "callee");
}

// Shows what is selected in all views.
function showSelection() {
  if (selected)
    listOthers(selected);
  highlight();
  showDetails();
  refreshView();
  $("panel").scrollTop = 0;
  saveState();
  $("status").textContent = selectedCall ? `call: ${callTitle(selectedCall)}`
      : selected ? `${selected.label}: ` +
                   `${onlyDirect(selected.callers).length} callers, ` +
                   `${onlyDirect(selected.callees).length} callees`
      : "";
}

// Selects the function of a statement and marks the statement in the panel.
function selectStatement(each) {
  select(each.f);
  selectedStatement = each;
  highlight();
  showDetails();
  $("panel").querySelector(".current")?.scrollIntoView({ block: "nearest" });
}

// Selects a function, or nothing for null, and moves the focus to the panel if
// asked to.
function select(f, focus = false) {
  selected = f;
  selectedCall = selectedStatement = null;
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
  selected = selectedStatement = null;
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
