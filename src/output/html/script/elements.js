// Elements of HTML and SVG. Names come from programs, so they are only ever
// inserted as text.
const SVG = "http://www.w3.org/2000/svg";

function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties))
    if (name in element)
      element[name] = value;
    else
      element.setAttribute(name, value);
  element.append(...children);
  return element;
}

function draw(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes))
    element.setAttribute(name, value);
  element.append(...children);
  return element;
}

function bar(cost) {
  return draw("svg", { class: "bar", viewBox: "0 0 100 4",
                       preserveAspectRatio: "none", "aria-hidden": "true" },
      draw("rect", { width: 100, height: 4 }),
      draw("rect", { width: Math.min(100, 100 * share(cost)), height: 4 }));
}

function nameButton(f, text = f.label) {
  const button = make("button", { type: "button", className: "name",
                                  title: f.name }, text);
  button.dataset.id = f.id;
  button.addEventListener("click", () => select(f, true));
  return button;
}
