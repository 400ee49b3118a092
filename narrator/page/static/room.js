// The page for the room, on a television: what everybody may see by day; by night a dark page and nothing else.

import { html, render } from "./vendor/htm-preact.js";
import { Clock } from "./clock.js";
import { below, Counters, Tallied } from "./counters.js";
import { fitted, leading, named, SMALL } from "./fit.js";
import { Shape, Sign } from "./icons.js";
import { follow } from "./link.js";
import { Fitted, Round } from "./round.js";
import { Joining } from "./joining.js";
import { loadWords, word } from "./words.js";

if (location.hash.startsWith("#t=")) history.replaceState(null, "", location.pathname);

const LONG = 90; // letters of an announcement

const state = { snapshot: null, seenAt: 0, link: "on" };

function Room() {
  const { snapshot, link } = state;
  if (!snapshot) return null;
  const off = link === "on" ? null : html`<p class="off" role="status">${word(link === "locked" ? "locked" : "trying")}</p>`;
  if (snapshot.dark) return html`<main class="night"><h1>${snapshot.title}</h1></main>`;
  if (snapshot.slips) return html`<main class="table"><${Laid} snapshot=${snapshot} />${off}</main>`;
  return html`<main class="room"><${Says} snapshot=${snapshot} /><${Circle} snapshot=${snapshot} />${off}</main>`;
}

function Says({ snapshot }) {
  const { title, dawn, line, question, clock, tally, outcome } = snapshot;
  return html`<section class="says" aria-label=${title}>
    <h1>${title}</h1>
    ${outcome ? html`<p class="won">${outcome.title}</p>` : null}
    ${clock ? html`<${Clock} seconds=${clock.left} since=${state.seenAt} stopped=${clock.held} label=${word("clock")} />` : null}
    ${dawn && !clock && !tally?.length ? html`<${Dawn} ...${dawn} />` : null}
    ${line ? html`<p class="line ${line.length > LONG ? "long" : ""}" aria-live="polite">${line}</p>` : null}
    <${Tallied} all=${outcome?.scores} />
    <${Tallied} all=${tally} />
    <${Counters} counters=${snapshot.counters} />
    ${question ? html`<p class="asked">${question}</p>` : null}
    ${snapshot.phones && !outcome ? html`<${Joining} />` : null}
  </section>`;
}

/** Who did not wake this morning, and with what card: it stays as long as nothing else is going on. */
function Dawn({ title, seats }) {
  return html`<div class="dawn">
    <h2>${title}</h2>
    ${seats.length ? html`<ul>${seats.map((seat) => html`<li key=${seat}>${seat}</li>`)}</ul>` : null}
  </div>`;
}

/** What lies on the table: whose turn it is, what was said last, the slips, and what each has. */
function Laid({ snapshot: { title, seats, slips, lines, question, clock, outcome } }) {
  const size = ({ text }) => (text.length < 4 ? "" : text.length < 14 ? "long" : text.length < 26 ? "longer" : "longest");
  return html`
    <section class="says" aria-label=${title}>
      <h1>${title}</h1>
      ${outcome ? html`<p class="won">${outcome.title}</p>` : null}
      ${clock ? html`<${Clock} seconds=${clock.left} since=${state.seenAt} stopped=${clock.held} label=${word("clock")} />` : null}
      <p class="line ${lines.join(" ").length > LONG ? "long" : ""}" aria-live="polite">${lines.map((one) => html`<span>${one} </span>`)}</p>
      ${question ? html`<p class="asked">${question}</p>` : null}
    </section>
    <ul class="slips" aria-label=${word("on-table")}>${slips.map((slip) => html`<li key=${slip.id} class="slip ${slip.new ? "new" : ""} ${size(slip)}"><span>${slip.label}</span> <b>${slip.text}</b></li>`)}</ul>
    <ul class="players" aria-label=${word("list")} style=${{ "--columns": Math.min(seats.length, 4) }}>${seats.map((seat) => html`<li key=${seat.seat} class=${seat.turn ? "turn" : ""}><b>${seat.turn ? "\u25b6\u00a0" : ""}${seat.name}</b>${(seat.counters || []).map(({ id, label, count }) => html`<span key=${id}>${label} <b>${count}</b></span>`)}</li>`)}</ul>
    <${Tallied} all=${outcome?.scores} />`;
}

const LEAST = 13; // px of type, but for what is long in a small place

function Circle({ snapshot }) {
  const { seats, phase } = snapshot;
  const playing = seats.filter(({ out }) => !out).length;
  const middle = () => (phase === "day" && snapshot.nights !== false ? html`<p class="living"><b>${playing}</b>${word("playing")}</p>` : null);
  return html`<section class="circle" aria-label=${word("circle")}>
    <${Round} seats=${seats} label=${word("circle")} draw=${Place} middle=${middle} />
  </section>`;
}

function Place(seat, { across, down }) {
  const [row, narrow] = [down - 6, across - 6];
  const legible = (size) => Math.max(LEAST, Math.round(size));
  const known = below(seat.card, seat.counters);
  const part = known.text ? row / 4.8 : down / 3; // a card that everybody knows has half of the place, or two rows
  const largest = legible(Math.min(part, across / 4.4));
  const { name, left } = named(seat.name, known.text, narrow, row - largest * leading(largest), LEAST, largest);
  const numberSize = legible(name.size);
  const card = left ? fitted(known.text, narrow, left, legible(Math.min(row / 3.6, across / 5) * known.larger), SMALL) : null;
  return html`<div class="place ${seat.out ? "out" : ""}">
    <span class="number" style=${{ fontSize: `${numberSize}px` }}>${seat.seat}${seat.card ? html`<${Shape} index=${seat.shape} />` : null}${
      seat.out ? html`<${Sign} name=${seat.out} />` : null
    }</span>
    <${Fitted} as="name" text=${name} />
    ${card ? html`<${Fitted} as="card" text=${card} />` : null}
  </div>`;
}

function draw() {
  render(html`<${Room} />`, document.getElementById("page"));
  if (state.snapshot?.title) document.title = state.snapshot.title;
}

function take(snapshot) {
  Object.assign(state, { snapshot, seenAt: performance.now() });
  draw();
}

async function begun() {
  try {
    await loadWords();
  } catch {
    return void setTimeout(begun, 1000);
  }
  follow("/room/events", take, (link) => {
    state.link = link;
    draw();
  });
}

begun();
