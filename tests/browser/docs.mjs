// Cases for the examples of samples/docs: a click on a function in the picture
// leads to its documentation. The pages come from a server, as they would on a
// website.
import { createServer } from "node:http";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { equal, pages, test } from "./case.mjs";

const folder = join(pages, "docs");
const size = { width: 900, height: 700 };

// The example, its page, and the form of the addresses of functions.
const examples = [
  ["sphinx", "html/index.html", /^\/sphinx\/html\/index\.html#c\.(\w+)$/],
  ["doxygen", "html/index.html", /^\/doxygen\/html\/words_8c\.html#a(\w+)$/],
  ["asciidoctor", "index.html", /^\/asciidoctor\/index\.html#(\w+)$/],
  ["mkdocs", "site/index.html", /^\/mkdocs\/site\/index\.html#(\w+)$/],
];
const types = { ".html": "text/html; charset=utf-8", ".svg": "image/svg+xml",
                ".css": "text/css", ".js": "text/javascript" };

async function answer(request, response) {
  const path = new URL(request.url, "http://localhost").pathname;
  const file = join(folder, decodeURIComponent(path));
  const type = types[extname(file)] ?? "application/octet-stream";
  try {
    const data = await readFile(file);
    response.writeHead(200, { "Content-Type": type }).end(data);
  } catch {
    response.writeHead(path === "/favicon.ico" ? 204 : 404).end();
  }
}

// ---- Queries, in the page and in the documents it embeds ----

// Returns the centre of a text in a picture.
const middle = (page, label) => page.run(l => {
  const look = (document, x, y) => {
    for (const text of document.querySelectorAll("svg text"))
      if (text.textContent === l) {
        const box = text.getBoundingClientRect();
        return { x: x + box.left + box.width / 2,
                 y: y + box.top + box.height / 2 };
      }
    for (const frame of document.querySelectorAll("object, iframe")) {
      const { left, top } = frame.getBoundingClientRect();
      const found = frame.contentDocument &&
          look(frame.contentDocument, x + left, y + top);
      if (found)
        return found;
    }
    return null;
  };
  return look(document, 0, 0);
}, label);

// Returns the addresses of all links in pictures, and the number of boxes.
const links = page => page.run(() => {
  const documents = document => [document,
      ...[...document.querySelectorAll("object, iframe")]
          .flatMap(frame => documents(frame.contentDocument))];
  const all = documents(document);
  const list = all.flatMap(each => [...each.querySelectorAll("svg a")]
      .map(a => a.href.baseVal).filter(href => href)
      .map(href => new URL(href, each.baseURI).href));
  return { all: [...new Set(list)], boxes: all.flatMap(each =>
      [...each.querySelectorAll("svg .node")]).length };
});

// Returns the addresses that have no element for their hash.
const dead = (page, addresses) => page.run(async list => {
  const found = await Promise.all(list.map(async address => {
    const answer = await fetch(address);
    const document = new DOMParser().parseFromString(await answer.text(),
                                                     "text/html");
    return answer.ok && document.getElementById(
        decodeURIComponent(new URL(address).hash.slice(1)));
  }));
  return list.filter((address, i) => !found[i]);
}, addresses);

// Waits until the page has left the address `from`. Returns the new address,
// whether the element of its hash is in sight, and the heading there.
async function arrived(page, from) {
  for (let i = 0; i < 100; i++) {
    await new Promise(resolve => setTimeout(resolve, 50));
    const here = await page.run(() => {
      const place = document.getElementById(
          decodeURIComponent(location.hash.slice(1)));
      if (document.readyState !== "complete" || !place)
        return { address: location.href };
      const top = place.getBoundingClientRect().top;
      const heading = [...document.querySelectorAll("h1, h2, h3, dt")].find(
          each => each === place || place.compareDocumentPosition(each) &
              Node.DOCUMENT_POSITION_FOLLOWING);
      return { address: location.href, inSight: top > -1 && top < innerHeight,
               heading: heading?.textContent };
    }).catch(() => null); // the next page is not there yet
    if (here?.heading && here.address !== from)
      return here;
  }
  throw new Error("the click leads nowhere");
}

// ---- Cases ----

const server = createServer(answer);
await new Promise(resolve => server.listen(0, "127.0.0.1", resolve));
const base = `http://127.0.0.1:${server.address().port}/`;

for (const [example, file, form] of examples) {
  const path = `${example}/${file}`;
  if (!existsSync(join(folder, path)))
    continue;
  await test(`${example}: links`, path, { base, ...size }, async page => {
    const { all, boxes } = await links(page);
    equal(boxes > 5, true, `${boxes} boxes`);
    equal(all.length, boxes, "links");
    equal(all.filter(each => !form.test(each.slice(base.length - 1))), [],
          "links elsewhere");
    equal(await dead(page, all), [], "dead links");
  });
  for (const label of ["hash", "compare_text"])
    await test(`${example}: a click on ${label}`, path, { base, ...size },
        async page => {
      const { x, y } = await middle(page, label);
      // The page may leave before the click has ended.
      await page.clickAt(x, y).catch(() => null);
      const { address, inSight, heading } = await arrived(page, base + path);
      equal(form.test(address.slice(base.length - 1)), true, address);
      equal(inSight, true, "in sight");
      equal(heading.match(/\w+(?=\()|^\w+$/)?.[0], label, heading);
    });
}
server.close();
