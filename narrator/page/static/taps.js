// A slip is not a tap: what slid, what was meant for the question before, or what was held, does nothing.

import { state, update } from "./store.js";

const SLID = 12; // px
const SETTLED = 250; // ms after a change of the question
const HELD = 550; // ms

let down = null;
let holding = 0;

/** Watch every tap on the page; `held` hears the seat that a finger rested on. */
export function guardTaps(held) {
  document.addEventListener("pointerdown", (event) => begin(event, held), true);
  document.addEventListener("pointermove", moved, true);
  document.addEventListener("pointerup", release, true);
  document.addEventListener("pointercancel", release, true);
  document.addEventListener("click", judge, true);
  document.addEventListener("contextmenu", (event) => event.target.closest?.("[data-seat]") && event.preventDefault());
}

/** Whether the question has stood for long enough to be answered. */
export function settled(at = performance.now()) {
  return at - state.changedAt >= SETTLED;
}

function begin(event, held) {
  const target = event.target.closest?.("button");
  down = { x: event.clientX, y: event.clientY, at: performance.now(), target, slid: false, held: false };
  clearTimeout(holding);
  const seat = Number(target?.dataset.seat || 0);
  if (!seat) return;
  update({ pressed: seat });
  const mine = down;
  holding = setTimeout(() => {
    if (mine.slid || mine !== down) return;
    mine.held = true;
    update({ pressed: 0 });
    held(seat);
  }, HELD);
}

function moved(event) {
  if (!down || down.slid || Math.hypot(event.clientX - down.x, event.clientY - down.y) <= SLID) return;
  down.slid = true;
  release();
}

function release() {
  clearTimeout(holding);
  if (state.pressed) update({ pressed: 0 });
}

function judge(event) {
  const button = event.target.closest?.("button");
  const finger = down;
  down = null;
  if (!button) return;
  const slipped = finger && (finger.target !== button || finger.slid || finger.held);
  if (slipped || late(button, finger ? finger.at : performance.now())) stop(event); // without a finger it was a key
}

function late(button, at) {
  return button.dataset.answers !== undefined && !settled(at);
}

function stop(event) {
  event.stopPropagation();
  event.preventDefault();
}
