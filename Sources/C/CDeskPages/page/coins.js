// The coins of a wallet: named, tagged, kept back, or chosen for a payment.

import { result } from "./api.js";
import { act, command, warnings } from "./act.js";
import { address, button, btc, counted, field, grouped, h, hash, money, put, sat, shown, sum } from "./dom.js";
import { paged } from "./paged.js";
import { chosen } from "./state.js";

export async function show(view, name) {
  const body = view.head("Coins", { wallet: name });
  const picked = chosen.get(name) ?? new Map();
  chosen.set(name, picked);
  const log = h("div", {});
  const find = h("input", { type: "search" });
  const state = (coin) => h("span", { class: `state ${coin.state === "spendable" ? "good" : coin.state === "frozen" ? "warn" : ""}` }, shown(coin.state), coin.lookAlike ? h("strong", {}, ", looks like an address you know: do not copy it") : "");
  const called = (coin) => (coin.number === null ? coin.outpoint : String(coin.number));
  const list = paged({
    caption: "Unspent coins",
    columns: [
      {
        name: "Choose", hidden: true, text: (coin) => h("input", {
          type: "checkbox", checked: picked.has(coin.outpoint), "aria-label": `Choose coin ${called(coin)}, ${btc(coin.amount)} BTC`,
          onchange: (event) => {
            if (event.target.checked) picked.set(coin.outpoint, coin); else picked.delete(coin.outpoint);
            event.target.closest("tr").classList.toggle("chosen", event.target.checked);
            count();
          },
        }),
      },
      { name: "Coin", main: true, text: (coin) => [coin.number === null ? "" : `${coin.number} `, h("small", {}, hash(coin.outpoint))], sort: (coin) => coin.number ?? Infinity },
      { name: "BTC", right: true, text: (coin) => money(coin.amount), sort: (coin) => coin.amount },
      { name: "Blocks", right: true, text: (coin) => grouped(coin.confirmations), sort: (coin) => coin.confirmations },
      { name: "State", text: state },
      { name: "Label", text: (coin) => shown(coin.label) },
      { name: "Tag", text: (coin) => shown(coin.tag ?? "") },
      { name: "Address", text: (coin) => h("small", {}, address(coin.address)) },
    ],
    search: (coin) => `${coin.number} ${coin.outpoint} ${coin.label} ${coin.tag ?? ""} ${coin.address} ${coin.state}`,
    attributes: (coin) => ({ class: picked.has(coin.outpoint) ? "chosen" : null }),
    empty: "No coins.",
  });
  find.addEventListener("input", () => list.find(find.value));

  const total = h("p", { role: "status" });
  const label = h("input", { type: "text", autocomplete: "off", maxlength: "255", class: "short", "aria-label": "Label" });
  const tag = h("input", { type: "text", autocomplete: "off", maxlength: "64", class: "short", "aria-label": "Tag" });
  const names = () => [...picked.values()].map(called);
  const pay = button("Pay with these", () => view.go(`#/wallet/${encodeURIComponent(name)}/pay`), { class: "first" });
  const freeze = button("Freeze", () => doAll(["freeze", name, ...names()], freeze));
  const thaw = button("Unfreeze", () => doAll(["unfreeze", name, ...names()], thaw));
  const setLabel = button("Set the label", () => each(label.value.trim() ? [label.value.trim()] : [], setLabel));
  const setTag = button("Set the tag", () => each(tag.value.trim() ? ["--tag", tag.value.trim()] : ["--no-tag"], setTag));
  const clear = button("Choose none", () => { picked.clear(); list.redraw(); count(); });
  const tools = h("div", { class: "bar" }, total, pay, freeze, thaw, clear);
  const naming = h("details", {}, h("summary", {}, "Label or tag the chosen coins"),
    h("div", { class: "row" }, label, setLabel), h("p", { class: "hint" }, "An empty label removes it. A tag keeps coins apart: they are spent only when the payment names the tag."),
    h("div", { class: "row" }, tag, setTag));

  function count() {
    const all = [...picked.values()];
    const amount = sum(all.map((c) => c.amount));
    put(total, all.length ? [h("strong", {}, counted(all.length, "coin")), ": ", money(amount, { unit: true }), h("span", { class: "quiet" }, ` ${sat(amount)}`)] : "No coins chosen.");
    for (const b of [pay, freeze, thaw, clear, setLabel, setTag]) b.disabled = !all.length;
    naming.hidden = !all.length;
  }
  async function doAll(args, busy) {
    const end = await act(log, args, { busy, signal: view.signal });
    if (end) { view.say(`${counted(end.result.coins.length, "coin")} ${end.result.frozen ? "frozen" : "unfrozen"}.`); await refresh(); }
  }
  async function each(words, busy) {
    for (const coin of names()) if (!await act(log, ["label", "set", name, coin, ...words], { busy, signal: view.signal })) return;
    view.say("Done.");
    await refresh();
  }
  put(body, h("div", { class: "row end" }, field("Find", find)), log, list.element, tools, naming,
    command(["coins", name, "--offline"], ["freeze", name, "COIN"], ["label", "set", name, "COIN", "TEXT"]));
  count();
  async function refresh() {
    const coins = await result(["coins", name, "--offline"], { talk: warnings(log) });
    if (!view.differs(coins)) return;
    const here = new Map(coins.map((c) => [c.outpoint, c]));
    for (const outpoint of [...picked.keys()]) { if (here.has(outpoint)) picked.set(outpoint, here.get(outpoint)); else picked.delete(outpoint); }
    list.set(coins);
    count();
  }
  view.onLive(refresh);
  await refresh();
}
