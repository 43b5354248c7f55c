// Graphviz in a thread of its own, so that a layout that takes too long can be
// ended. The other side waits until the flag is set.
"use strict";
const { workerData, parentPort } = require("worker_threads");
const { port, flag } = workerData;
const draw = require("./draw.js");
let viz = null;

parentPort.unref();
port.on("message", async ({ graph, format }) => {
  viz = viz || await draw.load();
  port.postMessage(draw.now(viz, graph, format));
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
});
