// prof2dot as a function: see index.d.ts.
"use strict";
const { basename } = require("path");
const run = require("./run.js");
const draw = require("./draw.js");

/* Returns the files of these profiles: each has its name, or is in a folder of its
   own if another one has that name. */
function files_of(profiles, folder) {
  const names = new Set();
  return (Array.isArray(profiles) ? profiles : [profiles]).map((profile, i) => {
    const plain = typeof profile === "string" || profile instanceof Uint8Array;
    const { name, bytes } = plain ? { name: "profile", bytes: profile } : profile;
    const last = basename(name), again = names.has(last);
    names.add(last);
    return { folder: again ? `${folder}${i + 1}/` : folder, last,
      bytes: typeof bytes === "string" ? Buffer.from(bytes, "utf8") : bytes };
  });
}

async function render(profiles, { format = "svg", base = [], options = [],
                                  onMessage = () => {} } = {}) {
  const viz = await draw.load();
  const said = [], to = `/output.${format}`;
  const now = files_of(profiles, ""), before = files_of(base, "before/");
  const take = (buffer, offset, length) => {
    said.push(Buffer.from(buffer.buffer, buffer.byteOffset + offset, length)
      .toString());
    return length;
  };
  let result = null;
  const words = [...options, "-T", format, "-o", to,
    ...before.map(({ folder, last }) => `--base=${folder}${last}`),
    "--", ...now.map(({ folder, last }) => folder + last)];
  const status = await run(words, {
    read: () => 0, write: take, complain: take,
    environment: {}, isTerminal: () => false,
    layout: (graph, kind) => draw.now(viz, graph, kind),
    prepare: FS => {
      FS.mkdir("/profiles");
      FS.chdir("/profiles");
      FS.mkdir("before");
      for (const { folder, last, bytes } of [...now, ...before]) {
        if (folder && !FS.analyzePath(folder).exists)
          FS.mkdir(folder);
        FS.writeFile(folder + last, bytes);
      }
    },
    finish: FS => {
      if (FS.analyzePath(to).exists)
        result = FS.readFile(to, { encoding: "utf8" });
    },
  });
  const messages = said.join("").trim();
  if (result === null)
    throw Object.assign(new Error(messages), { status });
  if (messages)
    messages.split("\n").forEach(each => onMessage(each));
  return result;
}

module.exports = { render };
