// Pages of --serve: a change of the form draws the picture anew.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { equal, pages, test } from "./case.mjs";

const base = readFileSync(join(pages, "address"), "utf8").trim();
const LIMIT = 20000; // milliseconds that a picture may take

const names = () => [...document.querySelectorAll("#picture .node")].map(node =>
    node.querySelector("text").textContent).sort();

// Waits until a function that runs in the page returns true.
async function until(page, what, f, ...args) {
  const end = Date.now() + LIMIT;
  for (;;) {
    // Between two pages there is nothing to run it in.
    if (await page.run(f, ...args).catch(() => false))
      return;
    if (Date.now() > end)
      throw new Error(`${what}: it did not happen`);
    await new Promise(resolve => setTimeout(resolve, 50));
  }
}

// Does what may leave the page before it has ended.
const leave = action => action.catch(() => {});

// Fills in a field and waits for the page whose address has it.
async function fill(page, name, value) {
  await change(page, name, value);
  await until(page, `${name}=${value}`, (key, wanted) =>
      document.readyState === "complete" &&
      new URLSearchParams(location.search).getAll(key).join() === wanted,
      name, value);
}

const change = (page, name, value) => page.run((key, text) => {
  const field = document.querySelector(`#live [name="${key}"]`);
  field.focus();
  field.value = text;
  field.dispatchEvent(new Event("change", { bubbles: true }));
}, name, value);

const message = () => document.getElementById("live-message").textContent;

const selectBox = (page, label) => page.run(text => {
  const box = [...document.querySelectorAll("#picture .node")]
      .find(node => node.querySelector("text").textContent === text);
  box.dispatchEvent(new MouseEvent("click", { bubbles: true }));
}, label);

await test("serve filter", "", { base }, async page => {
  equal(await page.run(names), ["alloc", "eval", "gc", "main"], "all");
  await fill(page, "focus", "gc");
  equal(await page.run(names), ["eval", "gc", "main"], "focus");
  equal(await page.run(() => document.activeElement.name), "focus",
        "the field keeps the focus");
  await fill(page, "hide", "eval");
  equal(await page.run(names), ["gc", "main"], "focus and hide");
  equal(await page.run(() => document.querySelector("[name=focus]").value),
        "gc", "the other field");
});

await test("serve root", "", { base }, async page => {
  await fill(page, "root", "eval");
  equal(await page.run(names), ["alloc", "eval", "gc"], "below eval");
});

await test("serve chips", "?focus=gc&hide=main", { base }, async page => {
  const chips = () => [...document.querySelectorAll("#chips .chip")]
      .map(each => each.title.split("\n")[0]).join(" ");
  equal(await page.run(chips), "--focus=gc --hide=main", "options");
  equal(await page.run(names), ["eval", "gc"], "boxes");
  await page.run(() => document.querySelector("#chips .chip").click());
  await until(page, "removed", () => document.readyState === "complete" &&
      location.search === "?hide=main");
  equal(await page.run(chips), "--hide=main", "options that stay");
  equal(await page.run(names), ["alloc", "eval", "gc"], "boxes that stay");
});

await test("serve action", "", { base }, async page => {
  const act = name => page.run(n =>
      [...document.querySelectorAll("#details .actions button")]
          .find(each => each.textContent === n).click(), name);
  await selectBox(page, "eval");
  await act("Begin here");
  await until(page, "begins there", () => document.readyState === "complete" &&
      location.search === "?show-from=%5Eeval%24");
  equal(await page.run(names), ["alloc", "eval", "gc"], "boxes");
  await selectBox(page, "gc");
  await act("Ignore");
  await until(page, "ignored", () => document.readyState === "complete" &&
      location.search === "?ignore=%5Egc%24&show-from=%5Eeval%24");
  equal(await page.run(names), ["alloc", "eval"], "boxes that stay");
});

await test("serve more", "", { base }, async page => {
  await page.click("#live summary");
  equal(await page.run(() => {
    const form = document.getElementById("live").getBoundingClientRect();
    const fields = document.querySelector("#live details div")
        .getBoundingClientRect();
    return fields.width > .9 * form.width && fields.height < 120;
  }), true, "rare fields stand side by side");
});

await test("serve event", "", { base }, async page => {
  await fill(page, "event", "faults");
  equal(await page.run(names), ["eval", "load", "main"], "faults");
});

await test("serve time", "", { base }, async page => {
  await fill(page, "time", "0,1.5");
  equal(await page.run(() => [...document.querySelectorAll("#chips .chip")]
      .map(each => each.title.split("\n")[0])), ["--time=0,1.5"], "chip");
});

// The strip shows all of the recording, also beside a range of it.
await test("serve strip", "", { base }, async page => {
  const strip = () => document.getElementById("strip-text").textContent;
  equal(await page.run(() => document.getElementById("strip").hidden), false,
        "it is there");
  const whole = await page.run(strip);
  await page.run(() => document.getElementById("strip-canvas").focus());
  await page.key("ArrowLeft", { modifiers: 8 }).catch(() => {}); // its end moves
  await until(page, "a range", () => document.readyState === "complete" &&
      location.search.startsWith("?time="));
  const [option] = await page.run(() => [...document.querySelectorAll(
      "#chips .chip")].map(each => each.title.split("\n")[0]));
  equal(/^--time=[\d.]+,[\d.]+$/.test(option), true, option);
  equal((await page.run(strip)).endsWith(whole), true, "the whole is named");
  await page.run(() => document.getElementById("strip-canvas").focus());
  await page.key("Escape").catch(() => {});
  await until(page, "reset", () => document.readyState === "complete" &&
      !location.search.includes("time="));
  equal(await page.run(strip), whole, "as before");
});

// The time view shows what the options leave, along the time of the recording.
await test("serve time view", "", { base }, async page => {
  const frames = async () => {
    await page.run(() => document.getElementById("chart-box").focus());
    const seen = [];
    for (const key of ["ArrowDown", "ArrowDown", "ArrowRight"]) {
      await page.key(key);
      seen.push((await page.run(() =>
          document.getElementById("status").textContent))
          .replace(/ [\d.]+ \u00b5s,/, " short,"));
    }
    return seen;
  };
  await page.click("#show-chart");
  await page.settle();
  equal(await frames(), ["eval, 200 ms, from 0 s", "gc, 200 ms, from 0 s",
                         "alloc, short, from 200 ms"], "both stacks");
  await fill(page, "focus", "alloc");
  await page.settle();
  equal((await frames())[1], "alloc, short, from 200 ms", "focus");
  await fill(page, "focus", "");
  await fill(page, "time", "1.1,1.3");
  await page.settle();
  equal((await frames())[1], "alloc, short, from 200 ms", "range");
  equal(await page.run(() => location.hash), "#view=chart", "the view stays");
});

await test("serve nodecount", "", { base }, async page => {
  await fill(page, "nodecount", "2");
  equal((await page.run(names)).length, 2, "boxes");
});

await test("serve keeps the selection", "", { base }, async page => {
  const id = await page.run(() =>
      document.querySelector("#picture .node").id);
  await page.run(hash => { location.hash = hash; }, id);
  await fill(page, "color-by", "total");
  equal(await page.run(() => location.hash), `#${id}`, "selection");
});

await test("serve says what is wrong", "", { base }, async page => {
  await change(page, "focus", "nosuch");
  await until(page, "a message", () => document
      .getElementById("live-message").textContent.startsWith("--focus: no "));
  equal((await page.run(names)).length, 4, "the picture stays");
  await fill(page, "focus", "gc");
  equal(await page.run(message), "", "no message after it");
  // The browser reports each answer that is an error.
  page.errors.splice(0, page.errors.length, ...page.errors.filter(text =>
      !text.includes("422")));
});

await test("serve without script", "?focus=nosuch", { base, script: false },
           async page => {
  equal((await page.run(message)).slice(0, 7), "--focus", "the reason");
  await page.run(() => {
    document.querySelector("[name=focus]").value = "alloc";
    HTMLFormElement.prototype.submit.call(document.getElementById("live"));
  });
  await until(page, "a picture", () =>
      document.querySelectorAll("#picture .node").length === 3);
  page.errors.length = 0;
});

await test("serve two tabs", "?nodecount=3", { base }, async page => {
  await Promise.all([
    test("serve another tab", "?nodecount=1", { base }, async other => {
      equal((await other.run(names)).length, 1, "boxes of the other tab");
    }),
    fill(page, "nodecount", "2"),
  ]);
  equal((await page.run(names)).length, 2, "boxes");
});

// ---- Files that change ----

// A loop of measurements: each run writes the file anew.
await test("serve watch", "?focus=main&hide=f",
    { base: readFileSync(join(pages, "watch-address"), "utf8").trim() },
    async page => {
  const write = text => writeFileSync(join(pages, "watched"), text);
  const boxes = wanted => until(page, `boxes ${wanted}`, w =>
      document.readyState === "complete" &&
      String([...document.querySelectorAll("#picture .node")].map(node =>
          node.querySelector("text").textContent).sort()) === w, wanted);
  equal(await page.run(names), ["g", "main"], "boxes at first");
  await selectBox(page, "main");
  const hash = await page.run(() => location.hash);
  write("main;f 10\nmain;g 10\nmain;h 30\n");
  await boxes("g,h,main");
  equal(await page.run(() => [location.search, location.hash]),
        ["?focus=main&hide=f", hash], "filters and selection stay");
  // What is being typed is not lost.
  await page.run(() => {
    const field = document.querySelector("[name=ignore]");
    field.focus();
    field.value = "h";
  });
  write("no profile {{{");
  await until(page, "a message", () => document.getElementById("live-message")
      .textContent.startsWith("The files have changed, and this page shows"));
  equal(await page.run(() => document.getElementById("live-message")
      .textContent.includes("watched: no known format")), true, "the reason");
  equal(await page.run(names), ["g", "h", "main"], "the picture stays");
  write("main;f 10\nmain;g 10\nmain;k 70\n");
  await until(page, "the message goes", () =>
      !document.getElementById("live-message").textContent);
  await page.run(() => new Promise(resolve => setTimeout(resolve, 1500)));
  equal(await page.run(() => document.querySelector("[name=ignore]").value),
        "h", "the text that is typed");
  equal(await page.run(names), ["g", "h", "main"], "not while it is typed");
  await page.run(() => {
    document.querySelector("[name=ignore]").value = "";
    document.activeElement.blur();
  });
  await boxes("g,k,main");
  // One click compares with the run before.
  await leave(page.click("#live button[name=compare]"));
  await until(page, "a comparison", () => document.readyState === "complete" &&
      /watched \(last run\) \u2192 .*watched$/.test(
          document.querySelector("h1").textContent));
  equal(await page.run(() => [...document.querySelectorAll("#chips .chip")]
      .map(each => each.textContent.split(",")[0]).sort()),
      ["compared with the last run", "focus: main", "hide: f"], "chips");
  equal(await page.run(names), ["g", "h", "k", "main"], "both runs");
  await leave(page.run(() => [...document.querySelectorAll("#chips .chip")]
      .find(each => each.textContent.startsWith("compared")).click()));
  await boxes("g,k,main");
});

// ---- Source ----

const withSource =
    readFileSync(join(pages, "source-address"), "utf8").trim();

const rows = () => [...document.querySelectorAll(".source tbody tr")]
    .map(row => [...row.children].map(cell => cell.textContent));
const hasRows = () => !!document.querySelector(".source tbody tr");

await test("serve source", "", { base: withSource }, async page => {
  await selectBox(page, "place");
  await until(page, "source", hasRows);
  const lines = await page.run(rows);
  equal(lines.find(([line]) => line === "25"),
        ["25", "0.5%", "0.5%", "    int n = 0; // <b>&amp;"], "line 25");
  equal(lines.find(([line]) => line === "29"),
        ["29", "12.7%", "70.8%",
         "        if (is_safe(columns, row, columns[row]))"], "line 29");
  equal(await page.run(() => document.querySelector(".source .hottest")
      .firstElementChild.textContent), "28", "the hottest line");
  equal(await page.run(() => {
    const box = document.querySelector(".source-box").getBoundingClientRect();
    const row = document.querySelector(".hottest").getBoundingClientRect();
    return row.top >= box.top && row.bottom <= box.bottom;
  }), true, "it is seen");
  equal(await page.run(() => document.querySelector(".source b")), null,
        "source is text");
});

await test("serve source that is not there", "", { base: withSource },
           async page => {
  await page.run(() => {
    const { functions } = JSON.parse(
        document.getElementById("data").textContent);
    location.hash = functions.find(([, label, , , , file]) =>
        label.startsWith("(below main)") && file)[0];
  });
  await until(page, "a reason", () => document.querySelector(".source p")
      ?.textContent.includes("there is no such file"));
  page.errors.splice(0, page.errors.length, ...page.errors.filter(text =>
      !text.includes("422")));
});

await test("serve no source", "", { base }, async page => {
  await selectBox(page, "eval");
  equal(await page.run(() => document.querySelector(".source")), null,
        "without --source");
});
