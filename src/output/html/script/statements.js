// Statements of functions under study, and what their dependences say.
const statements = (data.statements ?? []).map(([row, id, place, cost, text,
    count, verdict], order) => ({ f: functions[row], id, place, cost, text,
                                  count, verdict, order }));

// What the words of verdicts leave open, if they leave anything open.
function statementNote() {
  return data.verdict_note
      ? [make("p", { className: "note" }, `${data.verdict_note}.`)] : [];
}

// The statements of a function, for the panel. `current` is marked.
function statementSection(f, current) {
  const list = statements.filter(each => each.f === f);
  const rows = list.map(each => make("li",
      { className: each === current ? "current" : "" },
      make("span", { className: "row" }, make("span", {}, each.place),
           make("span", { className: "number" },
                percent(each.cost) || withUnit(each.text))),
      make("span", { className: "verdict" }, each.verdict)));
  return list.length ? [make("h2", {}, `Statements (${grouped(list.length)})`),
                        ...statementNote(),
                        make("ul", { className: "statements" }, ...rows)] : [];
}

// A list of what has a place, a number beside it and a verdict.
function verdictList(rows) {
  return make("ul", { className: "statements" }, ...rows.map(each =>
      make("li", {},
          make("span", { className: "row" }, make("span", {}, each.place),
               make("span", { className: "number" }, each.number)),
          make("span", { className: "verdict" }, each.verdict))));
}

// The loops of a function, for the panel.
function loopSection(f) {
  const list = (data.loops ?? []).filter(([row]) => functions[row] === f);
  return list.length
      ? [make("h2", {}, `Loops (${grouped(list.length)})`),
         verdictList(list.map(([, place, cost, text, verdict]) =>
             ({ place, verdict, number: percent(cost) || withUnit(text) })))]
      : [];
}

// What could run at once, with which the overview begins.
function fillAdvice() {
  const box = $("advice");
  for (const [title, rows] of data.advice ?? [])
    box.append(make("h2", {}, title), verdictList(rows.map(
        ([place, number, verdict]) => ({ place, number, verdict }))));
  for (const note of data.advice_notes ?? [])
    box.append(make("p", { className: "note" }, `${note}.`));
}

// A table of all statements.
function statementTable() {
  const several = new Set(statements.map(each => each.f)).size > 1;
  return sortableTable([
    { title: "Line", value: each => each.order, text: each => each.place },
    ...several ? [{ title: "Function", value: each => sortKey(each.f),
                    text: each => nameButton(each.f) }] : [],
    { title: costTitle("Cost"), numeric: true, value: each => each.cost,
      text: each => each.text },
    { title: "Cost %", numeric: true, value: each => each.cost,
      text: each => percent(each.cost) },
    { title: "What it waits for", value: each => each.verdict,
      text: each => make("span", { className: "verdict" }, each.verdict) },
  ], statements, { column: 0, down: false }).box;
}

// The statements of all functions, below the table of functions.
function fillStatements() {
  if (!statements.length)
    return;
  $("statements").append(make("h2", {}, "Statements under study"),
                         ...statementNote(), statementTable());
  if (data.verdict_hint)
    $("statements").append(make("p", { className: "note" },
                                `${data.verdict_hint}.`));
}
