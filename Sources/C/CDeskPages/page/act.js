// A command run for somebody who looks on: its line, its messages, its questions, its error.

import { failure, run } from "./api.js";
import { button, h, put, quoted, shown, shownLines } from "./dom.js";
import { ask } from "./questions.js";
import { isNews } from "./state.js";

/** The very command line that the page runs. */
export function commandText(args) {
  return ["online-coordinator", ...args].map(quoted).join(" ");
}

/** A line that shows it to whoever wants to see it; it is called by its first words, because a page has several. */
export function command(...lists) {
  const words = lists.length === 1 ? "See the command" : "See the commands";
  return h("details", { class: "command" },
    h("summary", {}, words, h("span", { class: "unseen" }, ` for ${shown(lists.map((args) => args.slice(0, 2).join(" ")).join(", "))}`)),
    lists.map((args) => h("pre", { tabindex: "0", role: "group", "aria-label": "Command line" }, shown(commandText(args)))));
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** An error in the program's words: what is wrong, what to do. */
export function errorBox(error) {
  return h("div", { class: "box error", role: "alert" },
    h("p", {}, h("strong", {}, capital(shownLines(error.message))), error.rule && !error.message.includes(error.rule) && ` [${error.rule}]`),
    error.hint && h("p", {}, capital(shownLines(error.hint))));
}

/** A message of the program: warnings stand out. */
export function talkLine(text) {
  const isWarning = /^warning: /.test(text);
  const isLaidOut = /\S {3,}\S|\n.*\S {2,}\S/.test(text);
  return h("p", { class: `talk ${isWarning ? "warning" : isLaidOut ? "laid-out" : ""}` }, isWarning && h("strong", {}, "warning: "), shownLines(isWarning ? text.slice(9) : text));
}

/** Adds a message to a log; a line that stands deeper goes on with the one before. */
function addTalk(log, text) {
  const last = log.lastElementChild;
  if (/^\s/.test(text) && last) last.append(`\n${shownLines(text)}`);
  else log.append(talkLine(text));
}

/** What the program said without being asked to do anything: its warnings alone. */
export function warnings(region) {
  return (text) => { if (/^warning: /.test(text) && ![...region.children].some((c) => c.dataset.text === text)) { const p = talkLine(text); p.dataset.text = text; region.append(p); } };
}

/**
 * Runs a command and shows in `region` what it says. Gives {code, result, text}, or null where it failed.
 *
 * `busy` is a button that waits meanwhile. Ends with code 0 or 3, or one of `allow`, are no failures. What matches `skip`
 * is shown elsewhere.
 */
export async function act(region, args, { busy, input, allow = [], quiet = false, skip, signal, streams, open } = {}) {
  const log = h("div", { class: "log", role: "log", "aria-label": "What the program says" });
  let isSkipping = false;
  const stopper = new AbortController();
  signal?.addEventListener("abort", () => stopper.abort());
  const stop = button("Stop", () => stopper.abort(), { class: "small" });
  // Announced only where it stands empty before it says something.
  const working = h("span", { role: "status" });
  stop.hidden = true;
  const wait = h("div", { class: "wait" }, working, " ", stop);
  let isAsking = false;
  const later = setTimeout(() => { if (!quiet) working.textContent = "Working…"; stop.hidden = isAsking; }, 600);
  put(region, log, wait);
  // It does nothing meanwhile (see `button`), and keeps the focus.
  busy?.setAttribute("aria-disabled", "true");
  try {
    const end = await run(args, {
      input, streams, open, signal: stopper.signal,
      ask: async (question) => {
        isAsking = stop.hidden = true;
        try { return await ask(question, commandText(args), stopper.signal); } finally { isAsking = stop.hidden = false; }
      },
      // An error comes as the result, too, and is shown from there.
      talk: (text) => {
        // The band above says it on every page.
        isSkipping = /^(error|hint|REHEARSAL): /.test(text) || skip?.test(text) || (isSkipping && /^\s/.test(text));
        if (!isSkipping) addTalk(log, text);
      },
    });
    // What a sync told stands in its log: it is not told once more when the chain is looked at.
    for (const one of Array.isArray(end.result) ? end.result : []) for (const event of one.events ?? []) isNews(event);
    if (end.code === 0 || end.code === 3 || allow.includes(end.code)) return end;
    region.append(errorBox(failure(end)));
    return null;
  } catch (error) {
    region.append(errorBox(error));
    return null;
  } finally {
    clearTimeout(later);
    if (wait.contains(document.activeElement)) busy?.focus({ preventScroll: true });
    wait.remove();
    if (!log.children.length) log.remove();
    busy?.removeAttribute("aria-disabled");
  }
}
