// One seat in words: its card, what lies on it and is left to it, the note; and all seats as a list.

import { html, useState } from "./vendor/htm-preact.js";
import { described } from "./circle.js";
import { ask } from "./deciding.js";
import { Shape, Sign } from "./icons.js";
import { CardText } from "./lookup.js";
import { closePanel, Panel } from "./panel.js";
import { hidden, state, update } from "./store.js";
import { person, word } from "./words.js";

export function SeatPanel({ number }) {
  const seat = state.snapshot.seats.find((one) => one.seat === number);
  return html`<${Panel} title=${person(seat)}>
    ${hidden() ? html`<p>${word("hidden")}</p>` : html`<${Known} seat=${seat} /><${Note} key=${number} seat=${seat} />`}
  </${Panel}>`;
}

function Known({ seat }) {
  return html`
    ${seat.side ? html`<p class="is"><${Shape} index=${seat.shape} /><span><b>${seat.card}</b> ${seat.side}</span></p>` : seat.card ? html`<p>${word("unseen")}</p>` : null}
    ${seat.side ? html`<${CardText} seat=${seat.seat} />` : null}
    <ul class="known">
      ${seat.out ? html`<li><${Sign} name=${seat.out} />${word(seat.out)}</li>` : null}
      ${(seat.counters || []).map(({ id, label, count }) => html`<li key=${id}><span class="left">${count}</span>${label}</li>`)}
      ${seat.awake ? html`<li><${Sign} name="awake" />${word("awake")}</li>` : null}
      ${seat.shown ? html`<li><${Sign} name="past" />${word("shown")}</li>` : null}
      ${seat.marks.map(({ id, label, text }) => html`<li><${Sign} name=${id} /><span>${label}${text ? html`<small>${text}</small>` : null}</span></li>`)}
      ${seat.charges.map(({ label, left }) => html`<li><span class="left">${left}</span>${word("left", { what: label })}</li>`)}
    </ul>`;
}

function Note({ seat }) {
  const [text, typed] = useState(seat.note);
  const keep = async () => {
    const answer = await ask("note", { seat: seat.seat, text: text.trim() });
    if (answer.ok) closePanel();
  };
  return html`<div class="writing">
    <label for="note">${word(seat.seat ? "note" : "note-table")}</label>
    <textarea id="note" rows="3" maxlength="200" value=${text} onInput=${(event) => typed(event.target.value)}></textarea>
    ${seat.seat ? html`<p class="hint">${word("note-hint")}</p>` : null}
    ${state.told ? html`<p class="told" role="alert">${state.told}</p>` : null}
    <button class="answer main" onClick=${keep}>${word("keep-note")}</button>
  </div>`;
}

export function ListPanel() {
  return html`<${Panel} title=${word("list")}>
    <ul class="list">${state.snapshot.seats.map(row)}</ul>
    ${hidden() ? null : html`<${Note} seat=${{ seat: 0, note: state.snapshot.note }} />`}
  </${Panel}>`;
}

function row(seat) {
  const secret = hidden();
  const open = () => update({ panel: { kind: "seat", seat: seat.seat } });
  return html`<li key=${seat.seat}><button onClick=${open} aria-label=${described(seat)} class=${seat.out && !secret ? "out" : ""}>
    <b class="number">${seat.seat}</b>
    ${secret && !seat.shown ? html`<span></span>` : html`<${Shape} index=${seat.shape} />`}
    <span class="who"><b>${seat.name}</b>${secret && !seat.shown ? null : html`<span>${seat.card}</span>`}
      ${secret ? null : html`<${Signs} seat=${seat} />`}
    </span>
  </button></li>`;
}

function Signs({ seat }) {
  const signs = [...(seat.out ? [{ id: seat.out, label: word(seat.out) }] : []), ...seat.marks];
  const left = seat.charges.map(({ label, left }) => `${label}: ${left}`);
  if (!signs.length && !left.length && !seat.note) return null;
  return html`<span class="signs">
    ${signs.map(({ id, label }) => html`<span><${Sign} name=${id} />${label}</span>`)}
    ${left.map((words) => html`<span>${words}</span>`)}
    ${seat.note ? html`<span><${Sign} name="note" />${seat.note}</span>` : null}
  </span>`;
}
