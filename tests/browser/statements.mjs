// A page says of statements under study what -T text says: their order, costs
// and verdicts, in the table and in the panel, and the sentences around them.
// statements.trace is tests/bop/verdicts/statements.c, traced by bop-cc with
// BOP_KINDS=raw,war,waw and with main and render in functions.in. Its lines
// have names of files instead of addresses in a program, one with markup.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { equal, pages, test } from "./case.mjs";

// Returns the statements of -T text, [function, cost, share, place and
// verdict], and the lines around them.
function readText(file) {
  const rows = [], notes = [];
  let f = null, isBefore = true;
  for (const line of readFileSync(join(pages, file), "utf8").split("\n")) {
    const [, name] = line.match(/^ +cost +statements of (.*)$/) ?? [];
    const [, ...row] = line.match(/^ +(\S+) +(\S+)  (.*: .*)$/) ?? [];
    f = name ?? f;
    if (f && row.length)
      rows.push([f, ...row]);
    isBefore = isBefore && !line.startsWith("\"in memory\"");
    if (!isBefore && /^\S/.test(line) && !/^not traced/.test(line))
      notes.push(`${line}.`);
  }
  return { rows, notes };
}

// Returns the same of the table on a page.
const readTable = page => page.run(() => {
  document.getElementById("show-table").click();
  const [...lines] = document.querySelectorAll("#statements tbody tr");
  return {
    rows: lines.map(line => [...line.cells].map(cell => cell.innerText))
        .map(([place, f, cost, share, verdict]) =>
            [f, cost, share, `${place}: ${verdict}`]),
    notes: [...document.querySelectorAll("#statements .note")]
        .map(note => note.innerText) };
});

// Returns the statements in the panel after a click on each function of the
// table of statements, [function, share, place and verdict].
const readPanels = page => page.run(() => {
  const names = new Map([...document.querySelectorAll("#statements .name")]
      .map(button => [button.textContent, button]));
  return [...names].flatMap(([name, button]) => {
    button.click();
    return [...document.querySelectorAll("#details .statements li")]
        .map(row => [name, row.querySelector(".number").innerText,
                     `${row.querySelector(".row span").innerText}: ` +
                     row.querySelector(".verdict").innerText]);
  });
});

for (const name of ["statements", "cheap"])
  await test(`statements: ${name}`, `${name}.html`, {}, async page => {
    const text = readText(`${name}.text`);
    equal(text.rows.length, 7, "statements of -T text");
    equal(new Set(text.rows.map(([f]) => f)).size, 2, "functions");
    equal(text.notes.filter(note => /under study have 3\.5% of/.test(note))
        .length, name === "cheap" ? 1 : 0, "hints of -T text");
    equal(await readTable(page), text, "table");
    equal(await readPanels(page), text.rows.map(([f, , share, rest]) =>
        [f, share, rest]), "panel");
  });
