// Filters of a page whose smallest contexts are merged: no number differs from
// that of the program by more than what the page says is in "(small)".
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { equal, pages, test } from "./case.mjs";

const expected = readFileSync(join(pages, "small.json"), "utf8")
    .split(/^(?=\{\n)/m).map(text => JSON.parse(text));
const filters = ["", "focus=f1", "ignore=g2", "hide=g", "show-from=f"];

for (const [i, filter] of filters.entries())
  await test(`small: ${filter || "no filter"}`, "small.html",
             { hash: `#view=table&${filter}` }, async page => {
    const { rows, small, whole } = await page.run(() => {
      document.querySelector("#functions .show-all")?.click();
      const { contexts, whole } =
          JSON.parse(document.getElementById("data").textContent);
      return { small: contexts.merged, whole,
               rows: [...document.querySelectorAll("#functions tbody tr")]
          .filter(row => row.querySelector(".name")).map(row => [
            row.querySelector(".name").textContent,
            ...[0, 2].map(n => +row.cells[n].textContent
                .replaceAll(",", ""))]) };
    });
    const said = await page.run(() =>
        document.getElementById("flame-note").textContent);
    equal(said.endsWith(`(small), ${(100 * small / whole).toFixed(1)}% in all.`),
          true, said);
    const found = new Map(rows.map(([name, ...costs]) => [name, costs]));
    let most = 0, listed = 0;
    for (const { name, self, total } of expected[i].functions) {
      const [a, b] = found.get(name) ?? [0, 0];
      most = Math.max(most, Math.abs(a - self), Math.abs(b - total));
      if (found.has(name))
        listed = Math.max(listed, Math.abs(a - self), Math.abs(b - total));
    }
    console.log(`     largest difference ${most}, (small) ${small}`);
    equal(small > 0 && small < whole / 2, true, "some are merged");
    equal(most <= small, true, `${most} of at most ${small}`);
    if (!filter)
      equal(listed, 0, "without filters all that is listed is exact");
  });
