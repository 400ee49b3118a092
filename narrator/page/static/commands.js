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
  return [...(open.length ? open : commands).map(folding), ...open.flatMap(stepped)];
}

const fold = (label, open, side, path) => ({ id: `${side} ${path} ${label}`, label, open, to: { side, path } });

function folding({ label, choices }) {
  const open = state.side === label;
  return choices.length > 1 ? fold(label, open, open ? "" : label, []) : choices[0];
}

// The values of a command's slots, one slot after the other: those that were tapped lead back, the last are whole commands.
export function stepped({ label: side, choices }) {
  const path = state.side === side ? state.path : [];
  const left = choices.filter(({ steps = [] }) => path.every((value, at) => value === steps[at]));
  const isLast = ({ steps = [] }) => steps.length < path.length + 2;
  const values = new Set(left.filter((one) => !isLast(one)).map(({ steps }) => steps[path.length]));
  return [
    ...path.map((value, at) => fold(value, true, side, path.slice(0, at))),
    ...[...values].map((value) => fold(value, false, side, [...path, value])),
    ...left.filter(isLast),
  ];
}

/** What leads to the commands of a group, or with a value, and back. */
export function Fold({ label, open, to }) {
  return html`<button class="answer choice" data-answers data-calls=${label} aria-expanded=${String(open)} onClick=${() => update(to)}>${label}${" \u2026"}</button>`;
}

export function CommandsPanel() {
  const { commands = [] } = state.snapshot.now;
  const tapped = (said) => () => {
    closePanel();
    call(said);
  };
  return html`<${Panel} title=${word("commands")}>
    ${commands.map((group) => html`<h3 key=${group.label}>${group.label}</h3>
      <div class="row">${stepped(group).map((one) => (one.to ? html`<${Fold} key=${one.id} ...${one} />` : html`<button class="answer" key=${one.id} data-said=${one.id} onClick=${tapped(one.id)}>${one.label}</button>`))}</div>`)}
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
