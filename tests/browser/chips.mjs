// Chips: options in force, and the picture that follows them.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { agree, options } from "./agree.mjs";
import { equal, pages, test } from "./case.mjs";

const text = (page, selector) =>
    page.run(s => document.querySelector(s).textContent, selector);
const back = async page => {
  await page.run(() => history.back());
  await page.run(() => new Promise(resolve => setTimeout(resolve, 200)));
  await page.settle();
};
const chips = page => page.run(() =>
    [...document.querySelectorAll("#chips .chip span:first-child")]
        .map(each => each.textContent));
const left = page => text(page, "#filter-left");

// Types a pattern into the field of a filter.
async function give(page, name, pattern) {
  await page.run(n => document.getElementById(`filter-${n}`).focus(), name);
  await page.type(pattern);
  await page.key("Enter");
}

await test("chips", "lisp.html", {}, async page => {
  await page.click("#show-filter");
  await give(page, "focus", "^apply$");
  await give(page, "hide", "print");
  await give(page, "focus", "print");
  equal(await chips(page), ["focus: apply", "hide: print", "focus: print"],
        "texts");
  equal(await options(page),
        ["--focus='^apply$'", "--hide=print", "--focus=print"], "options");
  equal(await left(page), "87.6% of the cost left", "all three");
  // The first one goes, and then the next: any order will do.
  await page.click("#chips .chip");
  equal(await chips(page), ["hide: print", "focus: print"], "removed");
  equal(await page.run(() => document.activeElement.textContent
      .startsWith("hide: print")), true, "focus");
  equal(await left(page), "22.5% of the cost left", "two");
  await back(page);
  equal(await chips(page), ["focus: apply", "hide: print", "focus: print"],
        "undone");
  equal(await left(page), "87.6% of the cost left", "undone");
  await page.click("#filter-clear");
  equal(await chips(page), [], "cleared");
  equal(await page.run(() => location.hash), "", "address");
});

// The way is that of the whole profile.
await test("filters take the marks of the hottest way away", "calc.html", {},
    async page => {
  const marked = () => page.run(() => [".node.way", ".edge.way"].map(each =>
      document.querySelectorAll(`#picture ${each}`).length));
  equal(await marked(), [3, 2], "marks");
  await page.click("#show-filter");
  await give(page, "focus", "evaluate");
  equal(await marked(), [0, 0], "with a filter");
  await page.click("#filter-clear");
  equal(await marked(), [3, 2], "without it again");
});

await test("a later filter ends an earlier one", "deep.html", {},
    async page => {
  await page.click("#show-filter");
  const seen = await page.run(async () => {
    const give = (name, value) => {
      const input = document.getElementById(`filter-${name}`);
      input.value = value;
      input.dispatchEvent(new Event("change", { bubbles: true }));
    };
    const seen = new Set();
    const left = document.getElementById("filter-left");
    new MutationObserver(() => seen.add(left.textContent))
        .observe(left, { childList: true, characterData: true });
    give("focus", "^f3$");
    const wasBusy = document.querySelector("main").ariaBusy;
    give("focus", "^f4$");
    while (document.querySelector("main").ariaBusy === "true")
      await new Promise(resolve => setTimeout(resolve, 10));
    return [wasBusy, ...seen];
  });
  equal(seen, ["true", "22.2% of the cost left"], "results");
});

// An arrow that a filter leaves looks as the program draws it, also one over
// boxes whose arrows are too small to draw.
for (const [name, focus, least, most] of [
  ["calc", "evaluate", 4, "37.9%"], ["lifted", "box1", 5, "12.0%"]])
  await test(`arrows follow filters: ${name}`, `${name}.html`,
             { hash: `#focus=${focus}` }, async page => {
  const drawn = readFileSync(join(pages, `focus-${name}.svg`), "utf8");
  // The ids of a picture begin with its own, those of a page do not. A page that
  // is filtered has no way, whose arrows all have a text and a width of at least 2.
  const arrows = new Map([...drawn.matchAll(
      /<g id="g[0-9a-f]+_(\w+)" class="edge call[^]*?<\/g>/g)].map(([group, id]) => [id,
        [+group.match(/stroke-width="([\d.]+)"/)[1],
         group.match(/<text[^>]*>([^<]*)/)?.[1] ?? "",
         /class="edge call[^"]* way/.test(group)]]));
  const seen = await page.run(() =>
      [...document.querySelectorAll("#picture .edge:not(.gone)")]
          .map(edge => [edge.id, [
            +edge.querySelector("path").getAttribute("stroke-width"),
            [...edge.querySelectorAll("text")].map(each => each.textContent)
                .join("")]]));
  const common = seen.filter(([id]) => arrows.has(id));
  equal(common.length >= least, true, `${common.length} arrows in both`);
  for (const [id, [width, label]] of common) {
    const [wanted, text, isWay] = arrows.get(id);
    equal(Math.abs(width - wanted) <= .011 || isWay && wanted === 2, true,
          `width of ${id}, ${width} and not ${wanted}`);
    if (!isWay)
      equal(label, text, `text of ${id}`);
  }
  equal(await text(page, "#colours .ends"), `0%${most}`, "ramp");
  equal(await page.run(() => document.querySelectorAll("#picture .gone").length)
      > 0, true, "something is gone");
});

await test("arrows of little cost", "words.html", { hash: "#focus=find_word" },
    async page => {
  const widths = () => page.run(() =>
      [...document.querySelectorAll("#picture .edge path:not(.catch)")]
          .map(each => +each.getAttribute("stroke-width")));
  // The widths of heads; their first and third corner are beside the line.
  const heads = () => page.run(() =>
      [...document.querySelectorAll("#picture .edge polygon")].map(each => {
        const [[ax, ay], , [bx, by]] = each.getAttribute("points").split(" ")
            .map(corner => corner.split(",").map(Number));
        return Math.hypot(ax - bx, ay - by);
      }));
  const filtered = await widths(), narrow = await heads();
  await page.run(() => document.getElementById("filter-clear").click());
  await page.settle();
  const before = await widths();
  equal(before.some((width, i) => width > filtered[i]), true, "thinner");
  equal(before.every((width, i) => width >= filtered[i] - .011), true,
        "none is wider");
  const wide = await heads();
  equal(wide.length === before.length && wide.every((width, i) => Math.abs(
      narrow[i] / width - Math.sqrt(filtered[i] / before[i])) < .02), true,
        "heads are as much narrower as the root of the lines' widths");
});

await test("the path of a comparison keeps its colours", "changes.html", {},
    async page => {
  const stroke = () => page.run(() => getComputedStyle(document.querySelector(
      "#picture .edge.less path")).stroke);
  const before = await stroke();
  await page.run(() => [...document.querySelectorAll("#hottest button")]
      .find(each => each.textContent.startsWith("apply")).click());
  equal(await page.run(() => !!document.querySelector("#picture .on-path.less")),
        true, "a decrease is on the path");
  equal(await page.run(() => getComputedStyle(document.querySelector(
      "#picture .on-path.less path")).stroke), before, "its colour");
});

await test("list of the sandwich", "lisp.html", { hash: "#view=sandwich" },
    async page => {
  equal(await page.run(() => document.querySelectorAll(
      "#sandwich-list tbody tr").length), 23, "functions");
  await page.run(() => [...document.querySelectorAll("#sandwich-list .name")]
      .find(each => each.textContent === "print").click());
  equal((await text(page, "#sandwich-name")).split(":")[0], "print", "chosen");
  await page.run(() => { location.hash = "#view=sandwich&hide=print"; });
  await page.run(() => new Promise(resolve => setTimeout(resolve, 200)));
  equal(await page.run(() => document.querySelectorAll(
      "#sandwich-list tbody tr").length), 21, "functions that are left");
});

await test("header of a phone", "lisp.html",
    { width: 390, height: 844, mobile: true }, async page => {
  const height = await page.run(() =>
      document.querySelector("header").getBoundingClientRect().height);
  equal(height < 150, true, `${height} pixels`);
});

await test("paper has no selection", "lisp.html",
    { hash: "#f504bd7c5f6d1" }, async page => {
  const least = () => page.run(() => Math.min(
      ...[...document.querySelectorAll("#picture .box")]
          .map(each => +getComputedStyle(each).opacity)));
  equal(await least() < .5, true, "on the screen");
  await page.media("print");
  equal(await least(), 1, "on paper");
});
