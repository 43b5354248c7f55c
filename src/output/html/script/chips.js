// Chips: the options that are in force, in the order in which the reader gave
// them. A page in a file applies them to its contexts. For a page that is
// served the program does, and the chips are the fields of its form.
const form = $("live");

// Can the page apply options itself? The numbers of a profile from calls need
// the program.
const canFilter = !!data.contexts && !form &&
    (!data.compares || !!data.contexts.after);

const isFilter = name => name in filters; // others have one value at most

// Fields of the form that have a value.
const chipsOfForm = () => [...form.querySelectorAll("[name]")]
    .filter(field => field.value)
    .map(field => ({ name: field.name, value: field.value }));

let chips = form ? chipsOfForm() : []; // [{ name, value }]
let chosenTree = null; // of their event and thread, before all filters

const valuesOf = name => chips.filter(chip => chip.name === name)
    .map(chip => chip.value);
const valueOf = name => valuesOf(name)[0] ?? "";
const chosenRange = () => timeRows || servedStrip
    ? parseRange(valueOf(servedStrip ? "time" : "t")) : null;
const isSame = (a, b) => a.name === b.name && a.value === b.value;

// ---- Applying them ----

// Returns the filters as [filter, rows that match], or what is wrong. A filter
// with several patterns takes what one of them matches. All patterns are
// matched before the first filter is applied.
function matchChips(hasRow) {
  const steps = [], problems = [];
  for (const [name, filter] of Object.entries(filters)) {
    const marked = new Set();
    for (const value of valuesOf(name))
      try {
        for (const row of matchPattern(value, hasRow, filter.mustMatch))
          marked.add(row);
      } catch (error) {
        problems.push({ name, value, text: `${name}: ${error.message}` });
      }
    if (valuesOf(name).length)
      steps.push([filter, marked]);
  }
  return { steps, problems };
}

// Returns what the chips leave, with all numbers.
function* countAnew() {
  const choice = yield* readChoice(valueOf("event"), valueOf("thread"),
                                   chosenRange());
  if (valueOf("granularity"))
    choice.tree = yield* groupByModule(choice.tree);
  const { steps, problems } = matchChips(rowsOf(choice.tree));
  if (problems.length)
    return { problems };
  let tree = choice.tree;
  for (const [filter, marked] of steps)
    tree = yield* filterTree(tree, filter, marked);
  if (tree !== wholeTree)
    choice.whole = yield* wholeOf(tree, choice.whole);
  return { problems, choice, tree,
           numbers: tree === wholeTree ? null
               : yield* numbersOf(tree, choice) };
}

const isFiltered = () => contexts !== wholeTree;

// Returns " of cpu-clock", unless the event is the unit of the costs.
function ofEvent() {
  const event = valueOf("event") || defaultEvent;
  return event && event !== data.base ? ` of ${event}` : "";
}

// Says what the choice and the filters leave.
function leftText() {
  return [...!valueOf("event") && !valueOf("thread") && !valueOf("t") ? [] : [
            costText(data.whole) + ofEvent() +
            (valueOf("thread") ? ` in ${threadText(valueOf("thread"))}` : "")],
          ...valueOf("granularity") ? ["the picture has functions only"] : [],
          ...contexts === chosenTree ? [] : data.compares
              ? [`${meanText(data.whole, data)} \u2192 ${withUnit(meanText(
                     contexts.whole - data.whole, data))} left; what differs ` +
                 "is not tested again"]
              : [`${percent(contexts.whole)} of the cost left`]].join(", ");
}

// Counts anew and shows the numbers. A page that is half changed is said to be
// busy.
function* renewNumbers() {
  const { problems, choice, tree, numbers } = yield* countAnew();
  showProblems(problems);
  if (problems.length)
    return;
  const { whole, unit, base } = choice;
  Object.assign(data, { whole, unit, base });
  chosenTree = choice.tree;
  contexts = tree;
  yield* setNumbers(numbers);
  bestCalls = null;
  yield* renewPicture(isFiltered());
  $("filter-left").textContent = leftText();
  $("flame-note").textContent = mergedText(chosenTree);
  fillOverview();
  yield;
  measureColours();
  findMatches();
  yield;
  repaint();
  yield;
  showSelection();
}

// Applies the chips. An older change that is still being counted ends.
function applyChips() {
  showChips();
  if (isLoading)
    return;
  const passes = 12 + 4 * chips.length;
  startTask("filters", renewNumbers(), () => {},
            passes * wholeTree.fn.length / NODES_AT_ONCE);
}

// ---- The reader's changes ----

// A pattern that cannot be taken is no chip: it goes back to its field.
function showProblems(problems) {
  for (const input of filterInputs.values())
    input.setAttribute("aria-invalid", "false");
  $("filter-problem").textContent = problems.map(each => each.text).join("; ");
  for (const problem of problems) {
    chips = chips.filter(chip => !isSame(chip, problem));
    filterInputs.get(problem.name).value = problem.value;
    filterInputs.get(problem.name).setAttribute("aria-invalid", "true");
    showFilterBox(true);
  }
  if (problems.length) {
    showChips();
    saveState(true);
  }
}

// Takes other chips, in the page or by the program.
function setChips(wanted) {
  chips = wanted;
  if (form) {
    fillForm(wanted);
  } else {
    saveState();
    applyChips();
  }
}

// Adds an option, in place of one of the same name unless that may be repeated.
// An empty value removes it.
function addChip(name, value) {
  if (chips.some(chip => isSame(chip, { name, value })))
    return;
  setChips([...chips.filter(chip => isFilter(name) || chip.name !== name),
            ...value ? [{ name, value }] : []]);
}

// Puts options into the form, which asks for the page with them.
function fillForm(wanted) {
  for (const field of form.querySelectorAll("[name]"))
    field.value = "";
  for (const { name, value } of wanted) {
    const fields = [...form.querySelectorAll(`[name="${name}"]`)];
    let field = fields.find(each => !each.value);
    if (!field) {
      field = fields[0].cloneNode();
      fields[0].after(field);
    }
    field.value = value;
  }
  form.dispatchEvent(new Event("change"));
}

// ---- Chips on the page ----

// A pattern that matches one name is that name, as boxes have it.
function chipText({ name, value }) {
  const f = isFilter(name) && functions.find(each =>
      exactPattern(each) === value);
  if (name === "compare")
    return "compared with the last run";
  if (name === "t")
    return `time: ${rangeLabel(parseRange(value))}`;
  return `${name}: ${f ? f.label : name === "thread" ? threadText(value)
      : value}`;
}

// The option as a shell takes it.
function optionText({ name, value }) {
  const [key, text] = name === "compare" ? ["base", "the last run"]
      : name === "thread" ? value.split(/=(.*)/s)
      : name === "t" ? ["time", rangeOption(parseRange(value))]
      : [name, value];
  return /^[\w.,:/+-]+$/.test(text) ? `--${key}=${text}`
      : `--${key}='${text.replaceAll("'", "'\\''")}'`;
}

function chipButton(chip) {
  const button = make("button", { type: "button", className: "chip",
                                  title: `${optionText(chip)}\n` +
                                      "A click removes it." },
      make("span", {}, chipText(chip)),
      make("span", { className: "visually-hidden" },
           `, ${optionText(chip)}, remove`));
  button.addEventListener("click", () => {
    const at = chips.indexOf(chip);
    setChips(chips.filter(each => each !== chip));
    ($("chips").children[Math.min(at, chips.length - 1)]?.firstChild ??
     graph).focus();
  });
  return make("li", {}, button);
}

function showChips() {
  $("chips").replaceChildren(...chips.map(chipButton));
  $("chips").hidden = !chips.length;
  $("show-filter").classList.toggle("active", !!chips.length);
  choiceInputs.event.value = valueOf("event") || defaultEvent;
  choiceInputs.thread.value = threadText(valueOf("thread"));
}

if (!form) {
  addressParts.set("chips", () => chips.map(({ name, value }) =>
      [name, value]));
  restorers.unshift(parts => {
    const wanted = canFilter ? [...parts]
        .filter(([name, value]) => value &&
            (isFilter(name) || name === "granularity" && value === "module" ||
             name === "t" && (timeRows || isLoading && times) &&
                 parseRange(value) ||
             name in choiceInputs && isOffered(name, value)))
        .map(([name, value]) => ({ name, value })) : [];
    if (JSON.stringify(wanted) === JSON.stringify(chips))
      return;
    chips = wanted;
    applyChips();
  });
}

// ---- The box for filters ----

const filterInputs = new Map(Object.keys(filters)
    .map(name => [name, $(`filter-${name}`)]));

function showFilterBox(shown) {
  $("filter").hidden = !shown;
  $("show-filter").setAttribute("aria-expanded", String(shown));
}

$("show-filter").hidden = !canFilter;
$("show-filter").addEventListener("click", () => {
  showFilterBox($("filter").hidden);
  if (!$("filter").hidden)
    filterInputs.get("focus").focus();
});
$("filter").addEventListener("change", event => {
  const [name, input] = [...filterInputs, ...Object.entries(choiceInputs)]
      .find(([, input]) => input === event.target);
  const value = input.value === defaultEvent && name === "event" ? ""
      : name === "thread" && input.value
      ? findThread(offered.thread, input.value)
      : input.value;
  $("filter-problem").textContent = value === undefined
      ? "thread: no thread has this in its name" : "";
  if (isFilter(name))
    input.value = "";
  if (value || value === "" && !isFilter(name))
    addChip(name, value);
});
$("filter").addEventListener("keydown", event => {
  if (event.key === "Escape") {
    showFilterBox(false);
    $("show-filter").focus();
  }
  event.stopPropagation();
});
$("filter-clear").addEventListener("click", () => setChips([]));
showChips();
