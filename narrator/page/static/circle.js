// The circle: who sits where, with what, and who may be chosen; in its middle what is being chosen.

import { html } from "./vendor/htm-preact.js";
import { Clock } from "./clock.js";
import { choose, raise } from "./deciding.js";
import { rowsOf, sizeFor } from "./fit.js";
import { Shape, Sign } from "./icons.js";
import { candidates, matches } from "./match.js";
import { Round } from "./round.js";
import { hidden, state, update } from "./store.js";
import { word } from "./words.js";

const IN_THE_MIDDLE = 60; // letters: a longer question stands above the circle

export function asksForSeats({ kind, answer }) {
  return kind === "ask" && ["seat", "seats", "count"].includes(answer);
}

export function questionInMiddle(now) {
  return asksForSeats(now) && now.text.length <= IN_THE_MIDDLE;
}

export function Circle() {
  const { snapshot } = state;
  const legal = legalSeats(snapshot);
  const stop = tabStop(snapshot, legal);
  const draw = (seat, size) => html`<${Seat} seat=${seat} size=${size} legal=${legal.has(seat.seat)} stop=${seat.seat === stop} />`;
  return html`<section class="circle ${legal.size ? "asking" : ""}" aria-label=${word("circle")}>
    <${Round} seats=${snapshot.seats} label=${word("circle")} draw=${draw} middle=${(room) => html`<${Middle} room=${room} />`} />
  </section>`;
}

/** The seats that answer the question; in safe view all look alike, for who may be chosen tells something too. */
export function legalSeats({ now, seats }) {
  if (!asksForSeats(now)) return new Set();
  if (now.answer === "count") return new Set(now.hands ? seats.filter(({ out }) => !out).map(({ seat }) => seat) : []);
  if (hidden()) return new Set(seats.map(({ seat }) => seat));
  return new Set((now.choices || []).map(({ seat }) => seat).filter(Boolean));
}

function tabStop({ seats }, legal) {
  if (state.focused) return state.focused;
  return legal.size ? Math.min(...legal) : seats[0]?.seat;
}

function tapped(seat) {
  const { now } = state.snapshot;
  const choice = asksForSeats(now) && (now.choices || []).find((one) => one.seat === seat);
  if (asksForSeats(now) && now.answer === "count" && now.hands) raise(seat);
  else if (choice) choose(choice.id);
  else if (asksForSeats(now) && hidden()) update({ told: word("not-a-choice") });
  else update({ panel: { kind: "seat", seat } });
}

function Seat({ seat, size, legal, stop }) {
  const secret = hidden() && !seat.shown;
  const chosen = isChosen(seat.seat);
  const classes = [
    "seat",
    legal && "legal",
    chosen && "chosen",
    seat.out && !hidden() && "out",
    seat.awake && !hidden() && "awake",
  ];
  const toggles = asksForSeats(state.snapshot.now) && legal;
  const { numberSize, signSize } = typeFor(size.across);
  const sign = signOf(seat);
  return html`<button
    style=${{ "--number": `${numberSize}px`, "--sign": `${signSize}px` }}
    class=${classes.filter(Boolean).join(" ")}
    data-seat=${seat.seat}
    data-answers=${legal ? "" : undefined}
    tabindex=${stop ? 0 : -1}
    aria-pressed=${toggles ? String(chosen) : undefined}
    aria-label=${described(seat)}
    onClick=${() => tapped(seat.seat)}
    onFocus=${() => state.focused !== seat.seat && update({ focused: seat.seat })}
  >
    <span class="number">${seat.seat}${secret || (sign && size.across < 50) ? null : html`<${Shape} index=${seat.shape} />`}${sign}</span>
    ${wordsOf(seat, size, secret)}
  </button>`;
}

function isChosen(seat) {
  const { now } = state.snapshot;
  if (now.answer === "count") return state.raised.includes(seat);
  return state.picks.includes(seat) || (state.pick !== "" && now.choices?.some((one) => one.seat === seat && one.id === state.pick));
}

function signOf(seat) {
  const { now } = state.snapshot;
  if (now.answer === "count" && state.raised.includes(seat.seat)) return html`<${Sign} name="hand" />`;
  if (hidden()) return null;
  if (seat.out) return html`<${Sign} name=${seat.out} />`;
  return seat.awake ? html`<${Sign} name="awake" />` : null;
}

// Sizes of type for the width of a seat: of its name, its card, its number and its signs.
const TYPE = [
  [140, { nameSize: 21, cardSize: 17, numberSize: 24, signSize: 22 }],
  [100, { nameSize: 16.5, cardSize: 14, numberSize: 19, signSize: 17 }],
  [80, { nameSize: 14, cardSize: 12, numberSize: 16, signSize: 15 }],
  [58, { nameSize: 12.5, cardSize: 11.5, numberSize: 15, signSize: 13 }],
  [0, { nameSize: 11.5, cardSize: 11, numberSize: 13, signSize: 12 }],
];

const TALL = 1.15; // the height of a row for its type

function typeFor(across) {
  return TYPE.find(([least]) => across >= least)[1];
}

// The name always; then what there is room for: the marks, the card, second rows.
function wordsOf(seat, { across, down }, secret) {
  const { nameSize, cardSize, numberSize, signSize } = typeFor(across);
  const wide = across - 6;
  const marks = hidden() ? [] : seat.marks;
  let rest = down - 6 - (numberSize + 2) - nameSize * TALL - (marks.length ? signSize + 1 : 0);
  const name = rowsOf(seat.name, wide, nameSize, rest >= nameSize * TALL ? 2 : 1, 600);
  rest -= (name.length - 1) * nameSize * TALL;
  const most = Math.min(2, Math.floor(rest / (cardSize * TALL)));
  const card = secret || !seat.card || most < 1 ? [] : rowsOf(seat.card, wide, cardSize, most);
  return html`
    <span class="name" style=${{ fontSize: `${nameSize}px` }}>${rowed(name)}</span>
    ${card.length ? html`<span class="card" style=${{ fontSize: `${cardSize}px` }}>${rowed(card)}</span>` : null}
    ${marks.length ? html`<${Marks} marks=${marks} room=${Math.floor(wide / (signSize + 2))} />` : null}
  `;
}

const rowed = (rows) => rows.map((row) => html`<span class="row">${row}</span>`);

function Marks({ marks, room }) {
  const shown = marks.length > room ? marks.slice(0, room - 1) : marks;
  return html`<span class="marks">${shown.map(({ id }) => html`<${Sign} name=${id} />`)}${
    shown.length < marks.length ? `+${marks.length - shown.length}` : ""
  }</span>`;
}

/** A seat in words, for those who hear the page. */
export function described(seat) {
  const words = [`${seat.seat} ${seat.name}`];
  if (!hidden() || seat.shown) words.push(seat.card, seat.side);
  if (!hidden()) {
    words.push(seat.out && word(seat.out), seat.awake && word("awake"), ...seat.marks.map(({ label }) => label));
    if (seat.note) words.push(word("has-note"));
  }
  return words.filter(Boolean).join(", ");
}

function Middle({ room }) {
  const { now, clock, paused } = state.snapshot;
  const begun = Begun();
  if (begun) return begun;
  const timed = clock && clock.of !== "call";
  const size = Math.min(room.width / 3, room.height * (questionInMiddle(now) ? 0.4 : 0.8), 160);
  return html`
    ${timed ? html`<span class="time" style=${{ fontSize: `${size}px` }}><${Clock} seconds=${clock.left} since=${state.seenAt} stopped=${paused} label=${word("clock")} /></span>` : null}
    ${questionInMiddle(now) ? html`<${Question} text=${now.text} room=${timed ? { ...room, height: room.height * 0.6 } : room} />` : null}
  `;
}

function Question({ text, room }) {
  const size = sizeFor(text, room.width, room.height, Math.min(34, Math.max(18, room.width / 9)), 12);
  return html`<span class="question" style=${{ fontSize: `${size}px` }}>${text}</span>`;
}

// What a finger rests on, what is typed, or what waits for its second tap.
function Begun() {
  const { now, seats } = state.snapshot;
  const pressed = state.pressed && seats.find(({ seat }) => seat === state.pressed);
  if (pressed) return html`<span class="held"><b>${pressed.seat}</b> ${pressed.name}</span>`;
  if (state.typed && now.answer !== "count") return html`<${Typed} />`;
  if (!state.pick || now.answer === "count") return null;
  const label = labelOf(state.pick, now);
  return label ? html`<span class="held">${label}</span>` : null;
}

function Typed() {
  const { now } = state.snapshot;
  const found = matches(state.typed, candidates(now));
  const means = found.length === 1 ? found[0].label : found.length ? word("several", { count: found.length }) : word("no-match");
  return html`<span class="typed">${state.typed}</span><span class="means">${means}</span>`;
}

export function labelOf(said, now) {
  return candidates(now).find((one) => one.said === said)?.label || said;
}
