// What several pages need: wallets, nodes, and who wants to know of changes.

import { result } from "./api.js";

const kept = new Map();

/** The result of a command, asked for once until something changes. */
export function once(args) {
  const name = JSON.stringify(args);
  if (!kept.has(name)) {
    const coming = result(args, { allow: [1] }).catch((error) => { kept.delete(name); throw error; });
    kept.set(name, coming);
  }
  return kept.get(name);
}

export function forget() { kept.clear(); }

export const wallets = () => once(["wallet", "list"]);
export const nodes = () => once(["node", "list"]);

/** The network of a wallet; undefined where there is no such wallet. */
export async function network(name) {
  return (await wallets()).find((w) => w.wallet === name)?.network;
}

export const isTest = (network) => network !== undefined && network !== "mainnet";

/** The rehearsal chain's node, the one in use first. */
export async function practice() {
  const all = (await nodes()).filter((n) => n.url.startsWith("rehearsal:"));
  return all.find((n) => n.active) ?? all[0];
}

/** Coins chosen on the page of coins, for the next payment: wallet to a map of outpoint to coin. */
export const chosen = new Map();

// Events of the chain that a command of this page told of already, and transactions that were told to be confirmed.
const heard = { numbers: new Set(), confirmed: new Set() };

/** Notes an event that was told of; false where it comes late: it was told before, or what came after it was. */
export function isNews(event) {
  const transaction = `${event.wallet} ${event.txid}`;
  const isLate = heard.numbers.has(event.number) || (["arrived", "left"].includes(event.event) && heard.confirmed.has(transaction));
  if (event.number !== undefined) heard.numbers.add(event.number);
  if (event.event === "confirmed") heard.confirmed.add(transaction);
  if (["unconfirmed", "vanished"].includes(event.event)) heard.confirmed.delete(transaction);
  return !isLate;
}

/** Drafts of this tab: what `pay` said of each payment, which `payments` does not repeat. */
export function keepDraft(draft) {
  try { sessionStorage.setItem(`draft-${draft.payment}`, JSON.stringify(draft)); } catch { /* full: the page shows less */ }
}

export function draft(number) {
  try { return JSON.parse(sessionStorage.getItem(`draft-${number}`)); } catch { return null; }
}
