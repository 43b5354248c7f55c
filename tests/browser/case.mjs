// Shared by all cases: one browser, a page for each case, and the sums at the
// end.
import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { launch } from "./browser.mjs";

const [, , program, folder, pictures] = process.argv;
let passed = 0, failed = 0;
const browser = await launch(program);
export const pages = folder;
// By function of the pages: the cases that ran it.
const reached = Object.create(null);

export function equal(found, expected, what) {
  const [a, b] = [found, expected].map(value => JSON.stringify(value));
  if (a !== b)
    throw new Error(`${what}: expected ${b}, found ${a}`);
}

// Opens a page and runs a case on it. The page must not print errors and must
// load nothing else; if options.base is the address of a server, the page must
// load nothing from elsewhere. The environment variable ONLY may hold a regular
// expression for the names of the cases to run, and REACHED the name of a file:
// it gets, by function of the pages, the cases that ran it.
export async function test(name, file, options, run) {
  if (!name.match(process.env.ONLY ?? ""))
    return;
  const { base, hash = "" } = options;
  let page;
  try {
    page = await browser.open(base ? base + file :
        `${pathToFileURL(join(pages, file))}${hash}`, options);
    await page.settle();
    await run(page);
    if (pictures)
      await page.picture(join(pictures, `${name.replace(/\W+/g, "-")}.png`));
    equal(page.errors, [], "errors");
    if (base)
      equal(page.requests.filter(url => !url.startsWith(base) &&
          !url.startsWith("data:")), [], "requests elsewhere");
    else
      equal(page.requests.length, 1, "requests");
    for (const f of await page.reached())
      (reached[f] ??= []).push(name);
    console.log(`ok browser: ${name}`);
    passed++;
  } catch (error) {
    console.log(`FAILED browser: ${name}: ${error.message}`);
    failed++;
  }
  await page?.close();
}

export async function end() {
  await browser.close();
  if (process.env.REACHED)
    writeFileSync(process.env.REACHED, JSON.stringify(reached));
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed ? 1 : 0;
}

// Expects that the policy of a page blocks scripts, pictures and connections that
// are not its own.
export async function expectPolicy(page) {
  const blocked = await page.run(async () => {
    const found = [];
    document.addEventListener("securitypolicyviolation",
        event => found.push(event.effectiveDirective));
    const script = document.createElement("script");
    script.textContent = "window.evil = true";
    document.body.append(script);
    const image = new Image();
    image.src = "http://localhost:9/x.png";
    await fetch("http://localhost:9/").catch(() => {});
    await new Promise(resolve => setTimeout(resolve, 100));
    return [window.evil ?? null, found.sort()];
  });
  equal(blocked, [null, ["connect-src", "img-src", "script-src-elem"]],
        "blocked");
  page.errors.length = 0; // the browser reports what it blocked
  page.requests.length = 1;
}
