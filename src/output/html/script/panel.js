// The panel: details of what is selected, or else an overview.

// Says what calls of a kind are, or returns undefined.
const kindText = ({ kind, isLifted, isDirect }) => ({
  indirect: isDirect ? undefined : isLifted ? "over other boxes"
      : "over functions that are left out",
  back: "back into a cycle",
  noted: "calls itself, or back into a cycle: no arrow",
  folded: "within a chain, which is one box",
}[kind]);

// The same for a comparison. Calls that are not drawn were not tested.
function changeTable(list, end) {
  return sortableTable([
    { title: "Function", value: call => sortKey(call[end]),
      text: call => nameButton(call[end], fullLabel(call[end])) },
    { title: "Before", numeric: true,
      value: call => call.change?.before ?? null,
      text: call => before(call.change) },
    { title: "After", numeric: true,
      value: call => call.change?.after ?? null,
      text: call => after(call.change) },
    { title: "Change", numeric: true,
      value: call => call.change ? size(call.change) : null,
      text: call => pointsCell(call.change) },
  ], list, { column: 3, down: true }, {
    rowClass: call => isShown(call) ? "" : "not-drawn",
  }).box;
}

// Shows direct calls. end is "caller" or "callee", the function that a row shows.
function callTable(list, end) {
  if (data.compares)
    return changeTable(list, end);
  const counts = list.some(call => call.count !== null);
  const costs = list.some(call => call.cost !== null);
  return sortableTable([
    { title: "Function", value: call => sortKey(call[end]), text: call => {
      const button = nameButton(call[end], fullLabel(call[end]));
      if (kindText(call))
        button.title += `\n${kindText(call)}`;
      return button;
    } },
    ...costs ? [
      { title: costTitle("Cost"), numeric: true, value: call => call.cost,
        text: call => call.text ?? "" },
      ...data.whole > 0 ? [
        { title: "Share", numeric: true, value: call => call.cost,
          text: call => percent(call.cost, call.exact) }] : [],
    ] : [],
    ...counts ? [{ title: "Calls", numeric: true, value: call => call.count,
                   text: call => grouped(call.count) }] : [],
  ], list, costs ? { column: 1, down: true } : { column: 0, down: false }, {
    rowClass: call => isShown(call) ? "" : "not-drawn",
  }).box;
}

function callSection(title, all, end) {
  const list = onlyDirect(all);
  const head = make("h2", {}, make("span", { className: `swatch ${end}` }),
                    `${title} (${grouped(list.length)})`);
  return [head, list.length ? callTable(list, end)
                            : make("p", { className: "none" }, "none")];
}

// Who enters a collapsed cycle, and which of its members calls which.
function memberSection(f) {
  const list = (data.member_calls ?? [])
      .filter(([row]) => functions[row] === f)
      .map(([, text, count, cost, costText]) =>
          ({ text, count, cost, costText }));
  if (!list.length)
    return [];
  const costs = list.some(call => call.cost !== null);
  const counts = list.some(call => call.count !== null);
  return [make("h2", {}, `Inside the cycle (${grouped(list.length)})`),
          sortableTable([
    { title: "Call", value: call => call.text, text: call => call.text },
    ...costs ? [{ title: costTitle("Cost"), numeric: true,
                  value: call => call.cost,
                  text: call => call.costText ?? "" }] : [],
    ...counts ? [{ title: "Calls", numeric: true, value: call => call.count,
                   text: call => grouped(call.count) }] : [],
  ], list, { column: 1, down: true }).box];
}

function costLine(text, cost, exact) {
  return make("dd", {}, make("span", {}, bothTexts(text, cost, exact)),
              bar(cost));
}

// Both costs of a change as text and as bars.
function changeLine(change) {
  return make("dd", {},
      make("span", {}, `${change.beforeText ?? "?"} \u2192 ` +
                       (withUnit(change.afterText) || "?")),
      make("br"), make("span", { className: direction(change) },
                       `${withUnit(change.difference)} ` +
                       `(${pointsText(change)})`),
      change.p !== null || !change.real || change.isTested === false
          ? verdict(change) && `, ${verdict(change)}` : "",
      bar(change.before), bar(change.after));
}

function facts(f) {
  const list = make("dl", { className: "facts" });
  const add = (what, value) => list.append(make("dt", {}, what), value);
  const code = text => make("dd", {}, make("code", {}, text));
  if (data.compares) {
    add("Self", changeLine(f.selfChange));
    add("Total", changeLine(f.totalChange));
  } else {
    add("Self", costLine(f.selfText, f.self, true));
    add("Total", costLine(f.totalText, f.total, f.exact));
  }
  if (data.compares && f.count !== null)
    add("Called", make("dd", {}, `${grouped(f.countBefore ?? 0)}\u00d7 ` +
                                 `\u2192 ${grouped(f.countAfter ?? 0)}\u00d7`));
  else if (f.count !== null)
    add("Called", make("dd", {}, `${grouped(f.count)}\u00d7`));
  if (f.name !== f.label)
    add("Name", code(f.name));
  if (f.symbol !== f.name)
    add("Symbol", code(f.symbol));
  if (f.module)
    add("Module", code(f.module));
  if (f.file)
    add("Source", code(f.line ? `${f.file}:${f.line}` : f.file));
  if (f.cycle)
    add("Recursion", make("dd", {}, `in cycle ${f.cycle}`));
  return list;
}

const callTitle = call => `${call.caller.label} \u2192 ${call.callee.label}`;

function callFacts(call) {
  const list = make("dl", { className: "facts" });
  const add = (what, value) => list.append(make("dt", {}, what), value);
  if (call.change)
    add("Cost", changeLine(call.change));
  else if (call.cost !== null)
    add("Cost", costLine(call.text, call.cost, call.exact));
  if (call.count !== null)
    add("Calls", make("dd", {}, `${grouped(call.count)}\u00d7`));
  for (const [what, f] of [["Caller", call.caller], ["Callee", call.callee]])
    add(what, make("dd", {}, nameButton(f, fullLabel(f))));
  if (kindText(call))
    add("Arrow", make("dd", {}, kindText(call)));
  return list;
}

function showDetails() {
  const details = $("details");
  details.hidden = !selected && !selectedCall;
  $("overview").hidden = !details.hidden;
  details.replaceChildren();
  if (details.hidden)
    return;
  const close = make("button", { type: "button" }, "Close");
  close.addEventListener("click", () => {
    select(null);
    graph.focus();
  });
  details.append(make("div", { className: "title" },
      make("h2", { tabIndex: -1 }, selected ? fullLabel(selected)
                                              : callTitle(selectedCall)),
      close));
  if (selectedCall) {
    details.append(callFacts(selectedCall));
    return;
  }
  if (data.compares)
    details.append(...presenceBadge(selected));
  if (selected.box && !selected.node)
    details.append(make("span", { className: "badge" }, "in a chain"));
  if (selected.isGone)
    details.append(make("span", { className: "badge" }, "filtered out"));
  if (!selected.box)
    details.append(make("span", { className: "badge" }, "not in the picture"));
  details.append(actionBar(selected), facts(selected),
      ...statementSection(selected, selectedStatement),
      ...loopSection(selected),
      ...memberSection(selected),
      ...callSection("Callers", selected.callers, "caller"),
      ...callSection("Callees", selected.callees, "callee"));
  // The script of --source adds the lines.
  details.dispatchEvent(new CustomEvent("function-shown", {
    bubbles: true, detail: { f: selected, row: functions.indexOf(selected),
                             source: data.source, make, percent,
                             isFiltered: isFiltered() } }));
}

// ---- The overview ----

// The change that stands for a function: that of self cost, if it is real.
const mainChange = f => f.selfChange.real ? f.selfChange : f.totalChange;

// The hottest functions of a list, or those that changed most: changes of self
// cost come first.
function topFunctions(list) {
  return data.compares
      ? list.filter(hasChanged)
          .sort((a, b) => b.selfChange.real - a.selfChange.real ||
                          size(mainChange(b)) - size(mainChange(a)))
      : list.filter(f => f.self > 0).sort((a, b) => b.self - a.self);
}

// The rows of the overview: the functions, their changes, and how many callers
// only pass a change on. Filters count anew who does.
function topRows() {
  if (data.compares && !isFiltered())
    return data.changes.map(([row, kind, callers]) => ({
      f: functions[row], change: functions[row][`${kind}Change`], callers }));
  return topFunctions(functions).map(f => ({
    f, change: data.compares ? mainChange(f) : null, callers: 0 }));
}

function overviewRow({ f, change, callers }) {
  const text = change ? `${change.kind} ${pointsText(change)}`
      : percent(f.self) || withUnit(f.selfText);
  const also = callers ? `, and ${callers} caller${callers > 1 ? "s" : ""} of it`
      : "";
  const button = make("button", { type: "button", title: f.name,
                                  className: change ? direction(change) : "" },
      make("span", { className: "row" }, make("span", {}, fullLabel(f) + also),
           make("span", { className: "number" }, text)),
      bar(change ? size(change) / 100 * data.whole : f.self));
  button.dataset.id = f.id;
  button.addEventListener("click", () => select(f, true));
  return make("li", {}, button);
}

function fillOverview() {
  const top = topRows().slice(0, 10);
  $("hottest").replaceChildren(...top.map(overviewRow));
  if (!top.length)
    $("hottest").append(make("li", { className: "none" }, "none"));
}
