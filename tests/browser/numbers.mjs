// A cost of a function is the same text wherever a page shows it, and that of
// -T text, also where a filter lets the page count anew.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { equal, pages, test } from "./case.mjs";

// Returns the rows "NAME: SELF SELF% TOTAL TOTAL%" of -T text, whose places are
// files where the page has modules.
function rowsOfText(file) {
  const row = /^ *(\S.*?) +(\S+%) +(\S.*?) +(\S+%) +\S+  (.*) \((.*)\)$/;
  return readFileSync(join(pages, file), "utf8").split("\n")
      .map(line => line.match(row)).filter(found => found)
      .map(([, self, selfShare, total, totalShare, name]) =>
          `${name}: ${self} ${selfShare} ${total} ${totalShare}`).sort();
}

// Returns the rows without the places by which the page tells functions of one
// name apart.
function withoutPlaces(rows) {
  const name = row => row.replace(/( \([^()]*\))?: [^:]*$/, "");
  const names = rows.map(name);
  return rows.map((row, i) => names.indexOf(names[i]) !== names.lastIndexOf(names[i])
      ? row.replace(/ \([^()]*\)(?=: [^:]*$)/, "") : row).sort();
}

// The same of the table, and where the panel, the title of the sandwich, the
// box and the first frames of the flame graph say something else.
const readPage = async () => {
  const frame = () => new Promise(resolve => requestAnimationFrame(resolve));
  const byId = id => document.getElementById(id);
  const text = (s, from = document) => from.querySelector(s)?.textContent ?? "";
  const differences = [], rows = [];
  byId("show-table").click();
  const lines = [...document.querySelectorAll("#functions tbody tr")]
      .map(line => [...line.cells].map(cell => cell.textContent)
          .concat(line.querySelector(".name").dataset.id));
  const unit = text("#functions th").match(/\((.*)\)/)?.[1] ?? "";
  const withUnit = cost => unit ? `${cost} ${unit}`
      .replace(/^1 samples$/, "1 sample") : cost;
  for (const [self, selfShare, total, totalShare, ...rest] of lines) {
    const [name, , id] = rest.slice(-3);
    rows.push(`${name}: ${self} ${selfShare} ${total} ${totalShare}`);
    const compare = (where, found, expected) => {
      if (found !== expected)
        differences.push(`${name}, ${where}: ${found}, not ${expected}`);
    };
    document.querySelector(`#functions [data-id="${id}"]`).click();
    await frame();
    const facts = document.querySelectorAll("#details .facts dd span");
    compare("panel", facts[0].textContent,
            `${selfShare}, ${withUnit(self)}`);
    compare("panel", facts[1].textContent,
            `${totalShare}, ${withUnit(total)}`);
    byId("show-sandwich").click();
    await frame();
    compare("sandwich", text("#sandwich-name"),
            `${name}: total ${totalShare}, ${withUnit(total)}, ` +
            `self ${selfShare}, ${withUnit(self)}`);
    byId("show-table").click();
    const box = document.querySelector(`#picture [id="${id}"]`);
    const shares = [...box?.querySelectorAll("text") ?? []]
        .map(each => each.textContent)
        .filter(each => /^\S+% below$|^(of )?\S+%$/.test(each)).join(" ");
    if (shares && !/between/.test(box.textContent))
      compare("box", shares, self === total ? selfShare
          : /^0( |$)/.test(self) ? `${totalShare} below`
          : `${selfShare} of ${totalShare}`);
    const title = box?.getAttribute("aria-label") ?? "";
    if (title && !/between|chain/.test(title))
      compare("label of the box", title.includes(totalShare) &&
              title.includes(selfShare), true);
  }
  return { rows: rows.sort(), differences };
};

// The first frame has the whole cost.
const firstFrame = async page => {
  await page.click("#show-flame");
  await page.run(() => document.getElementById("flame-box").focus());
  await page.key("ArrowRight");
  return page.run(() => document.getElementById("status").textContent);
};

for (const name of ["words", "heap", "calls"])
  for (const filter of name === "calls" ? [""] : ["", "#focus=."])
    await test(`numbers: ${name}${filter && ", counted by the page"}`,
               `${name}.html`, { hash: filter }, async page => {
      const { rows, differences } = await page.run(readPage);
      equal(new Set(rows).size, rows.length, "rows that are told apart");
      equal(withoutPlaces(rows), rowsOfText(`${name}.text`), "table");
      equal(differences, [], "elsewhere");
      if (name === "words")
        equal(await firstFrame(page), "__libc_start_call_main, total 100%, " +
              "198 samples, self 0%, 0 samples", "flame graph");
    });
