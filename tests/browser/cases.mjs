// Cases for pages of -T html.
import { equal, expectPolicy, test } from "./case.mjs";

// ---- Queries ----

const text = (page, selector) =>
    page.run(s => document.querySelector(s).textContent, selector);
const count = (page, selector) =>
    page.run(s => document.querySelectorAll(s).length, selector);
const title = page => page.run(() =>
    document.getElementById("details").hidden ? null
        : document.querySelector("#details h2").textContent);
const box = page => page.run(() => {
  const { x, y, width, height } =
      document.getElementById("picture").viewBox.baseVal;
  return { x, y, width, height };
});
const idOf = (page, label) => page.run(l =>
    [...document.querySelectorAll("#picture .fn")].find(node =>
        node.querySelector("title").textContent === l)?.id, label);
const node = async (page, label) => `[id="${await idOf(page, label)}"]`;
// Of a box that steps back, only the text stays legible.
const opacity = (page, selector) => page.run(s =>
    +getComputedStyle(document.querySelector(`${s} .box, ${s} polygon`)).opacity,
    selector);
const style = (page, selector, property) => page.run((s, p) =>
    getComputedStyle(document.querySelector(s))[p], selector, property);
const names = (page, section) => page.run(n =>
    [...document.querySelectorAll("#details table")[n]
        .querySelectorAll(".name")].map(each => each.textContent), section);
const focus = page => page.run(() =>
    document.activeElement.id || document.activeElement.tagName);
const choose = (page, channel) => page.run(value => {
  const select = document.getElementById("channel");
  select.value = value;
  select.dispatchEvent(new Event("change"));
}, channel);

// ---- Cases ----

await test("load", "calc.html", {}, async page => {
  equal(await page.run(() => document.title), "calc, cpu-clock", "title");
  equal(await count(page, "#picture .fn"), 16, "boxes");
  equal(await title(page), null, "details");
  equal(await text(page, "#hottest .row span"), "evaluate", "hottest");
  equal(await page.run(() => document.documentElement.scrollHeight <=
      innerHeight), true, "no scrolling");
});

await test("policy", "calc.html", {}, expectPolicy);

await test("click", "calc.html", {}, async page => {
  await page.click(await node(page, "evaluate"));
  equal(await title(page), "evaluate", "details");
  equal(await names(page, 0), ["main", "choose", "evaluate"], "callers");
  equal(await names(page, 1), ["choose", "evaluate", "operate"], "callees");
  equal(await page.run(() => location.hash),
        `#${await idOf(page, "evaluate")}`, "address");
  equal(await text(page, "#details .facts"),
        "Self37.9%, 50 samplesTotal60.6%, 80 samples" +
        "Module/home/user/samples/calcRecursionin cycle 1", "facts");
  equal(await opacity(page, await node(page, "main")), 1, "a caller");
  equal(await opacity(page, await node(page, "sum")) < .5, true, "another");
  // The heads of arrows have the colour of their lines.
  const edge = `[id="${await idOf(page, "evaluate")}_` +
      `${await idOf(page, "operate")}"]`;
  equal(await style(page, `${edge} polygon`, "fill"),
        await style(page, `${edge} path`, "stroke"), "head of an arrow");
  equal(await style(page, `${edge} .catch`, "stroke"), "none",
        "the line that catches clicks");
  // A click on a name in the panel selects it and leaves the focus there.
  await page.click("#details table .name");
  equal(await title(page), "main", "details of the caller");
  equal(await focus(page), "H2", "focus");
  await page.run(() => history.back());
  await page.settle();
  await page.run(() => new Promise(resolve => setTimeout(resolve, 100)));
  equal(await title(page), "evaluate", "back");
  await page.click("#details .title button");
  equal(await title(page), null, "closed");
  equal(await opacity(page, await node(page, "sum")), 1, "closed: another");
});

await test("click beside", "calc.html", {}, async page => {
  await page.click(await node(page, "evaluate"));
  await page.clickAt(20, 890);
  equal(await title(page), null, "details");
});

await test("sorting", "calc.html", {}, async page => {
  await page.click(await node(page, "product"));
  const sorted = () => page.run(() => [...document.querySelectorAll(
      "#details table")[1].querySelectorAll("td.number:nth-child(2)")]
      .map(each => +each.textContent));
  const falling = await sorted();
  equal(falling.length, 5, "callees");
  equal(falling, falling.slice().sort((a, b) => b - a), "falling");
  await page.run(() => document.querySelectorAll("#details table")[1]
      .querySelectorAll("th button")[1].click());
  equal(await sorted(), falling.slice().sort((a, b) => a - b), "rising");
  await page.run(() => document.querySelectorAll("#details table")[1]
      .querySelectorAll("th button")[0].click());
  const list = await names(page, 1);
  equal(list, list.slice().sort(), "by name");
  equal(await page.run(() => document.querySelectorAll("#details table")[1]
      .querySelector("th").getAttribute("aria-sort")), "ascending",
      "aria-sort");
});

await test("search", "calc.html", {}, async page => {
  await page.key("/");
  equal(await focus(page), "search", "focus");
  await page.type("EVAL");
  equal(await text(page, "#found"), "1 found", "count");
  equal(await count(page, "#picture .found"), 1, "marked");
  equal(await opacity(page, await node(page, "sum")) < .5, true, "another");
  await page.key("Enter");
  equal(await title(page), "evaluate", "details");
  // A search does not hide the callers of what is selected.
  equal(await opacity(page, await node(page, "main")), 1, "a caller");
  await page.key("Escape");
  equal(await text(page, "#found"), "", "no count");
  equal(await focus(page), "graph", "focus after Escape");
  await page.key("Escape");
  equal(await title(page), null, "all is as it was");
  await page.key("/");
  await page.type("kallsyms");
  equal(await text(page, "#found"), "4 found", "modules count");
  await page.key("Enter", { modifiers: 8 });
  const last = await title(page);
  await page.key("Enter");
  await page.key("Enter", { modifiers: 8 });
  equal(await title(page), last, "there and back");
});

await test("keyboard", "calc.html", {}, async page => {
  const focusable = [];
  for (let i = 0; i < 16; i++) {
    await page.key("Tab");
    focusable.push(await focus(page));
  }
  const main = await idOf(page, "__libc_start_call_main");
  const first = focusable.pop();
  equal(focusable, ["search", "show-filter", "save", "show-graph", "show-flame", "show-sandwich",
                    "show-chart", "show-table", "channel", "zoom-out", "fit", "zoom-in",
                    "strip-canvas", "strip-open", "graph"], "order");
  equal([main, await idOf(page, "main")].includes(first), true, "a box");
  const order = [first];
  for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft"]) {
    await page.key(key);
    order.push(await focus(page));
  }
  const [, second, third] = order;
  equal(order, [first, second, third, second, first], "to the right and back");
  equal(new Set(order).size, 3, "three boxes");
  await page.key("ArrowDown");
  await page.key("ArrowDown");
  const seen = await focus(page);
  equal([await idOf(page, "evaluate"), await idOf(page, "main")]
      .includes(seen), true, "costliest callee");
  await page.key("Enter");
  equal(`#${seen}`, await page.run(() => location.hash), "selected");
  await page.key("ArrowUp");
  equal(await focus(page) === seen, false, "caller");
  await page.key("Escape");
  equal(await title(page), null, "cleared");
  equal(await page.run(s => document.getElementById(s)
      .getAttribute("aria-label"), await idOf(page, "evaluate")),
      "evaluate 37.9% of 60.6% \u21ba itself 47.7%: " +
      "evaluate, self 37.9%, total 60.6%", "label");
});

// __irq_exit_rcu is the last function of a chain of three.
await test("chains", "chains.html", { hash: "#f471fbcf1f90e" }, async page => {
  const first = "asm_sysvec_apic_timer_interrupt";
  const selected = () => page.run(() =>
      document.querySelector("#picture .selected title").textContent);
  equal(await title(page), "__irq_exit_rcu", "details");
  equal(await selected(), first, "its box");
  equal(await text(page, "#details .badge"), "in a chain", "badge");
  equal(await names(page, 1), ["handle_softirqs"], "callees");
  await page.run(() => document.querySelectorAll("#details .name")[1].click());
  equal(await title(page), "handle_softirqs", "callee");
  equal(await page.run(() => [...document.querySelectorAll(
      "#picture .is-caller title")].map(each => each.textContent)), [first],
      "box of the caller");
  equal(await page.run(() => document.querySelector("#picture .to-caller")?.id),
        "f471fbcf1f90e_fb4646531c671", "the arrow from the chain");
  equal((await page.run(s => document.getElementById(s)
      .getAttribute("aria-label"), await idOf(page, first)))
      .endsWith("begins a chain of 3 functions"), true, "label");
});

await test("zoom", "calc.html", {}, async page => {
  await page.click("#fit");
  const before = await box(page);
  await page.run(() => document.getElementById("graph").focus());
  await page.key("+");
  equal((await box(page)).width < before.width, true, "+");
  await page.key("0");
  equal(await box(page), before, "0");
  await page.key("ArrowRight");
  equal((await box(page)).x > before.x, true, "right");
  await page.key("0");
  // The point below the pointer stays there.
  const evaluate = await node(page, "evaluate");
  const place = await page.middle(evaluate);
  await page.mouse("mouseWheel", place.x, place.y,
                   { deltaX: 0, deltaY: -400, button: "none" });
  await page.run(() => new Promise(resolve => setTimeout(resolve, 200)));
  const after = await page.middle(evaluate);
  equal((await box(page)).width < before.width, true, "wheel");
  equal(Math.hypot(after.x - place.x, after.y - place.y) < 2, true,
        "under the pointer");
  await page.click("#fit");
  equal(await box(page), before, "fit");
  await page.click("#zoom-out");
  equal((await box(page)).width > before.width, true, "zoom out");
});

await test("drag", "calc.html", {}, async page => {
  const evaluate = await node(page, "evaluate");
  const from = await page.middle(evaluate);
  await page.mouse("mouseMoved", from.x, from.y, { button: "none" });
  await page.mouse("mousePressed", from.x, from.y, { buttons: 1 });
  for (const step of [10, 60, 120])
    await page.mouse("mouseMoved", from.x + step, from.y + step / 2,
                     { buttons: 1 });
  await page.mouse("mouseReleased", from.x + 120, from.y + 60);
  await page.settle();
  const to = await page.middle(evaluate);
  equal([Math.round(to.x - from.x), Math.round(to.y - from.y)], [120, 60],
        "moved by");
  equal(await title(page), null, "a drag is no click");
});

await test("touch", "calc.html", { width: 390, height: 780, mobile: true },
    async page => {
  const before = await box(page);
  const at = (x, y, id) => ({ x, y, id });
  await page.touch("touchStart", [at(150, 300, 1)]);
  await page.touch("touchStart", [at(150, 300, 1), at(250, 300, 2)]);
  for (const d of [10, 30, 60])
    await page.touch("touchMove", [at(150 - d, 300, 1), at(250 + d, 300, 2)]);
  await page.touch("touchEnd", []);
  await page.settle();
  const ratio = before.width / (await box(page)).width;
  equal(ratio > 1.8 && ratio < 2.4, true, `pinch by ${ratio}`);
  await page.click("#fit");
  const { x, y } = await page.middle(await node(page, "evaluate"));
  await page.touch("touchStart", [at(x, y, 1)]);
  await page.touch("touchEnd", []);
  await page.run(() => new Promise(resolve => setTimeout(resolve, 400)));
  equal(await title(page), "evaluate", "tap");
});

await test("narrow", "calc.html", { width: 390, height: 780, mobile: true },
    async page => {
  equal(await page.run(() => document.documentElement.scrollWidth), 390,
        "width");
  await page.run(() => document.querySelector("#hottest button").click());
  await page.settle();
  equal(await title(page), "evaluate", "details");
  // Nothing overlaps, and the selected box is in sight.
  equal(await page.run(() => {
    const [header, graph, panel] = ["header", "#graph", "#panel"].map(each =>
        document.querySelector(each).getBoundingClientRect());
    return header.bottom <= graph.top && graph.bottom <= panel.top &&
        panel.bottom <= innerHeight && graph.height > 200;
  }), true, "one below the other");
  const { x, y } = await page.middle(".selected");
  equal(await page.run((a, b) => !!document.elementFromPoint(a, b)
      .closest(".selected"), x, y), true, "the box is in sight");
});

await test("deep link", "calc.html", { hash: "#f9e008145b8a0" },
    async page => {
  equal(await title(page), "evaluate", "details");
  // The calls from main, to choose and to operate are arrows; the call back from
  // choose and the self-call are notes.
  equal(await count(page, "#picture .edge.highlighted"), 3, "calls");
  await page.run(() => { location.hash = "#fnosuch"; });
  await page.run(() => new Promise(resolve => setTimeout(resolve, 100)));
  equal(await title(page), null, "unknown function");
});

// Names are shown for drawn functions and for functions that are only listed.
await test("names", "mangled.html", {}, async page => {
  const shownNames = async label => {
    await page.run(l => [...document.querySelectorAll("#functions .name")]
        .find(each => each.textContent === l).click(), label);
    return page.run(() => [...document.querySelectorAll("#details dt")]
        .filter(each => ["Name", "Symbol"].includes(each.textContent))
        .map(each => each.nextElementSibling.textContent));
  };
  await page.run(() => document.getElementById("show-table").click());
  equal(await count(page, "#picture .fn"), 2, "boxes");
  equal(await shownNames("main"), [], "main");
  equal(await shownNames("ns::sort<int>"),
        ["void ns::sort<int>(int*, int*)", "_ZN2ns4sortIiEEvPT_S2_"], "drawn");
  equal(await shownNames("ns::fill"), ["ns::fill(int)", "_ZN2ns4fillEi"],
        "not drawn");
});

await test("colours", "calc.html", {}, async page => {
  const fill = async label => page.run(s => document.querySelector(s)
      .querySelector(".box, polygon").getAttribute("fill"), await node(page, label));
  const before = [await fill("evaluate"), await fill("main")];
  equal(before, ["#f05a26", "#f5dcb0"], "self");
  await choose(page, "total");
  equal(await fill("main"), "#f05a26", "total");
  await choose(page, "module");
  equal(await fill("main"), await fill("evaluate"), "one module");
  equal(await fill("main") === await fill("handle_softirqs"), false,
        "two modules");
  equal(await count(page, ".modules li"), 3, "legend");
  await choose(page, "self");
  equal([await fill("evaluate"), await fill("main")], before, "as before");
});

await test("theme", "theme.html", {}, async page => {
  equal(await page.run(() => document.getElementById("channel").value),
        "total", "channel");
  const fills = () => page.run(() => [...document.querySelectorAll(
      "#picture .fn .box, #picture .fn text")]
      .map(each => each.getAttribute("fill")));
  const before = await fills();
  await choose(page, "self");
  equal(await fills() === before, false, "another channel");
  await choose(page, "total");
  equal(await fills(), before, "as before");
});

await test("outlines", "print.html", {}, async page => {
  equal(await count(page, ".legend li"), 0, "no legend");
  await choose(page, "self");
  equal(await count(page, "#picture .fn .box[fill='#f05a26']") > 0, true,
        "hottest");
});

await test("estimates", "estimates.html", {}, async page => {
  await page.click("#search");
  await page.type("eval_bin");
  await page.key("Enter");
  equal(await page.run(() => document.querySelectorAll(".facts dd")[1]
      .textContent), "11 to 14%, 233.46 samples", "total");
  equal(await names(page, 1), ["eval_node", "asm_sysvec_apic_timer_interrupt",
                               "eval_bin"], "callees");
  await page.run(() => [...document.querySelectorAll("#details .not-drawn .name")]
      .find(each => each.textContent.startsWith("asm_")).click());
  await page.settle();
  equal(await text(page, ".badge"), "not in the picture", "badge");
});

await test("table", "estimates.html", {}, async page => {
  await page.click("#show-table");
  equal(await count(page, "#functions tbody tr"), 51, "rows");
  equal(await count(page, "#functions .not-drawn"), 16, "not drawn");
  equal(await text(page, "#functions tbody .name"), "eval_bin", "first");
  await page.run(() => document.querySelectorAll("#functions th button")[3]
      .click());
  equal(await text(page, "#functions tbody .name"), "__libc_start_call_main",
        "first by total");
  await page.click("#search");
  await page.type("eval");
  equal(await count(page, "#functions tbody tr"), 2, "rows found");
  await page.type("nosuch");
  equal(await text(page, "#functions tbody"), "No function matches.", "none");
});

const fills = page => page.run(() =>
    Object.fromEntries([...document.querySelectorAll("#picture .fn")]
        .map(node => [node.querySelector("title").textContent,
                      node.querySelector(".box, polygon").getAttribute("fill")])));
const cells = (page, row) => page.run(n =>
    [...document.querySelectorAll("#functions tbody tr")[n].cells]
        .map(cell => cell.textContent), row);

await test("comparison", "changes.html", {}, async page => {
  equal(await page.run(() => document.title), "before \u2192 after", "title");
  equal(await page.run(() =>
      [...document.querySelectorAll("#hottest .row span:first-child")]
          .map(each => each.textContent)),
        ["apply", "old", "cache", "eval, and 1 caller of it"],
        "largest changes");
  equal(await style(page, await node(page, "cache"), "cursor"), "pointer",
        "a box");
  await page.click(await node(page, "apply"));
  equal(await title(page), "apply", "details");
  equal(await page.run(() => document.querySelector("#details .facts dd")
      .textContent.replaceAll("\u2192", ">")),
        "500 > 200 counts-300 counts (-23.1%), p < 0.001", "self");
  equal(await page.run(() =>
      [...document.querySelector("#details table tbody tr").cells]
          .map(cell => cell.textContent)),
        ["eval", "500", "200", "\u25bc -23.1%"], "a caller");
  await page.key("Escape");
  await page.click("#show-table");
  equal(await cells(page, 0), ["-400", "1,300", "900", "\u25bc -30.8%",
                               "0%", "p < 0.001", "main"], "first row");
  equal(await cells(page, 3), ["-300", "300", "0", "\u25bc -23.1%",
                               "\u25bc -23.1%", "p < 0.001", "oldgone"], "gone");
  equal(await cells(page, 4), ["+200", "0", "200", "\u25b2 +15.4%",
                               "\u25b2 +15.4%", "p < 0.001", "cachenew"], "new");
  equal((await cells(page, 5))[5], "noise", "noise is last");
  await page.run(() => document.querySelectorAll("#functions th button")[4]
      .click());
  equal((await cells(page, 0))[6], "cachenew", "first by growth of self");
  await page.click("#search");
  await page.type("cach");
  equal(await count(page, "#functions tbody tr"), 1, "rows found");
});

await test("changes of calls that are not drawn", "fewer.html", {},
           async page => {
  await page.run(() => {
    const { functions } = JSON.parse(
        document.getElementById("data").textContent);
    location.hash = functions.find(([, label]) => label === "eval")[0];
  });
  await new Promise(resolve => setTimeout(resolve, 300));
  const rows = await page.run(() =>
      [...document.querySelectorAll("#details .not-drawn")].map(row =>
          [...row.children].map(cell => cell.textContent)));
  equal(rows.find(([name]) => name === "apply"),
        ["apply", "500", "200", "-23.1%"], "eval -> apply");
  equal(rows.every(row => row.every(text => text)), true, "all have numbers");
});

// Functions of the text's name come before those whose names begin so.
await test("ranks of a search", "ranks.html", {}, async page => {
  const first = async pattern => {
    await page.run(() => { document.getElementById("search").value = ""; });
    await page.run(() => document.getElementById("search").focus());
    await page.type(pattern);
    await page.key("Enter");
    return [await title(page), await text(page, "#found")];
  };
  equal(await first("malloc"), ["malloc", "4 found"], "a name");
  equal(await first("^malloc$"), ["malloc", "1 found"], "a regular expression");
  equal(await first("mall"), ["malloc_consolidate", "4 found"], "a prefix");
  equal(await first("operator()"), ["operator()(int)", "1 found"],
        "a name with brackets");
  equal((await first("(["))[1], "0 found", "no expression");
});

await test("functions of one name", "namesakes.html", {}, async page => {
  const found = await page.run(() => {
    const names = s => [...document.querySelectorAll(s)]
        .map(each => each.textContent);
    const hottest = names("#hottest .row span:first-child");
    document.getElementById("show-table").click();
    const table = names("#functions .name");
    document.querySelector("#hottest button").click();
    return { hottest, table, panel: names("#details .name") };
  });
  equal(found.hottest, ["sort (a.py:3)"], "overview");
  equal(found.table, ["sort (a.py:3)", "main", "sort (b.py:9)"], "table");
  equal(found.panel, ["main", "sort (b.py:9)"], "callers in the panel");
});

await test("colours of changes", "changes.html", {}, async page => {
  const noise = "#f1f2f4", before = await fills(page);
  equal([before.main, before.eval, before.read], [noise, noise, noise],
        "by self");
  await choose(page, "total");
  const total = await fills(page);
  equal([total.eval, total.read], ["#3886d8", noise], "by total");
  equal(await text(page, "#colours p"), "Colour: change of total cost",
        "legend");
  equal(await text(page, "#colours .ends"), "-30.8%noise+30.8%", "ends");
  await choose(page, "self");
  equal(await fills(page), before, "by self again");
});

await test("changes by keyboard", "changes.html", {}, async page => {
  await page.run(() => document.querySelector("#picture [tabindex='0']")
      .focus());
  equal(await page.run(() =>
      document.activeElement.getAttribute("aria-label").split(": ")[1]),
        "main, total 1,300 to 900, -30.8%, self 0 to 0, 0%, noise", "label");
  await page.key("ArrowDown");
  await page.key("Enter");
  equal(await title(page), "eval", "costliest callee");
});

await test("grey changes", "gray.html", {}, async page => {
  equal(await page.run(() => document.getElementById("channel").value),
        "total", "channel");
  equal(await count(page, `${await node(page, "apply")} :is(.box, .inner)`), 2,
        "outlines of what got cheaper");
});

await test("no changes", "same.html", {}, async page => {
  equal(await text(page, "#hottest"), "none", "largest changes");
  await page.click("#show-table");
  equal((await cells(page, 0))[5], "noise", "verdict");
});

await test("changes without script", "changes.html", { script: false },
           async page => {
  equal(await count(page, "#picture .fn"), 8, "boxes");
  equal(await page.run(() => [...document.querySelectorAll("noscript tr")]
      .slice(1, 3).map(row => row.cells[0].textContent)), ["apply", "old"],
        "changes");
});

await test("2000 functions", "many.html", {}, async page => {
  equal(await count(page, "#picture .fn"), 80, "boxes");
  await page.click("#show-table");
  equal(await count(page, "#functions tbody tr"), 200, "rows at first");
  await page.run(() => document.querySelector(".show-all").click());
  equal(await count(page, "#functions tbody tr"), 2000, "rows");
  await page.click("#search");
  await page.type("amp;1999");
  equal(await text(page, "#found"), "1 found, 0 drawn", "count");
  await page.key("Enter");
  equal(await title(page), "</script><b>\"'&amp;1999", "details");
  equal(await names(page, 0), ["</script><b>\"'&amp;999"], "callers");
  equal(await count(page, "b"), 0, "no element by a name");
  equal(await count(page, "script"), 2, "scripts");
});

await test("2000 boxes", "all.html", {}, async page => {
  equal(await count(page, "#picture .fn"), 2000, "boxes");
  const label = "</script><b>\"'&amp;1";
  equal(await page.run(() => document.querySelector("#picture .fn title")
      .textContent), label, "a name");
  const begin = Date.now();
  await page.run(() => document.getElementById("graph").focus());
  for (const key of ["0", "+", "+", "ArrowLeft"])
    await page.key(key);
  await page.key("/");
  await page.type("amp;77");
  await page.key("Enter");
  equal(await title(page), "</script><b>\"'&amp;77", "details");
  equal(Date.now() - begin < 20000, true, "in time");
});

await test("print", "calc.html", { hash: "#f9e008145b8a0" }, async page => {
  await page.run(() => window.dispatchEvent(new Event("beforeprint")));
  await page.media("print");
  equal(await style(page, ".tools", "display"), "none", "tools");
  equal(await style(page, "body", "overflow"), "visible", "overflow");
});
