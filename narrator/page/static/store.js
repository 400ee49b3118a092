// What the page knows at this moment: the last snapshot, and what the moderator's hand has begun but not yet sent.

import { remember, remembered } from "./prefs.js";

export const state = {
  snapshot: null,
  seenAt: 0, // when the snapshot came, for the clock
  changedAt: 0, // when the question changed, for slips
  link: "on",
  prefs: remembered(),
  panel: null, // what lies over the page: menu, past, list, keys, seat
  turned: false, // the page is turned to a player
  told: "", // why the last command was refused
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

/** Take a new snapshot: what was begun for another question is dropped. */
export function take(snapshot) {
  const same = state.snapshot !== null && questionOf(state.snapshot) === questionOf(snapshot);
  const now = performance.now();
  const changes = { snapshot, seenAt: now, busy: false };
  if (!same) Object.assign(changes, unanswered(), { changedAt: now, turned: false, told: "" });
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
  return { pick: "", picks: [], typed: "", raised: [], more: 0, pressed: 0, focused: 0 };
}

function questionOf({ version, now }) {
  return [version, now.kind, now.answer, now.text].join("\n");
}
