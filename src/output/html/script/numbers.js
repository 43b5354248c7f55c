// The numbers of functions and calls: those of the data, or those of the
// contexts that filters leave.

for (const f of functions)
  f.unfiltered = { self: f.self, selfText: f.selfText, total: f.total,
                   totalText: f.totalText, count: f.count, isGone: f.isGone,
                   callers: f.callers, callees: f.callees };
const unfilteredCalls = calls.map(({ cost, text, count }) =>
    ({ cost, text, count }));

const rowOf = new Map(functions.map((f, row) => [f, row]));
const pairKey = (caller, callee) => caller * functions.length + callee;

// Returns self and total costs of functions by row.
function* costsOfFunctions(tree) {
  const self = new Float64Array(functions.length);
  const total = new Float64Array(functions.length);
  for (let c = 0; c < tree.fn.length; c++)
    self[tree.fn[c]] += tree.self[c]; // SMALL is no index
  yield* walkOutermost(tree, tree.fn, functions.length, (c, row) => {
    total[row] += tree.total[c];
  });
  return { self, total };
}

// Returns the costs of calls: ids has a number by pairKey, and costs are by
// this number.
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
  const costs = new Float64Array(ids.size);
  yield* walkOutermost(tree, keys, ids.size, (c, id) => {
    costs[id] += tree.total[c];
  });
  return { ids, costs };
}

// Returns the numbers of functions by row. How often one was called with these
// stacks, nobody knows.
function* numbersOfFunctions(tree, units) {
  const { self, total } = yield* costsOfFunctions(tree), numbers = [];
  for (let row = 0; row < functions.length; row++) {
    numbers.push({ self: self[row], selfText: shortText(self[row], units),
                   total: total[row], totalText: shortText(total[row], units),
                   count: null, isGone: !(total[row] > 0),
                   callers: [], callees: [] });
    if (row % 256 === 255)
      yield;
  }
  return numbers;
}

// Returns the numbers of calls in their order, and lists the calls as callers
// and callees in the numbers of the functions, with those that the data do not
// have. An arrow of the picture may stand for calls over functions that are not
// drawn, so its cost is that of neighbours once those are hidden.
function* numbersOfCalls(tree, units, ofFunctions) {
  const others = new Set([SMALL, ...functions.keys()]
      .filter(row => !functions[row]?.box));
  const arrows = yield* costsOfCalls(
      yield* filterTree(tree, filters.hide, others));
  const neighbours = yield* costsOfCalls(tree), numbers = [];
  const numbersFor = cost => ({ cost, text: shortText(cost, units),
                                count: null });
  const list = (call, caller, callee) => {
    ofFunctions[caller].callees.push(call);
    ofFunctions[callee].callers.push(call);
  };
  for (const call of calls) {
    const caller = rowOf.get(call.caller), callee = rowOf.get(call.callee);
    const key = pairKey(caller, callee);
    const { ids, costs } = call.kind ? arrows : neighbours;
    const cost = costs[ids.get(key)] ?? 0;
    numbers.push(numbersFor(cost));
    if (cost > 0)
      list(call, caller, callee);
    neighbours.ids.delete(key);
    if (numbers.length % 256 === 0)
      yield;
  }
  for (const [key, id] of neighbours.ids) {
    const caller = Math.floor(key / functions.length);
    const callee = key % functions.length;
    list({ caller: functions[caller], callee: functions[callee], exact: true,
           kind: null, change: null, edge: null,
           ...numbersFor(neighbours.costs[id]) }, caller, callee);
    if (id % 256 === 0)
      yield;
  }
  return numbers;
}

const shortText = (cost, units) => units.unit ? grouped(cost)
    : costText(cost, units);

// Returns all numbers of a tree.
function* numbersOf(tree, units) {
  const ofFunctions = yield* numbersOfFunctions(tree, units);
  return { ofFunctions,
           ofCalls: yield* numbersOfCalls(tree, units, ofFunctions) };
}

// Gives functions and calls these numbers, or for null those of the data.
function setNumbers(numbers) {
  functions.forEach((f, row) =>
      Object.assign(f, numbers ? numbers.ofFunctions[row] : f.unfiltered));
  calls.forEach((call, i) => {
    const of = numbers ? numbers.ofCalls[i] : unfilteredCalls[i];
    call.cost = of.cost;
    call.text = of.text;
    call.count = of.count;
  });
}
