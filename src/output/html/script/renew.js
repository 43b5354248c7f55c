// The picture with the numbers that filters leave: the texts and bars of boxes,
// and the widths, colours and texts of arrows.

// What the program has drawn.
const drawnTexts = new Map([...picture.querySelectorAll("text")].map(text =>
    [text, { line: text.textContent, x: +text.getAttribute("x"),
             y: text.getAttribute("y"),
             length: text.getAttribute("textLength") }]));
const drawnBars = new Map([...picture.querySelectorAll(".meter")].map(bar =>
    [bar, bar.getAttribute("width")]));
const drawnArrows = new Map([...callOfEdge.values()].map(({ edge }) => {
  const line = edge.querySelector("path:not(.catch)");
  const head = edge.querySelector("polygon");
  return [edge, { line, head, width: line.getAttribute("stroke-width") ?? "1",
                  stroke: line.getAttribute("stroke"),
                  points: head?.getAttribute("points"),
                  isWay: edge.classList.contains("way") }];
}));
// Boxes on the costliest way down, whose outlines differ.
const drawnWays = new Map([...picture.querySelectorAll(".fn.way .box")]
    .map(box => [box, { stroke: box.getAttribute("stroke"),
            "stroke-width": box.getAttribute("stroke-width") }]));

// ---- Texts ----

// Returns a text of a box with new numbers. Numbers of which the page knows
// nothing are left out. The own share is bold, and absent if it is close to zero.
function renewedText(text, line, self, total) {
  const isOwn = text.getAttribute("font-weight") === "bold";
  const hasOwn = share(self) >= .0005, of = percent(total);
  const below = total > 0 ? `${of} below` : of;
  return /^of ~?[<\d.]+%$/.test(line) ? hasOwn ? `of ${of}` : below
      : /^~?[<\d.]+% below$/.test(line)
      ? hasOwn ? `${percent(self)} of ${of}` : below
      : /^total /.test(line) ? `total ${of}`
      : /^~?[<\d.]+%$/.test(line) ? isOwn && hasOwn ? percent(self) : ""
      : /% from |caller not recorded$/.test(line) ? ""
      : line.replace(/(^| )~?[<\d.]+%/g, "").trim();
}

// The same for a box of a comparison.
function renewedChange(line, f) {
  const change = line.startsWith("self ") || line.includes(" self ")
      ? f.selfChange : f.totalChange;
  const values = `${before(change)} \u2192 ${withUnit(after(change))}`;
  if (/^[\u25b2\u25bc] /.test(line))
    return change.points ? `${change.points > 0 ? "\u25b2" : "\u25bc"} ` +
        `${withUnit(change.difference)} (${pointsText(change)})` : "";
  return line.includes(" \u2192 ") ? values : line;
}

// A text has the room of the one that it replaces, and `more` points. Returns by
// how much it is shorter than that text.
function setText(text, content, more = 0) {
  const { line, length } = drawnTexts.get(text);
  const wanted = Math.min(+length + more, length * content.length / line.length);
  text.textContent = content;
  if (length !== null)
    text.setAttribute("textLength", wanted);
  return length - wanted;
}

// ---- Boxes ----

// Texts of a line stay as close to each other as they were drawn, and the next
// one takes the place of a text that is left out.
function renewBox(f, filtered) {
  let last = {}, shift = 0;
  for (const text of f.node.querySelectorAll("text")) {
    const drawn = drawnTexts.get(text), { line, x, y } = drawn;
    const content = !filtered ? line : data.compares ? renewedChange(line, f)
        : renewedText(text, line, f.self, f.total);
    if (last.y !== y)
      shift = 0;
    else if (!last.content)
      shift += x - last.x - last.shorter;
    text.setAttribute("x", x - shift);
    const shorter = setText(text, content, shift);
    shift += shorter;
    last = { x, y, content, shorter };
  }
  const width = +drawnBars.get(f.node.querySelector(".meter.rest"));
  for (const bar of f.node.querySelectorAll(".meter.own, .meter.total")) {
    const cost = bar.classList.contains("own") ? f.self : f.total;
    bar.setAttribute("width",
                     filtered ? width * share(cost) : drawnBars.get(bar));
  }
  f.node.classList.toggle("gone", f.members.every(each => each.isGone));
  nameBox(f);
}

// ---- Arrows ----

// Returns the width of a line in points, as the theme has it.
function penWidth(weight) {
  const [least, base, slope, power] = data.arrows.pen;
  return Math.max(least, base + slope * weight ** power);
}

function penColour(weight) {
  const { ramp } = data.arrows;
  return ramp[Math.min(ramp.length - 1, Math.floor(weight * ramp.length))];
}

// Returns the corners of an arrow's head whose width is changed. Its last
// corner but one, and the second, are on its axis.
function widenedHead(points, factor) {
  const corners = points.split(" ").map(each => each.split(",").map(Number));
  if (corners.length !== 4)
    return points;
  const [, , , [x, y]] = corners;
  return corners.map(([cx, cy], i) => i === 1 ? [cx, cy]
      : [x + (cx - x) * factor, y + (cy - y) * factor])
      .map(corner => corner.map(each => each.toFixed(2)).join()).join(" ");
}

// The self cost of the hottest function of the picture.
let mostSelf = 0;

// The text beside an arrow: its share unless that is the total of the callee,
// which the box below says. Thick arrows and those to the hottest function always
// have it.
function arrowText(call) {
  const { totalChange } = call.callee;
  if (data.compares)
    return call.change.real && !(totalChange.real && pointsText(call.change) ===
        pointsText(totalChange)) ? pointsText(call.change) : "";
  const text = percent(call.cost);
  const isWhole = text === percent(call.callee.total) &&
      share(call.cost) < data.arrows.thick && call.callee.self < .95 * mostSelf;
  return !(call.cost > 0) || isWhole ||
      share(call.cost) < data.arrows.labelled ? "" : text;
}

// An arrow that was drawn without a text gets one beside its middle.
function addArrowText(edge, line, content) {
  const { x, y } = line.getPointAtLength(line.getTotalLength() / 2);
  const text = draw("text", { class: "added", x: x + 5, y, "font-size": 9,
                              fill: "var(--text)" }, content);
  edge.append(text);
}

// The colours of changes in the picture, by the class of their arrows.
const changeStrokes = new Map(["less", "noise", "more"].map(name =>
    [name, picture.querySelector(`.edge.${name} path`)?.getAttribute("stroke")]));

// Returns the colour of an arrow that filters leave.
function arrowColour(call, weight, drawn, filtered) {
  if (!data.compares)
    return filtered ? penColour(weight) : drawn.stroke;
  for (const name of changeStrokes.keys())
    call.edge.classList.toggle(name, name === direction(call.change));
  return filtered && changeStrokes.get(direction(call.change)) || drawn.stroke;
}

// The share that gives an arrow its width; in a comparison that of both sides.
const arrowWeight = call => Math.min(1, data.compares
    ? call.cost / Math.max(contexts.whole, Number.MIN_VALUE)
    : share(call.cost));

function renewArrow(call, filtered) {
  const { edge } = call, drawn = drawnArrows.get(edge);
  const { line, head, width, points } = drawn;
  const weight = arrowWeight(call);
  const most = call.kind === "back" && !data.compares ? data.arrows.back
      : Infinity;
  const pen = filtered ? Math.min(penWidth(weight), most) : +width;
  const text = edge.querySelector("text:not(.added)");
  line.setAttribute("stroke-width", filtered ? pen.toFixed(2) : width);
  line.setAttribute("stroke", arrowColour(call, weight, drawn, filtered));
  head?.setAttribute(head.getAttribute("fill") === "none" ? "stroke" : "fill",
                     line.getAttribute("stroke"));
  head?.setAttribute("points", filtered
      ? widenedHead(points, Math.sqrt(pen / width)) : points);
  edge.classList.toggle("way", !filtered && drawn.isWay);
  edge.classList.toggle("gone", filtered && !(call.cost > 0));
  edge.querySelector(".added")?.remove();
  const content = filtered ? arrowText(call) : "";
  if (text)
    setText(text, filtered ? content : drawnTexts.get(text).line);
  else if (content)
    addArrowText(edge, line, content);
  nameArrow(call);
}

// ---- The picture ----

// The way that was drawn is that of all costs; the page lights another one.
function renewWays(filtered) {
  for (const [box, drawn] of drawnWays) {
    box.closest(".fn").classList.toggle("way", !filtered);
    for (const [name, value] of Object.entries(
        filtered ? { stroke: "#8c959f", "stroke-width": 1 } : drawn))
      box.setAttribute(name, value);
  }
}

function* renewPicture(filtered) {
  mostSelf = drawn.reduce((most, f) => Math.max(most, f.self), 0);
  for (const f of drawn) {
    renewBox(f, filtered);
    yield;
  }
  for (const call of callOfEdge.values()) {
    renewArrow(call, filtered);
    yield;
  }
  renewWays(filtered);
}
