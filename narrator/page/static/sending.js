// What a player's phone sends, and the ids by which repeated and older taps are known.

export const posted = (path, body) =>
  fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), cache: "no-store" });

const KEPT = "narrator.tap";

// A page that is loaded anew counts on, for an older tap may still be on its way; a copy of its tab does not.
const [page, before] = (sessionStorage.getItem(KEPT) ?? `${random()}.0`).split(".");
let last = Number(before);

sessionStorage.removeItem(KEPT);
addEventListener("pagehide", keep);
// A page from the browser's memory is loaded anew: a later page of this tab has kept its number already.
addEventListener("pageshow", ({ persisted }) => persisted && removeEventListener("pagehide", keep));

/** This page and a running number, for taps may overtake each other; of one length. */
export const freshId = () => `${page}.${String(++last).padStart(7, "0")}`;

function keep() {
  sessionStorage.setItem(KEPT, freshId());
}

function random() {
  return crypto.getRandomValues(new Uint32Array(1))[0].toString(16).padStart(8, "0");
}
