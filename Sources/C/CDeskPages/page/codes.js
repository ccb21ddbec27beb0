// QR codes on a canvas: one, or the living mosaic of a payment. Black on white, whatever the screen's colours.

import { get, post, result } from "./api.js";
import { errorBox } from "./act.js";
import { button, field, h, newID, put } from "./dom.js";

const QUIET = 4;

/** Draws one code, with whole pixels for each module and its quiet zone. */
function draw(canvas, { size, rows }, pixels) {
  const modules = size + 2 * QUIET;
  const scale = Math.max(1, Math.floor(pixels / modules));
  const side = modules * scale;
  if (canvas.width !== side) {
    canvas.width = side;
    canvas.height = side;
    // Each module has the same whole number of the screen's own pixels.
    canvas.style.width = `${side / (devicePixelRatio || 1)}px`;
  }
  const context = canvas.getContext("2d");
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, side, side);
  context.fillStyle = "#000000";
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x += 1) {
      if (row[x] === "1") context.fillRect((x + QUIET) * scale, (y + QUIET) * scale, scale, scale);
    }
  });
}

/** A still code of a text, with words for those who cannot see it. */
export async function still(text, words, pixels = 320) {
  const canvas = h("canvas", { class: "code", role: "img", "aria-label": words });
  draw(canvas, await post("/symbols", { text }), pixels * (devicePixelRatio || 1));
  return h("div", { class: "code-sheet" }, canvas);
}

/**
 * What a command writes to standard output as a mosaic that runs until `signal` ends it, with its controls.
 *
 * `args(form)` is the command, `what` says it to those who cannot see it.
 */
export function mosaic(what, args, signal, { forms = ["ur"] } = {}) {
  const canvas = h("canvas", { class: "code", role: "img", "aria-label": `${what} as a series of QR codes for the signer’s camera` });
  const frame = h("div", { class: "mosaic" }, canvas);
  const state = h("p", { class: "quiet", role: "status" });
  const error = h("div", {});
  const choice = { as: forms[0], density: 2, speed: 8 };
  // Each form that was asked for, as the command wrote it.
  const texts = {};
  let frames = [];
  let show = null;
  let at = 0;
  let next = 0;
  let isPaused = false;
  let asking = false;
  let round = 0;

  async function start() {
    round += 1;
    const mine = round;
    frames = []; at = 0; next = 0; show = null;
    put(error);
    try {
      texts[choice.as] ??= await result(args(choice.as));
      const begun = await post("/shows", { text: texts[choice.as], density: choice.density });
      if (mine !== round) return;
      show = begun.show;
      state.textContent = begun.parts === 1 ? "One code." : `${begun.parts} codes in a loop. The signer can start at any of them.`;
      await more(mine);
    } catch (problem) {
      put(error, errorBox(problem));
    }
  }
  async function more(mine) {
    if (asking || !show) return;
    asking = true;
    try {
      const got = await get(`/shows/${show}/frames?from=${next}&count=32`);
      if (mine === round) { frames.push(...got.frames); next += got.frames.length; }
    } finally { asking = false; }
  }

  let last = 0;
  function tick(now) {
    if (signal.aborted) return;
    if (!isPaused && show && now - last >= 1000 / choice.speed && frames.length > at) {
      last = now;
      const full = document.fullscreenElement === frame;
      const room = (full ? Math.min(innerWidth, innerHeight) : frame.clientWidth) * (devicePixelRatio || 1);
      draw(canvas, frames[at], Math.max(200, room));
      at += 1;
      if (at > 64) { frames.splice(0, 32); at -= 32; }
      if (frames.length - at < 16) more(round).catch(() => {});
    }
    requestAnimationFrame(tick);
  }

  const pause = button("Pause", () => {
    isPaused = !isPaused;
    pause.textContent = isPaused ? "Go on" : "Pause";
  });
  const output = h("span", { "aria-hidden": "true" }, `${choice.speed} a second`);
  const speed = h("input", {
    type: "range", min: "4", max: "12", step: "1", value: String(choice.speed), "aria-valuetext": `${choice.speed} a second`,
    oninput: () => {
      choice.speed = Number(speed.value);
      output.textContent = `${choice.speed} a second`;
      speed.setAttribute("aria-valuetext", output.textContent);
    },
  });
  const density = h("select", { onchange: () => { choice.density = Number(density.value); start(); } },
    [[1, "large squares, more codes"], [2, "medium"], [3, "small"], [4, "smallest squares, fewest codes"]].map(([value, text]) =>
      h("option", { value, selected: value === choice.density }, text)));
  const names = { ur: "UR (crypto-psbt)", bbqr: "BBQr (Coldcard)", multisig: "multisig: (Chance)", "crypto-output": "UR (crypto-output)", bsms: "BSMS", descriptor: "Descriptor" };
  const form = h("select", { onchange: () => { choice.as = form.value; start(); } },
    forms.map((value) => h("option", { value }, names[value])));
  const speedID = newID("s");
  speed.id = speedID;

  start();
  requestAnimationFrame(tick);
  return h("div", { class: "bridge" },
    frame,
    h("div", {},
      error, state,
      h("div", { class: "field" }, h("label", { for: speedID }, "Speed "), output, speed),
      field("Size of the squares", density),
      forms.length > 1 && field("Form", form),
      h("div", { class: "row" }, pause, button("Full screen", () => frame.requestFullscreen?.().catch(() => {}))),
      h("p", { class: "hint" }, "Escape leaves the full screen. If the camera does not see it, choose larger squares or a slower speed.")));
}
