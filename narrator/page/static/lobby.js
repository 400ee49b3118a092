// The lobby on a phone: who is missing, and a button for whoever wants to go on; it takes more than half of the players.

import { write } from "./element.js";

/** Who sits where, and in which seat this phone: a next game may have it otherwise. */
export const sits = ({ seat, people }) => String([seat, ...people.map(({ name }) => name)]);

/** The part of the page for it; `draw` shows what stands in a scene. */
export function lobby(element, word, agree) {
  const missing = element("p", { class: "missing", role: "status" });
  const agreed = element("p", { class: "agreed", role: "status" });
  const on = element("button", { class: "on", "aria-pressed": "false", onclick: () => agree(step, on.getAttribute("aria-pressed") !== "true") });
  const part = element("section", { class: "lobby", hidden: true }, missing, on, agreed);
  let step = "";

  const draw = (scene, own, people) => {
    step = scene?.lobby ?? "";
    part.hidden = !step;
    if (!step) return;
    const names = (seats) => people.filter(({ seat }) => seats.includes(seat)).map(({ name }) => name).join(", ");
    write(missing, scene.missing.length ? word(`lobby-${step}-missing`, { who: names(scene.missing) }) : word(`lobby-${step}-done`));
    const who = names(scene.agreed);
    write(agreed, who && word("lobby-agreed", { who, needed: scene.needed }));
    write(on, word(`lobby-${step}`));
    on.setAttribute("aria-pressed", String(scene.agreed.includes(own)));
  };
  return { part, draw };
}
