// On the room's page: the codes by which one more phone comes in, for as long as eyes are open.

import { html, useEffect, useState } from "./vendor/htm-preact.js";
import { Code } from "./code.js";
import { word } from "./words.js";

const ANEW = 5000; // ms after which codes are asked for again: wrong guesses may end one at any time

export function Joining() {
  const [found, show] = useState(null);
  useEffect(() => {
    const ask = async () => {
      try {
        const answer = await fetch("/room/invite", { cache: "no-store" });
        if (answer.ok) show(await answer.json());
      } catch {
        return; // it is asked again
      }
    };
    ask();
    const timer = setInterval(ask, ANEW);
    return () => clearInterval(timer);
  }, []);
  if (!found) return null;
  const { wifi } = found;
  return html`<aside class="joining">
    ${wifi ? html`<figure><${Code} rows=${wifi.rows} label=${word("room-wifi", wifi)} /><figcaption>${word("room-wifi", wifi)}</figcaption></figure>` : null}
    <figure><${Code} rows=${found.rows} label=${word("room-scan")} /><figcaption><b>${word("room-scan")}</b> ${word("invite-type", found)}</figcaption></figure>
  </aside>`;
}
