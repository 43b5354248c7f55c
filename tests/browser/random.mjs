// The filters of the page and those of the program on random profiles: the same
// functions, callers and callees with the same costs. Boxes are few, so that
// many arrows stand for calls over functions that are not drawn.
import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { costLike, options, tableRows } from "./agree.mjs";
import { equal, pages, test } from "./case.mjs";

const PROFILES = 60;

// Returns a function that returns integers below its argument, the same ones for
// a seed (Marsaglia's xorshift).
function randomIntegers(seed) {
  let state = seed * 2654435761 | 1;
  return n => {
    for (const [left, by] of [[true, 13], [false, 17], [true, 5]])
      state ^= left ? state << by : state >>> by;
    return (state >>> 0) % n;
  };
}

// Returns samples as perf script prints them, of some functions that call each
// other in any order, in two events and four threads.
function randomProfile(random) {
  const n = 4 + random(16), samples = [];
  for (let i = 0; i < 60 + random(200); i++) {
    const thread = random(4), frames = [];
    for (let depth = 1 + random(9); depth; depth--) {
      const f = random(2) ? random(n) : random(3);
      frames.push(`\t${f + 1} f${f}+0x1 (/bin/m${f % 3})\n`);
    }
    samples.push(`${thread % 2 ? "worker" : "main"} ${7 + thread} ` +
                 `1.${String(i * 1000).padStart(6, "0")}: ${1 + random(9)} ` +
                 `${random(4) ? "cycles" : "faults"}:\n${frames.join("")}\n`);
  }
  return samples.join("");
}

// Returns the parts of an address: one to three filters, and often an event, a
// thread or a range of time.
function randomFilters(random) {
  const patterns = ["^f0$", "f1", "f[2-4]", "^f(1|3)$", "m2", "f5|f6", "f"];
  const names = ["focus", "ignore", "show-from", "hide", "collapse-recursion"];
  const parts = Array.from({ length: random(4) }, () =>
      [names[random(5)], patterns[random(7)]]);
  if (!random(3))
    parts.push(["event", "faults"]);
  if (!random(3))
    parts.push(["thread", random(2) ? "comm=worker" : "tid=8"]);
  if (!random(3))
    parts.push(["t", `1.0${random(4)},1.${1 + random(2)}`]);
  return parts;
}

// Returns the callers and callees of all functions of the table, by id: [their
// id, cost] of each.
const panelCalls = page => page.run(() => {
  const rows = [...document.querySelectorAll("#functions .name")]
      .map(each => each.dataset.id);
  const read = end => {
    const head = document.querySelector(`#details h2 .swatch.${end}`);
    return [...head.parentNode.nextElementSibling.querySelectorAll("tbody tr")]
        .map(row => [row.querySelector(".name").dataset.id,
                     row.cells[1].textContent.replaceAll(",", "")]).sort();
  };
  return rows.map(id => {
    document.querySelector(`#functions .name[data-id=${id}]`).click();
    return [id, read("caller"), read("callee")];
  }).sort();
});

// Returns what the program prints as JSON or, if it refuses, why.
function answer(given, file) {
  const { status, stdout, stderr } = spawnSync("sh", ["-c",
      `exec "$PROF2DOT" -q -T json -n0 -e0 --nodecount=5000 ` +
      `${given.join(" ")} "$0"`, file], { encoding: "utf8" });
  return status ? { refusal: stderr } : { json: JSON.parse(stdout) };
}

let compared = 0;
for (let seed = 1; seed <= PROFILES; seed++) {
  const random = randomIntegers(seed), name = `random-${seed}`;
  const file = join(pages, name);
  const hash = `#${new URLSearchParams(randomFilters(random))}`;
  writeFileSync(file, randomProfile(random));
  execFileSync(process.env.PROF2DOT, ["-q", "--nodecount=4", "-o",
                                      `${file}.html`, file]);
  await test(`random profile ${seed}: ${hash}`, `${name}.html`, { hash },
      async page => {
    const given = await options(page);
    const problem = await page.run(() =>
        document.getElementById("filter-problem").textContent);
    if (problem) { // the patterns are no chips
      const wanted = new URLSearchParams(hash.slice(1));
      equal(problem.split("; ").every(each => each.endsWith(
          ": no function, module or file matches")), true, problem);
      const { refusal } = answer([...given, ...problem.split("; ").map(each =>
          each.split(":")[0]).map(each => `--${each}='${wanted.get(each)}'`)],
          file);
      equal(/no function, module or file matches/.test(refusal), true, `refused: ${refusal}`);
      return;
    }
    const { json, refusal } = answer(given, file);
    if (!json) {
      equal(/nothing is left to draw: the filters drop all functions/.test(refusal), true, refusal);
      equal(await tableRows(page), [], "functions");
      return;
    }
    const found = await tableRows(page);
    const cells = new Map(found.map(([id, ...costs]) => [id, costs]));
    equal(found, json.functions.map(f => [f.id, ...[f.self, f.total]
        .map((cost, n) => costLike(cells.get(f.id)?.[n] ?? "", cost))]).sort(),
        `functions with ${given.join(" ")}`);
    const wanted = json.functions.map(({ id }) => [id,
      ...[["callee", "caller"], ["caller", "callee"]].map(([here, there]) =>
          json.calls.filter(call => call[here] === id)
              .map(call => [call[there], String(call.cost)]).sort())]).sort();
    equal(await panelCalls(page), wanted, `calls with ${given.join(" ")}`);
    compared++;
  });
}
if (!process.env.ONLY)
  await test("random profiles: most were compared", "calc.html", {},
             async () => equal(compared > 40, true, `${compared}`));
