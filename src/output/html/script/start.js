// The last file: it runs when everything above is defined.

$("functions").append(table.box);
picture.classList.toggle("compares", !!data.compares);
fillStatements();
$("channel").value = data.channel;
if (!hasModules)
  $("channel").querySelector("[value=module]").remove();
paint(data.channel);
showColourLegend(data.channel);
document.documentElement.classList.remove("no-script");
fillOverview();
highlight();
showInitialView();
new ResizeObserver(() => {
  if (!graph.hidden)
    applyViewport();
}).observe(graph);
restoreState();
