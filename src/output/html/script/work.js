// Long work, done in slices between which the browser answers its reader. A
// task is a generator that yields whenever it may be interrupted.
const SLICE = 6;      // milliseconds; with the step that ends it at most 8
const PATIENCE = 150; // milliseconds before a line shows progress

const tasks = new Map(); // those under way, by name
let isLoading = !!data.contexts; // until the contexts and the times are there
const turns = new MessageChannel(); // timers would wait 4 ms between slices
let isTurnAsked = false;

// Begins a task, and ends an older one of that name. finish takes what the
// generator returns. What is shorter than a slice is finished at once. expected
// is about how often the generator yields.
function startTask(name, steps, finish, expected) {
  tasks.delete(name); // the newest is the last
  tasks.set(name, { steps, finish, expected, yields: 0,
                    begun: performance.now() });
  takeTurn();
}

function stopTask(name) {
  tasks.delete(name);
  showProgress();
}

// Works for a slice at the newest task, whose result the reader waits for.
function takeTurn() {
  const end = performance.now() + SLICE;
  const [name, task] = [...tasks].at(-1) ?? [];
  while (tasks.get(name) === task && task && performance.now() < end) {
    const { done, value } = task.steps.next();
    task.yields++;
    if (done) {
      tasks.delete(name);
      task.finish(value);
    }
  }
  showProgress();
  if (tasks.size && !isTurnAsked) {
    isTurnAsked = true;
    turns.port2.postMessage(null);
  }
}

turns.port1.onmessage = () => {
  isTurnAsked = false;
  takeTurn();
};

let shownProgress = ""; // what the elements say; they are costly to change

// Says that numbers will change, and shows a line if that takes long.
function showProgress() {
  const task = [...tasks.values()].at(-1);
  const isLong = task && performance.now() - task.begun > PATIENCE;
  const value = isLong ? Math.min(1, task.yields / task.expected) : 0;
  const isBusy = isLoading || tasks.size > 0;
  const state = `${isBusy} ${isLong} ${value.toFixed(2)}`;
  if (state === shownProgress)
    return;
  shownProgress = state;
  document.querySelector("main").ariaBusy = String(isBusy);
  $("progress").hidden = !isLong;
  $("progress").value = value;
}
