// The big buttons: what answers now, where the thumb is.

import { html } from "./vendor/htm-preact.js";
import { labelOf } from "./circle.js";
import { ask, choose, confirm, count, counted, limits, once } from "./deciding.js";
import { Sign } from "./icons.js";
import { candidates, matches } from "./match.js";
import { hidden, prefer, state, update } from "./store.js";
import { word } from "./words.js";

const FEW = 4; // choices that stand at the thumb; more of them stand on the page

function Button({ said, label, main, small, pressed, disabled, act, children }) {
  const classes = ["answer", main && "main", small && "small"].filter(Boolean).join(" ");
  const tapped = act || (() => choose(said));
  return html`<button class=${classes} data-answers data-said=${said} aria-pressed=${pressed} disabled=${disabled} onClick=${tapped}>
    ${label}${children}
  </button>`;
}

/** The buttons at the foot of the page. */
export function Actions() {
  const { now } = state.snapshot;
  return html`<section class="actions" aria-label=${word("answers")}>${state.pick ? html`<${Sure} />` : buttons(now)}</section>`;
}

function buttons(now) {
  if (now.kind === "show" && now.go === false) return html`<${Pace} />`;
  if (now.kind === "show" || now.kind === "wait") return html`<${Button} label=${word("go")} main act=${confirm} />`;
  if (now.kind === "ready") return html`<${Button} label=${word("ready")} main act=${confirm} />`;
  if (now.kind === "listen") return html`<${Pace} />`;
  if (now.kind !== "ask") return null;
  const kinds = { "yes-no": YesNo, count: Count, ready: Ready, seats: Several };
  const Kind = kinds[now.answer];
  const listed = Kind || isLong(now) || asksSeat(now) ? [] : now.choices || [];
  return html`
    ${now.answer === "yes-no" ? null : html`<${Besides} now=${now} />`}
    ${listed.map(({ id, label }) => html`<${Button} key=${id} said=${id} label=${label} main />`)}
    ${Kind ? html`<${Kind} now=${now} />` : null}
    ${now.answer === "yes-no" ? html`<${Besides} now=${now} />` : null}
  `;
}

const asksSeat = ({ answer }) => answer === "seat" || answer === "seats";

function Besides({ now }) {
  return html`
    ${now.time ? html`<${Button} said="time" label=${word("time-over")} small />` : null}
    ${now.optional ? html`<${Button} said="none" label=${now.none || word("nobody")} />` : null}
  `;
}

function YesNo() {
  return html`<${Button} said="no" label=${word("no")} /><${Button} said="yes" label=${word("yes")} main />`;
}

function Ready() {
  return html`<${Button} label=${word("ready")} main act=${confirm} />`;
}

function Several({ now }) {
  const { picks } = state;
  const most = now.most || 1;
  const label = picks.length ? word("take", { list: [...picks].sort((a, b) => a - b).join(", ") }) : word("tap-seats", { most });
  return html`<${Button} main disabled=${!picks.length} act=${confirm}>
    ${picks.length && now.final ? html`<span class="sure">${word("final")}</span>` : null} <span>${label}</span>
  </${Button}>`;
}

function Count() {
  const [least, most] = limits();
  const number = counted();
  const typed = (event) => update({ typed: event.target.value.replace(/\D/g, "") });
  return html`<div class="tally">
      <button class="answer step" onClick=${() => count(-1)} disabled=${number <= least} aria-label=${word("one-less")}>−</button>
      <input inputmode="numeric" autocomplete="off" value=${number} aria-label=${word("votes")} onInput=${typed} onFocus=${(event) => event.target.select()} />
      <button class="answer step" onClick=${() => count(1)} disabled=${number >= most} aria-label=${word("one-more")}>+</button>
    </div>
    <${Button} label=${word(state.snapshot.now.hands ? "send-count" : "send-number", { count: number })} main act=${confirm} />`;
}

// The second tap of a choice that must be meant.
function Sure() {
  const { now } = state.snapshot;
  const label = now.answer === "count" ? state.pick : labelOf(state.pick, now);
  return html`
    <${Button} label=${word("change-it")} small act=${() => update({ pick: "" })} />
    <${Button} main act=${confirm}><span class="sure">${word(now.final ? "final" : "sure")}</span> <span>${label}</span></${Button}>
  `;
}

function Pace() {
  const { can } = state.snapshot;
  return html`
    ${can.hurry ? html`<${Button} label=${word("hurry")} act=${() => ask("hurry")} />` : null}
    ${can.hold ? html`<${Button} label=${word("hold")} main act=${() => ask("hold")} />` : null}
  `;
}

export function isLong(now) {
  const listed = now.kind === "ask" && (now.answer === "choice" || now.answer === "card");
  return listed && (now.choices || []).length > FEW;
}

/** A longer list of choices, such as what the day allows, or the cards. */
export function Choices() {
  const { now } = state.snapshot;
  if (!isLong(now) || state.pick) return null;
  const found = state.typed ? matches(state.typed, candidates(now)) : [];
  const fits = (id) => !state.typed || found.some(({ said }) => said === id);
  return html`<section class="choices ${now.answer}" aria-label=${now.text}>
    ${now.choices.map(({ id, label }) => html`<button class="answer choice ${fits(id) ? "" : "unfit"}" key=${id} data-answers data-said=${id} onClick=${() => choose(id)}>${label}</button>`)}
  </section>`;
}

/** What is always at hand: back, again, the past, hide, more. */
export function Toolbar() {
  const { can } = state.snapshot;
  const secret = hidden();
  const tools = [
    { name: "menu", act: () => update({ panel: { kind: "menu" } }) },
    { name: "past", act: () => update({ panel: { kind: "past" } }), off: secret || can.past === false },
    { name: "hide", label: secret ? "reveal" : "hide", act: () => prefer("safe", secret ? "no" : "yes"), on: secret },
    { name: "redo", act: () => once("redo"), absent: !can.redo },
    { name: "repeat", act: () => once("repeat"), off: !can.repeat },
    { name: "undo", act: () => once("undo"), off: !can.undo },
  ];
  return tools
    .filter(({ absent }) => !absent)
    .map(({ name, label, act, off, on }) => html`<button class="tool ${on ? "on" : ""}" key=${name} data-tool=${name} disabled=${off} onClick=${act}><${Sign} name=${name} /><span>${word(label || name)}</span></button>`);
}
