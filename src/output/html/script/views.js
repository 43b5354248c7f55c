// The views, and printing.

const views = {
  graph: () => {},
  flame: showFlame,
  sandwich: showSandwich,
  chart: showChart,
  table: () => table.fill(),
};

// Shows the selection, the search and the numbers in the view, which may need
// the contexts.
function refreshView() {
  if (!isLoading || view === "graph" || view === "table")
    views[view]();
  showStrip();
}

function showView(name) {
  view = name;
  for (const each of Object.keys(views)) {
    $(each).hidden = each !== name;
    $(`show-${each}`).setAttribute("aria-pressed", String(each === name));
  }
  // Tools keep their room, so that the buttons of the views stay in place.
  document.querySelector(".picture-tool").classList
      .toggle("away", name !== "graph");
  document.querySelector(".colour-tool").classList
      .toggle("away", name === "table");
  if (name === "graph") {
    applyViewport();
    if (selected?.box)
      reveal(selected.box);
  }
  refreshView();
  saveState();
}

restorers.push(parts => {
  const name = parts.get("view") ?? "graph";
  const known = name in views && !$(`show-${name}`).hidden;
  inverted = parts.get("inverted") === "1";
  $("invert").checked = inverted;
  if ((known ? name : "graph") !== view)
    showView(known ? name : "graph");
  else
    refreshView();
});

for (const name of Object.keys(views))
  $(`show-${name}`).addEventListener("click", () => showView(name));
$("show-flame").hidden = !data.contexts;
$("invert").addEventListener("change", () => {
  inverted = $("invert").checked;
  refreshView();
  saveState();
});
$("zoom-in").addEventListener("click", () => zoom(1.25));
$("zoom-out").addEventListener("click", () => zoom(1 / 1.25));
$("fit").addEventListener("click", fit);

// ---- Printing ----

window.addEventListener("beforeprint", () =>
    picture.setAttribute("viewBox",
        `${bounds.x} ${bounds.y} ${bounds.width} ${bounds.height}`));
window.addEventListener("afterprint", applyViewport);
