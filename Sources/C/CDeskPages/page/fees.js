// The mempool as a curve: how much of it pays a fee rate or more, and where a rate that is chosen stands in it.

import { result } from "./api.js";
import { command } from "./act.js";
import { button, field, h, newID, put, shown, svg, table } from "./dom.js";
import { network } from "./state.js";

const line = ["node", "fees"];
const pause = 60_000;
const WIDTH = 680;
const HEIGHT = 270;
const edge = { left: 78, right: 14, top: 20, bottom: 46 };
// Rates above this stand at the edge of the curve.
const HIGHEST = 10_000;

const millions = (size) => `${(Math.ceil(size / 10_000) / 100).toFixed(2)} MvB`;

/** About how many blocks so many virtual bytes fill, in the words of the command. */
function blocks(size) {
  const number = Math.round(size / 1_000_000);
  return size < 1_000_000 ? "less than a block" : `about ${number} ${number === 1 ? "block" : "blocks"}`;
}

/** How many virtual bytes pay a rate or more, at most. */
const sizeFrom = (steps, rate) => steps.reduce((all, s) => (s.feeRate === null || s.feeRate >= rate ? all + s.vsize : all), 0);

/** What the curve says of a rate. */
function words(f, rate) {
  if (rate < f.minimumFeeRate) return `The node relays nothing below ${f.minimumFeeRate} sat/vB.`;
  const size = sizeFrom(f.steps, rate);
  return size === 0 ? `At ${rate} sat/vB, nothing that waits pays as much.`
    : `At ${rate} sat/vB, at most ${millions(size)} of transactions pay as much or more: ${blocks(size)}.`;
}

/** A rate with two decimals at most. */
const short = (rate) => String(Math.round(rate * 100) / 100);

/** What is said of a new rate that is not above that of the payment whose place is taken. */
const tooLow = (own) => `This payment pays ${short(own)} sat/vB already: what replaces it must pay more.`;

/** The rate of what was chosen: {rate, words}; the rate is null where only the draft will tell. */
function placed(f, { fee, value }) {
  const number = /^\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : null;
  if (number === null) return { rate: null, words: "" };
  if (fee === "rate") return { rate: number, words: words(f, number) };
  if (fee === "target") {
    const known = f.estimates.find((e) => e.blocks === number);
    if (!known || known.feeRate === null) return { rate: null, words: "The node says its rate for this when the draft is built." };
    const rate = Math.max(known.feeRate, f.minimumFeeRate);
    return { rate, words: `The node estimates ${rate} sat/vB. ${words(f, rate)}` };
  }
  let before = 0;
  for (const step of f.steps) {
    before += step.vsize;
    if (before <= number * 1_000_000) continue;
    if (step.feeRate === null) return { rate: null, words: "The node does not say what the very first of its mempool pays: choose a larger place, or a rate." };
    return { rate: step.feeRate, words: `A place among the first ${number} MvB takes about ${step.feeRate} sat/vB; the draft says it exactly.` };
  }
  return { rate: f.minimumFeeRate, words: `No more than that waits: the lowest rate that the node relays, ${f.minimumFeeRate} sat/vB, is enough.` };
}

/** The rates that the slider goes through: the lowest one, those of the steps, and one above them all. */
function ratesOf(f) {
  const all = new Set([f.minimumFeeRate, ...f.rates.map((r) => r.feeRate), ...f.steps.map((s) => s.feeRate)]);
  return [...all].filter((r) => r !== null && r >= f.minimumFeeRate && r <= HIGHEST).sort((a, b) => a - b);
}

/** The picture: rates from left to right, what pays as much or more from below to above. */
function picture(f, chosen, own, pick) {
  const known = [...f.steps.map((s) => s.feeRate), own].filter((r) => r !== null);
  const low = Math.max(f.minimumFeeRate, 0.01);
  const high = Math.min(HIGHEST, Math.max(low * 20, ...known.map((r) => r * 1.4)));
  const total = Math.max(f.size, 1_200_000);
  const x = (rate) => edge.left + (WIDTH - edge.left - edge.right) * Math.min(1, Math.max(0, Math.log(rate / low) / Math.log(high / low)));
  // The root lets the first blocks be told apart where hundreds wait.
  const y = (size) => HEIGHT - edge.bottom - (HEIGHT - edge.top - edge.bottom) * Math.sqrt(Math.min(1, size / total));
  let size = 0;
  let path = `M${WIDTH - edge.right} `;
  const first = f.steps.filter((s) => s.feeRate === null).reduce((all, s) => all + s.vsize, 0);
  size = first;
  path += y(size).toFixed(1);
  for (const step of f.steps) {
    if (step.feeRate === null) continue;
    size += step.vsize;
    path += ` H${x(step.feeRate).toFixed(1)} V${y(size).toFixed(1)}`;
  }
  path += ` H${edge.left}`;
  const bottom = HEIGHT - edge.bottom;
  const parts = [];
  let last = Infinity;
  for (const count of [1, 2, 3, 6, 12, 24, 48, 96, 144, 288]) {
    const at = y(count * 1_000_000);
    if (count * 1_000_000 > total || last - at < 18) continue;
    last = at;
    parts.push(svg("line", { class: "grid", x1: edge.left, x2: WIDTH - edge.right, y1: at, y2: at }),
      svg("text", { class: "small", x: edge.left - 8, y: at + 4, "text-anchor": "end" }, `${count} ${count === 1 ? "block" : "blocks"}`));
  }
  let lastX = -Infinity;
  for (let unit = 0.01; unit <= HIGHEST; unit *= 10) {
    for (const digit of [1, 2, 5]) {
      const rate = Number((unit * digit).toPrecision(1));
      if (rate < low || rate > high || x(rate) - lastX < 34) continue;
      lastX = x(rate);
      parts.push(svg("line", { class: "grid", x1: lastX, x2: lastX, y1: bottom, y2: bottom + 5 }),
        svg("text", { class: "small", x: lastX, y: bottom + 19, "text-anchor": "middle" }, String(rate)));
    }
  }
  parts.push(svg("path", { class: "area", d: `${path} V${bottom} H${WIDTH - edge.right} Z` }), svg("path", { class: "edge", d: path }),
    svg("text", { class: "small", x: WIDTH - edge.right, y: HEIGHT - 8, "text-anchor": "end" }, "fee rate in sat/vB"));
  if (own !== null) {
    const at = x(own);
    parts.push(svg("line", { class: "own", x1: at, x2: at, y1: edge.top - 4, y2: bottom }),
      svg("text", { class: "small own", x: at > WIDTH / 2 ? at - 6 : at + 6, y: bottom - 8, "text-anchor": at > WIDTH / 2 ? "end" : "start" }, `now ${short(own)} sat/vB`));
  }
  if (chosen !== null) {
    const [cx, cy] = [x(chosen), y(sizeFrom(f.steps, chosen))];
    parts.push(svg("line", { class: "mark", x1: cx, x2: cx, y1: edge.top - 4, y2: bottom }),
      svg("circle", { class: "mark", cx, cy, r: 6 }),
      svg("text", { x: cx > WIDTH / 2 ? cx - 8 : cx + 8, y: edge.top + 4, "text-anchor": cx > WIDTH / 2 ? "end" : "start" }, `${chosen} sat/vB`));
  }
  const drawn = svg("svg", { class: "curve", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": "How much of the mempool pays a fee rate or more; the table below says the same" }, parts);
  // For a pointer; the slider below does the same for the keys.
  drawn.addEventListener("click", (event) => {
    const box = drawn.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width * WIDTH - edge.left) / (WIDTH - edge.left - edge.right);
    const rates = ratesOf(f);
    const wanted = low * (high / low) ** Math.min(1, Math.max(0, at));
    pick(rates.reduce((best, r) => (Math.abs(Math.log(r / wanted)) < Math.abs(Math.log(best / wanted)) ? r : best)));
  });
  return drawn;
}

/**
 * The curve for a wallet, kept up to date while its page is open and the curve is on it.
 *
 * `choice()` gives {fee: "target", "rate" or "place", value}; `pick(rate)` is told a rate that was chosen on the curve; `own()`
 * gives the rate of the payment whose place is taken, null where there is none.
 * Gives {element, mark, look}: `mark()` after the choice changed, `look()` to ask the node again where the curve is seen.
 * The element may be taken off the page and put on it again: it goes on as it was.
 */
export function feeCurve(view, wallet, choice, pick, own = () => null) {
  const element = h("div", {});
  const drawing = h("div", {});
  const said = h("p", { class: "placed" });
  const slider = h("input", { type: "range", min: "0", step: "1", id: newID("curve") });
  const sliding = field("Choose a rate on the curve", slider, "Left and right arrows go from step to step.");
  let fees = null;
  let rates = [];

  function mark() {
    if (!fees?.steps.length) return;
    const { rate, words: text } = placed(fees, choice());
    put(drawing, picture(fees, rate, own(), choose));
    const isTooLow = rate !== null && own() !== null && rate <= own();
    said.textContent = `${text}${isTooLow ? ` ${tooLow(own())}` : ""}`;
    const near = rate === null ? 0 : rates.reduce((best, r, i) => (Math.abs(r - rate) < Math.abs(rates[best] - rate) ? i : best), 0);
    slider.max = String(rates.length - 1);
    slider.value = String(near);
    slider.setAttribute("aria-valuetext", rate === null ? "no rate is chosen yet" : words(fees, rates[near]));
  }
  function choose(rate) {
    pick(rate);
    mark();
  }
  slider.addEventListener("input", () => choose(rates[Number(slider.value)]));

  const again = button("Look again", () => look(), { class: "small" });
  function draw(f) {
    const tables = h("details", {}, h("summary", {}, "The same in figures"),
      f.rates.length ? table("How much pays a fee rate or more", [{ name: "Fee rate", main: true }, { name: "Pays as much or more" }],
        f.rates.map((r) => [`${r.feeRate} sat/vB`, r.vsize ? `${millions(r.vsize)}, ${blocks(r.vsize)}` : "nothing"])) : null,
      table("What the node estimates", [{ name: "Confirmed within", main: true }, { name: "Fee rate" }],
        f.estimates.map((e) => [`${e.blocks} blocks`, e.feeRate === null ? "not known" : `${e.feeRate} sat/vB`])));
    const isOpen = element.querySelector("details")?.open;
    const focused = element.contains(document.activeElement) ? document.activeElement : null;
    if (isOpen) tables.open = true;
    put(element, h("h3", {}, "The mempool now"),
      f.untold ? h("p", {}, `The node cannot list its mempool by fee rate: ${shown(f.untold)}.`)
        : f.steps.length ? [h("p", { class: "quiet" }, `${millions(f.size)} wait, ${blocks(f.size)}. The more pays as much as you, the longer you wait.`), drawing, said, sliding]
          : h("p", {}, `Nothing waits: the lowest rate that the node relays, ${f.minimumFeeRate} sat/vB, is enough.`),
      tables, h("div", { class: "row" }, again), command(line));
    // What had the focus is the same element where it stays; else its twin.
    if (focused?.isConnected) focused.focus();
    else if (focused?.tagName === "SUMMARY") element.querySelector("summary").focus();
  }
  // Nobody is asked for a curve that nobody sees: the payment went on meanwhile, or it stands in what is folded up.
  const isSeen = () => !document.hidden && element.isConnected && !element.closest("details:not([open])");
  async function look() {
    if (!isSeen()) return;
    try {
      const f = await result(line);
      if (view.signal.aborted) return;
      const own = await network(wallet);
      if (own && f.network !== own) {
        fees = null;
        put(element, h("p", { class: "quiet" }, `The node in use is on ${shown(f.network)}, this wallet on ${shown(own)}: no curve.`));
        return;
      }
      const isSame = JSON.stringify(f) === JSON.stringify(fees);
      fees = f;
      rates = ratesOf(f);
      if (isSame) return mark();
      draw(f);
      mark();
    } catch (error) {
      fees = null;
      put(element, h("p", { class: "quiet" }, `No curve of the mempool: ${shown(error.message)}. ${error.hint ? `To fix it: ${shown(error.hint)}.` : ""}`));
    }
  }
  const timer = setInterval(look, pause);
  view.signal.addEventListener("abort", () => clearInterval(timer));
  return { element, mark, look };
}
