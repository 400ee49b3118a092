// A ring of seats that fills the room it is given, with something in its middle.

import { html, useLayoutEffect, useRef, useState } from "./vendor/htm-preact.js";
import { kept, styleOf } from "./fit.js";
import { heightNeeded, ring } from "./ring.js";

const rings = new Map(); // the last few, since a page is drawn far more often than it changes its size

/** Whether the circle stands beside what is read. */
export const isWide = () => innerWidth >= 700 && innerWidth >= innerHeight;

/** What a function of sizes makes, kept. */
export const remembered = (make, ...sizes) => kept(rings, [make.name, ...sizes].join(" "), 40, () => make(...sizes));

/** A name, or a card, in a seat's place, in the rows and the type in which it was found to fit. */
export const Fitted = ({ as, text }) => html`<span class=${as} style=${styleOf(text)}>${text.rows.map((row) => html`<span class="row">${row}</span>`)}</span>`;

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
  const known = room && room[0] > 0;
  const found = known && remembered(ring, seats.length, ...room);
  const style = known ? { minHeight: `${remembered(heightNeeded, seats.length, room[0])}px` } : {};
  const free = found && { width: `${found.middle.width}px`, height: `${found.middle.height}px` };
  return html`<div class="round" ref=${box} style=${style}>${found && html`
    <ol aria-label=${label}>${seats.map((seat, index) => place(seat, found.spots[index], found, draw))}</ol>
    <div class="middle" style=${free}>${middle(found.middle)}</div>
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
