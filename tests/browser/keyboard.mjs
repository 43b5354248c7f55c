// A journey through the page by keyboard only.
import { equal, test } from "./case.mjs";
import { focused, tabTo } from "./tab.mjs";

const title = () => document.getElementById("details").hidden ? null
    : document.querySelector("#details h2").textContent;

// What the keyboard reaches comes into view, whatever part is shown.
await test("boxes out of view", "lisp.html", {}, async page => {
  await tabTo(page, "graph");
  for (let i = 0; i < 8; i++)
    await page.key("+");
  const hidden = await page.run(() => {
    const { right, bottom } =
        document.getElementById("graph").getBoundingClientRect();
    return [...document.querySelectorAll("#picture .node")].filter(node => {
      const box = node.getBoundingClientRect();
      return box.left > right || box.top > bottom || box.right < 0;
    }).length;
  });
  equal(hidden > 3, true, `${hidden} boxes are out of view`);
  for (const key of ["Tab", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown",
                     "ArrowDown", "ArrowDown"]) {
    await page.key(key);
    await page.settle();
    equal(await page.run(() => {
      const { left, right, top, bottom } =
          document.getElementById("graph").getBoundingClientRect();
      const at = document.activeElement;
      const box = (at.querySelector("text") ?? at).getBoundingClientRect();
      return box.left < right && box.right > left && box.top < bottom &&
          box.bottom > top;
    }), true, `in view after ${key}`);
  }
});

await test("journey by keyboard", "threads.html", {}, async page => {
  await tabTo(page, "graph");
  await page.key("Tab");
  const box = await page.run(focused);
  equal([box.id.slice(0, 1), box.isSeen], ["f", true], "a box");
  // From the box to its costliest arrow, to the next one, and to its end.
  await page.key("ArrowDown");
  await page.key("ArrowUp", { modifiers: 8 });
  await page.key("ArrowUp");
  await page.key("ArrowDown", { modifiers: 8 });
  const first = await page.run(focused);
  equal([first.id.includes("_"), first.isSeen, first.label.includes("\u2192")],
        [true, true, true], "an arrow with a name");
  await page.key("ArrowRight");
  await page.key("ArrowLeft");
  equal((await page.run(focused)).id, first.id, "to the next and back");
  await page.key("Enter");
  equal(first.label.startsWith(await page.run(title)), true, "call selected");
  equal(await page.run(() => location.hash), `#call=${first.id}`, "address");
  await page.key("ArrowDown");
  equal((await page.run(focused)).id, first.id.split("_")[1], "callee");
  await page.key("Enter");
  const name = await page.run(title);
  equal(name === null || name.includes("\u2192"), false, "callee selected");
  equal((await page.run(() => [...document.querySelectorAll(
      "#picture .role")].map(each => each.textContent)))
      .some(text => text.includes("caller")), true, "callers are marked");
  // The filters, with event and thread.
  await page.key("/");
  await tabTo(page, "show-filter");
  await page.key("Enter");
  await tabTo(page, "choose-event");
  await page.key("p"); // the letter chooses page-faults
  equal(await page.run(() => document.getElementById("filter-left")
      .textContent), "41 samples of page-faults", "event");
  await tabTo(page, "filter-clear");
  await page.key("Enter");
  equal(await page.run(() => location.hash.includes("event")), false,
        "cleared");
  // Every view.
  for (const [view, inside] of [["flame", "flame-box"],
      ["sandwich", "callees-box"], ["table", "functions"]]) {
    await page.key("Escape");
    await page.run(() => document.activeElement.blur());
    await page.key("/");
    await tabTo(page, `show-${view}`);
    await page.key("Enter");
    equal(await page.run(v => document.getElementById(v).hidden, view), false,
          view);
    if (view === "table") {
      for (let i = 0; i < 40 && !await page.run(() =>
          document.activeElement.matches("#functions td .name")); i++)
        await page.key("Tab");
      await page.key("Enter");
      equal(await page.run(title), "compare", "from the table");
    } else {
      await tabTo(page, inside);
      await page.key("ArrowDown");
      await page.key("Enter");
      equal(await page.run(title) === null, false, `from ${view}`);
    }
  }
});

// Callers and callees differ by dashes and by a word, not only by colour.
await test("callers and callees without colour", "lisp.html",
    { hash: "#f504bd7c5f6d1" }, async page => {
  const seen = await page.run(() => ["caller", "callee"].map(role => {
    const boxes = [...document.querySelectorAll(
        `#picture .node.is-${role}:not(.selected)`)]
        .filter(box => !box.matches(".is-caller.is-callee"));
    return [boxes.length > 0,
            boxes.every(box => document.querySelector(
                `#picture .role[data-box="${box.id}"]`).textContent === role),
            getComputedStyle(boxes[0].querySelector(".box, polygon"))
                .strokeDasharray !== "none"];
  }));
  equal(seen, [[true, true, true], [true, true, false]], "callers, callees");
});
