// Filters: what the options --focus, --ignore, --show-from and --hide of the
// program do to stacks, done again on the contexts of the page. They are
// applied in this order. All numbers of the page follow.

// Each filter has two functions: `frame` tells whether a frame stays, and `cost`
// whether the cost of a node stays. `near` is true if the node or one above it
// matches, `match` if the node itself does. Tags stay above all stacks. With
// mustMatch, a pattern that matches nothing is an error.
const filters = {
  "focus": { frame: () => true, cost: near => near, mustMatch: true },
  "ignore": { frame: () => true, cost: near => !near },
  "show-from": { frame: near => near, cost: near => near, mustMatch: true },
  "hide": { frame: (near, match) => !match, cost: () => true },
};

// Returns the tree that a filter leaves. marked has the rows that match.
function filterTree(tree, filter, marked) {
  const builder = new TreeBuilder();
  const near = new Uint8Array(tree.fn.length);
  const to = new Int32Array(tree.fn.length);
  for (let c = 0; c < tree.fn.length; c++) {
    const parent = tree.parent[c], match = marked.has(tree.fn[c]);
    near[c] = match || parent >= 0 && near[parent];
    const above = parent < 0 ? -1 : to[parent];
    to[c] = tree.depth[c] < data.tags || filter.frame(near[c], match)
        ? builder.node(above, tree.fn[c]) : above;
    if (to[c] >= 0 && filter.cost(near[c]))
      builder.self[to[c]] += tree.self[c];
  }
  return builder.tree();
}

// ---- Patterns ----

const tagRows = new Set(wholeTree && data.tags
    ? wholeTree.fn.filter((row, c) => wholeTree.depth[c] < data.tags) : []);

// The texts that a pattern may match, as the program tries them.
function textsOf(f) {
  const texts = [f.symbol, f.module, f.file ?? ""];
  if (f.name !== f.symbol)
    texts.push(f.name, f.label);
  return texts.filter(text => text);
}

// Parts of patterns that PCRE and JavaScript both accept, with different meanings.
const OTHER_MEANING = /\[\^?\]|\\[uv]/;
// Errors that PCRE reports as well, after which the program takes a pattern
// literally.
const NO_REGEXP = /Unterminated group|Unmatched|Unterminated character class/;

// Returns a function that tells whether the regular expression matches a text,
// or throws an Error whose message is for the reader.
function matcher(pattern) {
  if (OTHER_MEANING.test(pattern))
    throw new Error("this page cannot take [], [^], \\u and \\v; " +
                    "the program can");
  try {
    const expression = new RegExp(pattern, "u");
    return text => expression.test(text);
  } catch (error) {
    if (NO_REGEXP.test(error.message))
      return () => false;
    throw new Error(`this page cannot take it (${error.message
        .replace(/^.*\/u?: /, "")}); the program may`);
  }
}

// Has the program the function if it reads only what is chosen?
const rowsOfTrees = new Map();
function hasCost(f, row) {
  if (chosenTree === wholeTree)
    return !f.unfiltered.isGone;
  if (!rowsOfTrees.has(chosenTree))
    rowsOfTrees.set(chosenTree, new Set(chosenTree.fn));
  return rowsOfTrees.get(chosenTree).has(row);
}

// Returns the rows of the functions that a pattern matches: as a regular
// expression or, if that matches nothing, literally without blanks.
function matchPattern(pattern, mustMatch) {
  const without = text => text.replace(/\s/g, "");
  const rows = test => new Set(functions.flatMap((f, row) =>
      !tagRows.has(row) && hasCost(f, row) && textsOf(f).some(test)
          ? [row] : []));
  let found = rows(matcher(pattern));
  if (!found.size)
    found = rows(text => without(text).includes(without(pattern)));
  if (!found.size && mustMatch)
    throw new Error("no function, module or file matches");
  return found;
}

// ---- Numbers ----

// The numbers of the data, which hold without filters.
for (const f of functions)
  f.unfiltered = { self: f.self, selfText: f.selfText, total: f.total,
                   totalText: f.totalText, count: f.count, isGone: f.isGone,
                   callers: f.callers, callees: f.callees };
for (const call of calls)
  call.unfiltered = { cost: call.cost, text: call.text, count: call.count };

const shortText = cost => data.unit ? grouped(cost) : costText(cost);

// Returns the costs of functions by row.
function costsOfFunctions(tree) {
  const self = new Float64Array(functions.length);
  const total = new Float64Array(functions.length);
  walkOutermost(tree, c => tree.fn[c], (c, isOutermost) => {
    if (tree.fn[c] === SMALL)
      return;
    self[tree.fn[c]] += tree.self[c];
    if (isOutermost)
      total[tree.fn[c]] += tree.total[c];
  });
  return { self, total };
}

const pairKey = (caller, callee) => caller * functions.length + callee;

// Returns the costs of calls by pairKey.
function costsOfCalls(tree) {
  const costs = new Map();
  const key = c => {
    const parent = tree.parent[c];
    return parent < 0 || tree.fn[c] === SMALL ? -1
        : pairKey(tree.fn[parent], tree.fn[c]);
  };
  walkOutermost(tree, key, (c, isOutermost) => {
    if (isOutermost && key(c) >= 0)
      costs.set(key(c), (costs.get(key(c)) ?? 0) + tree.total[c]);
  });
  return costs;
}

const rowOf = new Map(functions.map((f, row) => [f, row]));

function setFunctionCosts(tree) {
  const { self, total } = costsOfFunctions(tree);
  functions.forEach((f, row) => {
    f.self = self[row];
    f.total = total[row];
    f.selfText = shortText(f.self);
    f.totalText = shortText(f.total);
    f.count = null; // nobody knows how many calls had these stacks
    f.isGone = !(f.total > 0);
  });
}

// An arrow of the picture may stand for calls over functions that are not
// drawn, so its cost is that of neighbours once those are hidden.
function setCallCosts(tree) {
  const others = new Set([...functions.keys()]
      .filter(row => !functions[row].box));
  others.add(SMALL);
  const arrows = costsOfCalls(filterTree(tree, filters.hide, others));
  const neighbours = costsOfCalls(tree);
  for (const f of functions)
    [f.callers, f.callees] = [[], []];
  const add = (call, cost) => {
    call.cost = cost;
    call.text = shortText(cost);
    call.count = null;
    call.isGone = !(cost > 0);
    if (call.isGone)
      return;
    call.caller.callees.push(call);
    call.callee.callers.push(call);
  };
  for (const call of calls) {
    const key = pairKey(rowOf.get(call.caller), rowOf.get(call.callee));
    const costs = call.kind ? arrows : neighbours;
    add(call, costs.get(key) ?? 0);
    neighbours.delete(key);
  }
  for (const [key, cost] of neighbours)
    add({ caller: functions[Math.floor(key / functions.length)],
          callee: functions[key % functions.length], exact: true, kind: null,
          change: null, edge: null }, cost);
}

function restoreCosts() {
  for (const f of functions)
    Object.assign(f, f.unfiltered);
  for (const call of calls)
    Object.assign(call, call.unfiltered, { isGone: false });
}

// ---- The picture ----

// The texts of the picture and their lengths, and the widths of bars.
const pictureTexts = new Map([...picture.querySelectorAll("text") ].map(
    text => [text, {
        line : text.textContent,
        length : text.getAttribute("textLength")
    }]));
const barWidths = new Map([...picture.querySelectorAll(".meter") ].map(
    bar => [bar, bar.getAttribute("width")]));

// Returns a text of a box or of an arrow with new numbers. Numbers of which the
// page knows nothing are left out. The own share in a box is bold.
function renewed(text, line, self, total)
{
    const isOwn = text.getAttribute("font-weight") === "bold";
    return /^of ~?[<\d.]+%$/.test(line) ? `of ${percent(total)}`
           : /^~?[<\d.]+% below$/.test(line) ? `${percent(total)} below`
           : /^total /.test(line) ? `total ${percent(total)}`
           : /^~?[<\d.]+%$/.test(line) ? isOwn ? percent(self)
                                         : text.closest(".edge")
                                             ? percent(total)
                                             : ""
                                       : line.replace(/ ~?[<\d.]+%/g, "");
}

function renewBars(node, filtered, self, total)
{
    const width = Number(barWidths.get(node.querySelector(".meter.rest")));
    for (const bar of node.querySelectorAll(".meter.own, .meter.total")) {
        const cost = bar.classList.contains("own") ? self : total;
        bar.setAttribute("width",
                         filtered ? width * share(cost) : barWidths.get(bar));
    }
}

function renewPicture(filtered) {
  const renew = (element, self, total) => {
    for (const text of element.querySelectorAll("text")) {
        const { line, length } = pictureTexts.get(text);
        text.textContent = filtered ? renewed(text, line, self, total) : line;
        if (!filtered || text.textContent === line)
            text.setAttribute("textLength", length);
        else
            text.removeAttribute("textLength");
    }
    renewBars(element, filtered, self, total);
  };
  for (const f of drawn) {
    renew(f.node, f.self, f.total);
    nameBox(f);
    f.node.classList.toggle("gone", f.members.every(each => each.isGone));
  }
  for (const call of callOfEdge.values()) {
    renew(call.edge, call.cost, call.cost);
    nameArrow(call);
    call.edge.classList.toggle("gone", !!call.isGone);
  }
}

// ---- The filter box ----

const filterInputs = new Map(Object.keys(filters)
    .map(name => [name, $(`filter-${name}`)]));
const patternOf = name => filterInputs.get(name).value;

for (const name of filterInputs.keys())
  addressParts.set(name, () => patternOf(name));

// Returns the tree that all filters leave. Marks inputs that it cannot take and
// returns null then. All patterns are matched before the first filter.
function filteredTree() {
  const steps = [], problems = [];
  for (const [name, input] of filterInputs) {
    let problem = "";
    try {
      if (input.value)
        steps.push([filters[name], matchPattern(input.value,
                                                filters[name].mustMatch)]);
    } catch (error) {
      problem = `${name}: ${error.message}`;
      problems.push(problem);
    }
    input.setAttribute("aria-invalid", String(!!problem));
  }
  $("filter-problem").textContent = problems.join("; ");
  return problems.length ? null
      : steps.reduce((tree, [filter, marked]) =>
          filterTree(tree, filter, marked), chosenTree);
}

const isFiltered = () => contexts !== wholeTree;

// Says what the choice and the filters leave.
function leftText() {
  const isPart = contexts !== chosenTree;
  return [choiceText(), ...isPart
      ? [`${percent(contexts.whole)} of the cost left`] : []]
      .filter(text => text).join(", ");
}

function applyFilters() {
  applyChoice();
  const tree = filteredTree();
  if (!tree)
    return;
  contexts = tree;
  if (isFiltered()) {
    setFunctionCosts(tree);
    setCallCosts(tree);
  } else {
    restoreCosts();
  }
  bestCalls = null;
  frameColours = [];
  renewPicture(isFiltered());
  paint($("channel").value);
  fillOverview();
  $("filter-left").textContent = leftText();
  $("flame-note").textContent = mergedText(chosenTree);
  $("show-filter").classList.toggle("active", isFiltered());
  saveState();
  search();
  showSelection();
}

function showFilterBox(shown) {
  $("filter").hidden = !shown;
  $("show-filter").setAttribute("aria-expanded", String(shown));
}

restorers.unshift(parts => {
  let changed = restoreChoice(parts);
  for (const [name, input] of filterInputs) {
    changed ||= input.value !== (parts.get(name) ?? "");
    input.value = parts.get(name) ?? "";
  }
  if (!changed || !wholeTree || data.compares)
    return;
  showFilterBox(isOtherChoice() ||
                [...filterInputs.values()].some(input => input.value));
  applyFilters();
});

// The numbers of a comparison and of a profile from calls need the program. A
// page that is served has a form for them (live.js).
$("show-filter").hidden = !wholeTree || !!data.compares || !!$("live");
$("show-filter").addEventListener("click", () => {
  showFilterBox($("filter").hidden);
  if (!$("filter").hidden)
    filterInputs.get("focus").focus();
});
$("filter").addEventListener("change", applyFilters);
$("filter").addEventListener("keydown", event => {
  if (event.key === "Escape") {
    showFilterBox(false);
    $("show-filter").focus();
  }
  event.stopPropagation();
});
$("filter-clear").addEventListener("click", () => {
  for (const input of filterInputs.values())
    input.value = "";
  restoreChoice(new Map());
  applyFilters();
});
