// The page of a phone stays: a swipe back does not leave it, one from the browser's memory is loaded anew, nothing pops up.

const GUARD = "stay";

/** Stay on this page from now on; `hidden` is called whenever it is put away. */
export function stay(hidden) {
  for (const tapped of ["click", "keydown"]) addEventListener(tapped, guard, true);
  addEventListener("pageshow", (event) => event.persisted && location.reload());
  for (const away of ["pagehide", "blur"]) addEventListener(away, hidden);
  document.addEventListener("visibilitychange", () => document.hidden && hidden());
  document.addEventListener("contextmenu", (event) => event.preventDefault()); // it lights up, and Android vibrates
}

// One more entry, to which *back* goes. Browsers pass over what was pushed without a tap: so each tap sees that it is there.
function guard() {
  if (history.state !== GUARD) history.pushState(GUARD, "");
}
