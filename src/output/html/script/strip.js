// The strip above all views: the activity of each thread along time, in the
// colour of the function that costs most there. Dragging selects a range.
const LEAST_LANE = 4, OPEN_LANE = 20; // pixels
const LANE_NAME = 14; // the height of a name, which stands above an open lane
const CLOSED_STRIP = 64;

const strip = $("strip"), stripCanvas = $("strip-canvas");
let lanes = []; // those of findLanes, or of a page that is served
let brush = null; // the range that is being dragged

// ---- What it shows ----

const shownEvent = () => choices.events.findIndex(([name]) =>
    name === (valueOf("event") || defaultEvent));

// Returns the threads, the costliest first: { thread, name }.
function findLanes() {
  const event = shownEvent(), costs = new Map();
  for (let i = 0; i < choices.wholes.length; i += 3)
    if (choices.wholes[i] === event)
      costs.set(choices.wholes[i + 1], choices.wholes[i + 2]);
  return [...costs].sort((a, b) => b[1] - a[1]).map(([thread]) => {
    const [comm, pid, tid] = choices.threads[thread];
    return { thread, name: `${comm} ${tid || pid}`.trim() };
  });
}

// Returns, for each lane and each of n columns, the cost and the row of the
// function that costs most.
function* measureStrip(n) {
  const { kind, slice, node, cost, starts } = timeRows;
  const { nodes } = data.contexts;
  const event = shownEvent(), all = [];
  const sums = new Float64Array(functions.length + 1);
  for (const { thread } of lanes) {
    const lane = { cost: new Float64Array(n),
                   fn: new Int32Array(n).fill(SMALL) };
    all.push(lane);
    const wanted = kindOf(event, thread);
    let seen = [], best = 0, last = -1;
    for (let i = starts.get(wanted); kind[i] === wanted; i++) {
      if (slice[i] < 0)
        continue;
      const column = Math.floor(slice[i] * n / times.slices);
      if (column !== last) {
        for (const fn of seen)
          sums[fn + 1] = 0;
        [seen, best, last] = [[], 0, column];
      }
      const fn = nodes[3 * node[i]];
      if (!sums[fn + 1])
        seen.push(fn);
      sums[fn + 1] += cost[i];
      lane.cost[column] += cost[i];
      if (sums[fn + 1] > best) {
        best = sums[fn + 1];
        lane.fn[column] = fn;
      }
      if (isPause(i))
        yield;
    }
    for (const fn of seen)
      sums[fn + 1] = 0;
    yield;
  }
  return all;
}

// ---- Drawing ----

const isOpen = () => $("strip-open").ariaExpanded === "true";
const laneHeight = () => isOpen() ? LANE_NAME + OPEN_LANE
    : Math.max(LEAST_LANE,
               Math.floor(CLOSED_STRIP / Math.max(lanes.length, 1)));
const isChosenLane = ({ thread }) => servedStrip ||
    isChosenThread(choices.threads[thread], valueOf("thread"));
const stripX = slice => slice / times.slices * stripCanvas.clientWidth;
let stripLanes = []; // the result of measureStrip

function drawStrip() {
  const width = stripCanvas.clientWidth, height = laneHeight();
  const ratio = window.devicePixelRatio || 1, g = stripCanvas.getContext("2d");
  const style = getComputedStyle(document.documentElement);
  const colour = name => style.getPropertyValue(`--${name}`).trim();
  const total = isOpen() ? height * lanes.length : CLOSED_STRIP;
  stripCanvas.style.height = `${total}px`;
  stripCanvas.width = Math.round(width * ratio);
  stripCanvas.height = Math.round(total * ratio);
  g.setTransform(ratio, 0, 0, ratio, 0, 0);
  const most = Math.max(...stripLanes.map(lane =>
      lane.cost.reduce((a, b) => Math.max(a, b), 0)), 0);
  const room = height - (isOpen() ? LANE_NAME : 0) - 1;
  stripLanes.forEach((lane, y) => {
    g.globalAlpha = isChosenLane(lanes[y]) ? 1 : .25;
    for (let x = 0; x < lane.cost.length; x++) {
      if (!(lane.cost[x] > 0))
        continue;
      const fn = lane.fn[x], h = Math.max(2, room *
          Math.sqrt(lane.cost[x] / most));
      const found = query && fn !== SMALL && isMatch(functions[fn]);
      g.fillStyle = found ? colour("found") : fn === SMALL ? colour("muted")
          : stripColour(fn);
      g.fillRect(x, (y + 1) * height - h, 1, h);
    }
    if (isOpen()) {
      g.fillStyle = colour("text");
      g.font = "11px system-ui, sans-serif";
      g.fillText(lanes[y].name, 4, y * height + 11);
    }
  });
  g.globalAlpha = 1;
  drawRange(g, brush ?? chosenRange(), total, colour);
}

// Cold functions have the colour of the page; they get a darker one.
const stripColour = fn => functions[fn].self > 0
    ? frameColour(fn, functions[fn]) : palette.heat[1];

function drawRange(g, range, height, colour) {
  if (!range)
    return;
  const [x0, x1] = range.map(stripX);
  g.globalAlpha = .6;
  g.fillStyle = colour("panel");
  g.fillRect(0, 0, x0, height);
  g.fillRect(x1, 0, stripCanvas.clientWidth - x1, height);
  g.globalAlpha = 1;
  g.strokeStyle = colour("accent");
  g.lineWidth = 2;
  g.strokeRect(x0, 1, Math.max(x1 - x0, 1), height - 2);
}

function describeStrip() {
  const range = brush ?? chosenRange();
  $("strip-text").textContent = (range ? `${rangeLabel(range)} of ` : "") +
      `${secondsText(times.slices * times.width)}, in steps of ` +
      secondsText(times.width);
}

let stripState = ""; // what it was measured for

// Fits the lanes of a page that is served to n columns.
function fitServedLanes(n) {
  const { columns, functions: ids } = servedStrip;
  const rows = ids.map(id => rowOf.get(byId.get(id)) ?? SMALL);
  lanes = servedStrip.lanes.map(([name]) => ({ name }));
  stripLanes = servedStrip.lanes.map(([, costs, fns]) => {
    const lane = { cost: new Float64Array(n),
                   fn: new Int32Array(n).fill(SMALL) };
    const most = new Float64Array(n);
    costs.forEach((cost, i) => {
      const x = Math.floor(i * n / columns);
      lane.cost[x] += cost;
      if (cost > most[x]) {
        most[x] = cost;
        lane.fn[x] = fns[i] < 0 ? SMALL : rows[fns[i]];
      }
    });
    return lane;
  });
}

function showStrip() {
  if (!timeRows && !servedStrip || strip.hidden)
    return;
  const n = Math.max(1, stripCanvas.clientWidth);
  if (servedStrip) {
    fitServedLanes(n);
    describeStrip();
    drawStrip();
    return;
  }
  lanes = findLanes();
  describeStrip();
  const state = `${n} ${shownEvent()}`;
  if (state === stripState) {
    drawStrip();
    return;
  }
  stripState = state;
  startTask("strip", measureStrip(n), measured => {
    stripLanes = measured;
    drawStrip();
  }, timeRows.kind.length / NODES_AT_ONCE);
}

// ---- Ranges ----

// A page that is served asks for the range.
const setRange = range => addChip(servedStrip ? "time" : "t",
    !range ? "" : servedStrip ? rangeOption(range) : rangeText(range));

// Moves the ends of the range, which may be the whole.
function moveRange(from, to) {
  const [a, b] = chosenRange() ?? [0, times.slices];
  const step = Math.max(1, Math.round((b - a) / 8));
  const start = Math.min(Math.max(a + from * step, 0), times.slices - 1);
  setRange([start, Math.min(Math.max(b + to * step, start + 1), times.slices)]);
}

// Chooses the thread of a lane or, if it is chosen already, all of them.
function chooseLane({ thread }) {
  const [comm, pid, tid] = choices.threads[thread];
  const value = [`tid=${tid}`, `pid=${pid}`, `comm=${comm}`]
      .find(each => isOffered("thread", each));
  if (value)
    addChip("thread", value === valueOf("thread") ? "" : value);
}

const sliceAt = event => {
  const { left, width } = stripCanvas.getBoundingClientRect();
  return times.slices *
      Math.min(Math.max((event.clientX - left) / width, 0), 1);
};

let brushStart = null;

stripCanvas.addEventListener("pointerdown", event => {
  if (event.button !== 0)
    return;
  brushStart = sliceAt(event);
  stripCanvas.setPointerCapture(event.pointerId);
});
stripCanvas.addEventListener("pointermove", event => {
  if (brushStart === null)
    return;
  const at = sliceAt(event);
  if (Math.abs(stripX(at) - stripX(brushStart)) < 3 && !brush)
    return;
  brush = [Math.floor(Math.min(at, brushStart)),
           Math.min(Math.ceil(Math.max(at, brushStart)) || 1, times.slices)];
  describeStrip();
  drawStrip();
});
let isDragEnd = false; // the next click ends a drag
stripCanvas.addEventListener("pointerup", () => {
  const range = brush;
  isDragEnd = !!range;
  brush = brushStart = null;
  if (range)
    setRange(range);
});
stripCanvas.addEventListener("click", event => {
  const lane = lanes[Math.floor(event.offsetY / laneHeight())];
  if (lane && !isDragEnd && isOpen() && !servedStrip && event.detail === 1)
    chooseLane(lane);
});
stripCanvas.addEventListener("pointercancel", () => {
  brush = brushStart = null;
  drawStrip();
});
stripCanvas.addEventListener("dblclick", () => setRange(null));
stripCanvas.addEventListener("keydown", event => {
  const by = { ArrowLeft: [-1, -1], ArrowRight: [1, 1], ArrowUp: [1, -1],
               ArrowDown: [-1, 1] }[event.key];
  if (by && event.shiftKey)
    moveRange(0, by[1]);
  else if (by)
    moveRange(...by);
  else if (event.key === "Escape" && chosenRange())
    setRange(null);
  else
    return;
  event.preventDefault();
  event.stopPropagation();
});
$("strip-open").addEventListener("click", () => {
  $("strip-open").ariaExpanded = String(!isOpen());
  strip.classList.toggle("open", isOpen());
  drawStrip();
});
new ResizeObserver(showStrip).observe(stripCanvas);
// On phones, tools float below the strip.
new ResizeObserver(() => document.documentElement.style.setProperty("--strip",
    `${strip.offsetHeight}px`)).observe(strip);
