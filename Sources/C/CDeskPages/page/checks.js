// What proves something: signed texts, and the log of a signer held against the chain.

import { textOf } from "./api.js";
import { act, command } from "./act.js";
import { intake } from "./camera.js";
import { button, download, facts, field, grouped, h, hash, link, money, put, sat, shown, table, time } from "./dom.js";
import { wallets } from "./state.js";

export async function show(view) {
  const body = view.head("Checks");
  const logOut = h("div", {});
  const signedOut = h("div", {});
  const askLog = h("div", {});
  const labelLog = h("div", {});
  const names = (await wallets()).map((w) => w.wallet);

  put(body,
    h("section", { class: "sheet" }, h("h2", {}, "The log of a signer"),
      h("p", {}, "Says of each payment that was signed what became of it, and warns of coins that were spent without an entry. At the signer’s desk, choose “What was signed” and “Hand it to the coordinator”. Or type there:"),
      h("pre", { class: "type", tabindex: "0", role: "region", "aria-label": "Command for the signer" }, "offline-signer log export --out terminal"),
      intake("the log of a signer", () => ["reconcile", "-"], (end) => drawLog(end.result), { signal: view.signal, allow: [1] }), logOut, command(["reconcile", "log.txt"])),
    h("section", { class: "sheet" }, h("h2", {}, "A signed text"),
      h("p", {}, "Says whether a text was signed by the holder of an address."),
      intake("the signed text", () => ["message", "check", "-"], (end) => drawSigned(end.result), { signal: view.signal, allow: [1] }), signedOut, command(["message", "check", "signed.txt"])));

  if (names.length) {
    const wallet = h("select", { class: "short" }, names.map((n) => h("option", { value: n }, shown(n))));
    const signer = h("input", { type: "text", autocomplete: "off" });
    const text = h("input", { type: "text", autocomplete: "off" });
    const ask = button("Save the request", async () => {
      const end = await act(askLog, ["message", "request", wallet.value, signer.value.trim(), "--text", text.value, "--out", "-"], { busy: ask, signal: view.signal });
      if (end) download("request.txt", textOf(end));
    });
    const labelled = h("select", { class: "short" }, names.map((n) => h("option", { value: n }, shown(n))));
    const save = button("Save the labels", async () => {
      const end = await act(labelLog, ["label", "export", labelled.value, "--out", "-"], { busy: save, signal: view.signal });
      if (end) download(`${labelled.value}-labels.jsonl`, textOf(end));
    });
    body.append(
      h("section", { class: "sheet" }, h("h2", {}, "Ask a signer to sign a text"),
        field("Wallet", wallet), field("Address, or its index", signer), field("Text to be signed", text), h("div", { class: "row" }, ask), askLog,
        h("p", {}, "At the signer’s desk, choose “Sign a payment” and “Sign a text”, the wallet of the address, “From a stick or folder”, and this file. Or type there the command below. Then check the answer above."),
        h("pre", { class: "type", tabindex: "0", role: "region", "aria-label": "Command for the signer with the request" }, "offline-signer message sign request.txt --wallet WALLET --out terminal"),
        command(["message", "request", names[0], "0", "--text", "TEXT", "--out", "request.png"])),
      h("section", { class: "sheet" }, h("h2", {}, "Labels for other programs (BIP-329)"),
        field("Wallet of the labels", labelled), h("div", { class: "row" }, save), labelLog, command(["label", "export", names[0], "--out", "labels.jsonl"])));
  }

  function drawLog(r) {
    if (!r?.signed) return;
    put(logOut,
      h("div", { class: `box ${r.alarm ? "error" : "good"}`, role: r.alarm ? "alert" : null }, h("p", {}, r.alarm ? "ALARM: coins were spent by what is not in the log." : "Nothing was spent that is not in the log.")),
      r.logs.map((l) => facts([["Entries", grouped(l.entries)], ["Words", h("span", { class: "words" }, shown(l.words))], ["Exported", time(l.made)]])),
      table("What was signed", [{ name: "When", main: true }, { name: "Sent BTC", right: true }, { name: "State" }, { name: "Payment" }, { name: "Transaction" }],
        r.signed.map((s) => [time(s.time), money(s.sent), s.state, s.payment ? link(String(s.payment), `#/payment/${s.payment}`) : "–", hash(s.txid)])),
      table("Spent without an entry", [{ name: "Wallet", main: true }, { name: "Verdict" }, { name: "Lost BTC", right: true }, { name: "Transaction" }],
        r.unsigned.map((u) => [shown(u.wallet), shown(u.verdict), money(u.lost), u.txid ? hash(u.txid) : "–"]), { empty: "Nothing." }));
  }
  function drawSigned(r) {
    if (r?.valid === undefined) return;
    put(signedOut,
      h("div", { class: `box ${r.valid ? "good" : "error"}` }, h("p", {}, r.valid ? "The signature is right." : "The signature is NOT right.")),
      facts([["Address", shown(r.address)], ["Form", shown(r.form)], ["Text", h("pre", { tabindex: "0", role: "region", "aria-label": "The text that was signed" }, shown(r.message ?? "(not text)"))], r.coins.length ? ["Coins shown", r.coins.map((c) => h("div", {}, hash(c.outpoint), ` ${sat(c.amount)}`))] : null]));
  }
}
