#!/usr/bin/env node
// prof2dot for the command line: the files are those of the system.
"use strict";
const fs = require("fs");
const path = require("path");
const tty = require("tty");
const { Worker, MessageChannel, receiveMessageOnPort } =
  require("worker_threads");
const run = require("./run.js");

const windows = process.platform === "win32";

// ---- Standard streams ----

/* Waits and tries again while the other end of a stream is not ready. */
function move(operation) {
  for (;;)
    try {
      return operation();
    } catch (error) {
      if (error.code === "EOF")
        return 0;
      if (error.code !== "EAGAIN")
        throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
}

const read = (buffer, offset, length) => move(() =>
  fs.readSync(0, buffer, offset, length, null));
const write = fd => (buffer, offset, length) => move(() =>
  fs.writeSync(fd, buffer, offset, length));

// ---- Graphviz, in a thread ----

let thread = null;

function start_thread() {
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(path.join(__dirname, "layout.js"),
    { workerData: { port: port2, flag }, transferList: [port2] });
  worker.on("error", () => {});
  return { worker, port: port1, flag };
}

/* `limit` is in seconds; 0 is no limit. Returns null if the time was up. */
function layout(graph, format, limit) {
  thread = thread || start_thread();
  Atomics.store(thread.flag, 0, 0);
  thread.port.postMessage({ graph, format });
  const end = Atomics.wait(thread.flag, 0, 0,
    limit > 0 ? limit * 1000 : Infinity);
  if (end !== "timed-out")
    return receiveMessageOnPort(thread.port).message;
  thread.worker.terminate();
  thread = null;
  return null;
}

// ---- Files ----

/* Returns the program's path of a file: C:\a\b is /C:/a/b there. */
const inside = name => windows && /^[A-Za-z]:[\\/]/.test(name)
  ? "/" + name.replace(/\\/g, "/") : windows ? name.replace(/\\/g, "/") : name;

/* Mounts the folders of the system under their own names. */
function mount_system(FS) {
  const NODEFS = FS.filesystems.NODEFS;
  const real = NODEFS.realPath;
  NODEFS.node_ops.readlink = node => {
    try {
      return inside(fs.readlinkSync(real(node)));
    } catch (error) {
      throw new FS.ErrnoError(NODEFS.convertNodeCode(error));
    }
  };
  const own = ["dev", "proc"];
  const roots = windows ? [process.cwd().slice(0, 2)]
    : fs.readdirSync("/").filter(name => !own.includes(name) &&
      fs.statSync("/" + name, { throwIfNoEntry: false })?.isDirectory());
  for (const name of roots) {
    if (!FS.analyzePath("/" + name).exists)
      FS.mkdir("/" + name);
    FS.mount(NODEFS, { root: windows ? name + "\\" : "/" + name }, "/" + name);
  }
  FS.ignorePermissions = true;
  FS.chdir(inside(process.cwd()));
}

/* Is this argument a path of Windows, or an option with one? */
const translate = word => !windows ? word
  : word.startsWith("-") ? word.replace(/=(.*)$/, (all, value) =>
    fs.existsSync(value) ? "=" + inside(value) : all)
  : fs.existsSync(word) || /^[A-Za-z]:\\/.test(word) ? inside(word) : word;

run(process.argv.slice(2).map(translate), {
  read, write: write(1), complain: write(2), layout,
  prepare: mount_system,
  environment: process.env,
  isTerminal: fd => tty.isatty(fd),
}).then(status => process.exit(status), error => {
  fs.writeSync(2, `prof2dot: ${error.stack || error}\n`);
  process.exit(70);
});
