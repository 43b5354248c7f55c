// Trees of contexts: the stacks of the profile, and trees made of them.
//
// A tree has arrays by node, { fn, parent, self, total, next, depth }: the
// function's row or SMALL, the node of the caller or -1, costs, and the node
// after the subtree. Each node is followed by its subtree, and children by
// falling total. In a comparison, costs are those of both sides together, and
// afterSelf and afterTotal are the new side's parts of them; else these are null.
const SMALL = -1; // contexts that the program merged

// Generators yield after this many nodes, about a third of a millisecond.
const NODES_AT_ONCE = 2048;
const isPause = node => node % NODES_AT_ONCE === NODES_AT_ONCE - 1;

// Collects nodes in any order, parents before children. Nodes of one parent and
// one function are one.
class TreeBuilder {
  constructor() {
    this.fn = [];
    this.parent = [];
    this.self = [];
    this.after = [];
    this.ids = new Map();
  }

  // Adds the self cost of a node of a tree to a node.
  add(id, tree, c) {
    this.self[id] += tree.self[c];
    if (tree.afterSelf)
      this.after[id] = (this.after[id] ?? 0) + tree.afterSelf[c];
  }

  node(parent, fn) {
    const key = (parent + 1) * (functions.length + 1) + fn + 1;
    let id = this.ids.get(key);
    if (id === undefined) {
      id = this.fn.length;
      this.ids.set(key, id);
      this.fn.push(fn);
      this.parent.push(parent);
      this.self.push(0);
    }
    return id;
  }

  // Returns the totals of the nodes, and the children of all of them that cost
  // something: those of node c are children[from[c + 1]] to
  // children[from[c + 2]], by falling total. The roots come first, as those of
  // node -1.
  *children() {
    const { fn, parent, self } = this, n = fn.length;
    const total = Float64Array.from(self), from = new Int32Array(n + 3);
    for (let c = n - 1; c >= 0; c--) {
      if (parent[c] >= 0)
        total[parent[c]] += total[c];
      if (total[c] > 0)
        from[parent[c] + 3]++;
      if (isPause(c))
        yield;
    }
    for (let c = 2; c < n + 3; c++)
      from[c] += from[c - 1];
    const children = new Int32Array(from[n + 2]);
    for (let c = 0; c < n; c++) {
      if (total[c] > 0)
        children[from[parent[c] + 2]++] = c;
      if (isPause(c))
        yield;
    }
    for (let c = -1; c < n; c++) {
      if (from[c + 2] - from[c + 1] > 1)
        children.subarray(from[c + 1], from[c + 2])
            .sort((a, b) => (fn[a] === SMALL) - (fn[b] === SMALL) ||
                            total[b] - total[a] || a - b);
      if (isPause(c))
        yield;
    }
    return { total, children, from };
  }

  // Returns the tree, without nodes that cost nothing.
  *tree() {
    const { total, children, from } = yield* this.children();
    const n = children.length;
    const tree = { fn: new Int32Array(n), parent: new Int32Array(n),
                   self: new Float64Array(n), total: new Float64Array(n),
                   next: new Int32Array(n), depth: new Int32Array(n),
                   afterSelf: null, afterTotal: null, whole: 0, height: 0 };
    if (this.after.length)
      tree.afterSelf = new Float64Array(n);
    const open = [{ at: 0, end: from[1], to: -1 }];
    let to = 0;
    while (open.length) {
      const top = open[open.length - 1];
      if (top.at === top.end) {
        if (top.to >= 0)
          tree.next[top.to] = to;
        open.pop();
        continue;
      }
      const c = children[top.at++];
      tree.fn[to] = this.fn[c];
      tree.parent[to] = top.to;
      tree.self[to] = this.self[c];
      if (tree.afterSelf)
        tree.afterSelf[to] = this.after[c] ?? 0;
      tree.total[to] = total[c];
      tree.depth[to] = open.length - 1;
      if (top.to < 0)
        tree.whole += total[c];
      tree.height = Math.max(tree.height, open.length);
      open.push({ at: from[c + 1], end: from[c + 2], to });
      if (isPause(to++))
        yield;
    }
    tree.afterTotal = tree.afterSelf && (yield* totalsOf(tree, tree.afterSelf));
    return tree;
  }
}

// Returns the sums of costs over the subtrees of a tree.
function* totalsOf(tree, costs) {
  const total = Float64Array.from(costs);
  for (let c = total.length - 1; c >= 0; c--) {
    if (tree.parent[c] >= 0)
      total[tree.parent[c]] += total[c];
    if (isPause(c))
      yield;
  }
  return total;
}

// Returns the tree of the data. costs are other self costs of its nodes.
function* readContexts(costs = null) {
  const builder = new TreeBuilder(), path = [];
  const { nodes, after } = data.contexts;
  for (let i = 0; i < nodes.length; i += 3) {
    path.length -= i ? nodes[i + 1] : 0;
    const id = builder.node(path.at(-1) ?? -1, nodes[i]);
    builder.self[id] += costs ? costs[i / 3] : nodes[i + 2];
    if (after)
      builder.after[id] = (builder.after[id] ?? 0) + after[i / 3];
    path.push(id);
    if (isPause(i / 3))
      yield;
  }
  return yield* builder.tree();
}

// null for a profile from calls, and until start.js has read them
let wholeTree = null;
let contexts = null; // what the filters leave

// Calls visit(node, key) for each node that no node with the same key is above
// of, parents first. keys has numbers below n by node; those below 0 are passed
// over.
function* walkOutermost(tree, keys, n, visit) {
  const active = new Int32Array(n), path = new Int32Array(tree.height);
  for (let c = 0, height = 0; c < tree.fn.length; c++) {
    while (height > tree.depth[c])
      if (path[--height] >= 0)
        active[path[height]]--;
    const key = path[height++] = keys[c];
    if (key >= 0 && active[key]++ === 0)
      visit(c, key);
    if (isPause(c))
      yield;
  }
}

// Returns the outermost nodes of a function.
function outermostNodes(tree, row) {
  const found = [];
  for (let c = 0; c < tree.fn.length; c++)
    if (tree.fn[c] === row) {
      found.push(c);
      c = tree.next[c] - 1;
    }
  return found;
}

// Returns the tree of what a function calls: the subtrees of its outermost
// nodes, merged. Its total is that of the function.
function* calleeTree(tree, row) {
  const builder = new TreeBuilder(), to = new Int32Array(tree.fn.length);
  for (const top of outermostNodes(tree, row))
    for (let c = top; c < tree.next[top]; c++) {
      const id = builder.node(c === top ? -1 : to[tree.parent[c]], tree.fn[c]);
      builder.self[id] += tree.self[c];
      to[c] = id;
      if (isPause(c))
        yield;
    }
  return yield* builder.tree();
}

// Adds the callers of a node, from the node outward, with a cost.
function addCallers(builder, tree, node, cost) {
  let id = -1;
  for (let c = node; c >= 0; c = tree.parent[c])
    id = builder.node(id, tree.fn[c]);
  builder.self[id] += cost;
}

// Returns the tree of the callers of a function, which is its root.
function* callerTree(tree, row) {
  const builder = new TreeBuilder();
  for (const c of outermostNodes(tree, row)) {
    addCallers(builder, tree, c, tree.total[c]);
    yield;
  }
  return yield* builder.tree();
}

// Returns the tree of all stacks from the function that the cost is spent in
// outward. Stacks below the share of merged contexts end in SMALL.
function* invertedTree(tree) {
  const builder = new TreeBuilder();
  for (let c = 0; c < tree.fn.length; c++)
    if (tree.self[c] > 0) {
      addCallers(builder, tree, c, tree.self[c]);
      if (c % 64 === 0)
        yield;
    }
  return yield* builder.tree();
}

// ---- Costs as text ----

const trimmed = (number, digits) => String(+number.toPrecision(digits));

// The text of a cost in a unit, that of the profile, as the program writes it.
function costText(cost, { unit, base } = data) {
  const scale = (units, step, number) => {
    let i = 0;
    while (Math.abs(number) >= 999.5 && i + 1 < units.length && step > 1 ||
           Math.abs(number) < .9995 && i + 1 < units.length && step < 1) {
      number /= step;
      i++;
    }
    return `${Math.abs(number) >= 999.5 ? grouped(Math.round(number))
        : trimmed(number, 3)} ${units[i]}`;
  };
  if (base === "seconds")
    return Math.abs(cost) >= .0095 || cost === 0
        ? scale(["s"], 1, cost) : scale(["ms", "us", "ns"], .001, cost * 1000);
  if (base === "bytes")
    return scale(["bytes", "kB", "MB", "GB", "TB"], 1000, cost);
  return withUnit(grouped(cost), unit);
}
