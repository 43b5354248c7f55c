// The last file: it runs when everything above is defined.

// Reads the contexts, and unpacks the times if there are some.
function* loadContexts() {
  wholeTree = contexts = chosenTree = yield* readContexts();
  for (let c = 0; data.tags && c < wholeTree.fn.length; c++)
    if (wholeTree.depth[c] < data.tags)
      tagRows.add(wholeTree.fn[c]);
  $("flame-note").textContent = mergedText(wholeTree);
  return times && data.times ? yield* decode(data.times.data) : null;
}

function* loadTimes(bytes) {
  timeRows = yield* readTimes(bytes);
  if (!form && !(yield* areTimesWhole())) {
    timeRows = null;
    strip.hidden = $("show-chart").hidden = true;
  }
}

// Shows what waited for all of that.
function endLoading() {
  isLoading = false;
  if (form || !chips.length)
    refreshView();
  else
    setChips(chips.filter(({ name }) => name !== "t" || timeRows));
}

function load() {
  const expected = data.contexts.nodes.length / 3 / NODES_AT_ONCE;
  startTask("load", loadContexts(), async packed => {
    if (!packed) {
      endLoading();
      return;
    }
    const bytes = await inflate(packed);
    startTask("load", loadTimes(bytes), endLoading,
              bytes.length / 4 / NODES_AT_ONCE);
  }, 3 * expected);
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
// A view that the reader has not moved fits a new size, too, and a selected box
// stays in sight.
new ResizeObserver(() => {
  if (graph.hidden)
    return;
  if (JSON.stringify(viewport) === initialView && !selected)
    showInitialView();
  applyViewport();
  if (selected?.box)
    reveal(selected.box);
}).observe(graph);
restoreState();
if (data.contexts)
  load();
