// The past as a story: an answer can be changed, once the list of what would no longer fit was seen; or asked again.

import { html, useState } from "./vendor/htm-preact.js";
import { ask } from "./deciding.js";
import { useLookedUp } from "./lookup.js";
import { closePanel, Panel } from "./panel.js";
import { state } from "./store.js";
import { word } from "./words.js";

export function PastPanel() {
  const found = useLookedUp("past");
  const chapters = found && (found.chapters || []);
  const [entry, opened] = useState(null);
  if (entry) return html`<${Change} entry=${entry} back=${() => opened(null)} />`;
  return html`<${Panel} title=${word("past")}>
    ${state.snapshot.why_not ? html`<p class="told" role="status">${state.snapshot.why_not}</p>` : null}
    ${chapters ? null : html`<p>${word("loading")}</p>`}
    ${chapters && !chapters.length ? html`<p>${word("no-past")}</p>` : null}
    ${[...(chapters || [])].reverse().map((chapter) => html`<${Chapter} key=${chapter.title} chapter=${chapter} open=${opened} />`)}
  </${Panel}>`;
}

function Chapter({ chapter, open }) {
  return html`<h3>${chapter.title}</h3>
    <ol class="story">${[...chapter.entries].reverse().map((entry) => html`<li key=${entry.step ?? entry.text}>${told(entry, open)}</li>`)}</ol>`;
}

function told(entry, open) {
  const inside = html`<span class="text">${entry.text || entry.question}</span>${
    entry.answer ? html`<span class="said">${entry.answer}</span>` : null
  }`;
  if (entry.step === undefined || state.snapshot.why_not || !(entry.editable || state.snapshot.can.jump)) return html`<p>${inside}</p>`;
  return html`<button data-step=${entry.step} onClick=${() => open(entry)}>${inside}</button>`;
}

function Change({ entry, back }) {
  const [said, chosen] = useState([]);
  const [found, tried] = useState(null);
  const [fault, failed] = useState("");
  const command = async (what, rest) => {
    failed("");
    const answer = await ask(what, { step: entry.step, ...rest });
    if (!answer.ok) failed(answer.why);
    return answer;
  };
  const attempt = async (value) => {
    chosen(value);
    tried(null);
    const answer = await command("change", { said: value.join(","), try: true });
    if (answer.ok) tried(answer);
  };
  const pick = (one) => (entry.kind === "seats" && one !== "none" ? chosen(toggled(said, one)) : attempt([one]));
  const takeOver = async () => {
    const answer = await command("change", { said: said.join(","), try: false });
    if (answer.ok) closePanel();
  };
  const jump = async () => {
    const answer = await command("jump", {});
    if (answer.ok) closePanel();
  };
  return html`<${Panel} title=${word("change")} close=${back}>
    <div class="change">
      ${entry.text ? html`<p>${entry.text}</p>` : null}
      <p><b>${entry.question}</b>${entry.whom ? html` <span class="was">${entry.whom}</span>` : null}</p>
      <p class="was">${word("was", { answer: entry.answer })}</p>
      ${found ? html`<p>${word("becomes", { answer: labelsOf(entry, said) })}</p>` : null}
    </div>
    ${fault ? html`<p class="told" role="alert">${fault}</p>` : null}
    ${found ? html`<${Misfits} found=${found} takeOver=${takeOver} leave=${back} />` : null}
    ${!found && entry.editable ? html`<${Options} entry=${entry} said=${said} pick=${pick} attempt=${attempt} />` : null}
    ${!found && state.snapshot.can.jump ? html`<h3>${word("jump-title")}</h3><button class="answer" data-do="jump" onClick=${jump}>${word("jump")}</button>` : null}
  </${Panel}>`;
}

function labelsOf({ choices = [], none }, said) {
  const own = { none: none || word("nobody"), yes: word("yes"), no: word("no") };
  return said.map((one) => own[one] || choices.find(({ id }) => id === one)?.label || one).join(", ");
}

function toggled(said, one) {
  return said.includes(one) ? said.filter((other) => other !== one) : [...said, one];
}

function Options({ entry, said, pick, attempt }) {
  if (entry.kind === "count" && !entry.choices?.length) return html`<${Field} attempt=${attempt} />`;
  if (entry.kind === "text") return html`<${Field} attempt=${attempt} words />`;
  return html`<h3>${word("change-to")}</h3>
    <div class="options">
      ${(entry.choices || []).map(({ id, label }) => html`<button class="answer" key=${id} data-said=${id} aria-pressed=${String(said.includes(id))} onClick=${() => pick(id)}>${label}</button>`)}
      ${entry.optional ? html`<button class="answer" data-said="none" onClick=${() => pick("none")}>${entry.none || word("nobody")}</button>` : null}
    </div>
    ${entry.kind === "seats" && said.length ? html`<button class="answer main" onClick=${() => attempt(said)}>${word("take", { list: said.join(", ") })}</button>` : null}`;
}

function Field({ attempt, words }) {
  const [said, typed] = useState("");
  const write = ({ target }) => typed(words ? target.value : target.value.replace(/\D/g, ""));
  return html`<div class="writing">
    <label for="field">${word("change-to")}</label>
    <input id="field" type="text" inputmode=${words ? "text" : "numeric"} maxlength="60" value=${said} onInput=${write} />
    <button class="answer main" disabled=${!said.trim()} onClick=${() => attempt([said])}>${word("try")}</button>
  </div>`;
}

// What the change leads to: what is otherwise at the table, which answers fall, and what will be asked besides.
function Misfits({ found, takeOver, leave }) {
  const { changes = [], misfits = [] } = found;
  const parts = [
    { title: word("changes"), rows: changes.map((question) => ({ question })) },
    { title: word("misfits", { count: misfits.filter((one) => !one.new).length }), rows: misfits.filter((one) => !one.new) },
    { title: word("asked-besides"), rows: misfits.filter((one) => one.new) },
  ];
  return html`<div class="misfits" role="status">
    ${misfits.length ? null : html`<p><b>${word("all-fit")}</b></p>`}
    ${parts.filter(({ rows }) => rows.length).map(({ title, rows }) => html`<h3>${title}</h3>
      <ul>${rows.map(({ question, answer, why }) => html`<li><b>${question}</b>${answer ? ` ${answer}` : ""}<small>${why}</small></li>`)}</ul>`)}
    <div class="row">
      <button class="answer" onClick=${leave}>${word("leave")}</button>
      <button class="answer main" onClick=${takeOver}>${word("take-over")}</button>
    </div>
  </div>`;
}
