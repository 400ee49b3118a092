// What the page knows now: the last snapshot, and what is begun but not yet sent.

import { ringAtEnd } from "./bell.js";
import { remember, remembered } from "./prefs.js";

export const state = {
  snapshot: null,
  seenAt: 0, // when the snapshot came, for the clock
  changedAt: 0, // when the question changed, for slips
  link: "on",
  prefs: remembered(),
  panel: null, // what lies over the page: menu, past, list, keys, seat
  turned: false, // the page is turned to a player
  sleepy: false, // this device cannot be kept awake, and nobody has said yet that they know
  known: 0, // how many wrong codes somebody was told of, and put away
  told: "", // why the last command was refused
  toldAt: 0,
  leaving: false, // the next game is being dealt
  busy: false, // an answer is on its way
  ...unanswered(),
};

let draw = () => {};

export function drawWith(function_) {
  draw = function_;
}

export function update(changes) {
  Object.assign(state, changes);
  draw();
}

const READ = 5000; // ms that people at a table have to read why a tap changed nothing, whatever goes on there
const BETWEEN = 150; // ms for which a moment between two questions is not worth drawing

let between = 0;

/** Take a new snapshot: what was begun for another question is dropped. */
export function take(snapshot) {
  clearTimeout(between);
  const passing = snapshot.now.kind === "listen" && !snapshot.slips && state.snapshot && state.snapshot.now.kind !== "listen";
  if (passing) between = setTimeout(() => taken(snapshot), BETWEEN);
  else taken(snapshot);
}

function taken(snapshot) {
  const before = state.snapshot;
  const now = performance.now();
  ringAtEnd(before, snapshot, (now - state.seenAt) / 1000);
  const changes = { snapshot, seenAt: now, leaving: state.leaving && Boolean(snapshot.after?.length) };
  if (!snapshot.strangers) changes.known = 0;
  if (state.panel?.kind === "next" && !snapshot.after?.length) changes.panel = null;
  if (!before || questionOf(before) !== questionOf(snapshot)) {
    Object.assign(changes, unanswered(), { changedAt: now, busy: false });
    if (!snapshot.slips || now - state.toldAt > READ) changes.told = "";
  }
  if (!before || messageOf(before) !== messageOf(snapshot)) changes.turned = false;
  update(changes);
}

export function prefer(name, value) {
  remember(name, value);
  const closed = name === "safe" ? { panel: state.panel?.kind === "menu" ? state.panel : null, turned: false } : {};
  update({ prefs: { ...state.prefs, [name]: value }, ...closed });
}

export function hidden() {
  return state.prefs.safe === "yes";
}

function unanswered() {
  return { pick: "", picks: [], typed: "", raised: [], more: 0, pressed: 0, focused: 0, others: false, side: "", path: [] };
}

// What the laptop leads to can be answered before it has spoken, and is the same question then.
function questionOf({ version, now }) {
  if (now.answer === "open") return version.replace("+", "");
  return [version, now.kind, now.answer, now.text].join("\n");
}

function messageOf({ now }) {
  return now.kind === "show" ? [now.text, now.whom].join("\n") : "";
}
