// The script of a page with --source or --assembly: it shows the source lines
// and the instructions of the selected function beside their costs. A page in a
// file has them among its data (output/html/source.h), and one that is served
// asks the server. Source is only ever inserted as text.
"use strict";
(() => {
const answers = new Map(); // those of the server, by address
let running = null; // the AbortController of the request under way

// Returns the address of the source. The options of the page belong to it,
// because costs depend on them.
function addressOf(f) {
  const address = new URL("source", location.href);
  address.search = location.search;
  address.hash = "";
  for (const [name, value] of [["function", f.symbol], ["module", f.module],
                               ["file", f.file ?? ""], ["line", f.line || ""]])
    address.searchParams.append(name, value);
  return address.href;
}

async function ask(address, signal) {
  if (answers.has(address))
    return answers.get(address);
  const answer = await fetch(address, { signal });
  const text = await answer.text();
  if (!answer.ok)
    throw new Error(text.trim());
  answers.set(address, JSON.parse(text));
  return answers.get(address);
}

// Returns the listing of a function of a page in a file, or null.
function stored({ source, row }) {
  source.byRow ??= new Map(source.listings);
  if (!source.byRow.has(row) && source.n_left)
    throw new Error("It is not here, or left out: the source of this page " +
                    "would take more than 1 MB.");
  return source.byRow.get(row) ?? null;
}

// ---- Tables ----

// Returns a box with a table. A row is { line, costs, cells, className }; costs
// are [self, its text, total, its text] or undefined, and a row without cells is
// a gap.
function makeBox(title, heads, rows, { make, percent }) {
  const [most, mostTotal] = [0, 2].map(i =>
      Math.max(0, ...rows.map(({ costs }) => costs?.[i] ?? 0)));
  // Colours a cell by the root of a cost's part of the largest one, as boxes are.
  const heat = (element, cost = 0, largest = 0) => {
    if (cost > 0)
      element.style.setProperty("--heat",
          `${Math.round(60 * Math.sqrt(cost / largest))}%`);
    return element;
  };
  const cell = (cost, text, largest) =>
      heat(make("td", { className: "number", title: cost ? text : "" },
                cost ? percent(cost) || text : ""), cost, largest);
  const body = rows.map(({ line, costs, cells, className = "" }) => {
    const row = make("tr", { className: costs && costs[0] === most && most
                                 ? "hottest" : className });
    if (line)
      row.dataset.line = line;
    row.append(...cells
        ? [...heads.costs ? [cell(costs?.[0], costs?.[1], most),
                             cell(costs?.[2], costs?.[3], mostTotal)] : [],
           ...cells.slice(0, -1),
           heat(cells.at(-1), costs?.[2], 3 * mostTotal)]
        : [make("td", { className: "line", colSpan: 9 }, "\u22ee")]);
    if (heads.costs && cells) // the number comes first
      row.prepend(cells[0]);
    return row;
  });
  const [first, ...others] = heads.names;
  const names = [first, ...heads.costs ? ["Self", "Total"] : [], ...others];
  return make("div", { className: "source-box", role: "region",
                       "aria-label": title },
      make("table", {},
          make("thead", {}, make("tr", {}, ...names.map((name, i) =>
              make("th", { scope: "col", className: i < names.length - 1
                  ? "number" : "" }, name)))),
          make("tbody", {}, ...body)));
}

function sourceBox(listing, page) {
  const costs = new Map(listing.costs.map(([line, ...cost]) => [line, cost]));
  const row = (line, text) => ({
    line, costs: costs.get(line),
    className: line === listing.first ? "first" : "",
    cells: [page.make("td", { className: "number line" }, `${line}`),
            page.make("td", {}, text)] });
  const rows = listing.parts.flatMap(([begin, texts], i) =>
      [...i ? [{}] : [], ...texts.map((text, k) => row(begin + k, text))]);
  if (!rows.length)
    rows.push(...listing.costs.map(([line]) => row(line, "")));
  return makeBox(`Source of ${page.f.label}`,
                 { names: ["Line", listing.file], costs: costs.size > 0 },
                 rows, page);
}

function codeBox([name, costList, instructions], places, page) {
  const { make } = page;
  const costs = new Map(costList.map(([number, ...cost]) => [number, cost]));
  const rows = instructions.flatMap(([number, address, text, line, place], i) =>
      [...i && instructions[i - 1][0] !== number - 1 ? [{}] : [],
       { line: places[place] ? 0 : line, costs: costs.get(number), cells: [
           make("td", { className: "number line" }, address),
           make("td", { className: "number line",
                        title: line ? "line of the source" : "" },
                places[place] || !line ? "" : `${line}`),
           make("td", {}, text, ...places[place] ? [make("span",
               { className: "place" },
               `  ${places[place]}${line ? `:${line}` : ""}`)] : [])] }]);
  return makeBox(`Instructions of ${name}`,
                 { names: ["Address", "Line", "Instruction"], costs: true },
                 rows, page);
}

// ---- Moving in boxes ----

const rowsOf = box => [...box.querySelectorAll("tbody tr")]
    .filter(row => row.childElementCount > 1);

function scrollTo(box, row) {
  box.scrollTop = row.offsetTop - box.clientHeight / 3;
}

// Makes a row the current one of its box: Tab leads to it. The rows of the other
// boxes that are of the same line are marked.
function setCurrent(boxes, box, row) {
  for (const each of box.querySelectorAll("[tabindex]"))
    each.tabIndex = -1;
  row.tabIndex = 0;
  for (const other of boxes) {
    const same = rowsOf(other).filter(each =>
        each.dataset.line && each.dataset.line === row.dataset.line);
    for (const each of other.querySelectorAll(".same-line"))
      each.classList.remove("same-line");
    for (const each of same)
      each.classList.add("same-line");
    if (other !== box && same.length)
      scrollTo(other, same[0]);
  }
}

// Arrow keys move, and Enter leads to the same line in the next box.
function handleKey(event, boxes, box) {
  const rows = rowsOf(box), at = rows.indexOf(event.target.closest("tr"));
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0,
                 End: rows.length - 1 }[event.key];
  if (event.ctrlKey || event.altKey || event.metaKey)
    return;
  let row = rows[next];
  if (event.key === "Enter")
    row = [...boxes.slice(boxes.indexOf(box) + 1), ...boxes]
        .find(other => other !== box && other.querySelector(".same-line"))
        ?.querySelector(".same-line");
  else if (next === undefined)
    return;
  event.preventDefault();
  event.stopPropagation();
  if (!row)
    return;
  setCurrent(boxes, row.closest(".source-box"), row);
  row.focus();
}

// Opens each box at its hottest row.
function startBoxes(boxes) {
  for (const box of boxes) {
    const row = box.querySelector(".hottest") ?? box.querySelector(".first") ??
        rowsOf(box)[0];
    for (const each of rowsOf(box))
      each.tabIndex = -1;
    if (!row)
      continue;
    row.tabIndex = 0;
    scrollTo(box, row);
    box.addEventListener("keydown", event => handleKey(event, boxes, box));
    box.addEventListener("click", event => {
      const clicked = event.target.closest("tbody tr");
      if (clicked && rowsOf(box).includes(clicked)) {
        setCurrent(boxes, box, clicked);
        clicked.focus({ preventScroll: true });
      }
    });
  }
}

// ---- The sections ----

function fill(section, listing, page) {
  const { make } = page;
  const boxes = [];
  if (listing.parts.length || listing.costs.length) {
    boxes.push(sourceBox(listing, page));
    section.append(boxes[0]);
  }
  for (const piece of listing.code ?? []) {
    const box = codeBox(piece, listing.places, page);
    section.append(make("h2", {}, "Assembly"), box);
    boxes.push(box);
  }
  if (listing.owners)
    section.append(make("p", {}, `It is inlined in ${listing.owners}.`));
  startBoxes(boxes);
  if (section.contains(document.activeElement)) // it was asked for
    section.scrollIntoView();
}

async function show(details, page) {
  running?.abort();
  const mine = running = new AbortController();
  const { make } = page;
  const message = make("p", { role: "status" }, "Reading\u2026");
  const section = make("div", { className: "source" },
                       make("h2", { tabIndex: -1 }, "Source"), message);
  try {
    if (page.source && !stored(page))
      return;
    details.append(section);
    const listing = page.source ? stored(page)
        : await ask(addressOf(page.f), mine.signal);
    message.textContent = [...listing.notes, ...page.source && page.isFiltered
        ? ["These costs are those of the file: the filters of the page do " +
           "not change them."] : []].join(" ");
    fill(section, listing, page);
  } catch (error) {
    details.append(section);
    if (!mine.signal.aborted)
      message.textContent = error.message;
  }
}

document.addEventListener("function-shown", event => {
  const { f, source } = event.detail;
  if (source || f.file)
    show(event.target, event.detail);
});
})();
