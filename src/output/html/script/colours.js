// The colours of boxes by the reader's choice, and their legend.
const HEAT = ["#fcfaf3", "#f7ecd0", "#f5dcb0", "#f5ca92", "#f5b776", "#f5a25c",
              "#f58c45", "#f37532", "#f05a26"];
const MODULES = ["#f5b776", "#9ecbff", "#a6e3a1", "#e0b3ff", "#f5a0b8",
                 "#f2dd6e", "#8fdcd4", "#c9c1b1"];
const OTHERS = "#dfe3e8";
// From less to more, with noise in the middle.
const CHANGES = ["#3886d8", "#5299e0", "#70ace8", "#b1d3f4", "#f1f2f4",
                 "#f5ca92", "#f5a25c", "#f58c45", "#f05a26"];

const maxSelf = Math.max(.05, ...drawn.map(f => share(f.self)));
const moduleCosts = new Map();
for (const f of drawn)
  moduleCosts.set(f.module, (moduleCosts.get(f.module) ?? 0) + f.self);
const moduleOrder = [...moduleCosts.keys()]
    .sort((a, b) => moduleCosts.get(b) - moduleCosts.get(a));

// The colours that the picture was drawn with.
const originals = new Map(drawn.map(f => [f, {
  fill: f.node.querySelector("polygon").getAttribute("fill"),
  texts: [...f.node.querySelectorAll("text")]
      .map(text => text.getAttribute("fill")),
}]));

function heatColour(weight) {
  const step = Math.floor(HEAT.length * Math.sqrt(Math.max(0, weight)));
  return HEAT[Math.min(HEAT.length - 1, step)];
}

// The largest change of each kind in the picture, in points.
const mostChanged = kind => Math.max(5, ...drawn.map(f => f[kind])
    .filter(change => change.real).map(size));

function changeColour(change, most) {
  const middle = (CHANGES.length - 1) / 2;
  if (!change.real)
    return CHANGES[middle];
  const steps = Math.ceil(middle * Math.sqrt(size(change) / most));
  return CHANGES[middle + Math.sign(change.points) * Math.min(middle, steps)];
}

function changeChannel(kind) {
  const most = mostChanged(kind);
  return f => changeColour(f[kind], most);
}

// The fill colour of a function by the reader's choice of colours.
const channels = {
  self: data.compares ? changeChannel("selfChange")
      : f => heatColour(share(f.self) / maxSelf),
  total: data.compares ? changeChannel("totalChange")
      : f => heatColour(share(f.total)),
  module: f => MODULES[moduleOrder.indexOf(f.module)] ?? OTHERS,
};

// Colours the boxes. The channel that the picture was drawn for keeps its
// original colours.
function paint(channel) {
  for (const f of drawn) {
    const original = channel === data.channel && !isFiltered() ? originals.get(f) : null;
    if (data.compares)
      f.node.classList.toggle("noise", channel !== "module" &&
                              !f[`${channel}Change`].real);
    f.node.querySelector("polygon").setAttribute("fill",
        original ? original.fill : channels[channel](f));
    f.node.querySelectorAll("text").forEach((text, i) => {
      const fill = original ? original.texts[i] : "#000";
      if (fill)
        text.setAttribute("fill", fill);
    });
  }
}

// A legend of the colours up to the share `top`, from 0 % or, for changes, from
// -top.
function rampLegend(colours, top) {
  const width = 100 / colours.length;
  const isNoise = i => data.compares && i === (colours.length - 1) / 2;
  return [
    draw("svg", { class: "ramp", viewBox: "0 0 100 4", "aria-hidden": "true",
                  preserveAspectRatio: "none" },
        ...colours.map((fill, i) => draw("rect",
            { x: i * width, width: width + .2, height: 4, fill,
              class: isNoise(i) ? "noise-step" : "" }))),
    make("p", { className: "ends row" },
         make("span", {}, data.compares ? `-${percent(top * data.whole)}`
             : "0%"),
         ...data.compares ? [make("span", {}, "noise")] : [],
         make("span", {}, (data.compares ? "+" : "") +
                          percent(top * data.whole))),
  ];
}

function moduleLegend() {
  const list = make("ul", { className: "modules" });
  const add = (fill, text) => list.append(make("li", {},
      draw("svg", { viewBox: "0 0 1 1", "aria-hidden": "true" },
           draw("rect", { width: 1, height: 1, fill })), text));
  moduleOrder.slice(0, MODULES.length).forEach((module, i) =>
      add(MODULES[i], basename(module) || "no module"));
  if (moduleOrder.length > MODULES.length)
    add(OTHERS, "others");
  return list;
}

function showColourLegend(channel) {
  const place = $("colours");
  place.replaceChildren();
  if (channel === "module")
    place.append(make("p", {}, "Colour: module"), moduleLegend());
  else if (data.whole > 0 && (channel !== data.channel || data.ramp))
    place.append(make("p", {}, data.compares
        ? `Colour: change of ${channel} cost` : `Colour: ${channel} cost`),
        ...channel === data.channel ? rampLegend(data.ramp, data.top)
            : data.compares
            ? rampLegend(CHANGES, mostChanged(`${channel}Change`) / 100)
            : rampLegend(HEAT, channel === "self" ? maxSelf : 1));
}

$("channel").addEventListener("change", event => {
  paint(event.target.value);
  showColourLegend(event.target.value);
  frameColours = [];
  refreshView();
});
