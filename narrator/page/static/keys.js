// The keyboard: numbers, beginnings of names, arrows, Enter, and one key that hides all secrets.

import { legalSeats } from "./circle.js";
import { asks, choose, confirm, now, once, typedCount } from "./deciding.js";
import { candidates, matches, plain } from "./match.js";
import { hidden, prefer, state, update } from "./store.js";
import { settled } from "./taps.js";
import { word } from "./words.js";

const HIDE = "."; // in no name and no number, on every keyboard
const MOVES = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -Infinity, End: Infinity };

export function listenToKeys() {
  document.addEventListener("keydown", pressed);
}

function pressed(event) {
  if (!state.snapshot) return;
  const writing = event.target.closest?.("input, textarea");
  if ((event.ctrlKey || event.metaKey || event.altKey) && !writes(event)) return void (writing || shortcut(event));
  if (event.key === HIDE && !writing?.matches("textarea, [type=text]")) return done(event, () => prefer("safe", hidden() ? "no" : "yes"));
  if (state.panel || state.turned) return;
  if (writing) return void (event.key === "Enter" && answered(event, confirm));
  const action = meaning(event);
  if (action) answered(event, action);
}

// AltGr, which some systems tell as Ctrl and Alt, and Option on a Mac write letters such as those of Polish.
function writes({ key, altKey, metaKey }) {
  return altKey && !metaKey && key.length === 1 && /\p{L}/u.test(key) && !/[a-z]/i.test(key);
}

function shortcut(event) {
  const key = event.key.toLowerCase();
  if (key === "z") done(event, () => once(event.shiftKey ? "redo" : "undo"));
  if (key === "y") done(event, () => once("redo"));
}

function done(event, action) {
  event.preventDefault();
  action();
}

// A key that was meant for the question before does nothing.
function answered(event, action) {
  event.preventDefault();
  if (settled() && !event.repeat) action();
  else if (event.key in MOVES || event.key === "Backspace") action();
}

function meaning(event) {
  const { key } = event;
  const onButton = event.target.closest?.("button, a");
  if (key === "Enter" && (state.pick || state.typed || !onButton)) return enter;
  if (key === "Escape") return () => (document.activeElement?.blur(), update({ typed: "", pick: "", told: "" }));
  if (key === "Backspace") return () => update({ typed: state.typed.slice(0, -1) });
  if (key in MOVES) return () => move(MOVES[key]);
  if (key === " " && !state.typed) return null;
  if (key.length === 1 && /[\p{L}\d ,-]/u.test(key)) return () => letter(key);
  return null;
}

function letter(key) {
  const { answer } = now();
  if (!asks(now()) || answer === "ready") return;
  if (answer === "yes-no") return yesOrNo(key);
  if (answer === "count" && !/\d/.test(key)) return;
  if (key === "-" && !state.typed) return now().optional && choose("none");
  const typed = (state.typed + key).trimStart().slice(0, 40);
  update(answer === "count" ? typedCount(typed) : { typed });
}

function yesOrNo(key) {
  if (plain(key) === word("key-yes")) choose("yes");
  if (plain(key) === word("key-no")) choose("no");
}

function enter() {
  if (!state.typed || ["count", "text"].includes(now().answer)) return confirm();
  const among = candidates(now());
  const pieces = now().answer === "seats" ? piecesOf(state.typed) : [state.typed];
  const found = pieces.map((piece) => matches(piece, among));
  if (found.every((one) => one.length === 1)) found.forEach(([one]) => choose(one.said));
}

function piecesOf(typed) {
  return typed.split(/^[\d\s,]+$/.test(typed) ? /[\s,]+/ : /,/).map((piece) => piece.trim()).filter(Boolean);
}

function move(by) {
  const seats = [...legalSeats(state.snapshot)].sort((a, b) => a - b);
  const places = seats.length ? seats.map((seat) => document.querySelector(`[data-seat="${seat}"]`)) : buttons();
  if (!places.length) return;
  const here = places.indexOf(document.activeElement);
  const next = Number.isFinite(by) ? (here < 0 ? (by > 0 ? 0 : places.length - 1) : (here + by + places.length) % places.length) : by > 0 ? places.length - 1 : 0;
  places[next].focus();
}

function buttons() {
  return [...document.querySelectorAll("main button[data-answers]:not([disabled]):not([data-seat])")];
}
