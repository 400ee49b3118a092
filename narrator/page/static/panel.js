// A sheet over the page, with a title and a way out; the browser keeps the focus inside and gives it back.

import { html, useLayoutEffect, useRef } from "./vendor/htm-preact.js";
import { Sign } from "./icons.js";
import { update } from "./store.js";
import { word } from "./words.js";

export const closePanel = () => update({ panel: null });

export function useShown() {
  const sheet = useRef(null);
  useLayoutEffect(() => {
    const shown = sheet.current;
    shown.showModal();
    return () => shown.close();
  }, []);
  return sheet;
}

export function Panel({ title, children, close = closePanel }) {
  const sheet = useShown();
  const cancelled = (event) => {
    event.preventDefault();
    close();
  };
  return html`<dialog ref=${sheet} class="panel" aria-labelledby="panel-title" onCancel=${cancelled}>
    <header>
      <h2 id="panel-title">${title}</h2>
      <button class="round-button" onClick=${close} aria-label=${word("close")}><${Sign} name="close" /></button>
    </header>
    <div class="inside" tabindex="0" role="region" aria-labelledby="panel-title">${children}</div>
  </dialog>`;
}
