// Takes a screenshot: shot.mjs BROWSER PAGE WIDTH HEIGHT FILE.webp
import { renameSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { launch } from "./browser.mjs";

const [, , program, file, width, height, to] = process.argv;
const browser = await launch(program);
try {
  const page = await browser.open(`${pathToFileURL(file)}`,
                                  { width: +width, height: +height });
  await page.picture(`${to}.tmp`, "webp");
  renameSync(`${to}.tmp`, to);
} finally {
  await browser.close();
}
