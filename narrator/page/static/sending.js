// What a player's phone sends, and the ids by which repeated and older taps are known.

export const posted = (path, body) =>
  fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), cache: "no-store" });

const page = crypto.getRandomValues(new Uint32Array(1))[0].toString(16).padStart(8, "0");
let last = 0;

/** This page and a running number, for taps may overtake each other; of one length. */
export const freshId = () => `${page}.${String(++last).padStart(7, "0")}`;
