// A new wallet: of one key, of several people's keys, or out of a file of another program.

import { textOf } from "./api.js";
import { act, command } from "./act.js";
import { intake } from "./camera.js";
import { mosaic } from "./codes.js";
import { address, button, counted, download, field, h, link, newID, put, radios, shown, table, tick } from "./dom.js";
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

/** The page to be read aloud: what every signer must show as well. `tokens` are those of a BSMS setup. */
function compare(w, view, tokens = []) {
  const single = w.keys.length === 1;
  const title = h("h2", { tabindex: "-1" }, `${shown(w.wallet)} is made. Compare it before anything is paid in`);
  const ready = h("p", { hidden: true }, link("Go to the wallet", `#/wallet/${encodeURIComponent(w.wallet)}`, { class: "button first" }));
  const ticks = [];
  const check = (text, hint) => {
    const box = h("input", { onchange: () => {
      ready.hidden = !ticks.every((t) => t.checked);
      if (!ready.hidden) view.say("Everything was compared.");
    } });
    ticks.push(box);
    return tick(text, box, hint);
  };
  const section = h("section", { class: "sheet" }, title,
    single
      ? [h("p", {}, `At the signer’s desk, choose “Wallets”, ${signerName(w.wallet, w.descriptor)} (with the name of your seed in place of SEED), and “Show it whole”. Or type in the signer’s terminal:`),
        h("pre", { class: "type", tabindex: "0", role: "region", "aria-label": "Commands to compare on the signer" },
          `offline-signer wallet show ${signerName(w.wallet, w.descriptor)}\noffline-signer address show ${signerName(w.wallet, w.descriptor)} 0`)]
      : [h("p", {}, "Give the wallet to every signer, and have each register it:"), tokens.length ? givingRecords(w, view, tokens) : giving(w, view),
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

/** The wallet on its way to the signers of a BSMS setup: a record for each token, encrypted with it. */
function givingRecords(w, view, tokens) {
  const log = h("div", {});
  const save = (token, number) => {
    const [file, own] = tokens.length === 1 ? [`${w.wallet}.txt`, "token.txt"] : [`${w.wallet}-${number}.txt`, `token-${number}.txt`];
    const words = tokens.length === 1 ? "Save the record for the signers" : `Save the record for signer ${number}`;
    const one = button(words, async () => {
      const args = ["wallet", "export", w.wallet, "--as", "bsms", "--bsms-token", "-", "--out", "-"];
      const end = await act(log, args, { busy: one, input: token, signal: view.signal });
      if (!end) return;
      download(file, textOf(end));
      log.append(h("p", {}, tokens.length === 1 ? "Each signer types there:" : `Signer ${number} types there:`),
        h("pre", { class: "type", tabindex: "0", role: "region", "aria-label": "Command for a signer with the record" },
          `offline-signer wallet register ${shown(w.wallet)} --from ${shown(file)} --bsms-token ${own}`));
    });
    return one;
  };
  return h("div", {},
    h("p", { class: "hint" }, "Each record is encrypted with its token: send it by another route than the token went."),
    h("div", { class: "row" }, tokens.map((token, i) => save(token, i + 1))), log,
    command(...tokens.map((_, i) => ["wallet", "export", w.wallet, "--as", "bsms", "--bsms-token", tokens.length === 1 ? "token.txt" : `token-${i + 1}.txt`, "--out", tokens.length === 1 ? `${w.wallet}.txt` : `${w.wallet}-${i + 1}.txt`])));
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
    place.querySelector("select").focus();
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
    h("p", {}, "At the signer’s desk, choose “First set-up”, “Hand an account over” and “A wallet of my own”. Then choose “On this screen” for QR codes, or a stick for a file. Or type there:"),
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
  const name = h("input", { type: "text", autocomplete: "off", maxlength: "64", class: "short" });
  const more = options();
  const out = h("div", {});
  const args = () => ["wallet", "discover", name.value.trim(), "-", ...more.args()];
  put(place, h("div", { class: "sheet" },
    h("p", {}, "From the accounts that a signer exported of one seed, this finds the accounts that were used, and makes their wallets. At the signer’s desk, choose “Seeds”, your seed, “Hand an account over” and “All first accounts”. Or type there:"),
    h("pre", { class: "type", tabindex: "0", role: "region", "aria-label": "Command for the signer" }, "offline-signer account export SEED --all --out terminal"),
    field("Name of the seed", name, "The wallets are named after it, as the signer names them: savings-wpkh-0."), more.element,
    intake("the accounts", args, (end) => put(out, table("Accounts that were used",
      [{ name: "Wallet", main: true }, { name: "Script" }, { name: "Account", right: true }, { name: "Used" }],
      end.result.wallets.map((w) => [link(shown(w.wallet), `#/wallet/${encodeURIComponent(w.wallet)}`), w.script, String(w.account), w.used ? "yes" : "no"]), { empty: "None was ever used." })), { signal: view.signal })),
    out, command(["wallet", "discover", "NAME", "accounts.png"]));
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
  const bsms = tokensOf(view, script, () => draw());

  function draw() {
    put(list, table("Keys", [{ name: "Key", main: true }, { name: "Holder" }, { name: "What was read" }, { name: "Remove", hidden: true }],
      keys.map((k, i) => [String(i + 1), shown(k.holder) || "–", h("span", { class: "hash" }, shown(k.text)),
        button("Remove", () => { keys.splice(i, 1); draw(); }, { class: "small", "aria-label": `Remove key ${i + 1}` })]), { empty: "No key yet." }));
    make.textContent = keys.length ? `Make the wallet of ${keys.length} ${keys.length === 1 ? "key" : "keys"}` : "Make the wallet";
    make.disabled = keys.length < 2;
    put(line, command([...args(), ...(bsms.tokens().length ? ["--bsms-token", "tokens.txt"] : [])]));
  }
  const make = button("Make the wallet", async () => {
    const tokens = bsms.tokens();
    const withTokens = tokens.length ? ["--bsms-token", "-"] : [];
    const end = await act(log, [...args(), ...withTokens], { busy: make, input: tokens.length ? tokens.join("\n") : undefined, signal: view.signal });
    if (end) put(out, compare(end.result, view, tokens));
  }, { class: "first" });
  put(place, h("div", { class: "sheet" },
    h("div", { class: "row end" }, field("Name of the wallet", name), field("How many must sign", threshold), field("Script", script)),
    more.element, bsms.element,
    h("h2", {}, "The key of each person"),
    h("p", {}, "Each exports a key on their own signer, and shows it to this camera or sends the file. At the signer’s desk, they choose “Seeds”, their seed, “Hand an account over” and “My key for a group’s wallet”. Or they type there:"),
    h("pre", { class: "type", tabindex: "0", role: "region", "aria-label": "Command for the signer" }, "offline-signer account export SEED --script wsh --out terminal"),
    field("Holder of the next key", holder, "A name, such as Alice."),
    intake("the key (picture, JSON, BSMS record or text)", () => ["qr", "read", "-", "--out", "-"], (end) => {
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

/**
 * The tokens of a set-up by BSMS (BIP-129): made here, or pasted where they were made before. `changed` is called when
 * there are others.
 */
function tokensOf(view, script, changed) {
  const text = h("textarea", { spellcheck: "false", autocomplete: "off" });
  const log = h("div", {});
  const saving = h("div", {});
  const number = h("input", { type: "text", inputmode: "numeric", class: "short", autocomplete: "off", value: "3" });
  const counting = h("div", { hidden: true }, field("How many signers", number));
  let isExtended = false;
  const tokens = () => text.value.trim().split(/\s+/).filter(Boolean);
  const fileOf = (i) => (tokens().length === 1 ? "token.txt" : `token-${i + 1}.txt`);

  function draw() {
    const all = tokens();
    put(saving, all.length ? [
      h("div", { class: "row" }, all.map((token, i) => button(all.length === 1 ? "Save the token" : `Save token ${i + 1}`, () => download(fileOf(i), `${token}\n`)))),
      h("p", {}, "Each signer gets its token by another route than the records, and exports its key with it. Type there:"),
      h("pre", { class: "type", tabindex: "0", role: "region", "aria-label": "Command for a signer with a token" },
        `offline-signer account export SEED --script ${script.value || "wsh"} --as bsms --bsms-token ${fileOf(0)} --out key.txt`)] : null);
    changed();
  }
  text.addEventListener("input", draw);
  script.addEventListener("input", draw);
  const args = () => ["bsms", "token", ...(isExtended ? ["--extended", number.value.trim()] : []), "--out", "-"];
  const make = button("Make the tokens", async () => {
    const end = await act(log, args(), { busy: make, signal: view.signal });
    if (!end) return;
    text.value = textOf(end).trim();
    draw();
    view.say(tokens().length === 1 ? "The token was made." : `${counted(tokens().length, "token")} were made.`);
  });
  const element = h("details", {}, h("summary", {}, "Set it up by BSMS (BIP-129), encrypted with tokens"),
    h("p", { class: "hint" }, "A token encrypts the records that go between you and the signers, so that nobody on their way reads the keys or the wallet."),
    radios("Tokens", newID("tokens"), [["one", "one for all signers"], ["each", "one for each signer"]], "one", (value) => { isExtended = value === "each"; counting.hidden = !isExtended; }),
    counting,
    h("div", { class: "row" }, make), log,
    field("Tokens, one on each line", text, "Of a set-up that was begun earlier, paste them here. This page does not keep them."),
    saving, command(["bsms", "token", "--out", "tokens.txt"], ["bsms", "token", "--extended", "3", "--out", "tokens.txt"]));
  return { element, tokens };
}
