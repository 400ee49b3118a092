// A text of the moderator's own, turned to a player: such as that something was not seen, or may not be.

import { html, useState } from "./vendor/htm-preact.js";
import { Panel } from "./panel.js";
import { TurnedPage } from "./turn.js";
import { word } from "./words.js";

const LONGEST = 120; // letters: more of them are not read across a table

export function OwnPanel() {
  const [text, typed] = useState("");
  const [shown, show] = useState("");
  if (shown) return html`<${TurnedPage} text=${shown} back=${() => show("")} />`;
  return html`<${Panel} title=${word("own")}>
    <div class="options">
      ${word("own-texts").split("|").map((one) => html`<button class="answer" key=${one} data-own onClick=${() => show(one)}>${one}</button>`)}
    </div>
    <div class="writing">
      <label for="own">${word("own-write")}</label>
      <input id="own" maxlength=${LONGEST} autocomplete="off" value=${text} onInput=${(event) => typed(event.target.value)} />
      <button class="answer main" disabled=${!text.trim()} onClick=${() => show(text.trim())}>${word("turn")}</button>
    </div>
  </${Panel}>`;
}
