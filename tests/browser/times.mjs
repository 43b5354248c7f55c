// The strip and the view of time: ranges have the numbers of --time.
import { agree, options } from "./agree.mjs";
import { equal, test } from "./case.mjs";

const text = (page, selector) =>
    page.run(s => document.querySelector(s).textContent, selector);
const address = page => page.run(() => location.hash);

// Drags over parts of the width of the strip, from 0 to 1.
async function drag(page, from, to) {
  const { left, top, width } = await page.run(() => {
    const { left, top, width } = document.getElementById("strip-canvas")
        .getBoundingClientRect();
    return { left, top, width };
  });
  const at = part => left + part * width;
  await page.mouse("mouseMoved", at(from), top + 20, { button: "none" });
  await page.mouse("mousePressed", at(from), top + 20, { buttons: 1 });
  for (const part of [(from + to) / 2, to])
    await page.mouse("mouseMoved", at(part), top + 20, { buttons: 1 });
  await page.mouse("mouseReleased", at(to), top + 20);
  await page.settle();
}

for (const [name, file] of [
  ["words", "perf/words"], ["threads", "perf/threads"],
  ["time-perfdata", "perfdata/small.data"],
  ["time-firefox", "firefox/threads.json"],
  ["time-chrome", "chrome/shapes.json"],
  ["time-cpuprofile", "cpuprofile/walk.cpuprofile"],
  ["time-speedscope", "speedscope/threads.json"],
  ["java", "jfr/Words.jfr.txt"],
  ["time-stackprof", "stackprof/walk.json"],
  ["time-xctrace", "xctrace/walk.xml"],
  ["time-xperf", "xperf/words.csv"]])
  await test(`range of ${name}`, `${name}.html`, {}, async page => {
    await drag(page, .31, .83);
    equal((await options(page)).map(each => each.split("=")[0]), ["--time"],
          "chip");
    await agree(page, `samples/profiles/${file}`);
    await page.run(() => document.querySelector("#chips .chip").click());
    await page.settle();
    await agree(page, `samples/profiles/${file}`);
  });

await test("legend and boxes of a range", "words.html", {}, async page => {
  const legend = () => page.run(() => [...document.querySelectorAll(
      "#colours > p:not(.ends, .note)")].map(each => each.textContent));
  const boxes = () => page.run(() =>
      [...document.querySelectorAll("#picture .node")].map(node => {
        const texts = [...node.querySelectorAll("text")]
            .filter(each => each.textContent);
        const last = texts.filter(each => each.getAttribute("y") ===
            texts.at(-1).getAttribute("y")).map(each => each.getBBox());
        return { text: texts.slice(-last.length).map(each => each.textContent)
                     .join(" "),
                 gaps: last.slice(1).map((each, i) =>
                     each.x - last[i].x - last[i].width) };
      }));
  equal(await legend(), ["Colour: self cost"], "of the whole");
  const drawn = await boxes();
  await drag(page, .2, .6);
  const n = +(await text(page, "#filter-left")).match(/^(\d+) samples/)[1];
  equal(await legend(), ["Colour: self cost", `100% = ${n} samples of ` +
      `cpu-clock, shares \u00b1${Math.round(50 / Math.sqrt(n))} points. ` +
      "What follows is about the whole profile."], "of a range");
  equal(await page.run(() => JSON.parse(document.getElementById("data")
      .textContent).whole) > n, true, "the range is a part");
  const found = await boxes();
  equal(found.map(each => each.text).filter(each => /^0% ?[^ ]|^of/.test(each)),
        [], "boxes without own cost");
  equal(found.some(each => each.gaps.length), true, "two texts in a line");
  const most = Math.max(...drawn.flatMap(each => each.gaps));
  equal(found.flatMap(each => each.gaps).filter(gap => gap > most + .1), [],
        `gaps of at most ${most}`);
});

await test("range by keyboard", "words.html", {}, async page => {
  await page.run(() => document.getElementById("strip-canvas").focus());
  const whole = await text(page, "#strip-text");
  equal(whole, "1.316 s, in steps of 32 µs", "all of the time");
  await page.key("ArrowUp");
  await page.key("ArrowRight");
  await page.key("ArrowLeft", { modifiers: 8 });
  equal((await options(page)).length, 1, "chip");
  await agree(page, "samples/profiles/perf/words");
  await page.run(() => document.getElementById("strip-canvas").focus());
  await page.key("Escape");
  equal(await text(page, "#strip-text"), whole, "reset");
});

await test("range in the address", "words.html", {}, async page => {
  await drag(page, .2, .6);
  const hash = await address(page);
  equal(/^#t=[\d.]+%2C[\d.]+$/.test(hash), true, hash);
  const left = await text(page, "#filter-left");
  const { x, y } = await page.middle("#strip-canvas");
  for (const count of [1, 2]) {
    await page.mouse("mousePressed", x, y, { buttons: 1, clickCount: count });
    await page.mouse("mouseReleased", x, y, { clickCount: count });
  }
  await page.settle();
  equal(await options(page), [], "a double click resets");
  await page.run(h => { location.hash = h; }, hash);
  await page.run(() => new Promise(resolve => setTimeout(resolve, 200)));
  await page.settle();
  equal(await text(page, "#filter-left"), left, "as before");
});

await test("no strip without times", "heap.html", {}, async page => {
  equal(await page.run(() => ["strip", "show-chart"].map(each =>
      document.getElementById(each).hidden)), [true, true], "hidden");
});

// A second between 3.2 s and 3.3 s in which one request holds everything.
await test("journey: what made the pause at 3.2 s", "pause.html", {},
    async page => {
  await drag(page, 3.21 / 6, 3.29 / 6);
  equal(/^time: 3\.2\d* s to 3\.29\d* s$/.test(
      await text(page, "#chips .chip span")), true,
        await text(page, "#chips .chip span"));
  await page.click("#show-chart");
  await page.run(() => document.getElementById("chart-box").focus());
  const seen = [];
  for (let i = 0; i < 2; i++) {
    await page.key("ArrowDown");
    seen.push((await text(page, "#status")).split(",")[0]);
  }
  equal(seen, ["request_17", "lock"], "stack along time");
  await page.click("#show-flame");
  await page.run(() => document.getElementById("flame-box").focus());
  await page.key("ArrowDown");
  equal(await text(page, "#status"),
        "request_17, total 100%, 9 samples, self 0%, 0 samples", "flame graph");
  await page.key("m");
  await page.key("Enter");
  equal((await options(page)).map(each => each.split("=")[0]),
        ["--time", "--focus"], "chips");
  await agree(page, `${await page.run(() => decodeURIComponent(
      location.pathname.replace(/pause.html$/, "pause")))}`);
});

// Returns the colours of the strip at times, as hexadecimal digits: those of the
// first column from there on that has some, at a height from below.
const stripColours = (page, seconds, height, ...times) => page.run(
    (whole, up, all) => {
  const canvas = document.getElementById("strip-canvas");
  const row = canvas.getContext("2d").getImageData(0, canvas.height - up,
                                                   canvas.width, 1).data;
  return all.map(time => {
    let i = 4 * Math.floor(time / whole * canvas.width);
    while (i < row.length && !row[i + 3])
      i += 4;
    return [...row.slice(i, i + 3)].map(each =>
        each.toString(16).padStart(2, "0")).join("");
  });
}, seconds, height, times);

await test("colours of the strip", "pause.html", {}, async page => {
  const colours = () => stripColours(page, 6, 5, 1, 3.22, 5);
  const [work, lock, later] = await colours();
  equal([work, later], ["f05a26", "f05a26"], "the hottest function");
  equal(lock !== work, true, "a cold function");
  await page.run(() => document.getElementById("search").focus());
  await page.type("lock");
  equal(await colours(), [work, "bf3989", work], "the search finds it");
  await page.run(() => {
    location.hash = "#t=100,102";
  });
  await page.run(() => new Promise(resolve => setTimeout(resolve, 200)));
  await page.settle();
  const [inside, ...outside] = await colours();
  equal([inside, outside.includes(work)], [work, false],
        "what is outside of the range is faint");
});

await test("lanes of threads", "sleep.html", {}, async page => {
  const height = () => page.run(() =>
      document.getElementById("strip-canvas").getBoundingClientRect().height);
  equal(await height(), 64, "closed");
  // The first lane has 32 pixels; a quarter of the cost is half as high.
  for (const [up, ...found] of [[45, true, true], [52, true, false],
                                [62, true, false]])
    equal((await stripColours(page, 1.1, up, 0, .09)).map(each => each !== ""),
          found, `columns that reach ${up - 32} pixels`);
  const drawn = await page.run(() => {
    const drawn = new Set(), { prototype } = CanvasRenderingContext2D;
    const draw = prototype.fillText;
    prototype.fillText = function (text, ...place) {
      drawn.add(text);
      draw.call(this, text, ...place);
    };
    document.getElementById("strip-open").click();
    prototype.fillText = draw;
    return [...drawn];
  });
  equal(drawn, ["p 1", "q 2"], "names of lanes");
  equal(await height(), 68, "open: two threads");
  equal(await page.run(() =>
      document.getElementById("strip-open").ariaExpanded), "true", "expanded");
  // A click on a lane chooses its thread, and another one all threads.
  const file = await page.run(() => decodeURIComponent(
      location.pathname.replace(/sleep.html$/, "sleep")));
  for (const chips of [["--comm=q"], []]) {
    const { x, y } = await page.middle("#strip-canvas");
    await page.clickAt(x, y + 16);
    equal(await options(page), chips, "the second lane");
    await agree(page, file);
  }
  await drag(page, .1, .4);
  equal((await options(page)).map(each => each.split("=")[0]), ["--time"],
        "a drag is no click");
  await page.click("#strip-open");
  equal(await height(), 64, "closed again");
});

// What the address has is there once a page is loaded.
await test("range and filter of an address", "pause.html",
           { hash: "#t=101%2C103.25&hide=request_3" }, async page => {
  equal((await options(page)).map(each => each.split("=")[0]),
        ["--time", "--hide"], "chips");
  await agree(page, await page.run(() => decodeURIComponent(
      location.pathname.replace(/pause.html$/, "pause"))));
});

await test("range that ends late", "pause.html", { hash: "#t=103%2C999" },
    async page => {
  const [option] = await options(page);
  equal(/^--time=10[23][.\d]*,106\./.test(option), true, option);
});

// Nobody knows what a range costs if filters have left a part of the samples.
await test("no range of a part", "part.html", { hash: "#t=101%2C102" },
    async page => {
  equal(await options(page), [], "chips");
  equal(await page.run(() => ["strip", "show-chart"].map(each =>
      document.getElementById(each).hidden)), [true, true], "hidden");
  equal(await text(page, "#filter-left"), "", "all of it");
});

await test("range of a page without times", "heap.html", { hash: "#t=0%2C1" },
    async page => {
  equal(await options(page), [], "chips");
});

// A sample stands for its stack for at most twice the median distance.
await test("time order of a thread that sleeps", "sleep.html",
    { hash: "#view=chart" }, async page => {
  const frames = async keys => {
    await page.run(() => document.getElementById("chart-box").focus());
    const seen = [];
    for (const key of keys) {
      await page.key(key);
      seen.push((await text(page, "#status")).replace(/[\d.]+(?= ms)/g, each =>
          Math.round(each / 10) * 10));
    }
    return seen;
  };
  const go = async hash => {
    await page.run(h => { location.hash = h; }, hash);
    await page.run(() => new Promise(resolve => setTimeout(resolve, 200)));
    await page.settle();
  };
  equal(await page.run(() => [...document.getElementById("chart-threads").options]
      .map(each => each.value)), ["p 1", "q 2"], "threads");
  equal((await frames(["ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight",
                       "ArrowRight"])).slice(1),
        ["work, 40 ms, from 10 ms", "rest, 10 ms, from 50 ms",
         "work, 60 ms, from 60 ms", "work, 90 ms, from 1.01 s"], "frames");
  await go("#view=chart&ignore=rest");
  equal((await frames(["ArrowDown", "ArrowDown", "ArrowRight"])).slice(1),
        ["work, 40 ms, from 10 ms", "work, 60 ms, from 60 ms"], "ignore");
  await go("#view=chart&hide=main");
  equal((await frames(["ArrowDown", "ArrowRight"]))[1],
        "rest, 10 ms, from 50 ms", "hide");
  await go("#view=chart&granularity=module");
  equal((await frames(["ArrowDown", "ArrowUp"])).map(each =>
      each.split(",")[0]), ["x", "y"], "modules");
  await go("#view=chart&thread=comm%3Dq");
  equal(await page.run(() => document.getElementById("chart-thread").placeholder),
        "q 2", "the thread that is chosen");
});

// In time order, too, a function whose recursion is collapsed is once on a stack.
await test("time order without recursion", "again.html",
    { hash: "#view=chart" }, async page => {
  const path = async () => {
    await page.run(() => document.getElementById("chart-box").focus());
    const seen = [];
    for (let i = 0; i < 5; i++) {
      await page.key("ArrowDown");
      seen.push((await text(page, "#status")).split(",")[0]);
    }
    return seen.join();
  };
  equal(await path(), "walk,visit,walk,leaf,leaf", "recursion");
  await page.run(() => {
    location.hash = "#view=chart&collapse-recursion=%5Ewalk%24";
  });
  await page.run(() => new Promise(resolve => setTimeout(resolve, 200)));
  await page.settle();
  equal(await path(), "walk,leaf,leaf,leaf,leaf", "once");
});

await test("time order of a thread", "threads.html", { hash: "#view=chart" },
    async page => {
  equal(await page.run(() => [...document.getElementById("chart-threads").options]
      .map(each => each.value.split(" ")[0])), ["sort", "primes", "sort"],
      "threads");
  await page.run(() => document.getElementById("chart-box").focus());
  await page.key("ArrowRight");
  const status = await text(page, "#status");
  equal(/^msort_with_tmp.part.0, [\d.]+ ms, from [\d.]+ ms$/.test(status), true,
        status);
  await page.run(() => {
    const input = document.getElementById("chart-thread");
    input.focus();
    input.dispatchEvent(new KeyboardEvent("keydown",
                                          { key: "/", bubbles: true }));
    if (document.activeElement !== input)
      throw new Error("a slash in the field is no search");
    input.value = "prim";
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await page.settle();
  await page.run(() => document.getElementById("chart-box").focus());
  await page.key("ArrowRight");
  equal((await text(page, "#status")) === status, false, "another thread");
});
