// The data that html_data writes (data.h), as functions and calls that refer to
// each other, and their numbers as text.
const $ = id => document.getElementById(id);
const data = JSON.parse($("data").textContent);

// kind is "self" or "total"; a call has none.
function readChange(list, kind) {
  if (!list)
    return null;
  const [before, beforeText, after, afterText, points, difference, p, real] =
      list;
  return { before, beforeText, after, afterText, points, difference, p,
           real: !!real, kind };
}

// Is a cost exact? An estimate may have a range instead, such as "24 to 73%".
const readExact = exact => typeof exact === "string" ? exact : !!exact;

// A drawn function has a box; it has a node if the box is its own and not that
// of a chain.
const functions = data.functions.map(([id, label, name, symbol, module, file,
    line, self, selfText, total, totalText, count, cycle, exact, box,
    selfChange, totalChange, presence, countBefore, countAfter], row) => ({
  id, label, name: name ?? label, symbol: symbol ?? name ?? label,
  module: module === null ? "" : data.modules[module],
  file, line, self, selfText, total, totalText, count, cycle,
  exact: readExact(exact), callers: [], callees: [],
  box: box === null ? null : $(data.functions[box][0]),
  boxRow: box, node: box === row ? $(id) : null, members: [],
  selfChange: readChange(selfChange, "self"),
  totalChange: readChange(totalChange, "total"),
  presence, countBefore, countAfter,
  isGone: row >= data.functions.length - data.others,
}));
// The function whose box shows f.
const boxOf = f => f.boxRow === null ? f : functions[f.boxRow];
const byId = new Map(functions.map(f => [f.id, f]));
// A direct call is not over functions that are left out, and a part of a lifted
// one is over other boxes.
const calls = data.calls.map(([caller, callee, cost, text, count, exact,
    kind, change, isMixed]) => {
  const call = { caller: functions[caller], callee: functions[callee], cost,
                 text, count, exact: readExact(exact), kind,
                 change: readChange(change), isDirect: !isMixed,
                 isLifted: isMixed === 2 };
  // An arrow has the ids of the functions, also where a chain begins or ends.
  call.edge = kind && $(`${call.caller.id}_${call.callee.id}`);
  call.caller.callees.push(call);
  call.callee.callers.push(call);
  return call;
});
const callOfEdge = new Map();
for (const call of calls)
  if (call.edge && !callOfEdge.has(call.edge.id))
    callOfEdge.set(call.edge.id, call);
const onlyDirect = list => list.filter(call => call.isDirect);
// Does the picture show the call, or calls between the same functions?
const isShown = ({ kind, caller, callee }) =>
    !!kind || callOfEdge.has(`${caller.id}_${callee.id}`);
const drawn = functions.filter(f => f.node);
for (const f of functions)
  if (f.box)
    functions[f.boxRow].members.push(f);
for (const f of functions)
  f.key = [f.label, f.name, f.symbol, f.module, f.file ?? ""].join("\n")
    .toLowerCase();

const basename = path => path.slice(path.lastIndexOf("/") + 1);
// The labels of functions that share theirs with others, with what tells them
// apart: the line, else the module, with its folder if need be, or a number.
const fullLabels = new Map();
const namesakes = new Map();
for (const f of functions)
  namesakes.set(f.label, (namesakes.get(f.label) ?? []).concat(f));
for (const [label, list] of namesakes) {
  const places = [
    f => f.file && f.line ? `${basename(f.file)}:${f.line}`
        : basename(f.module || f.file || ""),
    f => f.file && f.line ? `${f.file}:${f.line}` : f.module || f.file || "",
    f => f.name,
    f => String(list.indexOf(f) + 1),
  ];
  const place = places.find(each =>
      new Set(list.map(each)).size === list.length);
  for (const f of list.length > 1 ? list : [])
    fullLabels.set(f, place(f) ? `${label} (${place(f)})` : label);
}
const fullLabel = f => fullLabels.get(f) ?? f.label;
const share = cost => data.whole > 0 && cost !== null ? cost / data.whole : 0;

// Returns "12.3%", "~12.3%" for an estimate, or its range.
function percent(cost, exact = true) {
  if (typeof exact === "string")
    return exact;
  if (cost === null || !(data.whole > 0))
    return "";
  const points = 100 * share(cost);
  const text = points > 0 && points < .05 ? "<0.1%"
      : points >= 99.95 && points < 100.05 ? "100%"
      : points === 0 ? "0%" : `${points.toFixed(1)}%`;
  return exact ? text : `~${text}`;
}

// Returns "50 samples", or the text alone if it has its unit already.
function withUnit(text, unit = data.unit) {
  const one = text === "1" ? unit.replace(/s$/, "") : unit;
  return text === null ? "" : one ? `${text} ${one}` : text;
}

// Returns "27.3%, 54 samples", the form of all views. A part that is not known
// is left out.
function bothTexts(text, cost, exact = true) {
  return [percent(cost, exact), withUnit(text)].filter(part => part).join(", ");
}

const groups = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 });
const grouped = number => number === null ? "" : groups.format(number);

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
  if (change.isTested === false)
    return change.points ? "not tested" : "";
  const p = change.p === null ? "" : change.p < .001 ? "p < 0.001"
      : change.p < 1 ? `p ${change.p.toFixed(3)}` : "";
  return change.real ? p || "no" : p ? `noise, ${p}` : "noise";
}
