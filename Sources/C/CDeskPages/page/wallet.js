// One wallet: what it owns, what needs somebody, who can spend from it.

import { result, textOf } from "./api.js";
import { act, command, errorBox, warnings } from "./act.js";
import { address, button, download, facts, field, grouped, h, money, put, shown, table } from "./dom.js";
import { once } from "./state.js";
import { needs, syncAge } from "./wallets.js";

/** What a wallet is, in the program's words: policy, keys, words to compare. */
export function walletFacts(w) {
  return [
    facts([
      ["Who can spend", shown(w.policy)],
      ["Network", w.network],
      ["Four words", h("span", { class: "words" }, shown(w.words))],
      ["Checksum", h("code", {}, shown(w.checksum))],
      ["First address", address(w.firstAddress)],
      ["Birth height", grouped(w.birthHeight)],
      ["Gap limit", grouped(w.gapLimit)],
    ]),
    w.notes.map((note) => h("p", { class: "talk warning" }, shown(note))),
    table("Keys", [{ name: "Number", right: true }, { name: "Holder", main: true }, { name: "Fingerprint" }, { name: "Key" }],
      w.keys.map((k, i) => [String(i + 1), shown(k.label ?? "") || "–", h("code", {}, k.fingerprint ?? "not known"), h("span", { class: "hash" }, shown(k.key))])),
  ];
}

export async function show(view, name) {
  const body = view.head(name, { wallet: name });
  const top = h("div", { class: "sheet" });
  const log = h("div", {});
  const what = h("section", { class: "sheet" });
  const people = h("section", {});
  const removing = h("section", {});
  put(body, top, log, what, people, removing);

  const sync = button("Sync now", async () => { await act(log, ["sync", name], { busy: sync, signal: view.signal }); });
  const age = h("span", {});
  async function refresh() {
    const [b, payments] = await Promise.all([result(["balance", name, "--offline"], { talk: warnings(log) }), result(["payments", name, "--offline"])]);
    put(age, syncAge(b, "As of block"));
    // Its age changes with each look at the chain, and says nothing else.
    if (!view.differs({ ...b, syncedAt: null }, payments)) return;
    const wants = needs(name, payments, b);
    put(top,
      h("p", { class: "balance" }, money(b.total), h("span", { class: "unit" }, " BTC")),
      h("p", { class: "quiet" }, age),
      facts([
        ["Can be spent", money(b.spendable, { beside: true })],
        ["Confirmed", money(b.confirmed, { beside: true })],
        b.pending && ["Not confirmed yet", money(b.pending, { beside: true })],
        b.locked && ["Held by payments", money(b.locked, { beside: true })],
        b.frozen && ["Frozen", money(b.frozen, { beside: true })],
        b.immature && ["Mined, not mature yet", money(b.immature, { beside: true })],
      ]),
      wants.length ? [h("h2", {}, "What needs you"), h("ul", { class: "needs" }, wants.map((w) => h("li", {}, w)))] : null,
      h("div", { class: "row" }, sync), command(["balance", name, "--offline"]));
  }
  view.onLive(refresh);

  const form = h("select", {}, ["descriptor", "annotated-descriptor", "bsms", "bip388", "coldcard", "caravan", "specter", "sparrow", "electrum", "redeem-script"].map((f) => h("option", { value: f }, f)));
  const exportLog = h("div", {});
  const exportButton = button("Save as a file", async () => {
    const args = ["wallet", "export", name, "--as", form.value, "--out", "-"];
    const end = await act(exportLog, args, { busy: exportButton, signal: view.signal });
    if (end) download(`${name}-${form.value}.txt`, textOf(end));
  });
  const names = h("div", {});
  const namesLog = h("div", {});
  async function drawPeople() {
    const { people: list } = await result(["wallet", "people", name]);
    const inputs = list.map((p) => h("input", { type: "text", class: "short", autocomplete: "off", maxlength: "64", value: p.label ?? "" }));
    const save = button("Save", async () => {
      const args = ["wallet", "people", name, ...inputs.map((input, i) => `${list[i].key}=${input.value.trim()}`)];
      if (await act(namesLog, args, { busy: save, signal: view.signal })) view.say("The names were saved.");
    });
    put(names, list.map((p, i) => field(`Key ${p.key} (${p.fingerprint ?? "fingerprint not known"})`, inputs[i])), h("div", { class: "row" }, save));
  }
  put(people, h("details", {}, h("summary", {}, "Who holds the keys"), h("p", { class: "hint" }, "These names stay on this machine; payments then say who signed."), names, namesLog),
    h("details", {}, h("summary", {}, "Give the wallet to a signer or another program"),
      h("p", { class: "hint" }, "Whoever reads it can see every coin of the wallet, and spend none."),
      field("Form", form), h("div", { class: "row" }, exportButton), exportLog, command(["wallet", "export", name, "--as", "descriptor", "--out", "-"])));
  const removeLog = h("div", {});
  const remove = button("Forget this wallet", async () => {
    if (await act(removeLog, ["wallet", "remove", name], { busy: remove, signal: view.signal })) view.go("#/wallets");
  }, { class: "danger" });
  put(removing, h("details", {}, h("summary", {}, "Forget this wallet"),
    h("p", { class: "hint" }, "Its coins stay where they are, and the signer keeps its keys. You are asked first."), remove, removeLog));

  const about = once(["wallet", "show", name]).then((w) => put(what, h("h2", {}, "What it is"), walletFacts(w),
    h("details", {}, h("summary", {}, "Descriptor"), h("pre", { tabindex: "0", role: "region", "aria-label": "Descriptor" }, shown(w.descriptor))),
    command(["wallet", "show", name]))).catch((error) => put(what, errorBox(error)));
  await Promise.all([refresh(), about, drawPeople().catch((error) => put(names, errorBox(error)))]);
}
