// Runs the program once, in a worker that the page ends afterwards.
"use strict";
const load = require("./prof2dot-core.js");
const draw = require("./draw.js");

/* Returns a function that takes bytes and hands over their lines. What a carriage
   return ends is progress. */
function lines_of(what) {
  let bytes = [];
  const hand_over = end => {
    const text = new TextDecoder().decode(new Uint8Array(bytes))
        .replace(/\x1b\[[0-9;]*[A-Za-z]/g, "");
    bytes = [];
    if (text)
      postMessage(end === 10 ? { [what]: text } : { progress: text });
  };
  return byte => {
    if (byte === 10 || byte === 13)
      hand_over(byte);
    else if (byte !== null)
      bytes.push(byte);
  };
}

/* Mounts files under their names, each in a folder of its own if another one has
   its name, and returns the paths. */
function mount(program, folder, files) {
  const { FS } = program, names = new Set();
  const blobs = files.map((data, i) => {
    const name = names.has(data.name) ? `${i + 1}/${data.name}` : data.name;
    names.add(name);
    return { name, data };
  });
  FS.mkdir(`/profiles/${folder}`);
  FS.mount(FS.filesystems.WORKERFS, { blobs }, `/profiles/${folder}`);
  return blobs.map(({ name }) => `${folder}/${name}`);
}

async function run({ wasm, files, base, options, format }) {
  const start = performance.now();
  const viz = await draw.load();
  const output = lines_of("message"), messages = lines_of("message");
  const program = await load({
    wasmBinary: wasm,
    thisProgram: "prof2dot",
    isTerminal: fd => fd === 2,
    preRun: [module => module.FS.init(() => null, output, messages)],
    quit: (status, end) => { throw end; },
    layout: (graph, kind) => {
      postMessage({ layout: true });
      const result = draw.now(viz, graph, kind);
      postMessage({ layout: false });
      return result;
    },
  });
  const { FS } = program;
  // What emscripten finds here cannot be opened; so there is nothing.
  FS.lookupPath("/proc/self/fd").node.node_ops.lookup = () => {
    throw new FS.ErrnoError(44); // ENOENT
  };
  FS.mkdir("/profiles");
  FS.chdir("/profiles");
  const words = [...mount(program, "now", files),
    ...mount(program, "before", base).map(name => `--base=${name}`)];
  const to = `/tmp/out.${format}`;
  const status = program.callMain([...options, "-T", format, "-o", to, ...words]);
  const result = FS.analyzePath(to).exists ? FS.readFile(to) : null;
  postMessage({ status, result, seconds: (performance.now() - start) / 1000,
    heap: program.HEAPU8?.length });
}

onmessage = ({ data }) => run(data).catch(error => postMessage(
    { message: `the program failed: ${error.stack || error}`, status: 70 }));
