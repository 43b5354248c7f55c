// The script of a page: it shows the data that html_data writes (data.h).
// Names come from programs, so they are only ever inserted as text.
"use strict";
(() => {
const $ = id => document.getElementById(id);
const data = JSON.parse($("data").textContent);
const SVG = "http://www.w3.org/2000/svg";
const HEAT = ["#fcfaf3", "#f7ecd0", "#f5dcb0", "#f5ca92", "#f5b776", "#f5a25c",
              "#f58c45", "#f37532", "#f05a26"];
const MODULES = ["#f5b776", "#9ecbff", "#a6e3a1", "#e0b3ff", "#f5a0b8",
                 "#f2dd6e", "#8fdcd4", "#c9c1b1"];
const OTHERS = "#dfe3e8";
// From less to more, with noise in the middle.
const CHANGES = ["#3886d8", "#5299e0", "#70ace8", "#b1d3f4", "#f1f2f4",
                 "#f5ca92", "#f5a25c", "#f58c45", "#f05a26"];
const FEW_ROWS = 200;   // rows of a table before "Show all"
const LEAST_SCALE = .8; // the smallest legible scale, in pixels per point
const MOST_SCALE = 1.4; // of the initial view of a small picture
const MARGIN = 12;      // around a large picture, in points

let selected = null; // a function
let query = "";      // the text to search for, in lower case
let matches = [];    // the functions found
let match = -1;      // the index of the match that was visited last

// ---- Data ----

// kind is "self" or "total"; a call has none.
function readChange(list, kind) {
  if (!list)
    return null;
  const [before, beforeText, after, afterText, points, difference, p, real] =
      list;
  return { before, beforeText, after, afterText, points, difference, p,
           real: !!real, kind };
}

// A drawn function has a box; it has a node if the box is its own and not that
// of a chain.
const functions = data.functions.map(([id, label, name, symbol, module, file,
    line, self, selfText, total, totalText, count, cycle, exact, box,
    selfChange, totalChange, presence, countBefore, countAfter], row) => ({
  id, label, name: name ?? label, symbol: symbol ?? name ?? label,
  module: module === null ? "" : data.modules[module],
  file, line, self, selfText, total, totalText, count, cycle,
  exact: !!exact, callers: [], callees: [],
  box: box === null ? null : $(data.functions[box][0]),
  boxRow: box, node: box === row ? $(id) : null, members: [],
  selfChange: readChange(selfChange, "self"),
  totalChange: readChange(totalChange, "total"),
  presence, countBefore, countAfter,
}));
const byId = new Map(functions.map(f => [f.id, f]));
const calls = data.calls.map(([caller, callee, cost, text, count, exact,
    kind, change]) => {
  const call = { caller: functions[caller], callee: functions[callee], cost,
                 text, count, exact: !!exact, kind,
                 change: readChange(change) };
  call.edge = kind && $(`${call.caller.id}_${call.callee.id}`);
  call.caller.callees.push(call);
  call.callee.callers.push(call);
  return call;
});
const drawn = functions.filter(f => f.node);
for (const f of functions)
  if (f.box)
    functions[f.boxRow].members.push(f);
for (const f of functions)
  f.key = [f.label, f.name, f.symbol, f.module, f.file ?? ""].join("\n")
    .toLowerCase();

const basename = path => path.slice(path.lastIndexOf("/") + 1);
const share = cost => data.whole > 0 && cost !== null ? cost / data.whole : 0;

function percent(cost, exact = true) {
  if (cost === null || !(data.whole > 0))
    return "";
  const points = 100 * share(cost);
  const text = points > 0 && points < .05 ? "<0.1%"
      : points >= 99.95 && points < 100.05 ? "100%"
      : points === 0 ? "0%" : `${points.toFixed(1)}%`;
  return exact ? text : `~${text}`;
}

// Returns "50 samples", or the text alone if it has its unit already.
function withUnit(text) {
  const unit = text === "1" ? data.unit.replace(/s$/, "") : data.unit;
  return text === null ? "" : unit ? `${text} ${unit}` : text;
}

function grouped(number) {
  return number === null ? ""
      : number.toLocaleString("en-US", { maximumFractionDigits: 2 });
}

// ---- Changes ----

const size = change => Math.abs(change.points);

// The larger real change of a function, of equal ones that of self cost.
function largerChange(f) {
  const { selfChange: self, totalChange: total } = f;
  return self.real && (!total.real || size(self) >= size(total)) ? self : total;
}

const hasChanged = f => f.selfChange.real || f.totalChange.real;
const sign = points => points > 0 ? "+" : points < 0 ? "-" : "";
const direction = change => !change?.real ? "noise"
    : change.points > 0 ? "more" : "less";

// Returns "+19.1%".
function pointsText(change) {
  const least = Math.abs(change.points);
  return sign(change.points) + (least > 0 && least < .05
      ? least < .001 ? "0.0%" : `${least.toPrecision(1)}%`
      : least === 0 ? "0%" : `${least.toFixed(1)}%`);
}

function verdict(change) {
  const p = change.p === null ? "" : change.p < .001 ? "p < 0.001"
      : change.p < 1 ? `p ${change.p.toFixed(3)}` : "";
  return change.real ? p || "no" : p ? `noise, ${p}` : "noise";
}

// ---- Elements ----

function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties))
    if (name in element)
      element[name] = value;
    else
      element.setAttribute(name, value);
  element.append(...children);
  return element;
}

function draw(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes))
    element.setAttribute(name, value);
  element.append(...children);
  return element;
}

function bar(cost) {
  return draw("svg", { class: "bar", viewBox: "0 0 100 4",
                       preserveAspectRatio: "none", "aria-hidden": "true" },
      draw("rect", { width: 100, height: 4 }),
      draw("rect", { width: Math.min(100, 100 * share(cost)), height: 4 }));
}

function nameButton(f, text = f.label) {
  const button = make("button", { type: "button", className: "name",
                                  title: f.name }, text);
  button.addEventListener("click", () => select(f, true));
  return button;
}

// The hottest functions of a list, or those that changed most.
function topFunctions(list) {
  return data.compares
      ? list.filter(hasChanged)
          .sort((a, b) => size(largerChange(b)) - size(largerChange(a)))
      : list.filter(f => f.self > 0).sort((a, b) => b.self - a.self);
}

// ---- Sortable tables ----

// Makes a table that is sorted by a click on the title of a column. Columns are
// { title, value(row), text(row), numeric, secondary }: rows are sorted by
// value, with null last; text may be an element. sort is { column, down }.
// options are { filter(row), rowClass(row) }. Returns the element and a
// function that fills the table again.
function sortableTable(columns, rows, sort, options = {}) {
  const body = make("tbody");
  const box = make("div");
  const heads = columns.map((column, i) => {
    const button = make("button", { type: "button" }, column.title);
    const head = make("th", { scope: "col", className: classes(column) },
                      button);
    button.addEventListener("click", () => {
      sort = { column: i, down: sort.column === i ? !sort.down
                                                  : !!column.numeric };
      fill();
    });
    return head;
  });
  let all = false;

  function classes(column) {
    return (column.numeric ? "number " : "") +
        (column.secondary ? "secondary" : "");
  }

  function compare(a, b) {
    const { value, numeric } = columns[sort.column];
    const x = value(a), y = value(b);
    if (x === null || y === null)
      return (x === null) - (y === null);
    const order = numeric ? x - y : x < y ? -1 : x > y ? 1 : 0;
    return sort.down ? -order : order;
  }

  function cells(row) {
    const line = make("tr", { className: options.rowClass?.(row) ?? "" });
    for (const column of columns)
      line.append(make("td", { className: classes(column) },
                       column.text(row)));
    return line;
  }

  function fill() {
    heads.forEach((head, i) => {
      if (i === sort.column)
        head.setAttribute("aria-sort", sort.down ? "descending" : "ascending");
      else
        head.removeAttribute("aria-sort");
    });
    const wanted = (options.filter ? rows.filter(options.filter) : rows)
        .slice().sort(compare);
    const shown = all ? wanted : wanted.slice(0, FEW_ROWS);
    body.replaceChildren(...shown.map(cells));
    if (!shown.length)
      body.append(make("tr", {}, make("td", { className: "none",
          colSpan: columns.length }, "No function matches.")));
    box.querySelector(".show-all")?.remove();
    if (shown.length < wanted.length) {
      const more = make("button", { type: "button", className: "show-all" },
                        `Show all ${grouped(wanted.length)}`);
      more.addEventListener("click", () => {
        all = true;
        fill();
      });
      box.append(more);
    }
  }

  box.append(make("table", {}, make("thead", {}, make("tr", {}, ...heads)),
                  body));
  fill();
  return { box, fill };
}

const costTitle = title => data.unit ? `${title} (${data.unit})` : title;
const sortKey = f => f.label.toLowerCase();
const hasCounts = functions.some(f => f.count !== null);
const hasModules = functions.some(f => f.module);

// A share of the base's whole, with a sign for its direction.
function pointsCell(change) {
  if (!change)
    return "";
  const mark = !change.real ? "" : change.points > 0 ? "\u25b2 " : "\u25bc ";
  return make("span", { className: direction(change) },
              mark + pointsText(change));
}

function presenceBadge(f) {
  return f.presence ? [make("span", { className: "badge" }, f.presence)] : [];
}

function nameCell(f) {
  return make("span", {}, nameButton(f), ...presenceBadge(f));
}

const before = change => change?.beforeText ?? "";
const after = change => change?.afterText ?? "";

// The columns of a comparison. Its rows are first those that have changed, by
// falling difference.
const changeColumns = [
  { title: costTitle("Difference"), numeric: true,
    value: f => hasChanged(f) ? size(largerChange(f)) : null,
    text: f => f.totalChange.difference },
  { title: costTitle("Before"), numeric: true, secondary: true,
    value: f => f.totalChange.before, text: f => before(f.totalChange) },
  { title: costTitle("After"), numeric: true, secondary: true,
    value: f => f.totalChange.after, text: f => after(f.totalChange) },
  { title: "Total %", numeric: true, value: f => f.totalChange.points,
    text: f => pointsCell(f.totalChange) },
  { title: "Self %", numeric: true, value: f => f.selfChange.points,
    text: f => pointsCell(f.selfChange) },
  { title: "By chance?", numeric: true, secondary: true,
    value: f => largerChange(f).p, text: f => verdict(largerChange(f)) },
  { title: "Function", value: sortKey, text: nameCell },
];

const table = sortableTable([
  ...data.compares ? changeColumns : [
  { title: costTitle("Self"), numeric: true, value: f => f.self,
    text: f => f.selfText ?? "", secondary: true },
  { title: "Self %", numeric: true, value: f => f.self,
    text: f => percent(f.self) },
  { title: costTitle("Total"), numeric: true, value: f => f.total,
    text: f => f.totalText ?? "", secondary: true },
  { title: "Total %", numeric: true, value: f => f.total,
    text: f => percent(f.total, f.exact) },
  ...hasCounts ? [{ title: "Calls", numeric: true, value: f => f.count,
                    text: f => grouped(f.count) }] : [],
  { title: "Function", value: sortKey, text: f => nameButton(f) } ],
  ...hasModules ? [{ title: "Module", value: f => basename(f.module),
                     text: f => basename(f.module), secondary: true }] : [],
], functions, { column: 0, down: true }, {
  filter: f => f.key.includes(query),
  rowClass: f => (f.box ? "" : "not-drawn ") +
      (f === selected ? "current" : ""),
});

// ---- The viewport of the picture ----

const graph = $("graph"), picture = $("picture");
const box = picture.viewBox.baseVal;
// The bounds of the picture, in points.
const bounds = { x: box.x, y: box.y, width: box.width, height: box.height };
// The point in the centre of the viewport, and pixels per point.
const viewport = { x: 0, y: 0, scale: 1 };

function viewportSize() {
  const { width, height } = graph.getBoundingClientRect();
  return { width: Math.max(width, 1), height: Math.max(height, 1) };
}

function applyViewport() {
  const { width, height } = viewportSize();
  const w = width / viewport.scale, h = height / viewport.scale;
  picture.setAttribute("viewBox",
      `${viewport.x - w / 2} ${viewport.y - h / 2} ${w} ${h}`);
}

function fitScale() {
  const { width, height } = viewportSize();
  return Math.min((width - 24) / bounds.width, (height - 24) / bounds.height);
}

function fit() {
  viewport.x = bounds.x + bounds.width / 2;
  viewport.y = bounds.y + bounds.height / 2;
  viewport.scale = Math.max(.01, Math.min(fitScale(), MOST_SCALE));
  applyViewport();
}

// Moves the centre of a viewport so that it shows as little empty space as
// possible, along one axis: the viewport has a size, the picture a start and a
// length.
function clampCentre(centre, size, start, length) {
  const most = start + length + MARGIN - size / 2;
  const least = start - MARGIN + size / 2;
  return least > most ? start + length / 2
                      : Math.min(most, Math.max(least, centre));
}

// Shows the whole picture, or the hottest or most changed function if the whole
// picture would not be legible.
function showInitialView() {
  fit();
  const hot = topFunctions(drawn)[0];
  if (viewport.scale >= LEAST_SCALE || !hot)
    return;
  const { width, height } = viewportSize();
  viewport.scale = LEAST_SCALE;
  applyViewport();
  center(hot.node);
  viewport.x = clampCentre(viewport.x, width / viewport.scale, bounds.x,
                           bounds.width);
  viewport.y = clampCentre(viewport.y, height / viewport.scale, bounds.y,
                           bounds.height);
  applyViewport();
}

// Converts a position on the screen to a point of the picture.
function toPoint(clientX, clientY) {
  const { left, top, width, height } = graph.getBoundingClientRect();
  return { x: viewport.x + (clientX - left - width / 2) / viewport.scale,
           y: viewport.y + (clientY - top - height / 2) / viewport.scale };
}

// Zooms around a position on the screen, or around the centre.
function zoom(factor, clientX, clientY) {
  const { left, top, width, height } = graph.getBoundingClientRect();
  clientX ??= left + width / 2;
  clientY ??= top + height / 2;
  const before = toPoint(clientX, clientY);
  const least = Math.min(fitScale(), LEAST_SCALE) / 2;
  viewport.scale = Math.min(8, Math.max(least, viewport.scale * factor));
  const after = toPoint(clientX, clientY);
  viewport.x += before.x - after.x;
  viewport.y += before.y - after.y;
  applyViewport();
}

// Moves the picture by pixels.
function move(dx, dy) {
  viewport.x -= dx / viewport.scale;
  viewport.y -= dy / viewport.scale;
  applyViewport();
}

function center(node) {
  const { left, top, width, height } = node.getBoundingClientRect();
  const middle = toPoint(left + width / 2, top + height / 2);
  viewport.x = middle.x;
  viewport.y = middle.y;
  applyViewport();
}

// Moves the viewport if the box is out of sight or too small to be legible.
function reveal(node) {
  const outer = graph.getBoundingClientRect();
  const inner = node.getBoundingClientRect();
  const small = viewport.scale < LEAST_SCALE / 2;
  if (small) {
    center(node);
    viewport.scale = LEAST_SCALE;
    applyViewport();
  } else if (inner.left < outer.left || inner.right > outer.right ||
      inner.top < outer.top || inner.bottom > outer.bottom) {
    center(node);
  }
}

// ---- Pointers ----

const pointers = new Map(); // position by id, while a button or finger is down
let dragged = false;        // did a pointer move since the first one went down?

// The centre and the distance of two pointers.
function pinch() {
  const [a, b] = [...pointers.values()];
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2,
           size: Math.hypot(a.x - b.x, a.y - b.y) };
}

graph.addEventListener("pointerdown", event => {
  if (event.button !== 0)
    return;
  if (pointers.size === 0)
    dragged = false;
  pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
});

graph.addEventListener("pointermove", event => {
  const old = pointers.get(event.pointerId);
  if (!old)
    return;
  const dx = event.clientX - old.x, dy = event.clientY - old.y;
  if (!dragged && pointers.size === 1 && Math.hypot(dx, dy) < 4)
    return;
  if (!dragged) {
    dragged = true;
    graph.classList.add("dragging");
    for (const id of pointers.keys())
      graph.setPointerCapture(id);
  }
  const before = pointers.size === 2 && pinch();
  pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  if (pointers.size === 1) {
    move(dx, dy);
  } else if (before) {
    const after = pinch();
    move(after.x - before.x, after.y - before.y);
    if (before.size > 0)
      zoom(after.size / before.size, after.x, after.y);
  }
});

for (const type of ["pointerup", "pointercancel"])
  window.addEventListener(type, event => {
    pointers.delete(event.pointerId);
    if (pointers.size === 0)
      graph.classList.remove("dragging");
  });

graph.addEventListener("wheel", event => {
  event.preventDefault();
  const lines = event.deltaMode === 1 ? 16 : 1;
  const speed = event.ctrlKey ? .01 : .0015;
  zoom(Math.exp(-event.deltaY * lines * speed), event.clientX, event.clientY);
}, { passive: false });

graph.addEventListener("click", event => {
  if (dragged)
    return;
  const node = event.target.closest(".fn");
  if (node && !event.ctrlKey && !event.metaKey)
    event.preventDefault(); // do not follow the link of a box
  if (node)
    select(byId.get(node.id));
  else if (event.target.closest("#picture"))
    select(null);
});

// ---- Selection ----

// Highlights the selected function with its callers and callees.
function highlight() {
  for (const element of picture.querySelectorAll(".highlighted"))
    element.classList.remove("highlighted", "selected", "to-caller",
                             "to-callee", "is-caller", "is-callee");
  picture.classList.toggle("has-selection", !!selected?.box);
  if (!selected?.box)
    return;
  selected.box.classList.add("highlighted", "selected");
  for (const call of selected.callers)
    if (call.kind && call.caller !== selected) {
      call.edge?.classList.add("highlighted", "to-caller");
      call.caller.box.classList.add("highlighted", "is-caller");
    }
  for (const call of selected.callees)
    if (call.kind && call.callee !== selected) {
      call.edge?.classList.add("highlighted", "to-callee");
      call.callee.box.classList.add("highlighted", "is-callee");
    }
}

// Puts the selection into the address of the page. Assigning to location.hash
// would move the focus.
function setHash(f) {
  const hash = f ? `#${f.id}` : "";
  if (location.hash === hash)
    return;
  try {
    history.pushState(null, "", location.href.split("#")[0] + hash);
  } catch {
    // A page inside another page may have no address of its own.
  }
}

// Selects a function, or nothing for null, and moves the focus to the panel if
// asked to.
function select(f, focus = false) {
  selected = f;
  highlight();
  showDetails();
  table.fill();
  if (f?.box) {
    setRovingBox(functions[f.boxRow]);
    if (!graph.hidden)
      reveal(f.box);
  }
  if (focus)
    $("panel").querySelector("h2")?.focus();
  $("panel").scrollTop = 0;
  setHash(f);
  $("status").textContent = f
      ? `${f.label}: ${f.callers.length} callers, ${f.callees.length} callees`
      : "";
}

function selectByHash() {
  const f = byId.get(location.hash.slice(1)) ?? null;
  if (f !== selected)
    select(f);
}
window.addEventListener("popstate", selectByHash);

// Tooltips of calls by kind.
const kindTexts = {
  indirect: "over functions that are left out",
  back: "back into a cycle",
  noted: "calls itself, or back into a cycle: noted in the box",
  folded: "within a chain, which is one box",
};

// The same for a comparison. Calls that are not drawn were not compared.
function changeTable(list, end) {
  return sortableTable([
    { title: "Function", value: call => sortKey(call[end]),
      text: call => nameButton(call[end]) },
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
    rowClass: call => call.kind ? "" : "not-drawn",
  }).box;
}

// end is "caller" or "callee", the function that a row shows.
function callTable(list, end) {
  if (data.compares)
    return changeTable(list, end);
  const counts = list.some(call => call.count !== null);
  const costs = list.some(call => call.cost !== null);
  return sortableTable([
    { title: "Function", value: call => sortKey(call[end]), text: call => {
      const button = nameButton(call[end]);
      if (kindTexts[call.kind])
        button.title += `\n${kindTexts[call.kind]}`;
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
    rowClass: call => call.kind ? "" : "not-drawn",
  }).box;
}

function callSection(title, list, end) {
  const head = make("h2", {}, make("span", { className: `swatch ${end}` }),
                    `${title} (${grouped(list.length)})`);
  return [head, list.length ? callTable(list, end)
                            : make("p", { className: "none" }, "none")];
}

function costLine(text, cost, exact) {
  const all = [percent(cost, exact), withUnit(text)].filter(part => part);
  return make("dd", {}, make("span", {}, all.join(", ")), bar(cost));
}

// Both costs of a change as text and as bars.
function changeLine(change) {
  return make("dd", {},
      make("span", {}, `${change.beforeText ?? "?"} \u2192 ` +
                       (withUnit(change.afterText) || "?")),
      make("br"), make("span", { className: direction(change) },
                       `${withUnit(change.difference)} ` +
                       `(${pointsText(change)})`),
      change.p !== null || !change.real ? `, ${verdict(change)}` : "",
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

function showDetails() {
  const details = $("details");
  details.hidden = !selected;
  $("overview").hidden = !!selected;
  details.replaceChildren();
  if (!selected)
    return;
  const close = make("button", { type: "button" }, "Close");
  close.addEventListener("click", () => {
    select(null);
    graph.focus();
  });
  details.append(make("div", { className: "title" },
      make("h2", { tabIndex: -1 }, selected.label), close));
  if (data.compares)
    details.append(...presenceBadge(selected));
  if (selected.box && !selected.node)
    details.append(make("span", { className: "badge" }, "in a chain"));
  if (!selected.box)
    details.append(make("span", { className: "badge" }, "not in the picture"));
  details.append(facts(selected),
      ...callSection("Callers", selected.callers, "caller"),
      ...callSection("Callees", selected.callees, "callee"));
}

// ---- The overview ----

for (const f of topFunctions(functions).slice(0, 10)) {
  const text = data.compares
      ? `${largerChange(f).kind} ${pointsText(largerChange(f))}`
      : percent(f.self) || withUnit(f.selfText);
  const button = make("button", { type: "button", title: f.name,
                                  className: data.compares
                                      ? direction(largerChange(f)) : "" },
      make("span", { className: "row" }, make("span", {}, f.label),
           make("span", { className: "number" }, text)),
      bar(data.compares ? size(largerChange(f)) / 100 * data.whole : f.self));
  button.addEventListener("click", () => select(f, true));
  $("hottest").append(make("li", {}, button));
}
if (data.compares && !functions.some(hasChanged))
  $("hottest").append(make("li", { className: "none" }, "none"));

// ---- Colours ----

const maxSelf = Math.max(.05, ...drawn.map(f => share(f.self)));
const moduleCosts = new Map();
for (const f of drawn)
  moduleCosts.set(f.module, (moduleCosts.get(f.module) ?? 0) + f.self);
const moduleOrder = [...moduleCosts.keys()]
    .sort((a, b) => moduleCosts.get(b) - moduleCosts.get(a));

// The colours that the picture was drawn with.
const originals = new Map(drawn.map(f => [f, {
  fill: f.node.querySelector("polygon").getAttribute("fill"),
  texts: [...f.node.querySelectorAll("text")]
      .map(text => text.getAttribute("fill")),
}]));

function heatColour(weight) {
  const step = Math.floor(HEAT.length * Math.sqrt(Math.max(0, weight)));
  return HEAT[Math.min(HEAT.length - 1, step)];
}

// The largest change of each kind in the picture, in points.
const mostChanged = kind => Math.max(5, ...drawn.map(f => f[kind])
    .filter(change => change.real).map(size));

function changeColour(change, most) {
  const middle = (CHANGES.length - 1) / 2;
  if (!change.real)
    return CHANGES[middle];
  const steps = Math.ceil(middle * Math.sqrt(size(change) / most));
  return CHANGES[middle + Math.sign(change.points) * Math.min(middle, steps)];
}

function changeChannel(kind) {
  const most = mostChanged(kind);
  return f => changeColour(f[kind], most);
}

// The fill colour of a function by the reader's choice of colours.
const channels = {
  self: data.compares ? changeChannel("selfChange")
      : f => heatColour(share(f.self) / maxSelf),
  total: data.compares ? changeChannel("totalChange")
      : f => heatColour(share(f.total)),
  module: f => MODULES[moduleOrder.indexOf(f.module)] ?? OTHERS,
};

// Colours the boxes. The channel that the picture was drawn for keeps its
// original colours.
function paint(channel) {
  for (const f of drawn) {
    const original = channel === data.channel ? originals.get(f) : null;
    if (data.compares)
      f.node.classList.toggle("noise", channel !== "module" &&
                              !f[`${channel}Change`].real);
    f.node.querySelector("polygon").setAttribute("fill",
        original ? original.fill : channels[channel](f));
    f.node.querySelectorAll("text").forEach((text, i) => {
      const fill = original ? original.texts[i] : "#000";
      if (fill)
        text.setAttribute("fill", fill);
    });
  }
}

// A legend of the colours up to the share `top`, from 0 % or, for changes, from
// -top.
function rampLegend(colours, top) {
  const width = 100 / colours.length;
  const isNoise = i => data.compares && i === (colours.length - 1) / 2;
  return [
    draw("svg", { class: "ramp", viewBox: "0 0 100 4", "aria-hidden": "true",
                  preserveAspectRatio: "none" },
        ...colours.map((fill, i) => draw("rect",
            { x: i * width, width: width + .2, height: 4, fill,
              class: isNoise(i) ? "noise-step" : "" }))),
    make("p", { className: "ends row" },
         make("span", {}, data.compares ? `-${percent(top * data.whole)}`
             : "0%"),
         ...data.compares ? [make("span", {}, "noise")] : [],
         make("span", {}, (data.compares ? "+" : "") +
                          percent(top * data.whole))),
  ];
}

function moduleLegend() {
  const list = make("ul", { className: "modules" });
  const add = (fill, text) => list.append(make("li", {},
      draw("svg", { viewBox: "0 0 1 1", "aria-hidden": "true" },
           draw("rect", { width: 1, height: 1, fill })), text));
  moduleOrder.slice(0, MODULES.length).forEach((module, i) =>
      add(MODULES[i], basename(module) || "no module"));
  if (moduleOrder.length > MODULES.length)
    add(OTHERS, "others");
  return list;
}

function showColourLegend(channel) {
  const place = $("colours");
  place.replaceChildren();
  if (channel === "module")
    place.append(make("p", {}, "Colour: module"), moduleLegend());
  else if (data.whole > 0 && (channel !== data.channel || data.ramp))
    place.append(make("p", {}, data.compares
        ? `Colour: change of ${channel} cost` : `Colour: ${channel} cost`),
        ...channel === data.channel ? rampLegend(data.ramp, data.top)
            : data.compares
            ? rampLegend(CHANGES, mostChanged(`${channel}Change`) / 100)
            : rampLegend(HEAT, channel === "self" ? maxSelf : 1));
}

$("channel").addEventListener("change", event => {
  paint(event.target.value);
  showColourLegend(event.target.value);
});

// ---- Searching ----

function search() {
  query = $("search").value.trim().toLowerCase();
  matches = query ? functions.filter(f => f.key.includes(query)) : [];
  match = -1;
  picture.classList.toggle("has-query", !!query);
  for (const f of drawn)
    f.node.classList.toggle("found", !!query &&
                            f.members.some(member => member.key.includes(query)));
  const seen = matches.filter(f => f.box).length;
  $("found").textContent = !query ? ""
      : seen < matches.length ? `${matches.length} found, ${seen} drawn`
      : `${matches.length} found`;
  table.fill();
}

function nextMatch(step) {
  if (!matches.length)
    return;
  match = match < 0 && step < 0 ? matches.length - 1
      : (match + step + matches.length) % matches.length;
  select(matches[match]);
}

$("search").addEventListener("input", search);
$("search").addEventListener("keydown", event => {
  if (event.key === "Enter") {
    event.preventDefault();
    nextMatch(event.shiftKey ? -1 : 1);
  } else if (event.key === "Escape") {
    $("search").value = "";
    search();
    graph.focus();
  }
  event.stopPropagation();
});

// ---- Keys ----

// The picture has a roving tabindex: Tab reaches one box, and the arrow keys
// move from it to others.
let roving = null; // the function of that box

function changeLabel(f) {
  const say = (what, change) => `${what} ${change.beforeText ?? "?"} to ` +
      `${change.afterText ?? "?"}, ${pointsText(change)}` +
      (change.real ? "" : ", noise");
  return [f.label, ...f.presence ? [f.presence] : [],
          say("total", f.totalChange), say("self", f.selfChange)].join(", ");
}

function setRovingBox(f) {
  roving?.node.setAttribute("tabindex", "-1");
  roving = f;
  f.node.setAttribute("tabindex", "0");
}

for (const f of drawn) {
  f.node.setAttribute("role", "button");
  f.node.setAttribute("tabindex", "-1");
  f.node.setAttribute("aria-label", data.compares ? changeLabel(f)
      : `${f.label}, self ${percent(f.self)}, ` +
        `total ${percent(f.total, f.exact)}` +
        (f.members.length > 1
            ? `, begins a chain of ${f.members.length} functions` : ""));
  f.node.setAttribute("aria-describedby", "help");
  // A key may move the picture, but a click must not.
  f.node.addEventListener("focus", () => {
    if (f.node.matches(":focus-visible"))
      reveal(f.node);
  });
}
for (const edge of picture.querySelectorAll(".edge"))
  edge.setAttribute("aria-hidden", "true");
picture.setAttribute("role", "group");
picture.setAttribute("aria-label", "Functions");
if (drawn.length)
  setRovingBox(drawn[0]);

// The function at the end of the costliest call in the picture.
function costliest(list, end) {
  return list.filter(call => call.edge && call[end] !== roving)
      .sort((a, b) => (b.cost ?? 0) - (a.cost ?? 0))[0]?.[end];
}

function neighbour(key) {
  const at = drawn.indexOf(roving);
  switch (key) {
  case "ArrowDown": return costliest(roving.callees, "callee");
  case "ArrowUp": return costliest(roving.callers, "caller");
  case "ArrowRight": return drawn[at + 1];
  case "ArrowLeft": return drawn[at - 1];
  }
}

// Pixels to move the picture by.
const moves = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60],
                ArrowDown: [0, -60] };

// Handles a key on the focused box. Returns whether the key means something.
function handleBoxKey(event) {
  if (event.key === "Enter" || event.key === " ") {
    select(roving);
    return true;
  }
  if (!moves[event.key])
    return false;
  const f = neighbour(event.key);
  if (f) {
    setRovingBox(f);
    f.node.focus({ preventScroll: true });
  }
  return true;
}

// Handles a key while the picture is shown. Returns whether it means something.
function handleGraphKey(event) {
  if (event.target === graph && moves[event.key])
    move(...moves[event.key]);
  else if (event.key === "+" || event.key === "=")
    zoom(1.25);
  else if (event.key === "-")
    zoom(1 / 1.25);
  else if (event.key === "0")
    fit();
  else
    return false;
  return true;
}

function clear() {
  if (selected)
    select(null);
  else if (query) {
    $("search").value = "";
    search();
  }
}

document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey ||
      event.target.closest("select"))
    return;
  const onBox = roving && event.target === roving.node;
  if (onBox && handleBoxKey(event) ||
      !graph.hidden && handleGraphKey(event))
    event.preventDefault();
  else if (event.key === "Escape")
    clear();
  else if (event.key === "/") {
    event.preventDefault();
    $("search").focus();
    $("search").select();
  }
});

// ---- Buttons ----

function showView(name) {
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
}

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

// ---- Start ----

$("functions").append(table.box);
$("channel").value = data.channel;
if (!hasModules)
  $("channel").querySelector("[value=module]").remove();
showColourLegend(data.channel);
showInitialView();
new ResizeObserver(() => {
  if (!graph.hidden)
    applyViewport();
}).observe(graph);
selectByHash();
})();
