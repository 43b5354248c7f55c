// The search, which all views share.

// Finds the functions, and marks their boxes.
function findMatches() {
  query = $("search").value.trim().toLowerCase();
  matches = query ? functions.filter(f => !f.isGone && f.key.includes(query))
      : [];
  match = -1;
  picture.classList.toggle("has-query", !!query);
  for (const f of drawn)
    f.node.classList.toggle("found", !!query &&
                            f.members.some(member => member.key.includes(query)));
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
