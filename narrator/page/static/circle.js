// The circle: who sits where, with what, and who may be chosen.

import { html } from "./vendor/htm-preact.js";
import { below, countersTold } from "./counters.js";
import { asksForSeats, choose, raise } from "./deciding.js";
import { fitted, leading, named, SMALL } from "./fit.js";
import { Shape, Sign } from "./icons.js";
import { Middle } from "./middle.js";
import { Fitted, Round } from "./round.js";
import { Reading } from "./stage.js";
import { hidden, state, update } from "./store.js";
import { person, word } from "./words.js";

const READ = 52; // px that what is read keeps in the middle, with the gaps below it

/** `inside` puts what is read into the middle, where a small screen has no room above. */
export function Circle({ inside }) {
  const { snapshot } = state;
  const legal = legalSeats(snapshot);
  const stop = tabStop(snapshot, legal);
  const draw = (seat, size) => html`<${Seat} seat=${seat} size=${size} legal=${legal.has(seat.seat)} stop=${seat.seat === stop} />`;
  const middle = (room) => html`${inside ? html`<${Reading} pinned />` : null}<${Middle} inside=${inside} room=${inside ? { ...room, height: room.height / 2, whole: room.height - READ } : { ...room, whole: room.height }} />`;
  return html`<section class="circle ${legal.size ? "asking" : ""}" aria-label=${word("circle")}>
    <${Round} seats=${snapshot.seats} label=${word("circle")} draw=${draw} middle=${middle} />
  </section>`;
}

/** The seats that answer the question; in safe view all look alike, for who may be chosen tells something too. */
export function legalSeats({ now, seats }) {
  if (!asksForSeats(now)) return new Set();
  if (now.answer === "count") return new Set(now.voters);
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
  if (asksForSeats(now) && now.answer === "count" && now.voters.includes(seat)) raise(seat);
  else if (choice) choose(choice.id);
  else if (asksForSeats(now) && hidden()) update({ told: word("not-a-choice") });
  else update({ panel: { kind: "seat", seat } });
}

/** How somebody left, as far as it may be seen now: in safe view, what everybody knows. */
function outOf(seat) {
  return hidden() ? seat.known_out || "" : seat.out;
}

function Seat({ seat, size, legal, stop }) {
  const chosen = isChosen(seat.seat);
  const classes = ["seat", legal && "legal", chosen && "chosen", outOf(seat) && "out", seat.awake && !hidden() && "awake"];
  const toggles = asksForSeats(state.snapshot.now) && legal;
  const type = typeFor(size.across);
  return html`<button
    style=${{ "--number": `${type.numberSize}px`, "--sign": `${type.signSize}px` }}
    class=${classes.filter(Boolean).join(" ")}
    data-seat=${seat.seat}
    data-answers=${legal ? "" : undefined}
    tabindex=${stop ? 0 : -1}
    aria-pressed=${toggles ? String(chosen) : undefined}
    aria-label=${described(seat)}
    onClick=${() => tapped(seat.seat)}
    onFocus=${() => state.focused !== seat.seat && update({ focused: seat.seat })}
  >
    <${Signs} seat=${seat} across=${size.across} type=${type} />
    <${Words} seat=${seat} size=${size} type=${type} />
  </button>`;
}

function isChosen(seat) {
  const { now } = state.snapshot;
  if (now.answer === "count") return state.raised.includes(seat);
  return state.picks.includes(seat) || (state.pick !== "" && now.choices?.some((one) => one.seat === seat && one.id === state.pick));
}

// Sizes of type for the width of a seat: of its name, its card, its number and its signs.
const TYPE = [
  [140, { nameSize: 21, cardSize: 17, numberSize: 24, signSize: 22 }],
  [100, { nameSize: 17, cardSize: 15, numberSize: 19, signSize: 17 }],
  [80, { nameSize: 15, cardSize: 13, numberSize: 16, signSize: 15 }],
  [58, { nameSize: 13.5, cardSize: 13, numberSize: 15, signSize: 13 }],
  [0, { nameSize: 13, cardSize: 13, numberSize: 13, signSize: 12 }],
];
const COSY = 80; // px: a narrower seat has no room for its shape beside more signs than fit
const LARGE = 1.2; // what names and cards are multiplied with in large type, as all other text in page.css

function typeFor(across) {
  return TYPE.find(([least]) => across >= least)[1];
}

// One row above the name, always there: the number, the side, what lies on the seat. So no sign moves a name.
function Signs({ seat, across, type }) {
  const { now } = state.snapshot;
  const first = now.answer === "count" && state.raised.includes(seat.seat) ? "hand" : outOf(seat) || (seat.awake && !hidden() ? "awake" : "");
  const signs = [first, ...(hidden() ? [] : [...seat.marks.map(({ id }) => id), seat.note && "note"])].filter(Boolean);
  const taken = String(seat.seat).length * type.numberSize * 0.6 + type.signSize + 8;
  const room = Math.floor((across - taken) / (type.signSize + 2));
  const shown = signs.length > room ? signs.slice(0, Math.max(1, room - 2)) : signs;
  const shape = (hidden() && !seat.shown) || (signs.length > room && across < COSY) ? null : html`<${Shape} index=${seat.shape} />`;
  return html`<span class="number">${seat.seat}${shape}${shown.map((name) => html`<${Sign} key=${name} name=${name} />`)}${
    shown.length < signs.length ? html`<small>+${across < COSY ? "" : signs.length - shown.length}</small>` : null
  }</span>`;
}

// The name, whole if it goes at all, and the card.
function Words({ seat, size: { across, down }, type: { nameSize, cardSize, numberSize } }) {
  const wide = across - 4;
  const larger = state.prefs.type === "large" ? LARGE : 1;
  const known = below(hidden() && !seat.shown ? "" : seat.card, hidden() ? [] : seat.counters);
  const rest = down - 6 - (numberSize + 2);
  const { name, left } = named(seat.name, known.text, wide, rest, cardSize * leading(cardSize), nameSize * larger, 600);
  const role = left ? cardIn(wide, left, cardSize * larger * known.larger, seat, known.text) : null;
  return html`
    <${Fitted} as="name" text=${name} />
    ${role ? html`<${Fitted} as="card" text=${role} />` : null}
  `;
}

// A card's own short name is better than one that is divided, or cut.
function cardIn(width, height, size, { short }, card) {
  const role = fitted(card, width, height, size, SMALL);
  return role.whole || !short ? role : fitted(short, width, height, size, SMALL);
}

/** A seat in words, for those who hear the page. */
export function described(seat) {
  const words = [person(seat)];
  if (!hidden() || seat.shown) words.push(...(seat.side ? [seat.card, seat.side] : [seat.card && word("unseen")]));
  words.push(outOf(seat) && word(outOf(seat)));
  if (!hidden()) {
    words.push(seat.awake && word("awake"), ...countersTold(seat.counters), ...seat.marks.map(({ label }) => label));
    if (seat.note) words.push(word("has-note"));
  }
  return words.filter(Boolean).join(", ");
}
