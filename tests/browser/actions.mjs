// Actions on a function, by the panel, the menu and keys; the numbers are those of
// the program with the options that the chips name.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { agree, options } from "./agree.mjs";
import { equal, pages, test } from "./case.mjs";

const text = (page, selector) =>
    page.run(s => document.querySelector(s).textContent, selector);
const node = (page, label) => page.run(l => `[id="${[...document
    .querySelectorAll("#picture .fn")].find(each =>
        each.querySelector("title").textContent === l).id}"]`, label);
const act = (page, selector, name) => page.run((s, n) =>
    [...document.querySelectorAll(`${s} button`)]
        .find(each => each.firstChild.textContent === n).click(), selector, name);
const perf = name => `samples/profiles/perf/${name}`;

for (const [name, option, label] of [["Focus", "--focus", "apply"],
    ["Ignore", "--ignore", "print"], ["Begin here", "--show-from", "evaluate"],
    ["Hide", "--hide", "evaluate"],
    ["Collapse recursion", "--collapse-recursion", "evaluate"]])
  await test(`action: ${name}`, "lisp.html", {}, async page => {
    await page.click(await node(page, label));
    await act(page, "#details .actions", name);
    await page.settle();
    equal(await options(page), [`${option}='^${label}$'`], "chip");
    await agree(page, perf("lisp"));
  });

await test("action: Group by module", "words.html", { hash: "#view=table" },
    async page => {
  await page.run(() => document.querySelector("#functions .name").click());
  await act(page, "#details .actions", "Group by module");
  await page.settle();
  equal(await options(page), ["--granularity=module"], "chip");
  await agree(page, perf("words"));
  await page.run(() => [...document.querySelectorAll("#functions .name")]
      .find(each => each.textContent === "libc.so.6").click());
  await act(page, "#details .actions", "Hide");
  await page.settle();
  await agree(page, perf("words"));
  await page.run(() => document.querySelector("#chips .chip").click());
  await page.settle();
  equal(await options(page), ["--hide='^libc\\.so\\.6$'"], "the first chip is gone");
});

await test("menu of a box", "lisp.html", {}, async page => {
  const { x, y } = await page.middle(await node(page, "apply"));
  await page.mouse("mousePressed", x, y, { button: "right", buttons: 2 });
  await page.mouse("mouseReleased", x, y, { button: "right" });
  await page.settle();
  equal(await page.run(() => [...document.querySelectorAll("#menu button")]
      .map(each => each.textContent)),
      ["Focus--focus", "Ignore--ignore", "Begin here--show-from",
       "Hide--hide", "Collapse recursion--collapse-recursion",
       "Group by module--granularity", "Copy name", "Copy link"],
      "actions");
  await page.key("ArrowDown");
  await page.key("Enter");
  equal(await options(page), ["--ignore='^apply$'"], "the second one");
  equal(await page.run(() => document.getElementById("menu").hidden), true,
        "closed");
  await agree(page, perf("lisp"));
});

// Source is offered wherever a page has it, before anything is selected.
for (const [where, options] of [
  ["in a file", {}],
  ["served", { base: readFileSync(join(pages, "lines-address"), "utf8")
      .trim() }]])
  await test(`action: Source, ${where}`, options.base ? "" : "lines.html",
             options, async page => {
    const items = () => page.run(() => [...document.querySelectorAll(
        "#menu button")].map(each => each.firstChild.textContent));
    await page.run(() => [...document.querySelectorAll("#picture .fn")]
        .find(each => each.querySelector("title").textContent === "divide")
        .focus());
    await page.key("m");
    const at = (await items()).indexOf("Source");
    equal(at > 0, true, "in the menu of a box");
    for (let i = 0; i < at; i++)
      await page.key("ArrowDown");
    await page.key("Enter");
    equal(await page.run(() => [document.activeElement.textContent,
        document.activeElement.getBoundingClientRect().top < innerHeight / 2]),
        ["Source", true], "the focus is there");
    await page.run(() => {
      document.getElementById("show-flame").click();
      document.getElementById("flame-box").focus();
    });
    await page.settle();
    await page.key("ArrowDown");
    await page.key("m");
    equal((await items()).includes("Source"), true, "in that of a frame");
    await page.key("Escape");
    await page.run(() => {
      document.getElementById("show-table").click();
      [...document.querySelectorAll("#functions .name")]
          .find(each => each.textContent === "fill").focus();
    });
    await page.key("m");
    equal((await items()).includes("Source"), true, "in that of a row");
  });

await test("no source without it", "lisp.html", {}, async page => {
  await page.click(await node(page, "apply"));
  equal(await page.run(() => [...document.querySelectorAll(
      "#details .actions button")].some(each =>
          each.textContent === "Source")), false, "action");
});

await test("menu of a frame and of a row by keyboard", "lisp.html",
    { hash: "#view=flame" }, async page => {
  await page.run(() => document.getElementById("flame-box").focus());
  for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "m"])
    await page.key(key);
  equal(await text(page, "#menu p"), "evaluate", "frame");
  await page.key("Escape");
  equal(await page.run(() => document.activeElement.id), "flame-box",
        "the focus is back");
  await page.run(() => {
    document.getElementById("show-table").click();
    [...document.querySelectorAll("#functions .name")]
        .find(each => each.textContent === "print").focus();
  });
  await page.key("m");
  equal(await text(page, "#menu p"), "print", "row");
  await page.key("End");
  await page.key("ArrowDown");
  await page.key("Enter");
  equal(await options(page), ["--focus='^print$'"], "the first after the last");
});

await test("menu by mouse", "lisp.html", { hash: "#view=flame" },
    async page => {
  const { x, y } = await page.run(() => {
    const { right, top } = document.querySelector("#flame-box canvas")
        .getBoundingClientRect();
    return { x: right - 3, y: top + 5 };
  });
  const rightClick = async () => {
    await page.mouse("mouseMoved", x, y, { button: "none" });
    await page.mouse("mousePressed", x, y, { button: "right", buttons: 2 });
    await page.mouse("mouseReleased", x, y, { button: "right" });
    await page.settle();
  };
  const isShown = () => page.run(() => !document.getElementById("menu").hidden);
  await rightClick();
  equal(await text(page, "#menu p"), "__libc_start_call_main", "the frame there");
  await page.clickAt(30, 890);
  equal(await isShown(), false, "a click beside closes it");
  await rightClick();
  await page.key("ArrowUp");
  equal(await page.run(() => document.activeElement.textContent), "Copy link",
        "the last one is before the first one");
  await page.key("Home");
  equal(await page.run(() => document.activeElement.firstChild.textContent),
        "Focus", "the first one");
  await page.key("Tab");
  equal(await isShown(), false, "Tab closes it");
  // At the edge of the window it stays inside.
  await page.run(() => document.querySelector("#hottest button")
      .dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, button: 2,
          clientX: innerWidth - 2, clientY: innerHeight - 2 })));
  equal(await isShown(), true, "at the edge");
  equal(await page.run(() => {
    const { right, bottom } = document.getElementById("menu")
        .getBoundingClientRect();
    return [right <= innerWidth, bottom <= innerHeight];
  }), [true, true], "inside");
});

await test("action: Copy name, Copy link", "mangled.html",
    { hash: "#view=table" }, async page => {
  await page.run(() => {
    window.copied = [];
    Object.defineProperty(navigator, "clipboard", { value: {
      writeText: async each => { window.copied.push(each); } } });
    [...document.querySelectorAll("#functions .name")]
        .find(each => each.textContent === "ns::sort<int>").click();
  });
  for (const [name, message] of [["Copy name", "name copied"],
                                 ["Copy link", "link copied"]]) {
    await act(page, "#details .actions", name);
    await page.settle();
    equal(await text(page, "#status"), message, "message");
  }
  const [name, link] = await page.run(() => window.copied);
  equal(name, "void ns::sort<int>(int*, int*)", "name");
  equal(link, await page.run(() => {
    const { functions } = JSON.parse(document.getElementById("data").textContent);
    return `${location.href.split("#")[0]}#view=table&f=` +
        functions.find(([, label]) => label === "ns::sort<int>")[0];
  }), "link");
  await page.run(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("no"));
  });
  await act(page, "#details .actions", "Copy link");
  await page.settle();
  equal(await text(page, "#status"),
        "the browser does not let the page copy the link", "refused");
});

await test("names that are no patterns", "mangled.html",
    { hash: "#view=table" }, async page => {
  await page.run(() => [...document.querySelectorAll("#functions .name")]
      .find(each => each.textContent === "ns::sort<int>").click());
  await act(page, "#details .actions", "Focus");
  await page.settle();
  equal(await options(page),
        ["--focus='^void ns::sort<int>\\(int\\*, int\\*\\)$'"], "escaped");
  equal(await text(page, "#chips .chip span"), "focus: ns::sort<int>", "text");
  equal(await text(page, "#filter-left"), "90.0% of the cost left", "left");
});

// A link shows a colleague what the page shows.
await test("a copied link keeps the view, the range and the search",
           "words.html", {}, async page => {
  const seen = () => page.run(() => ({
    view: document.querySelector("[aria-pressed=true]").id,
    search: document.getElementById("search").value,
    chips: [...document.querySelectorAll("#chips .chip")]
        .map(each => each.title),
    left: document.getElementById("filter-left").textContent,
    selected: document.querySelector("#details h2")?.textContent,
    rows: [...document.querySelectorAll("#functions tr")]
        .map(each => each.textContent) }));
  await page.run(() => document.getElementById("strip-canvas").focus());
  await page.key("ArrowUp");
  await page.key("/");
  await page.type("word");
  await page.click("#show-table");
  await page.click("#functions .name");
  const link = await page.run(async () => {
    let copied = "";
    Object.defineProperty(navigator, "clipboard", { value: {
      writeText: async value => { copied = value; } } });
    [...document.querySelectorAll("#details .actions button")]
        .find(each => each.textContent === "Copy link").click();
    return copied;
  });
  const before = await seen();
  equal([before.view, before.search, before.chips.length,
         !!before.selected], ["show-table", "word", 1, true], "what is shown");
  await page.run(() => { location.hash = "#"; });
  await page.run(() => new Promise(resolve => setTimeout(resolve, 200)));
  await page.settle();
  equal((await seen()).chips, [], "something else");
  await page.run(address => { location.href = address; }, link);
  await page.run(() => new Promise(resolve => setTimeout(resolve, 200)));
  await page.settle();
  equal(await seen(), before, link);
});
