// The last file: it runs when everything above is defined.

// The numbers of an address may need the times.
async function startTimes() {
  document.querySelector("main").ariaBusy = "true";
  shownProgress = "";
  timeRows = readTimes(await unpackTimes());
  if (!form && !areTimesWhole()) {
    timeRows = null;
    strip.hidden = $("show-chart").hidden = true;
  }
  restoreState();
  refreshView();
  showProgress();
}

$("functions").append(table.box);
picture.classList.toggle("compares", !!data.compares);
fillStatements();
fillAdvice();
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
if (times && data.times)
  startTimes();
else
  restoreState();
