"use strict";
const find = id => document.getElementById(id);
const LIMIT = 60;        // seconds of a layout
const MOST_BOXES = 80;   // what the program draws without --nodecount
const LEAST_BOXES = 10;  // no picture is drawn again with fewer

// ---- What the page contains, packed ----

const packed = JSON.parse(find("packed").textContent);
const unpacked = new Map();

async function unpack(name) {
  if (!unpacked.has(name)) {
    const bytes = Uint8Array.from(atob(packed[name]), c => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream()
        .pipeThrough(new DecompressionStream("gzip"));
    unpacked.set(name, await new Response(stream).arrayBuffer());
  }
  return unpacked.get(name);
}

// ---- State ----

const chosen = { files: [], base: [] };
let in_picture = { ...chosen }; // the files of the picture that is shown
let worker = null;  // what runs now
let address = null; // of the worker's code
let shown = null;   // the bytes of the page that is shown
let drawn = [];     // the options of the picture

// ---- Messages ----

function say(text, failed) {
  const line = document.createElement("div");
  line.textContent = text;
  line.className = failed ? "failed" : "";
  find("messages").append(line);
  find("messages").hidden = false;
}

const report = text => { find("progress").textContent = text; };

// ---- Options ----

/* Splits a line into words as a shell does, but for variables and globs. */
function words_of(line) {
  const words = [];
  let word = null, quote = "";
  for (let i = 0; i < line.length; i++) {
    const c = line[i];
    if (quote ? c === quote : c === "'" || c === '"') {
      quote = quote ? "" : c;
      word ??= "";
    } else if (c === "\\" && quote !== "'" && i + 1 < line.length) {
      word = (word ?? "") + line[++i];
    } else if (!quote && /\s/.test(c)) {
      if (word !== null)
        words.push(word);
      word = null;
    } else {
      word = (word ?? "") + c;
    }
  }
  if (word !== null)
    words.push(word);
  return words;
}

function options_of() {
  const words = [];
  for (const field of find("options").elements)
    if (field.type === "checkbox") {
      if (field.checked)
        words.push(`--${field.name}`);
    } else if (field.name && field.value) {
      words.push(`--${field.name}=${field.value}`);
    }
  return [...words, ...words_of(find("rest").value)];
}

/* Returns the value of the last option of this name, or another one. */
const option = (words, name, otherwise) =>
  +(words.findLast(word => word.startsWith(`--${name}=`)) ?? "")
      .slice(name.length + 3) || otherwise;

// ---- Running the program ----

function stop() {
  worker?.terminate();
  worker = null;
}

/* Runs the program on the chosen files and returns the bytes that it writes, or
   null after its messages. A run that begins ends the one before, which then
   never returns. */
async function run(format, options) {
  stop();
  const [code, wasm] = await Promise.all([unpack("worker"), unpack("wasm")]);
  address ??= URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  stop();
  const own = worker = new Worker(address);
  const limit = option(options, "layout-timeout", LIMIT);
  let timer = 0;
  return new Promise(resolve => {
    const end = result => {
      clearTimeout(timer);
      own.terminate();
      if (worker === own)
        worker = null;
      report("");
      resolve(result);
    };
    const halve = () => {
      const boxes = Math.floor(option(options, "nodecount", MOST_BOXES) / 2);
      own.terminate();
      if (boxes < LEAST_BOXES) {
        say(`Graphviz took more than ${limit} s: --focus and --root draw less, ` +
            "and --layout-timeout=S gives it more time", true);
        return end(null);
      }
      say(`Graphviz took more than ${limit} s; now with half of the functions: ` +
          `--nodecount=${boxes}`);
      resolve(run(format, [...options, `--nodecount=${boxes}`]));
    };
    own.onerror = event => {
      say(`the program ended: ${event.message}`, true);
      end(null);
    };
    own.onmessage = ({ data }) => {
      if (worker !== own)
        return;
      if (data.message !== undefined)
        say(data.message);
      if (data.status === undefined && data.message !== undefined)
        return;
      if (data.progress !== undefined)
        report(data.progress.replace(/^prof2dot: /, ""));
      else if (data.layout !== undefined) {
        clearTimeout(timer);
        if (data.layout)
          timer = setTimeout(halve, limit * 1000);
        report(data.layout ? "layout" : "");
      } else {
        if (data.status)
          find("messages").lastElementChild?.classList.add("failed");
        end(data.result ?? null);
      }
    };
    own.postMessage({ wasm, format, options, ...chosen });
  });
}

async function draw() {
  find("messages").replaceChildren();
  find("messages").hidden = true;
  list_files();
  if (!chosen.files.length) {
    if (chosen.base.length)
      say("Open a profile to compare with these.");
    return;
  }
  report("reading");
  document.body.dataset.state = "runs";
  drawn = options_of();
  const page = await run("html", drawn);
  document.body.dataset.state = page ? "drawn" : "failed";
  if (page)
    show(page);
  else if (shown)
    keep();
}

function show(page) {
  // A frame that was hidden or had another page may stay blank, so it is new.
  const frame = find("page").cloneNode();
  shown = page;
  in_picture = { ...chosen };
  find("save").disabled = false;
  find("start").hidden = true;
  show_part("about", false);
  frame.hidden = false;
  // The policy that the picture has allows its own script only, and begins later.
  frame.srcdoc = new TextDecoder().decode(page).replace("<head>",
      () => `<head><script>${packed.frame}<\/script>`);
  find("page").replaceWith(frame);
  document.title = `${chosen.files[0].name} - prof2dot`;
}

/* Returns to the files of the picture that is still shown. */
function keep() {
  Object.assign(chosen, in_picture);
  list_files();
  say(`The picture is still that of ${chosen.files[0].name}.`);
}

// ---- Files ----

function list_files() {
  const list = find("files");
  list.replaceChildren();
  for (const group of ["files", "base"])
    for (const file of chosen[group]) {
      const item = document.createElement("li");
      const remove = document.createElement("button");
      item.className = group;
      item.textContent = file.name;
      remove.type = "button";
      remove.textContent = "\u00d7";
      remove.setAttribute("aria-label", `Remove ${file.name}`);
      remove.onclick = () => {
        chosen[group] = chosen[group].filter(each => each !== file);
        draw();
      };
      item.append(remove);
      list.append(item);
    }
  list.hidden = !list.children.length;
}

/* New profiles take the place of those before, and of what those were compared
   with. */
function choose(group, files) {
  if (!files.length)
    return;
  if (group === "files" && chosen.files.length)
    chosen.base = [];
  chosen[group] = [...files];
  draw();
}

for (const [id, group] of [["choose", "files"], ["choose-base", "base"]])
  find(id).onchange = ({ target }) => {
    choose(group, target.files);
    target.value = "";
  };

const zone_of = event => event.target.closest?.(".zone");
ondragenter = event => {
  event.preventDefault();
  find("drop").hidden = !event.dataTransfer.types.includes("Files");
};
addEventListener("message", ({ data, source }) => {
  if (data === "drag" && source === find("page").contentWindow)
    find("drop").hidden = false;
});
ondragover = event => {
  event.preventDefault();
  for (const zone of document.querySelectorAll(".zone"))
    zone.classList.toggle("over", zone === zone_of(event));
};
ondragleave = event => {
  if (!event.relatedTarget)
    find("drop").hidden = true;
};
ondrop = event => {
  event.preventDefault();
  find("drop").hidden = true;
  choose(zone_of(event)?.dataset.group ?? "files", event.dataTransfer.files);
};

for (const { name, files, base } of packed.samples) {
  const button = document.createElement("button");
  const made = list => list.map(([file, text]) => new File([text], file));
  button.type = "button";
  button.textContent = name;
  button.onclick = () => {
    chosen.base = made(base);
    chosen.files = made(files);
    draw();
  };
  find("samples").append(button);
}

// ---- Saving ----

function download(name, type, bytes) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([bytes], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

/* Returns a bitmap of twice the size of the picture, as far as canvases reach. */
async function bitmap_of(svg) {
  const MOST = 8192;
  const image = new Image();
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  image.src = url;
  await image.decode();
  URL.revokeObjectURL(url);
  const canvas = document.createElement("canvas");
  const { naturalWidth: width, naturalHeight: height } = image;
  const scale = Math.min(2, MOST / width, MOST / height);
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise(resolve => canvas.toBlob(resolve, "image/png"));
}

const types = { html: "text/html", svg: "image/svg+xml", png: "image/png",
  json: "application/json" };

find("save").onchange = async ({ target }) => {
  const format = target.value;
  target.value = "";
  let bytes = format === "html" ? shown
    : await run(format === "png" ? "svg" : format, drawn);
  if (bytes && format === "png")
    bytes = await bitmap_of(bytes);
  if (bytes)
    download(`${chosen.files[0].name}.${format}`, types[format], bytes);
};

// ---- Parts that open ----

function show_part(name, on = find(name).hidden) {
  find(name).hidden = !on;
  find(`show-${name}`).setAttribute("aria-expanded", on);
}

find("show-options").onclick = () => show_part("options");
find("show-about").onclick = async () => {
  show_part("about");
  const on = !find("about").hidden;
  find("start").hidden = on || shown;
  find("page").hidden = on || !shown;
  find("licences").textContent =
    new TextDecoder().decode(await unpack("licences"));
};
find("options").onsubmit = event => {
  event.preventDefault();
  draw();
};
find("clear").onclick = () => {
  find("options").reset();
  draw();
};
