// One more device: the code for another moderator's phone, or for the room's television, on the page itself.

import { html, useState } from "./vendor/htm-preact.js";
import { ask } from "./deciding.js";
import { Panel } from "./panel.js";
import { state } from "./store.js";
import { word } from "./words.js";

export function InvitePanel() {
  const [found, told] = useState(null);
  const invite = async (to) => {
    const answer = await ask("invite", { to });
    told(answer.ok ? answer : null);
  };
  return html`<${Panel} title=${word("invite")}>
    <p class="hint">${word("invite-hint")}</p>
    <div class="row">
      <button class="answer" data-invite="moderator" onClick=${() => invite("moderator")}>${word("invite-moderator")}</button>
      <button class="answer" data-invite="room" onClick=${() => invite("room")}>${word("invite-room")}</button>
    </div>
    ${state.told ? html`<p class="told" role="alert">${state.told}</p>` : null}
    ${found ? html`<${Drawn} rows=${found.rows} /><p class="typed-code">${word("invite-type", found)}</p>` : null}
  </${Panel}>`;
}

// Black on white, whatever the theme: a camera has to read it.
function Drawn({ rows }) {
  const size = rows.length;
  const dark = rows.flatMap((row, y) => [...row].map((sign, x) => (sign === "1" ? `M${x} ${y}h1v1h-1z` : "")));
  return html`<svg class="code" viewBox=${`0 0 ${size} ${size}`} role="img" aria-label=${word("invite")} shape-rendering="crispEdges">
    <rect width=${size} height=${size} fill="#fff" /><path d=${dark.join("")} fill="#000" />
  </svg>`;
}
