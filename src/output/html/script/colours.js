// The colours of boxes and frames by the reader's choice, and their legend.
//
// The palettes have the same colours for light and for dark pages, in the same
// places. heat, more and less are ramps from small values to large ones, and noise
// is between more and less: the data has those of the themes heat and dark.
const PALETTES = {
  light: {
    ...data.palettes.light,
    modules: ["#fdc97d", "#b1d5ff", "#d0f5bd", "#b29ce8", "#e48bac", "#c0a778",
              "#47c5c1", "#cdc2af", "#e5e8ef"],
  },
  dark: {
    ...data.palettes.dark,
    modules: ["#9b6a10", "#2873d0", "#163f21", "#5a288e", "#9b265e", "#5c4e03",
              "#016b71", "#7d715f", "#333638"],
  },
};
// The last colour of modules is that of all others.
const MODULES = PALETTES.light.modules.length - 1;

// ---- Light or dark ----

// The styles that make the page dark, and when.
const darkStyles = [...document.querySelectorAll("style.dark")];
const darkMedia = matchMedia(darkStyles[0]?.media ?? "not all");
let isOnPaper = false; // paper is light
let palette;

function choosePalette() {
  palette = PALETTES[darkMedia.matches && !isOnPaper ? "dark" : "light"];
}
choosePalette();

// The places of the colours that the picture may be drawn with.
const placesOfColours = new Map(Object.values(PALETTES).flatMap(each =>
    (data.compares ? ["more", "less", "noise"] : ["heat"]).flatMap(name =>
        each[name].map((colour, i) => [colour, { name, i }]))));

// Returns the colour of the page that has the place of a colour of the picture,
// or null for that of another theme.
function sameColour(fill) {
  const place = placesOfColours.get(fill);
  return place ? palette[place.name][place.i] : null;
}

// Returns the relative luminance of "#rrggbb" as WCAG 2 defines it.
function luminance(colour) {
  const [r, g, b] = [1, 3, 5]
      .map(i => parseInt(colour.slice(i, i + 2), 16) / 255)
      .map(c => c <= .04045 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4);
  return .2126 * r + .7152 * g + .0722 * b;
}

// Returns black or white for text, whichever has more contrast. This is at
// least 4.58:1: sqrt(21).
const textColours = new Map();
function textColour(background) {
  if (!textColours.has(background))
    textColours.set(background,
        luminance(background) + .05 >= Math.sqrt(.05 * 1.05) ? "#000" : "#fff");
  return textColours.get(background);
}

// ---- The colours of functions ----

let maxSelf;
let moduleOrder; // the costliest first

// Finds what colours refer to in the numbers that the page shows.
function measureColours() {
  const costs = new Map();
  for (const f of drawn)
    costs.set(f.module, (costs.get(f.module) ?? 0) + f.self);
  maxSelf = Math.max(.03, ...drawn.map(f => share(f.self)));
  moduleOrder = [...costs.keys()]
      .sort((a, b) => costs.get(b) - costs.get(a));
}
measureColours();

// Returns the place of a module among the costliest, MODULES for the others.
function moduleRank(module) {
  const rank = moduleOrder.indexOf(module);
  return rank < 0 ? MODULES : Math.min(rank, MODULES);
}

// The colours that the picture was drawn with.
const originals = new Map(
    drawn.map(f => [f, {
                  fill : f.node.querySelector(".box").getAttribute("fill"),
                  texts : [...f.node.querySelectorAll("text") ].map(
                      text => text.getAttribute("fill")),
              }]));

function heatColour(weight) {
  const { heat } = palette;
  const step = Math.round((heat.length - 1) * Math.sqrt(Math.max(0, weight)));
  return heat[Math.min(heat.length - 1, step)];
}

// The largest change of each kind in the picture, in points.
const mostChanged = kind => Math.max(3, ...drawn.map(f => f[kind])
    .filter(change => change.real).map(size));

// Returns the colours from less to more, with noise in the middle.
function changeColours() {
  const { more, less, noise } = palette;
  const steps = [1, 3, 4, 5]; // of the ramps
  return [...steps.map(i => less[i]).reverse(), ...noise,
          ...steps.map(i => more[i])];
}

function changeColour(change, most) {
  const colours = changeColours(), middle = (colours.length - 1) / 2;
  if (!change.real)
    return colours[middle];
  const steps = Math.ceil(middle * Math.sqrt(size(change) / most));
  return colours[middle + Math.sign(change.points) * Math.min(middle, steps)];
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
  module: f => palette.modules[moduleRank(f.module)],
};

// Colours the boxes. The channel that the picture was drawn for keeps its
// original colours, or has the same ones of the dark palette.
function paint(channel) {
  for (const f of drawn) {
    const original = channel === data.channel && !isFiltered()
        ? originals.get(f) : null;
    const same = original && sameColour(original.fill);
    const isOriginal = original && (!same || same === original.fill);
    const fill = isOriginal ? original.fill : same ?? channels[channel](f);
    if (data.compares)
      f.node.classList.toggle("noise", channel !== "module" &&
                              !f[`${channel}Change`].real);
    f.node.querySelector(".box").setAttribute("fill", fill);
    f.node.querySelectorAll("text").forEach((text, i) =>
        text.setAttribute("fill", isOriginal ? original.texts[i] ?? "#000"
            : textColour(fill)));
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
  moduleOrder.slice(0, MODULES).forEach((module, i) =>
      add(palette.modules[i], basename(module) || "no module"));
  if (moduleOrder.length > MODULES)
    add(palette.modules[MODULES], "others");
  return list;
}

// Returns "100% = 249 samples of cpu-clock, shares \u00b13 points". Chance does not
// matter to many samples, and how many there are is known of some units only.
function wholeText() {
  const MANY = 2500;
  const n = data.base === "samples" && !data.compares ? data.whole : MANY;
  return `100% = ${costText(data.whole)}` +
      ofEvent() +
      (data.compares ? " of the base" : "") +
      (n < MANY ? `, shares \u00b1${Math.round(50 / Math.sqrt(n))} points` : "");
}

// Says what bold lines show: those of the picture, or what filters leave of them.
function boldText() {
  const n = isFiltered() ? 1 : data.hottest;
  const isOne = isFiltered() || data.hottest === 1 && data.ways < 2;
  const hasArrows = isFiltered()
      ? hottest() && pathTo(hottest()).some(call => call.edge)
      : picture.querySelector(".edge.way");
  return (!hasArrows ? "" : isOne ? "the way to " : "the ways to ") +
      (n === 1 ? "the hottest function" : `the ${n} hottest, about equal`);
}

function showColourLegend(channel) {
  const place = $("colours");
  const isOther = channel !== data.channel || isFiltered();
  place.replaceChildren();
  if (channel === "module")
    place.append(make("p", {}, "Colour: module"), moduleLegend());
  else if (data.whole > 0 && (isOther || data.ramp))
    place.append(make("p", {}, data.compares
        ? `Colour: change of ${channel} cost` : `Colour: ${channel} cost`),
        ...!isOther ? rampLegend(data.ramp.map(
                colour => sameColour(colour) ?? colour), data.top)
            : data.compares
            ? rampLegend(changeColours(), mostChanged(`${channel}Change`) / 100)
            : rampLegend(palette.heat, channel === "self" ? maxSelf : 1));
  if (drawnWays.size)
    place.append(make("p", { className: "note" }, `bold: ${boldText()}`));
  if (isFiltered())
    place.append(make("p", {}, wholeText() +
        (place.nextElementSibling.children.length
            ? ". What follows is about the whole profile." : "")));
}

function repaint() {
  const channel = $("channel").value;
  paint(channel);
  showColourLegend(channel);
  frameColours = [];
  drawMinimap();
}

function recolour() {
  repaint();
  refreshView();
}

$("channel").addEventListener("change", recolour);

// ---- Changes of light and dark ----

function followScheme() {
  const before = palette;
  choosePalette();
  if (palette !== before)
    recolour();
}

darkMedia.addEventListener("change", followScheme);

// Makes the page light, or as dark as it was.
function setPaper(on) {
  isOnPaper = on;
  for (const style of darkStyles)
    style.media = on ? "not all" : darkMedia.media;
  followScheme();
}

window.addEventListener("beforeprint", () => setPaper(true));
window.addEventListener("afterprint", () => setPaper(false));
