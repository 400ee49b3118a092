// A player's phone: a seat is taken once, the card is held to be looked at; by night all phones show the same page.

import { keepAwake } from "./awake.js";
import { checking } from "./check.js";
import { element, write } from "./element.js";
import { follow } from "./following.js";
import { draw } from "./light.js";
import { lobby, sits } from "./lobby.js";
import { together } from "./phone_day.js";
import { freshId, posted } from "./sending.js";
import { stay } from "./stay.js";

if (location.hash.startsWith("#t=")) history.replaceState(null, "", location.pathname);

const UNCHOSEN = 20_000; // ms for which a phone that has a seat shows the list of seats, untouched
const SLOT = 500; // ms between two messages that a phone sends by night
const RARELY = 4; // by day, while nothing was tapped, one of so many is sent: the phone is there
const LONGEST_TAP = 100; // signs of an answer that are sent: shorter ones are filled up
const HELD = 20_000; // ms after which what is held is hidden again
const LISTENED = 60_000; // and what a screen reader was given: fingers read slowly
const EMPTY = 100; // ms without a text, after which the same text counts as a new one to a screen reader
const DIM = 117; // grey of letters by night: the darkest that weak eyes can read (4.5 : 1)
const CLEAR = 230; // and by day

const page = document.getElementById("page");
const state = { words: {}, people: [], seat: 0, card: "", hasCard: false, scene: null, picks: [], sent: "", said: "", held: "", link: "on", change: [] };
let hiding = 0, waiting = 0, back = 0, quiet = 0, awake = false;

const word = (key, values = {}) => (state.words[key] ?? "").replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

// ---- A seat is taken ----

async function begun() {
  try {
    const answer = await fetch("/phone/table", { cache: "no-store" });
    if (answer.status === 401) return location.reload();
    const { words, people, seat, card } = await answer.json();
    Object.assign(state, { words, people, seat, hasCard: card });
    document.documentElement.lang = words.language;
    document.title = word("title");
  } catch {
    return void setTimeout(begun, 1000);
  }
  if (!awake) keepAwake(() => {}); // with the first tap, which chooses a seat; the check says whether it goes
  awake = true;
  if (!state.seat) return choosing();
  clearInterval(waiting);
  lay();
  follow("/phone/events", seen, linked, "/phone/table");
  setInterval(slot, SLOT);
}

const check = checking(
  () => state.scene && !state.scene.dark,
  () => state.scene.lobby || state.change.length,
  (change) => {
    state.change = change;
    drawn();
  },
);

function choosing(why = "") {
  const at = document.activeElement?.dataset.seat;
  clearInterval(waiting);
  waiting = setInterval(moved, 2000); // leave may be given at the laptop
  clearInterval(back);
  if (state.seat) back = setInterval(moved, UNCHOSEN, true);
  const seats = state.people.map(({ seat, name, free }) =>
    element("button", { class: "seat", "data-seat": seat, onclick: () => take(seat), text: `${seat}. ${name}${free ? "" : ` (${word("occupied")})`}` }),
  );
  page.replaceChildren(element("h1", { text: word("who") }), element("p", { role: "alert", class: "why", text: why }), element("div", { class: "seats" }, ...seats));
  page.querySelector(`[data-seat="${at}"]`)?.focus(); // who goes by keys stays where they were
}

async function another() {
  const answer = await fetch("/phone/table", { cache: "no-store" });
  if (answer.ok) state.people = (await answer.json()).people;
  choosing();
}

/** Look whether this phone has another seat, by leave or in a next game, or others sit there now. */
async function moved(anyway = false) {
  const now = await fetch("/phone/table", { cache: "no-store" }).then((answer) => answer.ok && answer.json()).catch(() => null);
  if (now && (anyway || sits(now) !== sits(state))) location.reload(); // without the server there would be no page
}

async function take(seat) {
  try {
    const answer = await posted("/phone/seat", { seat });
    const { ok, why } = await answer.json();
    if (!ok) return choosing(why);
  } catch {
    return choosing(word("not-sent"));
  }
  if (state.seat) location.reload();
  else begun();
}

// ---- The page of a seat ----

let parts = {};
let shared = ""; // what all phones show, as it was drawn last

function lay() {
  const tile = (said, ...shown) => element("button", { class: "tile", "data-answer": said, "aria-pressed": "false", onclick: () => picked(said) }, ...shown);
  const seats = state.people.map(({ seat, name }) =>
    tile(String(seat), element("span", { text: `${seat}` }), element("b", { text: name }), element("i", { class: "unseen", hidden: true, text: word("out") })),
  );
  const others = ["none", "yes", "no"].map((said) => tile(said, word(said)));
  parts = {
    others: element("div", { class: "tiles three", role: "group" }, ...others),
    line: element("p", { class: "line" }),
    clock: element("p", { class: "clock", role: "timer", hidden: true }),
    tiles: [...seats, ...others],
    other: element("button", { class: "other", onclick: another, text: word("other") }),
    send: element("button", { class: "send", onclick: send, text: word("send") }),
    face: element("canvas", { class: "face", role: "button", tabindex: "0", "aria-label": word("hold") }),
    listen: element("button", { class: "unseen", tabindex: "-1", onclick: listen, text: word("listen") }),
    read: element("p", { class: "read unseen", role: "status" }),
    off: element("p", { class: "off", role: "status", hidden: true }),
    day: together({ word, element, state, wish, card: fetchCard }),
    seats: element("div", { class: "tiles", role: "group", "aria-label": word("players") }, ...seats),
    lobby: lobby(element, word, (step, yes) => posted("/phone/agree", { step, yes }).catch(() => {})),
  };
  parts.face.onpointerdown = (event) => (event.preventDefault(), hold(true));
  for (const name of ["onpointerup", "onpointercancel", "onpointerleave"]) parts.face[name] = () => hold(false);
  parts.face.onkeydown = (event) => {
    if (!holds(event)) return; // to return false would hold Tab up
    event.preventDefault();
    if (!event.repeat) hold(true);
  };
  parts.face.onkeyup = (event) => void (holds(event) && hold(false));
  parts.face.onblur = () => hold(false);
  page.replaceChildren(
    element("h1", { class: "own", text: `${state.seat}. ${state.people.find(({ seat }) => seat === state.seat)?.name ?? ""}` }),
    ...[parts.line, parts.clock, parts.off, parts.listen, parts.read],
    ...[parts.lobby.part, parts.other, parts.day.shown, parts.seats, parts.others],
    element("div", { class: "foot" }, parts.send, parts.face),
  );
  onresize = drawn;
  stay(() => hold(false));
  drawn();
}

function seen(scene) {
  const before = state.scene;
  state.scene = scene;
  if (before?.run !== scene.run || before.call !== scene.call || before.dark !== scene.dark) Object.assign(state, { picks: [], said: "", sent: "" });
  if (before?.run !== scene.run || scene.leaving || scene.dark) state.card = ""; // tomorrow's may be another
  if (before && before.run !== scene.run) moved();
  if (!before) check();
  if (before?.joining && !scene.joining && !parts.face.isConnected) location.reload(); // nobody takes another seat any more
  if (state.held && before?.joining && !scene.joining) fetchCard().then(drawn);
  const now = JSON.stringify({ ...scene, note: "" });
  if (now === shared) face();
  else drawn();
  shared = now;
}

function linked(link) {
  if (state.link === link) return;
  state.link = link;
  clearInterval(waiting);
  if (link !== "on") waiting = setInterval(moved, 2000);
  drawn();
}

function drawn() {
  const { scene } = state;
  if (!parts.face) return;
  const dark = scene?.dark ?? false;
  document.body.className = dark ? "night" : "day";
  const votes = scene?.voters.includes(state.seat) ?? false;
  const vote = scene?.vote && !votes ? word("by-hand", { question: scene.vote }) : scene?.vote;
  const look = scene?.lobby === "look" && scene.missing.includes(state.seat) ? word("lobby-card") : "";
  const time = dark ? word("night") : vote || scene?.line || look || (scene?.joining ? word("prepare") : "");
  for (const part of [parts.line, parts.off]) part.setAttribute("aria-live", dark ? "off" : "polite");
  write(parts.line, scene?.reading ? word("look") : time);
  const left = dark ? null : (scene?.left ?? null);
  parts.clock.hidden = left === null;
  if (left !== null) write(parts.clock, word("left", { time: `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` }));
  parts.other.hidden = !scene?.joining;
  for (const tile of parts.tiles) {
    const said = tile.dataset.answer;
    const seat = Number(said);
    const out = Boolean(seat) && Boolean(scene) && !scene.living.includes(seat);
    tile.classList.toggle("out", out);
    if (seat) tile.querySelector("i").hidden = !out;
    tile.disabled = !dark && !(scene?.open && votes && (scene.vote || scene.yes_no) && (said === "yes" || said === "no"));
    tile.setAttribute("aria-pressed", String(state.picks.includes(said)));
  }
  parts.day.draw();
  parts.seats.hidden = parts.day.hasSeats();
  parts.others.hidden = !dark && !(votes && (scene.vote || scene.yes_no));
  parts.send.setAttribute("aria-disabled", String(!(scene?.open && state.picks.length))); // disabled, it would lose the focus
  parts.send.setAttribute("aria-pressed", String(Boolean(state.sent)));
  parts.send.classList.toggle("gone", Boolean(state.sent));
  parts.lobby.draw(scene, state.seat, state.people);
  const fault = scene?.leaving ? "" : state.link === "on" ? state.change.join(" ") : word("off");
  parts.off.hidden = dark || !fault;
  write(parts.off, fault);
  face();
}

/** Draw what is for this player alone: with each message, so that no phone has more to do than another. */
function face() {
  const dark = state.scene?.dark ?? false;
  const text = state.held ? held() : "";
  const shown = state.held === "shown" ? text : word("hold");
  parts.face.classList.remove("whole");
  if (!draw(parts.face, shown, dark ? DIM : CLEAR, dark) && text && text === state.card && !dark) {
    parts.face.classList.add("whole"); // a card in large type takes all of the page
    draw(parts.face, shown, CLEAR, false);
  }
  write(parts.read, text);
}

/** What a finger on the face shows: what is for this player alone, by day also the card. */
function held() {
  const { scene } = state;
  if (scene?.note) return scene.note;
  if (scene?.joining) return word("joining", { sit: word("lobby-sit") });
  if (scene?.dark || scene?.reading || scene?.leaving) return word("nothing");
  return state.card || word(state.hasCard ? "fetching" : "nothing");
}

/** Give what is for this player alone to a screen reader: the page gives no other light. */
function listen() {
  hold(false);
  setTimeout(() => hold(true, "heard"), EMPTY);
}

const holds = ({ key }) => key === "Enter" || key === " ";

async function hold(down, how = "shown") {
  clearTimeout(hiding);
  const wanted = down ? how : "";
  if (wanted === state.held) return;
  state.held = wanted;
  if (down) hiding = setTimeout(() => hold(false), how === "shown" ? HELD : LISTENED);
  drawn();
  if (!down) return;
  await fetchCard();
  drawn();
}

/** The card that this seat has now, by day; nothing where there is none. */
async function fetchCard() {
  if (!state.hasCard || !state.scene || state.scene.dark || state.scene.joining || state.scene.leaving) return state.card;
  try {
    const answer = await fetch("/phone/card", { cache: "no-store" });
    if (answer.ok) state.card = (await answer.json()).card;
  } catch {
    // the one from before will do
  }
  return state.card;
}

// ---- Taps ----

function picked(said) {
  const seat = /^\d+$/.test(said);
  if (state.picks.includes(said) && state.scene?.dark) state.picks = state.picks.filter((one) => one !== said);
  else state.picks = seat ? [...state.picks.filter((one) => /^\d+$/.test(one)), said] : [said];
  state.sent = state.said = ""; // nothing goes out before it is sent anew
  drawn();
  if (!state.scene?.dark) send();
}

function send() {
  if (!state.scene?.open || !state.picks.length) return;
  state.said = [...state.picks].sort((one, other) => one - other).join(",");
  state.sent = freshId();
  drawn();
  if (!state.scene.dark) slot(true);
}

/** Wish for something by day: it is sent at once. */
function wish(said) {
  if (!state.scene?.open || state.scene.dark) return;
  Object.assign(state, { said, sent: freshId() });
  slot(true);
}

/** By night each phone sends as much, as often, whether it was tapped or not; by day a tap does not wait. */
async function slot(now = false) {
  if (!state.scene) return;
  if (!now && !state.scene.dark && !state.said && ++quiet % RARELY) return;
  const { call, run } = state.scene;
  const tap = { run, call: String(call).padStart(8, "0"), said: state.said, sent: state.sent || freshId() };
  try {
    await posted("/phone/tap", { ...tap, fill: " ".repeat(Math.max(LONGEST_TAP - tap.said.length, 0)) });
  } catch {
    if (now) setTimeout(() => state.said && slot(true), SLOT);
  }
}

begun();
