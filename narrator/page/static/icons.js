// What is drawn instead of written: a shape for each side, signs for buttons; the game's own come with the words.

import { html } from "./vendor/htm-preact.js";
import { drawing } from "./words.js";

const SHAPES = [ // in the order of the sides, as on paper (narrator/paper/shapes.py)
  html`<circle cx="12" cy="12" r="9" />`,
  html`<path d="M3.5 3.5h17v17h-17z" />`,
  html`<path d="M12 2.5 22 20.5H2z" />`,
  html`<path d="M12 1.5 22.5 12 12 22.5 1.5 12z" />`,
  html`<path d="m12 1.5 3.1 7.1 7.7.7-5.8 5.1 1.7 7.6L12 18l-6.7 4 1.7-7.6L1.2 9.3l7.7-.7z" />`,
  html`<path d="M7 2.5h10l5.5 9.5L17 21.5H7L1.5 12z" />`,
  html`<path d="M8.5 2h7v6.5H22v7h-6.5V22h-7v-6.5H2v-7h6.5z" />`,
];

export function Shape({ index }) {
  if (!(index in SHAPES)) return null;
  return html`<svg class="shape side-${index}" viewBox="0 0 24 24" aria-hidden="true">${SHAPES[index]}</svg>`;
}

const SIGNS = {
  out: html`<path d="M5 5l14 14M19 5 5 19" />`,
  other: html`<path d="M12 3v18M4.2 7.5l15.6 9M19.8 7.5l-15.6 9" />`,
  // buttons and words
  awake: html`<path d="M2 12c3-5 6-7 10-7s7 2 10 7c-3 5-6 7-10 7s-7-2-10-7z" /><circle cx="12" cy="12" r="3" />`,
  undo: html`<path d="M8 4 3.5 9 8 14M4 9h10a6 6 0 0 1 0 12h-4" />`,
  redo: html`<path d="m16 4 4.5 5-4.5 5M20 9H10a6 6 0 0 0 0 12h4" />`,
  repeat: html`<path d="M4 12a8 8 0 0 1 14-5.3L20.5 9M20.5 4v5h-5M20 12a8 8 0 0 1-14 5.3L3.5 15M3.5 20v-5h5" />`,
  past: html`<path d="M5 3h11l3 3v15H5zM9 9h6M9 13h6M9 17h4" />`,
  hide: html`<path d="M2 12c3-5 6-7 10-7s7 2 10 7c-3 5-6 7-10 7s-7-2-10-7zM4 20 20 4" />`,
  hold: html`<path d="M12 5v14M5 12h14" />`,
  hurry: html`<path d="m4 5 7 7-7 7M13 5l7 7-7 7" />`,
  menu: html`<path d="M4 6h16M4 12h16M4 18h16" />`,
  close: html`<path d="M5 5l14 14M19 5 5 19" />`,
  pause: html`<path d="M8 4v16M16 4v16" />`,
  lock: html`<path d="M5 11h14v10H5zM8 11V7a4 4 0 0 1 8 0v4" />`,
  say: html`<path d="M3 4h18v12H12l-5 5v-5H3z" />`,
  turn: html`<path d="M7 3h10v18H7zM3 8v8M21 8v8" />`,
  note: html`<path d="M4 4h16v11l-5 5H4zM20 15h-5v5" />`,
  warn: html`<path d="M12 3 22.5 21h-21zM12 10v5M12 17.5v1" />`,
  hand: html`<path d="M7 21v-5l-3-5 2-1 3 3V4.5h2V11h1V3h2v8h1V4h2v8h1V7h2v9l-2 5z" />`,
};

export function Sign({ name }) {
  const own = drawing(name);
  const sign = own ? html`<path ...${own} />` : SIGNS[name] || SIGNS.other;
  return html`<svg class="sign" viewBox="0 0 24 24" aria-hidden="true">${sign}</svg>`;
}
