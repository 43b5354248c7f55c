// What can be done with a function: buttons in the panel, and a menu at a box,
// a frame, a bar or a row, by the right button, the menu key or the key "m".

const hasOption = name => form ? !!form.querySelector(`[name="${name}"]`)
    : canFilter && (isFilter(name) || name === "granularity" && hasModules);
const exactChip = name => f => addChip(name, exactPattern(f));

// Does a function call itself, directly or over others? Of a function of a cycle
// only some stacks may do so.
const isRecursive = f => f.cycle > 0 ||
    f.callees.some(({ callee }) => callee === f);

const actions = [
  { text: "Focus", hint: "only stacks with it", option: "focus" },
  { text: "Ignore", hint: "no stacks with it", option: "ignore" },
  { text: "Begin here", hint: "stacks begin at it", option: "show-from" },
  { text: "Hide", hint: "its callers call its callees", option: "hide" },
  { text: "Collapse recursion", hint: "it appears once on a stack",
    option: "collapse-recursion", isOffered: isRecursive },
  { text: "Group by module", hint: "modules in place of functions",
    option: "granularity", run: () => addChip("granularity", "module") },
  { text: "Source", hint: "its lines and their cost", run: showSource,
    isOffered: hasSource },
  { text: "Copy name", run: f => copy(f.name, "name") },
  { text: "Copy link", run: f => copy(linkTo(f), "link") },
];

const actionsFor = f => actions.filter(({ option, isOffered }) =>
    (!option || hasOption(option)) && (isOffered?.(f) ?? true));
const runAction = ({ run, option }, f) => (run ?? exactChip(option))(f);

// A page in a file has the source of some functions; one that is served asks the
// server (source.js).
const sourceRows = new Set(data.source?.listings.map(([row]) => row));

function hasSource(f) {
  return data.source ? sourceRows.has(rowOf.get(f))
      : !!(form && f.file && $("source-script"));
}

function showSource(f) {
  if (selected !== f)
    select(f);
  const head = document.querySelector(".source h2");
  head?.scrollIntoView();
  head?.focus();
}

// The link shows what the page shows, with the function selected.
const linkTo = f => location.href.split("#")[0] + addressOfState(f, null);

async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    $("status").textContent = `${what} copied`;
  } catch {
    $("status").textContent =
        `the browser does not let the page copy the ${what}`;
  }
}

// ---- Buttons ----

function actionButton(action, f) {
  const button = make("button", { type: "button", title: action.hint ?? "" },
                      action.text);
  button.addEventListener("click", () => runAction(action, f));
  return button;
}

const actionBar = f => make("div", { className: "actions", role: "group",
                                     ariaLabel: "Actions" },
                            ...actionsFor(f).map(each => actionButton(each, f)));

// ---- The menu ----

const menu = $("menu");
let menuOpener = null; // the element that gets the focus back

function closeMenu() {
  if (menu.hidden)
    return;
  menu.hidden = true;
  menuOpener?.focus({ preventScroll: true });
}

function menuItem(action, f) {
  const item = make("button", { type: "button", role: "menuitem",
                                tabIndex: -1 },
      action.text,
      make("span", { className: "hint" },
           action.option ? `--${action.option}` : ""));
  item.addEventListener("click", () => {
    closeMenu();
    runAction(action, f);
  });
  return item;
}

function openMenu(f, x, y) {
  menuOpener = document.activeElement;
  menu.replaceChildren(make("p", { role: "presentation" }, fullLabel(f)),
                       ...actionsFor(f).map(each => menuItem(each, f)));
  menu.ariaLabel = `Actions for ${f.label}`;
  menu.hidden = false;
  const { width, height } = menu.getBoundingClientRect();
  menu.style.left = `${Math.max(4, Math.min(x, innerWidth - width - 4))}px`;
  menu.style.top = `${Math.max(4, Math.min(y, innerHeight - height - 4))}px`;
  menu.querySelector("button").focus();
}

menu.addEventListener("keydown", event => {
  const items = [...menu.querySelectorAll("button")];
  const at = items.indexOf(document.activeElement);
  const to = { ArrowDown: (at + 1) % items.length, Home: 0,
               ArrowUp: (at + items.length - 1) % items.length,
               End: items.length - 1 }[event.key];
  if (event.key === "Escape" || event.key === "Tab")
    closeMenu();
  else if (to !== undefined)
    items[to].focus();
  else
    return;
  event.preventDefault();
  event.stopPropagation();
});
menu.addEventListener("focusout", event => {
  if (event.relatedTarget && !menu.contains(event.relatedTarget))
    menu.hidden = true;
});
document.addEventListener("pointerdown", event => {
  if (!menu.contains(event.target))
    menu.hidden = true;
});

// Returns the function that an element shows, or null; x and y are a position
// in a flame graph, or null for its frame of the keyboard.
function functionAt(target, x, y) {
  const row = target.closest?.("[data-id]"), node = target.closest?.(".fn");
  const flame = flames.get(target.closest?.(".flame-box"));
  if (row)
    return byId.get(row.dataset.id);
  if (flame?.tree)
    return flame.function(x === null ? flame.at : flame.frameAt(x, y));
  return node ? byId.get(node.id) : null;
}

document.addEventListener("contextmenu", event => {
  const byKey = event.button !== 2;
  const { left, bottom } = event.target.getBoundingClientRect();
  const f = functionAt(event.target, byKey ? null : event.clientX,
                       event.clientY);
  if (!f || event.shiftKey && !byKey)
    return;
  event.preventDefault();
  openMenu(f, byKey ? left : event.clientX, byKey ? bottom : event.clientY);
});
document.addEventListener("keydown", event => {
  if (event.key !== "m" || event.ctrlKey || event.metaKey || event.altKey ||
      event.target.closest("input, select, [role=menu]"))
    return;
  const f = functionAt(event.target, null) ?? selected;
  const { left, bottom } = event.target.getBoundingClientRect();
  if (f)
    openMenu(f, left, Math.min(bottom, innerHeight / 2));
});
