// A game that lies on the table: the slips in force, whose turn it is, and what may be tapped, the most frequent first.

import { html } from "./vendor/htm-preact.js";
import { described, legalSeats } from "./circle.js";
import { Fold, stepped } from "./commands.js";
import { asksForWords, call, choose, now } from "./deciding.js";
import { fitted, sizeFor } from "./fit.js";
import { Sure, Typed } from "./middle.js";
import { closePanel, Panel } from "./panel.js";
import { Fitted, isWide } from "./round.js";
import { questionInMiddle } from "./stage.js";
import { state, update } from "./store.js";
import { word } from "./words.js";

const FEW = 5; // commands that stand at the thumb of a phone; the others are behind a button
const DIRECT = 2; // values that are buttons of their own
const FIGURES = 3; // letters of what is as good as a number
const ABREAST = 4; // players in a row
const [ROW, THREE_ROWS] = [3, 60]; // commands in a row of a phone, and px of three rows of words
const [LEAST, MOST, HIGH] = [11, 26, 46]; // px of type of a name, and for its two rows
const MARK = 14; // px that the mark of a turn takes beside a name
const TURN = "turn"; // the mark of whoever's turn it is
const LONGER = [4, 12, 26]; // letters of a slip's text from which on its type is smaller

/** Whether there is something on the table that people look at, in the place of the circle. */
export const isLaid = () => Boolean(state.snapshot.slips?.length);

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const open = (at) => () => update({ panel: { kind: "place", ...at } });

let last = []; // while the laptop speaks of what has to be answered next, what could be tapped before stands where it stood

function groups() {
  const { kind, commands } = now();
  if (commands || kind !== "listen") last = commands || [];
  return last;
}

const speaking = () => now().kind === "listen" && !now().commands;

/** The players and the slips; of these, on a phone, above the grid those that one must see to tap in it. */
export function Table() {
  const { seats, slips, grid } = state.snapshot;
  const above = grid && !isWide() ? slips.filter((slip) => slip.above) : [];
  const legal = legalSeats(state.snapshot);
  return html`<div class="laid" data-players=${seats.length} data-slips=${slips.length}>
    <ul class="players" aria-label=${word("list")} style=${{ "--columns": abreast(seats) }}>${seats.map((seat) => html`<li key=${seat.seat}><${Player} seat=${seat} legal=${legal.has(seat.seat)} /></li>`)}</ul>
    ${above.length ? html`<${Slips} slips=${above} place="above" />` : null}
    <${Grid} />
    <${Slips} slips=${slips.filter((slip) => !above.includes(slip))} />
  </div>`;
}

// What is tapped row by row, such as cards; what is not legal now stands where it would.
function Grid() {
  const { grid } = state.snapshot;
  if (!grid) return null;
  return html`<div class="grid" role="group" aria-label=${word("commands")}>${grid.map((row) => html`<div class="line" key=${row[0].id}>${row.map((cell) => html`<button class="answer cell" key=${cell.id} data-answers data-said=${cell.id} aria-label=${cell.label} disabled=${cell.off || speaking()} onClick=${() => call(cell.id)}>${cell.text}</button>`)}</div>`)}</div>`;
}

const abreast = ({ length }) => Math.min(length, ABREAST);

// A name whole, or at last shortened, in the width of a tile; on a phone beside the mark of the turn, if it has one.
function nameOf({ name }, seats, mark) {
  const whole = isWide() ? innerWidth * 0.55 : innerWidth - 20;
  const larger = state.prefs.type === "large" ? 1.2 : 1;
  const size = Math.min(MOST, Math.max(16, innerHeight * 0.024)) * larger;
  const beside = mark && !isWide() ? MARK : 0;
  return fitted(name, whole / abreast(seats) - 16 - beside, HIGH * larger, size, LEAST, 700);
}

function Player({ seat, legal }) {
  const { seat: number, marks, counters = [] } = seat;
  const mark = marks.find(({ id }) => id === TURN);
  const chosen = state.picks.includes(number) || (legal && state.pick === String(number));
  const offers = groups().some((group) => group.seat === number);
  const classes = ["tile", mark && "turn", legal && "legal", chosen && "chosen", seat.out && "out"];
  return html`<button class=${classes.filter(Boolean).join(" ")} data-answers data-player=${number} data-seat=${legal ? number : undefined} disabled=${!legal && !offers} aria-current=${mark ? "true" : undefined} aria-pressed=${legal ? String(chosen) : undefined} aria-label=${described(seat)} onClick=${legal ? () => choose(String(number)) : open({ seat: number })}>
    <${Fitted} as="name" text=${nameOf(seat, state.snapshot.seats, mark)} />
    ${mark ? html`<span class="mark">${mark.label}</span>` : null}
    <span class="counts">${counters.map(({ id, label, count }) => html`<span key=${id}>${label} <b>${count}</b></span>`)}</span>
  </button>`;
}

function Slips({ slips, place = "" }) {
  return html`<ul class="slips ${place}" aria-label=${word("on-table")}>${slips.map((slip) => html`<li key=${slip.id}><${Slip} slip=${slip} /></li>`)}</ul>`;
}

function Slip({ slip }) {
  const { id, label, text, new: isNew } = slip;
  const size = LONGER.filter((letters) => text.length >= letters).length;
  const words = html`<span class="label">${label}${isNew ? html`<span class="heard">${word("slip-new")}</span>` : null}</span><b class="text" data-size=${size}>${text}</b>`;
  const offers = groups().some((group) => group.slip === id);
  if (!offers) return html`<div class="slip ${isNew ? "new" : ""}">${words}</div>`;
  return html`<button class="slip ${isNew ? "new" : ""}" data-answers data-slip=${id} disabled=${speaking()} onClick=${open({ slip: id })}>${words}</button>`;
}

/** What is asked, if anything is, and the commands that lie nowhere else; on a phone the most frequent ones. */
export function Commands() {
  const { text, choices = [] } = now();
  const question = questionInMiddle(now()) && !now().rest ? html`<p class="question">${text}</p>` : null;
  if (state.pick) return html`<div class="asking">${question}<${Sure} room=${{ width: 340, height: 240 }} /></div>`;
  const words = asksForWords(now()) ? choices : [];
  const { shown, more } = split();
  return html`<div class="asking">
    ${question}
    ${state.typed && !["count", "text"].includes(now().answer) ? html`<p class="typing"><${Typed} /></p>` : null}
    ${words.length ? html`<div class="buttons ${words.every(({ label }) => /^\d+$/.test(label)) ? "figures" : "words"}">${words.map(({ id, label }) => html`<button class="answer main" key=${id} data-answers data-said=${id} onClick=${() => choose(id)}>${capital(label)}</button>`)}</div>` : null}
    ${shown.length || more.length ? html`<section class="buttons" aria-label=${word("commands")}>
      ${shown.map((one, at) => html`<${Direct} key=${one.choices[0].id} group=${one} main=${at === 0} />`)}
      ${more.length ? html`<button class="answer small" data-answers data-open="more" disabled=${speaking()} onClick=${() => update({ panel: { kind: "more" } })}>${word("others")}</button>` : null}
    </section>` : null}
  </div>`;
}

// Commands and groups that stand at the thumb, and groups that are behind a button: those of the play first.
function split() {
  const free = groups().filter(({ slip, seat }) => !slip && !seat);
  const play = free.filter(({ light, apart }) => !light && !apart);
  const direct = play.flatMap((group) => (group.choices.length > DIRECT ? [group] : group.choices.map((one) => ({ ...group, choices: [one], pair: group.choices.length > 1 }))));
  const few = state.snapshot.grid ? DIRECT : FEW; // a row of them beside what is tapped row by row
  const shown = direct.slice(0, isWide() ? Infinity : few);
  const left = direct.slice(shown.length);
  return { shown, more: [...left, ...free.filter(({ light, apart }) => light || apart)] };
}

// The type of a button on a phone: as large as in all other buttons, unless a word would be broken.
function typeOf(text) {
  if (isWide()) return undefined;
  const usual = Math.min(22, Math.max(15, innerHeight * 0.022)) * (state.prefs.type === "large" ? 1.2 : 1);
  const size = sizeFor(text, (innerWidth - 32) / ROW - 16, THREE_ROWS, usual, LEAST);
  return size < usual ? { fontSize: `${size}px` } : undefined;
}

// A button for a command, with its value large where another has the same words, or the way to more than a few.
function Direct({ group: { label, choices, pair }, main }) {
  if (choices.length > 1) return html`<button class="answer" style=${typeOf(label)} data-answers data-calls=${label} disabled=${speaking()} onClick=${open({ group: label })}>${capital(label)}${" \u2026"}</button>`;
  const [{ id, label: whole, steps }] = choices;
  const words = pair ? html`<small>${label}</small>${capital(steps.at(-1))}` : capital(whole);
  return html`<button class="answer ${main ? "main" : ""}" style=${pair ? undefined : typeOf(whole)} data-answers data-said=${id} disabled=${speaking()} onClick=${() => call(id)}>${words}</button>`;
}

/** The commands of a slip, of a player, or of a group; the sheet closes if what it is about is gone. */
export function PlacePanel({ slip, seat, group }) {
  const { slips = [], seats } = state.snapshot;
  const found = slip || seat ? groups().filter((one) => (slip ? one.slip === slip : one.seat === seat)) : alike(group);
  const lies = slips.find(({ id }) => id === slip);
  const title = lies ? `${lies.label}: ${lies.text}` : seat ? seats.find((one) => one.seat === seat)?.name : group;
  return html`<${Panel} title=${capital(title || "")}><${Groups} found=${found} titled=${!group || found.length > 1} /></${Panel}>`;
}

// All that is called so, also what lies on a slip: whoever looks for a new rule need not know on which. Each stands there once.
function alike(group) {
  const all = groups().filter(({ label, seat, apart }) => !seat && !apart && `${label} `.startsWith(`${group} `));
  return all.filter(({ choices: [{ id }] }, at) => all.findIndex(({ choices: [first] }) => first.id === id) === at);
}

/** All that stands nowhere else. */
export function MorePanel() {
  return html`<${Panel} title=${word("commands")}><${Groups} found=${split().more} titled /></${Panel}>`;
}

function Groups({ found, titled }) {
  const play = found.filter(({ apart }) => !apart);
  const [several, single] = [true, false].map((many) => play.filter(({ choices }) => choices.length > 1 === many));
  const apart = found.filter((one) => one.apart);
  return html`<div class="places">
    ${several.map((group) => html`<section key=${group.label}>${titled ? html`<h3>${capital(group.label)}</h3>` : null}<${Values} group=${group} /></section>`)}
    ${single.length ? html`<div class="values words">${single.map((group) => html`<${Value} key=${group.choices[0].id} one=${group.choices[0]} text=${alone(group)} />`)}</div>` : null}
    ${apart.length ? html`<section class="apart"><h3>${word("put-right")}</h3>${apart.map((group) => html`<${Apart} key=${group.label} group=${group} />`)}</section>` : null}
  </div>`;
}

// A command by itself: the player that it is about stands above it.
const alone = ({ label, seat, choices: [one] }) => (seat && !one.steps.length ? label : one.label);

function Apart({ group }) {
  const { label, choices } = group;
  if (choices.length === 1) return html`<div class="values words"><${Value} one=${choices[0]} text=${alone(group)} /></div>`;
  return html`<details><summary>${capital(label)}</summary><${Values} group=${group} /></details>`;
}

function Values({ group }) {
  const shown = stepped(group);
  const text = ({ label, steps = [] }) => steps.at(-1) || label;
  const kind = shown.every((one) => text(one).length <= FIGURES) ? "figures" : "words";
  return html`<div class="values ${kind}">${shown.map((one) => (one.to ? html`<${Fold} key=${one.id} ...${one} />` : html`<${Value} key=${one.id} one=${one} text=${text(one)} />`))}</div>`;
}

function Value({ one, text }) {
  const tapped = () => {
    closePanel();
    call(one.id);
  };
  return html`<button class="answer" data-answers data-said=${one.id} aria-label=${one.label} disabled=${speaking()} onClick=${tapped}>${capital(text)}</button>`;
}
