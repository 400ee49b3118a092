// Boxes that scroll: where what stands in one goes on out of sight it fades.

import { html, useLayoutEffect, useRef } from "./vendor/htm-preact.js";

export function hint(box) {
  const above = box.scrollTop > 1 ? "above" : "";
  const below = box.scrollTop + box.clientHeight < box.scrollHeight - 1 ? "below" : "";
  if (above || below) box.dataset.hidden = `${above} ${below}`.trim();
  else delete box.dataset.hidden;
}

/** A box that fades where it goes on. */
export function Scrolling({ children, ...rest }) {
  const box = useRef(null);
  useLayoutEffect(() => hint(box.current));
  return html`<div ...${rest} ref=${box} onScroll=${(event) => hint(event.currentTarget)}>${children}</div>`;
}
