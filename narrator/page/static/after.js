// The end leads on: the story of the evening, a rematch with the same people, a game at another table.

import { html, useState } from "./vendor/htm-preact.js";
import { ask } from "./deciding.js";
import { state, update } from "./store.js";
import { word } from "./words.js";

/** What may come after a game; a second tap says that it is meant, since the page of this game goes with it. */
export function After() {
  const [meant, mean] = useState("");
  const { after = [] } = state.snapshot;
  if (!after.length) return null;
  const tapped = (id) => (meant === id ? ask("next", { said: id }) : mean(id));
  return html`<div class="after">
    <button class="answer" onClick=${() => update({ panel: { kind: "past" } })}>${word("story")}</button>
    ${after.map(({ id, label }) => html`<button class="answer ${meant === id ? "main" : ""}" key=${id} data-next=${id} onClick=${() => tapped(id)}>
      ${meant === id ? html`<span class="sure">${word("sure")}</span>` : null} <span>${label}</span>
    </button>`)}
    ${meant ? html`<p class="hint" role="status">${word("cards-on-laptop")}</p>` : null}
  </div>`;
}
