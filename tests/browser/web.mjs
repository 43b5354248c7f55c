// The page of `make web`, from file://: web.mjs BROWSER FOLDER [PICTURES], where
// FOLDER has prof2dot.html and the files that are dropped. The environment variable
// AXE may have the path of axe.min.js of axe-core.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { end, equal, expectPolicy, pages, test } from "./case.mjs";

const wait = milliseconds =>
    new Promise(resolve => setTimeout(resolve, milliseconds));

/* Waits until the page has drawn or failed. */
async function ready(page) {
  for (let i = 0; i < 150; i++) {
    await wait(100);
    if (await page.run(() => !worker && document.body.dataset.state && document.body.dataset.state !== "runs"))
      return page.run(() => document.body.dataset.state);
  }
  return "late";
}

/* Drops files as a mouse does. */
async function drop(page, names, x = 300, y = 400) {
  const data = { items: [], files: names.map(name => join(pages, name)),
                 dragOperationsMask: 1 };
  await page.run(() => { delete document.body.dataset.state; });
  // The protocol hands no drag over to the process of a frame, so that the drag
  // begins over the head of the page.
  for (const type of ["dragEnter", "dragOver", "dragOver", "drop"]) {
    await page.ask("Input.dispatchDragEvent",
                   { type, x, y: type === "dragEnter" ? 10 : y, data });
    await wait(50);
  }
  await page.run(() => { document.body.dataset.state ??= "runs"; });
  return ready(page);
}

async function choose(page, selector, names) {
  const { root } = await page.ask("DOM.getDocument");
  const { nodeId } = await page.ask("DOM.querySelector",
      { nodeId: root.nodeId, selector });
  await page.ask("DOM.setFileInputFiles",
      { nodeId, files: names.map(name => join(pages, name)) });
  return ready(page);
}

const messages = page =>
    page.run(() => document.getElementById("messages").textContent);
// What the frame shows, read by the browser's parser.
const drawn = page => page.run(() => {
  const made = new DOMParser().parseFromString(
      document.getElementById("page").srcdoc, "text/html");
  return {
    title: made.title,
    names: [...made.querySelectorAll("#picture .fn title")]
        .map(each => each.textContent),
  };
});
/* Forgets the requests of the page for its own worker and frame. */
function own_requests(page) {
  page.requests = page.requests.filter(url => !/^(blob|data|about):/.test(url));
}

async function case_of(name, options, run) {
  await test(`web: ${name}`, "prof2dot.html", options, async page => {
    await run(page);
    await wait(options.wait ?? 0);
    own_requests(page);
  });
}

await case_of("start", {}, async page => {
  equal(await page.run(() => document.querySelectorAll("#samples button").length),
        3, "samples");
});

await case_of("dark, phone", { dark: true, width: 390, height: 800, mobile: true,
                               wait: 1000 }, async page => {
  await page.run(() => {
    delete document.body.dataset.state;
    document.querySelectorAll("#samples button")[2].click();
    document.getElementById("show-options").click();
  });
  equal(await ready(page), "drawn", "state");
  equal(await page.run(() => document.documentElement.scrollWidth <= innerWidth),
        true, "no scrolling sideways");
});

await case_of("keyboard", {}, async page => {
  const reached = [];
  for (let i = 0; i < 7; i++) {
    await page.key("Tab");
    reached.push(await page.run(() => document.activeElement.id ||
        document.activeElement.textContent));
  }
  equal(reached, ["choose", "choose-base", "show-options", "show-about",
    "Recursion: an interpreter", "A program of Node.js",
    "Before and after a change"], "order");
});

await case_of("start, dark, phone", { dark: true, width: 390, height: 800,
                                      mobile: true }, async page => {
  equal(await page.run(() => document.documentElement.scrollWidth <= innerWidth),
        true, "no scrolling sideways");
});

for (const [file, first] of [["calc.perf", "evaluate"], ["calc.gprof", "evaluate"],
    ["queens.callgrind", "place"], ["calc.prof", "expression"],
    ["queens.cpu.pb.gz", "main.main"], ["walk.cpuprofile", "(program)"],
    ["threads.json", "main"], ["words.folded", "main"], ["rdparse.oprofile", "main"]])
  await case_of(`drop ${file}`, {}, async page => {
    equal(await drop(page, [file]), "drawn", "state");
    const { names } = await drawn(page);
    equal(names.some(each => each.includes(first)), true,
          `${first} in ${names}, ${await messages(page)}`);
  });

await case_of("several are added up", {}, async page => {
  equal(await drop(page, ["calc.perf", "calc.perf", "two/calc.perf"]), "drawn",
        "state");
  equal(/396 samples|100% = 396/.test(await page.run(() =>
      document.getElementById("page").srcdoc)), true, "samples");
});

await case_of("a comparison", { wait: 1000 }, async page => {
  equal(await drop(page, ["lookup.after"]), "drawn", "state");
  equal(await drop(page, ["lookup.before"], 1300), "drawn", "state");
  equal(await page.run(() => [...document.querySelectorAll("#files li")]
      .map(each => `${each.className} ${each.firstChild.data}`)),
      ["files lookup.after", "base lookup.before"], "files");
  equal((await drawn(page)).names.some(name => name.includes("check")), true,
        "boxes");
});

await case_of("a bad file", {}, async page => {
  equal(await drop(page, ["noise.txt"]), "failed", "state");
  equal((await messages(page)).includes("noise.txt: "), true, "a message");
  equal(await page.run(() => !document.getElementById("start").hidden), true,
        "the start is there again");
  equal(await drop(page, ["calc.perf"]), "drawn", "a second file");
  equal(await drop(page, ["noise.txt"]), "failed", "a bad file again");
  equal(await page.run(() => document.getElementById("files").textContent),
        "calc.perf\u00d7", "the files of the picture");
  equal((await drawn(page)).names.length > 5, true, "the picture is still there");
  equal(await drop(page, ["words.folded"]), "drawn", "a good file after it");
  equal((await drawn(page)).names.length > 5, true, "its picture");
});

await case_of("clear", {}, async page => {
  await page.run(() => { document.forms[0].focus.value = "evaluate"; });
  equal(await drop(page, ["calc.perf"]), "drawn", "state");
  await page.run(() => document.getElementById("clear").click());
  equal(await ready(page), "drawn", "without options");
  equal(await page.run(() => document.forms[0].focus.value), "", "the field");
});

await case_of("options", {}, async page => {
  await page.run(() => {
    document.getElementById("show-options").click();
    document.forms[0].focus.value = "evaluate";
    document.getElementById("rest").value = "--title='two words' --hide=choose";
  });
  equal(await drop(page, ["calc.perf"]), "drawn", "state");
  const { title, names } = await drawn(page);
  equal(title, "two words", "title");
  equal(["evaluate", "choose", "parse_expression"].map(each =>
      names.some(name => name.includes(each))), [true, false, false], "names");
  await page.run(() => { document.getElementById("rest").value = "--wrong"; });
  await page.run(() => document.forms[0].requestSubmit());
  equal(await ready(page), "failed", "a wrong option");
  equal((await messages(page)).includes("--wrong"), true, "its message");
});

await case_of("a second file ends the first", {}, async page => {
  await page.run(() => {
    const big = new File([("main;" + "f;".repeat(50) + "g 1\n").repeat(3e5)], "big");
    choose("files", [big]);
  });
  equal(await choose(page, "#choose", ["calc.perf"]), "drawn", "state");
  equal((await drawn(page)).names.includes("evaluate"), true, "the second");
});

await case_of("a layout that takes too long", {}, async page => {
  await page.run(() => {
    document.getElementById("rest").value = "--layout-timeout=.001 --fit=none";
  });
  await drop(page, ["calc.perf"]);
  const said = await messages(page);
  equal(["--nodecount=40", "--nodecount=20", "--nodecount=10", "draw less"]
      .filter(each => !said.includes(each)), [], "messages");
});

await case_of("saving", {}, async page => {
  equal(await drop(page, ["calc.perf"]), "drawn", "state");
  const saved = await page.run(async () => {
    const files = [], select = document.getElementById("save");
    const begins = async (name, bytes) => [name, [...new Uint8Array(
        await new Blob([bytes]).slice(0, 5).arrayBuffer())]
        .map(c => String.fromCharCode(c)).join("")];
    for (const format of ["html", "svg", "png", "json"])
      files.push(await new Promise(resolve => {
        window.download = (name, type, bytes) => resolve(begins(name, bytes));
        select.value = format;
        select.dispatchEvent(new Event("change"));
      }));
    return files;
  });
  equal(saved, [["calc.perf.html", "<!DOC"], ["calc.perf.svg", "<?xml"],
    ["calc.perf.png", "\x89PNG\r"], ["calc.perf.json", "{\n  \""]], "files");
});

await case_of("about", {}, async page => {
  await page.run(() => document.getElementById("show-about").click());
  await wait(500);
  const text = await page.run(() => document.getElementById("about").textContent);
  equal(["MIT License", "---- zlib ----", "---- graphviz ----", "viz.js"]
      .filter(each => !text.includes(each)), [], "licences");
});

const axe = process.env.AXE && readFileSync(process.env.AXE, "utf8");
if (!axe)
  console.log("skipped browser: web: axe-core: AXE does not name it");
for (const width of axe ? [1400, 320] : [])
  for (const dark of [false, true])
    await case_of(`axe: ${width} px${dark ? ", dark" : ""}`, { width, dark },
                  async page => {
      await page.inject(axe);
      const check = () => page.run(async () => {
        const { violations } = await window.axe.run(document, { iframes: false });
        return violations.map(({ id, nodes }) => `${id}: ` + nodes.slice(0, 3)
            .map(node => node.target.join(" ")).join(", "));
      });
      equal(await check(), [], "start");
      await page.run(() => document.getElementById("show-options").click());
      await drop(page, ["noise.txt"]);
      equal(await check(), [], "options and a message");
      await page.run(() => document.getElementById("show-about").click());
      await wait(500);
      equal(await check(), [], "about");
      await page.run(() => { document.getElementById("drop").hidden = false; });
      equal(await check(), [], "zones to drop");
      await page.run(() => { document.getElementById("drop").hidden = true; });
      await drop(page, ["calc.perf"]);
      equal(await check(), [], "a picture");
    });

await case_of("policy", {}, expectPolicy);

await end();
