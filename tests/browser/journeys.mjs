// Journeys by keyboard only, each on profiles of five formats. The numbers at the
// end are those of -T json with the options that the chips name.
import { join } from "node:path";
import { agree, agreeOnChanges, options } from "./agree.mjs";
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
