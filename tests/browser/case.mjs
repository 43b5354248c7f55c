// What cases have in common: a browser, a page for each, the sum at the end.
import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { launch } from "./browser.mjs";

const [, , program, folder, pictures] = process.argv;
let passed = 0, failed = 0;
const browser = await launch(program);
export const pages = folder;

export function equal(found, expected, what) {
  const [a, b] = [found, expected].map(value => JSON.stringify(value));
  if (a !== b)
    throw new Error(`${what}: expected ${b}, found ${a}`);
}

// A page in a case of its own, which must be quiet and load nothing else; if
// it has a base, the address of a server, nothing from elsewhere.
export async function test(name, file, options, run) {
  const { base, hash = "" } = options;
  let page;
  try {
    page = await browser.open(base ? base + file :
        `${pathToFileURL(join(pages, file))}${hash}`, options);
    await run(page);
    if (pictures)
      await page.picture(join(pictures, `${name.replace(/\W+/g, "-")}.png`));
    equal(page.errors, [], "errors");
    if (base)
      equal(page.requests.filter(url => !url.startsWith(base) &&
          !url.startsWith("data:")), [], "requests elsewhere");
    else
      equal(page.requests.length, 1, "requests");
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
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed ? 1 : 0;
}
