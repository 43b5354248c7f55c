// Makes the page of the program as WebAssembly, one file:
//
//     node make-page.mjs FOLDER-OF-THE-PROGRAM LICENCES VERSION VIZ-VERSION
//
// It has the program and Graphviz packed, and prints itself on standard output.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const [, , folder, licences, version, viz] = process.argv;
const here = import.meta.dirname ?? new URL(".", import.meta.url).pathname;
const part = name => readFileSync(join(here, "page", name), "utf8");
const sample = name =>
    readFileSync(join(here, "../../samples/profiles", name), "utf8");
const pack = bytes => gzipSync(bytes, { level: 9 }).toString("base64");
const hash_of = text =>
    `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

// The worker is one script of CommonJS modules. viz.js asks for its own address,
// which it does not use.
const modules = ["viz.cjs", "prof2dot-core.js", "draw.js"]
    .map(name => [name, readFileSync(join(folder, name), "utf8")]);
const worker = `const modules = {}, __filename = "";
const sources = { url: module => {
  module.exports = { pathToFileURL: () => ({ href: location.href }) };
},
${modules.map(([name, text]) =>
    `${JSON.stringify(`./${name}`)}: (module, exports, require) => {\n${text}\n}`)
    .join(",\n")}
};
function require(name) {
  if (!modules[name]) {
    modules[name] = { exports: {} };
    sources[name](modules[name], modules[name].exports, require);
  }
  return modules[name].exports;
}
${part("worker.js")}`;

const samples = [
  { name: "Recursion: an interpreter", files: ["folded/lisp"], base: [] },
  { name: "A program of Node.js", files: ["cpuprofile/walk.cpuprofile"],
    base: [] },
  { name: "Before and after a change", files: ["folded/lookup.after"],
    base: ["folded/lookup.before"] },
];
const texts = names => names.map(name =>
    [name.replace(/.*\//, ""), sample(name)]);
const packed = JSON.stringify({
  worker: pack(worker),
  wasm: pack(readFileSync(join(folder, "prof2dot-core.wasm"))),
  frame: part("frame.js"),
  licences: pack(readFileSync(licences)),
  samples: samples.map(({ name, files, base }) =>
      ({ name, files: texts(files), base: texts(base) })),
}).replace(/</g, "\\u003c");

// The frame inherits the policy, so that it allows the script of pages as well.
const made = execFileSync(process.execPath, [join(folder, "cli.js"), "-q", "-T",
  "html", "-"], { input: "main;work 1\n" }).toString();
const script = `\n${part("page.js")}`;
const { instance } = createRequire(import.meta.url)(join(folder, "viz.cjs"));
const values = {
  "script-sources": `${hash_of(script)} ${hash_of(part("frame.js"))} ${made.match(/script-src ([^;]*)/)[1]}`,
  style: part("page.css"), script, packed, version, viz,
  graphviz: (await instance()).graphvizVersion,
};
process.stdout.write(part("index.html").replace(/\{\{([a-z-]+)\}\}/g,
    (all, name) => values[name]));
