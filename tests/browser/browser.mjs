// Drives Chromium by its DevTools protocol over two pipes, without a library.
//
//     const browser = await launch();
//     const page = await browser.open("file:///x.html", { width, height });
//     await page.run(() => document.title);
//     await browser.close();
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const TIME = 60000; // limit for an answer, in milliseconds

export async function launch(program) {
  const profile = mkdtempSync(join(tmpdir(), "browser-"));
  const child = spawn(program, [
    "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
    "--disable-dev-shm-usage", "--no-first-run", "--disable-extensions",
    "--disable-background-networking", "--disable-component-update",
    `--user-data-dir=${profile}`, "--remote-debugging-pipe",
  ], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
  const [, , , toBrowser, fromBrowser] = child.stdio;
  const waiting = new Map(), listeners = [];
  let last = 0, rest = "", gone = null;

  const ended = new Promise(resolve => child.on("close", resolve));
  child.on("error", error => { gone = error; });
  child.on("close", () => {
    gone ??= new Error("the browser ended");
    for (const { reject } of waiting.values())
      reject(gone);
  });
  toBrowser.on("error", () => {});
  fromBrowser.setEncoding("utf8");
  fromBrowser.on("data", text => {
    const messages = (rest + text).split("\0");
    rest = messages.pop();
    for (const message of messages)
      take(JSON.parse(message));
  });

  function take({ id, result, error, method, params, sessionId }) {
    const asked = waiting.get(id);
    waiting.delete(id);
    if (asked)
      error ? asked.reject(new Error(error.message)) : asked.resolve(result);
    else
      for (const listener of listeners)
        listener(method, params ?? {}, sessionId);
  }

  function send(method, params = {}, sessionId = undefined) {
    return new Promise((resolve, reject) => {
      if (gone)
        return reject(gone);
      const id = ++last;
      const timer = setTimeout(
          () => reject(new Error(`${method}: no answer`)), TIME);
      const done = f => value => { clearTimeout(timer); f(value); };
      waiting.set(id, { resolve: done(resolve), reject: done(reject) });
      toBrowser.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  async function open(url, { width = 1400, height = 900, dark = false,
                             mobile = false, script = true } = {}) {
    const { targetId } = await send("Target.createTarget",
                                    { url: "about:blank" });
    const { sessionId } = await send("Target.attachToTarget",
                                     { targetId, flatten: true });
    const ask = (method, params) => send(method, params, sessionId);
    const page = { requests: [], errors: [] };
    let loaded = () => {}; // the empty page is loaded, too
    listeners.push((method, params, from) => {
      if (from !== sessionId)
        return;
      if (method === "Page.loadEventFired")
        loaded();
      else if (method === "Network.requestWillBeSent")
        page.requests.push(params.request.url);
      else if (method === "Runtime.exceptionThrown")
        page.errors.push(params.exceptionDetails.exception?.description ??
                         params.exceptionDetails.text);
      else if (method === "Log.entryAdded" && params.entry.level === "error")
        page.errors.push(params.entry.text);
      else if (method === "Runtime.consoleAPICalled")
        page.errors.push(`console.${params.type}`);
    });
    for (const domain of ["Page", "Runtime", "Network", "Log"])
      await ask(`${domain}.enable`);
    const reaches = Boolean(process.env.REACHED);
    if (reaches) {
      await ask("Profiler.enable");
      await ask("Profiler.startPreciseCoverage", { callCount: true });
    }
    await ask("Emulation.setDeviceMetricsOverride",
              { width, height, deviceScaleFactor: 1, mobile });
    if (mobile)
      await ask("Emulation.setTouchEmulationEnabled", { enabled: true });
    if (!script)
      await ask("Emulation.setScriptExecutionDisabled", { value: true });
    await ask("Emulation.setEmulatedMedia", { features: [
      { name: "prefers-color-scheme", value: dark ? "dark" : "light" }] });
    const load = new Promise(resolve => { loaded = resolve; });
    await ask("Page.navigate", { url });
    await load;
    // What follows runs functions in the page.
    if (!script)
      await ask("Emulation.setScriptExecutionDisabled", { value: false });

    // Runs a function in the page. Its arguments and its result are plain data.
    page.ask = ask;
    // Returns the names of the functions that ran.
    page.reached = async () => {
      const { result } = reaches ?
          await ask("Profiler.takePreciseCoverage") : { result: [] };
      return new Set(result.flatMap(script => script.functions)
          .filter(f => f.ranges[0].count).map(f => f.functionName));
    };
    page.run = async (f, ...args) => {
      const { result, exceptionDetails } = await ask("Runtime.evaluate", {
        expression: `(${f})(...${JSON.stringify(args)})`,
        returnByValue: true, awaitPromise: true });
      if (exceptionDetails)
        throw new Error(exceptionDetails.exception?.description ??
                        exceptionDetails.text);
      return result.value;
    };
    // Runs a script, whatever the policy of the page.
    page.inject = async source => {
      const { exceptionDetails } = await ask("Runtime.evaluate",
          { expression: `${source}\n;0` });
      if (exceptionDetails)
        throw new Error(exceptionDetails.text);
    };
    // Waits until the page is drawn and has nothing left to count.
    page.settle = () => page.run(async () => {
      const frame = () => new Promise(resolve => requestAnimationFrame(resolve));
      await frame();
      do
        await frame();
      while (document.querySelector("main")?.ariaBusy === "true");
    });
    page.mouse = (type, x, y, more = {}) => ask("Input.dispatchMouseEvent",
        { type, x, y, button: "left", clickCount: 1, ...more });
    page.clickAt = async (x, y) => {
      await page.mouse("mouseMoved", x, y, { button: "none" });
      await page.mouse("mousePressed", x, y, { buttons: 1 });
      await page.mouse("mouseReleased", x, y);
      await page.settle();
    };
    // Returns the centre of the first element that matches.
    page.middle = selector => page.run(s => {
      const { left, top, width, height } =
          document.querySelector(s).getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    }, selector);
    page.click = async selector => {
      const { x, y } = await page.middle(selector);
      await page.clickAt(x, y);
    };
    page.touch = (type, points) =>
        ask("Input.dispatchTouchEvent", { type, touchPoints: points });
    page.key = async (key, more = {}) => {
      const text = key.length === 1 ? key : key === "Enter" ? "\r" : undefined;
      const codes = { Enter: 13, Escape: 27, Tab: 9, ArrowLeft: 37,
                      ArrowUp: 38, ArrowRight: 39, ArrowDown: 40 };
      const event = { key, code: key, text,
                      windowsVirtualKeyCode: codes[key] ?? 0, ...more };
      await ask("Input.dispatchKeyEvent", { type: "keyDown", ...event });
      await ask("Input.dispatchKeyEvent", { type: "keyUp", ...event });
      await page.settle();
    };
    page.type = async text => {
      await ask("Input.insertText", { text });
      await page.settle();
    };
    page.scheme = value => ask("Emulation.setEmulatedMedia",
        { features: [{ name: "prefers-color-scheme", value }] });
    page.media = media => ask("Emulation.setEmulatedMedia", { media });
    // Saves a screenshot as png or as webp, which is half the size.
    page.picture = async (file, format = "png") => {
      await page.settle();
      const { data } = await ask("Page.captureScreenshot",
                                 { format, quality: 90 });
      writeFileSync(file, Buffer.from(data, "base64"));
    };
    // Saves what the page is on A4 paper.
    page.print = async file => {
      const { data } = await ask("Page.printToPDF", {
        paperWidth: 8.27, paperHeight: 11.69, printBackground: false });
      writeFileSync(file, Buffer.from(data, "base64"));
    };
    page.close = () => send("Target.closeTarget", { targetId });
    return page;
  }

  async function close() {
    await send("Browser.close").catch(() => {});
    const timer = setTimeout(() => child.kill("SIGKILL"), 5000);
    await ended;
    clearTimeout(timer);
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }

  return { open, close, pid: child.pid };
}
