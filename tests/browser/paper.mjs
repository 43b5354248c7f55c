// The page on paper: the picture and the table, and nothing to click.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { equal, pages, test } from "./case.mjs";

for (const [file, name] of [["lisp.html", "evaluate_list"],
    ["threads.html", "count_primes"], ["words.html", "count_text"]])
  for (const view of ["graph", "flame", "table"])
    await test(`print: ${view} of ${file}`, file, { hash: `#view=${view}` },
        async page => {
      const pdf = join(pages, "paper.pdf");
      await page.print(pdf);
      let text;
      try {
        text = execFileSync("pdftotext", ["-layout", pdf, "-"],
                            { encoding: "utf8" });
      } catch (error) {
        if (error.code !== "ENOENT")
          throw error;
        console.log("skipped browser: the text of PDF: there is no pdftotext");
        return;
      }
      const controls = await page.run(() => [...document.querySelectorAll(
          ".tools button, .tools label span, #filter button, #panel .keys dd")]
          .map(each => each.textContent.trim()).filter(each => each));
      equal(controls.length > 8, true, "controls");
      equal(controls.filter(each => text.split(/\s{2,}|\n/).some(part =>
          part.trim() === each)), [], "controls on paper");
      equal(/Self %\s+Total \(samples\)\s+Total %/.test(text), true, "table");
      // Once in the table, and once in the picture.
      equal(text.split(name).length > 2, true, "picture and table");
      equal(text.includes("How to read it"), true, "legend");
      equal(text.includes("Hottest functions"), false, "a head without list");
    });
