// The script of a page of --serve with --source: it shows the source of the
// selected function, which it asks the server for, beside the cost of each
// line. Source is only ever inserted as text.
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
                               ["file", f.file], ["line", f.line || ""]])
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

// Fills a box with lines.
function fill(box, source, { make, percent }) {
  const costs = new Map(source.costs.map(([line, ...cost]) => [line, cost]));
  const most = Math.max(0, ...source.costs.map(([, self]) => self));
  const cell = (cost, text) =>
      make("td", { className: "number", title: cost ? text : "" },
           cost ? percent(cost) || text : "");
  const rows = source.lines.map((text, i) => {
    const line = source.begin + i;
    const [self, selfText, total, totalText] = costs.get(line) ?? [];
    return make("tr", { className: self && self === most ? "hottest"
                                 : line === source.first ? "first" : "" },
        make("td", { className: "number line" }, `${line}`),
        ...costs.size ? [cell(self, selfText), cell(total, totalText)] : [],
        make("td", {}, text));
  });
  const names = ["Line", ...costs.size ? ["Self", "Total"] : [], source.file];
  box.append(make("table", {},
      make("thead", {}, make("tr", {}, ...names.map((name, i) =>
          make("th", { scope: "col", className: i < names.length - 1
              ? "number" : "" }, name)))),
      make("tbody", {}, ...rows)));
  const row = box.querySelector(".hottest") ?? box.querySelector(".first");
  if (row)
    box.scrollTop = row.offsetTop - box.clientHeight / 3;
}

async function show(details, page) {
  running?.abort();
  const mine = running = new AbortController();
  if (!page.f.file)
    return;
  const { make } = page;
  const message = make("p", { role: "status" }, "Reading\u2026");
  const section = make("div", { className: "source" },
                       make("h2", {}, "Source"), message);
  details.append(section);
  try {
    const source = await ask(addressOf(page.f), mine.signal);
    const box = make("div", { className: "source-box", tabIndex: 0,
                              role: "region",
                              "aria-label": `Source of ${page.f.label}` });
    message.textContent = source.notes.join(" ");
    section.append(box);
    fill(box, source, page);
  } catch (error) {
    if (!mine.signal.aborted)
      message.textContent = error.message;
  }
}

document.addEventListener("function-shown", event =>
    show(event.target, event.detail));
})();
