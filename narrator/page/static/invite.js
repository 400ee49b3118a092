// The devices: which are in, who is thrown out, and the code for one more, on the page itself.

import { html, useState } from "./vendor/htm-preact.js";
import { Code } from "./code.js";
import { ask } from "./deciding.js";
import { useLookedUp } from "./lookup.js";
import { Panel } from "./panel.js";
import { state } from "./store.js";
import { word } from "./words.js";

export function InvitePanel() {
  const [found, told] = useState(null);
  const invite = async (to, elsewhere = false) => {
    const answer = await ask("invite", { to, elsewhere });
    told(answer.ok ? { ...answer, to } : null);
  };
  return html`<${Panel} title=${word("devices")}>
    <${Devices} />
    ${state.snapshot.strangers ? html`<p class="hint">${word("strangers", { count: state.snapshot.strangers })}</p>` : null}
    <h3>${word("invite")}</h3>
    <p class="hint">${word("invite-hint")}</p>
    <div class="row">
      <button class="answer" data-invite="moderator" onClick=${() => invite("moderator")}>${word("invite-moderator")}</button>
      ${state.snapshot.slips ? html`<button class="answer" data-invite="table" onClick=${() => invite("table")}>${word("invite-table")}</button>` : null}
      <button class="answer" data-invite="room" onClick=${() => invite("room")}>${word("invite-room")}</button>
    </div>
    ${state.told ? html`<p class="told" role="alert">${state.told}</p>` : null}
    ${found ? html`<${Code} rows=${found.rows} label=${word("invite")} /><p class="typed-code">${word("invite-type", found)}</p>${found.more ? html`<button class="answer small" data-invite="elsewhere" onClick=${() => invite(found.to, true)}>${word("invite-elsewhere")}</button>` : null}` : null}
  </${Panel}>`;
}

function Devices() {
  const [turn, again] = useState(0);
  const found = useLookedUp("devices", turn);
  const [meant, mean] = useState("");
  const tapped = async (device) => {
    if (meant !== device) return mean(device);
    await ask("throw-out", { device });
    mean("");
    again(turn + 1);
  };
  const out = ({ key }) => html`<button class="answer small ${meant === key ? "main" : ""}" data-out=${key} onClick=${() => tapped(key)}>${word(meant === key ? "sure" : "throw-out")}</button>`;
  return html`<ul class="devices">${(found?.devices || []).map((one) => html`<li key=${one.key}>
    <span><b>${one.name}${one.times > 1 ? ` \u00d7${one.times}` : ""}</b> <small>${one.address}, ${one.since}, ${word(`device-${one.scope}`)}</small></span>
    ${one.own ? html`<small>${word("own-device")}</small>` : out(one)}
  </li>`)}</ul>`;
}
