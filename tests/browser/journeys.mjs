// Journeys by keyboard only, each on profiles of five formats. The numbers at the
// end are those of -T json with the options that the chips name.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { agree, agreeOnChanges, costLike, options } from "./agree.mjs";
import { equal, pages, test } from "./case.mjs";
import { tabTo } from "./tab.mjs";

const text = (page, selector) =>
    page.run(s => document.querySelector(s).textContent, selector);
const names = async page =>
    (await options(page)).map(each => each.split("=")[0]);

// Goes to a view by its button.
async function goTo(page, view) {
  await page.run(() => document.activeElement.blur());
  await page.key("/");
  await tabTo(page, `show-${view}`);
  await page.key("Enter");
}

// Chooses an action of the menu by its name.
async function act(page, name) {
  await page.key("m");
  for (let i = 0; i < 9 && await page.run(n => document.activeElement.firstChild
      ?.textContent !== n, name); i++)
    await page.key("ArrowDown");
  await page.key("Enter");
}

for (const [name, file, part] of [
  ["words", "perf/words", "hash"], ["java", "jfr/Words.jfr.txt", "gallop"],
  ["time-chrome", "chrome/shapes.json", "loopf"],
  ["time-cpuprofile", "cpuprofile/walk.cpuprofile", "w"],
  ["time-speedscope", "speedscope/threads.json", "e"]])
  await test(`journeys: ${name}`, `${name}.html`, {}, async page => {
    // What was done in this range? Range, time order, flame, focus.
    await tabTo(page, "strip-canvas");
    for (const key of ["ArrowUp", "ArrowUp", "ArrowRight"])
      await page.key(key);
    equal(await names(page), ["--time"], "range");
    await goTo(page, "chart");
    await tabTo(page, "chart-box");
    await page.key("ArrowDown");
    equal(/, [\d.]+ \S+, from /.test(await text(page, "#status")), true,
          `a frame along time: ${await text(page, "#status")}`);
    await goTo(page, "flame");
    await tabTo(page, "flame-box");
    await page.key("ArrowDown");
    await act(page, "Focus");
    equal(await names(page), ["--time", "--focus"], "focus in the range");
    await goTo(page, "table");
    await agree(page, `samples/profiles/${file}`);
    await page.key("/");
    await tabTo(page, "show-filter");
    await page.key("Enter");
    await tabTo(page, "filter-clear");
    await page.key("Enter");
    equal(await names(page), [], "cleared");
    // Who calls it? Search, sandwich, chip.
    await page.key("Escape");
    await page.key("/");
    await page.run(() => document.getElementById("search").select());
    for (const key of part)
      await page.key(key);
    await page.key("Enter");
    const found = await text(page, "#details h2");
    await goTo(page, "sandwich");
    equal((await text(page, "#sandwich-name")).startsWith(found), true,
          `sandwich of ${found}`);
    await tabTo(page, "callers-box");
    await page.key("ArrowUp");
    await act(page, "Ignore");
    equal(await names(page), ["--ignore"], "chip");
    await page.key("/");
    await page.key("Escape");
    await goTo(page, "table");
    await agree(page, `samples/profiles/${file}`);
  });

// What changed? Comparison, filter.
for (const format of ["perf", "jfr", "folded", "pprof", "speedscope"])
  await test(`journey: what changed, ${format}`, `changed-${format}.html`, {},
    async page => {
  const sides = [join(pages, "base", format), join(pages, format)];
  await goTo(page, "table");
  await agreeOnChanges(page, ...sides);
  await page.run(() => document.activeElement.blur());
  await page.key("/");
  for (let i = 0; i < 60 && !await page.run(() =>
      document.activeElement.matches("#functions td .name")); i++)
    await page.key("Tab");
  await page.key("ArrowDown");
  await act(page, "Focus");
  equal(await names(page), ["--focus"], "chip");
  await agreeOnChanges(page, ...sides);
  const left = await text(page, "#filter-left");
  equal(/ \u2192 .* left; what differs is not tested again$/.test(left), true,
        left);
  await page.run(() => history.back());
  await page.run(() => new Promise(resolve => setTimeout(resolve, 200)));
  await page.settle();
  equal(await names(page), [], "undone");
  await agreeOnChanges(page, ...sides);
});

// ---- By pointer, in four looks: each step is a click, a drag or a choice ----

const json = (given, file) => JSON.parse(execFileSync("sh", ["-c",
    `exec "$PROF2DOT" -q -T json -n0 -e0 --nodecount=5000 ${given.join(" ")} ` +
    '"$0"', file], { encoding: "utf8", maxBuffer: 1e9 }));

// The callers that the panel shows, with costs, are those of -T json.
async function agreeOnCallers(page, file) {
  const { functions, calls } = json(await options(page), file);
  const [name, rows] = await page.run(() => [
    document.querySelector("#details h2").textContent,
    [...document.querySelector("#details h2 .swatch.caller").parentNode
        .nextElementSibling.querySelectorAll("tbody tr")]
        .map(row => [row.querySelector(".name").dataset.id,
                     row.cells[1].textContent.replaceAll(",", "")])]);
  const { id } = functions.find(f => f.label === name);
  const cells = new Map(rows);
  const wanted = calls.filter(call => call.callee === id).map(call =>
      [call.caller, costLike(cells.get(call.caller) ?? "", call.cost)]);
  equal(wanted.length > 0, true, `callers of ${name}`);
  equal(rows.sort(), wanted.sort(), `callers of ${name}`);
}

const choose = (page, id, value) => page.run((field, text) => {
  const input = document.getElementById(field);
  input.value = text;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}, id, value);
const clickHottest = page => page.click("#hottest button");

for (const [look, size] of [
  ["wide, light", {}], ["wide, dark", { dark: true }],
  ["narrow, light", { width: 390, height: 844, mobile: true }],
  ["narrow, dark", { width: 390, height: 844, mobile: true, dark: true }]]) {
  // 3 steps: Filter, the event, the hottest function.
  await test(`who allocates, ${look}`, "java.html", size, async page => {
    await page.click("#show-filter");
    await choose(page, "choose-event", "jdk.ObjectAllocationSample");
    await page.settle();
    await clickHottest(page);
    await agreeOnCallers(page, "samples/profiles/jfr/Words.jfr.txt");
  });

  // 3 steps: Threads, the row of the thread, a drag over its pause.
  await test(`one thread's pause, ${look}`, "sleep.html", size,
             async page => {
    const file = join(pages, "sleep");
    await page.click("#strip-open");
    const row = await page.middle("#strip-canvas");
    await page.clickAt(row.x, row.y - 16);
    equal(await options(page), ["--comm=p"], "the first row");
    const { left, top, width } = await page.run(() => document
        .getElementById("strip-canvas").getBoundingClientRect().toJSON());
    const at = part => [left + part * width, top + 20];
    await page.mouse("mouseMoved", ...at(.07), { button: "none" });
    await page.mouse("mousePressed", ...at(.07), { buttons: 1 });
    await page.mouse("mouseMoved", ...at(.97), { buttons: 1 });
    await page.mouse("mouseReleased", ...at(.97));
    await page.settle();
    equal(await names(page), ["--comm", "--time"], "chips");
    await agree(page, file);
  });

  // 1 step: the hottest function; on a narrow page its button Source, too.
  await test(`the hot line, ${look}`, "lines.html", size, async page => {
    await clickHottest(page);
    if (size.mobile)
      await page.run(() => [...document.querySelectorAll("#details button")]
          .find(each => each.textContent === "Source").click());
    await page.settle();
    const [line, self, isSeen] = await page.run(() => {
      const row = document.querySelector(".source-box tr.hottest");
      const { left, top } = row.getBoundingClientRect();
      return [row.cells[0].textContent, row.cells[1].title,
              row.contains(document.elementFromPoint(left + 5, top + 5))];
    });
    equal(isSeen, true, "it is in sight");
    const listing = execFileSync(process.env.PROF2DOT, ["-q", "-T", "list",
        "--list=divide", "--source=samples",
        "samples/profiles/perfdata/lines.data"], { encoding: "utf8" });
    equal([line, self], ["40", "40 samples"], "the line");
    equal(/^ *40 .* 40 +sum \+= by/m.test(listing) || listing, true,
          "-T list has it");
  });

  // No step for the list; 1 step: the function that changed most.
  await test(`what changed, ${look}`, "changed-folded.html", size,
             async page => {
    await clickHottest(page);
    await agreeOnChanges(page, join(pages, "base", "folded"),
                         join(pages, "folded"));
  });
}
