// The views, and printing.

function showView(name) {
  view = name;
  for (const each of ["graph", "table"]) {
    $(each).hidden = each !== name;
    $(`show-${each}`).setAttribute("aria-pressed", String(each === name));
  }
  for (const tool of document.querySelectorAll(".picture-tool"))
    tool.hidden = name !== "graph";
  if (name === "graph") {
    applyViewport();
    if (selected?.box)
      reveal(selected.box);
  }
  saveState();
}

restorers.push(parts => {
  const name = $(`show-${parts.get("view")}`) ? parts.get("view") : "graph";
  if (name !== view)
    showView(name);
});

$("show-graph").addEventListener("click", () => showView("graph"));
$("show-table").addEventListener("click", () => showView("table"));
$("zoom-in").addEventListener("click", () => zoom(1.25));
$("zoom-out").addEventListener("click", () => zoom(1 / 1.25));
$("fit").addEventListener("click", fit);

// ---- Printing ----

window.addEventListener("beforeprint", () =>
    picture.setAttribute("viewBox",
        `${bounds.x} ${bounds.y} ${bounds.width} ${bounds.height}`));
window.addEventListener("afterprint", applyViewport);
