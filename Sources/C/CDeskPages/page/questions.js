// Questions of the program, asked here as on a terminal: in its words, whole, answered by a person.

import { button, h, newID, shown, shownLines } from "./dom.js";

let last = Promise.resolve();

/** Asks one question after the other: no second one takes the focus from what is being typed. */
export function ask(question, command, signal) {
  const turn = last.then(() => (signal?.aborted ? { answer: null, pasted: false } : askNow(question, command, signal)));
  last = turn.catch(() => {});
  return turn;
}

/**
 * Asks a question in a dialog. Gives {answer, pasted}: the answer as typed, or null for the end of input, which means no.
 *
 * The field opens once all of the text was on the screen, its end last. Nothing is filled in, and nothing can be pasted
 * where the program wants it typed.
 */
function askNow({ text, mayBePasted, lines }, command, signal) {
  return new Promise((give) => {
    const title = newID("q");
    // Whoever listens hears the whole question when it opens.
    const said = h("span", { id: newID("w") }, shownLines(text));
    const words = h("pre", { class: "question", tabindex: "0", role: "region", "aria-label": "What the program says and asks" }, said);
    const end = h("span", { class: "end" });
    words.append(end);
    const answer = h(lines ? "textarea" : "input", {
      type: lines ? null : "text", id: newID("a"), autocomplete: "off", autocapitalize: "off", spellcheck: "false", disabled: true,
    });
    let pasted = false;
    // Whoever listens is told when the answer can be typed.
    const hint = h("p", { class: "hint", id: newID("h"), role: "status" }, "Read to the end of the text first.");
    answer.setAttribute("aria-describedby", hint.id);
    const send = button("Answer", () => close(answer.value), { class: "first", disabled: true });
    const stop = button("Stop", () => sure());
    const confirm = h("div", { class: "sure", hidden: true },
      h("p", {}, "Stop? This counts as no."),
      h("div", { class: "row" },
        button("Stop", () => close(null), { class: "danger" }),
        button("Go back to the question", () => { confirm.hidden = true; buttons.hidden = false; (answer.disabled ? words : answer).focus(); })));
    const buttons = h("div", { class: "row" }, send, stop);
    const dialog = h("dialog", { class: "asks", "aria-labelledby": title, "aria-describedby": said.id },
      h("h2", { id: title }, "The program asks"),
      h("p", { class: "hint asker" }, h("code", {}, shown(command))),
      words,
      h("div", { class: "field" }, h("label", { for: answer.id }, "Your answer"), hint, answer),
      buttons, confirm);

    let isOver = false;
    function close(value) {
      if (isOver) return;
      isOver = true;
      watch.disconnect();
      removeEventListener("resize", look);
      dialog.close();
      dialog.remove();
      give({ answer: value, pasted });
    }
    function sure() {
      buttons.hidden = true;
      confirm.hidden = false;
      confirm.querySelector("button").focus();
    }
    function open() {
      if (!answer.disabled) return;
      answer.disabled = false;
      send.disabled = false;
      hint.textContent = lines ? "Paste or type it." : mayBePasted ? "Enter sends it." : /\[yes\/no\]\s*$/.test(text) ? "Type yes or no. Enter sends it." : "Type it: pasting is switched off. Enter sends it.";
      const fits = words.scrollHeight <= words.clientHeight + 1;
      if (fits && document.activeElement !== answer) answer.focus();
    }
    // How far down it was read without a leap; and whether its end is on the screen, not only in its box.
    let readTo = 0;
    let isEndSeen = false;
    function look() {
      if (words.scrollTop <= readTo + 1) readTo = Math.max(readTo, words.scrollTop + words.clientHeight);
      const isRead = readTo >= words.scrollHeight - 2;
      if (isRead && isEndSeen) open();
      else if (words.scrollTop > readTo + 1 && isEndSeen) hint.textContent = "You skipped a part. Scroll back and read it.";
    }
    words.addEventListener("scroll", look, { passive: true });
    addEventListener("resize", look);
    const watch = new IntersectionObserver((seen) => { isEndSeen = seen.at(-1).isIntersecting; look(); });
    for (const kind of ["paste", "drop"]) {
      answer.addEventListener(kind, (event) => {
        if (mayBePasted) { pasted = true; return; }
        event.preventDefault();
        hint.textContent = "This has to be typed: it cannot be pasted.";
      });
    }
    answer.addEventListener("keydown", (event) => {
      if (event.repeat || event.isComposing) return;
      if (event.key === "Enter" && !lines) { event.preventDefault(); close(answer.value); }
    });
    dialog.addEventListener("cancel", (event) => { event.preventDefault(); sure(); });
    // Outside of the page that asked, inside of a landmark; whoever leaves the page has not answered.
    document.querySelector("footer").append(dialog);
    signal?.addEventListener("abort", () => close(null), { once: true });
    dialog.showModal();
    // Firefox scrolls it to where the question before was left.
    words.scrollTop = 0;
    // What is on the screen from the start was not skipped, however soon somebody scrolls.
    look();
    watch.observe(end);
    // Where the text fits, the answer is next; else the text has to be scrolled first.
    requestAnimationFrame(() => {
      look();
      if (!answer.disabled) answer.focus();
      else words.focus();
    });
  });
}
