// What a game counts, at a seat or for the whole table.

import { html } from "./vendor/htm-preact.js";

const LARGER = 1.5; // what the type of a card is multiplied with for a number that stands in its place

/** What stands below a name: the card, and the numbers of what is counted there; how large, beside a card's type. */
export function below(card, counters = []) {
  const text = [card, counters.map(({ count }) => count).join(" · ")].filter(Boolean).join(" ");
  return { text, larger: card ? 1 : LARGER };
}

/** The same in words. */
export const countersTold = (counters = []) => counters.map(({ label, count }) => `${label}: ${count}`);

/** Votes, or scores, as far as they were counted. */
export function Tallied({ all }) {
  return all?.length ? html`<ol class="tallied">${all.map(({ label, count }) => html`<li key=${label}><span>${label}</span> <b>${count ?? "\u2013"}</b></li>`)}</ol>` : null;
}

/** What is counted for the whole table, large, as the room reads it. */
export function Counters({ counters = [] }) {
  if (!counters.length) return null;
  return html`<ul class="counters">${counters.map(({ id, label, count }) => html`<li key=${id}><b>${count}</b> ${label}</li>`)}</ul>`;
}
