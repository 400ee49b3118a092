// From taps and keys to one command: what is chosen, what waits for a second tap, and what goes out.

import { send } from "./link.js";
import { called } from "./match.js";
import { state, update } from "./store.js";

const LATE = 2500; // ms after which an accepted answer no longer holds up the next one

/** Send a command for what is on the page now; what is refused is told. */
export async function ask(what, rest = {}) {
  const answer = await send({ version: state.snapshot.version, do: what, ...rest });
  if (answer.locked) update({ link: "locked" });
  else if (!answer.ok) update({ told: answer.why, toldAt: performance.now() });
  return answer;
}

/** Send what leads to another question: once, however often it is tapped. */
async function settle(what, rest = {}) {
  if (state.busy) return;
  const { changedAt } = state;
  update({ busy: true, told: "", pick: "", typed: "" });
  const answer = await ask(what, rest);
  if (!answer.ok) update({ busy: false });
  else setTimeout(() => state.changedAt === changedAt && state.busy && update({ busy: false }), LATE);
}

export const now = () => state.snapshot.now;

/** Whether something is asked, or will be once the laptop has spoken, and can be answered already. */
export const asks = ({ kind, answer }) => kind === "ask" || (kind === "listen" && answer === "open");
const goOn = () => settle("go");
export const say = (said) => settle("answer", { said });

/** Undo, redo or repeat: a double tap is one. */
export const once = (what) => settle(what);

/** Whether it cannot be taken back; nobody is nothing that could be shown at once. */
function isFinal(said) {
  const own = called(now()).find(({ id }) => id === said);
  return Boolean(own ? own.final : now().final && said !== "none");
}

/** Whether a choice must be meant twice, as what ends the day. */
function asksBack(said) {
  return isFinal(said) || said === now().ending || state.prefs.careful === "yes";
}

export function asksForSeats({ kind, answer }) {
  return kind === "ask" && ["seat", "seats", "count"].includes(answer);
}

/** Whether a talk's time runs: the clock is what is looked at, not the question. */
export const timed = () => Boolean(state.snapshot.clock) && state.snapshot.clock.of !== "call";

export function asksForWords({ kind, answer }) {
  return kind === "ask" && ["choice", "card"].includes(answer);
}

export function choose(said) {
  if (!asks(now()) || state.busy) return;
  if (now().answer === "seats" && said !== "none" && said !== "time") toggle(Number(said));
  else call(said);
}

/** Send a choice or a command, or have it meant twice. */
export function call(said) {
  if (asksBack(said)) update({ pick: state.pick === said ? "" : said, typed: "" });
  else say(said);
}

function toggle(seat) {
  const { picks } = state;
  if (picks.includes(seat)) update({ picks: picks.filter((one) => one !== seat), typed: "" });
  else if (picks.length < (now().most || 1)) update({ picks: [...picks, seat], typed: "" });
  else update({ picks: [...picks.slice(1), seat], typed: "" });
}

/** Raise or lower a hand in a tally. */
export function raise(seat) {
  const { raised } = state;
  update({ raised: raised.includes(seat) ? raised.filter((one) => one !== seat) : [...raised, seat], typed: "", pick: "" });
}

export function limits() {
  const counts = (now().choices || []).map(({ id }) => Number(id));
  return counts.length ? [Math.min(...counts), Math.max(...counts)] : [0, state.snapshot.seats.length];
}

/** What was typed, as it is: the table has counted. Else the seats that were tapped, with what was added to them. */
export function counted() {
  if (/^\d+$/.test(state.typed)) return Number(state.typed);
  return Math.max(limits()[0], state.raised.length + state.more);
}

/** A number that the table has counted itself takes the place of all raised hands. */
export const typedCount = (typed) => ({ typed: typed.replace(/\D/g, ""), raised: [], more: 0 });

export function count(to) {
  const [least, most] = limits();
  update({ more: Math.min(most, Math.max(least, to)) - state.raised.length, typed: "" });
}

/** What was written in words of one's own, with single spaces. */
export const written = () => state.typed.split(/\s+/).filter(Boolean).join(" ");

/** What the big button would send now; empty if there is nothing to send yet. */
export function ready() {
  const { kind, answer, go } = now();
  if (go === false) return "";
  if (kind === "show" || kind === "wait" || kind === "ready") return "go";
  if (!asks(now())) return "";
  if (state.pick) return state.pick;
  if (answer === "ready") return "ready";
  if (answer === "count") return String(counted());
  if (answer === "text") return written();
  return answer === "seats" && state.picks.length ? [...state.picks].sort((a, b) => a - b).join(",") : "";
}

/** Do what the big button says. */
export function confirm() {
  const { kind, answer } = now();
  const what = ready();
  if (!what) return;
  if (answer === "text" && !state.pick && asksBack(what)) return update({ pick: what });
  if (kind === "show" || kind === "wait") goOn();
  else say(kind === "ready" ? "ready" : what);
}
