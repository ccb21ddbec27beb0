// Settings of the home, and whether home and machine are in order.

import { result } from "./api.js";
import { act, command } from "./act.js";
import { button, field, h, put, shown, table } from "./dom.js";

// As the schema of `settings` has them.
const meanings = {
  "fee-warning-percent": "A payment whose fee is above this share of the money leaving is asked about (R04), in percent.",
  "fee-rate-warning": "A payment above this fee rate is asked about (R04), in sat/vB.",
  "fee-refusal-percent": "A payment whose fee is above this share of its inputs is not built (R04), in percent.",
  "unattended-broadcast": "Whether `broadcast --yes` works on mainnet too (1) or only on test networks (0).",
  "long-term-fee-rate": "The fee rate, in sat/vB, at which you expect to spend your coins later; 0 takes the median of the last year from your node.",
};

export async function show(view) {
  const body = view.head("Settings");
  const values = h("section", { class: "sheet" });
  const doctor = h("section", { class: "sheet" });
  put(body, doctor, values);
  const log = h("div", {});
  async function refresh() {
    const s = await result(["settings"]);
    put(values, h("h2", {}, "Settings of this home"),
      h("p", { class: "hint" }, "To change one, the program asks you to type its name. The signer has its own: keep both the same."),
      Object.entries(s).map(([name, value]) => {
        const input = h("input", { type: "text", inputmode: "numeric", class: "short", autocomplete: "off", value: String(value) });
        const change = button("Change", async () => { if (await act(log, ["settings", name, input.value.trim()], { busy: change, signal: view.signal })) { view.say(`${name} was changed.`); await refresh(); } }, { "aria-label": `Change ${name}` });
        return h("div", { class: "setting" }, field(name, input, meanings[name]), change);
      }), log, command(["settings"]));
  }
  const found = h("div", {});
  const checkLog = h("div", {});
  const check = button("Check again", look);
  async function look() {
    const end = await act(checkLog, ["doctor"], { busy: check, allow: [1], signal: view.signal });
    if (!end || !Array.isArray(end.result)) return;
    put(found, table("What was checked", [{ name: "Check", main: true }, { name: "In order" }, { name: "What is wrong, and what to do" }],
      end.result.map((d) => [shown(d.check), h("span", { class: `state ${d.ok ? "good" : "bad"}` }, d.ok ? "yes" : "no"), d.ok ? "–" : [h("p", {}, shown(d.error)), h("p", {}, shown(d.hint))]])));
  }
  put(doctor, h("h2", {}, "Is everything in order?"), found, h("div", { class: "row" }, check), checkLog, command(["doctor"]));
  await Promise.all([refresh(), look()]);
}
