// A payment as a picture: coins come in at the left, outputs and fee go out at the right.

import { btc, grouped, shown, sum, svg } from "./dom.js";

const MOST = 8;
const short = (text) => (text.length > 26 ? `${text.slice(0, 12)}…${text.slice(-10)}` : text);

/** `inputs` and `outputs` as `pay` reports them; `fee` in satoshis. Null where the inputs are not known. */
export function diagram({ inputs, outputs, fee }) {
  if (!inputs?.length) return null;
  const left = inputs.slice(0, MOST).map((i) => ({ amount: i.amount, words: i.number ? `coin ${i.number}` : short(i.outpoint) }));
  if (inputs.length > MOST) left.push({ amount: sum(inputs.slice(MOST).map((i) => i.amount)), words: `${grouped(inputs.length - MOST)} more coins` });
  const paying = outputs.filter((o) => !o.change);
  const right = paying.slice(0, MOST).map((o) => ({ amount: o.amount, words: o.name ? shown(o.name) : o.data ? "data" : short(shown(o.address)) }));
  if (paying.length > MOST) right.push({ amount: sum(paying.slice(MOST).map((o) => o.amount)), words: `${grouped(paying.length - MOST)} more recipients` });
  for (const o of outputs.filter((one) => one.change)) right.push({ amount: o.amount, words: "change, back to the wallet", kind: "change" });
  if (fee !== null && fee !== undefined) right.push({ amount: fee, words: "fee, to the miner", kind: "fee" });

  const step = 46;
  const height = Math.max(left.length, right.length) * step + 16;
  const middle = { x: 320, y: height / 2 };
  const total = Number(sum(inputs.map((i) => i.amount))) || 1;
  // A width that lets small amounts be seen; the figures say how much.
  const width = (amount) => 1.5 + 14 * Math.sqrt(Number(amount) / total);
  const place = (count, i) => height / 2 + (i - (count - 1) / 2) * step;
  const parts = [];
  left.forEach((item, i) => {
    const y = place(left.length, i);
    parts.push(svg("path", { d: `M200 ${y} C 260 ${y}, 260 ${middle.y}, ${middle.x} ${middle.y}`, "stroke-width": width(item.amount) }),
      svg("text", { x: 190, y: y - 2, "text-anchor": "end" }, `${btc(item.amount)} BTC`),
      svg("text", { x: 190, y: y + 13, "text-anchor": "end", class: "small" }, item.words));
  });
  right.forEach((item, i) => {
    const y = place(right.length, i);
    parts.push(svg("path", { class: item.kind ?? null, d: `M${middle.x} ${middle.y} C 380 ${middle.y}, 380 ${y}, 440 ${y}`, "stroke-width": width(item.amount) }),
      svg("text", { x: 450, y: y - 2 }, `${btc(item.amount)} BTC`),
      svg("text", { x: 450, y: y + 13, class: "small" }, item.words));
  });
  parts.push(svg("circle", { cx: middle.x, cy: middle.y, r: 9 }));
  const words = `${inputs.length} ${inputs.length === 1 ? "coin" : "coins"} in, ${outputs.length} ${outputs.length === 1 ? "output" : "outputs"} and the fee out; the tables below say the same`;
  return svg("svg", { class: "diagram", viewBox: `0 0 680 ${height}`, role: "img", "aria-label": words },
    // Firefox would have its texts read as well, with shortened addresses.
    svg("g", { "aria-hidden": "true" }, parts));
}
