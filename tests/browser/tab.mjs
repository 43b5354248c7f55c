// Walks over a page by the Tab key.
import { equal } from "./case.mjs";

// Returns the id and the name of the element that has the focus, and whether
// its outline is seen. Runs in the page.
export const focused = () => {
  const at = document.activeElement;
  const style = getComputedStyle(at.matches(".edge") ? at.querySelector("path")
      : at.matches(".node") ? at.querySelector(".box, polygon") : at);
  const isSeen = at.matches(".edge, .node") ? parseFloat(style.strokeWidth) >= 3
      : style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  return { id: at.id, isSeen, label: at.getAttribute("aria-label") ?? "" };
};

// Presses Tab until the focus is on the element, which must be seen there.
export async function tabTo(page, id) {
  for (let i = 0; i < 60; i++) {
    const at = await page.run(focused);
    if (at.id === id)
      return equal(at.isSeen, true, `the focus on ${id} is seen`);
    await page.key("Tab");
  }
  throw new Error(`Tab does not reach ${id}`);
}
