// axe-core finds nothing wrong with the accessibility of any view. The
// environment variable AXE has the path of axe.js or axe.min.js.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { equal, pages, test } from "./case.mjs";

const base = readFileSync(join(pages, "address"), "utf8").trim();
const source = process.env.AXE && readFileSync(process.env.AXE, "utf8");
if (!source)
  console.log("skipped browser: axe-core: AXE does not name it");

// Returns "rule: elements" of each violation.
const check = async () => {
  const { violations } = await window.axe.run(document);
  return violations.map(({ id, nodes }) => `${id}: ` + nodes.slice(0, 3)
      .map(node => node.target.join(" ")).join(", "));
};

const sizes = [{ width: 1400 }, { width: 320, height: 640, mobile: true }];
for (const [name, file, options] of [
  ["page", "threads.html", {}],
  ["comparison", "changes.html", {}],
  ["from calls", "estimates.html", {}],
  ["served", "", { base }]])
  for (const size of source ? sizes : [])
    for (const dark of [false, true])
      await test(`axe: ${name}, ${size.width} px${dark ? ", dark" : ""}`, file,
                 { ...size, ...options, dark }, async page => {
        await page.inject(source);
        for (const view of ["graph", "flame", "sandwich", "chart", "table"]) {
          await page.run(v => {
            const button = document.getElementById(`show-${v}`);
            if (!button.hidden)
              button.click();
          }, view);
          await page.settle();
          equal(await page.run(check), [], view);
        }
        await page.run(() => {
          document.getElementById("show-graph").click();
          document.querySelector("#hottest button").click();
          const filter = document.getElementById("show-filter");
          if (!filter.hidden)
            filter.click();
        });
        await page.settle();
        equal(await page.run(check), [], "selection and filters");
        if (file !== "threads.html")
          return;
        await page.run(() =>
            document.querySelector("#details .actions button").click());
        await page.settle();
        await page.run(() =>
            document.querySelector("#details .name, #details h2").focus());
        await page.key("m");
        equal(await page.run(() =>
            [...document.querySelectorAll(".chip, #menu")].map(each =>
                each.getBoundingClientRect().height > 0)), [true, true],
            "chip and menu are shown");
        equal(await page.run(check), [], "chip and menu");
      });

// The source of a function, and its instructions, which have boxes of their own
// to scroll.
const withSource = readFileSync(join(pages, "source-address"), "utf8").trim();
for (const [file, base, name] of [["", withSource, "place"],
                                  ["lines.html", undefined, "divide"]])
  for (const size of source ? sizes : [])
    for (const dark of [false, true])
      await test(`axe: source of ${name}, ${size.width} px` +
                 `${dark ? ", dark" : ""}`, file, { ...size, base, dark },
                 async page => {
        await page.inject(source);
        await page.run(start => [...document.querySelectorAll(
            "#hottest button")].find(each =>
                each.textContent.startsWith(start)).click(), name);
        for (let i = 0; i < 50 && !await page.run(() =>
            !!document.querySelector(".source tbody tr")); i++)
          await new Promise(resolve => setTimeout(resolve, 100));
        await page.run(() =>
            document.querySelector(".source-box").scrollIntoView());
        equal(await page.run(() => document.querySelectorAll(
            ".source tbody tr").length > 10), true, "lines");
        equal(await page.run(check), [], "findings");
      });
