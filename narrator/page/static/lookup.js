// What is looked up now and then: what cards do, the whole night, what the signs mean.

import { html, useEffect, useState } from "./vendor/htm-preact.js";
import { Sign } from "./icons.js";
import { look } from "./link.js";
import { Panel } from "./panel.js";
import { hidden, state } from "./store.js";
import { word } from "./words.js";

/** What the server tells of this; null until it has come. */
export function useLookedUp(what, turn) {
  const [found, told] = useState(null);
  const { version } = state.snapshot;
  useEffect(() => {
    look(what).then((answer) => told(answer.told || {}), () => told({}));
  }, [version, turn]);
  return found;
}

/** What the card of a seat does, and how its side wins. */
export function CardText({ seat }) {
  const text = useLookedUp("cards")?.cards?.[seat];
  const [, ...rest] = (text || "").split("\n\n"); // the card's name stands above it already
  if (!rest.length) return null;
  return html`<div class="card-text">${rest.map((paragraph) => html`<p key=${paragraph}>${paragraph}</p>`)}</div>`;
}

export function NightPanel() {
  const found = useLookedUp("night");
  return html`<${Panel} title=${[word("night-list"), found?.title].filter(Boolean).join(" · ")}>
    ${hidden() ? html`<p>${word("hidden")}</p>` : found ? html`<${Calls} calls=${found.calls || []} />` : html`<p>${word("loading")}</p>`}
  </${Panel}>`;
}

function Calls({ calls }) {
  if (!calls.length) return html`<p>${word("no-night")}</p>`;
  return html`<ol class="calls">${calls.map((call) => html`<${Call} key=${call.call + call.title} ...${call} />`)}</ol>`;
}

const stages = () => ({ done: word("call-done"), now: word("call-now"), next: word("call-next") });

function Call({ book, title, question, whom, stage, why }) {
  return html`<li class="${stage} ${why ? "idle" : ""}" aria-current=${stage === "now" ? "step" : undefined}>
    <b class="number">${book}</b>
    <span><b>${title}</b>${whom ? ` ${whom}` : ""}
      ${question ? html`<small>${question}</small>` : null}
      ${why ? html`<i>${why}</i>` : null}
    </span>
    <span class="stage">${stages()[stage]}</span>
  </li>`;
}

export function SignsPanel() {
  const found = useLookedUp("signs");
  const own = ["awake", "note"].map((id) => ({ id, label: word(id) }));
  return html`<${Panel} title=${word("signs")}>
    <ul class="known">${[...(found?.out || []), ...own, ...(found?.signs || [])].map(({ id, label }) => html`<li key=${id}><${Sign} name=${id} />${label}</li>`)}</ul>
  </${Panel}>`;
}
