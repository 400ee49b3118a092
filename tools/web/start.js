// Before the page of a game: the files are kept once, then who plays is asked, and everybody looks at their card.

import { alone, kept, request, start } from "./static/link.js";
import { html, render, useState } from "./static/vendor/htm-preact.js";
import "./speech.js";

const words = await (await fetch("./words.json")).json();
const KEY = "narrator.begun";
const before = JSON.parse(localStorage.getItem(KEY) || "{}");
const place = document.getElementById("page");
const show = (what) => render(what, place);

function Menu({ why }) {
  const [language, speak] = useState(before.language || (navigator.language.startsWith("pl") ? "pl" : "en"));
  const [text, write] = useState((before.players || []).join("\n"));
  const word = (key) => words[language][`begin-${key}`];
  const begin = (deal) => () => {
    const players = text.split(/[\n,]/).map((name) => name.trim()).filter(Boolean);
    Object.assign(before, { language, players });
    localStorage.setItem(KEY, JSON.stringify(before));
    show(html`<main class="empty"><p role="status">${word("wait")}</p></main>`);
    opened({ what: "new", game: "werewolf", language, players, deal });
  };
  document.documentElement.lang = language;
  return html`<main class="begin">
    <h1>${word("title")}</h1>
    <div class="row">${Object.keys(words).map((one) => html`<button class="answer small" key=${one} data-language=${one} aria-pressed=${String(one === language)} onClick=${() => speak(one)}>${words[one]["begin-language"]}</button>`)}</div>
    <label>${word("players")}<textarea rows="9" value=${text} onInput=${(event) => write(event.target.value)}></textarea></label>
    ${why ? html`<p class="told" role="alert">${why}</p>` : null}
    <button class="answer main" data-begin="engine" onClick=${begin("engine")}>${word("deal")}</button>
    <button class="answer" data-begin="table" onClick=${begin("table")}>${word("deck")}</button>
    <p class="hint">${word("hint")}</p>
  </main>`;
}

function Cards({ players, cards, language }) {
  const [at, go] = useState(0);
  const [open, turn] = useState(false);
  const word = (key) => words[language][`begin-${key}`];
  const next = () => {
    turn(!open);
    if (open && at + 1 === cards.length) page();
    else if (open) go(at + 1);
  };
  return html`<main class="begin">
    <h1>${at + 1} ${players[at]}</h1>
    ${open ? html`<p class="card">${cards[at]}</p>` : html`<p>${word("come")}</p>`}
    <button class="answer main" data-card onClick=${next}>${word(open ? "seen" : "look")}</button>
  </main>`;
}

async function opened(asked) {
  const { status, told } = await request(asked);
  if (status !== 200) return show(html`<${Menu} why=${told.why} />`);
  if (asked.what === "new" && told.cards.length) show(html`<${Cards} ...${asked} cards=${told.cards} />`);
  else page();
}

function page() {
  render(null, place);
  import("./static/page.js");
}

function broken(why) {
  show(html`<main class="begin"><p class="told" role="alert">${why}</p><button class="answer" onClick=${alone.leave}>↺</button></main>`);
}

start(broken);
if (kept()) opened({ what: "go-on", journal: "/kept.jsonl" });
else show(html`<${Menu} />`);
