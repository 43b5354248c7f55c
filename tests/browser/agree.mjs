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

// Returns [id, before, after, total in points, self in points] of the functions
// in the table of a comparison.
const changeRows = page => page.run(() =>
    [...document.querySelectorAll("#functions tbody tr")]
        .filter(row => row.querySelector(".name")).map(row => [
          row.querySelector(".name").dataset.id,
          ...[1, 2].map(n => row.cells[n].textContent.replaceAll(",", "")),
          ...[3, 4].map(n => row.cells[n].textContent.replace(/^\S /, ""))])
        .sort());

const meanLike = (cell, cost) => / /.test(cell) ? costLike(cell, cost)
    : String(Math.round(cost * 100) / 100);

function pointsLike(change, whole) {
  const points = 100 * (change.b - change.a) / whole, size = Math.abs(points);
  const digits = size > 0 && size < .05 && size >= .001
      ? size.toPrecision(1) : size === 0 ? "0" : size.toFixed(1);
  return `${points > 0 ? "+" : points < 0 ? "-" : ""}${digits}%`;
}

// The same for a comparison: costs of both sides, and their differences in
// percent of the base's whole.
export async function agreeOnChanges(page, base, file) {
  const given = await options(page);
  const json = JSON.parse(execFileSync("sh", ["-c", `exec "$PROF2DOT" -q ` +
      `-T json -n0 -e0 --nodecount=5000 ${given.join(" ")} ` +
      `--base="$0" "$1"`, base, file], { encoding: "utf8", maxBuffer: 1e9 }));
  await tableRows(page);
  const found = await changeRows(page);
  const cells = new Map(found.map(([id, ...rest]) => [id, rest]));
  const whole = json.comparison.whole.a;
  const wanted = json.functions.map(f => {
    const total = f.total_change;
    return [f.id, ...[total.a, total.b].map((cost, n) =>
        meanLike(cells.get(f.id)?.[n] ?? "", cost)),
            pointsLike(total, whole), pointsLike(f.self_change, whole)];
  }).sort();
  equal(wanted.length > 0, true, "functions");
  equal(found, wanted, `with ${given.join(" ")}`);
}

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
