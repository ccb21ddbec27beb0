// What makes one of two payments another: they spend the same coins, so that only one of them can be in a block.

import { result } from "./api.js";
import { errorBox } from "./act.js";
import { address, h, hash, link, money, put, sat, shown, sum, table } from "./dom.js";
import { stateMark } from "./payments.js";

/** The most payments that are compared with one. */
const MOST = 4;

/** What each address gets, of the outputs that leave the wallet; and what comes back. */
function paid(p) {
  const leaving = new Map();
  for (const o of p.outputs ?? []) {
    if (o.change) continue;
    leaving.set(o.address, { name: o.name, amount: BigInt(o.amount) + (leaving.get(o.address)?.amount ?? 0n) });
  }
  return { leaving, back: sum((p.outputs ?? []).filter((o) => o.change).map((o) => o.amount)) };
}

function rows(p, other) {
  const [mine, theirs] = [paid(p), paid(other)];
  const all = [];
  if (p.fee !== other.fee) all.push(["Fee", sat(p.fee), sat(other.fee)]);
  for (const to of new Set([...mine.leaving.keys(), ...theirs.leaving.keys()])) {
    const [here, there] = [mine.leaving.get(to), theirs.leaving.get(to)];
    if (here?.amount === there?.amount) continue;
    const name = here?.name ?? there?.name;
    all.push([["Pays ", name && h("strong", {}, shown(name), " "), address(to)], here ? money(here.amount, { unit: true }) : "nothing", there ? money(there.amount, { unit: true }) : "nothing"]);
  }
  if (mine.back !== theirs.back) all.push(["Comes back", money(mine.back, { unit: true }), money(theirs.back, { unit: true })]);
  const spends = (q, outpoint) => (q.coins.some((c) => c.outpoint === outpoint) ? "spent" : "not spent");
  for (const outpoint of new Set([...p.coins, ...other.coins].map((c) => c.outpoint))) {
    const [here, there] = [spends(p, outpoint), spends(other, outpoint)];
    if (here !== there) all.push([["Coin ", hash(outpoint)], here, there]);
  }
  return all;
}

function section(p, other) {
  const all = rows(p, other);
  const number = String(other.payment);
  return h("section", {}, h("h2", {}, "Compared with ", link(`payment ${number}`, `#/payment/${number}`), " ", stateMark(other)),
    h("p", {}, "Both spend the same coins: at most one of them can confirm."),
    all.length ? table(`What is different in payment ${number}`, [{ name: "What", main: true }, { name: "This payment", right: true }, { name: `Payment ${number}`, right: true }], all, { quietCaption: true })
      : h("p", {}, "They pay the same amounts to the same addresses, for the same fee."));
}

/** Fills `place` with what a payment differs in from those that replace it and those that it replaces. */
export async function compare(place, p) {
  try {
    const all = await result(["payments", p.wallet, "--offline"]);
    const others = all.filter((one) => one.payment === p.replacedBy || one.replacedBy === p.payment).slice(-MOST);
    const known = [];
    for (const one of others) known.push(await result(["payments", "--payment", String(one.payment), "--offline"]));
    put(place, known.map((other) => section(p, other)));
  } catch (error) { put(place, errorBox(error)); }
}
