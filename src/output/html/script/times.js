// The samples along time: html_times in times.h says what the data are. Ranges
// are pairs of slices, the second not included. A page that is served has the
// samples of its options, and what the strip shows of all of them (strip.h).
const servedStrip = JSON.parse($("strip-data")?.textContent ?? "null");
const times = form ? servedStrip : canFilter && data.times;

// By row: its kind (event * threads + thread), its slice or -1 for none, its
// node of the contexts and its cost. Rows of a kind are together, by rising
// slice, and begin at starts.get(kind).
let timeRows = null;

// Returns the bytes of a text in base64.
function* decode(text) {
  const AT_ONCE = 1 << 15;
  const bytes = new Uint8Array(text.length);
  let n = 0;
  for (let i = 0; i < text.length; i += AT_ONCE) {
    const part = atob(text.slice(i, i + AT_ONCE));
    for (let k = 0; k < part.length; k++)
      bytes[n++] = part.charCodeAt(k);
    yield;
  }
  return bytes.subarray(0, n);
}

async function inflate(packed) {
  const stream = new Blob([packed]).stream()
      .pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function* readTimes(bytes) {
  const most = bytes.length / 3; // rows: they have three numbers each
  const kinds = new Int32Array(most), slices = new Int32Array(most);
  const nodes = new Int32Array(most), costs = new Float64Array(most);
  const starts = new Map();
  let at = 0, row = 0;
  const next = () => {
    let number = 0, scale = 1;
    for (; bytes[at] >= 128; scale *= 128)
      number += (bytes[at++] - 128) * scale;
    return number + bytes[at++] * scale;
  };
  while (at < bytes.length) {
    const kind = next();
    starts.set(kind, row);
    for (let n = next(), slice = -1, node = 0; n > 0; n--) {
      slice += next();
      const step = next();
      node += step % 2 ? -(step + 1) / 2 : step / 2;
      kinds[row] = kind;
      slices[row] = slice;
      nodes[row] = node;
      costs[row] = next() * data.times.costs;
      if (isPause(row++))
        yield;
    }
  }
  return { kind: kinds.subarray(0, row), slice: slices.subarray(0, row),
           node: nodes.subarray(0, row), cost: costs.subarray(0, row), starts };
}

const kindOf = (event, thread) => event * choices.threads.length + thread;

// Is the whole of an event in the rows? Filters of the command line leave a
// part of it only, and nobody knows what the rest of a range costs.
function* areTimesWhole() {
  const n = choices.threads.length;
  let sum = 0;
  for (let i = 0; i < timeRows.cost.length; i++) {
    if (Math.floor(timeRows.kind[i] / n) === choices.event)
      sum += timeRows.cost[i];
    if (isPause(i))
      yield;
  }
  return Math.abs(sum - asDrawn.whole) <= 1e-6 * asDrawn.whole;
}

// ---- Ranges as text ----

const startOf = (slice, { first, width } = times) => (first + slice) * width;

// Returns the range of "FROM,TO", in slices that hold both ends, or null.
function parseRange(text) {
  const [from, to] = text.split(",")
      .map((each, i) => each.trim() ? parseFloat(each) : i ? Infinity : 0);
  const low = Math.floor(from / times.width - times.first + 1e-6);
  const high = Math.ceil(to / times.width - times.first - 1e-6);
  const range = [Math.max(low, 0), Math.min(high, times.slices)];
  return range[0] < range[1] ? range : null;
}

const rangeText = ([from, to]) => [from, to].map(slice =>
    String(+startOf(slice).toFixed(6))).join();

// The range as --time takes it, whose end is included.
const rangeOption = ([from, to]) => `${+startOf(from).toFixed(6)},` +
    (startOf(to) - 1e-9).toFixed(9);

// The text of a time, or of how long something lasts.
function secondsText(seconds) {
  const [factor, unit] = seconds >= 1 || seconds === 0 ? [1, "s"]
      : seconds >= 1e-3 ? [1e3, "ms"] : [1e6, "\u00b5s"];
  return `${+(seconds * factor).toPrecision(4)} ${unit}`;
}

const rangeLabel = ([from, to]) => `${secondsText(from * times.width)} to ` +
    secondsText(to * times.width);
