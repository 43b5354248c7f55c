// Cases for the views of a page, its address and its filters.
import { equal, test } from "./case.mjs";

const text = (page, selector) =>
    page.run(s => document.querySelector(s).textContent, selector);
const count = (page, selector) =>
    page.run(s => document.querySelectorAll(s).length, selector);
const hash = page => page.run(() => location.hash);
const wait = (page, ms) =>
    page.run(n => new Promise(resolve => setTimeout(resolve, n)), ms);
const evaluate = "#f9e008145b8a0";

// ---- The opening ----

for (const file of ["calc.html", "lisp.html", "estimates.html", "many.html"])
  await test(`opening of ${file}`, file, {}, async page => {
    const seen = await page.run(() => {
      const outer = document.getElementById("graph").getBoundingClientRect();
      const path = [...document.querySelectorAll("#picture .node.on-path")]
          .map(node => node.getBoundingClientRect());
      const root = path.sort((a, b) => a.top - b.top)[0];
      const scale = document.getElementById("picture").getScreenCTM().a;
      return {
        rootAt: root.top - outer.top, height: outer.height,
        inside: root.left >= outer.left && root.right <= outer.right,
        least: Math.min(...[...document.querySelectorAll("#picture text")]
            .map(each => scale * each.getAttribute("font-size"))) };
    });
    equal(seen.rootAt >= 0 && seen.rootAt < seen.height / 3, true,
          `root at the top: ${seen.rootAt}`);
    equal(seen.inside, true, "root in sight");
    equal(seen.least >= 10.99, true, `text of ${seen.least} px`);
  });

// From the root to the hottest function there is a path of lit arrows.
await test("hottest path", "lisp.html", {}, async page => {
  equal(await page.run(() =>
      [...document.querySelectorAll("#picture .edge.on-path title")]
          .map(each => each.textContent.replace(" \u2192 ", " "))),
        ["__libc_start_call_main main", "main run", "run evaluate",
         "evaluate look_up", "look_up same"], "arrows");
});

await test("click on an arrow", "lisp.html", {}, async page => {
  const { x, y } = await page.run(() => {
    const path = [...document.querySelectorAll("#picture .edge")].find(each =>
        each.querySelector("title").textContent === "run \u2192 evaluate")
        .querySelector("path");
    const at = path.getPointAtLength(path.getTotalLength() / 2)
        .matrixTransform(path.getScreenCTM());
    return { x: at.x, y: at.y };
  });
  await page.clickAt(x + 4, y); // beside the line
  equal(await text(page, "#details h2"), "run \u2192 evaluate", "title");
  equal(await text(page, "#details .facts"),
        "Cost68.5%, 61 samplesCallerrunCalleeevaluate", "facts");
  equal(await hash(page), "#call=ffb7f988d25ef_f504bd7c5f6d1", "address");
  await page.run(() => history.back());
  await wait(page, 100);
  equal(await page.run(() => document.getElementById("details").hidden), true,
        "back");
  await page.run(() => history.forward());
  await wait(page, 100);
  equal(await text(page, "#details h2"), "run \u2192 evaluate", "forward");
});

await test("names of callers have room", "calc.html", { hash: evaluate },
    async page => {
  equal(await page.run(() => document.querySelector("#details td")
      .getBoundingClientRect().width > 180), true, "column");
});

await test("labels in names", "calc.html", {}, async page => {
  equal(await page.run(() => [...document.querySelectorAll("button")]
      .filter(each =>
          each.ariaLabel && /\w/.test(each.textContent) &&
          !each.ariaLabel.includes(each.textContent))
      .map(each => each.textContent)), [], "names without the label");
});

await test("without script", "calc.html", { script: false }, async page => {
  equal(await count(page, "#picture .fn"), 14, "boxes");
  equal(await page.run(() => [...document.querySelectorAll("noscript tr")]
      .slice(1, 3).map(row => [...row.cells].map(each => each.textContent))),
        [["__libc_start_call_main", "0%", "100%"],
         ["main", "1.5%", "100%"]], "table");
  equal(await page.run(() => getComputedStyle(document.querySelector(".tools"))
      .display), "none", "no tools");
});
