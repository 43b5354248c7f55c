// Time order: the stacks of a thread along time, as a flame graph whose frames
// are as wide as they last.
const CHART_SLOTS = 8192; // most stacks along the width

let chart = null;
let charted = ""; // what it shows

// ---- The frames that filters leave ----

let parents = null; // of the nodes of the data, -1 for none, and their depths

function parentsOfNodes() {
  if (parents)
    return parents;
  const { nodes } = data.contexts, n = nodes.length / 3, path = [];
  const parent = new Int32Array(n), depth = new Int32Array(n);
  for (let c = 0; c < n; c++) {
    path.length -= c ? nodes[3 * c + 1] : 0;
    parent[c] = path.at(-1) ?? -1;
    depth[c] = path.length;
    path.push(c);
  }
  parents = { parent, depth };
  return parents;
}

// Returns the nearest node upward from each node that the filters leave as a
// frame, the node itself included, or -1 if there is none or its cost is gone;
// and the function of each frame.
function* framesOfNodes(steps) {
  const { nodes } = data.contexts, n = nodes.length / 3;
  const { parent, depth } = parentsOfNodes();
  const fn = Int32Array.from({ length: n }, (_, c) => nodes[3 * c]);
  const stays = new Uint8Array(n).fill(1), pays = new Uint8Array(n).fill(1);
  if (valueOf("granularity") && !form)
    for (let c = 0; c < n; c++) {
      fn[c] = fn[c] === SMALL ? SMALL : groupOfRow[fn[c]];
      stays[c] = parent[c] < 0 || fn[parent[c]] !== fn[c] ||
          functions[fn[c]]?.module === "";
    }
  const joined = new Int32Array(n).fill(-1); // with a node further out
  for (const [filter, marked] of steps) {
    const near = new Uint8Array(n), path = [], outermost = new Map();
    for (let c = 0; c < n; c++) {
      const match = stays[c] && marked.has(fn[c]);
      path[depth[c]] = c;
      const first = filter.joins && match ? outermost.get(fn[c]) : undefined;
      if (first !== undefined && path[depth[first]] === first && first < c)
        joined[c] = first;
      else if (match)
        outermost.set(fn[c], c);
      near[c] = match || parent[c] >= 0 && near[parent[c]];
      pays[c] &&= filter.cost(near[c]);
      stays[c] &&= depth[c] < data.tags || filter.frame(near[c], match);
      if (isPause(c))
        yield;
    }
  }
  const frame = new Int32Array(n).fill(-1), above = new Int32Array(n).fill(-1);
  for (let c = 0; c < n; c++) {
    above[c] = parent[c] < 0 ? -1 : frame[parent[c]];
    frame[c] = joined[c] >= 0 ? frame[joined[c]] : stays[c] ? c : above[c];
  }
  return { fn, frame, above, pays };
}

// ---- The stacks along time ----

// Returns the slots [slice, node] of a thread in a range: the node that costs
// most in each.
function* slotsOf(kind, [from, to]) {
  const step = Math.max(1, Math.ceil((to - from) / CHART_SLOTS)), slots = [];
  let most = 0;
  for (let i = timeRows.starts.get(kind); timeRows.kind[i] === kind; i++) {
    const at = timeRows.slice[i];
    if (isPause(i))
      yield;
    if (at < from || at >= to)
      continue;
    const slot = at - (at - from) % step;
    if (slots.at(-1)?.[0] !== slot) {
      slots.push([slot, -1]);
      most = 0;
    }
    if (timeRows.cost[i] > most) {
      most = timeRows.cost[i];
      slots.at(-1)[1] = timeRows.node[i];
    }
  }
  return { slots, step };
}

// Returns how long a sample stands for its stack, at most: twice the median
// distance of samples.
function longestGap(slots, step) {
  const gaps = slots.slice(1).map(([at], i) => at - slots[i][0])
      .sort((a, b) => a - b);
  return Math.max(2 * (gaps[gaps.length >> 1] ?? 0), step);
}

// Returns the tree of a thread: its nodes have a start and a width in seconds,
// and no costs.
function* chartTree(kind, range, steps) {
  const { fn, frame, above, pays } = yield* framesOfNodes(steps);
  const { slots, step } = yield* slotsOf(kind, range);
  const gap = longestGap(slots, step), { width } = data.times;
  const tree = { fn: [], parent: [], next: [], depth: [], start: [], width: [],
                 height: 0, whole: (range[1] - range[0]) * width,
                 first: range[0] };
  const open = []; // the nodes of the tree that last
  const close = to => {
    while (open.length > to)
      tree.next[open.pop()] = tree.fn.length;
  };
  let end = -1;
  for (let i = 0; i < slots.length; i++) {
    const [at, node] = slots[i], path = [];
    const until = Math.min(at + gap, slots[i + 1]?.[0] ?? Infinity, range[1]);
    if (node >= 0 && pays[node])
      for (let c = frame[node]; c >= 0; c = above[c])
        path.unshift(fn[c]);
    let same = 0;
    while (at === end && same < open.length && same < path.length &&
           tree.fn[open[same]] === path[same])
      same++;
    close(same);
    for (const each of path.slice(same)) {
      open.push(tree.fn.length);
      tree.fn.push(each);
      tree.parent.push(open.at(-2) ?? -1);
      tree.next.push(0);
      tree.depth.push(open.length - 1);
      tree.start.push((at - range[0]) * width);
      tree.width.push(0);
    }
    for (const c of open)
      tree.width[c] = (until - range[0]) * width - tree.start[c];
    tree.height = Math.max(tree.height, open.length);
    end = until;
    if (i % 64 === 0)
      yield;
  }
  close(0);
  return tree;
}

// ---- The view ----

let wantedThread = null; // the thread that the reader wants to see here

// The thread that is shown: the wanted one, or the costliest one that is chosen.
function chartThread(lanes) {
  const chosen = lanes.filter(({ thread }) =>
      isChosenThread(choices.threads[thread], valueOf("thread")));
  return (chosen.find(({ thread }) => thread === wantedThread) ?? chosen[0] ??
          lanes[0])?.thread;
}

function describeFrame(tree, c) {
  const f = tree.fn[c] === SMALL ? null : functions[tree.fn[c]];
  const from = startOf(tree.first, data.times) - startOf(0) + tree.start[c];
  return `${f ? f.label : "(small)"}, ${secondsText(tree.width[c])}, ` +
      `from ${secondsText(from)}`;
}

// The field is empty, so that its list has all threads; the one that is shown
// stands behind it.
function fillThreads(lanes) {
  const shown = chartThread(lanes);
  const nameOf = ({ name }) => name || "all";
  $("chart-threads").replaceChildren(...lanes.map(lane =>
      make("option", { value: nameOf(lane) })));
  $("chart-thread").value = "";
  $("chart-thread").placeholder = nameOf(lanes.find(({ thread }) =>
      thread === shown) ?? {});
  $("chart-thread").parentElement.hidden = lanes.length < 2;
}

function showChart() {
  if (!timeRows)
    return;
  chart ??= new Flame($("chart-box"), { pick: f => select(f),
                                        describe: describeFrame });
  const lanes = findLanes();
  fillThreads(lanes);
  const thread = chartThread(lanes);
  const range = !form && chosenRange() || [0, data.times.slices];
  const state = JSON.stringify([thread, chips]);
  if (state === charted) {
    chart.resize();
    return;
  }
  charted = state;
  const { steps } = form ? { steps: [] } : matchChips(rowsOf(chosenTree));
  startTask("chart", chartTree(kindOf(shownEvent(), thread), range, steps),
            tree => chart.show(tree), data.contexts.nodes.length / 3 /
                NODES_AT_ONCE + data.times.slices / 64);
}

if (times) {
  $("chart-thread").addEventListener("change", () => {
    wantedThread = findThread(findLanes().map(({ thread, name }) =>
        [thread, name]), $("chart-thread").value) ?? wantedThread;
    showChart();
  });
  strip.hidden = false;
  $("show-chart").hidden = !data.times;
}
