// The way to the server: one session, runs of commands, streams of events.

let key = sessionStorage.getItem("desk-key");

/** Why a request failed, in the program's words. */
export class DeskError extends Error {
  constructor(error, hint, rule, code) {
    super(error);
    this.hint = hint ?? "";
    this.rule = rule ?? null;
    /** Exit code of the command; null where the server refused. */
    this.code = code ?? null;
  }
}

export class NotSignedIn extends DeskError {
  constructor() {
    super("this tab is not signed in", "press Enter in the terminal of the desk for a new link");
  }
}

/** The desk is gone. Whoever answers at its place later is somebody else: this tab sends nothing any more. */
export class DeskEnded extends DeskError {
  constructor() {
    super("the desk is closed", "start it again in the terminal, and open its new link");
  }
}

let isOver = false;
let told = () => {};

/** Is called once when the desk has ended. */
export function whenOver(tell) { told = tell; }

// A page that is loaded anew breaks its connections off itself.
let isLeaving = false;
addEventListener("beforeunload", () => {
  isLeaving = true;
  setTimeout(() => { isLeaving = false; }, 3000);
});

/** Ends this tab for good: its key and what it kept are forgotten. */
export function finish() {
  if (isOver || isLeaving) return;
  isOver = true;
  key = null;
  sessionStorage.clear();
  told();
}

/** Takes the one-time token out of the address, and makes a session of it. */
export async function begin() {
  const token = location.hash.slice(1);
  if (/^[A-Za-z0-9_-]{43}$/.test(token)) {
    history.replaceState(null, "", location.pathname);
    const response = await fetch("/session", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ token }),
    });
    if (!response.ok) throw new NotSignedIn();
    key = (await response.json()).key;
    sessionStorage.setItem("desk-key", key);
  }
  if (!key) throw new NotSignedIn();
}

async function request(path, options = {}) {
  if (isOver) throw new DeskEnded();
  let response;
  try {
    response = await fetch(path, { ...options, headers: { "X-Desk-Key": key ?? "", ...options.headers } });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    finish();
    throw new DeskEnded();
  }
  if (isOver) throw new DeskEnded();
  if (response.status === 401) {
    key = null;
    sessionStorage.removeItem("desk-key");
    throw new NotSignedIn();
  }
  if (!response.ok) {
    let said = {};
    try { said = await response.json(); } catch { /* not JSON: the number says it */ }
    throw new DeskError(said.error ?? `the desk answered ${response.status}`, said.hint, said.rule);
  }
  return response;
}

export async function get(path) {
  return (await request(path)).json();
}

export async function post(path, value = {}) {
  return (await request(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(value),
  })).json();
}

async function postBytes(path, bytes) {
  return (await request(path, {
    method: "POST",
    headers: { "Content-Type": "application/octet-stream" },
    body: bytes,
  })).json();
}

/** The events of a stream, one by one. */
async function* events(path, signal) {
  const response = await request(path, { signal });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    rest += value;
    const blocks = rest.split(/\r?\n\r?\n/);
    rest = blocks.pop();
    for (const block of blocks) {
      const data = block.split(/\r?\n/).filter((line) => line.startsWith("data:")).map((line) => line.slice(5).trimStart());
      if (data.length) yield JSON.parse(data.join("\n"));
    }
  }
}

function base64(bytes) {
  let text = "";
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(text);
}

/** A text or a file as what a command reads for `-`. */
export async function inputBytes(input) {
  if (typeof input === "string") return new TextEncoder().encode(input);
  return new Uint8Array(await input.arrayBuffer());
}

// A few at a time: each is a process, and the machine may be small.
const most = 3;
let running = 0;
const waiting = [];

async function turn() {
  if (running >= most) await new Promise((go) => waiting.push(go));
  running += 1;
  return () => {
    running -= 1;
    waiting.shift()?.();
  };
}

/**
 * Runs a command. `talk(text)` is told its messages; `ask({ask, text, mayBePasted, lines})`
 * answers its questions with {answer, pasted}.
 *
 * Gives {code, result, text}. With `streams` also calls `open(run)` with what frames are fed to.
 */
export async function run(args, { input, streams, talk, ask, open, signal } = {}) {
  // A question or a camera takes as long as a person takes: such a run does not keep the others waiting.
  const done = ask || streams ? () => {} : await turn();
  try {
    const order = { arguments: args };
    if (input !== undefined) order.input = base64(await inputBytes(input));
    if (streams) order.streams = true;
    const { run: number } = await post("/runs", order);
    const stop = () => post(`/runs/${number}/stop`).catch(() => {});
    signal?.addEventListener("abort", stop, { once: true });
    if (signal?.aborted) stop();
    open?.({
      stop,
      feed: async (bytes) => (await postBytes(`/runs/${number}/input`, bytes)).taken,
      end: () => post(`/runs/${number}/input/end`),
    });
    for await (const event of events(`/runs/${number}/events`)) {
      if ("talk" in event) talk?.(event.talk);
      else if ("ask" in event) {
        const answered = ask ? await ask(event) : { answer: null, pasted: false };
        await post(`/runs/${number}/answer`, { ask: event.ask, ...answered });
      } else if ("end" in event) {
        return { code: event.end, result: event.result ?? null, text: event.text ?? null };
      }
    }
    throw new DeskError("the desk ended in the middle of a command", "look at its terminal, and at `payments`");
  } finally {
    done();
  }
}

/** The result of a command that asks nothing; throws its error. */
export async function result(args, options = {}) {
  const end = await run(args, options);
  if (end.code === 0 || end.code === 3 || (options.allow ?? []).includes(end.code)) return end.result ?? end.text;
  throw failure(end);
}

/** What a command wrote to standard output; what happens to be JSON comes as a value. */
export function textOf(end) {
  return end.text ?? (typeof end.result === "string" ? end.result : JSON.stringify(end.result));
}

/** What a command's failure says. */
export function failure(end) {
  const said = end.result ?? {};
  if (said.error) return new DeskError(said.error, said.hint, said.rule, end.code);
  return new DeskError(end.code >= 128 ? "the command was stopped" : (end.text || `the command ended with code ${end.code}`).trim(), "", null, end.code);
}

/**
 * Listens while the tab is seen; `tell(event)` gets each event, `state(isLive)` whether it listens.
 *
 * A tab that is hidden listens to nothing: browsers keep few connections. Where the stream ends by itself, the desk has.
 */
export async function listen(tell, state) {
  for (;;) {
    if (document.hidden) {
      await new Promise((go) => document.addEventListener("visibilitychange", go, { once: true }));
      continue;
    }
    const stopper = new AbortController();
    const hide = () => { if (document.hidden) stopper.abort(); };
    document.addEventListener("visibilitychange", hide);
    try {
      for await (const event of events("/live", stopper.signal)) {
        state(true);
        tell(event);
      }
      if (!stopper.signal.aborted) return finish();
    } catch (error) {
      if (error instanceof NotSignedIn) return state(false, error);
      if (!stopper.signal.aborted) return finish();
    } finally {
      document.removeEventListener("visibilitychange", hide);
    }
    state(false);
    // What happened meanwhile was not heard.
    tell({ changed: true });
  }
}

const pause = 60_000;
let lastUse = 0;

/** Says that a person is here, at most once a minute: that keeps the desk open, and nothing that happens by itself does. */
export function used() {
  if (isOver || !key || Date.now() - lastUse < pause) return;
  lastUse = Date.now();
  post("/used").catch(() => {});
}
