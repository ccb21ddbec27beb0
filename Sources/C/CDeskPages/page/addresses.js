// Every address of a wallet, with what it received.

import { result, textOf } from "./api.js";
import { act, command, warnings } from "./act.js";
import { address, button, download, field, h, money, put, shown } from "./dom.js";
import { paged } from "./paged.js";

export async function show(view, name) {
  const body = view.head("Addresses", { wallet: name });
  const log = h("div", {});
  const save = button("Save as CSV", async () => {
    const end = await act(log, ["addresses", name, "--offline", "--csv", "--out", "-"], { busy: save, signal: view.signal });
    if (end) download(`${name}-addresses.csv`, textOf(end), "text/csv;charset=utf-8");
  });
  const find = h("input", { type: "search" });
  const list = paged({
    caption: "Addresses",
    columns: [
      { name: "Branch", text: (a) => (a.branch === 0 ? "receive" : a.branch === 1 ? "change" : String(a.branch)) },
      { name: "Index", right: true, sort: (a) => a.index, text: (a) => String(a.index) },
      { name: "Address", main: true, text: (a) => address(a.address) },
      { name: "State", text: (a) => (a.payment ? `${a.state} by payment ${a.payment}` : a.state) },
      { name: "Received BTC", right: true, sort: (a) => a.received, text: (a) => money(a.received) },
      { name: "Holds BTC", right: true, sort: (a) => a.balance, text: (a) => money(a.balance) },
      { name: "Label", text: (a) => shown(a.label) },
    ],
    search: (a) => `${a.address} ${a.label} ${a.state}`,
    empty: "No address was handed out yet.",
  });
  find.addEventListener("input", () => list.find(find.value));
  put(body, h("div", { class: "row end" }, field("Find", find), save), log, list.element, command(["addresses", name, "--offline"]));
  async function refresh() {
    const { addresses } = await result(["addresses", name, "--offline"], { talk: warnings(log) });
    if (view.differs(addresses)) list.set(addresses);
  }
  view.onLive(refresh);
  await refresh();
}
