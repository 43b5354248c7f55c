// What a page says is so: each sentence, with a page where it has to be said and
// one near it where it must not be. "page#hash > name" selects a function of the
// table, or an arrow "a → b", whose details say more.
import { equal, test } from "./case.mjs";

const rows = [
  ["bold: the way to the hottest function", "calc", "ends"],
  ["bold: the way to the hottest function", "calc#focus=formula", "ends#ignore=q"],
  ["bold: the hottest function", "ends", "calc"],
  ["bold: the ways to the 2 hottest, about equal", "ties", "calc"],
  ["bold: the way to the hottest function", "ties#focus=f", "ties"],
  ["bold: the ways to the hottest function", "ways", "ways#focus=a"],
  ["What follows is about the whole profile", "calc#focus=evaluate", "calc"],
  ["What follows is about the whole profile", "calc#focus=evaluate",
   "bare#focus=evaluate"],
  ["shares \u00b14 points", "calc#focus=evaluate", "heap#focus=main"],
  ["of the cost left", "calc#focus=evaluate", "calc"],
  ["what differs is not tested again", "changes#focus=parse", "changes"],
  ["of the base. What follows", "changes#focus=parse", "calc#focus=evaluate"],
  ["percentages are of the base's whole", "changes#view=table", "calc#view=table"],
  ["the picture has functions only", "java#granularity=module", "java"],
  ["Grey functions are not in the picture", "many#view=table", "ties#view=table"],
  ["costliest calls at most, of", "deep#view=table", "many#view=table"],
  ["are merged: (small), ", "small#view=flame", "calc#view=flame"],
  ["found in 60.6% of the cost", "calc#view=flame&q=evaluate", "calc#view=flame"],
  ["1 found, 0 drawn", "fewer#q=lex", "changes#q=lex"],
  ["over other boxes", "lifted > main \u2192 alloc", "lifted > main \u2192 box1"],
  ["over functions that are left out", "parts > main \u2192 f",
   "lifted > main \u2192 alloc"],
  ["back into a cycle", "back > apply \u2192 evaluate", "back > run \u2192 evaluate"],
  ["calls itself, or back into a cycle: no arrow", "lisp > apply", "back > apply"],
  ["within a chain, which is one box", "chains > sysvec_apic_timer_interrupt",
   "calc > sysvec_apic_timer_interrupt"],
  ["in a chain", "chains > sysvec_apic_timer_interrupt",
   "calc > sysvec_apic_timer_interrupt"],
  ["filtered out", "calc#focus=evaluate > formula", "calc > formula"],
  ["not in the picture", "fewer > lex", "changes > lex"],
  ["in cycle 1", "estimates > expr", "estimates > main"],
  ["begins a chain of", "chains", "calc"],
  [", noise", "changes", "calc"],
  ["No function matches", "calc#view=table&q=nosuch", "calc#view=table&q=main"],
];

// Returns what can be seen, and the titles and labels of elements.
const said = (page, name) => page.run(async wanted => {
  const id = [...document.querySelectorAll("#picture .edge, #functions .name")]
      .find(each => (each.ariaLabel ?? each.textContent).split(",")[0] === wanted);
  if (wanted)
    location.hash = id.matches(".edge") ? `#call=${id.id}` : `${location.hash ||
        "#"}&f=${id.dataset.id}`;
  await new Promise(resolve => setTimeout(resolve, 100));
  const labels = [...document.querySelectorAll("[title], [aria-label]")]
      .map(each => `${each.title}\n${each.ariaLabel}`);
  return [document.body.innerText, ...labels].join("\n");
}, name);

for (const [claim, ...places] of rows)
  for (const [i, place] of places.entries()) {
    const [, file, hash = "", name] =
        place.match(/^([^#> ]*)(#[^ ]*)?(?: > (.*))?$/);
    await test(`${i ? "not " : ""}said of ${place}: ${claim}`, `${file}.html`,
               { hash }, async page =>
        equal((await said(page, name)).includes(claim), !i, claim));
  }
