// Draws a graph by Graphviz as WebAssembly: now returns the status, the output
// and the messages that the program dot would have.
"use strict";
const { instance } = require("./viz.cjs");

exports.load = instance;

/* `viz` is what load resolves to. */
exports.now = (viz, graph, format) => {
  if (format === "-V")
    return { status: 0, output: "", messages:
      `dot - graphviz version ${viz.graphvizVersion} (viz.js)\n` };
  if (!viz.formats.includes(format))
    return { status: 1, output: "", messages:
      `the Graphviz inside this program writes no ${format}: -o out.svg does` };
  let result = null;
  try {
    result = viz.render(graph, { format });
  } catch (error) { // of WebAssembly, such as too little memory
    return { status: 1, output: "", messages: `Error: ${error.message}` };
  }
  return {
    status: result.status === "success" ? 0 : 1,
    output: result.output || "",
    messages: result.errors.map(({ level, message }) =>
      (level === "error" ? "Error: " : "Warning: ") + message).join("\n"),
  };
};
