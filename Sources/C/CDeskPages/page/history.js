// The transactions of a wallet, newest first, with the balance after each.

import { result, textOf } from "./api.js";
import { act, command, warnings } from "./act.js";
import { address, button, download, field, grouped, h, hash, link, money, put, sat, shown, time } from "./dom.js";
import { paged } from "./paged.js";

export async function show(view, name) {
  const body = view.head("History", { wallet: name });
  const log = h("div", {});
  const find = h("input", { type: "search" });
  const save = button("Save as CSV", async () => {
    const end = await act(log, ["history", name, "--offline", "--csv", "--out", "-"], { busy: save, signal: view.signal });
    if (end) download(`${name}-history.csv`, textOf(end), "text/csv;charset=utf-8");
  });
  const whole = button("Read the whole chain again", async () => { await act(log, ["sync", name, "--whole"], { busy: whole, signal: view.signal }); });
  const list = paged({
    caption: "Transactions",
    columns: [
      { name: "Date", main: true, text: (t) => (t.height === null ? "pending" : [t.time === null ? "" : time(t.time), h("small", {}, `block ${grouped(t.height)}`)]), sort: (t) => t.height ?? Infinity },
      { name: "BTC", right: true, text: (t) => h("span", { class: t.net > 0 ? "gain" : null }, money(t.net, { sign: true })), sort: (t) => t.net },
      { name: "Balance BTC", right: true, text: (t) => money(t.balance) },
      {
        name: "Label", text: (t) => [
          t.label ? shown(t.label) : "", t.payment ? [t.label ? " · " : "", link(`payment ${t.payment}`, `#/payment/${t.payment}`)] : "",
          t.recipients.map((r) => h("small", {}, money(r.amount), " to ", r.address ? address(r.address) : h("code", {}, shown(r.script)))),
          t.fee !== null && t.spent ? h("small", {}, `fee ${sat(t.fee)}`) : "",
          t.lookAlike ? h("strong", {}, " looks like an address you know: do not copy it") : "", t.mayMissSpends ? " (may be incomplete)" : "",
        ],
      },
      { name: "Transaction", text: (t) => (t.txid ? hash(t.txid) : ["coin ", hash(t.coin)]) },
    ],
    search: (t) => `${t.txid ?? ""} ${t.label} ${t.payment ?? ""} ${t.recipients.map((r) => r.address ?? "").join(" ")}`,
    empty: "No transactions yet.",
  });
  find.addEventListener("input", () => list.find(find.value));
  put(body, h("div", { class: "row end" }, field("Find", find), save), h("details", {}, h("summary", {}, "Something is missing"), h("p", { class: "hint" }, "Only if something is missing. It can take hours."), whole), log, list.element,
    command(["history", name, "--offline"], ["history", name, "--csv", "--out", "history.csv"]));
  async function refresh() {
    const all = await result(["history", name, "--offline"], { talk: warnings(log) });
    if (view.differs(all)) list.set(all);
  }
  view.onLive(refresh);
  await refresh();
}
