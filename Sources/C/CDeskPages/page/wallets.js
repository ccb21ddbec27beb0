// All wallets: what they own, how fresh that is, and what needs somebody.

import { result } from "./api.js";
import { act, command, errorBox } from "./act.js";
import { ago, button, grouped, h, link, money, put, shown } from "./dom.js";
import { isTest, nodes, wallets } from "./state.js";

const to = (name, place = "") => `#/wallet/${encodeURIComponent(name)}${place && `/${place}`}`;

/** What of payments and backups waits for a person. */
export function needs(name, payments, balance) {
  const list = [];
  for (const p of payments.filter((one) => one.wallet === name)) {
    const page = `#/payment/${p.payment}`;
    if (p.state === "draft") list.push([link(`Payment ${p.payment}`, page), ` needs ${p.missing === 1 ? "1 signature" : `${p.missing ?? "more"} signatures`}`]);
    else if (p.state === "complete") list.push([link(`Payment ${p.payment}`, page), " is signed: send it, or cancel it"]);
    else if (p.state === "sending") list.push([link(`Payment ${p.payment}`, page), " was being sent: nobody knows yet whether the node took it"]);
    else if (p.state === "sent") list.push([link(`Payment ${p.payment}`, page), " was sent and waits for a block"]);
    else if (p.uncertain) list.push([link(`Payment ${p.payment}`, page), " is uncertain: no node could tell what became of it"]);
  }
  if (balance?.backupIsCurrent === false) list.push(["The newest ", link("backup", "#/backups"), " lacks changes"]);
  if (balance?.uploadIsCurrent === false) list.push(["The ", link("backup on the server", "#/backups"), " lacks changes"]);
  if (balance && balance.height === null) list.push(["It was never synced"]);
  return list;
}

/** Up to which block it is known, and when it was looked at. */
export function syncAge(b, words) {
  return b.height === null ? "Never synced." : `${words} ${grouped(b.height)}, synced ${ago(b.syncedAt)}.`;
}

function firstSteps(hasNode) {
  return h("div", { class: "sheet" },
    h("h2", {}, "Begin here"),
    h("ol", { class: "steps" },
      h("li", { class: hasNode ? "done" : null }, h("h3", {}, "A node"),
        h("p", {}, "It tells what is on the chain. To try everything without a coin, ", link("start a rehearsal", "#/rehearsal"),
          "; for real money, ", link("add your own node", "#/nodes"), ".")),
      h("li", {}, h("h3", {}, "A wallet"),
        h("p", {}, "It is made of what the signer exports: keys that can see your coins but not spend them. ", link("Make a wallet", "#/new"), ".")),
      h("li", {}, h("h3", {}, "An address"), h("p", {}, "Have one handed out, compare it with the signer, and be paid."))),
    h("p", { class: "quiet" }, "Restoring? In a terminal: ", h("code", {}, "online-coordinator backup restore /media/stick"), "."));
}

export async function show(view) {
  const body = view.head("Wallets");
  const log = h("div", {});
  const list = h("ul", { class: "cards" });
  const more = h("div", {});
  const sync = button("Sync now", async () => { await act(log, ["sync"], { busy: sync, signal: view.signal }); });
  const tools = h("div", { class: "row" }, sync, link("Make a wallet", "#/new", { class: "button" }));
  put(body, tools, log, list, more);

  const ages = new Map();
  async function refresh() {
    const [all, known, payments] = await Promise.all([wallets(), nodes(), result(["payments", "--offline"])]);
    tools.hidden = !all.length;
    if (!all.length) {
      if (!view.differs(known.length)) return;
      put(list);
      put(more, firstSteps(known.length > 0));
      return;
    }
    const balances = await Promise.all(all.map(({ wallet }) => result(["balance", wallet, "--offline"]).catch((error) => ({ error }))));
    for (const [i, { wallet }] of all.entries()) {
      if (!ages.has(wallet)) ages.set(wallet, h("span", {}));
      if (!balances[i].error) put(ages.get(wallet), syncAge(balances[i], "Block"));
    }
    // Their age changes with each look at the chain, and says nothing else.
    if (!view.differs(all, payments, balances.map((b) => (b.error ? b.error.message : { ...b, syncedAt: null })))) return;
    put(more, command(["wallet", "list"], ["balance", all[0].wallet, "--offline"], ["payments", "--offline"]));
    const cards = all.map(({ wallet, network }, i) => {
      const name = h("h2", {}, link(shown(wallet), to(wallet)), isTest(network) && h("span", { class: "quiet" }, ` ${network}`));
      const b = balances[i];
      if (b.error) return h("li", {}, h("div", { class: "sheet" }, name, errorBox(b.error)));
      const wants = needs(wallet, payments, b);
      return h("li", {}, h("div", { class: "sheet" },
        name,
        h("p", { class: "balance" }, money(b.total), h("span", { class: "unit" }, " BTC")),
        h("p", { class: "quiet" },
          b.pending ? [money(b.pending, { sign: true }), " not confirmed yet. "] : null,
          ages.get(wallet)),
        h("div", { class: "row" }, link("Receive", to(wallet, "receive"), { class: "button small" }), link("Pay", to(wallet, "pay"), { class: "button small" })),
        wants.length ? h("div", {}, h("h3", {}, "What needs you"), h("ul", { class: "needs" }, wants.map((w) => h("li", {}, w)))) : null));
    });
    put(list, cards);
  }
  view.onLive(refresh);
  await refresh();
}
