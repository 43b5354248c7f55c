// Source lines and instructions beside their costs, which are those of -T list.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { equal, pages, test } from "./case.mjs";

const program = (...args) => execFileSync("build/prof2dot", ["-q", ...args],
                                          { encoding: "utf8", maxBuffer: 1e9 });

// Returns the rows of -T list for a function: [[line or address, self, total]].
function listed(name, file, ...options) {
  const text = program("-T", "list", `--list=^${name}$`, "-n0", ...options,
                       file);
  const lines = [], code = [];
  let isCode = false;
  for (const row of text.split("\n").slice(3)) {
    const [self, total, line, rest] = [row.slice(0, 14), row.slice(22, 37),
        row.slice(46, 54), row.slice(54)].map(part => part.trim());
    isCode ||= rest === "(instructions)";
    if (total && total !== ".")
      (isCode ? code : lines).push([isCode ? rest.split(":")[0] : line,
                                    self === "." ? "" : self,
                                    total === "-" ? "" : total]);
  }
  return { lines: lines.filter(([line]) => line !== "-"), code };
}

// Returns the rows with cost of the nth box of the page in the same form. The
// tooltips of cells have the costs with their unit.
const shown = (page, n) => page.run(box => [...document.querySelectorAll(
    ".source-box")[box].querySelectorAll("tbody tr")]
    .filter(row => row.cells.length > 1 &&
                   (row.cells[1].title || row.cells[2].title))
    .map(row => [row.cells[0].textContent, row.cells[1].title,
                 row.cells[2].title]), n);
const withoutUnit = (rows, like) => rows.map((row, i) => row.map((cell, k) =>
    cell.replace(/ (samples?|Ir|ticks?)$/, "").replace(/ (ms|s|us)$/, unit =>
        like[i]?.[k]?.endsWith(unit) ? unit : "")));

const select = (page, label) => page.run(name => {
  const { functions } = JSON.parse(document.getElementById("data").textContent);
  location.hash = functions.find(([, text]) => text === name)[0];
}, label);

async function until(page, what, f) {
  for (let i = 0; i < 50; i++) {
    if (await page.run(f))
      return;
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  throw new Error(`there is no ${what}`);
}
const hasRows = () => !!document.querySelector(".source-box tbody tr");

for (const [name, file, functions] of [
  ["lines", "perfdata/lines.data", ["divide", "fill", "_start", "next"]],
  ["source-pprof", "pprof/queens.cpu.pb.gz", ["main.board.isSafe"]],
  ["source-callgrind", "callgrind/queens", ["place", "is_safe"]],
  ["source-cpuprofile", "cpuprofile/walk.cpuprofile", ["walk"]],
  ["source-gperftools", "gperftools/calc.cpu", ["evaluate"]]])
  await test(`source of ${name}`, `${name}.html`, {}, async page => {
    for (const each of functions) {
      await select(page, each);
      await until(page, "source", hasRows);
      await page.settle();
      const { lines } = listed(each.replaceAll(".", "\\."),
                               `samples/profiles/${file}`);
      const found = await shown(page, 0);
      equal(found.length > 0, true, `lines of ${each}`);
      equal(withoutUnit(found, lines), lines, `lines of ${each}`);
    }
  });

// Lines have the colours of their own cost and of their total, each by its root.
for (const [name, size] of [["wide", {}],
                            ["narrow", { width: 390, height: 844 }]])
  await test(`colours of source, ${name}`, "source-callgrind.html", size,
             async page => {
    await select(page, "place");
    await until(page, "source", hasRows);
    await page.settle();
    const { widths, rows } = await page.run(() => {
      const cost = cell => +cell.title.replace(/[^\d.]/g, "");
      return {
        widths: ["#panel", "main"].map(each =>
            document.querySelector(each).clientWidth),
        rows: [...document.querySelectorAll(".source-box tbody tr")]
            .filter(row => row.cells.length === 4)
            .map(({ cells: [line, self, total, text] }) => ({
              self: cost(self), total: cost(total),
              heats: [self, total, text].map(cell =>
                  parseInt(cell.style.getPropertyValue("--heat") || "0")),
              plain: getComputedStyle(text).backgroundColor ===
                  getComputedStyle(line).backgroundColor })) };
    });
    equal(widths[0] >= widths[1] / 2 - 1, true, `${widths}`);
    const most = ["self", "total"].map(of =>
        Math.max(...rows.map(row => row[of])));
    equal(rows.some(row => row.total > 2 * row.self), true, "a line that calls");
    for (const { self, total, heats, plain } of rows) {
      equal(heats, [self / most[0], total / most[1], total / most[1] / 3]
          .map(part => Math.round(60 * Math.sqrt(part))), `${self}, ${total}`);
      equal(plain, !total, `the line of ${total}`);
    }
  });

const hasAssembly = !program("-V").includes("no Capstone");
for (const [where, options] of [
  ["in a file", {}],
  ["served", { base: readFileSync(join(pages, "lines-address"), "utf8")
      .trim() }]])
  await test(`journey: what does line 40 cost, ${where}`,
             options.base ? "" : "lines.html", options, async page => {
    // By keyboard only: the function is found, and Tab leads to its hottest line.
    await page.key("/");
    await page.type("divide");
    await page.key("Enter");
    await until(page, "source", hasRows);
    await page.run(() => document.querySelector("#details h2").focus());
    const row = () => {
      const at = document.activeElement;
      return at.tagName !== "TR" ? null
          : [...at.cells].map(cell => cell.textContent)
              .concat(parseFloat(getComputedStyle(at).outlineWidth) >= 2);
    };
    for (let i = 0; i < 60 && !await page.run(row); i++)
      await page.key("Tab");
    equal(await page.run(row), ["40", "51.9%", "51.9%",
        "        sum += by / value + value % by;", true], "line 40");
    const file = "samples/profiles/perfdata/lines.data";
    const { lines, code } = listed("divide", file,
                                   ...hasAssembly ? ["--assembly"] : []);
    equal(withoutUnit(await shown(page, 0), lines), lines, "lines");
    const json = JSON.parse(program("-T", "json", "-n0", "-e0", file));
    equal(lines.reduce((sum, [, self]) => sum + +self, 0),
          json.functions.find(({ name }) => name === "divide").self,
          "self cost of the function");
    await page.key("ArrowDown");
    equal((await page.run(row)).slice(0, 2), ["41", "6.5%"], "the next line");
    await page.key("ArrowUp");
    if (!hasAssembly)
      return;
    equal(withoutUnit(await shown(page, 1), code), code, "instructions");
    equal(code.length > 5, true, "several");
    await page.key("Enter");
    const marked = await page.run(() => [...document.querySelectorAll(
        ".source-box:last-of-type tr.same-line")].map(each =>
            each.cells[3].textContent));
    equal([marked.length > 8, new Set(marked).size, marked[0]], [true, 1, "40"],
          "the instructions of the line are marked");
    equal((await page.run(row))[3], "40", "Enter leads to the first one");
    await page.key("End");
    await page.key("Home");
    await page.key("Enter");
    equal((await page.run(row)).length, 5, "and back to the lines");
    // Clicks do the same.
    await page.run(() => document.querySelectorAll(".source-box")[1]
        .querySelector(".hottest").click());
    equal(await page.run(() => document.querySelector(
        ".source-box .same-line").cells[0].textContent), "40", "a click");
  });

await test("source and filters", "lines.html", {}, async page => {
  await select(page, "divide");
  await until(page, "source", hasRows);
  const note = () => document.querySelector(".source p").textContent;
  equal(await page.run(note), "", "no note");
  await page.run(() => {
    location.hash = `#f=${location.hash.slice(1)}&ignore=fill`;
  });
  await page.settle();
  await until(page, "note", () => document.querySelector(".source p")
      ?.textContent.startsWith("These costs are those of the file"));
});

await test("source that is inlined", "lines.html", {}, async page => {
  if (!hasAssembly)
    return;
  await select(page, "next");
  await until(page, "source", hasRows);
  equal(await page.run(() => [...document.querySelectorAll(".source p")]
      .at(-1).textContent), "It is inlined in fill.", "its owner");
  await select(page, "fill");
  await until(page, "code", () =>
      document.querySelectorAll(".source-box").length === 2);
  equal(await page.run(() => document.querySelector(".source .place")
      .textContent.trim()), "lines.c next:20", "its place");
});
