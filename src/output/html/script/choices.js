// The choice of an event and of threads. All numbers of the page follow, as if
// the program had been given --event, --comm, --pid or --tid: percentages refer
// to the cost of what is chosen.
const choices = data.contexts && data.choices;
const choiceInputs = { event: $("choose-event"), thread: $("choose-thread") };
const THREAD_KEYS = ["comm", "pid", "tid"];
const defaultEvent = choices ? choices.events[choices.event][0] : "";
// The numbers of the picture, before a choice.
const asDrawn = { whole: data.whole, unit: data.unit, base: data.base };
const treesByChoice = new Map();

// Returns the sums of costs by event, or by a value of the threads.
function sumsOfWholes(key) {
  const sums = new Map();
  for (let i = 0; i < choices.wholes.length; i += 3) {
    const [event, thread, cost] = choices.wholes.slice(i, i + 3);
    const of = key(event, choices.threads[thread]);
    if (of)
      sums.set(of, (sums.get(of) ?? 0) + cost);
  }
  return sums;
}

// Returns values and texts of options: threads by name and, if they share it
// or have none, by id. The costliest come first.
function threadOptions() {
  const ids = new Map(); // texts by value
  const byName = new Map();
  for (const [comm, pid, tid] of choices.threads) {
    const id = tid ? `tid=${tid}` : pid ? `pid=${pid}` : "";
    if (id)
      ids.set(id, `${comm} ${tid || pid}`.trim());
    byName.set(comm, (byName.get(comm) ?? new Set()).add(id));
  }
  const options = [];
  const rank = sums => [...sums].sort((a, b) => b[1] - a[1]).map(([of]) => of);
  const names = rank(sumsOfWholes((event, [comm]) => comm && `comm=${comm}`));
  for (const name of names)
    options.push([name, byName.get(name.slice(5)).size > 1
        ? `all ${name.slice(5)}` : name.slice(5)]);
  for (const id of rank(sumsOfWholes((event, [, pid, tid]) =>
      tid ? `tid=${tid}` : pid ? `pid=${pid}` : "")))
    if (!names.length || [...byName].some(([comm, of]) =>
        (of.size > 1 || !comm) && of.has(id)))
      options.push([id, ids.get(id)]);
  return options;
}

// What can be chosen: [value, text] by name.
const offered = { event: [], thread: [] };

function offer(name, place, options) {
  offered[name] = options;
  place.append(...options.map(([, text]) =>
      make("option", { value: text }, name === "event" ? text : "")));
  choiceInputs[name].parentElement.hidden = options.length < 2;
}

if (choices) {
  const events = sumsOfWholes(event => choices.events[event][0]);
  offer("event", choiceInputs.event,
        [...new Set([defaultEvent, ...events.keys()])]
            .map(name => [name, name]));
  offer("thread", $("threads"), threadOptions());
}

// Does the thread belong to the choice?
function isChosenThread(thread, choice) {
  const at = choice.indexOf("=");
  return !choice ||
      thread[THREAD_KEYS.indexOf(choice.slice(0, at))] === choice.slice(at + 1);
}

// Returns the self costs of the nodes of the data: those of one event, of some
// threads and of a range of time, or of all of it for null.
function* costsOfNodes(event, thread, range) {
  const costs = new Float64Array(data.contexts.nodes.length / 3);
  const wanted = choices.threads.map(each => isChosenThread(each, thread));
  if (timeRows)
    yield* addTimes(costs, event, wanted, range ?? [-1, Infinity]);
  else
    addParts(costs, event, wanted);
  return costs;
}

function* addTimes(costs, event, wanted, [from, to]) {
  const { kind, slice, node, cost } = timeRows, n = choices.threads.length;
  for (let i = 0; i < kind.length; i++) {
    if (slice[i] >= from && slice[i] < to &&
        Math.floor(kind[i] / n) === event && wanted[kind[i] % n])
      costs[node[i]] += cost[i];
    if (isPause(i))
      yield;
  }
}

function addParts(costs, event, wanted) {
  const { parts } = data.contexts, n = choices.threads.length;
  for (let i = 0, node = -1; i < parts.length;) {
    node += parts[i];
    const end = i + 2 + 2 * parts[i + 1];
    for (i += 2; i < end; i += 2)
      if (Math.floor(parts[i] / n) === event && wanted[parts[i] % n])
        costs[node] += parts[i + 1];
  }
}

// Returns the tree before all filters, and the units and the whole, of what is
// chosen; "" is the drawn event, and all threads, and null all times.
function* readChoice(name, thread, range) {
  if (!choices || !name && !thread && !range)
    return { tree: wholeTree, ...asDrawn };
  const event = choices.events.findIndex(([each]) =>
      each === (name || defaultEvent));
  const [, unit, base] = choices.events[event];
  if (range) {
    const tree = yield* readContexts(
        yield* costsOfNodes(event, thread, range));
    return { tree, unit, base, whole: tree.whole };
  }
  const key = `${event} ${thread}`;
  if (!treesByChoice.has(key))
    treesByChoice.set(key, yield* readContexts(
        yield* costsOfNodes(event, thread, null)));
  return { tree: treesByChoice.get(key), unit, base,
           whole: sumsOfWholes((e, each) =>
               e === event && isChosenThread(each, thread) && "whole")
               .get("whole") ?? 0 };
}

// Is the value one of those offered?
const isOffered = (name, value) =>
    offered[name].some(([each]) => each === value);

const threadText = value =>
    offered.thread.find(([each]) => each === value)?.[1] ?? value;

// Returns the value of [value, text] that a text names, or the first one of which
// it is a part; undefined if there is none.
function findThread(threads, text) {
  const part = text.trim().toLowerCase();
  const found = threads.filter(([, each]) =>
      each.toLowerCase().includes(part));
  return (found.find(([, each]) => each === text) ?? found[0])?.[0];
}
