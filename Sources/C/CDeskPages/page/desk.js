// The frame: session, places, routes, what is live.

import { DeskEnded, NotSignedIn, begin, finish, get, listen, post, used, whenOver } from "./api.js";
import { errorBox } from "./act.js";
import { button, h, link, put, shown } from "./dom.js";
import { forget, isNews, isTest, network, nodes, wallets } from "./state.js";

const places = [
  ["wallets", "Wallets", () => import("./wallets.js")],
  ["payments", "Payments", () => import("./payments.js")],
  ["book", "Address book", () => import("./book.js")],
  ["new", "New wallet", () => import("./new-wallet.js")],
  ["backups", "Backups", () => import("./backups.js")],
  ["nodes", "Nodes", () => import("./nodes.js")],
  ["checks", "Checks", () => import("./checks.js")],
  ["rehearsal", "Rehearsal", () => import("./rehearsal.js")],
  ["settings", "Settings", () => import("./settings.js")],
];
const walletPlaces = [
  ["", "Overview", () => import("./wallet.js")],
  ["receive", "Receive", () => import("./receive.js")],
  ["pay", "Pay", () => import("./pay.js")],
  ["coins", "Coins", () => import("./coins.js")],
  ["payments", "Payments", () => import("./payments.js")],
  ["history", "History", () => import("./history.js")],
  ["addresses", "Addresses", () => import("./addresses.js")],
];

const main = document.getElementById("main");
const news = document.getElementById("news");
const banner = document.getElementById("rehearsal");
let current = null;

/** Says something to whoever looks and to whoever listens; gone after a while. */
function say(text, kind = "") {
  const line = h("p", { class: `toast ${kind}` }, shown(text));
  news.append(line);
  while (news.children.length > 3) news.firstElementChild.remove();
  setTimeout(() => line.remove(), 6_000);
}

/** What a page is given: where it writes, how it ends, and what it wants to be told. */
class View {
  constructor(parts) {
    this.parts = parts;
    this.stopper = new AbortController();
    this.signal = this.stopper.signal;
    this.told = null;
    this.drawn = null;
    this.isLooking = false;
    this.looksAgain = false;
    this.say = say;
    this.body = h("div", { class: "page" });
  }

  /** The heading, which gets the focus; `wallet` puts the wallet's pages above it. */
  head(title, { wallet, intro } = {}) {
    this.wallet = wallet;
    this.isHeaded = true;
    document.title = `${shown(title)}${wallet ? `, ${shown(wallet)}` : ""} · Coordinator’s desk`;
    const heading = h("h1", { tabindex: "-1", "aria-describedby": banner.id }, shown(title));
    put(main, wallet && walletBar(wallet, this.parts), heading, intro && h("p", { class: "intro" }, intro), this.body);
    scrollTo(0, 0);
    if (!this.isFirst) heading.focus({ preventScroll: true });
    mark(wallet);
    return this.body;
  }

  /** Called when something changed, until the page is left. */
  onLive(told) { this.told = told; }

  /** Has the page look again; while it looks already, once more afterwards. */
  async look() {
    if (this.isLooking) { this.looksAgain = true; return; }
    this.isLooking = true;
    try {
      do {
        this.looksAgain = false;
        await this.told?.();
      } while (this.looksAgain && this === current);
    } finally { this.isLooking = false; }
  }

  /**
   * Whether what a page is about to draw is other than what it drew last. What is the same stays: the focus, a selection and
   * the place of somebody who listens with it.
   */
  differs(...values) {
    const now = JSON.stringify(values);
    if (now === this.drawn) return false;
    this.drawn = now;
    return true;
  }

  go(hash) { location.hash = hash; }
}

function walletBar(name, parts) {
  const base = `#/wallet/${encodeURIComponent(name)}`;
  return h("nav", { class: "wallet-bar", "aria-label": `Wallet ${shown(name)}` },
    h("span", { class: "wallet-name" }, shown(name)),
    h("ul", {}, walletPlaces.map(([place, text]) =>
      h("li", {}, link(text, place ? `${base}/${place}` : base, {
        "aria-current": (parts[0] === "wallet" && (parts[2] ?? "") === place) ? "page" : null,
      })))));
}

function drawPlaces(parts) {
  const here = { wallet: "wallets", payment: "payments", "": "wallets" }[parts[0]] ?? parts[0];
  put(document.getElementById("places"), h("ul", {}, places.map(([place, text]) =>
    h("li", {}, link(text, `#/${place}`, { "aria-current": here === place ? (parts[0] === place ? "page" : "true") : null })))));
}

/** What an element is called, by which it is found again when it was drawn anew. */
function called(element) {
  return [element.tagName, element.type, element.getAttribute("href"), element.getAttribute("aria-label"),
    element.labels?.[0]?.textContent ?? element.textContent].join("\n");
}

/** Keeps the focus where the page draws something anew: what took the place of what had it gets it, or else the heading. */
function keepFocus() {
  let held = null;
  main.addEventListener("focusin", ({ target }) => {
    const name = called(target);
    held = { target, name, at: [...main.querySelectorAll(target.tagName)].filter((one) => called(one) === name).indexOf(target) };
  });
  new MutationObserver(() => {
    if (!held || held.target.isConnected || (document.activeElement ?? document.body) !== document.body) return;
    const alike = [...main.querySelectorAll(held.target.tagName)].filter((one) => called(one) === held.name);
    const next = alike[Math.min(held.at, alike.length - 1)] ?? main.querySelector("h1");
    next?.focus({ preventScroll: true });
  }).observe(main, { childList: true, subtree: true });
}

let marks = 0;
/** Marks a rehearsal on every page: of a wallet by its network, else where nothing here is worth anything. */
async function mark(wallet) {
  marks += 1;
  const mine = marks;
  let text = "";
  try {
    if (wallet) {
      const net = await network(wallet);
      if (isTest(net)) text = `REHEARSAL (${net}): worth nothing`;
    } else {
      const [all, active] = [await wallets(), (await nodes()).find((n) => n.active)];
      const tests = all.filter((w) => isTest(w.network));
      if (all.length && tests.length === all.length) text = "REHEARSAL: worth nothing";
      else if (!all.length && active?.url.startsWith("rehearsal:")) text = "REHEARSAL: worth nothing";
      else if (tests.length) text = `REHEARSAL: ${tests.map((w) => shown(w.wallet)).join(", ")}: worth nothing`;
    }
  } catch { return; }
  if (mine !== marks) return;
  banner.hidden = !text;
  banner.textContent = text;
}

function parse() {
  const parts = location.hash.replace(/^#\/?/, "").split("/").map((part) => {
    try { return decodeURIComponent(part); } catch { return part; }
  });
  return parts[0] ? parts : ["wallets"];
}

async function show(isFirst = false) {
  current?.stopper.abort();
  put(news);
  const parts = parse();
  const view = new View(parts);
  view.isFirst = isFirst;
  current = view;
  drawPlaces(parts);
  try {
    let load;
    let args = [];
    if (parts[0] === "wallet" && parts[1]) {
      load = walletPlaces.find(([place]) => place === (parts[2] ?? ""))?.[2];
      args = [parts[1]];
    } else if (parts[0] === "payment") {
      load = () => import("./payment.js");
      args = [parts[1]];
    } else {
      load = places.find(([place]) => place === parts[0])?.[2];
      if (parts[0] === "new") args = [parts[1]];
    }
    if (!load) {
      put(view.head("There is no such page"), h("p", {}, link("Go to the wallets", "#/wallets")));
      return;
    }
    const module = await load();
    if (view !== current) return;
    await module.show(view, ...args);
  } catch (error) {
    if (view !== current || error.name === "AbortError") return;
    if (error instanceof DeskEnded) return;
    if (error instanceof NotSignedIn) return signedOut(error);
    if (!main.contains(view.body)) view.head("This page could not be shown");
    view.body.append(errorBox(error));
    console.error(error);
  }
}

/** Leaves nothing of the desk on the screen but `title` and what to do. */
function leave(title, ...content) {
  const last = current;
  current = null;
  last?.stopper.abort();
  document.title = `${title} · Coordinator’s desk`;
  put(document.getElementById("places"));
  put(document.getElementById("about"));
  put(news);
  banner.hidden = true;
  put(main, h("h1", { tabindex: "-1" }, title), content);
  main.querySelector("h1").focus();
}

function signedOut(error) {
  leave("This tab is not signed in",
    h("p", {}, "Press Enter in the terminal of the desk for a new link, and open that."),
    error?.hint && h("p", { class: "quiet" }, shown(error.hint)));
}

let refreshing = null;
/** Many events come together: the page looks again once. */
function refresh() {
  forget();
  clearTimeout(refreshing);
  refreshing = setTimeout(() => {
    const view = current;
    if (view?.isHeaded) mark(view.wallet);
    Promise.resolve(view?.look()).catch((error) => {
      if (error instanceof NotSignedIn) signedOut(error);
      else if (error instanceof DeskEnded) return;
      else if (view === current) console.error(error);
    });
  }, 250);
}

async function start() {
  document.getElementById("skip").addEventListener("click", (event) => {
    event.preventDefault();
    (main.querySelector("h1") ?? main).focus();
  });
  keepFocus();
  whenOver(() => leave("The desk is closed", h("p", {}, "Start it again in the terminal, and open its new link.")));
  for (const kind of ["keydown", "pointerdown"]) addEventListener(kind, used, { passive: true });
  try {
    await begin();
    const about = await get("/about");
    const live = h("span", { class: "live" }, "");
    put(document.getElementById("about"),
      "Home ", h("code", {}, shown(about.home)), ` · version ${shown(about.version)} · ends after ${about.minutes} minutes without use · `, live, " ",
      button("Close the desk", async () => {
        await post("/end").catch(() => {});
        finish();
      }, { class: "small" }));
    addEventListener("hashchange", () => {
      if (/^#[A-Za-z0-9_-]{43}$/.test(location.hash)) return void begin().then(() => location.reload()).catch(signedOut);
      if (current) show();
    });
    await show(true);
    listen((event) => {
      if (event.event) {
        if (event.event.text && isNews(event.event)) say(event.event.text, event.event.event === "unreachable" ? "warning" : "");
        refresh();
      } else if (event.changed) refresh();
    }, (isLive, error) => {
      live.textContent = isLive ? "up to date" : "not connected";
      if (error) signedOut(error);
    });
  } catch (error) {
    if (error instanceof NotSignedIn) signedOut(error);
    else if (!(error instanceof DeskEnded)) put(main, h("h1", { tabindex: "-1" }, "The desk could not be opened"), errorBox(error));
  }
}

start();
