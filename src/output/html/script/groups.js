// Modules in place of functions, as --granularity=module makes them: functions
// of one module are one, and those without a module stay what they are.

// By row: the row that stands for it; made when first asked for.
let groupOfRow = null;

// Adds a function for each module and returns the row by module.
function addModules() {
  const rows = new Map(), members = functions.slice();
  for (const { module, file } of members) {
    if (!module)
      continue;
    if (rows.has(module)) {
      const group = functions[rows.get(module)];
      group.file = group.file === file ? file : null;
      continue;
    }
    const name = basename(module), numbers = {
      self: 0, selfText: "", total: 0, totalText: "", count: null,
      isGone: true, callers: [], callees: [], presence: "",
      selfChange: data.compares ? changeOf(0, 0, data, 0, "self") : null,
      totalChange: data.compares ? changeOf(0, 0, data, 0, "total") : null };
    const group = { id: `module-${rows.size + 1}`, label: name, name,
                    symbol: name, module, file, line: 0, cycle: 0, exact: true,
                    box: null, boxRow: null, node: null, members: [],
                    key: `${name}\n${module}`.toLowerCase(),
                    unfiltered: numbers, ...numbers };
    rows.set(module, functions.length);
    rowOf.set(group, functions.length);
    byId.set(group.id, group);
    functions.push(group);
  }
  return rows;
}

// Returns the tree with the modules of its functions. A module that calls
// itself is one frame. Tags stay.
function* groupByModule(tree) {
  if (!groupOfRow) {
    const rows = addModules();
    groupOfRow = functions.map((f, row) => rows.get(f.module) ?? row);
  }
  const builder = new TreeBuilder(), to = new Int32Array(tree.fn.length);
  for (let c = 0; c < tree.fn.length; c++) {
    const above = tree.parent[c] < 0 ? -1 : to[tree.parent[c]];
    const fn = tree.fn[c];
    const group = fn === SMALL || tree.depth[c] < data.tags ? fn
        : groupOfRow[fn];
    to[c] = group !== fn && above >= 0 && builder.fn[above] === group ? above
        : builder.node(above, group);
    builder.add(to[c], tree, c);
    if (isPause(c))
      yield;
  }
  return yield* builder.tree();
}
