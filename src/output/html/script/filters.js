// Filters: what the options --focus, --ignore, --show-from, --hide and
// --collapse-recursion of the program do to stacks, done again on the contexts
// of the page. They are applied in this order. All numbers of the page follow.

// Each filter has two functions: `frame` tells whether a frame stays, and `cost`
// whether the cost of a node stays. `near` is true if the node or one above it
// matches, `match` if the node itself does. Tags stay above all stacks. With
// mustMatch, a pattern that matches nothing is an error. With `joins`, the frames
// of a function that matches are one with the outermost of them.
const filters = {
  "focus": { frame: () => true, cost: near => near, mustMatch: true },
  "ignore": { frame: () => true, cost: near => !near },
  "show-from": { frame: near => near, cost: near => near, mustMatch: true },
  "hide": { frame: (near, match) => !match, cost: () => true },
  "collapse-recursion": { frame: () => true, cost: () => true, joins: true },
};

// Returns the tree that a filter leaves. marked has the rows that match.
function* filterTree(tree, filter, marked) {
  const builder = new TreeBuilder();
  const near = new Uint8Array(tree.fn.length);
  const to = new Int32Array(tree.fn.length);
  const outermost = new Map(); // nodes by function
  for (let c = 0; c < tree.fn.length; c++) {
    const parent = tree.parent[c], match = marked.has(tree.fn[c]);
    near[c] = match || parent >= 0 && near[parent];
    const above = parent < 0 ? -1 : to[parent];
    const first = filter.joins && match ? outermost.get(tree.fn[c]) : undefined;
    if (first < c && c < tree.next[first]) {
      to[c] = to[first];
    } else {
      outermost.set(tree.fn[c], c);
      to[c] = tree.depth[c] < data.tags || filter.frame(near[c], match)
          ? builder.node(above, tree.fn[c]) : above;
    }
    if (to[c] >= 0 && filter.cost(near[c]))
      builder.add(to[c], tree, c);
    if (isPause(c))
      yield;
  }
  return yield* builder.tree();
}

// ---- Patterns ----

const tagRows = new Set(); // of wholeTree

// The texts that a pattern may match, as the program tries them.
function textsOf(f) {
  const texts = [f.symbol, f.module, f.file ?? ""];
  if (f.name !== f.symbol)
    texts.push(f.name, f.label);
  return texts.filter(text => text);
}

// Parts of patterns that PCRE and JavaScript both accept, with different meanings.
const OTHER_MEANING = /\[\^?\]|\\[uv]/;
// Errors that PCRE reports as well, after which the program takes a pattern
// literally.
const NO_REGEXP = /Unterminated group|Unmatched|Unterminated character class/;

// Returns a function that tells whether the regular expression matches a text,
// or throws an Error whose message is for the reader.
function matcher(pattern) {
  if (OTHER_MEANING.test(pattern))
    throw new Error("this page cannot take [], [^], \\u and \\v; " +
                    "the program can");
  try {
    const expression = new RegExp(pattern, "u");
    return text => expression.test(text);
  } catch (error) {
    if (NO_REGEXP.test(error.message))
      return () => false;
    throw new Error(`this page cannot take it (${error.message
        .replace(/^.*\/u?: /, "")}); the program may`);
  }
}

// Returns a function that tells whether the program has the function of a row
// if it reads only what is chosen.
function rowsOf(tree) {
  const rows = tree === wholeTree ? null : new Set(tree.fn);
  return row => rows ? rows.has(row) : !functions[row].unfiltered.isGone;
}

// Returns the rows of the functions that a pattern matches: as a regular
// expression or, if that matches nothing, literally without blanks.
function matchPattern(pattern, hasRow, mustMatch) {
  const without = text => text.replace(/\s/g, "");
  const rows = test => new Set(functions.flatMap((f, row) =>
      !tagRows.has(row) && hasRow(row) && textsOf(f).some(test) ? [row] : []));
  let found = rows(matcher(pattern));
  if (!found.size)
    found = rows(text => without(text).includes(without(pattern)));
  if (!found.size && mustMatch)
    throw new Error("no function, module or file matches");
  return found;
}

// A pattern that matches a function by its whole name.
const exactPattern = f =>
    `^${f.name.replace(/[\^$\\.*+?()[\]{}|/]/g, "\\$&")}$`;
