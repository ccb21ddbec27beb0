// All payments, or those of one wallet; and what others made or signed, to be taken in.

import { result } from "./api.js";
import { command, warnings } from "./act.js";
import { intake } from "./camera.js";
import { address, grouped, h, link, money, put, shown, time } from "./dom.js";
import { paged } from "./paged.js";

const kinds = { complete: "good", confirmed: "good", sent: "good", sending: "warn", draft: "warn", conflicted: "bad", dead: "bad" };

/** How far a payment is, in the words of the terminal. */
function stage(p) {
  if (p.state === "draft" && p.signers ? p.signers.some((s) => s.signatures > 0) : /Signed: /.test(p.status ?? "")) {
    if (p.state === "draft") return "partly signed";
  }
  if (p.state === "draft") return p.written ? "exported" : "draft";
  if (p.state === "sent") return p.second && ["mempool", "block"].includes(p.second.seen) ? `sent, seen by ${shown(p.second.node)}` : "sent";
  if (p.state === "confirmed") return p.height ? `confirmed, ${grouped(p.confirmations)} deep` : "confirmed";
  return p.state;
}

export function stateMark(p) {
  return h("span", { class: `state ${kinds[p.state] ?? ""}` }, stage(p));
}

/** What is built to take its place, and whether it did. */
export function replacement(p) {
  if (!p.replacedBy) return "";
  const other = link(`payment ${p.replacedBy}`, `#/payment/${p.replacedBy}`);
  if (["conflicted", "dead"].includes(p.state)) return ["replaced by ", other];
  return p.state === "confirmed" || p.state === "cancelled" ? "" : [other, " is meant to replace it"];
}

/** What it is for, or where it is not said, whom it pays: whole addresses in groups. */
export function label(p) {
  const paid = (p.outputs ?? []).filter((o) => !o.change);
  const isSummary = paid.length && paid.some((o) => p.what.includes(o.address));
  if (!isSummary) return shown(p.what);
  return [
    paid.slice(0, 3).map((o) => h("div", {}, o.name ? h("strong", {}, shown(o.name)) : h("small", {}, address(o.address)))),
    paid.length > 3 ? h("small", {}, `and ${paid.length - 3} more`) : "",
  ];
}

export async function show(view, name) {
  const body = view.head("Payments", { wallet: name });
  const log = h("div", {});
  const args = ["payments", ...(name ? [name] : []), "--offline"];
  const list = paged({
    caption: name ? `Payments of ${shown(name)}` : "All payments",
    columns: [
      { name: "Payment", main: true, text: (p) => link(String(p.payment), `#/payment/${p.payment}`, { "aria-label": `Payment ${p.payment}` }), sort: (p) => p.payment },
      ...(name ? [] : [{ name: "Wallet", text: (p) => shown(p.wallet) }]),
      { name: "State", text: (p) => [stateMark(p), p.uncertain ? " uncertain" : "", h("small", {}, replacement(p)), p.missing ? h("small", {}, `${p.missing} missing`) : "", p.step ? h("small", {}, `ladder ${p.ladder}, step ${p.step}`) : ""] },
      { name: "BTC", right: true, text: (p) => money(p.paid), sort: (p) => p.paid ?? 0 },
      { name: "Label", text: (p) => label(p) },
      { name: "Fee sat", right: true, text: (p) => h("span", { class: "nowrap" }, grouped(p.fee)), sort: (p) => p.fee },
      { name: "Built", text: (p) => time(p.created), sort: (p) => p.created },
    ],
    search: (p) => `${p.payment} ${p.wallet} ${p.state} ${p.what} ${p.txid}`,
    empty: "No payments yet.",
  });
  put(body, log, list.element,
    h("details", {}, h("summary", {}, "Take in signatures, or a payment begun elsewhere"),
      h("p", { class: "hint" }, "The program finds the payment by itself, and verifies each signature."),
      intake("a signed payment", () => ["collect", "-"], (end) => view.go(`#/payment/${end.result.payment}`), { signal: view.signal })),
    command(args, ["collect", "-"]));
  async function refresh() {
    const all = await result(args, { talk: warnings(log) });
    if (view.differs(all)) list.set(all.slice().sort((a, b) => b.payment - a.payment));
  }
  view.onLive(refresh);
  await refresh();
}
