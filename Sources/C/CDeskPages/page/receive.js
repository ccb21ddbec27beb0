// An address to be paid at: handed out here, compared with the signer, then given away.

import { act, command } from "./act.js";
import { still } from "./codes.js";
import { address, button, field, h, put, shown, table, tick } from "./dom.js";
import { once } from "./state.js";

/** The name that the signer gave the wallet, as far as the descriptor tells. */
export function signerName(name, descriptor) {
  const single = descriptor.match(/^(pkh|wpkh|tr)\(\[[0-9a-f]{8}\/\d+['h]\/\d+['h]\/(\d+)['h]\]/) ??
    descriptor.match(/^(sh\(wpkh)\(\[[0-9a-f]{8}\/\d+['h]\/\d+['h]\/(\d+)['h]\]/);
  return single ? `SEED-${single[1].replace("sh(wpkh", "sh-wpkh")}-${single[2]}` : name;
}

export async function show(view, name) {
  const body = view.head("Receive", { wallet: name, intro: "Each payer gets an address of their own. Compare it with the signer before you give it to the payer." });
  const label = h("input", { type: "text", autocomplete: "off", maxlength: "255" });
  const amount = h("input", { type: "text", autocomplete: "off", inputmode: "decimal", class: "short" });
  const message = h("input", { type: "text", autocomplete: "off" });
  const tag = h("input", { type: "text", autocomplete: "off", maxlength: "64", class: "short" });
  const log = h("div", {});
  const out = h("div", {});
  const list = h("section", {});
  const args = () => ["receive", name,
    ...(label.value.trim() ? ["--label", label.value.trim()] : []),
    ...(amount.value.trim() ? ["--amount", amount.value.trim()] : []),
    ...(message.value.trim() ? ["--message", message.value.trim()] : []),
    ...(tag.value.trim() ? ["--tag", tag.value.trim()] : [])];
  const hand = button("Hand out an address", async () => {
    const end = await act(log, args(), { busy: hand, signal: view.signal });
    if (end) await compare(end.result, args(), true);
  }, { class: "first" });

  put(body,
    h("div", { class: "sheet" },
      field("Label", label, "Kept here. A request with an amount or a message shows it to the payer."),
      h("details", {}, h("summary", {}, "Ask for an amount"),
        field("Amount", amount, "In BTC, such as 0.5, or 50000sat."),
        field("Message to the payer", message),
        field("Tag for its coins", tag, "A tag keeps coins apart from the others.")),
      h("div", { class: "row" }, hand), log),
    out, list);

  const wallet = await once(["wallet", "show", name]);
  const onSigner = signerName(name, wallet.descriptor);

  async function compare(given, line, focuses) {
    const title = h("h2", { tabindex: "-1" }, `Address ${given.index}`);
    const after = h("div", { hidden: true });
    const agree = tick("The signer shows the same address, every character of it", h("input", {
      onchange: (event) => {
        after.hidden = !event.target.checked;
        if (event.target.checked) view.say("The address can be handed out.");
      },
    }));
    const copied = h("span", { role: "status" });
    const copy = (text, what) => button(`Copy the ${what}`, async () => {
      await navigator.clipboard.writeText(text);
      copied.textContent = `The ${what} was copied.`;
    }, { class: "first" });
    put(after, h("h3", {}, "Give it to the payer"), h("div", { class: "row" }, copy(given.address, "address"),
      given.request && copy(given.request, "request"), copied));
    if (given.request) {
      after.append(h("p", {}, h("code", {}, shown(given.request))));
      still(given.request, "The request as a QR code").then((code) => after.append(code)).catch(() => {});
    }
    const code = h("div", {});
    put(out, h("section", { class: "sheet" }, title,
      h("p", {}, address(given.address, { large: true })),
      h("div", { class: "columns" },
        h("div", {}, code),
        h("div", {},
          h("h3", {}, "Compare with the signer"),
          h("p", {}, "This machine is on a network: if somebody took it over, it can show anybody’s address. At the signer’s desk, choose “Check an address” and “Show one of ", h("span", { translate: "no" }, shown(onSigner)), `”, and type ${given.index}. Or type there:`),
          h("pre", { class: "type", tabindex: "0", role: "region", "aria-label": "Command for the signer" }, `offline-signer address show ${onSigner} ${given.index}`),
          onSigner !== name && h("p", { class: "hint" }, "Replace SEED by the name of your seed; ", h("code", {}, "offline-signer wallet list"), " shows the wallet’s whole name."),
          h("p", {}, "Or choose “Check an address” and “By camera”, and hold its camera to this code. Or type there:"),
          h("pre", { class: "type", tabindex: "0", role: "region", "aria-label": "Command for the signer’s camera" }, "offline-signer address verify --from camera"),
          agree, after)),
      line && command(line)));
    if (focuses) title.focus();
    put(code, await still(given.address, `Address ${given.index} as a QR code`));
  }

  async function refresh() {
    const { addresses } = await once(["addresses", name, "--offline"]);
    const open = addresses.filter((a) => a.state === "handed out" && a.branch === 0).reverse();
    if (!view.differs(open)) return;
    put(list, table("Handed out, not paid yet", [{ name: "Index", right: true }, { name: "Address", main: true }, { name: "Label" }, { name: "Show", hidden: true }],
      open.slice(0, 50).map((a) => [String(a.index), address(a.address), shown(a.label),
        button("Show", () => compare({ address: a.address, index: a.index, request: null }, null, true), { class: "small", "aria-label": `Show address ${a.index}` })]),
      { empty: "No address waits to be paid." }),
      open.length > 50 && h("p", { class: "quiet" }, `The newest 50 of ${open.length}.`),
      command(["addresses", name, "--offline"]));
  }
  view.onLive(refresh);
  await refresh();
}
