// Seconds that run down between two snapshots; only the figures are drawn again.

import { html, useEffect, useState } from "./vendor/htm-preact.js";

/** Seconds left of a time that was so long at a moment of this device's own clock. */
export function useLeft(seconds, since, stopped = false) {
  const left = () => Math.max(0, stopped ? seconds : seconds - (performance.now() - since) / 1000);
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 250);
    return () => clearInterval(timer);
  }, []);
  return left();
}

export function Clock({ seconds, since, stopped, label }) {
  const left = Math.ceil(useLeft(seconds, since, stopped));
  return html`<span class="clock ${left <= 10 ? "short" : ""}" role="timer" aria-label=${label}>${figures(left)}</span>`;
}

export function figures(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
