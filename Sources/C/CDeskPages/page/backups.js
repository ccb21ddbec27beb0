// Backups: whether they are current, where they go, what is in one.

import { result } from "./api.js";
import { act, command, errorBox, warnings } from "./act.js";
import { intake } from "./camera.js";
import { ago, button, counted, facts, field, h, put, shown, table, time } from "./dom.js";

export async function show(view) {
  const body = view.head("Backups", { intro: "Coins are found again on the chain. Labels, names of cosigners, unfinished payments and the wallets themselves are not: a backup holds them, encrypted with a key that comes from a seed." });
  const said = h("div", {});
  const standing = h("section", { class: "sheet" });
  const keysBox = h("section", { class: "sheet" });
  const shownBox = h("div", {});
  put(body, said, standing, keysBox, shownBox);

  const log = h("div", {});
  const folder = h("input", { type: "text", autocomplete: "off", spellcheck: "false" });
  const server = h("input", { type: "text", inputmode: "url", autocomplete: "off", spellcheck: "false" });
  const set = async (args, busy) => { if (await act(log, ["backup", "auto", ...args], { busy, signal: view.signal })) await refresh(); };
  const toFolder = button("Turn on", () => set(["--folder", folder.value.trim()], toFolder));
  const toServer = button("Upload them there", () => set(["--server", server.value.trim()], toServer));
  const now = button("Upload now", () => set(["--now"], now));
  const off = button("Stop writing them", () => set(["--off"], off), { class: "danger" });

  async function refresh() {
    let a;
    try { a = await result(["backup", "auto"], { allow: [1], talk: warnings(said) }); } catch (error) { put(standing, errorBox(error)); return; }
    const on = a.folder || a.server;
    put(standing,
      h("h2", {}, "Automatic backups"),
      on ? facts([
        a.folder && ["Folder", [h("code", {}, shown(a.folder)), a.there ? "" : h("strong", {}, " (not there now)")]],
        a.server && ["Server", h("code", {}, shown(a.server.url))],
        a.key && ["Key", h("code", {}, a.key)],
      ]) : h("p", {}, "Off. Name a folder, ideally on a stick used for nothing else."),
      table("Backups of each network", [{ name: "Network", main: true }, { name: "Current" }, { name: "Newest" }, { name: "Written" }, { name: "Problem" }],
        (a.networks ?? []).map((n) => [n.network, h("span", { class: `state ${n.current ? "good" : "warn"}` }, n.current ? "yes" : "no"), n.newest ? h("code", {}, shown(n.newest)) : "–",
          n.written ? [time(n.written), h("small", {}, ago(n.written))] : "never",
          [n.problem ? shown(n.problem) : n.since ? `lacks changes since ${ago(n.since)}` : "–", n.server?.problem ? h("small", {}, shown(n.server.problem)) : ""]]),
        { empty: "No backup has been written yet." }),
      field("Folder", folder, "A folder on this machine, such as /media/stick."), h("div", { class: "row" }, toFolder),
      h("details", {}, h("summary", {}, "A server"), field("Address of the server", server, "https, or http to an onion address. It cannot read what it gets."), h("div", { class: "row" }, toServer, a.server && now)),
      on ? h("div", { class: "row" }, off) : null,
      log, command(["backup", "auto"], ["backup", "auto", "--folder", "/media/stick"]));
  }

  put(keysBox, h("h2", {}, "The backup key"),
    h("p", {}, "It spends nothing and signs nothing. Whoever has it can read the backups, so it does not go through the browser. Once, on the signer:"),
    h("pre", { class: "type", tabindex: "0", role: "region", "aria-label": "Command for the signer" }, "offline-signer backup key SEED --out terminal"),
    h("p", {}, "and in a terminal of this machine, with its camera to the signer’s screen:"),
    h("pre", { class: "type", tabindex: "0", role: "region", "aria-label": "Command for a terminal of this machine" }, "online-coordinator backup key --from camera"));

  const content = h("div", {});
  function drawContent(b) {
    put(content, facts([["From", h("code", {}, shown(b.from))], ["Kind", shown(b.container)], ["Network", b.network], ["Key", h("code", {}, b.key)], ["Written", time(b.written)], ["Nodes", b.nodes.map(shown).join(", ") || "none"], ["Address book", counted(b.recipients.length, "name")]]),
      table("Wallets in it", [{ name: "Wallet", main: true }, { name: "Labels", right: true }, { name: "Unfinished payments" }], b.wallets.map((w) => [shown(w.name), String(w.labels), w.payments.join(", ") || "none"])));
  }
  put(shownBox, h("section", { class: "sheet" }, h("h2", {}, "What is in a backup"),
    h("p", {}, "Nothing is changed. In a terminal of this machine, with a file, a folder or a stick:"),
    h("pre", { class: "type", tabindex: "0", role: "region", "aria-label": "Command for a terminal" }, "online-coordinator backup show /media/stick"),
    intake("a backup", () => ["backup", "show", "-"], (end) => drawContent(end.result), { signal: view.signal, textToo: false, cameraToo: false }), content,
    h("p", { class: "quiet" }, "Restoring? In a terminal: ", h("code", {}, "online-coordinator backup restore /media/stick"), ".")));
  // Not whenever something changes: what is typed into its fields would be lost. Its own buttons look again.
  await refresh();
}
