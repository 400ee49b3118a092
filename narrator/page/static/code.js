// A code to scan, from its rows: black on white, whatever the theme, for a camera has to read it.

import { html } from "./vendor/htm-preact.js";

export function Code({ rows, label }) {
  const size = rows.length;
  const dark = rows.flatMap((row, y) => [...row].map((sign, x) => (sign === "1" ? `M${x} ${y}h1v1h-1z` : "")));
  return html`<svg class="code" viewBox=${`0 0 ${size} ${size}`} role="img" aria-label=${label} shape-rendering="crispEdges">
    <rect width=${size} height=${size} fill="#fff" /><path d=${dark.join("")} fill="#000" />
  </svg>`;
}
