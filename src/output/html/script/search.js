// The search, which all views share. It takes a part of a name, a module or a
// file, or a regular expression.

let found = new Set(); // the functions that it finds
function isMatch(f) {
  return !!f && (!query || found.has(f));
}

// Returns a function that tells whether a function is found. A name with
// brackets is a name, even if it is an expression as well.
function searcher(text) {
  const isPart = f => f.key.includes(text);
  try {
    const expression = new RegExp(text, "imu");
    return f => isPart(f) || expression.test(f.key);
  } catch {
    return isPart;
  }
}

// 0 for a function of that name, 1 if its name begins so, and else 2.
function searchRank(f, text) {
  const names = [f.label, f.name, f.symbol].map(each => each.toLowerCase());
  return names.includes(text) ? 0
      : names.some(each => each.startsWith(text)) ? 1 : 2;
}

// Returns the functions that a search finds: names that equal the text first,
// then those that begin with it.
function findFunctions(text) {
  const isFound = searcher(text), plain = text.replace(/^\^|\$$/g, "");
  return functions.filter(f => !f.isGone && isFound(f))
      .map(f => ({ f, rank: searchRank(f, plain) }))
      .sort((a, b) => a.rank - b.rank).map(({ f }) => f);
}

// Finds the functions, and marks their boxes.
function findMatches() {
  query = $("search").value.trim().toLowerCase();
  matches = query ? findFunctions(query) : [];
  found = new Set(matches);
  match = -1;
  picture.classList.toggle("has-query", !!query);
  for (const f of drawn)
    f.node.classList.toggle("found", !!query && f.members.some(isMatch));
  const seen = matches.filter(f => f.box).length;
  $("found").textContent = !query ? ""
      : seen < matches.length ? `${matches.length} found, ${seen} drawn`
      : `${matches.length} found`;
}

function search() {
  findMatches();
  refreshView();
  saveState(true);
}

restorers.push(parts => {
  const text = parts.get("q") ?? "";
  if (text === $("search").value.trim())
    return;
  $("search").value = text;
  search();
});

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
