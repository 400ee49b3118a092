// The menu: who reads, pauses, what this device looks like, which keys there are.

import { html } from "./vendor/htm-preact.js";
import { ask, timed } from "./deciding.js";
import { alone } from "./link.js";
import { closePanel, Panel } from "./panel.js";
import { HANDS, THEMES, TYPES } from "./prefs.js";
import { prefer, state, update } from "./store.js";
import { word } from "./words.js";

export function MenuPanel() {
  const { can, dark, reader, next_reader, waits_for_morning } = state.snapshot;
  const { prefs } = state;
  const doing = (what) => async () => {
    const answer = await ask(what);
    if (answer.ok) closePanel();
  };
  const ambience = can.ambience ? html`<button class="answer" data-do="ambience" onClick=${doing("ambience")}>${word("ambience")}</button>` : null;
  const set = (name) => (value) => prefer(name, value);
  if (state.snapshot.role === "table") return html`<${Panel} title=${word("menu")}>${ambience}<${Looks} set=${set} /></${Panel}>`;
  return html`<${Panel} title=${word("menu")}>
    ${state.told ? html`<p class="told" role="alert">${state.told}</p>` : null}
    <div class="row">
      ${can.pause ? html`<button class="answer" onClick=${doing("pause")}>${word("pause")}</button>` : null}
      ${ambience}
      ${can.hold && !timed() ? html`<button class="answer" onClick=${doing("hold")}>${word("hold")}</button>` : null}
      ${can.hurry && !timed() ? html`<button class="answer" onClick=${doing("hurry")}>${word("hurry")}</button>` : null}
      ${can.override ? html`<button class="answer" data-do="override" onClick=${doing("override")}>${word("override")}</button>` : null}
      <button class="answer" data-open="list" onClick=${() => update({ panel: { kind: "list" } })}>${word("list")}</button>
      ${dark ? html`<button class="answer" data-open="night" onClick=${() => update({ panel: { kind: "night" } })}>${word("night-list")}</button>` : null}
      <button class="answer" data-open="own" onClick=${() => update({ panel: { kind: "own" } })}>${word("own")}</button>
      ${alone ? null : html`<button class="answer" data-open="invite" onClick=${() => update({ panel: { kind: "invite" } })}>${word("devices")}</button>
      <button class="answer" data-open="voices" onClick=${() => update({ panel: { kind: "voices" } })}>${word("voices")}</button>`}
      <button class="answer" data-open="signs" onClick=${() => update({ panel: { kind: "signs" } })}>${word("signs")}</button>
    </div>
    ${alone ? html`<${Pick} title=${word("speak")} of=${["no", "yes"]} is=${prefs.speak} set=${set("speak")} name="speak" />` : html`<${Pick} title=${word("reader")} of=${["moderator", "laptop"]} is=${next_reader} set=${(to) => ask("reader", { to })} name="reader" />`}
    ${next_reader === reader ? null : html`<p class="plainly" role="status">${word(waits_for_morning ? "reader-morning" : "reader-later")}</p>`}
    ${state.snapshot.slips ? null : html`<${Pick} title=${word("safe")} of=${["no", "yes"]} is=${prefs.safe} set=${set("safe")} name="safe" />`}
    <${Looks} set=${set} />
    ${matchMedia("(hover: hover)").matches ? html`<h3>${word("keys")}</h3><p class="keys">${word("keys-text")}</p>` : null}
    ${alone ? html`<button class="answer small" data-do="leave" onClick=${() => confirm(word("sure")) && alone.leave()}>${word("new-game")}</button>` : html`<p><a href="/room" target="_blank" rel="noopener">${word("room")}</a></p>`}
  </${Panel}>`;
}

/** What this device looks like, and whether it asks back. */
function Looks({ set }) {
  const { prefs } = state;
  return html`
    <${Pick} title=${word("theme")} of=${THEMES} is=${prefs.theme} set=${set("theme")} name="theme" />
    <${Pick} title=${word("type")} of=${TYPES} is=${prefs.type} set=${set("type")} name="type" />
    <${Pick} title=${word("hand")} of=${HANDS} is=${prefs.hand} set=${set("hand")} name="hand" />
    <${Pick} title=${word("careful")} of=${["no", "yes"]} is=${prefs.careful} set=${set("careful")} name="careful" />`;
}

function Pick({ title, of, is, set, name }) {
  return html`<fieldset class="pick" data-pick=${name}>
    <legend>${title}</legend>
    ${of.map((value) => html`<button key=${value} aria-pressed=${String(value === is)} onClick=${() => set(value)}>${word(`${name}-${value}`)}</button>`)}
  </fieldset>`;
}
