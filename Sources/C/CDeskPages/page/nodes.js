// Nodes: who is asked, how they are, and whether a second one says the same.

import { result } from "./api.js";
import { act, command, errorBox } from "./act.js";
import { intake } from "./camera.js";
import { button, counted, facts, field, grouped, h, hash, put, sat, shown, table } from "./dom.js";
import { nodes } from "./state.js";

export async function show(view) {
  const body = view.head("Nodes", { intro: "The node in use tells what is on the chain. Use your own: whoever runs it sees which addresses belong together." });
  const list = h("div", {});
  const log = h("div", {});
  const status = h("div", {});
  const compared = h("div", {});
  let lastSaid = "";
  const adding = h("section", { class: "sheet" });
  put(body, list, log, status, compared, adding, command(["node", "list"], ["node", "status"], ["node", "compare"]));

  let looked = null;
  async function look(name, { focuses = false, quietly = false } = {}) {
    looked = { name };
    const args = ["node", "status", ...(name ? [name] : [])];
    const title = h("h2", { tabindex: "-1" }, name ? `State of ${shown(name)}` : "State of the node in use");
    if (!quietly) put(status, h("section", { class: "sheet" }, title, h("p", { class: "quiet", role: "status" }, "Asking it…")));
    let content;
    let said;
    try {
      const s = await result(args);
      said = JSON.stringify([name, s]);
      content = [
        facts([
          ["Software", shown(s.software)], ["Network", s.network],
          ["Block", [grouped(s.height), " ", hash(s.hash)]], ["Finds coins by", shown(s.scanning)],
          ["Lowest fee rate", `${s.minimumFeeRate} sat/vB`], s.feesOfYear && ["Last year’s fee rate", shown(s.feesOfYear)],
          s.progress !== null && s.progress !== undefined && s.progress < 1 ? ["Chain checked", `${Math.floor(s.progress * 1000) / 10} %`] : null,
          s.indexes?.length ? ["Indexes", s.indexes.map((i) => h("div", {}, `${shown(i.name)}: block ${grouped(i.height)}${i.synced ? "" : ", still catching up"}`))] : null,
          s.firstBlock > 0 ? ["First block kept", grouped(s.firstBlock)] : null,
        ]),
        s.catchingUp && h("p", { class: "talk warning" }, "It is still catching up with the chain."),
        s.limits.length ? [h("h3", {}, "What will not work, and why"), h("ul", { class: "needs" }, s.limits.map((l) => h("li", {}, shown(l))))] : null,
        command(args)];
    } catch (error) {
      content = [errorBox(error), command(args)];
      said = JSON.stringify([name, error.message]);
    }
    // Another one was asked meanwhile; or nothing is new.
    if (looked.name !== name || (quietly && said === lastSaid)) return;
    lastSaid = said;
    put(status, h("section", { class: "sheet" }, title, content));
    if (focuses) title.focus();
  }

  async function does(args, busy) { if (await act(log, args, { busy, signal: view.signal })) await refresh(); }
  const compare = button("Compare with the second node", async () => {
    const end = await act(log, ["node", "compare"], { busy: compare, allow: [1], signal: view.signal });
    if (!end?.result?.wallets) { if (end?.result?.error) log.append(errorBox({ message: end.result.error, hint: end.result.hint, rule: end.result.rule })); return; }
    put(compared, h("section", { class: "sheet" }, h("h2", {}, "Compared"), table("Wallets", [{ name: "Wallet", main: true }, { name: "Block", right: true }, { name: "Coins", right: true }, { name: "Same" }, { name: "Only here" }, { name: "Only there" }],
      end.result.wallets.map((w) => [shown(w.wallet), grouped(w.height), `${counted(w.coins, "coin")}, ${sat(w.satoshis)}`, h("span", { class: `state ${w.agree ? "good" : "bad"}` }, w.agree ? "yes" : "no"), w.onlyInRecords.map((c) => h("div", {}, hash(c))), w.onlyAtNode.map((c) => h("div", {}, hash(c)))]))));
  });

  async function refresh() {
    const all = await nodes();
    if (!view.differs(all)) return;
    put(list, table("Nodes", [{ name: "Name", main: true }, { name: "Where" }, { name: "Use" }, { name: "What to do", hidden: true }],
      all.map((n) => [shown(n.name), [h("code", {}, shown(n.url)), n.proxy && h("small", {}, `through ${shown(n.proxy)}`)],
        n.active ? h("span", { class: "state good" }, "in use") : n.second ? h("span", { class: "state" }, "second") : "–",
        h("div", { class: "row" },
          button("State", () => look(n.name, { focuses: true }), { class: "small", "aria-label": `State of ${shown(n.name)}` }),
          !n.active && button("Use", (e) => does(["node", "use", n.name], e.target), { class: "small", "aria-label": `Use ${shown(n.name)}` }),
          !n.active && !n.second && button("Ask as the second", (e) => does(["node", "second", n.name], e.target), { class: "small", "aria-label": `Ask ${shown(n.name)} as the second node` }),
          n.second && button("No second node", (e) => does(["node", "second", "--none"], e.target), { class: "small" }),
          button("Remove", (e) => does(["node", "remove", n.name], e.target), { class: "small", "aria-label": `Remove ${shown(n.name)}` }))]),
      { empty: "No node yet.", quietCaption: true }),
      all.some((n) => n.second) && h("div", { class: "row" }, compare));
  }

  const name = h("input", { type: "text", autocomplete: "off", class: "short" });
  const url = h("input", { type: "text", autocomplete: "off", spellcheck: "false" });
  const proxy = h("input", { type: "text", autocomplete: "off", class: "short" });
  const addLog = h("div", {});
  const args = (where) => ["node", "add", name.value.trim(), where, ...(proxy.value.trim() ? ["--proxy", proxy.value.trim()] : [])];
  const add = button("Add the node", async () => {
    if (await act(addLog, args(url.value.trim()), { busy: add, signal: view.signal })) { await refresh(); await look(name.value.trim(), { focuses: true }); }
  }, { class: "first" });
  put(adding, h("h2", {}, "Add a node"),
    field("Name", name, "Such as home."),
    field("Address", url, "http://127.0.0.1:8332 for Bitcoin Core on this machine; electrum+tls://host:port; esplora+https://host/api; rehearsal:// to practise."),
    h("details", {}, h("summary", {}, "More"),
      field("Proxy", proxy, "host:port of a SOCKS5 proxy; Tor’s own is 127.0.0.1:9050."),
      h("p", { class: "hint" }, "A cookie file or a certificate: add the node in a terminal."),
      h("pre", { tabindex: "0", role: "region", "aria-label": "Command for a terminal of this machine" }, "online-coordinator node add home http://127.0.0.1:8332 --cookie PATH")),
    h("div", { class: "row" }, add), addLog,
    h("details", {}, h("summary", {}, "Read a QuickConnect link"),
      intake("a QuickConnect QR code", () => args("-"), async () => { await refresh(); await look(name.value.trim(), { focuses: true }); }, { signal: view.signal })),
    command(["node", "add", "home", "http://127.0.0.1:8332"], ["node", "add", "practice", "rehearsal://"]));

  // The block of the node whose state is shown, too.
  view.onLive(async () => {
    await refresh();
    if (looked) await look(looked.name, { quietly: true });
  });
  await refresh();
  if ((await nodes()).some((n) => n.active)) await look();
}
