// The page of a profile: data is what html_data.h says. Names come from
// programs, so they are only ever set as text.
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
const FEW_ROWS = 200;   // of the table before "Show all"
const LEAST_SCALE = .8; // pixels per point that can be read
const MOST_SCALE = 1.4; // of a small picture at first
const MARGIN = 12;      // points around a large one

let chosen = null; // the function that is selected
let query = "", matches = [], match = -1; // what is sought, found, reached

// ---- Data ----

const functions = data.functions.map(([id, label, name, symbol, module, file,
    line, self, selfText, total, totalText, count, cycle, exact, drawn]) => ({
  id, label, name: name ?? label, symbol: symbol ?? name ?? label,
  module: module === null ? "" : data.modules[module],
  file, line, self, selfText, total, totalText, count, cycle,
  exact: !!exact, drawn: !!drawn, callers: [], callees: [],
  node: drawn ? $(id) : null,
}));
const byId = new Map(functions.map(f => [f.id, f]));
const calls = data.calls.map(([caller, callee, cost, text, count, exact,
    kind]) => {
  const call = { caller: functions[caller], callee: functions[callee], cost,
                 text, count, exact: !!exact, kind };
  call.edge = kind && $(`${call.caller.id}_${call.callee.id}`);
  call.caller.callees.push(call);
  call.callee.callers.push(call);
  return call;
});
const drawn = functions.filter(f => f.node);
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

// "50 samples": where the unit is not in the text already.
function withUnit(text) {
  const unit = text === "1" ? data.unit.replace(/s$/, "") : data.unit;
  return text === null ? "" : unit ? `${text} ${unit}` : text;
}

function grouped(number) {
  return number === null ? ""
      : number.toLocaleString("en-US", { maximumFractionDigits: 2 });
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

// ---- Tables that sort ----

// columns: { title, value(row), text(row), numeric, secondary }; value is
// what is sorted by, null last; text may be an element.
function sortable(columns, rows, sort, options = {}) {
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
    box.querySelector(".more")?.remove();
    if (shown.length < wanted.length) {
      const more = make("button", { type: "button", className: "more" },
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
const word = f => f.label.toLowerCase();
const hasCounts = functions.some(f => f.count !== null);
const hasModules = functions.some(f => f.module);
const table = sortable([
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
  { title: "Function", value: word, text: f => nameButton(f) },
  ...hasModules ? [{ title: "Module", value: f => basename(f.module),
                     text: f => basename(f.module), secondary: true }] : [],
], functions, { column: 0, down: true }, {
  filter: f => f.key.includes(query),
  rowClass: f => (f.drawn ? "" : "undrawn ") + (f === chosen ? "current" : ""),
});

// ---- The picture: where we look ----

const graph = $("graph"), picture = $("picture");
const box = picture.viewBox.baseVal;
const whole = { x: box.x, y: box.y, width: box.width, height: box.height };
const view = { x: 0, y: 0, scale: 1 }; // its middle, pixels per point

function size() {
  const { width, height } = graph.getBoundingClientRect();
  return { width: Math.max(width, 1), height: Math.max(height, 1) };
}

function show() {
  const { width, height } = size();
  const w = width / view.scale, h = height / view.scale;
  picture.setAttribute("viewBox",
      `${view.x - w / 2} ${view.y - h / 2} ${w} ${h}`);
}

function fitScale() {
  const { width, height } = size();
  return Math.min((width - 24) / whole.width, (height - 24) / whole.height);
}

function fit() {
  view.x = whole.x + whole.width / 2;
  view.y = whole.y + whole.height / 2;
  view.scale = Math.max(.01, Math.min(fitScale(), MOST_SCALE));
  show();
}

// The middle of a window of some size that shows no more ground than need be.
function inside(middle, size, start, length) {
  const most = start + length + MARGIN - size / 2;
  const least = start - MARGIN + size / 2;
  return least > most ? start + length / 2
                      : Math.min(most, Math.max(least, middle));
}

// All of it, or, where that could not be read, what is hottest.
function begin() {
  fit();
  const hot = drawn.slice().sort((a, b) => b.self - a.self)[0];
  if (view.scale >= LEAST_SCALE || !hot)
    return;
  const { width, height } = size();
  view.scale = LEAST_SCALE;
  show();
  center(hot.node);
  view.x = inside(view.x, width / view.scale, whole.x, whole.width);
  view.y = inside(view.y, height / view.scale, whole.y, whole.height);
  show();
}

// A place in the picture of one on the screen.
function place(clientX, clientY) {
  const { left, top, width, height } = graph.getBoundingClientRect();
  return { x: view.x + (clientX - left - width / 2) / view.scale,
           y: view.y + (clientY - top - height / 2) / view.scale };
}

function zoom(factor, clientX, clientY) {
  const { left, top, width, height } = graph.getBoundingClientRect();
  clientX ??= left + width / 2;
  clientY ??= top + height / 2;
  const before = place(clientX, clientY);
  const least = Math.min(fitScale(), LEAST_SCALE) / 2;
  view.scale = Math.min(8, Math.max(least, view.scale * factor));
  const after = place(clientX, clientY);
  view.x += before.x - after.x;
  view.y += before.y - after.y;
  show();
}

function move(dx, dy) { // pixels
  view.x -= dx / view.scale;
  view.y -= dy / view.scale;
  show();
}

function center(node) {
  const { left, top, width, height } = node.getBoundingClientRect();
  const middle = place(left + width / 2, top + height / 2);
  view.x = middle.x;
  view.y = middle.y;
  show();
}

// Moves only if the box cannot be seen, or is too small to be read.
function reveal(node) {
  const outer = graph.getBoundingClientRect();
  const inner = node.getBoundingClientRect();
  const small = view.scale < LEAST_SCALE / 2;
  if (small) {
    center(node);
    view.scale = LEAST_SCALE;
    show();
  } else if (inner.left < outer.left || inner.right > outer.right ||
      inner.top < outer.top || inner.bottom > outer.bottom) {
    center(node);
  }
}

// ---- Pointers ----

const pointers = new Map();
let dragged = false; // since the first went down

function spread() {
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
  const before = pointers.size === 2 && spread();
  pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  if (pointers.size === 1) {
    move(dx, dy);
  } else if (before) {
    const after = spread();
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
    event.preventDefault(); // else its link, if it has one
  if (node)
    select(byId.get(node.id));
  else if (event.target.closest("#picture"))
    select(null);
});

// ---- Selecting ----

function mark() {
  for (const element of picture.querySelectorAll(".lit, .chosen"))
    element.classList.remove("lit", "chosen", "to-caller", "to-callee",
                             "is-caller", "is-callee");
  picture.classList.toggle("selected", !!chosen?.node);
  if (!chosen?.node)
    return;
  chosen.node.classList.add("lit", "chosen");
  for (const call of chosen.callers)
    if (call.kind && call.caller !== chosen) {
      call.edge?.classList.add("lit", "to-caller");
      call.caller.node.classList.add("lit", "is-caller");
    }
  for (const call of chosen.callees)
    if (call.kind && call.callee !== chosen) {
      call.edge?.classList.add("lit", "to-callee");
      call.callee.node.classList.add("lit", "is-callee");
    }
}

// To set location.hash would move the focus.
function note(f) {
  const hash = f ? `#${f.id}` : "";
  if (location.hash === hash)
    return;
  try {
    history.pushState(null, "", location.href.split("#")[0] + hash);
  } catch {
    // a page in a page may not have an address
  }
}

// focus: the panel is where the reader is.
function select(f, focus = false) {
  chosen = f;
  mark();
  tellDetails();
  table.fill();
  if (f?.node) {
    rove(f);
    if (!graph.hidden)
      reveal(f.node);
  }
  if (focus)
    $("panel").querySelector("h2")?.focus();
  $("panel").scrollTop = 0;
  note(f);
  $("status").textContent = f
      ? `${f.label}: ${f.callers.length} callers, ${f.callees.length} callees`
      : "";
}

function selectByHash() {
  const f = byId.get(location.hash.slice(1)) ?? null;
  if (f !== chosen)
    select(f);
}
window.addEventListener("popstate", selectByHash);

const kinds = {
  indirect: "over functions that are left out",
  back: "back into a cycle",
  noted: "calls itself, or back into a cycle: told in the box",
};

function callTable(list, end) {
  const counts = list.some(call => call.count !== null);
  const costs = list.some(call => call.cost !== null);
  return sortable([
    { title: "Function", value: call => word(call[end]), text: call => {
      const button = nameButton(call[end]);
      if (kinds[call.kind])
        button.title += `\n${kinds[call.kind]}`;
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
    rowClass: call => call.kind ? "" : "undrawn",
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

function facts(f) {
  const list = make("dl", { className: "facts" });
  const add = (what, value) => list.append(make("dt", {}, what), value);
  const code = text => make("dd", {}, make("code", {}, text));
  add("Self", costLine(f.selfText, f.self, true));
  add("Total", costLine(f.totalText, f.total, f.exact));
  if (f.count !== null)
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

function tellDetails() {
  const details = $("details");
  details.hidden = !chosen;
  $("overview").hidden = !!chosen;
  details.replaceChildren();
  if (!chosen)
    return;
  const close = make("button", { type: "button" }, "Close");
  close.addEventListener("click", () => {
    select(null);
    graph.focus();
  });
  details.append(make("div", { className: "title" },
      make("h2", { tabIndex: -1 }, chosen.label), close));
  if (!chosen.node)
    details.append(make("span", { className: "badge" }, "not in the picture"));
  details.append(facts(chosen),
      ...callSection("Callers", chosen.callers, "caller"),
      ...callSection("Callees", chosen.callees, "callee"));
}

// ---- The overview ----

for (const f of functions.slice().sort((a, b) => b.self - a.self).slice(0, 10)
    .filter(each => each.self > 0)) {
  const button = make("button", { type: "button", title: f.name },
      make("span", { className: "row" }, make("span", {}, f.label),
           make("span", { className: "number" },
                percent(f.self) || withUnit(f.selfText))),
      bar(f.self));
  button.addEventListener("click", () => select(f, true));
  $("hottest").append(make("li", {}, button));
}

// ---- Colours ----

const maxSelf = Math.max(.05, ...drawn.map(f => share(f.self)));
const moduleCosts = new Map();
for (const f of drawn)
  moduleCosts.set(f.module, (moduleCosts.get(f.module) ?? 0) + f.self);
const moduleOrder = [...moduleCosts.keys()]
    .sort((a, b) => moduleCosts.get(b) - moduleCosts.get(a));

const originals = new Map(drawn.map(f => [f, {
  fill: f.node.querySelector("polygon").getAttribute("fill"),
  texts: [...f.node.querySelectorAll("text")]
      .map(text => text.getAttribute("fill")),
}]));

function heat(weight) {
  const step = Math.floor(HEAT.length * Math.sqrt(Math.max(0, weight)));
  return HEAT[Math.min(HEAT.length - 1, step)];
}

const channels = {
  self: f => heat(share(f.self) / maxSelf),
  total: f => heat(share(f.total)),
  module: f => MODULES[moduleOrder.indexOf(f.module)] ?? OTHERS,
};

function paint(channel) {
  for (const f of drawn) {
    const original = channel === data.channel ? originals.get(f) : null;
    f.node.querySelector("polygon").setAttribute("fill",
        original ? original.fill : channels[channel](f));
    f.node.querySelectorAll("text").forEach((text, i) => {
      const fill = original ? original.texts[i] : "#000";
      if (fill)
        text.setAttribute("fill", fill);
    });
  }
}

function ramp(colours, top) {
  const width = 100 / colours.length;
  return [
    draw("svg", { class: "ramp", viewBox: "0 0 100 4", "aria-hidden": "true",
                  preserveAspectRatio: "none" },
        ...colours.map((fill, i) => draw("rect",
            { x: i * width, width: width + .2, height: 4, fill }))),
    make("p", { className: "ends row" }, make("span", {}, "0%"),
         make("span", {}, percent(top * data.whole))),
  ];
}

function swatches() {
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

function tellColours(channel) {
  const place = $("colours");
  place.replaceChildren();
  if (channel === "module")
    place.append(make("p", {}, "Colour: module"), swatches());
  else if (data.whole > 0 && (channel !== data.channel || data.ramp))
    place.append(make("p", {}, `Colour: ${channel} cost`),
        ...channel === data.channel ? ramp(data.ramp, data.top)
            : ramp(HEAT, channel === "self" ? maxSelf : 1));
}

$("channel").addEventListener("change", event => {
  paint(event.target.value);
  tellColours(event.target.value);
});

// ---- Searching ----

function search() {
  query = $("search").value.trim().toLowerCase();
  matches = query ? functions.filter(f => f.key.includes(query)) : [];
  match = -1;
  picture.classList.toggle("seeking", !!query);
  for (const f of drawn)
    f.node.classList.toggle("found", !!query && f.key.includes(query));
  const seen = matches.filter(f => f.node).length;
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

// One box of the picture is in the order of Tab, arrows go from it to others.
let roving = null;

function rove(f) {
  roving?.node.setAttribute("tabindex", "-1");
  roving = f;
  f.node.setAttribute("tabindex", "0");
}

for (const f of drawn) {
  f.node.setAttribute("role", "button");
  f.node.setAttribute("tabindex", "-1");
  f.node.setAttribute("aria-label", `${f.label}, self ${percent(f.self)}, ` +
                      `total ${percent(f.total, f.exact)}`);
  f.node.setAttribute("aria-describedby", "help");
  // By a key; what is being clicked must not move.
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
  rove(drawn[0]);

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

const moves = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60],
                ArrowDown: [0, -60] };

function boxKey(event) {
  if (event.key === "Enter" || event.key === " ") {
    select(roving);
    return true;
  }
  if (!moves[event.key])
    return false;
  const f = neighbour(event.key);
  if (f) {
    rove(f);
    f.node.focus({ preventScroll: true });
  }
  return true;
}

function graphKey(event) {
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
  if (chosen)
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
  if (onBox && boxKey(event) || !graph.hidden && graphKey(event))
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
    show();
    if (chosen?.node)
      reveal(chosen.node);
  }
}

$("show-graph").addEventListener("click", () => showView("graph"));
$("show-table").addEventListener("click", () => showView("table"));
$("zoom-in").addEventListener("click", () => zoom(1.25));
$("zoom-out").addEventListener("click", () => zoom(1 / 1.25));
$("fit").addEventListener("click", fit);

// ---- Paper ----

window.addEventListener("beforeprint", () =>
    picture.setAttribute("viewBox",
        `${whole.x} ${whole.y} ${whole.width} ${whole.height}`));
window.addEventListener("afterprint", show);

// ---- Begin ----

$("functions").append(table.box);
$("channel").value = data.channel;
if (!hasModules)
  $("channel").querySelector("[value=module]").remove();
tellColours(data.channel);
begin();
new ResizeObserver(() => {
  if (!graph.hidden)
    show();
}).observe(graph);
selectByHash();
})();
