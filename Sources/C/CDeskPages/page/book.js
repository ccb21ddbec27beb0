// Names for addresses that are paid again: each was compared once, by another route.

import { result } from "./api.js";
import { act, command } from "./act.js";
import { address, button, field, h, put, shown, table } from "./dom.js";

export async function show(view) {
  const body = view.head("Address book", { intro: "Check the whole address with the recipient, in another way than it reached you: later payments rely on this check." });
  const list = h("div", {});
  const log = h("div", {});
  const name = h("input", { type: "text", autocomplete: "off", maxlength: "64" });
  const to = h("input", { type: "text", autocomplete: "off", spellcheck: "false" });
  const addLog = h("div", {});
  const add = button("Save", async () => {
    if (await act(addLog, ["recipient", "add", name.value.trim(), to.value.trim()], { busy: add, signal: view.signal })) { view.say("The name was saved."); name.value = ""; to.value = ""; await refresh(); name.focus(); }
  }, { class: "first" });
  async function refresh() {
    const all = await result(["recipient", "list"]);
    if (!view.differs(all)) return;
    put(list, table("Recipients", [{ name: "Name", main: true }, { name: "Address" }, { name: "Network" }, { name: "Compared" }, { name: "Remove", hidden: true }],
      all.map((r) => [shown(r.name), address(r.address), r.network, r.compared ? "yes" : h("span", { class: "state warn" }, "no (restored or imported)"),
        button("Remove", async (event) => { if (await act(log, ["recipient", "remove", r.name, ...(all.filter((o) => o.name === r.name).length > 1 ? ["--network", r.network] : [])], { busy: event.target, signal: view.signal })) { view.say(`${r.name} was removed.`); await refresh(); } }, { class: "small", "aria-label": `Remove ${shown(r.name)}` })]),
      { empty: "No names yet." }));
  }
  put(body, list, log, h("section", { class: "sheet" }, h("h2", {}, "Give an address a name"),
    field("Name", name, "Up to 64 letters, digits, dots, dashes and underscores."), field("Address", to), h("div", { class: "row" }, add), addLog),
    command(["recipient", "list"], ["recipient", "add", "NAME", "ADDRESS"]));
  view.onLive(refresh);
  await refresh();
}
