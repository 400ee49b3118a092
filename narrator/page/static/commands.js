// A game's own commands, those that begin alike together: in the middle where nothing is asked, else on a sheet.

import { html } from "./vendor/htm-preact.js";
import { call } from "./deciding.js";
import { Sign } from "./icons.js";
import { closePanel, Panel } from "./panel.js";
import { state, update } from "./store.js";
import { word } from "./words.js";

export const waitsForCommands = ({ kind, answer }) => kind === "ask" && answer === "open";

/** What stands in the middle: a word for each group, and once one is open its commands behind it. */
export function folded({ commands }) {
  const open = commands.filter(({ label, choices }) => label === state.side && choices.length > 1);
  return [...(open.length ? open : commands).map(folding), ...open.flatMap(({ choices }) => choices)];
}

const folding = ({ label, choices }) => (choices.length > 1 ? { id: `${label} \u2026`, label, folds: true } : choices[0]);

/** What leads to the commands of a group, and back. */
export function Fold({ label }) {
  const open = state.side === label;
  return html`<button class="answer choice" data-answers data-calls=${label} aria-expanded=${String(open)} onClick=${() => update({ side: open ? "" : label })}>${label}${" \u2026"}</button>`;
}

export function CommandsPanel() {
  const { commands = [] } = state.snapshot.now;
  const tapped = (said) => () => {
    closePanel();
    call(said);
  };
  return html`<${Panel} title=${word("commands")}>
    ${commands.map(({ label, choices }) => html`<h3 key=${label}>${label}</h3>
      <div class="row">${choices.map(({ id, label }) => html`<button class="answer" key=${id} data-said=${id} onClick=${tapped(id)}>${label}</button>`)}</div>`)}
  </${Panel}>`;
}

/** The way to that sheet, beside a question that wants something else. */
export function CommandsButton() {
  const { now } = state.snapshot;
  if (now.kind !== "ask" || waitsForCommands(now) || !now.commands?.length) return null;
  return html`<button class="pace" data-open="commands" aria-label=${word("commands")} title=${word("commands")} onClick=${() => update({ panel: { kind: "commands" } })}>
    <${Sign} name="say" />
  </button>`;
}
