// Compares the numbers of a page with those of the program.
import { execFileSync } from "node:child_process";
import { equal } from "./case.mjs";

// Returns [id, self, total] of the functions in the table. Costs with a unit,
// such as "1.2 MB", have three digits.
export async function tableRows(page) {
  await page.click("#show-table");
  await page.run(() => document.querySelector("#functions .show-all")?.click());
  return page.run(() => [...document.querySelectorAll("#functions tbody tr")]
      .filter(row => row.querySelector(".name")).map(row => [
        row.querySelector(".name").dataset.id,
        ...[0, 2].map(n => row.cells[n].textContent.replaceAll(",", ""))])
      .sort());
}

// Writes a cost as a table does whose cells are like this one.
export function costLike(cell, cost) {
  const sizes = { bytes: 1, kB: 1e3, MB: 1e6, GB: 1e9, s: 1, ms: 1e-3,
                  us: 1e-6 };
  const [, unit] = cell.split(" ");
  return !unit ? String(cost) : cost >= 999.5 * sizes[unit]
      ? `${Math.round(cost / sizes[unit])} ${unit}`
      : `${+(cost / sizes[unit]).toPrecision(3)} ${unit}`;
}


export const options = page => page.run(() =>
    [...document.querySelectorAll("#chips .chip")]
        .map(each => each.title.split("\n")[0]));

// The table has the numbers of -T json with the options that the chips name. A
// shell reads them, as a reader would copy them.
export async function agree(page, file) {
  const given = await options(page);
  const json = JSON.parse(execFileSync("sh", ["-c", `exec "$PROF2DOT" -q ` +
      `-T json -n0 -e0 --nodecount=5000 ${given.join(" ")} "$0"`, file],
      { encoding: "utf8", maxBuffer: 1e9 }));
  // Functions of a page that stand for modules have ids of their own.
  const isGroup = given.some(each => each.startsWith("--granularity"));
  const labels = await page.run(() => Object.fromEntries(
      [...document.querySelectorAll("#functions .name")]
          .map(each => [each.dataset.id, each.textContent])));
  const found = (await tableRows(page)).map(([id, ...costs]) =>
      [isGroup ? labels[id] ?? id : id, ...costs]).sort();
  const cells = new Map(found.map(([id, ...costs]) => [id, costs]));
  const wanted = json.functions.map(f => {
    const id = isGroup ? f.label : f.id;
    return [id, ...[f.self, f.total].map((cost, n) => {
      // Sums differ in their last digits, which may be those that round.
      const cell = cells.get(id)?.[n] ?? "";
      const texts = [1, 1 - 1e-7, 1 + 1e-7].map(by => costLike(cell, by * cost));
      return texts.includes(cell) ? cell : texts[0];
    })];
  }).sort();
  equal(wanted.length > 0, true, "functions");
  equal(found, wanted, `with ${given.join(" ")}`);
}
