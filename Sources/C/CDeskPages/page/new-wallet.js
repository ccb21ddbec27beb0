// A new wallet: of one key, of several people's keys, or out of a file of another program.

import { textOf } from "./api.js";
import { act, command } from "./act.js";
import { intake } from "./camera.js";
import { mosaic } from "./codes.js";
import { address, button, download, field, h, link, put, shown, table, tick } from "./dom.js";
import { signerName } from "./receive.js";
import { walletFacts } from "./wallet.js";

const ways = [["one", "One key"], ["group", "Several people"], ["import", "From a file of another program"], ["discover", "Look for used accounts"]];

export async function show(view, way = "one") {
  const chosen = ways.some(([name]) => name === way) ? way : "one";
  const body = view.head("New wallet", { intro: "A wallet here can see your coins but not spend them. The keys that spend stay on the signers." });
  const nav = h("nav", { class: "wallet-bar", "aria-label": "Kinds of wallets" }, h("ul", {}, ways.map(([name, text]) =>
    h("li", {}, link(text, `#/new/${name}`, { "aria-current": name === chosen ? "page" : null })))));
  const place = h("div", {});
  put(body, nav, place);
  ({ one, group, import: importing, discover })[chosen](view, place);
}

function options() {
  const birth = h("input", { type: "text", inputmode: "numeric", class: "short", autocomplete: "off" });
  const gap = h("input", { type: "text", inputmode: "numeric", class: "short", autocomplete: "off" });
  const network = h("select", { class: "short" }, ["", "mainnet", "testnet3", "testnet4", "signet", "regtest"].map((n) => h("option", { value: n }, n || "that of the node")));
  return {
    element: h("details", {}, h("summary", {}, "More"),
      field("Network", network),
      field("Birth height", birth, "No coin is older than this block; earlier blocks are not searched."),
      field("Gap limit", gap, "How many addresses to watch after the last one used: 20 unless given.")),
    args: () => [
      ...(network.value ? ["--network", network.value] : []),
      ...(birth.value.trim() ? ["--birth-height", birth.value.trim()] : []),
      ...(gap.value.trim() ? ["--gap-limit", gap.value.trim()] : []),
    ],
  };
}

/** The page to be read aloud: what every signer must show as well. */
function compare(w, view) {
  const single = w.keys.length === 1;
  const title = h("h2", { tabindex: "-1" }, `${shown(w.wallet)} is made. Compare it before anything is paid in`);
  const ready = h("p", { hidden: true }, link("Go to the wallet", `#/wallet/${encodeURIComponent(w.wallet)}`, { class: "button first" }));
  const ticks = [];
  const check = (text, hint) => {
    const box = h("input", { onchange: () => { ready.hidden = !ticks.every((t) => t.checked); } });
    ticks.push(box);
    return tick(text, box, hint);
  };
  const section = h("section", { class: "sheet" }, title,
    single
      ? [h("p", {}, "At the signer’s desk: Wallets, this wallet, Show it whole. Or type there, with the name of your seed in place of SEED:"),
        h("pre", { class: "type", tabindex: "0", role: "region", "aria-label": "Command for the signer" },
          `offline-signer wallet show ${signerName(w.wallet, w.descriptor)}\noffline-signer address show ${signerName(w.wallet, w.descriptor)} 0`)]
      : [h("p", {}, "Give the wallet to every signer, and have each register it:"), giving(w, view),
        h("p", {}, "Then all look at their own signers, and one person reads this page aloud, key by key. If yours differs, say stop."),
        h("pre", { class: "type", tabindex: "0", role: "region", "aria-label": "Command to look at the wallet on a signer" }, `offline-signer wallet show ${shown(w.wallet)}`)],
    h("h3", {}, "The four words"), h("p", {}, h("span", { class: "words" }, shown(w.words))),
    check(single ? "The signer shows the same four words" : "Every signer shows the same four words"),
    single ? null : [
      h("h3", {}, "Who can spend"), h("p", {}, shown(w.policy)),
      w.keys.map((k, i) => h("div", { class: "box" },
        h("p", {}, h("strong", {}, `Key ${i + 1}${k.label ? `, ${shown(k.label)}` : ""}`), " · fingerprint ", h("code", { class: "words" }, k.fingerprint ?? "not known")),
        h("p", {}, h("code", {}, shown(k.key))),
        check(`${k.label ? shown(k.label) : `Who holds key ${i + 1}`} has found this key on their own signer`))),
    ],
    h("h3", {}, "The first address"), h("p", {}, address(w.firstAddress, { large: true })),
    check(single ? "The signer shows the same first address" : "Every signer shows the same first address"),
    ready,
    h("details", {}, h("summary", {}, "All of it"), walletFacts(w)));
  setTimeout(() => title.focus(), 0);
  return section;
}

/** The wallet on its way to the signers: as codes for a camera, or as a file. */
function giving(w, view) {
  const place = h("div", {});
  const log = h("div", {});
  const codes = button("Show it as QR codes", () => {
    codes.hidden = true;
    put(place,
      h("pre", { class: "type", tabindex: "0", role: "region", "aria-label": "Command for a signer with a camera" }, `offline-signer wallet register ${shown(w.wallet)} --from camera`),
      mosaic(`Wallet ${shown(w.wallet)}`, () => ["wallet", "export", w.wallet, "--as", "crypto-output", "--out", "-"], view.signal, { forms: ["crypto-output"] }));
  });
  const save = button("Save the wallet for the signers", async () => {
    const end = await act(log, ["wallet", "export", w.wallet, "--as", "descriptor", "--out", "-"], { busy: save, signal: view.signal });
    if (!end) return;
    download(`${w.wallet}.txt`, textOf(end));
    log.append(h("pre", { class: "type", tabindex: "0", role: "region", "aria-label": "Command for a signer with the file" }, `offline-signer wallet register ${shown(w.wallet)} --from ${shown(w.wallet)}.txt`));
  });
  return h("div", {}, h("div", { class: "row" }, codes, save), log, place);
}

function one(view, place) {
  const name = h("input", { type: "text", autocomplete: "off", maxlength: "64", class: "short" });
  const more = options();
  const out = h("div", {});
  const args = () => ["wallet", "create", name.value.trim(), "-", ...more.args()];
  put(place, h("div", { class: "sheet" },
    h("p", {}, "At the signer’s desk: First set-up, Hand an account over. It shows QR codes, or writes a file. Or type there:"),
    h("pre", { class: "type", tabindex: "0", role: "region", "aria-label": "Command for the signer" }, "offline-signer account export SEED --script wpkh --out terminal"),
    field("Name of the wallet", name, "Such as savings."), more.element,
    intake("the account", args, (end) => put(out, compare(end.result, view)), { signal: view.signal })),
    out, command(["wallet", "create", "NAME", "account.png"]));
}

function importing(view, place) {
  const name = h("input", { type: "text", autocomplete: "off", class: "short" });
  const more = options();
  const out = h("div", {});
  const args = () => ["wallet", "import", name.value.trim(), "--from", "-", ...more.args()];
  put(place, h("div", { class: "sheet" },
    h("p", {}, "A descriptor, or a file of Coldcard, Caravan, Specter, Electrum, Sparrow, BSMS or BIP-388: the program tells them apart."),
    field("Name of the wallet", name), more.element,
    intake("the wallet", args, (end) => put(out, compare(end.result, view)), { signal: view.signal })),
    out, command(["wallet", "import", "NAME", "--from", "FILE"]));
}

function discover(view, place) {
  const out = h("div", {});
  put(place, h("div", { class: "sheet" },
    h("p", {}, "From the accounts that a signer exported of one seed, this finds the accounts that were used, and makes their wallets. At the signer’s desk: Seeds, your seed, Hand an account over, All first accounts. Or type there:"),
    h("pre", { class: "type", tabindex: "0", role: "region", "aria-label": "Command for the signer" }, "offline-signer account export SEED --all --out terminal"),
    intake("the accounts", () => ["wallet", "discover", "-"], (end) => put(out, table("Accounts that were used",
      [{ name: "Wallet", main: true }, { name: "Script" }, { name: "Account", right: true }, { name: "Used" }],
      end.result.wallets.map((w) => [link(shown(w.wallet), `#/wallet/${encodeURIComponent(w.wallet)}`), w.script, String(w.account), w.used ? "yes" : "no"]), { empty: "None was ever used." })), { signal: view.signal })),
    out, command(["wallet", "discover", "accounts.png"]));
}

function group(view, place) {
  const name = h("input", { type: "text", autocomplete: "off", maxlength: "64", class: "short" });
  const threshold = h("input", { type: "text", inputmode: "numeric", class: "short", autocomplete: "off", value: "2" });
  const script = h("select", { class: "short" }, ["", "wsh", "sh-wsh", "tr", "sh"].map((s) => h("option", { value: s }, s || "as the keys say")));
  const more = options();
  const keys = [];
  const list = h("div", {});
  const log = h("div", {});
  const out = h("div", {});
  const holder = h("input", { type: "text", autocomplete: "off", maxlength: "64", class: "short" });
  const args = () => ["wallet", "create", name.value.trim(), "--threshold", threshold.value.trim(), ...(script.value ? ["--script", script.value] : []), ...more.args(),
    ...keys.map((k) => (k.holder ? `${k.holder}=${k.text}` : k.text))];
  const line = h("div", {});

  function draw() {
    put(list, table("Keys", [{ name: "Key", main: true }, { name: "Holder" }, { name: "What was read" }, { name: "Remove", hidden: true }],
      keys.map((k, i) => [String(i + 1), shown(k.holder) || "–", h("span", { class: "hash" }, shown(k.text)),
        button("Remove", () => { keys.splice(i, 1); draw(); }, { class: "small", "aria-label": `Remove key ${i + 1}` })]), { empty: "No key yet." }));
    make.textContent = keys.length ? `Make the wallet of ${keys.length} ${keys.length === 1 ? "key" : "keys"}` : "Make the wallet";
    make.disabled = keys.length < 2;
    put(line, command(args()));
  }
  const make = button("Make the wallet", async () => {
    const end = await act(log, args(), { busy: make, signal: view.signal });
    if (end) put(out, compare(end.result, view));
  }, { class: "first" });
  put(place, h("div", { class: "sheet" },
    h("div", { class: "row end" }, field("Name of the wallet", name), field("How many must sign", threshold), field("Script", script)),
    more.element,
    h("h2", {}, "The key of each person"),
    h("p", {}, "Each exports a key on their own signer, and shows it to this camera or sends the file:"),
    h("pre", { class: "type", tabindex: "0", role: "region", "aria-label": "Command for the signer" }, "offline-signer account export SEED --script wsh --out terminal"),
    field("Holder of the next key", holder, "A name, such as Alice."),
    intake("the key (picture, JSON, BSMS or text)", () => ["qr", "read", "-", "--out", "-"], (end) => {
      keys.push({ holder: holder.value.trim(), text: textOf(end).trim() });
      holder.value = "";
      draw();
      view.say(`Key ${keys.length} was read.`);
      holder.focus();
    }, { signal: view.signal, multiple: true }),
    h("h2", {}, "The wallet"), list, h("div", { class: "row" }, make), log),
    out, line);
  draw();
}
