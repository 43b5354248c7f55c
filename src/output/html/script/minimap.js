// A small map of the picture: its boxes in their colours, and the part that is
// in view. Keys and the wheel do the same, so it is for pointers only.
const MAP_WIDTH = 160, MAP_HEIGHT = 120; // at most, and 3/10 of the view

const minimap = $("minimap");
// The rectangles of boxes in points of the picture, by function.
const boxRects = new Map();

function measureBoxes() {
  for (const f of drawn) {
    const { left, top, right, bottom } = f.node.querySelector(".box")
        .getBoundingClientRect();
    const from = toPoint(left, top), to = toPoint(right, bottom);
    boxRects.set(f, { x: from.x, y: from.y, right: to.x, bottom: to.y });
  }
}

function mapScale() {
  const { width, height } = viewportSize();
  return Math.min(Math.min(MAP_WIDTH, .3 * width) / bounds.width,
                  Math.min(MAP_HEIGHT, .3 * height) / bounds.height);
}

function drawMinimap() {
  const { width, height } = viewportSize();
  const w = width / viewport.scale, h = height / viewport.scale;
  const scale = mapScale(), ratio = window.devicePixelRatio || 1;
  const x = viewport.x - w / 2 - bounds.x, y = viewport.y - h / 2 - bounds.y;
  minimap.hidden = !boxRects.size ||
      x <= 0 && y <= 0 && x + w >= bounds.width && y + h >= bounds.height;
  if (minimap.hidden)
    return;
  const size = [bounds.width * scale, bounds.height * scale];
  [minimap.style.width, minimap.style.height] = size.map(each => `${each}px`);
  [minimap.width, minimap.height] = size.map(each => Math.ceil(each * ratio));
  const g = minimap.getContext("2d");
  g.setTransform(ratio * scale, 0, 0, ratio * scale, 0, 0);
  for (const [f, rect] of boxRects) {
    g.globalAlpha = f.node.classList.contains("gone") ? .15 : 1;
    g.fillStyle = f.node.querySelector(".box").getAttribute("fill");
    g.strokeStyle = "#8c959f";
    g.lineWidth = .5 / scale;
    const at = [rect.x - bounds.x, rect.y - bounds.y,
                Math.max(rect.right - rect.x, 2 / scale),
                Math.max(rect.bottom - rect.y, 2 / scale)];
    g.fillRect(...at);
    g.strokeRect(...at);
  }
  g.globalAlpha = 1;
  g.strokeStyle = getComputedStyle(document.documentElement)
      .getPropertyValue("--accent");
  g.lineWidth = 2 / scale;
  const edge = 1 / scale, clamp = (at, most) =>
      Math.min(Math.max(at, edge), most - edge);
  const left = clamp(x, bounds.width), top = clamp(y, bounds.height);
  g.strokeRect(left, top, clamp(x + w, bounds.width) - left,
               clamp(y + h, bounds.height) - top);
}

function moveByMinimap(event) {
  event.stopPropagation();
  if (!(event.buttons & 1))
    return;
  const { left, top } = minimap.getBoundingClientRect();
  viewport.x = bounds.x + (event.clientX - left) / mapScale();
  viewport.y = bounds.y + (event.clientY - top) / mapScale();
  applyViewport();
}

minimap.addEventListener("pointerdown", event => {
  minimap.setPointerCapture(event.pointerId);
  moveByMinimap(event);
});
minimap.addEventListener("pointermove", moveByMinimap);
minimap.addEventListener("click", event => event.stopPropagation());
