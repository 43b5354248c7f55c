// Saving what is seen: the picture as SVG, a flame graph as PNG, a table as
// CSV.

function saveAs(name, blob) {
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// The picture as a whole, without what only the page needs and in the colours
// of light pages, since it has no dark background.
function pictureAsSvg() {
  setPaper(true);
  const copy = picture.cloneNode(true);
  setPaper(false);
  const { x, y, width, height } = bounds;
  copy.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  copy.setAttribute("width", `${width}pt`);
  copy.setAttribute("height", `${height}pt`);
  for (const each of copy.querySelectorAll(".catch, .role"))
    each.remove();
  for (const each of copy.querySelectorAll("[tabindex]"))
    each.removeAttribute("tabindex");
  for (const each of copy.querySelectorAll(".gone"))
    each.setAttribute("opacity", ".15");
  return new Blob([new XMLSerializer().serializeToString(copy)],
                  { type: "image/svg+xml" });
}

// All rows of the table that filters and search leave. A text that a
// spreadsheet would take for a formula gets an apostrophe.
function tableAsCsv() {
  const cell = value => {
    const text = typeof value === "number" ? String(value)
        : /^[=+\-@]/.test(value) ? `'${value}` : value ?? "";
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const rows = functions.filter(f => !f.isGone && isMatch(f))
      .sort((a, b) => b.self - a.self)
      .map(f => [f.label, f.module, f.file ?? "", f.self ?? "",
                 f.total ?? "", f.count ?? ""].map(cell).join(","));
  return new Blob([["function,module,file,self,total,calls", ...rows, ""]
      .join("\n")], { type: "text/csv" });
}

function saveView() {
  const title = document.title.replace(/[^\w.-]+/g, "-");
  if (view === "graph")
    saveAs(`${title}.svg`, pictureAsSvg());
  else if (view === "table" || !contexts)
    saveAs(`${title}.csv`, tableAsCsv());
  else
    ({ flame, chart }[view] ?? sandwich.callees).canvas.toBlob(
        blob => saveAs(`${title}.png`, blob));
}

$("save").addEventListener("click", saveView);
