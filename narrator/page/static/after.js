// The end leads on: the story of the evening, a rematch with the same people, a game at another table.

import { html, useState } from "./vendor/htm-preact.js";
import { ask } from "./deciding.js";
import { Panel } from "./panel.js";
import { state, update } from "./store.js";
import { word } from "./words.js";

const ROOMY = 240; // px: a lower middle has no room for more than two buttons

/** What may come after a game, in the middle of the circle, or in a row at the foot: then without a `room`. */
export function After({ room }) {
  const [meant, mean] = useState("");
  const [again, ...tables] = state.snapshot.after || [];
  if (!again) return null;
  if (meant) return html`<${Meant} option=${again} leave=${() => mean("")} told=${room?.height > ROOMY} />`;
  const open = (kind) => () => update({ panel: { kind } });
  return html`<div class="choices usual after">
    <button class="answer main" data-next=${again.id} onClick=${() => mean(again.id)}>${again.label}</button>
    ${tables.length ? html`<button class="answer main" data-open="next" onClick=${open("next")}>${word("new-game")}</button>` : null}
    <button class="answer main" data-open="past" onClick=${open("past")}>${word("story")}</button>
  </div>`;
}

// The second tap says that it is meant, since the page of this game goes with it.
function Meant({ option, leave, told }) {
  const deal = async () => {
    const answer = await ask("next", { said: option.id });
    if (answer.ok) update({ leaving: true });
  };
  return html`<div class="confirming">
    <button class="answer main" data-next=${option.id} onClick=${deal}>
      <span class="sure">${word("sure")}</span> <span>${option.label}</span>
    </button>
    <button class="answer small" onClick=${leave}>${word("change-it")}</button>
    ${told ? html`<p class="hint" role="status">${word("cards-on-laptop")}</p>` : null}
  </div>`;
}

/** The tables at which a new game may begin. */
export function NextPanel() {
  const [meant, mean] = useState(null);
  const tables = (state.snapshot.after || []).slice(1);
  return html`<${Panel} title=${word("new-game")}>
    ${meant ? html`<${Meant} option=${meant} leave=${() => mean(null)} told />` : tables.map((table) => html`<button class="answer" key=${table.id} onClick=${() => mean(table)}>${table.label}</button>`)}
  </${Panel}>`;
}
