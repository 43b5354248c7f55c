// The picture: its viewport, and the pointers that move it.
const LEAST_TEXT = 11; // the smallest text that is read with ease, in pixels
const WHOLE_TEXT = 7;  // the smallest bold text of a picture that is shown whole
const MARGIN = 12;     // around a large picture, in pixels

const graph = $("graph"), picture = $("picture");
const box = picture.viewBox.baseVal;
// The bounds of the picture, in points.
const bounds = { x: box.x, y: box.y, width: box.width, height: box.height };
// Returns the smallest font of texts of the picture, in points.
const leastFont = selector => Math.min(10, ...[...picture
    .querySelectorAll(selector)].map(text => +text.getAttribute("font-size")));
// Scales in pixels per point: at LEAST_SCALE all text is read with ease, and at
// WHOLE_SCALE the names of functions and their own shares are legible.
const LEAST_SCALE = LEAST_TEXT / leastFont("text[font-size]");
const WHOLE_SCALE = WHOLE_TEXT / leastFont("text[font-weight=bold]");
const MOST_SCALE = Math.max(1.4, LEAST_SCALE); // of the initial view
// The point in the centre of the viewport, and pixels per point.
const viewport = { x: 0, y: 0, scale: 1 };

function viewportSize() {
  const { width, height } = graph.getBoundingClientRect();
  return { width: Math.max(width, 1), height: Math.max(height, 1) };
}

// The height of the part of the viewport that buttons cover on a narrow screen.
function coveredHeight() {
  const tools = document.querySelector(".picture-tool");
  return getComputedStyle(tools).position === "absolute"
      ? tools.offsetHeight + MARGIN / 2 : 0;
}

function applyViewport() {
  const { width, height } = viewportSize();
  const w = width / viewport.scale, h = height / viewport.scale;
  picture.setAttribute("viewBox",
      `${viewport.x - w / 2} ${viewport.y - h / 2} ${w} ${h}`);
  drawMinimap();
}

// Returns the largest scale at which a rectangle of the picture is seen whole.
function scaleFor({ x, y, right, bottom }) {
  const { width, height } = viewportSize();
  return Math.min((width - 2 * MARGIN) / (right - x),
                  (height - 2 * MARGIN - coveredHeight()) / (bottom - y));
}

const wholeRect = { x: bounds.x, y: bounds.y, right: bounds.x + bounds.width,
                    bottom: bounds.y + bounds.height };
const fitScale = () => Math.max(.01, Math.min(scaleFor(wholeRect), MOST_SCALE));

// Shows a rectangle of the picture in the middle of what is not covered.
function showRect({ x, y, right, bottom }, scale) {
  viewport.scale = scale;
  viewport.x = (x + right) / 2;
  viewport.y = (y + bottom - coveredHeight() / scale) / 2;
  applyViewport();
}

const fit = () => showRect(wholeRect, fitScale());

// The rectangle around two.
const bothRects = (a, b) => ({
  x: Math.min(a.x, b.x), y: Math.min(a.y, b.y),
  right: Math.max(a.right, b.right), bottom: Math.max(a.bottom, b.bottom) });

// Returns the rectangle of the hottest box with its callers, those on the path
// to it first, as many as are legible together.
function hottestRect(hot) {
  const callers = [...pathTo(hot).reverse(), ...hot.callers.filter(isArrow)]
      .map(call => call.caller);
  return callers.map(f => boxRects.get(boxOf(f))).reduce((rect, caller) => {
    const both = bothRects(rect, caller);
    return scaleFor(both) < WHOLE_SCALE ? rect : both;
  }, boxRects.get(boxOf(hot)));
}

// Moves the centre of a viewport so that it shows as little empty space as
// possible, along one axis: the viewport has a size, the picture a start and an
// end.
function clampCentre(centre, size, start, end) {
  const least = start - MARGIN + size / 2, most = end + MARGIN - size / 2;
  return least > most ? (start + end) / 2
                      : Math.min(most, Math.max(least, centre));
}

let initialView = ""; // the viewport as it was shown at first

// Shows the whole picture or, if its names would be too small, the hottest box
// and its callers in the middle, unless the picture ends there.
function showInitialView() {
  const hot = hottest() ?? [...drawn].sort((a, b) => b.total - a.total)[0];
  fit();
  measureBoxes();
  if (viewport.scale < WHOLE_SCALE && hot) {
    const rect = hottestRect(hot);
    showRect(rect, Math.max(WHOLE_SCALE, Math.min(scaleFor(rect), 1)));
    const { width, height } = viewportSize(), { scale } = viewport;
    viewport.x = clampCentre(viewport.x, width / scale, wholeRect.x,
                             wholeRect.right);
    viewport.y = clampCentre(viewport.y, height / scale,
        wholeRect.y - coveredHeight() / scale, wholeRect.bottom);
    applyViewport();
  }
  initialView = JSON.stringify(viewport);
}

// Converts a position on the screen to a point of the picture.
function toPoint(clientX, clientY) {
  const { left, top, width, height } = graph.getBoundingClientRect();
  return { x: viewport.x + (clientX - left - width / 2) / viewport.scale,
           y: viewport.y + (clientY - top - height / 2) / viewport.scale };
}

// Zooms around a position on the screen, or around the centre.
function zoom(factor, clientX, clientY) {
  const { left, top, width, height } = graph.getBoundingClientRect();
  clientX ??= left + width / 2;
  clientY ??= top + height / 2;
  const before = toPoint(clientX, clientY);
  const least = Math.min(fitScale(), WHOLE_SCALE) / 2;
  viewport.scale = Math.min(8, Math.max(least, viewport.scale * factor));
  const after = toPoint(clientX, clientY);
  viewport.x += before.x - after.x;
  viewport.y += before.y - after.y;
  applyViewport();
}

// Moves the picture by pixels.
function move(dx, dy) {
  viewport.x -= dx / viewport.scale;
  viewport.y -= dy / viewport.scale;
  applyViewport();
}

function center(node) {
  const { left, top, width, height } = node.getBoundingClientRect();
  const middle = toPoint(left + width / 2, top + height / 2);
  viewport.x = middle.x;
  viewport.y = middle.y;
  applyViewport();
}

// Moves the viewport if the box is out of sight or too small to be legible.
function reveal(node) {
  const outer = graph.getBoundingClientRect();
  const inner = node.getBoundingClientRect();
  const small = viewport.scale < LEAST_SCALE / 2;
  if (small) {
    center(node);
    viewport.scale = LEAST_SCALE;
    applyViewport();
  } else if (inner.left < outer.left || inner.right > outer.right ||
      inner.top < outer.top || inner.bottom > outer.bottom) {
    center(node);
  }
}

// ---- Pointers ----

const pointers = new Map(); // position by id, while a button or finger is down
let dragged = false;        // did a pointer move since the first one went down?

// The centre and the distance of two pointers.
function pinch() {
  const [a, b] = [...pointers.values()];
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2,
           size: Math.hypot(a.x - b.x, a.y - b.y) };
}

graph.addEventListener("pointerdown", event => {
  if (event.button !== 0)
    return;
  if (pointers.size === 0)
    dragged = false;
  pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
});

graph.addEventListener("pointermove", event => {
  const old = pointers.get(event.pointerId);
  if (!old)
    return;
  const dx = event.clientX - old.x, dy = event.clientY - old.y;
  if (!dragged && pointers.size === 1 && Math.hypot(dx, dy) < 4)
    return;
  if (!dragged) {
    dragged = true;
    graph.classList.add("dragging");
    for (const id of pointers.keys())
      graph.setPointerCapture(id);
  }
  const before = pointers.size === 2 && pinch();
  pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  if (pointers.size === 1) {
    move(dx, dy);
  } else if (before) {
    const after = pinch();
    move(after.x - before.x, after.y - before.y);
    if (before.size > 0)
      zoom(after.size / before.size, after.x, after.y);
  }
});

for (const type of ["pointerup", "pointercancel"])
  window.addEventListener(type, event => {
    pointers.delete(event.pointerId);
    if (pointers.size === 0)
      graph.classList.remove("dragging");
  });

graph.addEventListener("wheel", event => {
  event.preventDefault();
  const lines = event.deltaMode === 1 ? 16 : 1;
  const speed = event.ctrlKey ? .01 : .0015;
  zoom(Math.exp(-event.deltaY * lines * speed), event.clientX, event.clientY);
}, { passive: false });

graph.addEventListener("click", event => {
  if (dragged)
    return;
  const node = event.target.closest(".fn");
  if (event.target.closest("#picture a") && !event.ctrlKey && !event.metaKey)
    event.preventDefault(); // do not follow a link
  const edge = event.target.closest(".edge");
  const box = event.target.closest(".statement");
  const statement = box && statements.find(each => each.id === box.id);
  if (statement)
    selectStatement(statement);
  else if (node)
    select(byId.get(node.id));
  else if (callOfEdge.has(edge?.id))
    selectCall(callOfEdge.get(edge.id));
  else if (event.target.closest("#picture"))
    select(null);
});
