// The colours of pages and pictures on light and dark systems, and on paper.
import { equal, pages, test } from "./case.mjs";

const style = (page, selector, property) => page.run((s, p) =>
    getComputedStyle(document.querySelector(s))[p], selector, property);
const choose = (page, channel) => page.run(value => {
  const select = document.getElementById("channel");
  select.value = value;
  select.dispatchEvent(new Event("change"));
}, channel);
// The fill of the box of a function.
const fill = (page, name) => page.run(wanted => getComputedStyle(
    [...document.querySelectorAll("#picture .fn")].find(each =>
        each.querySelector("title").textContent === wanted)
    .querySelector(".box, polygon")).fill, name);

// Returns the texts whose contrast against their background is below 4.5:1.
const faint = page => page.run(() => {
  const colour = fill => fill.match(/[\d.]+/g).slice(0, 3).map(Number);
  const light = fill => {
    const [r, g, b] = colour(fill).map(c => c / 255)
        .map(c => c <= .04045 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4);
    return .2126 * r + .7152 * g + .0722 * b + .05;
  };
  const background = text => {
    const { left, top, width, height } = text.getBoundingClientRect();
    const below = document.elementsFromPoint(left + width / 2,
                                             top + height / 2)
        .filter(each => each.matches("rect") && !each.closest(".edge")).map(each => getComputedStyle(each))
        .find(({ fill }) => fill !== "none");
    const page = () => getComputedStyle(document.body ?? document.documentElement)
        .backgroundColor;
    if (!below || below.opacity === "1")
      return below?.fill ?? page();
    const [a, b] = [below.fill, page()].map(colour);
    return `rgb(${a.map((c, i) => c * below.opacity +
        b[i] * (1 - below.opacity))})`;
  };
  const ratio = text => {
    const [a, b] = [getComputedStyle(text).fill, background(text)].map(light)
        .sort((a, b) => a - b);
    return b / a;
  };
  return [...document.querySelectorAll("svg text")]
      .filter(text => ratio(text) < 4.5).map(text => text.textContent);
});

for (const dark of [false, true])
  for (const file of ["cycles.svg", "deps.svg", "deps.html"])
    await test(`${file}, ${dark ? "dark" : "light"}`, file,
        { dark, width: 2000, height: 2000 }, async page => {
      equal(await page.run(() => document.querySelectorAll("svg text").length >
          20), true, "texts");
      equal(await faint(page), [], "faint");
    });

// The texts of all boxes and arrows are legible, whatever the colours show and
// whatever steps back.
for (const dark of [false, true])
  for (const file of ["threads.html", "changes.html", "theme.html",
                      "print.html", "gray.html"])
    await test(`contrast: ${file}, ${dark ? "dark" : "light"}`, file,
        { dark, width: 2000, height: 2000 }, async page => {
      for (const channel of await page.run(() =>
          [...document.getElementById("channel").options]
              .map(option => option.value))) {
        await choose(page, channel);
        equal(await faint(page), [], channel);
      }
      const search = text => page.run(value => {
        const input = document.getElementById("search");
        input.value = value;
        input.dispatchEvent(new Event("input"));
      }, text);
      await search("main");
      equal(await faint(page), [], "found");
      await search("");
      await page.run(() => document.querySelector("#picture .fn")
          .dispatchEvent(new MouseEvent("click", { bubbles: true })));
      equal(await page.run(() => document.querySelectorAll(
          "#picture.has-selection .selected").length), 1, "selected");
      equal(await faint(page), [], "selected");
    });

await test("contrast: what a filter leaves, dark", "words.html",
    { dark: true, hash: "#focus=find_word" }, async page => {
  equal(await page.run(() => document.querySelectorAll("#picture .gone")
      .length > 3), true, "boxes that are gone");
  equal(await faint(page), [], "faint");
});

await test("dark", "calc.html", { dark: true }, async page => {
  equal(await style(page, "body", "backgroundColor"), "rgb(13, 17, 23)",
        "background");
  equal(await style(page, ".edge text", "fill"), "rgb(230, 237, 243)",
        "labels");
  equal(await style(page, ".call.hot8 path", "stroke"), "rgb(255, 189, 89)",
        "hot call");
  equal(await style(page, ".fn.hot0 .box", "fill"), "rgb(45, 36, 34)",
        "a cold box");
  equal(await fill(page, "evaluate"), "rgb(255, 189, 89)", "the hottest box");
  equal(await page.run(() => [...document.querySelectorAll(".ramp rect")]
      .map(each => each.getAttribute("fill")).filter((_, i) => i % 8 === 0)),
        ["#2d2422", "#ffbd59"], "legend");
});

await test("dark without script", "calc.html", { dark: true, script: false },
    async page => {
  equal(await style(page, ".fn.hot0 .box", "fill"), "rgb(45, 36, 34)",
        "a cold box");
  equal(await fill(page, "evaluate"), "rgb(255, 189, 89)", "the hottest box");
  equal(await faint(page), [], "faint");
});

await test("dark module colours", "calc.html",
    { dark: true, hash: "#f9e008145b8a0" }, async page => {
  await choose(page, "module");
  equal(await fill(page, "main"), "rgb(155, 106, 16)", "of the first module");
  equal(await style(page, ".modules rect", "fill"), "rgb(155, 106, 16)",
        "in the legend");
});

await test("dark changes", "changes.html", { dark: true }, async page => {
  equal(await fill(page, "main"), "rgb(43, 49, 56)", "noise");
  equal(await style(page, "#picture .fn.noise text", "fill"),
        "rgb(230, 237, 243)", "text on it");
  equal(await style(page, "#picture .call.less path", "stroke"),
        "rgb(88, 166, 255)", "an arrow");
  equal(await fill(page, "apply"), "rgb(88, 166, 255)", "a change");
  await choose(page, "total");
  equal(await fill(page, "main"), "rgb(88, 166, 255)",
        "a change of total cost");
});

// The colours of the first frame of a flame graph: of its end, and the one that
// differs most from that, which is in its text.
const frame = page => page.run(() => {
  const canvas = document.querySelector("#flame-box canvas");
  const { width, data } = canvas.getContext("2d")
      .getImageData(0, 0, canvas.width, 17);
  const at = (x, y) => [...data.slice(4 * (y * width + x),
                                      4 * (y * width + x) + 3)];
  const ground = at(width - 4, 8);
  let text = ground;
  const distance = c => Math.abs(c[1] - ground[1]);
  for (let x = 4; x < 100; x++)
    for (let y = 2; y < 15; y++)
      if (distance(at(x, y)) > distance(text))
        text = at(x, y);
  return [ground, text[1] > 200 ? "light" : text[1] < 60 ? "dark" : "faint"];
});

for (const dark of [false, true])
  await test(`flame graph, ${dark ? "dark" : "light"}`, "words.html",
      { dark, hash: "#view=flame" }, async page => {
    equal(await frame(page), dark ? [[45, 36, 34], "light"]
        : [[252, 250, 243], "dark"], "a cold frame");
    await choose(page, "total");
    equal(await frame(page), dark ? [[255, 189, 89], "dark"]
        : [[240, 90, 38], "dark"], "a hot frame");
  });

await test("the system becomes dark", "words.html", {}, async page => {
  equal(await fill(page, "main"), "rgb(252, 250, 243)", "light");
  await page.scheme("dark");
  await page.settle();
  equal(await fill(page, "main"), "rgb(45, 36, 34)", "dark");
  await page.scheme("light");
  await page.settle();
  equal(await fill(page, "main"), "rgb(252, 250, 243)", "light again");
});

await test("paper of a dark system", "words.html",
    { dark: true, hash: "#view=flame" }, async page => {
  await page.run(() => window.addEventListener("beforeprint", () => {
    const canvas = document.querySelector("#flame-box canvas");
    window.paper = [
      document.querySelector("#picture .fn .box").getAttribute("fill"),
      [...canvas.getContext("2d").getImageData(canvas.width - 4, 8, 1, 1).data]
          .slice(0, 3),
      getComputedStyle(document.body ?? document.documentElement)
        .backgroundColor];
  }));
  await page.print(`${pages}/dark.pdf`);
  equal(await page.run(() => window.paper),
        ["#fcfaf3", [252, 250, 243], "rgb(255, 255, 255)"], "on paper");
  equal(await fill(page, "main"), "rgb(45, 36, 34)", "a box afterwards");
  equal((await frame(page))[0], [45, 36, 34], "a frame afterwards");
});

await test("a saved picture of a dark system", "words.html", { dark: true },
    async page => {
  const saved = await page.run(async () => {
    let blob;
    URL.createObjectURL = what => { blob = what; return "data:,"; };
    HTMLAnchorElement.prototype.click = () => {};
    document.getElementById("save").click();
    return blob.text();
  });
  equal(/class="box"[^>]*fill="#fcfaf3"/.test(saved), true, "light boxes");
  equal(/#2d2422/.test(saved), false, "dark boxes");
  const [, shown] = saved.match(/viewBox="\S+ \S+ (\S+ \S+)"/);
  equal(/ width="(.*?)pt" height="(.*?)pt"/.exec(saved).slice(1).join(" "),
        shown, "as large as what it shows");
  equal(await fill(page, "main"), "rgb(45, 36, 34)", "the page");
});

await test("never dark", "light.html", { dark: true }, async page => {
  equal(await style(page, "body", "backgroundColor"), "rgb(255, 255, 255)",
        "background");
  equal(await style(page, ".fn.hot0 .box", "fill"), "rgb(252, 250, 243)",
        "a cold box");
  equal(await page.run(() => document.querySelector("h1").textContent),
        "never dark", "title");
});
