// The middle of the circle: the question, the answers that are no seats, what is being chosen, and the second tap.

import { html } from "./vendor/htm-preact.js";
import { After } from "./after.js";
import { Clock } from "./clock.js";
import { Fold, folded, waitsForCommands } from "./commands.js";
import { asksForWords, choose, confirm, now, once, timed } from "./deciding.js";
import { sizeFor } from "./fit.js";
import { Shape } from "./icons.js";
import { called, candidates, matches } from "./match.js";
import { isWide } from "./round.js";
import { Scrolling } from "./scroll.js";
import { questionInMiddle, Won } from "./stage.js";
import { state, update } from "./store.js";
import { word } from "./words.js";

const USUAL = 3; // steps of the day that stand there at once
const LOW = 240; // px of the middle, below which a talk's clock and what moves it stand in one row
const MINUTES = ["3", "5", "10"]; // offered where a time is asked for
const FEW = 9; // numbers, or cards, that are all offered at once
const [NARROW, WIDE] = [104, 152]; // px: the width of a card that is offered, and of all other words

const [GAP, CLOSE, SLACK] = [8, 2, 8]; // px: what is between two answers, at least, and what a second row of words takes
const LEAST = 44; // px: lower ones a thumb may miss

export function Middle({ room, inside }) {
  const { snapshot } = state;
  if (now().kind === "over") return isWide() ? html`<${After} room=${room} />` : inside ? null : html`<${Won} size=${(text) => sizeFor(text, room.width, room.height, 40, 18)} />`;
  if (state.pressed) return html`<${Pressed} />`;
  if (state.pick) return html`<${Sure} room=${room} />`;
  const typed = state.typed && !["count", "text"].includes(now().answer);
  const words = !typed && questionInMiddle(now()) && !timed() && !now().usual?.length ? now().text : "";
  const high = asksForWords(now()) || waitsForCommands(now()) || timed() ? 0.25 : 0.8;
  return html`
    ${timed() ? html`<${Time} room=${room} />` : null}
    ${words ? html`<${Question} text=${words} room=${{ ...room, height: room.height * high }} />` : null}
    ${typed ? html`<${Typed} />` : null}
    <${Choices} key=${`${now().text} ${state.others}`} now=${now()} room=${{ ...room, whole: words || timed() ? Infinity : room.whole }} />
  `;
}

// A talk's time, and a minute less or more of it; beside it where there is no room below.
function Time({ room }) {
  const { clock, paused, can } = state.snapshot;
  const beside = room.height < LOW;
  const size = beside ? Math.max(20, Math.min((room.width - 100) / 2.3, room.height * 0.4)) : Math.min(room.width / 3, room.height * 0.4, 160);
  const minute = (what) => html`<button class="answer small" data-do=${what} disabled=${!can[what]} onClick=${() => once(what)} aria-label=${word(`talk-${what}-said`)}>${word(`talk-${what}`)}${beside ? "" : "\u00a0min"}</button>`;
  return html`<div class="time ${beside ? "beside" : ""}">
    ${minute("hurry")}
    <span style=${{ fontSize: `${size}px` }}><${Clock} seconds=${clock.left} since=${state.seenAt} stopped=${paused} label=${word("clock")} /></span>
    ${minute("hold")}
  </div>`;
}

function Question({ text, room }) {
  const size = sizeFor(text, room.width, room.height, Math.min(34, Math.max(18, room.width / 9)), 13);
  return html`<span class="question" style=${{ fontSize: `${size}px` }}>${text}</span>`;
}

// What a finger rests on.
function Pressed() {
  const { seat, name } = state.snapshot.seats.find((one) => one.seat === state.pressed);
  return html`<span class="held"><b>${seat}</b> ${name}</span>`;
}

/** What is typed, and what it means. */
export function Typed() {
  const found = matches(state.typed, candidates(now()));
  const means = found.length === 1 ? found[0].label : found.length ? word("several", { count: found.length }) : word("no-match");
  return html`<span class="typed">${state.typed}</span><span class="means">${means}</span>`;
}

/** The second tap of a choice that must be meant. */
export function Sure({ room }) {
  const label = labelOf(state.pick);
  const size = sizeFor(label, room.width - 36, room.height / 3, 26, 15);
  return html`<div class="confirming">
    <button class="answer main" data-answers onClick=${confirm}>
      <span class="sure">${word("sure")}</span> <span style=${{ fontSize: `${size}px` }}>${label}</span>
    </button>
    <button class="answer small" data-answers onClick=${() => update({ pick: "" })}>${word("change-it")}</button>
  </div>`;
}

function labelOf(said) {
  return [...candidates(now()), ...called(now())].find((one) => (one.said || one.id) === said)?.label || said;
}

// The answers that are words: of a day's steps first the usual ones, then, behind a button, the others.
function Choices({ now, room }) {
  const all = offered(now);
  if (!all.length) return null;
  const { usual = [], ending } = now;
  const found = state.typed ? matches(state.typed, candidates(now)).map(({ said }) => said) : null;
  const usually = usual.length && !found && !state.others;
  const first = usual.slice(0, USUAL);
  if (all.length > FEW && !found && all.every(({ side }) => side)) return html`<${Cards} cards=${all} room=${room} />`;
  const shown = all.filter(({ id }) => (found ? found.includes(id) : usually ? first.includes(id) : id !== ending && !first.includes(id)));
  const narrowest = shown.every(({ side }) => side) ? NARROW : WIDE;
  const style = usually ? laidOut(shown, { ...room, width: Math.min(340, room.width) }, 340, Math.min(84, Math.max(48, innerHeight * 0.08)), 20) : laidOut(shown, room, narrowest);
  return html`<${Scrolling} class="choices ${now.answer} ${usually ? "usual" : ""}" style=${style}>
    ${shown.map((one) => html`<${Choice} key=${one.id} one=${one} main=${usually} />`)}
  </${Scrolling}>`;
}

function Choice({ one, main }) {
  const { id, label, short, shape, to } = one;
  if (to) return html`<${Fold} ...${one} />`;
  return html`<button class="answer ${main ? "main" : "choice"}" data-answers data-said=${id} onClick=${() => choose(id)}><${Shape} index=${shape} />${short || label}</button>`;
}

// Many cards: first the side, then its cards. The side stands before them and leads back.
function Cards({ cards, room }) {
  const open = cards.filter(({ side }) => side === state.side);
  const sides = open.length ? open.slice(0, 1) : cards.filter(({ side }, index) => cards.findIndex((one) => one.side === side) === index);
  const shown = [...sides.map(({ side, shape }) => ({ label: side, side, shape })), ...open];
  const style = laidOut(shown, room, Math.max(NARROW, Math.floor((room.width - 16) / 3)));
  const fold = (side) => () => update({ side: open.length ? "" : side });
  return html`<${Scrolling} class="choices card" style=${style}>
    ${sides.map(({ side, shape }) => html`<button class="answer" key=${side} data-side=${shape} data-answers aria-expanded=${String(open.length > 0)} onClick=${fold(side)}><${Shape} index=${shape} />${side}</button>`)}
    ${open.map(({ id, label, short }) => html`<${Choice} key=${id} one=${{ id, label, short }} />`)}
  </${Scrolling}>`;
}

// As many columns as there is room for, in one size of type for all; lower and closer, if all are seen only so.
function laidOut(shown, { width, whole }, narrowest, high = 48, largest = 16) {
  const columns = Math.max(1, Math.floor((width + GAP) / (narrowest + GAP)));
  const rows = Math.ceil(shown.length / columns);
  const close = rows * (high + GAP) + SLACK > whole && rows * (LEAST + CLOSE) <= whole + CLOSE;
  const gap = close ? Math.min(GAP, (whole - rows * LEAST) / Math.max(1, rows - 1)) : GAP;
  const low = close ? Math.min(high, Math.floor((whole + gap) / rows - gap)) : high;
  const widest = (width - GAP * (columns - 1)) / columns - (shown.some(({ shape, side }) => side && shape >= 0) ? 42 : 22);
  const sizes = shown.map(({ label, short }) => sizeFor(short || label, widest, close ? low - 10 : 56, largest, 13));
  return { fontSize: `${Math.min(...sizes)}px`, "--columns": columns, "--high": `${low}px`, "--gap": `${gap}px` };
}

function offered(now) {
  if (waitsForCommands(now)) return state.typed ? called(now) : folded(now);
  if (asksForWords(now)) return now.choices || [];
  if (now.kind !== "ask" || now.answer !== "count" || now.hands) return [];
  const counts = now.choices || [];
  return counts.length <= FEW ? counts : counts.filter(({ id }) => MINUTES.includes(id));
}
