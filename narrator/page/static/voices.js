// The laptop's voice: each is heard on the laptop, had from the internet, and chosen.

import { html, useEffect, useState } from "./vendor/htm-preact.js";
import { ask } from "./deciding.js";
import { useLookedUp } from "./lookup.js";
import { Panel } from "./panel.js";
import { state } from "./store.js";
import { word } from "./words.js";

const LOOK = 700; // ms between two looks at what is under way

export function VoicesPanel() {
  const [turn, again] = useState(0);
  const found = useLookedUp("voices", turn);
  const doing = found?.doing;
  useEffect(() => {
    const timer = doing ? setTimeout(() => again(turn + 1), LOOK) : 0;
    return () => clearTimeout(timer);
  }, [found]);
  const wanted = async (what, voice) => {
    await ask("voice", { what, voice });
    again(turn + 1);
  };
  return html`<${Panel} title=${word("voices")}>
    ${found?.why_not ? html`<p class="hint">${found.why_not}</p>` : null}
    ${state.told || found?.told ? html`<p class="told" role="alert">${state.told || found.told}</p>` : null}
    ${found ? null : html`<p>${word("loading")}</p>`}
    <ul class="devices">${(found?.voices || []).map((one) => html`<${Voice} key=${one.id} ...${one} doing=${doing} silent=${found.why_not} wanted=${wanted} />`)}</ul>
    <p class="hint">${word("voice-later")}</p>
  </${Panel}>`;
}

function Voice({ id, about, here, current, size, licence, doing, silent, wanted }) {
  const [meant, mean] = useState(false); // a licence is read before anything is downloaded
  const button = (what, text, act, off, main) => html`<button class="answer small ${main ? "main" : ""}" data-voice=${`${what} ${id}`} disabled=${Boolean(doing || off)} onClick=${act}>${text}</button>`;
  const own = doing?.voice === id ? doing : null;
  return html`<li class="voice">
    <b>${id}</b> <small>${about}${current ? ` \u00b7 ${word("voice-current")}` : ""}</small>
    ${meant ? html`<p><small>${licence}</small></p>` : null}
    ${own ? html`<p role="status">${doings()[own.what]} ${own.of ? html`<progress max=${own.of} value=${own.done}></progress>` : null}</p>` : null}
    <div class="row">
      ${here ? button("listen", word("voice-listen"), () => wanted("listen", id), silent) : null}
      ${here && !current ? button("choose", word("voice-choose"), () => wanted("choose", id)) : null}
      ${here ? null : button("fetch", word("voice-fetch", { size }), () => (meant ? wanted("fetch", id) : mean(true)), false, meant)}
    </div>
  </li>`;
}

const doings = () => ({ listen: word("listen"), fetch: word("voice-doing-fetch"), choose: word("voice-doing-choose") });
