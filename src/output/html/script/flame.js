// Flame graphs: a tree as rows of frames, whose widths are their costs. They
// are drawn on a canvas that stays in sight while its box scrolls; only frames
// that can be seen are visited.
const ROW = 18; // height of a frame, in pixels

const flames = new Map(); // by their box

class Flame {
  // Shows trees in the element `box`. options are { rootBelow, callers,
  // pick(function), describe(tree, node) }. A tree may have starts and widths
  // of its own, by node; else frames are as wide as they cost.
  constructor(box, options) {
    this.box = box;
    this.options = options;
    this.canvas = make("canvas", { "aria-hidden": "true" });
    this.space = make("div", { className: "flame-space" }, this.canvas);
    this.tip = make("div", { className: "tip", hidden: true });
    box.append(this.space, this.tip);
    flames.set(box, this);
    this.root = -1; // the frame that fills the width
    this.at = -1;   // the frame of the keyboard
    box.addEventListener("scroll", () => this.draw());
    this.canvas.addEventListener("pointermove", event => this.hover(event));
    this.canvas.addEventListener("pointerleave", () => { this.tip.hidden = true; });
    this.canvas.addEventListener("click", event => this.click(event));
    box.addEventListener("wheel", event => this.wheel(event),
                         { passive: false });
    box.addEventListener("keydown", event => this.key(event));
    box.addEventListener("blur", () => this.draw());
    box.addEventListener("focus", () => {
      this.begin();
      this.draw();
    });
    new ResizeObserver(() => this.resize()).observe(box);
  }

  // Shows another tree, not zoomed.
  show(tree) {
    this.tree = tree;
    this.root = this.at = -1;
    this.span = null;
    this.widths = tree.width ?? tree.total;
    if (tree.start) {
      this.start = tree.start;
      this.resize();
      return;
    }
    const start = new Float64Array(tree.fn.length);
    const used = new Float64Array(tree.fn.length + 1);
    for (let c = 0; c < tree.fn.length; c++) {
      const parent = tree.parent[c];
      start[c] = (parent < 0 ? 0 : start[parent]) + used[parent + 1];
      used[parent + 1] += tree.total[c];
    }
    this.start = start;
    this.resize();
  }

  // Gives the keyboard a frame if it has none.
  begin() {
    if (this.at < 0 && this.tree?.fn.length)
      this.at = Math.max(this.root, 0);
  }

  resize() {
    const { clientWidth, clientHeight } = this.box;
    if (!this.tree || !clientWidth || !clientHeight)
      return;
    const height = Math.max(this.tree.height * ROW, ROW);
    const ratio = window.devicePixelRatio || 1;
    this.width = clientWidth;
    this.height = Math.min(clientHeight, Math.max(height, 1));
    this.canvas.width = Math.round(this.width * ratio);
    this.canvas.height = Math.round(this.height * ratio);
    this.canvas.style.width = `${this.width}px`;
    this.canvas.style.height = `${this.height}px`;
    this.space.style.height = `${height}px`;
    this.rows = Math.ceil(height / ROW);
    if (this.options.rootBelow)
      this.box.scrollTop = height;
    this.draw();
  }

  // The part of the tree that fills the width: that of the frame that it is
  // zoomed to, or what the wheel left of it.
  shown() {
    return this.span ?? (this.root < 0 ? { from: 0, whole: this.tree.whole }
        : { from: this.start[this.root], whole: this.widths[this.root] });
  }

  // The left end and the width of a frame in pixels.
  extent(c) {
    const { from, whole } = this.shown(), scale = this.width / whole;
    return { x: (this.start[c] - from) * scale, w: this.widths[c] * scale };
  }

  // Shows `whole` from `from` on, as far as there is something.
  showSpan(from, whole) {
    const all = this.tree.whole;
    const size = Math.min(Math.max(whole, all * 1e-7), all);
    this.span = size === all ? null
        : { from: Math.min(Math.max(from, 0), all - size), whole: size };
    this.root = -1;
    this.draw();
  }

  // Zooms with Ctrl, and moves sideways with Shift.
  wheel(event) {
    if (!this.tree || !event.ctrlKey && !event.shiftKey && !event.deltaX)
      return;
    event.preventDefault();
    const { from, whole } = this.shown();
    const { left } = this.canvas.getBoundingClientRect();
    const part = (event.clientX - left) / this.width;
    const factor = event.ctrlKey ? Math.exp(event.deltaY * .002) : 1;
    const by = event.ctrlKey ? 0
        : (event.deltaX || event.deltaY) / this.width * whole;
    this.showSpan(from + part * whole * (1 - factor) + by, whole * factor);
  }

  top(c) {
    const row = this.tree.depth[c];
    return (this.options.rootBelow ? this.rows - 1 - row : row) * ROW -
        this.scrolled;
  }

  draw() {
    if (!this.tree || !this.width)
      return;
    this.scrolled = this.box.scrollTop;
    const g = this.canvas.getContext("2d", { alpha: false });
    const ratio = window.devicePixelRatio || 1;
    const style = getComputedStyle(document.documentElement);
    const colour = name => style.getPropertyValue(`--${name}`).trim();
    this.colours = { small: colour("line"), frame: colour("text"),
                     found: colour("found"), back: colour("background") };
    g.setTransform(ratio, 0, 0, ratio, 0, 0);
    g.font = "12px system-ui, sans-serif";
    g.textBaseline = "middle";
    this.drawFrames(g);
  }

  // Draws what is narrower than a pixel into an image, which is much faster
  // than rectangles, and the other frames above it.
  drawFrames(g) {
    const { fn, next } = this.tree, { start, widths, canvas } = this;
    const { from, whole } = this.shown(), scale = this.width / whole;
    const image = g.createImageData(canvas.width, canvas.height);
    this.pixels = new Uint32Array(image.data.buffer)
        .fill(pixelColour(this.colours.back));
    const drawn = new Int32Array(this.tree.height).fill(-1); // x by depth
    const wide = [];
    for (let c = 0; c < fn.length;) {
      const x = (start[c] - from) * scale, w = widths[c] * scale;
      if (x >= this.width || x + w <= 0) {
        c = next[c];
      } else if (w < 1) {
        this.drawPath(c, Math.floor(x), drawn);
        c = next[c];
      } else {
        wide.push([c, Math.max(x, 0),
                   Math.min(x + w, this.width) - Math.max(x, 0)]);
        c++;
      }
    }
    g.putImageData(image, 0, 0);
    for (const [c, x, w] of wide) {
      const y = this.top(c);
      if (y > -ROW && y < this.height)
        this.drawFrame(g, c, x, y, w);
    }
  }

  // Draws a frame and the costliest frames below it, a pixel wide, at x unless
  // another one is there already: one path stands for all in that pixel.
  drawPath(c, x, drawn) {
    const { fn, next, depth } = this.tree;
    for (; drawn[depth[c]] !== x; c++) {
      drawn[depth[c]] = x;
      this.drawPixels(x, this.top(c), pixelColour(fn[c] === SMALL
          ? this.colours.small : frameColour(fn[c], functions[fn[c]])));
      if (c + 1 === next[c])
        break;
    }
  }

  drawPixels(x, y, colour) {
    const { width, height } = this.canvas, ratio = width / this.width;
    const end = Math.min(height, Math.round((y + ROW - 1) * ratio));
    const right = Math.min(width, Math.ceil((x + 1) * ratio));
    for (let py = Math.max(0, Math.round(y * ratio)); py < end; py++)
      for (let px = Math.floor(x * ratio); px < right; px++)
        this.pixels[py * width + px] = colour;
  }

  drawFrame(g, c, x, y, w) {
    const f = this.function(c);
    const above = this.root >= 0 && this.tree.depth[c] <
        this.tree.depth[this.root];
    const isFound = query && isMatch(f);
    const alpha = above || query && !isFound ? .3 : 1;
    if (alpha < 1)
      g.globalAlpha = alpha;
    if (w > 3) {
      g.fillStyle = this.colours.small;
      g.fillRect(x, y, w, ROW);
    }
    const fill = f ? frameColour(this.tree.fn[c], f) : this.colours.small;
    g.fillStyle = fill;
    g.fillRect(x, y, w > 3 ? w - 1 : w, ROW - 1);
    if (alpha < 1)
      g.globalAlpha = 1;
    const hasFocus = c === this.at && document.activeElement === this.box;
    const mark = hasFocus
        ? this.colours.frame : f && f === selected ? this.colours.frame
        : isFound ? this.colours.found : null;
    if (mark) {
      g.strokeStyle = mark;
      g.lineWidth = c === this.at ? 2.5 : 1.5;
      g.strokeRect(x + 1, y + 1, Math.max(w - 2.5, .5), ROW - 3);
    }
    if (w > 24) {
      g.fillStyle = alpha < 1 ? this.colours.frame : textColour(fill);
      g.fillText(fitText(g, f ? f.label : "(small)", w - 8), x + 4,
                 y + ROW / 2);
    }
  }

  function(c) {
    return c < 0 || this.tree.fn[c] === SMALL ? null
        : functions[this.tree.fn[c]];
  }

  // Returns the frame at a position on the screen, or -1.
  frameAt(clientX, clientY) {
    const { left, top } = this.canvas.getBoundingClientRect();
    const px = clientX - left;
    const row = Math.floor((clientY - top + this.box.scrollTop) / ROW);
    const depth = this.options.rootBelow ? this.rows - 1 - row : row;
    const { next } = this.tree;
    for (let c = 0; c < this.tree.fn.length;) {
      const { x, w } = this.extent(c);
      if (px < x || px >= x + w || this.tree.depth[c] > depth) {
        c = next[c];
        continue;
      }
      if (this.tree.depth[c] === depth)
        return c;
      c++;
    }
    return -1;
  }

  describe(c) {
    if (this.options.describe)
      return this.options.describe(this.tree, c);
    const f = this.function(c);
    const { total, self, afterTotal } = this.tree;
    if (afterTotal)
      return `${f ? f.label : "(small)"}, total ` +
          `${costText(total[c] - afterTotal[c])} \u2192 ` +
          costText(afterTotal[c]);
    const both = cost => `${percent(cost)}, ${costText(cost)}`;
    return `${f ? f.label : "(small)"}, total ${both(total[c])}` +
        (f && !this.options.callers ? `, self ${both(self[c])}` : "");
  }

  hover(event) {
    const c = this.tree ? this.frameAt(event.clientX, event.clientY) : -1;
    this.tip.hidden = c < 0;
    if (c < 0)
      return;
    const f = this.function(c);
    this.tip.textContent = this.describe(c) +
        (f && f.name !== f.label ? `\n${f.name}` : "") +
        (f?.module ? `\n${basename(f.module)}` : "");
    const { width, height } = this.tip.getBoundingClientRect();
    this.tip.style.left =
        `${Math.max(4, Math.min(event.clientX + 12, innerWidth - width - 4))}px`;
    this.tip.style.top = `${event.clientY + 16 + height > innerHeight
        ? event.clientY - height - 8 : event.clientY + 16}px`;
  }

  click(event) {
    const c = this.frameAt(event.clientX, event.clientY);
    if (c < 0)
      return;
    this.at = c;
    this.choose(c);
  }

  // Zooms to a frame and selects its function.
  choose(c) {
    this.root = c;
    this.span = null;
    this.options.pick(this.function(c));
    this.draw();
  }

  reveal(c) {
    const y = this.top(c);
    if (y < 0 || y + ROW > this.height)
      this.box.scrollTop += y - this.height / 2;
  }

  // Returns the frame that an arrow key leads to.
  neighbour(key) {
    const { parent, next, depth, fn } = this.tree, c = this.at;
    const outward = this.options.rootBelow ? "ArrowDown" : "ArrowUp";
    if (key === outward)
      return parent[c];
    if (key === "ArrowUp" || key === "ArrowDown")
      return c + 1 < next[c] ? c + 1 : -1;
    if (key === "ArrowRight") {
      let d = next[c];
      while (d < fn.length && depth[d] !== depth[c])
        d++;
      return d < fn.length ? d : -1;
    }
    let d = c - 1;
    while (d >= 0 && depth[d] !== depth[c])
      d--;
    return d;
  }

  key(event) {
    if (!this.tree?.fn.length || event.ctrlKey || event.metaKey ||
        event.altKey)
      return;
    this.begin(); // another tree may be shown since it got the focus
    if (event.key.startsWith("Arrow")) {
      const to = this.neighbour(event.key);
      if (to >= 0) {
        this.at = to;
        const { x, w } = this.extent(to);
        if (x + w <= 0 || x >= this.width || w < 1)
          this.root = this.tree.parent[to];
        this.reveal(to);
      }
      $("status").textContent = this.describe(this.at);
    } else if (event.key === "Enter" || event.key === " ") {
      this.choose(this.at);
    } else if ("+-=".includes(event.key)) {
      const { from, whole } = this.shown();
      const factor = event.key === "-" ? 1.5 : 1 / 1.5;
      this.showSpan(from + whole * (1 - factor) / 2, whole * factor);
    } else if (event.key === "Escape" && this.span) {
      this.span = null;
    } else if (event.key === "Escape" && this.root >= 0) {
      this.root = this.tree.parent[this.root];
    } else {
      return;
    }
    this.draw();
    event.preventDefault();
    event.stopPropagation();
  }
}

// Returns a colour "#rrggbb" or "#rgb" as four bytes of an image.
const pixelColours = new Map();
function pixelColour(text) {
  if (!pixelColours.has(text)) {
    const digits = text.length === 4 ? text.replace(/[^#]/g, "$&$&") : text;
    const [r, g, b] = [1, 3, 5].map(i => parseInt(digits.slice(i, i + 2), 16));
    pixelColours.set(text,
        new Uint32Array(Uint8Array.of(r, g, b, 255).buffer)[0]);
  }
  return pixelColours.get(text);
}

// The colours of frames by row of their function, until the choice of colours
// or a filter changes them.
let frameColours = [];
function frameColour(row, f) {
  return frameColours[row] ??= channels[$("channel").value](f);
}

// Cuts a text to a width.
const widths = new Map(); // of texts in full
function fitText(g, text, width) {
  if (!widths.has(text))
    widths.set(text, g.measureText(text).width);
  const full = widths.get(text);
  if (full <= width)
    return text;
  const n = Math.floor(text.length * (width - 10) / full);
  return n < 2 ? "" : `${text.slice(0, n)}\u2026`;
}

// ---- The view ----

let flame = null;
let flameTree = null; // the tree it was drawn from

function showFlame() {
  flame ??= new Flame($("flame-box"), { pick: f => select(f) });
  if (flameTree === contexts && flame.inverted === inverted) {
    flame.resize();
  } else {
    flameTree = contexts;
    flame.inverted = inverted;
    stopTask("flame");
    if (inverted)
      startTask("flame", invertedTree(contexts), tree => flame.show(tree),
                contexts.fn.length / NODES_AT_ONCE);
    else
      flame.show(contexts);
  }
  showFoundCost();
}

// The share of a cost; in a comparison that of both sides.
const partText = (cost, tree) => data.compares
    ? percent(cost / tree.whole * data.whole) : percent(cost);

// Says how much of the cost lies in and below functions that the search finds.
function showFoundCost() {
  let cost = 0;
  const isRow = new Uint8Array(functions.length);
  for (const f of matches)
    isRow[rowOf.get(f)] = 1;
  if (query && contexts)
    for (let c = 0; c < contexts.fn.length; c++)
      if (isRow[contexts.fn[c]]) {
        cost += contexts.total[c];
        c = contexts.next[c] - 1;
      }
  $("flame-found").textContent = query
      ? `found in ${partText(cost, contexts)} of the cost`
      : "";
}

// Says what of a tree was merged, before filters.
function mergedText(tree) {
  if (tree)
    tree.merged ??= tree.self.reduce((sum, self, c) =>
        tree.fn[c] === SMALL ? sum + self : sum, 0);
  const merged = tree?.merged ?? 0;
  return merged > 0
      ? `Contexts below ${trimmed(100 * data.contexts.least, 2)}% are merged: ` +
        `(small), ${partText(merged, tree)} in all.` : "";
}
