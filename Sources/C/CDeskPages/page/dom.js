// Elements without markup: everything that others chose becomes text, never HTML.

// What no reader should miss: controls, and characters that hide or turn text around.
const HIDDEN =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb]|[\u{e0000}-\u{e0fff}]/gu;

/** Text from others with its control, invisible and bidirectional characters made visible, as the programs do. */
export function shown(text) {
  return String(text ?? "").replace(HIDDEN, (c) => `\\u{${c.codePointAt(0).toString(16)}}`);
}

/** The same for what has several lines. */
export function shownLines(text) {
  return String(text ?? "").replace(HIDDEN, (c) => (c === "\n" ? c : `\\u{${c.codePointAt(0).toString(16)}}`));
}

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "text") element.textContent = value;
    else if (value === true) element.setAttribute(name, "");
    else element.setAttribute(name, value);
  }
  element.append(...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false && c !== ""));
  return element;
}

/** An element: its attributes, listeners (`onclick`) and children; strings become text. */
export function h(name, attributes, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** The same in SVG. */
export function svg(name, attributes, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

/** Puts children in the place of what an element has. */
export function put(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false && c !== ""));
  return element;
}

let counter = 0;
/** An id nobody else has. */
export function newID(prefix = "e") {
  counter += 1;
  return `${prefix}${counter}`;
}

// Money: satoshis come as integers below 2^53; sums are made with BigInt, and nothing ever as a fraction.

/** 12345678 (satoshis) as "0.12345678". */
export function btc(satoshis) {
  const value = BigInt(satoshis);
  const size = value < 0n ? -value : value;
  const whole = size / 100_000_000n;
  const part = String(size % 100_000_000n).padStart(8, "0");
  return `${value < 0n ? "−" : ""}${whole}.${part}`;
}

/** Digits in groups of three: 12345 as "12,345". */
export function grouped(number) {
  return String(number).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

/** "12,345,678 sat" */
export function sat(satoshis) {
  return `${grouped(BigInt(satoshis)).replace("-", "−")} sat`;
}

/** BTC whose digits are set apart by space, not by characters: what is copied is a plain number. */
export function money(satoshis, { unit = false, sign = false, beside = false } = {}) {
  if (satoshis === null || satoshis === undefined) return h("span", { class: "quiet" }, "–");
  const text = (sign && BigInt(satoshis) > 0n ? "+" : "") + btc(satoshis);
  const [whole, part] = text.split(".");
  return h(
    "span",
    { class: "money", title: sat(satoshis) },
    `${whole}.${part.slice(0, 2)}`,
    h("span", { class: "trio" }, part.slice(2, 5)),
    h("span", { class: "trio" }, part.slice(5)),
    unit && " BTC",
    beside && h("span", { class: "quiet beside" }, ` ${sat(satoshis)}`),
  );
}

/** Adds satoshis up. */
export function sum(amounts) {
  return amounts.reduce((total, amount) => total + BigInt(amount), 0n);
}

/** An address in groups of four, each a word by itself; what is copied has no spaces. */
export function address(text, { large = false } = {}) {
  const groups = shown(text).match(/.{1,4}/gu) ?? [];
  return h(
    "span",
    { class: large ? "address large" : "address", translate: "no" },
    groups.map((group, i) => h("span", { class: i % 2 ? "four odd" : "four" }, group)),
  );
}

/** A txid, hash or outpoint: whole in the text, shortened only to the eye. */
export function hash(text) {
  const value = shown(text);
  return h("span", { class: "hash", title: value, translate: "no" }, value);
}

/** Seconds since 1970 as date and time in UTC. */
export function time(seconds) {
  if (seconds === null || seconds === undefined) return "never";
  const iso = new Date(seconds * 1000).toISOString();
  return h("time", { datetime: iso }, `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`);
}

/** How long ago, in words. */
export function ago(seconds) {
  if (seconds === null || seconds === undefined) return "never";
  const gone = Math.max(0, Math.round(Date.now() / 1000 - seconds));
  const [n, unit] =
    gone < 90 ? [gone, "second"] : gone < 5400 ? [Math.round(gone / 60), "minute"]
    : gone < 129600 ? [Math.round(gone / 3600), "hour"] : [Math.round(gone / 86400), "day"];
  return `${n} ${unit}${n === 1 ? "" : "s"} ago`;
}

/** "1 coin", "2 coins" */
export function counted(number, noun) {
  return `${grouped(number)} ${noun}${Number(number) === 1 ? "" : "s"}`;
}

/**
 * A table. `columns`: {name, right, main, hidden}; each row is a list of cells (nodes or text), or {cells, attributes}.
 * On a narrow screen each row becomes a card: the roles keep it a table for those who listen.
 */
export function table(caption, columns, rows, { empty = "None yet.", quietCaption = false } = {}) {
  if (!rows.length) return h("p", { class: "quiet" }, empty);
  const head = h(
    "thead", { role: "rowgroup" },
    h("tr", { role: "row" }, columns.map((c) =>
      h("th", { scope: "col", role: "columnheader", class: c.right ? "right" : null, "aria-sort": c.sorted ?? null },
        c.hidden ? h("span", { class: "unseen" }, c.name) : c.head ?? c.name))),
  );
  const body = h(
    "tbody", { role: "rowgroup" },
    rows.map((row) => {
      const { cells, attributes } = Array.isArray(row) ? { cells: row, attributes: {} } : row;
      return h("tr", { role: "row", ...attributes }, cells.map((cell, i) => {
        const column = columns[i];
        const content = h("span", { class: "cell" }, cell);
        const mark = column.hidden ? null : h("span", { class: "tag", "aria-hidden": "true" }, column.name);
        return column.main
          ? h("th", { scope: "row", role: "rowheader", class: column.right ? "right" : null }, mark, content)
          : h("td", { role: "cell", class: column.right ? "right" : null }, mark, content);
      }));
    }),
  );
  return h("table", { role: "table" }, h("caption", { class: quietCaption ? "unseen" : null }, caption), head, body);
}

/** Terms and what is said about them. */
export function facts(pairs) {
  return h("dl", { class: "facts" }, pairs.filter(Boolean).map(([term, value]) =>
    [h("dt", {}, term), h("dd", {}, value)]));
}

/** A field with its label, and below it a hint that it is described by. */
export function field(label, input, hint) {
  const id = input.id || newID("f");
  input.id = id;
  const help = hint ? h("p", { class: "hint", id: `${id}-hint` }, hint) : null;
  if (help) input.setAttribute("aria-describedby", help.id);
  return h("div", { class: "field" }, h("label", { for: id }, label), help, input);
}

/** A tick with its label behind it. */
export function tick(label, input, hint) {
  input.type = "checkbox";
  const id = input.id || newID("f");
  input.id = id;
  const help = hint ? h("p", { class: "hint", id: `${id}-hint` }, hint) : null;
  if (help) input.setAttribute("aria-describedby", help.id);
  return h("div", { class: "tick" }, input, h("label", { for: id }, label), help);
}

/** Buttons of one choice. */
export function radios(legend, name, options, chosen, onchange) {
  return h("fieldset", { class: "choice" }, h("legend", {}, legend),
    options.map(([value, text]) => {
      const id = newID("r");
      return h("div", { class: "tick" },
        h("input", { type: "radio", name, id, value, checked: value === chosen, onchange: () => onchange(value) }),
        h("label", { for: id }, text));
    }));
}

/** A button; it does nothing while it is `aria-disabled`, which leaves the focus where it is. */
export function button(text, onclick, attributes = {}) {
  const act = (event) => { if (event.currentTarget.getAttribute("aria-disabled") !== "true") onclick(event); };
  return h("button", { type: "button", onclick: act, ...attributes }, text);
}

export function link(text, href, attributes = {}) {
  return h("a", { href, ...attributes }, text);
}

/** Hands bytes or text to the browser as a file. */
export function download(name, content, type = "text/plain;charset=utf-8") {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const a = h("a", { href: url, download: name });
  document.body.append(a);
  a.click();
  a.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** A word as a shell takes it. */
export function quoted(word) {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : `'${String(word).replaceAll("'", "'\\''")}'`;
}
