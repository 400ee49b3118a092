// The check of a phone by day: how late its answers are, and whether its screen stays on; what to change is told here too.

import { staysOn } from "./awake.js";
import { posted } from "./sending.js";

const AGAIN = 4000; // ms between two checks while players are in the lobby
const TIMES = 3;

/** Check now, and again while `goes()`; by night never, for it is more to send. `told` gets what is to be changed. */
export function checking(by, goes, told) {
  let first = true;
  const check = async () => {
    if (document.visibilityState === "hidden" || !by() || !(first || goes())) return;
    first = false;
    try {
      const took = [];
      for (let time = 0; time < TIMES; time += 1) {
        const began = performance.now();
        await fetch("/phone/table", { cache: "no-store" });
        took.push(performance.now() - began);
      }
      const found = { late: Math.min(...took), sleepy: !(await staysOn()) };
      if (!by()) return;
      const answer = await posted("/phone/check", found);
      if (answer.ok) told((await answer.json()).change);
    } catch {
      return; // a phone that cannot say so is not there
    }
  };
  setInterval(check, AGAIN);
  return check;
}
