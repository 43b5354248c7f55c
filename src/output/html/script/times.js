// The samples along time: html_times in times.h says what the data are. Ranges
// are pairs of slices, the second not included. A page that is served has the
// samples of its options, and what the strip shows of all of them (strip.h).
const servedStrip = JSON.parse($("strip-data")?.textContent ?? "null");
const times = form ? servedStrip : canFilter && data.times;

// By row: its kind (event * threads + thread), its slice or -1 for none, its
// node of the contexts and its cost. Rows of a kind are together, by rising
// slice, and begin at starts.get(kind).
let timeRows = null;

async function unpackTimes() {
  const packed = Uint8Array.from(atob(data.times.data), each => each.charCodeAt(0));
  const stream = new Blob([packed]).stream()
      .pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function readTimes(bytes) {
  const rows = { kind: [], slice: [], node: [], cost: [] }, starts = new Map();
  let at = 0;
  const next = () => {
    let number = 0, scale = 1;
    for (; bytes[at] >= 128; scale *= 128)
      number += (bytes[at++] - 128) * scale;
    return number + bytes[at++] * scale;
  };
  while (at < bytes.length) {
    const kind = next();
    starts.set(kind, rows.kind.length);
    for (let n = next(), slice = -1, node = 0; n > 0; n--) {
      slice += next();
      const step = next();
      node += step % 2 ? -(step + 1) / 2 : step / 2;
      rows.kind.push(kind);
      rows.slice.push(slice);
      rows.node.push(node);
      rows.cost.push(next() * data.times.costs);
    }
  }
  return { kind: Int32Array.from(rows.kind), slice: Int32Array.from(rows.slice),
           node: Int32Array.from(rows.node),
           cost: Float64Array.from(rows.cost), starts };
}

const kindOf = (event, thread) => event * choices.threads.length + thread;

// Is the whole of an event in the rows? Filters of the command line leave a
// part of it only, and nobody knows what the rest of a range costs.
function areTimesWhole() {
  const drawn = choices.event, n = choices.threads.length;
  const sum = timeRows.cost.reduce((sum, cost, i) =>
      Math.floor(timeRows.kind[i] / n) === drawn ? sum + cost : sum, 0);
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
