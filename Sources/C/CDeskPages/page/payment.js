// One payment: across the gap and back, who signed, and what becomes of it.

import { result, textOf } from "./api.js";
import { act, command, errorBox, warnings } from "./act.js";
import { intake } from "./camera.js";
import { mosaic } from "./codes.js";
import { compare } from "./difference.js";
import { button, download, facts, field, grouped, h, hash, link, money, newID, put, radios, sat, shown, table, time } from "./dom.js";
import { feeCurve } from "./fees.js";
import { draftView, prefillReplacement } from "./pay.js";
import { label, replacement, stateMark } from "./payments.js";
import { draft, keepDraft } from "./state.js";

/** What can be sent to the others as it is: the program's own words. */
function forward(p) {
  return [
    `Payment ${p.payment} of ${shown(p.wallet)}: ${shown(p.what)}`,
    `Words: ${p.words}`,
    `Fee: ${p.fee} sat`,
    shown(p.status),
  ].join("\n");
}

export async function show(view, number) {
  const args = ["payments", "--payment", number, "--offline"];
  let p = await result(args);
  const body = view.head(`Payment ${number}`, { wallet: p.wallet });
  const top = h("div", { class: "sheet" });
  const said = h("div", {});
  const stepsBox = h("div", {});
  const versus = h("div", {});
  put(body, top, said, stepsBox, versus);
  let drawn = "";
  let drawnTop = "";
  let see = () => {};
  const newFee = feeOfReplacement(view, p.wallet, () => see(), () => (p.state === "complete" ? null : p.feeRate));

  function drawTop() {
    const d = draft(number);
    put(top,
      h("p", {}, stateMark(p), " ", p.uncertain ? "No node could tell what became of it. " : "", replacement(p)),
      h("div", {}, label(p)),
      // The picture needs every amount.
      draftView(d ?? { inputs: p.coins.every((c) => c.amount !== null) ? p.coins : [], outputs: p.outputs ?? [], fee: p.fee, words: p.words }),
      facts([
        ["Transaction", hash(p.txid)],
        ["Built", time(p.created)],
        p.written ? ["Last written for signers", time(p.written)] : null,
        p.height ? ["In block", [grouped(p.height), p.time ? [", ", time(p.time)] : ""]] : null,
        p.second ? ["Second node", `${shown(p.second.node)}: ${p.second.seen}`] : null,
        p.note && ["Note (nobody checked it)", shown(p.note)],
        p.frozen.length ? ["Frozen coins in it", p.frozen.map((c) => h("div", {}, hash(c)))] : null,
        p.ladder ? ["Fee ladder", [`of payment ${p.ladder}`, p.step ? `, step ${p.step}` : ", takes it back"]] : null,
        p.antiExfil ? ["Anti-exfil", `${p.antiExfil.openings} of ${p.antiExfil.commitments} openings received`] : null,
      ]));
  }

  function whoSigned() {
    const differs = p.inputs.some((i) => i.missing !== p.inputs[0]?.missing);
    return [
      h("p", { class: "talk" }, shown(p.status)),
      p.signers.length > 1 ? table("Who has signed", [{ name: "Who", main: true }, { name: "Signed" }],
        p.signers.map((s) => [shown(s.name), s.signed ? "yes" : s.signatures ? `${s.signatures} of ${p.inputs.length}` : "no"]), { quietCaption: true }) : null,
      differs ? table("Each input", [{ name: "Input", main: true }, { name: "Signed by" }, { name: "Missing", right: true }],
        p.inputs.map((i) => [String(i.input), i.signed.map(shown).join(", ") || "nobody", String(i.missing)])) : null,
    ];
  }

  function toSigner() {
    const place = h("div", {});
    const stopper = new AbortController();
    view.signal.addEventListener("abort", () => stopper.abort());
    let isRunning = false;
    const start = button("Show it as QR codes", () => {
      if (isRunning) return;
      isRunning = true;
      start.hidden = true;
      put(place, mosaic(`Payment ${number}`, (as) => ["payments", "--payment", number, "--offline", "--out", "-", "--as", as, ...(p.ladder ? ["--ladder"] : [])], stopper.signal, { forms: p.ladder ? ["ur", "bbqr"] : ["ur", "bbqr", "multisig"] }));
      place.querySelector("select").focus();
    }, { class: "first" });
    const fileLog = h("div", {});
    const save = (as, ending) => async () => {
      const line = ["payments", "--payment", number, "--offline", "--out", "-", ...(p.ladder ? ["--as", "ur", "--ladder"] : ["--as", as])];
      const end = await act(fileLog, line, { signal: view.signal });
      if (!end) return;
      download(`payment-${number}.${ending}`, textOf(end));
      fileLog.append(h("p", {}, "At the signer’s desk, choose “Sign a payment” and “From a stick or folder”, and then this file. Or type there:"),
        h("pre", { class: "type", tabindex: "0", role: "region", "aria-label": "Command for the signer with the file" }, `offline-signer sign payment-${number}.${ending} --out signed.psbt`));
    };
    return [
      h("p", {}, "At the signer’s desk, choose “Sign a payment” and “By camera”, and hold its camera to the codes. Or type there:"),
      h("pre", { class: "type", tabindex: "0", role: "region", "aria-label": "Command for the signer" }, "offline-signer sign camera --out terminal"),
      p.ladder ? h("p", {}, "All steps of its fee ladder are signed together, after one question.") : null,
      h("p", {}, "It must show the words ", h("span", { class: "words" }, shown(p.words)), ". If they differ, it is another payment: do not sign."),
      h("div", { class: "row" }, start, button("Save as a file", save("base64", "psbt.txt"))), place, fileLog,
    ];
  }

  function fromSigner() {
    return [h("p", {}, "When the signer shows its codes, press this and hold its screen to this computer’s camera."), intake("the signed payment", () => ["collect", "-"], async (end) => {
      const r = end.result;
      if (r.payment !== Number(number)) {
        put(said, h("p", { class: "talk" }, "That was for ", link(`payment ${r.payment}`, `#/payment/${r.payment}`), "."));
        return;
      }
      view.say(r.complete ? "All signatures are here." : p.antiExfil || r.antiExfil ? `${r.status} Show it to the signer once more.` : r.status);
      await refresh(true);
    }, { signal: view.signal, multiple: true })];
  }

  function send() {
    const log = h("div", {});
    const go = button(p.state === "complete" ? "Send it" : "Send it again", async () => {
      const end = await act(log, ["broadcast", number], { busy: go, signal: view.signal });
      if (end) { view.say(`Sent: ${end.result.txid}`); await refresh(true); }
    }, { class: "first" });
    return [h("p", {}, "The program shows once more what is paid, and asks for characters of an address."), h("div", { class: "row" }, go), log, command(["broadcast", number])];
  }

  function ladder() {
    if (!p.ladder) return null;
    const log = h("div", {});
    const place = h("div", {});
    result(["payments", p.wallet, "--offline"]).then((all) => {
      const steps = all.filter((one) => one.ladder === p.ladder);
      put(place, table(`Fee ladder ${p.ladder}`, [{ name: "Step", main: true }, { name: "Payment" }, { name: "Fee sat", right: true }, { name: "State" }, { name: "Send", hidden: true }],
        steps.map((s) => [s.step === null ? "cancel" : String(s.step), link(String(s.payment), `#/payment/${s.payment}`), sat(s.fee), stateMark(s),
          s.state === "complete" ? button(s.step === null ? "Send the cancel" : "Send this step", async (event) => {
            const line = s.step === null ? ["cancel", String(p.ladder), "--on-chain"] : ["broadcast", String(p.ladder), "--step", String(s.step)];
            const end = await act(log, line, { busy: event.target, signal: view.signal });
            if (end) await refresh(true);
          }, { class: "small", "aria-label": s.step === null ? "Send the cancel" : `Send step ${s.step}` }) : ""])));
    }).catch((error) => put(place, errorBox(error)));
    return h("section", {}, h("h2", {}, "Fee ladder"), place, log);
  }

  function change() {
    const log = h("div", {});
    const cancel = button("Cancel", async () => {
      const end = await act(log, ["cancel", number], { busy: cancel, signal: view.signal });
      if (end) { view.say(`Payment ${number} was cancelled.`); await refresh(true); }
    }, { class: "danger" });
    const waits = ["complete", "sending", "sent"].includes(p.state);
    if (!waits) return h("section", {}, h("h2", {}, "Cancel it"), h("p", { class: "hint" }, "Cancelling frees its coins. You are asked first."), h("div", { class: "row" }, cancel), log, command(["cancel", number]));

    const fee = newFee.argumentsOf;
    const made = (end) => { keepDraft({ outputs: [], ...end.result, subtracted: 0 }); view.go(`#/payment/${end.result.payment}`); };
    const bump = (extra, busy) => async () => {
      const end = await act(log, ["bump", number, ...extra, ...fee()], { busy: busy(), signal: view.signal });
      if (end) made(end);
    };
    const faster = button("Raise the fee", bump([], () => faster), { class: "first" });
    const child = button("Add a child payment", bump(["--by-child"], () => child));
    const back = button("Take the coins back", async () => {
      const end = await act(log, ["cancel", number, "--on-chain", ...fee(), "--out", "-"], { busy: back, signal: view.signal });
      // What was written is the payment itself: its number is the newest.
      if (end) view.go(`#/payment/${Math.max(...(await result(["payments", p.wallet, "--offline"])).map((one) => one.payment))}`);
    });
    const other = button("Pay others instead", () => { prefillReplacement(p.wallet, number); view.go(`#/wallet/${encodeURIComponent(p.wallet)}/pay`); });
    const line = h("div", {});
    see = () => put(line, command(["bump", number, ...fee(), "--out", "faster.gif"], ["cancel", number, "--on-chain", ...fee(), "--out", "FILE"], ["cancel", number]));
    see();
    const all = [
      newFee.element,
      h("div", { class: "row" }, faster, child),
      h("p", { class: "hint" }, "What is built is signed on the signer, collected and sent like any payment. Take the coins back: builds a payment to yourself with a higher fee. Cancel here only: it may still confirm."),
      h("div", { class: "row" }, other, back, cancel),
      log, line];
    const title = "Speed it up or take it back";
    return p.state === "sent" ? h("section", {}, h("h2", {}, title), all)
      : h("section", {}, h("details", { ontoggle: newFee.look }, h("summary", {}, title), all));
  }

  function drawSteps() {
    const signing = p.state === "draft";
    const isOver = ["confirmed", "cancelled", "conflicted", "dead"].includes(p.state);
    const copied = h("span", { role: "status" });
    const text = forward(p);
    const forwarding = h("details", {}, h("summary", {}, "Text for the other cosigners"),
      h("pre", { tabindex: "0", role: "region", "aria-label": "Text for the others" }, text),
      h("div", { class: "row" }, button("Copy it", async () => { await navigator.clipboard.writeText(text); copied.textContent = "Copied."; }), copied),
      h("p", { class: "hint" }, "Send the file too: “Save as a file” includes the signatures so far."));
    // It is put back as it was, without the focus.
    const focused = newFee.element.contains(document.activeElement) ? document.activeElement : null;
    put(stepsBox,
      signing || p.state === "complete" ? h("ol", { class: "steps" },
        h("li", { class: signing ? null : "done" }, h("h2", {}, "Show it to the signer"), signing ? toSigner() : h("details", {}, h("summary", {}, "Show it again"), toSigner())),
        h("li", { class: signing ? null : "done" }, h("h2", {}, "Take the answer back"), signing ? fromSigner() : h("p", { class: "quiet" }, "All signatures are here.")),
        h("li", { class: signing ? null : "done" }, h("h2", {}, "Who has signed"), whoSigned(), p.signers.length > 1 && forwarding),
        h("li", {}, h("h2", {}, "Send it"), signing ? h("p", { class: "quiet" }, "You can send it when all signatures are here.") : send())) : null,
      p.state === "sending" ? h("section", {}, h("h2", {}, "Send it again"), h("p", {}, "It was being sent, and nobody knows whether the node took it. Sending it again does no harm."), send()) : null,
      p.state === "sent" ? h("p", {}, "It waits for a block.") : null,
      ladder(),
      isOver ? null : change());
    if (focused?.isConnected) focused.focus({ preventScroll: true });
    compare(versus, p);
  }

  async function refresh(force = false) {
    p = await result(args, { talk: warnings(said) });
    const now = JSON.stringify([p.state, p.status, p.signers, p.replacedBy, p.uncertain]);
    // What somebody is in the middle of (codes, camera, a question) stays unless the payment changed.
    // With each block it is deeper.
    const top = JSON.stringify([now, p.confirmations, p.height, p.time, p.second, p.written, p.frozen, p.antiExfil, p.outputs]);
    if (force || top !== drawnTop) { drawnTop = top; drawTop(); }
    if (force || now !== drawn) { drawn = now; drawSteps(); }
    newFee.look();
  }
  view.onLive(() => refresh());
  await refresh(true);
}

/**
 * The fee of what takes a payment's place, with the curve of the mempool; `changed()` is told when another one was chosen;
 * `own()` gives the rate that the payment pays now, where a node has it: what takes its place must pay more.
 *
 * Gives {element, argumentsOf, look}. What was chosen outlives a payment that is drawn anew.
 */
function feeOfReplacement(view, wallet, changed, own) {
  const ways = {
    target: { words: "by waiting time", label: "Confirm within (blocks)", option: "--target", value: "2" },
    rate: { words: "by rate", label: "Fee rate in sat/vB", option: "--fee-rate", value: "" },
    place: { words: "by place in the queue (mempool)", label: "Among the first … MvB of the mempool", option: "--fee-place", value: "1" },
  };
  let fee = "target";
  const input = h("input", { type: "text", inputmode: "decimal", class: "short", autocomplete: "off" });
  const place = h("div", {});
  function draw() {
    input.value = ways[fee].value;
    put(place, field(ways[fee].label, input));
    changed();
  }
  const kinds = radios("The new fee", newID("fee"), Object.entries(ways).map(([kind, { words }]) => [kind, words]), fee, (kind) => {
    fee = kind;
    draw();
    curve.mark();
  });
  const curve = feeCurve(view, wallet, () => ({ fee, value: ways[fee].value }), (rate) => {
    fee = "rate";
    ways.rate.value = String(rate);
    kinds.querySelector(`input[value="rate"]`).checked = true;
    draw();
  }, own);
  input.addEventListener("input", () => {
    ways[fee].value = input.value;
    changed();
    curve.mark();
  });
  draw();
  return { element: h("div", {}, kinds, place, curve.element), argumentsOf: () => [ways[fee].option, ways[fee].value.trim()], look: curve.look };
}
