// All payments, or those of one wallet; and what others made or signed, to be taken in.

import { result } from "./api.js";
import { command, warnings } from "./act.js";
import { intake } from "./camera.js";
import { grouped, h, link, put, shown, time } from "./dom.js";
import { paged } from "./paged.js";

const kinds = { complete: "good", confirmed: "good", sent: "good", sending: "warn", draft: "warn", conflicted: "bad", dead: "bad" };

export function stateMark(p) {
  return h("span", { class: `state ${kinds[p.state] ?? ""}` }, p.state);
}

export async function show(view, name) {
  const body = view.head("Payments", { wallet: name });
  const log = h("div", {});
  const args = ["payments", ...(name ? [name] : []), "--offline"];
  const list = paged({
    caption: "Payments",
    columns: [
      { name: "Payment", main: true, text: (p) => link(String(p.payment), `#/payment/${p.payment}`, { "aria-label": `Payment ${p.payment}` }), sort: (p) => p.payment },
      ...(name ? [] : [{ name: "Wallet", text: (p) => shown(p.wallet) }]),
      { name: "State", text: (p) => [stateMark(p), p.uncertain ? " uncertain" : "", p.replacedBy ? [" replaced by ", link(String(p.replacedBy), `#/payment/${p.replacedBy}`)] : "", p.missing ? h("small", {}, `${p.missing} missing`) : "", p.step ? h("small", {}, `ladder ${p.ladder}, step ${p.step}`) : ""] },
      { name: "What", text: (p) => shown(p.what) },
      { name: "Fee sat", right: true, text: (p) => grouped(p.fee), sort: (p) => p.fee },
      { name: "Made", text: (p) => time(p.created), sort: (p) => p.created },
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
    list.set(all.slice().sort((a, b) => b.payment - a.payment));
  }
  view.onLive(refresh);
  await refresh();
}
