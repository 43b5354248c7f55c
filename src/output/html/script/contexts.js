// Trees of contexts: the stacks of the profile, and trees made of them.
//
// A tree has arrays by node, { fn, parent, self, total, next, depth }: the
// function's row or SMALL, the node of the caller or -1, costs, and the node
// after the subtree. Each node is followed by its subtree, and children by
// falling total.
const SMALL = -1; // contexts that the program merged

// Collects nodes in any order, parents before children. Nodes of one parent and
// one function are one.
class TreeBuilder {
  constructor() {
    this.fn = [];
    this.parent = [];
    this.self = [];
    this.ids = new Map();
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

  // Returns the tree, without nodes that cost nothing.
  tree() {
    const { fn, parent, self } = this, n = fn.length;
    const total = Float64Array.from(self);
    for (let c = n - 1; c > 0; c--)
      if (parent[c] >= 0)
        total[parent[c]] += total[c];
    const children = new Map([[-1, []]]);
    for (let c = 0; c < n; c++)
      if (total[c] > 0) {
        if (!children.has(parent[c]))
          children.set(parent[c], []);
        children.get(parent[c]).push(c);
      }
    for (const list of children.values())
      list.sort((a, b) => (fn[a] === SMALL) - (fn[b] === SMALL) ||
                          total[b] - total[a]);
    const tree = { fn: [], parent: [], self: [], total: [], next: [],
                   depth: [], whole: 0, height: 0 };
    const open = [{ list: children.get(-1), at: 0, to: -1 }];
    while (open.length) {
      const top = open[open.length - 1];
      if (top.at === top.list.length) {
        if (top.to >= 0)
          tree.next[top.to] = tree.fn.length;
        open.pop();
        continue;
      }
      const c = top.list[top.at++], to = tree.fn.length;
      tree.fn.push(fn[c]);
      tree.parent.push(top.to);
      tree.self.push(self[c]);
      tree.total.push(total[c]);
      tree.depth.push(open.length - 1);
      tree.next.push(0);
      if (top.to < 0)
        tree.whole += total[c];
      tree.height = Math.max(tree.height, open.length);
      open.push({ list: children.get(c) ?? [], at: 0, to });
    }
    for (const name of ["fn", "parent", "next", "depth"])
      tree[name] = Int32Array.from(tree[name]);
    for (const name of ["self", "total"])
      tree[name] = Float64Array.from(tree[name]);
    return tree;
  }
}

// Returns the tree of the data, or null for a profile from calls. costs are
// other self costs of its nodes.
function readContexts(costs = null) {
  if (!data.contexts)
    return null;
  const builder = new TreeBuilder(), path = [];
  const { nodes } = data.contexts;
  for (let i = 0; i < nodes.length; i += 3) {
    path.length -= i ? nodes[i + 1] : 0;
    const id = builder.node(path.at(-1) ?? -1, nodes[i]);
    builder.self[id] += costs ? costs[i / 3] : nodes[i + 2];
    path.push(id);
  }
  return builder.tree();
}

const wholeTree = readContexts();
let contexts = wholeTree; // what the filters leave

// Calls visit(node, isOutermost) for each node, parents first. A node is
// outermost if no node above it has the same key.
function walkOutermost(tree, key, visit) {
  const active = new Map(), path = [];
  for (let c = 0; c < tree.fn.length; c++) {
    while (path.length > tree.depth[c]) {
      const of = path.pop();
      active.set(of, active.get(of) - 1);
    }
    const of = key(c), n = active.get(of) ?? 0;
    visit(c, n === 0);
    active.set(of, n + 1);
    path.push(of);
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
function calleeTree(tree, row) {
  const builder = new TreeBuilder(), to = new Map();
  for (const top of outermostNodes(tree, row))
    for (let c = top; c < tree.next[top]; c++) {
      const id = builder.node(c === top ? -1 : to.get(tree.parent[c]),
                              tree.fn[c]);
      builder.self[id] += tree.self[c];
      to.set(c, id);
    }
  return builder.tree();
}

// Adds the callers of a node, from the node outward, with a cost.
function addCallers(builder, tree, node, cost) {
  let id = -1;
  for (let c = node; c >= 0; c = tree.parent[c])
    id = builder.node(id, tree.fn[c]);
  builder.self[id] += cost;
}

// Returns the tree of the callers of a function, which is its root.
function callerTree(tree, row) {
  const builder = new TreeBuilder();
  for (const c of outermostNodes(tree, row))
    addCallers(builder, tree, c, tree.total[c]);
  return builder.tree();
}

// Returns the tree of all stacks from the function that the cost is spent in
// outward. Stacks below the share of merged contexts end in SMALL.
function invertedTree(tree) {
  const builder = new TreeBuilder();
  for (let c = 0; c < tree.fn.length; c++)
    if (tree.self[c] > 0)
      addCallers(builder, tree, c, tree.self[c]);
  return builder.tree();
}

// ---- Costs as text ----

const trimmed = (number, digits) => String(+number.toPrecision(digits));

// The text of a cost in the unit of the profile, as the program writes it.
function costText(cost) {
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
  if (data.base === "seconds")
    return Math.abs(cost) >= .0095 || cost === 0
        ? scale(["s"], 1, cost) : scale(["ms", "us", "ns"], .001, cost * 1000);
  if (data.base === "bytes")
    return scale(["bytes", "kB", "MB", "GB", "TB"], 1000, cost);
  return withUnit(grouped(cost));
}
