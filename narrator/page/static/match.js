// What is typed, compared with what may be answered: a number, or how a name begins, with or without Polish signs.

import { word } from "./words.js";

export const called = ({ commands = [] }) => commands.flatMap(({ choices }) => choices);

/** All that may be answered now: as the server takes it, and as people call it. */
export function candidates(now) {
  const found = (now.choices || []).map(({ id, label, seat }) => ({ said: id, label, seat: seat || 0 }));
  if (now.answer === "yes-no") {
    found.splice(0, found.length, { said: "yes", label: word("yes"), seat: 0 }, { said: "no", label: word("no"), seat: 0 });
  }
  if (now.answer === "open") found.push(...called(now).map(({ id, label }) => ({ said: id, label, seat: 0 })));
  if (now.optional) found.push({ said: "none", label: now.none || word("nobody"), seat: 0 });
  if (now.time) found.push({ said: "time", label: word("time-over"), seat: 0 });
  return found;
}

/** Find what this may mean; a whole number or a whole word is nothing else. */
export function matches(typed, among) {
  const wanted = plain(typed);
  if (!wanted) return [];
  if (/^\d+$/.test(wanted)) return numbered(wanted, among);
  const whole = among.filter(({ label }) => plain(label) === wanted);
  return whole.length ? whole : among.filter(({ label }) => beginnings(label).some((one) => one.startsWith(wanted)));
}

function numbered(number, among) {
  if (number === "0" && !among.some(({ said }) => said === "0")) return among.filter(({ said }) => said === "none");
  return among.filter(({ said, seat }) => (seat ? String(seat) : said) === number);
}

// A phrase may be meant from any of its words on.
function beginnings(label) {
  const words = plain(label).replace(/^\d+ /, "").split(" ");
  return words.map((_, first) => words.slice(first).join(" "));
}

export function plain(text) {
  const bare = text.normalize("NFD").replace(/\p{M}/gu, "").replace(/\u0142/g, "l").replace(/\u0141/g, "L");
  return bare.toLowerCase().replace(/[\s-]+/g, " ").trim();
}
