// Loads the program, which is WebAssembly, and runs it once.
"use strict";
const fs = require("fs");
const path = require("path");
const load = require("./prof2dot-core.js");

let bytes = null;

// EPIPE, ENOSPC, EIO: the numbers of emscripten's C library.
const numbers = { EPIPE: 64, ENOSPC: 51 };

/* Makes /dev/NAME a device of these functions, and opens it as the next
   descriptor. */
function open_stream(FS, name, minor, operations) {
  const device = FS.makedev(64, minor);
  FS.registerDevice(device, {
    open: stream => { stream.seekable = false; },
    close: () => {}, fsync: () => {}, flush: () => {},
    read: (stream, buffer, offset, length) => {
      try {
        return operations(buffer, offset, length);
      } catch (error) {
        throw new FS.ErrnoError(numbers[error.code] || 29);
      }
    },
    write: (stream, buffer, offset, length) => {
      try {
        return operations(buffer, offset, length);
      } catch (error) {
        throw new FS.ErrnoError(numbers[error.code] || 29);
      }
    },
  });
  FS.close(FS.streams[minor]);
  FS.unlink("/dev/" + name);
  FS.mkdev("/dev/" + name, 0o666, device);
  return FS.open("/dev/" + name, minor ? 1 : 0);
}

/* Runs the program with these arguments and returns its exit status. `host` has
   streams: read, write and complain take a buffer, an offset and a length and
   return how many bytes they moved; layout, which draws by Graphviz; prepare,
   which gets the file system before the program starts; finish, which gets it
   afterwards; environment and isTerminal. */
async function run(args, host) {
  bytes = bytes || fs.readFileSync(path.join(__dirname, "prof2dot-core.wasm"));
  const program = await load({
    wasmBinary: bytes,
    thisProgram: "prof2dot",
    layout: host.layout,
    isTerminal: host.isTerminal,
    preRun: [module => Object.assign(module.ENV, host.environment)],
    quit: (status, end) => { throw end; },
  });
  const FS = program.FS;
  open_stream(FS, "stdin", 0, host.read);
  open_stream(FS, "stdout", 1, host.write);
  open_stream(FS, "stderr", 2, host.complain);
  // What emscripten finds here cannot be opened; so there is nothing.
  FS.lookupPath("/proc/self/fd").node.node_ops.lookup = () => {
    throw new FS.ErrnoError(44); // ENOENT
  };
  host.prepare(FS);
  const status = program.callMain(args);
  if (host.finish)
    host.finish(FS);
  return status;
}

module.exports = run;
