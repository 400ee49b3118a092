// A list that is asked about: each item with what may be done to it by a tap, or by typing over it.

import { element } from "./element.js";

/** The list; an item that begins another group stands under a heading of its own. */
export function list(items) {
  const rows = items.map((item, place) => row(item, place));
  const headed = rows.flatMap((one, place) => {
    const { group } = items[place];
    return group && group !== items[place - 1]?.group ? [element("h3", { text: group }), one] : [one];
  });
  const kind = items[0].typed ? "seated" : items[0].group ? "grouped" : "";
  return element("div", { class: `items ${kind}` }, ...headed);
}

function row({ text, taps, many, typed }, place) {
  const buttons = taps.map((one, number) => tap(one, text, `${place}.${number}`));
  if (many) buttons.splice(1, 0, element("output", { text: many, "aria-label": `${text}: ${many}` }));
  const named = typed ? over(text, typed, place) : element("span", { class: "what", text });
  return element("div", { class: "item", role: "group", "aria-label": text }, named, element("div", { class: "taps" }, ...buttons));
}

function tap({ said, sign, about, on }, text, key) {
  const named = about ? { "aria-label": `${text}: ${about}`, title: about } : { "aria-pressed": String(on) };
  return element("button", { "data-key": key, "data-said": said, disabled: !said, text: sign, onclick: (event) => say(event.target, said), ...named });
}

/** What is typed over the item's text takes its place. */
function over(text, typed, place) {
  const field = element("input", { value: text, "data-key": `${place}`, "aria-label": text, autocomplete: "off", spellcheck: "false" });
  field.onchange = () => {
    const now = field.value.trim();
    if (now && now !== text) say(field, `${typed} ${now}`);
    else field.value = text;
  };
  return field;
}

const say = (from, detail) => from.dispatchEvent(new CustomEvent("say", { bubbles: true, detail }));
