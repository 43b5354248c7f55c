// Tables that are sorted by a click, and the table of all functions.
const FEW_ROWS = 200; // rows of a table before "Show all"

const titleOf = ({ title }) => typeof title === "function" ? title() : title;

// Makes a table that is sorted by a click on the title of a column. Columns are
// { title, value(row), text(row), numeric, secondary }: the title is a text or a
// function that returns it; rows are sorted by value, with null last; text may
// be an element. sort is { column, down }.
// options are { filter(row), rowClass(row) }. Returns the element and a
// function that fills the table again.
function sortableTable(columns, rows, sort, options = {}) {
  const body = make("tbody");
  const box = make("div");
  const heads = columns.map((column, i) => {
    const button = make("button", { type: "button" }, titleOf(column));
    const head = make("th", { scope: "col", className: classes(column) },
                      button);
    button.addEventListener("click", () => {
      sort = { column: i, down: sort.column === i ? !sort.down
                                                  : !!column.numeric };
      fill();
    });
    return head;
  });
  let all = false;

  function classes(column) {
    return (column.numeric ? "number " : "") +
        (column.secondary ? "secondary" : "");
  }

  function compare(a, b) {
    const { value, numeric } = columns[sort.column];
    const x = value(a), y = value(b);
    if (x === null || y === null)
      return (x === null) - (y === null);
    const order = numeric ? x - y : x < y ? -1 : x > y ? 1 : 0;
    return sort.down ? -order : order;
  }

  function cells(row) {
    const line = make("tr", { className: options.rowClass?.(row) ?? "" });
    for (const column of columns)
      line.append(make("td", { className: classes(column) },
                       column.text(row)));
    return line;
  }

  function fill() {
    heads.forEach((head, i) => {
      head.firstChild.textContent = titleOf(columns[i]);
      if (i === sort.column)
        head.setAttribute("aria-sort", sort.down ? "descending" : "ascending");
      else
        head.removeAttribute("aria-sort");
    });
    const wanted = (options.filter ? rows.filter(options.filter) : rows)
        .slice().sort(compare);
    const shown = all ? wanted : wanted.slice(0, FEW_ROWS);
    body.replaceChildren(...shown.map(cells));
    if (!shown.length)
      body.append(make("tr", {}, make("td", { className: "none",
          colSpan: columns.length }, "No function matches.")));
    box.querySelector(".show-all")?.remove();
    if (shown.length < wanted.length) {
      const more = make("button", { type: "button", className: "show-all" },
                        `Show all ${grouped(wanted.length)}`);
      more.addEventListener("click", () => {
        all = true;
        fill();
      });
      box.append(more);
    }
  }

  box.append(make("table", {}, make("thead", {}, make("tr", {}, ...heads)),
                  body));
  fill();
  return { box, fill };
}

// A title that follows the unit, which the chosen event decides.
const costTitle = title => () => data.unit ? `${title} (${data.unit})` : title;
const sortKey = f => f.label.toLowerCase();
const hasCounts = functions.some(f => f.count !== null);
const hasModules = functions.some(f => f.module);

// A share of the base's whole, with a sign for its direction.
function pointsCell(change) {
  if (!change)
    return "";
  const mark = !change.real ? "" : change.points > 0 ? "\u25b2 " : "\u25bc ";
  return make("span", { className: direction(change) },
              mark + pointsText(change));
}

function presenceBadge(f) {
  return f.presence ? [make("span", { className: "badge" }, f.presence)] : [];
}

function nameCell(f) {
  return make("span", {}, nameButton(f, fullLabel(f)), ...presenceBadge(f));
}

const before = change => change?.beforeText ?? "";
const after = change => change?.afterText ?? "";

// The columns of a comparison. Its rows are first those that have changed, by
// falling difference.
const changeColumns = [
  { title: costTitle("Difference"), numeric: true,
    value: f => hasChanged(f) ? size(largerChange(f)) : null,
    text: f => f.totalChange.difference },
  { title: costTitle("Before"), numeric: true, secondary: true,
    value: f => f.totalChange.before, text: f => before(f.totalChange) },
  { title: costTitle("After"), numeric: true, secondary: true,
    value: f => f.totalChange.after, text: f => after(f.totalChange) },
  { title: "Total %", numeric: true, value: f => f.totalChange.points,
    text: f => pointsCell(f.totalChange) },
  { title: "Self %", numeric: true, value: f => f.selfChange.points,
    text: f => pointsCell(f.selfChange) },
  { title: "By chance?", numeric: true, secondary: true,
    value: f => largerChange(f).p, text: f => verdict(largerChange(f)) },
  { title: "Function", value: sortKey, text: nameCell },
];

const table = sortableTable([
  ...data.compares ? changeColumns : [
  { title: costTitle("Self"), numeric: true, value: f => f.self,
    text: f => f.selfText ?? "", secondary: true },
  { title: "Self %", numeric: true, value: f => f.self,
    text: f => percent(f.self) },
  { title: costTitle("Total"), numeric: true, value: f => f.total,
    text: f => f.totalText ?? "", secondary: true },
  { title: "Total %", numeric: true, value: f => f.total,
    text: f => percent(f.total, f.exact) },
  ...hasCounts ? [{ title: "Calls", numeric: true, value: f => f.count,
                    text: f => grouped(f.count) }] : [],
  { title: "Function", value: sortKey, text: f => nameButton(f, fullLabel(f)) } ],
  ...hasModules ? [{ title: "Module", value: f => basename(f.module),
                     text: f => basename(f.module), secondary: true }] : [],
], functions, { column: 0, down: true }, {
  filter: f => !f.isGone && isMatch(f),
  rowClass: f => (f.box ? "" : "not-drawn ") +
      (f === selected ? "current" : ""),
});
