// The way back: what the laptop's camera sees goes, a few pictures a second, to a command that reads `-` as a film.
// A file or a pasted text goes to the same command whole.

import { act, errorBox } from "./act.js";
import { button, h, newID, put } from "./dom.js";

const PER_SECOND = 6;
const WIDEST = 1280;

async function picture(video, canvas) {
  const scale = Math.min(1, WIDEST / video.videoWidth);
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  canvas.getContext("2d").drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((give) => canvas.toBlob(give, "image/jpeg", 0.8));
}

/**
 * Films until the command has what it needs. Gives how the command ended, or null.
 *
 * `into` shows the picture to aim by and what the program says.
 */
export async function film(into, args, { signal, busy, allow } = {}) {
  const video = h("video", { class: "camera", autoplay: true, muted: true, playsinline: true, "aria-label": "What the camera sees" });
  const words = h("div", {});
  let stream;
  try {
    if (!navigator.mediaDevices) throw Object.assign(new Error("this browser has no camera for pages"), { hint: "use a file in its place" });
    stream = await navigator.mediaDevices.getUserMedia({ video: { width: { ideal: 1920 }, height: { ideal: 1080 }, facingMode: "environment" }, audio: false });
  } catch (error) {
    put(into, errorBox({ message: `the camera did not open: ${error.message}`, hint: error.hint ?? "let this page use the camera in the browser's settings, or use a file" }));
    return null;
  }
  put(into, video, words);
  video.muted = true;
  video.srcObject = stream;
  await video.play().catch(() => {});
  let isOver = false;
  const canvas = document.createElement("canvas");
  async function feed(run) {
    while (!isOver && !signal?.aborted) {
      const began = performance.now();
      if (video.videoWidth) {
        const blob = await picture(video, canvas);
        if (blob && !isOver) await run.feed(blob).catch(() => {});
      }
      await new Promise((go) => setTimeout(go, Math.max(20, 1000 / PER_SECOND - (performance.now() - began))));
    }
  }
  try {
    return await act(words, args, { busy, allow, signal, streams: true, quiet: true, open: feed });
  } finally {
    isOver = true;
    for (const track of stream.getTracks()) track.stop();
    video.remove();
    if (!words.children.length) words.remove(); 
  }
}

/**
 * Three ways for something to come in: camera, file (dropped or chosen), pasted text.
 *
 * `args` is the command that reads `-`; `done(end, name)` gets how it ended.
 */
export function intake(what, args, done, { signal, allow, textToo = true, cameraToo = true, multiple = false, accept } = {}) {
  const log = h("div", { class: "section" });
  const cameraButton = button("Use the camera", async () => {
    const end = await film(log, args(), { signal, busy: cameraButton, allow });
    if (end) done(end, "the camera");
  });
  async function take(files) {
    for (const one of files) {
      const end = await act(log, args(), { input: one, allow, signal });
      if (!end) return;
      await done(end, one.name);
    }
    file.value = "";
  }
  const id = newID("file");
  const file = h("input", { type: "file", id, multiple, accept, onchange: () => take([...file.files]) });
  const drop = h("div", {
    class: "drop",
    ondragover: (event) => { event.preventDefault(); drop.classList.add("over"); },
    ondragleave: () => drop.classList.remove("over"),
    ondrop: (event) => { event.preventDefault(); drop.classList.remove("over"); take([...event.dataTransfer.files]); },
  }, h("label", { for: id }, cameraToo ? `Or choose or drop a file with ${what}` : `Choose or drop a file with ${what}`), file);
  const text = h("textarea", { id: newID("t"), spellcheck: "false", autocomplete: "off" });
  const paste = h("details", {}, h("summary", {}, "Or paste it as text"),
    h("div", { class: "field" }, h("label", { for: text.id }, `Text: ${what}`), text),
    button("Take the text", async () => {
      const end = text.value.trim() ? await act(log, args(), { input: text.value.trim(), allow, signal }) : null;
      if (end) { text.value = ""; done(end, "the text"); }
    }));
  return h("div", {}, cameraToo && h("div", { class: "row" }, cameraButton), drop, textToo && paste, log);
}
