// The whole journey without a coin: a chain of its own, a faucet, and blocks at the push of a button.

import { result } from "./api.js";
import { act, command } from "./act.js";
import { button, field, grouped, h, link, put, shown } from "./dom.js";
import { practice, wallets } from "./state.js";

export async function show(view) {
  const body = view.head("Rehearsal", { intro: "A chain that only exists in a file of this machine. Its coins are worth nothing, and everything else works as with real coins." });
  const steps = h("ol", { class: "steps" });
  put(body, steps, command(["node", "add", "practice", "rehearsal://"], ["rehearse", "fund", "ADDRESS", "0.5"], ["rehearse", "mine", "1"]));

  const log = () => h("div", {});
  const startLog = log();
  const start = button("Start a rehearsal chain", async () => { if (await act(startLog, ["node", "add", "practice", "rehearsal://"], { busy: start, signal: view.signal })) { view.say("The rehearsal chain is in use."); await refresh(); } }, { class: "first" });
  const use = button("Use it", async () => { if (await act(startLog, ["node", "use", (await practice()).name], { busy: use, signal: view.signal })) await refresh(); }, { class: "first" });

  const wallet = h("select", { class: "short" });
  const amount = h("input", { type: "text", inputmode: "decimal", class: "short", autocomplete: "off", value: "0.5" });
  const address = h("input", { type: "text", autocomplete: "off", spellcheck: "false" });
  const fundLog = log();
  const next = button("New address", async () => {
    const end = await act(fundLog, ["receive", wallet.value], { busy: next, signal: view.signal });
    if (end) { address.value = end.result.address; view.say("Compare it with the signer, as you would with real money."); address.focus(); }
  });
  const fund = button("Send coins there", async () => {
    const end = await act(fundLog, ["rehearse", "fund", address.value.trim(), amount.value.trim()], { busy: fund, signal: view.signal });
    if (end) view.say("They wait for a block.");
  }, { class: "first" });

  const count = h("input", { type: "text", inputmode: "numeric", class: "short", autocomplete: "off", value: "1" });
  const mineLog = log();
  const mine = button("Mine", async () => {
    const end = await act(mineLog, ["rehearse", "mine", count.value.trim() || "1"], { busy: mine, signal: view.signal });
    if (!end) return;
    view.say(`The chain is at block ${end.result.height}.`);
    await act(mineLog, ["sync"], { signal: view.signal });
    await refresh();
  }, { class: "first" });
  const state = h("p", { class: "quiet" });

  async function refresh() {
    const node = await practice();
    const mine_ = (await wallets()).filter((w) => w.network === "regtest");
    const kept = wallet.value;
    // A list that is open stays so while blocks come.
    if (view.differs(mine_)) put(wallet, mine_.map((w) => h("option", { value: w.wallet }, shown(w.wallet))));
    if (mine_.some((w) => w.wallet === kept)) wallet.value = kept;
    let height = null;
    if (node?.active) height = (await result(["node", "status", node.name]).catch(() => null))?.height ?? null;
    put(state, height === null ? "" : `The chain is at block ${grouped(height)}.`);
    if (steps.dataset.drawn === String([node?.active, mine_.length])) return;
    steps.dataset.drawn = String([node?.active, mine_.length]);
    put(steps,
      h("li", { class: node?.active ? "done" : null }, h("h2", {}, "A chain to practise on"),
        node?.active ? h("p", {}, `${shown(node.name)} is in use.`) : h("div", { class: "row" }, node ? use : start), startLog),
      h("li", { class: mine_.length ? "done" : null }, h("h2", {}, "A wallet on regtest"),
        h("p", {}, mine_.length ? ["There is ", mine_.map((w, i) => [i ? ", " : "", link(shown(w.wallet), `#/wallet/${encodeURIComponent(w.wallet)}`)]), ". "] : ["At the signer’s desk (", h("code", {}, "offline-signer desk"), "), choose “Practise first”. Or type there:"]),
        mine_.length ? null : h("pre", { class: "type", tabindex: "0", role: "region", "aria-label": "Commands for the signer" }, "export OFFLINE_SIGNER_HOME=~/practice\noffline-signer init --network regtest\noffline-signer seed create NAME"),
        h("p", {}, link(mine_.length ? "Make another" : "Make a wallet", "#/new", { class: mine_.length ? "" : "button" }))),
      h("li", {}, h("h2", {}, "Be paid by the faucet"),
        mine_.length ? h("div", { class: "row end" }, field("Wallet", wallet), next) : null,
        field("Address", address, "An address of regtest (bcrt1…)."),
        field("Amount in BTC", amount), h("div", { class: "row" }, fund), fundLog),
      h("li", {}, h("h2", {}, "Mine a block"), state,
        h("p", {}, "The first block confirms what is waiting."), field("How many blocks", count), h("div", { class: "row" }, mine), mineLog),
      h("li", {}, h("h2", {}, "Pay"), h("p", {}, mine_.length ? ["Build a payment on the page ", link("Pay", `#/wallet/${encodeURIComponent(mine_[0].wallet)}/pay`), ", sign it, send it, and mine a block."] : "First get a coin (step 3).")));
  }
  view.onLive(refresh);
  await refresh();
}
