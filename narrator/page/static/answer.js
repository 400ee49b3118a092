// The big buttons: what answers now, where the thumb is.

import { html } from "./vendor/htm-preact.js";
import { After } from "./after.js";
import { ask, choose, confirm, count, counted, limits, once, typedCount, written } from "./deciding.js";
import { Sign } from "./icons.js";
import { hidden, prefer, state, update } from "./store.js";
import { word } from "./words.js";

function Button({ said, label, main, small, pressed, disabled, act, children }) {
  const classes = ["answer", main && "main", small && "small"].filter(Boolean).join(" ");
  const tapped = act || (() => choose(said));
  return html`<button class=${classes} data-answers data-said=${said} aria-pressed=${pressed} disabled=${disabled} onClick=${tapped}>
    ${label}${children}
  </button>`;
}

/** The buttons at the foot of the page; what comes after a game stands there where the middle is `taken`. */
export function Actions({ taken }) {
  const { now } = state.snapshot;
  return html`<section class="actions" aria-label=${word("answers")}>${taken && now.kind === "over" ? html`<${After} />` : buttons(now)}</section>`;
}

function buttons(now) {
  if (now.kind === "show" && now.go === false) return html`<${Pace} />`;
  if (now.kind === "show" || now.kind === "wait") return html`<${Button} label=${word("go")} main act=${confirm} />`;
  if (now.kind === "ready") return html`<${Button} label=${word(now.text ? "ready" : "go")} main act=${confirm} />`; // a line alone is gone on from
  if (now.kind === "listen") return html`<${Pace} />`;
  if (now.kind !== "ask") return null;
  const kinds = { "yes-no": YesNo, count: Count, ready: Ready, seats: Several, text: Written };
  const Kind = kinds[now.answer];
  return html`
    ${now.answer === "yes-no" ? null : html`<${Besides} now=${now} />`}
    <${Menu} now=${now} />
    ${Kind ? html`<${Kind} now=${now} />` : null}
    ${now.answer === "yes-no" ? html`<${Besides} now=${now} />` : null}
  `;
}

// Of a day's steps the one that ends it, beside the way to the seldom ones.
function Menu({ now }) {
  const ending = now.choices?.find(({ id }) => id === now.ending);
  if (!ending) return null;
  return html`
    <button class="answer small" data-more aria-pressed=${String(state.others)} onClick=${() => update({ others: !state.others })}>${word("others")}</button>
    <${Button} said=${ending.id} label=${ending.label} />
  `;
}

// A question of the day that nobody meant to begin has no answer of its own that leads out.
const noWayOut = ({ answer, optional, public: open }) => answer === "seat" && open && !optional && state.snapshot.can.undo;

function Besides({ now }) {
  return html`
    ${noWayOut(now) ? html`<button class="answer small" data-out onClick=${() => once("undo")}>${word("way-out")}</button>` : null}
    ${now.time ? html`<${Button} said="time" label=${word("time-over")} small />` : null}
    ${now.optional ? html`<${Button} said="none" label=${now.none || word("nobody")} small=${now.answer === "text"} />` : null}
  `;
}

// Where all are asked, silence is a no: yes is not the button that a thumb finds first.
function YesNo({ now }) {
  return html`<${Button} said="no" label=${word("no")} /><${Button} said="yes" label=${word("yes")} main=${!now.public} />`;
}

function Ready() {
  return html`<${Button} label=${word("ready")} main act=${confirm} />`;
}

function Several({ now }) {
  const { picks } = state;
  const most = now.most || 1;
  const label = picks.length ? word("take", { list: [...picks].sort((a, b) => a - b).join(", ") }) : word("tap-seats", { most });
  const fontSize = picks.length > 3 ? "13px" : picks.length > 2 ? "15px" : ""; // so that all stand in the button
  return html`<${Button} main disabled=${!picks.length} act=${confirm}>
    <span style=${{ display: "block", fontSize }}>${picks.length && now.final ? html`<span class="sure">${word("sure")}</span>` : null} ${label}</span>
  </${Button}>`;
}

// What is answered in words of one's own; the keyboard of the device writes them.
function Written({ now }) {
  const typed = (event) => update({ typed: event.target.value, pick: "" });
  return html`<input class="written" type="text" autocomplete="off" autocapitalize="words" spellcheck="false" enterkeyhint="done" maxlength="60" value=${state.typed} aria-label=${now.text} placeholder=${word("write-here")} onInput=${typed} />
    <${Button} label=${word("ready")} main small disabled=${!written()} act=${confirm} />`;
}

function Count() {
  const [least, most] = limits();
  const number = counted();
  const typed = (event) => update(typedCount(event.target.value));
  return html`<div class="tally">
      <button class="answer step" onClick=${() => count(number - 1)} disabled=${number <= least} aria-label=${word("one-less")}>−</button>
      <input inputmode="numeric" autocomplete="off" value=${number} aria-label=${word("votes")} onInput=${typed} onFocus=${(event) => event.target.select()} />
      <button class="answer step" onClick=${() => count(number + 1)} disabled=${number >= most} aria-label=${word("one-more")}>+</button>
    </div>
    <${Button} label=${word(state.snapshot.now.hands ? "send-count" : "send-number", { count: number })} main act=${confirm} />`;
}

function Pace() {
  const { can } = state.snapshot;
  return html`
    ${can.hurry ? html`<${Button} label=${word("hurry")} act=${() => ask("hurry")} />` : null}
    ${can.hold ? html`<${Button} label=${word("hold")} main act=${() => ask("hold")} />` : null}
  `;
}

/** What is always at hand: back, again, the past, hide, more. */
export function Toolbar() {
  const { can, role, slips } = state.snapshot;
  const secret = hidden();
  const tools = [
    { name: "menu", act: () => update({ panel: { kind: "menu" } }) },
    { name: "past", act: () => update({ panel: { kind: "past" } }), off: secret },
    { name: "hide", label: secret ? "reveal" : "hide", act: () => prefer("safe", secret ? "no" : "yes"), on: secret },
    { name: "redo", act: () => once("redo"), off: !can.redo },
    { name: "repeat", act: () => once("repeat"), off: !can.repeat },
    { name: "undo", act: () => once("undo"), off: !can.undo },
  ];
  const none = [...(slips ? ["hide"] : []), ...(role === "table" ? ["past"] : [])]; // where all see the same
  return tools.filter(({ name }) => !none.includes(name)).map(({ name, label, act, off, on }) => html`<button class="tool ${on ? "on" : ""}" key=${name} data-tool=${name} disabled=${off} onClick=${act}><${Sign} name=${name} /><span>${word(label || name)}</span></button>`);
}
