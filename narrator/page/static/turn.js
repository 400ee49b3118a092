// The page to turn round: the whole screen, one message, and nothing else. A tap or Escape takes it away.

import { html, useLayoutEffect } from "./vendor/htm-preact.js";
import { useShown } from "./panel.js";
import { update } from "./store.js";

const LARGEST = 110; // px
const SMALLEST = 16;

const turnBack = () => update({ turned: false });

export function TurnedPage({ text, back = turnBack }) {
  const sheet = useShown();
  useLayoutEffect(() => {
    const fit = () => grow(sheet.current.firstElementChild);
    fit();
    addEventListener("resize", fit);
    return () => removeEventListener("resize", fit);
  }, [text]);
  const cancelled = (event) => {
    event.preventDefault();
    back();
  };
  return html`<dialog ref=${sheet} class="turned" onCancel=${cancelled} aria-label=${text}>
    <button onClick=${back}><span>${text}</span></button>
  </dialog>`;
}

// As large as it goes, without breaking a word.
function grow(page) {
  const words = page.firstElementChild;
  let size = Math.min(LARGEST, innerWidth / 6);
  do {
    words.style.fontSize = `${size}px`;
    size -= 2;
  } while (size > SMALLEST && (words.scrollWidth > words.clientWidth || words.offsetHeight > page.clientHeight - 48));
}
