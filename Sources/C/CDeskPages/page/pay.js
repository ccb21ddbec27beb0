// A payment from recipients to a draft: what it costs, why these coins, what everybody learns from it.

import { failure, result, run, textOf } from "./api.js";
import { act, command, errorBox } from "./act.js";
import { intake } from "./camera.js";
import { diagram } from "./diagram.js";
import { address, button, counted, facts, field, h, hash, link, money, newID, put, radios, sat, shown, sum, table, tick } from "./dom.js";
import { feeCurve } from "./fees.js";
import { chosen, keepDraft, network } from "./state.js";

// What was filled in, for each wallet of this tab: a draft that is changed begins where it was.
const forms = new Map();

const empty = () => ({
  recipients: [{ to: "", amount: "", all: false }],
  fee: "target", target: "6", rate: "", place: "1",
  subtract: false, label: "", note: "", tag: "", mix: false, cheapest: false, held: false, prove: false, replace: "",
  lockTime: "", ladder: "", antiExfil: false,
});

/** The arguments of `pay` for what is filled in. */
function argumentsOf(name, form, coins) {
  const args = ["pay", name];
  for (const r of form.recipients) {
    const to = r.to.trim();
    if (!to) continue;
    const amount = r.all ? "all" : r.amount.trim();
    // A bitcoin: URI says the amount itself.
    args.push("--to", /^bitcoin:/i.test(to) && !amount ? to : `${to}=${amount}`);
  }
  if (form.replace) args.push("--replace", form.replace);
  else for (const coin of coins) args.push("--coin", coin.number === null ? coin.outpoint : String(coin.number));
  if (form.ladder.trim()) args.push("--ladder", form.ladder.trim());
  else if (form.fee === "target") args.push("--target", form.target.trim() || "6");
  else if (form.fee === "rate") args.push("--fee-rate", form.rate.trim());
  else args.push("--fee-place", form.place.trim());
  if (form.subtract) args.push("--subtract-fee");
  if (form.tag.trim() && !form.replace) args.push("--tag", form.tag.trim());
  if (form.mix) args.push("--mix-tags");
  if (form.cheapest && !coins.length && !form.replace) args.push("--cheapest");
  if (form.held) args.push("--without-held");
  if (form.label.trim()) args.push("--label", form.label.trim());
  if (form.note.trim()) args.push("--note", form.note.trim());
  if (form.prove) args.push("--prove");
  if (form.lockTime.trim()) args.push("--lock-time", form.lockTime.trim());
  if (form.antiExfil) args.push("--anti-exfil");
  // Of a ladder, what each step costs stands in its table.
  if (!form.ladder.trim()) args.push("--explain");
  return args;
}

/** What has to be filled in before there can be a draft; null for nothing. */
function missing(form) {
  if (form.ladder.trim()) return "A fee ladder is shown when it is built.";
  const begun = form.recipients.some((r) => r.to.trim() || r.amount.trim() || r.all);
  if (!begun && !form.replace) return "Fill in a recipient and an amount.";
  for (const [i, r] of form.recipients.entries()) {
    if (!r.to.trim()) {
      if (r.amount.trim() || r.all) return `Recipient ${i + 1} has no address yet.`;
    } else if (!r.all && !r.amount.trim() && !/^bitcoin:/i.test(r.to.trim())) return `Recipient ${i + 1} has no amount yet.`;
  }
  if (form.fee !== "target" && !form[form.fee].trim()) return form.fee === "rate" ? "The fee rate is not filled in yet." : "The place in the mempool is not filled in yet.";
  return null;
}

// How long the form has to rest before its draft is made anew, in milliseconds.
const rest = 600;

/** An input bound to a member of the form. */
function bound(form, member, attributes = {}, changed) {
  const input = h("input", { type: "text", autocomplete: "off", spellcheck: "false", value: form[member], ...attributes });
  input.addEventListener("input", () => { form[member] = input.value; changed?.(); });
  return input;
}

function ticked(form, member, changed) {
  return h("input", { checked: form[member], onchange: (event) => { form[member] = event.target.checked; changed?.(event.target.checked); } });
}

export async function show(view, name) {
  const body = view.head("Pay", { wallet: name });
  const form = forms.get(name) ?? empty();
  forms.set(name, form);
  const coins = () => [...(chosen.get(name)?.values() ?? [])];
  const log = h("div", {});
  const out = h("div", {});
  const line = h("div", {});
  const recipients = h("div", {});
  const spends = h("div", {});
  const feeField = h("div", {});
  const book = h("datalist", { id: newID("book") });
  const available = h("p", { class: "quiet" });
  const curve = feeCurve(view, name, () => ({ fee: form.fee, value: form[form.fee] }), (rate) => {
    form.fee = "rate";
    form.rate = String(rate);
    formBox.querySelector(`.fee-ways input[value="rate"]`).checked = true;
    drawFee();
    see();
  });
  const see = () => {
    put(line, command([...argumentsOf(name, form, coins()), "--out", "payment.gif"]));
    curve.mark();
    follow();
  };

  // The draft of what is filled in: it is made anew whenever that changes, records nothing and holds no coin.
  const told = h("p", { role: "status" });
  // Not announced: whoever fills the form in knows.
  const lacks = h("p", {});
  const trial = h("div", {});
  const live = h("section", { class: "sheet live-draft" }, h("h2", {}, "Draft"),
    h("p", { class: "hint" }, "It follows what you fill in. Nothing is recorded and no coin is held before you build it."), lacks, told, trial);
  let timer = null;
  let isTrying = false;
  let triesAgain = false;
  view.signal.addEventListener("abort", () => clearTimeout(timer));
  function follow() {
    live.hidden = false;
    live.classList.add("stale");
    clearTimeout(timer);
    timer = setTimeout(tryOut, rest);
  }
  const tell = (text) => { if (told.textContent !== text) told.textContent = text; };
  /** One run at a time: what was filled in meanwhile is tried when it has ended, and its draft is not shown. */
  async function tryOut() {
    triesAgain = true;
    if (isTrying) return;
    isTrying = true;
    try {
      while (triesAgain && !view.signal.aborted && !live.hidden) {
        triesAgain = false;
        const lack = missing(form);
        const end = lack ? null : await run([...argumentsOf(name, form, coins()), "--no-sync", "--dry-run"], { signal: view.signal })
          .catch((error) => ({ code: -1, result: { error: error.message, hint: error.hint } }));
        if (triesAgain || view.signal.aborted || live.hidden) continue;
        live.classList.remove("stale");
        if (end?.code === 0) { drawTrial(end.result); continue; }
        put(trial);
        put(lacks, lack);
        const error = end && failure(end);
        tell(error ? `No draft yet: ${shown(error.message)}.${error.hint ? ` To fix it: ${shown(error.hint)}.` : ""}` : "");
      }
    } finally { isTrying = false; }
  }
  function drawTrial(d) {
    put(lacks);
    tell(`Fee ${sat(d.fee)}, about ${d.feeRate} sat/vB. It spends ${counted(d.inputs.length, "coin")}.`);
    // What was opened in it stays open.
    const called = (summary) => summary.textContent.replace(/\d+/g, "");
    const opened = new Set([...trial.querySelectorAll("details[open] > summary")].map(called));
    put(trial, draftView(d), asked(d.wouldAsk), learnt(d, async (change) => { await change?.(); drawAll(); }), d.explanation && explanation(d.explanation));
    for (const summary of trial.querySelectorAll("summary")) if (opened.has(called(summary))) summary.parentElement.open = true;
  }
  /** What the program will ask before it builds it. */
  function asked(list) {
    return list.length ? h("div", {}, h("h3", {}, "What you will be asked"), list.map((one) => h("div", { class: "box warning" },
      h("p", {}, shown(one.message), ` [${one.rule}]`), one.details.map((line) => h("p", {}, shown(line))), h("p", {}, h("strong", {}, "Instead: "), shown(one.mend))))) : null;
  }
  /** What everybody learns from a draft, and what to do instead: `again` changes the form. */
  function learnt(d, again) {
    return d.privacy.length ? h("div", {}, h("h3", {}, "What everybody learns from it"), d.privacy.map((p) => h("div", { class: "box warning" },
      h("p", {}, shown(p.message)), h("p", {}, h("strong", {}, "Instead: "), shown(p.alternative.replace(/: --to \S+=\d+\.\d+$/, ""))), alternative(p, again)))) : null;
  }

  function drawRecipients(focusLast = false) {
    put(recipients, form.recipients.map((r, i) => {
      const amount = bound(r, "amount", { inputmode: "decimal", disabled: r.all }, see);
      const all = tick("Send everything", h("input", { checked: r.all, onchange: (event) => { r.all = event.target.checked; amount.disabled = r.all; see(); } }),
        "All coins of the wallet, or all that you chose. No change comes back.");
      return h("fieldset", { class: "recipient" },
        h("legend", {}, `Recipient ${i + 1}`),
        field("To", bound(r, "to", { list: book.id }, see), i === 0 ? "An address, a name in the address book, or a bitcoin: link." : null),
        h("div", { class: "row" },
          field("Amount", amount, i === 0 ? "In BTC, such as 0.12, or 50000sat. Leave it empty if the bitcoin: link has an amount." : null)),
        all,
        form.recipients.length > 1 && h("div", { class: "row" }, button("Remove", () => { form.recipients.splice(i, 1); drawRecipients(); see(); recipients.querySelector("input").focus(); }, { class: "small", "aria-label": `Remove recipient ${i + 1}` })));
    }));
    if (focusLast) recipients.lastElementChild.querySelector("input").focus();
  }
  function drawCoins() {
    const all = coins();
    const page = `#/wallet/${encodeURIComponent(name)}/coins`;
    put(spends, form.replace
      ? h("p", {}, `It replaces payment ${form.replace}, and spends its coins. `, button("Build a new payment in its place", () => { form.replace = ""; drawCoins(); see(); }, { class: "small" }))
      : all.length
        ? [h("p", {}, h("strong", {}, counted(all.length, "chosen coin")), ": ", money(sum(all.map((c) => c.amount)), { unit: true }), ". They are all spent."),
          h("div", { class: "row" }, link("Change the choice", page, { class: "button small" }), button("Let the program choose", () => { chosen.delete(name); drawCoins(); see(); }, { class: "small" }))]
        : h("p", { class: "quiet" }, "The program chooses them. ", link("Choose by hand", page), "."));
  }
  function drawFee() {
    const field_ = {
      target: () => field("Confirm within (blocks)", bound(form, "target", { inputmode: "numeric", class: "short" }, see), "6 blocks are about an hour. The node estimates the rate."),
      rate: () => field("Fee rate in sat/vB", bound(form, "rate", { inputmode: "decimal", class: "short" }, see)),
      place: () => field("Among the first … MvB of the mempool", bound(form, "place", { inputmode: "decimal", class: "short" }, see), "A block takes about 1 MvB."),
    }[form.fee]();
    put(feeField, field_);
  }

  const scan = h("details", {}, h("summary", {}, "Scan a payment link"),
    intake("a picture of its QR code", () => ["qr", "read", "-", "--out", "-"], (end) => {
      const text = textOf(end).trim();
      const free = form.recipients.find((r) => !r.to.trim()) ?? form.recipients[form.recipients.push({ to: "", amount: "", all: false }) - 1];
      free.to = text;
      drawRecipients();
      see();
      scan.open = false;
      view.say("Read. Check the recipient.");
    }, { signal: view.signal, textToo: false }));

  const build = button("Build the draft", async () => {
    put(out);
    const args = argumentsOf(name, form, coins());
    const end = await act(log, args, { busy: build, skip: /^privacy: /, signal: view.signal });
    if (!end) return;
    keepDraft(end.result);
    // Its coins are held: the same once more would be another payment.
    live.hidden = true;
    drawDraft(end.result, args);
  }, { class: "first" });

  function drawDraft(d, args) {
    const title = h("h2", { tabindex: "-1" }, `Draft: payment ${d.payment}`);
    const draftLog = h("div", {});
    const again = async (change) => {
      const end = await act(draftLog, ["cancel", String(d.payment)], { signal: view.signal });
      if (!end) return;
      await change?.();
      put(out);
      put(log);
      drawAll();
      view.say(`Payment ${d.payment} was cancelled. Change what you like, and build it again.`);
      formBox.scrollIntoView();
      recipients.querySelector("input").focus();
    };
    put(out, h("section", { class: "sheet" }, title, draftView(d),
      learnt(d, again),
      d.explanation && explanation(d.explanation),
      h("div", { class: "row" },
        link("Continue: show it to the signer", `#/payment/${d.payment}`, { class: "button first" }),
        button("Change it", () => again()),
        button("Cancel it", async () => { if (await act(draftLog, ["cancel", String(d.payment)], { signal: view.signal })) { forms.delete(name); chosen.delete(name); view.go(`#/wallet/${encodeURIComponent(name)}`); } })),
      draftLog, command([...args, "--out", "payment.gif"])));
    title.focus();
  }

  /** What the program says to do instead, as a button where the form can do it. */
  function alternative(p, again) {
    const text = p.alternative;
    const coinNames = [...text.matchAll(/--coin (\S+)/g)].map((m) => m[1]);
    const tag = text.match(/^spend coins with one tag, which are enough: --tag (\S+)$/)?.[1];
    const odd = text.match(/: --to \S+=(\d+\.\d+)$/)?.[1];
    const isAll = / --to \S+=all/.test(text);
    const one = (words, change) => button(words, () => again(change), { class: "small" });
    const pick = async () => {
      const all = await result(["coins", name, "--offline"]);
      chosen.set(name, new Map(all.filter((c) => coinNames.includes(String(c.number)) || coinNames.includes(c.outpoint)).map((c) => [c.outpoint, c])));
    };
    if (isAll) return one("Pay a little more and have no change", () => { form.recipients[0].all = true; return pick(); });
    if (coinNames.length) return one("Spend those coins alone", pick);
    if (tag) return one(`Spend the tag ${shown(tag)} alone`, () => { form.tag = tag; form.mix = false; });
    if (text === "add --cheapest") return one("Spend as few as are cheapest", () => { form.cheapest = true; });
    if (odd) return one(`Pay ${odd} BTC`, () => { form.recipients[0].amount = odd; form.recipients[0].all = false; });
    return null;
  }

  const formBox = h("div", { class: "sheet" });
  function drawAll() {
    drawRecipients();
    drawCoins();
    drawFee();
    put(formBox,
      available, recipients, book,
      h("div", { class: "row" }, button("Add a recipient", () => { form.recipients.push({ to: "", amount: "", all: false }); drawRecipients(true); })),
      scan,
      h("h2", {}, "Coins"), spends,
      h("h2", {}, "Fee"),
      h("div", { class: "fee-ways" }, radios("How the fee is found", newID("fee"), [["target", "by waiting time"], ["rate", "by rate"], ["place", "by place in the queue (mempool)"]], form.fee, (value) => { form.fee = value; drawFee(); see(); })),
      feeField, curve.element,
      tick("Take the fee from what the recipients get", ticked(form, "subtract", see)),
      field("Label", bound(form, "label", { maxlength: "255" }, see), "Kept here."),
      h("details", {}, h("summary", {}, "More"),
        field("Note to those who sign", bound(form, "note", { maxlength: "200" }, see), "It goes along with the payment; nobody checks it."),
        field("Only coins with this tag", bound(form, "tag", { class: "short" }, see)),
        tick("Let coins with different tags be spent together", ticked(form, "mix", see), "This links them for everybody who looks."),
        tick("When sending everything, leave out held, frozen, unconfirmed and tagged coins", ticked(form, "held", see)),
        tick("Prove to the signer that the coins are in blocks", ticked(form, "prove", see)),
        tick("Guard against a signer that leaks its key (anti-exfil): you sign in two rounds", ticked(form, "antiExfil", see)),
        field("Not before", bound(form, "lockTime", { class: "short" }, see), "A block such as 900000, or a day such as 2030-01-31 (UTC)."),
        field("Fee ladder", bound(form, "ladder", { class: "short" }, see), "Rates in sat/vB with commas, such as 2,5,10: all are signed at once, and sent when needed.")),
      h("div", { class: "row" }, build, button("Clear", () => { Object.assign(form, empty()); chosen.delete(name); put(log); put(out); drawAll(); })),
      log, line);
    see();
  }
  put(lacks, missing(form));
  drawAll();
  put(body, formBox, live, out);

  async function refresh() {
    const b = await result(["balance", name, "--offline"]);
    if (!view.differs({ ...b, syncedAt: null })) return curve.look();
    put(available, "Can be spent: ", money(b.spendable, { unit: true }), h("span", { class: "quiet" }, ` ${sat(b.spendable)}`));
    // Coins came or went. Of what was built already there is no draft to follow.
    if (!live.hidden) follow();
    curve.look();
  }
  view.onLive(refresh);
  const [names, net] = await Promise.all([result(["recipient", "list"]).catch(() => []), network(name)]);
  put(book, names.filter((r) => r.network === net).map((r) => h("option", { value: shown(r.name) }, shown(r.address))));
  await refresh().catch((error) => put(available, errorBox(error)));
}

/** A payment to be filled in as the replacement of one that waits. */
export function prefillReplacement(wallet, number) {
  forms.set(wallet, { ...empty(), replace: String(number) });
}

/** What a draft is: words, fee, where everything goes. */
export function draftView(d) {
  const paid = d.outputs.filter((o) => !o.change);
  return [
    facts([
      ["Recipients get", money(sum(paid.map((o) => o.amount)), { unit: true, beside: true })],
      d.fee !== null && ["Fee", [money(d.fee, { unit: true, beside: true }), d.feeRate ? ` about ${d.feeRate} sat/vB` : ""]],
      d.subtracted ? ["Paid by the recipients", sat(d.subtracted)] : null,
      d.words && ["Four words", h("span", { class: "words" }, shown(d.words))],
      d.unconfirmed ? ["Coins not confirmed", String(d.unconfirmed)] : null,
      d.lockTime ? ["Lock time", d.lockTime < 500_000_000 ? `block ${d.lockTime}` : new Date(d.lockTime * 1000).toISOString()] : null,
      d.replaces ? ["Replaces", link(`payment ${d.replaces}`, `#/payment/${d.replaces}`)] : null,
    ]),
    diagram(d),
    table("Outputs", [{ name: "What" }, { name: "To", main: true }, { name: "BTC", right: true }],
      d.outputs.map((o) => [o.change ? "change" : o.data ? "carries" : "pays",
        [o.name && h("strong", {}, `${shown(o.name)} `), o.data ? h("code", {}, shown(o.data)) : address(o.address)], money(o.amount)])),
    d.inputs?.length ? h("details", {}, h("summary", {}, `${counted(d.inputs.length, "coin")} spent`),
      table("Coins that it spends", [{ name: "Coin", main: true }, { name: "Outpoint" }, { name: "BTC", right: true }],
        d.inputs.map((i) => [String(i.number ?? "–"), hash(i.outpoint), money(i.amount)]))) : null,
    d.leftOut?.length ? table("Left out", [{ name: "Why", main: true }, { name: "Coins", right: true }, { name: "BTC", right: true }],
      d.leftOut.map((l) => [shown(l.reason), String(l.coins), money(l.amount)])) : null,
    d.ladder?.length ? table("Fee ladder", [{ name: "Step", main: true }, { name: "Payment" }, { name: "Fee", right: true }, { name: "sat/vB", right: true }, { name: "Change BTC", right: true }, { name: "Words" }],
      d.ladder.map((s) => [s.step === null ? "takes it back" : String(s.step), link(String(s.payment), `#/payment/${s.payment}`), sat(s.fee), String(s.feeRate), money(s.change), shown(s.words)])) : null,
  ];
}

/** Why these coins, in figures. */
function explanation(e) {
  return h("details", {}, h("summary", {}, "Why these coins"),
    facts([
      ["Chosen by", shown(e.method)],
      ["Out of", counted(e.offered, "coin")],
      e.uneconomic ? ["Cost more than they bring", counted(e.uneconomic, "coin")] : null,
      ["Fee rate now", `${e.feeRate} sat/vB`],
      ["Long-term fee rate", `${e.longTermFeeRate} sat/vB (${{ setting: "your setting", node: "blocks that the node told of", builtIn: "built in" }[e.longTermFeeRateFrom] ?? e.longTermFeeRateFrom})`],
      ["Fee now", sat(e.feeNow)],
      ["Later fee to spend the change", sat(e.feeForChangeLater)],
      e.certificate ? ["Could be cheaper by at most", e.certificate.gap === 0 ? "0 sat, this is the best choice" : sat(e.certificate.gap)] : null,
    ]),
    e.weighed.length ? table("Ways of choosing that were weighed", [{ name: "Method", main: true }, { name: "Coins", right: true }, { name: "Fee sat", right: true }, { name: "Change BTC", right: true }, { name: "Cost sat", right: true }],
      e.weighed.map((w) => [`${shown(w.method)}${w.counts ? "" : " (not allowed here)"}`, w.inputs === null ? "found nothing" : String(w.inputs), w.fee === null ? "–" : sat(w.fee), money(w.change), w.cost === null ? "–" : sat(w.cost)])) : null,
    e.leftOut.length ? table("Not offered", [{ name: "Why", main: true }, { name: "Coins", right: true }, { name: "BTC", right: true }],
      e.leftOut.map((l) => [shown(l.reason), String(l.coins), money(l.amount)])) : null);
}
