// The numbers of functions and calls: those of the data, or those of the
// contexts that filters leave.

for (const f of functions)
  f.unfiltered = { self: f.self, selfText: f.selfText, total: f.total,
                   totalText: f.totalText, count: f.count, isGone: f.isGone,
                   callers: f.callers, callees: f.callees,
                   selfChange: f.selfChange, totalChange: f.totalChange,
                   presence: f.presence };
const unfilteredCalls = calls.map(({ cost, text, count, change, isDirect }) =>
    ({ cost, text, count, change, isDirect }));

const rowOf = new Map(functions.map((f, row) => [f, row]));
const pairKey = (caller, callee) => caller * functions.length + callee;

// Returns self and total costs of functions by row, and the new side's parts of
// them, or zeros.
function* costsOfFunctions(tree) {
  const [self, total, afterSelf, afterTotal] =
      Array.from({ length: 4 }, () => new Float64Array(functions.length));
  for (let c = 0; c < tree.fn.length; c++) {
    self[tree.fn[c]] += tree.self[c]; // SMALL is no index
    if (tree.afterSelf)
      afterSelf[tree.fn[c]] += tree.afterSelf[c];
    if (isPause(c))
      yield;
  }
  yield* walkOutermost(tree, tree.fn, functions.length, (c, row) => {
    total[row] += tree.total[c];
    if (tree.afterTotal)
      afterTotal[row] += tree.afterTotal[c];
  });
  return { self, total, afterSelf, afterTotal };
}

// ---- Changes ----

// Returns the change between the part of a cost that is the base's and the new
// side's part. It is not tested: it counts as real if that of the whole does,
// which is `drawn` or null, and has the same direction.
function changeOf(cost, part, units, whole, kind, drawn) {
  const clean = each => Math.abs(each) <= 1e-9 * cost ? 0 : each;
  const before = clean(cost - part), after = clean(part);
  const difference = clean(after - before);
  return { before, beforeText: meanText(before, units), after,
           afterText: meanText(after, units), kind, p: null, isTested: false,
           points: whole > 0 ? 100 * difference / whole : 0,
           difference: sign(difference) + meanText(Math.abs(difference), units),
           real: !!drawn?.real &&
               Math.sign(drawn.points) === Math.sign(difference) };
}

// Returns the text of a mean, which is rounded as the program rounds it.
function meanText(cost, units) {
  const scale = cost >= 99.95 ? 1 : cost >= 9.995 ? 10 : 100;
  return shortText(units.unit ? Math.round(cost * scale) / scale : cost, units);
}

function presenceOf({ before, after }) {
  return before > 0 === after > 0 ? "" : after > 0 ? "new" : "gone";
}

// The cost that percentages of a tree refer to: in a comparison that of the
// base, as far as filters leave it.
function* wholeOf(tree, whole) {
  if (!tree.afterSelf)
    return whole;
  let base = 0;
  for (let c = 0; c < tree.fn.length; c++)
    base += tree.self[c] - tree.afterSelf[c];
  return base;
}

// Returns the costs of calls: ids has a number by pairKey, and costs are by
// this number, as are the new side's parts.
function* costsOfCalls(tree) {
  const ids = new Map(), keys = new Int32Array(tree.fn.length).fill(-1);
  for (let c = 0; c < tree.fn.length; c++) {
    const parent = tree.parent[c];
    if (isPause(c))
      yield;
    if (parent < 0 || tree.fn[c] === SMALL)
      continue;
    const key = pairKey(tree.fn[parent], tree.fn[c]);
    const id = ids.get(key) ?? ids.size;
    ids.set(key, id);
    keys[c] = id;
  }
  const costs = new Float64Array(ids.size), parts = new Float64Array(ids.size);
  yield* walkOutermost(tree, keys, ids.size, (c, id) => {
    costs[id] += tree.total[c];
    if (tree.afterTotal)
      parts[id] += tree.afterTotal[c];
  });
  return { ids, costs, parts };
}

// Returns the lifted parts of calls by row of the callee, as view/lift.c counts
// them: its cost where the caller is somewhere above it and no arrow leads to it
// from the box next above. A comparison has none.
function* liftedCosts(tree) {
  const callers = new Int32Array(functions.length).fill(-1);
  const costs = new Float64Array(functions.length), arrows = new Set();
  for (const call of calls) {
    const caller = rowOf.get(call.caller), callee = rowOf.get(call.callee);
    if (call.kind)
      arrows.add(pairKey(caller, callee));
    if (call.isLifted)
      callers[callee] = caller;
  }
  yield* walkOutermost(tree, tree.fn, functions.length, (c, callee) => {
    let above = callers[callee] < 0 ? -1 : tree.parent[c];
    if (above >= 0 && arrows.has(pairKey(tree.fn[above], callee)))
      return;
    while (above >= 0 && tree.fn[above] !== callers[callee])
      above = tree.parent[above];
    if (above >= 0)
      costs[callee] += tree.total[c];
  });
  return costs;
}

// Returns the numbers of functions by row. How often one was called with these
// stacks, nobody knows.
function* numbersOfFunctions(tree, units) {
  const { self, total, afterSelf, afterTotal } = yield* costsOfFunctions(tree);
  const numbers = [];
  for (let row = 0; row < functions.length; row++) {
    const { unfiltered } = functions[row];
    const change = (costs, parts, kind) => tree.afterSelf
        ? changeOf(costs[row], parts[row], units, units.whole, kind,
                   unfiltered[`${kind}Change`]) : null;
    const totalChange = change(total, afterTotal, "total");
    numbers.push({ self: self[row], selfText: shortText(self[row], units),
                   total: total[row], totalText: shortText(total[row], units),
                   count: null, isGone: !(total[row] > 0),
                   callers: [], callees: [], totalChange,
                   selfChange: change(self, afterSelf, "self"),
                   presence: totalChange ? presenceOf(totalChange) : "" });
    if (row % 256 === 255)
      yield;
  }
  return numbers;
}

// Returns the numbers of calls in their order, and lists the calls as callers
// and callees in the numbers of the functions. `others` are the calls that the
// data do not have, or only as a part of an arrow, for listOthers. An arrow of the
// picture may stand for calls over functions that are not drawn, so its cost is
// that of neighbours once those are hidden.
function* numbersOfCalls(tree, units, ofFunctions) {
  const hidden = new Set([SMALL, ...functions.keys()]
      .filter(row => !functions[row]?.box));
  const ofBoxes = yield* filterTree(tree, filters.hide, hidden);
  const arrows = yield* costsOfCalls(ofBoxes);
  const lifted = yield* liftedCosts(ofBoxes);
  const neighbours = yield* costsOfCalls(tree), numbers = [];
  const numbersFor = ({ costs, parts }, id, drawn, more = 0) => {
    const cost = (costs[id] ?? 0) + more;
    return { cost, text: shortText(cost, units), count: null,
             change: tree.afterSelf
                 ? changeOf(cost, parts[id] ?? 0, units, units.whole,
                            undefined, drawn) : null };
  };
  for (const call of calls) {
    const caller = rowOf.get(call.caller), callee = rowOf.get(call.callee);
    const key = pairKey(caller, callee);
    const counted = call.kind ? arrows : neighbours;
    const direct = neighbours.costs[neighbours.ids.get(key)] ?? 0;
    const of = numbersFor(counted, counted.ids.get(key),
                          unfilteredCalls[numbers.length].change,
                          call.isLifted ? lifted[callee] : 0);
    of.isDirect = of.cost - direct <= 1e-9 * of.cost;
    numbers.push(of);
    if (of.cost > 0) {
      ofFunctions[caller].callees.push(call);
      ofFunctions[callee].callers.push(call);
    }
    if (of.isDirect)
      neighbours.ids.delete(key);
    if (numbers.length % 256 === 0)
      yield;
  }
  return { ofCalls: numbers, others: { ids: neighbours.ids,
               numbersFor: id => numbersFor(neighbours, id, null) } };
}

let otherCalls = null; // of the numbers that are shown, or null
let withOthers = new Set(); // the functions that have them in their lists

// Adds the calls of a function that the data do not have to its lists. There may
// be many of all functions, which nobody looks at.
function listOthers(f) {
  const row = rowOf.get(f);
  if (!otherCalls || withOthers.has(f))
    return;
  withOthers.add(f);
  for (const [key, id] of otherCalls.ids) {
    const caller = Math.floor(key / functions.length);
    const callee = key % functions.length;
    if (caller !== row && callee !== row)
      continue;
    const call = { caller: functions[caller], callee: functions[callee],
                   exact: true, kind: null, edge: null, isDirect: true,
                   ...otherCalls.numbersFor(id) };
    if (caller === row)
      f.callees.push(call);
    if (callee === row)
      f.callers.push(call);
  }
}

const shortText = (cost, units) => units.unit ? grouped(cost)
    : costText(cost, units);

// Returns all numbers of a tree.
function* numbersOf(tree, units) {
  const ofFunctions = yield* numbersOfFunctions(tree, units);
  return { ofFunctions,
           ...yield* numbersOfCalls(tree, units, ofFunctions) };
}

// Gives functions and calls these numbers, or for null those of the data.
function* setNumbers(numbers) {
  otherCalls = numbers?.others ?? null;
  withOthers = new Set();
  for (const [row, f] of functions.entries()) {
    Object.assign(f, numbers ? numbers.ofFunctions[row] : f.unfiltered);
    if (row % 256 === 255)
      yield;
  }
  for (const [i, call] of calls.entries()) {
    Object.assign(call, numbers ? numbers.ofCalls[i] : unfilteredCalls[i]);
    if (i % 1024 === 1023)
      yield;
  }
}
