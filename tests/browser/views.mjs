// Cases for the views of a page, its address and its filters.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { costLike, tableRows } from "./agree.mjs";
import { equal, pages, test } from "./case.mjs";

const text = (page, selector) =>
    page.run(s => document.querySelector(s).textContent, selector);
const count = (page, selector) =>
    page.run(s => document.querySelectorAll(s).length, selector);
const hash = page => page.run(() => location.hash);
const wait = (page, ms) =>
    page.run(n => new Promise(resolve => setTimeout(resolve, n)), ms);
const evaluate = "#f9e008145b8a0";

// ---- The opening ----

// What is seen of the picture: the ids of boxes that are whole in view, the
// scale, and whether the map shows that there is more.
const opening = page => page.run(() => {
  const outer = document.getElementById("graph").getBoundingClientRect();
  const tools = document.querySelector(".picture-tool");
  const isOver = getComputedStyle(tools).position === "absolute";
  const top = isOver ? tools.getBoundingClientRect().bottom : outer.top;
  const nodes = [...document.querySelectorAll("#picture .node")];
  const isIn = node => {
    const inner = node.getBoundingClientRect();
    return inner.left >= outer.left && inner.right <= outer.right &&
        inner.top >= top && inner.bottom <= outer.bottom;
  };
  const bold = [...document.querySelectorAll("#picture text")]
      .filter(each => each.getAttribute("font-weight") === "bold")
      .map(each => +each.getAttribute("font-size"));
  return { n: nodes.length, seen: nodes.filter(isIn).map(each => each.id),
           text: document.getElementById("picture").getScreenCTM().a *
               Math.min(10, ...bold),
           map: !document.getElementById("minimap").hidden };
});

const phone = { width: 390, height: 844, mobile: true };
for (const [name, size] of [["wide", {}], ["narrow", phone]])
  for (const file of ["calc", "lisp", "estimates", "many", "threads", "words",
                      "java", "time-cpuprofile", "again", "changes"])
    await test(`opening of ${file}, ${name}`, `${file}.html`, size,
               async page => {
      const { n, seen, text, map } = await opening(page);
      const [hot, callers] = await page.run(() => {
        const id = document.querySelector("#hottest button").dataset.id;
        const { functions } = JSON.parse(
            document.getElementById("data").textContent);
        const boxes = new Map(functions.map(f => [f[0], functions[f[14]]?.[0]]));
        return [boxes.get(id),
                [...document.querySelectorAll("#picture .edge")]
                    .map(each => each.id.split("_").map(f => boxes.get(f)))
                    .filter(([from, to]) => to === boxes.get(id) && from !== to)
                    .map(([from]) => from)];
      });
      console.log(`     ${seen.length} of ${n} boxes, bold text of ` +
                  `${text.toFixed(1)} px`);
      equal(text >= 6.99, true, `bold text of ${text} px`);
      equal(map, seen.length < n, "the map shows that there is more");
      equal(seen.includes(hot), true, "the hottest box");
      equal(!callers.length || callers.some(each => seen.includes(each)), true,
            "a caller of it");
      await page.click("#fit");
      const whole = await opening(page);
      equal(whole.seen.length, n, "all boxes fit below the buttons");
      equal(seen.length === n || whole.text < 7, true,
            `not whole although its bold text had ${whole.text} px`);
    });

// No box has cost of its own in this event.
await test("opening of another event", "java.html",
    { ...phone, hash: "#event=jdk.ObjectAllocationSample" }, async page => {
  const { text, seen } = await opening(page);
  equal([text >= 6.99, seen.length > 0], [true, true], `${text} px`);
});

// A view that the reader has not moved follows the size of the page.
await test("opening and sizes", "lisp.html", {}, async page => {
  const resize = async (width, height) => {
    await page.ask("Emulation.setDeviceMetricsOverride",
        { width, height, deviceScaleFactor: 1, mobile: false });
    await wait(page, 100);
    await page.settle();
    return opening(page);
  };
  equal((await resize(1400, 860)).seen.length, 23, "lower");
  await page.click("#zoom-in");
  const { text } = await opening(page);
  equal(Math.abs((await resize(1400, 900)).text - text) < .01, true,
        "moved by the reader");
});

// The part in view has four lines, also where it reaches beyond the picture.
await test("what the minimap marks", "lisp.html", phone, async page => {
  const marked = () => page.run(() => {
    const map = document.getElementById("minimap");
    const { width, height } = map;
    const { data } = map.getContext("2d").getImageData(0, 0, width, height);
    const isMarked = (x, y) => data[4 * (y * width + x) + 2] >
        data[4 * (y * width + x)] + 100; // blue
    const count = (n, at) => Array.from({ length: n }, (_, i) => at(i))
        .filter(each => each).length;
    const columns = Array.from({ length: width }, (_, x) =>
        count(height, y => isMarked(x, y)));
    return Math.max(...columns.slice(0, width / 4)) > 5 &&
        Math.max(...columns.slice(width / 4)) > 5;
  });
  equal(await marked(), true, "left and right");
});

await test("minimap", "many.html", {}, async page => {
  const box = () => page.run(() => {
    const { x, y } = document.getElementById("picture").viewBox.baseVal;
    return [x, y];
  });
  const before = await box();
  const { left, top } = await page.run(() => {
    const { left, top, width, height } = document.getElementById("minimap")
        .getBoundingClientRect();
    if (width > 162 || height > 122)
      throw new Error(`${width} x ${height}`);
    return { left, top };
  });
  await page.clickAt(left + 3, top + 3);
  const after = await box();
  equal(after[0] < before[0], true, "moved to the left");
  equal(await page.run(() => document.getElementById("details").hidden), true,
        "nothing is selected");
  await page.click("#fit");
  await page.click("#zoom-out");
  equal(await page.run(() => document.getElementById("minimap").hidden), true,
        "hidden where all is in view");
});

// ---- The way to the hottest function ----

const marks = (page, name) => page.run(c =>
    [...document.querySelectorAll(`#picture :is(.node, .edge).${c}`)]
        .map(each => each.querySelector("title").textContent), name);

// The page finds the way that the picture has.
for (const file of ["calc", "lisp", "many", "threads", "words", "java", "heap",
                    "time-cpuprofile", "pause", "ends", "estimates", "calls"])
  await test(`way in ${file}`, `${file}.html`, {}, async page => {
    const drawn = await marks(page, "way");
    equal(drawn.length > 0, true, "the picture has a way");
    equal(await marks(page, "on-path"), [], "nothing else is marked");
    await page.run(() => document.querySelector("#hottest button").click());
    equal(await marks(page, "on-path"), drawn, "of the selected function");
  });

// Five callers of "hot" have a fifth of it each, and four of them a quarter.
await test("the way ends where no call tells the cause", "ends.html", {},
    async page => {
  equal(await marks(page, "way"), ["hot"], "five callers");
  await page.run(() => { location.hash = "#ignore=d"; });
  await wait(page, 200);
  await page.settle();
  equal(await marks(page, "way"), [], "with a filter");
  equal((await marks(page, "on-path")).sort(), ["a", "a \u2192 hot", "hot"],
        "four callers");
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
  equal(await count(page, "#picture .fn"), 16, "boxes");
  equal(await page.run(() => [...document.querySelectorAll("noscript tr")]
      .slice(1, 3).map(row => [...row.cells].map(each => each.textContent))),
        [["__libc_start_call_main", "0%", "100%"],
         ["main", "1.5%", "100%"]], "table");
  equal(await page.run(() => getComputedStyle(document.querySelector(".tools"))
      .display), "none", "no tools");
});

// ---- Flame graph ----

const show = (page, name) => page.click(`#show-${name}`);
// Returns the text of the tooltip of a frame, at a row and a part of the width.
async function tipAt(page, box, row, part) {
  const { left, top, width } = await page.run(s => {
    const { left, top, width } = document.querySelector(s)
        .getBoundingClientRect();
    return { left, top, width };
  }, `${box} canvas`);
  const x = left + part * width, y = top + row * 18 + 9;
  await page.mouse("mouseMoved", x, y, { button: "none" });
  await page.settle();
  return { x, y, text: await page.run(s => {
    const tip = document.querySelector(`${s} .tip`);
    return tip.hidden ? null : tip.textContent;
  }, box) };
}

// The first samples of lisp: see samples/profiles/perf/lisp. 61 of 89 are in
// evaluate, so its frame ends at 61/89 of the width.
await test("flame", "lisp.html", {}, async page => {
  await show(page, "flame");
  equal(await hash(page), "#view=flame", "address");
  equal((await tipAt(page, "#flame-box", 0, .5)).text,
        "__libc_start_call_main, total 100%, 89 samples, self 0%, 0 samples\n" +
        "libc.so.6", "root");
  equal((await tipAt(page, "#flame-box", 2, .5)).text,
        "run, total 100%, 89 samples, self 1.1%, 1 sample\nlisp", "third row");
  equal((await tipAt(page, "#flame-box", 3, 61 / 89 - .003)).text
      .split(",")[0], "evaluate", "just inside of evaluate");
  const beside = await tipAt(page, "#flame-box", 3, 61 / 89 + .003);
  equal(beside.text.split(",")[0], "print", "just outside of evaluate");
  await page.clickAt(beside.x, beside.y);
  equal(await text(page, "#details h2"), "print", "selected");
  equal((await tipAt(page, "#flame-box", 3, .01)).text.split(",")[0], "print",
        "zoomed");
  equal((await tipAt(page, "#flame-box", 0, .99)).text.split(",")[0],
        "__libc_start_call_main", "callers fill the width");
  await page.run(() => document.getElementById("flame-box").focus());
  await page.key("Escape");
  equal((await tipAt(page, "#flame-box", 3, .01)).text.split(",")[0],
        "evaluate", "zoomed out");
  await page.mouse("mouseMoved", 2, 2, { button: "none" });
  await page.settle();
  equal(await page.run(() => document.querySelector("#flame-box .tip").hidden),
        true, "the pointer has left");
});

// With Ctrl the wheel shows half of the width, with Shift it moves that.
await test("flame by wheel", "lisp.html", { hash: "#view=flame" },
    async page => {
  const half = Math.log(.5) / .002;
  const at = async part =>
      (await tipAt(page, "#flame-box", 3, part)).text.split(",")[0];
  async function wheel(deltaX, deltaY, modifiers) {
    const { x, y } = await tipAt(page, "#flame-box", 3, 0);
    await page.mouse("mouseWheel", x, y,
                     { deltaX, deltaY, modifiers, button: "none" });
    await page.run(() => new Promise(resolve => setTimeout(resolve, 200)));
  }
  const width = await page.run(() => document
      .querySelector("#flame-box canvas").getBoundingClientRect().width);
  await page.run(() => addEventListener("wheel", event => {
    window.isTaken = event.defaultPrevented;
  }));
  const isTaken = () => page.run(() => window.isTaken);
  await wheel(0, half, 0);
  equal([await at(.9), await isTaken()], ["print", false], "the wheel alone");
  await wheel(0, half, 2);
  equal(await isTaken(), true, "Ctrl does not zoom the page");
  equal(await at(.9), "evaluate", "Ctrl");
  await wheel(0, width / 2, 8);
  const edge = 2 * (61 / 89 - .25);
  equal([await at(edge - .01), await at(edge + .01)], ["evaluate", "print"],
        "Shift");
  await wheel(-width / 2, 0, 0);
  equal(await at(.9), "evaluate", "a wheel that moves sideways");
  await wheel(0, width / 2, 8);
  const { x, y } = await tipAt(page, "#flame-box", 3, edge + .01);
  await page.clickAt(x, y);
  equal(await at(.01), "print", "a click shows a frame in the whole width");
});

await test("flame by keyboard", "lisp.html", { hash: "#view=flame" },
    async page => {
  const said = () => page.run(() =>
      document.getElementById("status").textContent.split(",")[0]);
  await page.run(() => document.getElementById("flame-box").focus());
  for (const [key, name] of [["ArrowDown", "main"], ["ArrowDown", "run"],
      ["ArrowDown", "evaluate"], ["ArrowRight", "print"],
      ["ArrowLeft", "evaluate"], ["ArrowUp", "run"]]) {
    await page.key(key);
    equal(await said(), name, key);
  }
  await page.key("ArrowDown");
  await page.key("Enter");
  equal(await text(page, "#details h2"), "evaluate", "selected");
  await page.key("Escape");
  await page.key("Escape");
  await page.key("Escape");
  equal(await page.run(() => document.activeElement.id), "flame-box", "focus");
});

await test("inverted flame", "lisp.html", { hash: "#view=flame&inverted=1" },
    async page => {
  equal(await page.run(() => document.getElementById("invert").checked), true,
        "switch");
  equal((await tipAt(page, "#flame-box", 0, .01)).text.split(",")
      .slice(0, 2).join(), "same, total 21.3%", "costliest by self");
  await page.click("#invert");
  equal(await hash(page), "#view=flame", "address");
  equal((await tipAt(page, "#flame-box", 0, .01)).text.split(",")[0],
        "__libc_start_call_main", "root");
});

await test("search in the flame", "lisp.html",
    { hash: "#view=flame&q=evaluate" }, async page => {
  equal(await page.run(() => document.getElementById("search").value),
        "evaluate", "search");
  equal(await text(page, "#flame-found"), "found in 69.7% of the cost",
        "cost");
});

await test("no flame from calls", "estimates.html", { hash: "#view=flame" },
    async page => {
  equal(await page.run(() => [document.getElementById("show-flame").hidden,
      document.getElementById("graph").hidden]), [true, false], "graph");
  await show(page, "sandwich");
  equal(await count(page, "#callers-box tbody tr") > 0, true, "table");
});

// The flame graph of 100,000 contexts is drawn anew 60 times.
await test("100,000 frames", "deep.html", { hash: "#view=flame" },
    async page => {
  const { frames, load, rate } = await page.run(async () => {
    const box = document.getElementById("flame-box");
    const nodes = JSON.parse(document.getElementById("data").textContent)
        .contexts.nodes.length / 3;
    const begin = performance.now();
    for (let i = 0; i < 60; i++) {
      box.dispatchEvent(new Event("scroll"));
      await new Promise(resolve => requestAnimationFrame(resolve));
    }
    return { frames: nodes, rate: 60000 / (performance.now() - begin),
             load: performance.getEntriesByType("navigation")[0].loadEventEnd };
  });
  console.log(`     ${frames} contexts: loaded in ${Math.round(load)} ms, ` +
      `${rate.toFixed(1)} frames a second`);
  equal(frames >= 99000, true, `${frames} contexts`);
});

// ---- Sandwich ----

await test("sandwich of a comparison", "changes.html",
    { hash: "#view=sandwich" }, async page => {
  const name = await text(page, "#sandwich-name");
  equal(/: total .+ \u2192 .+, self .+ \u2192 .+$/.test(name), true, name);
  const cells = await page.run(() => [...document.querySelectorAll(
      "#sandwich-list tbody tr td:last-child")].map(cell => cell.textContent));
  equal(cells.length > 3 && cells.every(cell => /^$|^0%$|[+-]\d|new/.test(cell)), true,
        `changes of totals: ${cells}`);
});

await test("sandwich", "lisp.html", { hash: "#view=sandwich" }, async page => {
  equal(await text(page, "#sandwich-name"),
        "same: total 21.3%, 19 samples, self 21.3%, 19 samples",
        "the hottest function");
  await page.run(() => { location.hash = "#view=sandwich&f=f504bd7c5f6d1"; });
  await wait(page, 200);
  equal(await text(page, "#sandwich-name"),
        "evaluate: total 68.5%, 61 samples, self 9.0%, 8 samples",
        "selected");
  equal((await tipAt(page, "#callees-box", 0, .5)).text.split(",")
      .slice(0, 2).join(), "evaluate, total 68.5%", "callees begin with it");
  const child = await tipAt(page, "#callees-box", 1, .1);
  await page.clickAt(child.x, child.y);
  equal(await text(page, "#sandwich-name").then(t => t.split(":")[0]),
        child.text.split(",")[0], "a click turns it around the callee");
  await page.run(() => history.back());
  await wait(page, 200);
  equal(await text(page, "#sandwich-name"),
        "evaluate: total 68.5%, 61 samples, self 9.0%, 8 samples",
        "back");
});

// ---- Filters ----

const filterRows = readFileSync(new URL("filters", import.meta.url), "utf8")
    .split("\n").filter(line => line && !line.startsWith("#"));
const results = readFileSync(join(pages, "filtered"), "utf8")
    .split(/^(?=\{\n)/m).map(text => JSON.parse(text));
equal(results.length, filterRows.length, "results");
for (const [i, line] of filterRows.entries()) {
  const [profile, ...rest] = line.split(" ");
  const parts = new URLSearchParams(rest.join(" "));
  await test(`filters: ${line}`, `${profile}.html`, { hash: `#${parts}` },
      async page => {
    equal(await page.run(() => [...document.querySelectorAll("#chips .chip")]
        .map(each => each.title.split("\n")[0].replaceAll("'", ""))),
        [...parts].map(([name, value]) =>
            name === "thread" ? `--${value}` : `--${name}=${value}`), "chips");
    const found = await tableRows(page);
    const cells = new Map(found.map(([id, ...costs]) => [id, costs]));
    const expected = results[i].functions.map(f => [f.id,
      ...[f.self, f.total].map((cost, n) =>
          costLike(cells.get(f.id)?.[n] ?? "", cost))]).sort();
    equal(expected.length > 0, true, "functions");
    equal(found, expected, "functions");
  });
}

await test("filter box", "lisp.html", {}, async page => {
  const label = () => page.run(() =>
      [...document.querySelectorAll("#ffb7f988d25ef text")].slice(-2)
          .map(each => each.textContent).filter(each => each).join(" "));
  equal(await label(), "1.1% of 100%", "before");
  await page.click("#show-filter");
  equal(await page.run(() => document.activeElement.id), "filter-focus",
        "focus");
  await page.type("apply");
  await page.key("Enter");
  equal(await text(page, "#filter-left"), "65.2% of the cost left", "left");
  equal(await label(), "65.2% below", "numbers in a box");
  equal(await page.run(() =>
      [...document.querySelectorAll("#picture .node.gone title")]
          .some(each => each.textContent === "print")), true, "a box is gone");
  equal(await hash(page), "#focus=apply", "address");
  await show(page, "flame");
  equal((await tipAt(page, "#flame-box", 3, .99)).text.split(",")[0],
        "evaluate", "flame");
  await page.run(() => history.back());
  await wait(page, 200);
  await page.run(() => history.back());
  await wait(page, 200);
  equal(await label(), "1.1% of 100%", "back");
  equal(await count(page, "#picture .gone"), 0, "back: nothing is gone");
});

// Patterns are those of functions: tags above the stacks are none.
await test("filter and tags", "tags.html", { hash: "#focus=worker" },
    async page => {
  const problem = () => page.run(() =>
      document.getElementById("filter-problem").textContent);
  equal(await problem(), "focus: no function, module or file matches", "a tag");
  await page.run(() => { location.hash = "#focus=main"; });
  await page.run(() => new Promise(resolve => setTimeout(resolve, 200)));
  await page.settle();
  equal(await problem(), "", "a function");
});

await test("choice of event and thread", "threads.html", {}, async page => {
  await page.click("#show-filter");
  equal(await page.run(() => ["#choose-event", "#threads"].map(each =>
      [...document.querySelectorAll(`${each} option`)]
          .map(option => option.value))),
        [["cpu-clock", "page-faults"], ["sort 2", "primes", "sort 1"]],
        "offered");
  const choose = async (name, value) => {
    await page.run((n, v) => {
      const input = document.getElementById(`choose-${n}`);
      input.value = v;
      input.dispatchEvent(new Event("change", { bubbles: true }));
    }, name, value);
    await page.settle();
  };
  await choose("event", "page-faults");
  equal(await text(page, "#filter-left"), "41 samples of page-faults", "said");
  equal(await hash(page), "#event=page-faults", "address");
  await choose("thread", "none");
  equal(await text(page, "#filter-problem"),
        "thread: no thread has this in its name", "another thread");
  await choose("thread", "RT 2");
  equal(await page.run(() => document.getElementById("choose-thread").value),
        "sort 2", "found by a part of its name");
  equal(await text(page, "#filter-left"),
        "16 samples of page-faults in sort 2", "thread");
  await show(page, "flame");
  equal((await tipAt(page, "#flame-box", 0, .01)).text.split(",")
      .slice(0, 3).join(), "msort_with_tmp.part.0, total 50.0%, 8 samples", "flame");
  await page.click("#filter-clear");
  equal(await text(page, "#filter-left"), "", "cleared");
  equal(await hash(page), "#view=flame", "address without choice");
});

await test("no choice of one event", "lisp.html", {}, async page => {
  await page.click("#show-filter");
  equal(await page.run(() => document.querySelectorAll(
      "#filter label[hidden]").length), 2, "hidden");
});

for (const [pattern, problem] of [
  ["(?i)APPLY", "focus: this page cannot take it"],
  ["a++", "focus: this page cannot take it"],
  ["[]a]", "focus: this page cannot take"],
  ["nosuch", "focus: no function, module or file matches"]])
  await test(`refused: ${pattern}`, "lisp.html", {}, async page => {
    await page.click("#show-filter");
    await page.type(pattern);
    await page.key("Enter");
    equal((await text(page, "#filter-problem")).startsWith(problem), true,
          await text(page, "#filter-problem"));
    equal(await page.run(() => document.getElementById("filter-focus")
        .getAttribute("aria-invalid")), "true", "marked");
    equal(await count(page, "#picture .gone"), 0, "nothing is gone");
  });

for (const file of ["estimates.html"])
  await test(`no filters in ${file}`, file, { hash: "#focus=main" },
      async page => {
    equal(await page.run(() => document.getElementById("show-filter").hidden),
          true, "button");
  });

// ---- Saving ----

for (const [name, file, begin] of [
  ["graph", "lisp-cpu-clock.svg", "<svg"],
  ["flame", "lisp-cpu-clock.png", "\ufffdPNG"],
  ["table", "lisp-cpu-clock.csv",
   "function,module,file,self,total,calls\nsame,/home/user/samples/lisp,,19,19,"]])
  await test(`save: ${name}`, "lisp.html", { hash: `#view=${name}` },
      async page => {
    equal(await page.run(async start => {
      const saved = new Promise(resolve => {
        URL.createObjectURL = blob => {
          blob.text().then(text => { resolve.text = text; });
          resolve.blob = blob;
          return "data:,";
        };
        document.addEventListener("click", event => {
          if (event.target.download) {
            event.preventDefault();
            resolve.blob.text().then(text => resolve(
                [event.target.download, text.startsWith(start),
                 /tabindex|class="(catch|role)"/.test(text)]));
          }
        });
      });
      document.getElementById("save").click();
      return saved;
    }, begin), [file, true, false], "file");
  });

// On phones the buttons that float over a view leave the strip free.
await test("narrow strip", "threads.html", { width: 390, height: 844,
                                             mobile: true }, async page => {
  const places = () => page.run(() => ["strip", "fit", "channel"].map(id => {
    const { top, bottom } = document.getElementById(id)
        .getBoundingClientRect();
    return id === "strip" ? bottom : top;
  }));
  for (let i = 0; i < 2; i++) {
    const [strip, ...tools] = await places();
    equal(tools.every(top => top > strip && top < strip + 10), true,
          `${tools} below ${strip}`);
    await page.click("#strip-open");
  }
});

for (const [name, size] of [["wide", {}], ["medium", { width: 900 }],
                            ["narrow", phone]])
  await test(`buttons of views stay in place, ${name}`, "words.html", size,
             async page => {
    const views = ["graph", "flame", "sandwich", "chart", "table"];
    const places = () => page.run(list => list.map(each => {
      const { x, y } = document.getElementById(`show-${each}`)
          .getBoundingClientRect();
      return [x, y];
    }), views);
    const before = await places();
    for (const view of views) {
      await page.click(`#show-${view}`);
      equal(await places(), before, view);
      equal(await page.run(() => ["fit", "channel"].map(id =>
          document.getElementById(id).checkVisibility(
              { visibilityProperty: true }))),
            [view === "graph", view !== "table"], `tools of ${view}`);
    }
  });

await test("narrow views", "lisp.html", { width: 320, height: 640,
                                          mobile: true }, async page => {
  for (const name of ["flame", "sandwich", "table", "graph"]) {
    await page.run(n => document.getElementById(`show-${n}`).click(), name);
    await page.settle();
    equal(await page.run(() => document.documentElement.scrollWidth), 320,
          `width of ${name}`);
    equal(await page.run(n => document.getElementById(n)
        .getBoundingClientRect().height > 120, name), true, `height of ${name}`);
  }
});
