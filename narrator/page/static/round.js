// A ring of seats that fills the room it is given, with something in its middle.

import { html, useLayoutEffect, useRef, useState } from "./vendor/htm-preact.js";
import { heightNeeded, ring } from "./ring.js";

const placed = new Map(); // the last few rings, since a page is drawn far more often than it changes its size

function ringFor(count, width, height) {
  const key = `${count} ${width} ${height}`;
  if (!placed.has(key)) {
    if (placed.size > 20) placed.clear();
    placed.set(key, { ring: ring(count, width, height), least: heightNeeded(count, width) });
  }
  return placed.get(key);
}

/** `draw` makes the inside of a seat's place from the seat and its size. */
export function Round({ seats, label, draw, middle }) {
  const box = useRef(null);
  const [room, measured] = useState(null);
  useLayoutEffect(() => {
    const measure = () => measured([box.current.clientWidth, box.current.clientHeight]);
    const watcher = new ResizeObserver(measure);
    watcher.observe(box.current);
    measure();
    return () => watcher.disconnect();
  }, []);
  const found = room && room[0] > 0 ? ringFor(seats.length, ...room) : null;
  const style = found ? { minHeight: `${found.least}px` } : {};
  return html`<div class="round" ref=${box} style=${style}>${found?.ring && html`
    <ol aria-label=${label}>${seats.map((seat, index) => place(seat, found.ring.spots[index], found.ring, draw))}</ol>
    <div class="middle" style=${{ width: `${found.ring.middle.width}px`, height: `${found.ring.middle.height}px` }}>${middle(found.ring.middle)}</div>
  `}</div>`;
}

function place(seat, spot, { across, down }, draw) {
  const style = {
    width: `${across}px`,
    height: `${down}px`,
    transform: `translate(${Math.round(spot.x - across / 2)}px, ${Math.round(spot.y - down / 2)}px)`,
  };
  return html`<li key=${seat.seat} style=${style}>${draw(seat, { across, down })}</li>`;
}
