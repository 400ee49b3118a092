// The menu of this computer in its browser: what was said, the question that is open, and what may answer it.

import { element } from "./element.js";
import { list } from "./items.js";
import { follow } from "./link.js";
import { posted } from "./sending.js";

const REST = 1000; // ms for which a page that is for one player takes no tap: a second one must not turn up the next card

const PATIENCE = 300; // ms for which an answered question stays, so that a list does not blink
const USUAL = ["#typed", ".done", ".choice.main", ".choice", ".item button:not([disabled])"]; // what has the focus, if it is there

const page = document.getElementById("desk");
let words = {};
let shown = null;
let drawn = -1;
let used = null; // what was tapped last in a list, which goes on there
let later = null;

const word = (key) => words[key] ?? "";

function seen(state) {
  words = state.words;
  document.documentElement.lang = word("language");
  document.title = word("title");
  const same = state.version === drawn && shown?.state === state.state;
  shown = state;
  if (same) page.querySelector(".said").replaceWith(said());
  else if (state.state === "busy" && asks()) later ??= setTimeout(draw, PATIENCE);
  else draw();
}

/** Whether a question that all may see is on the page still: it stays there until the next, if that comes soon. */
const asks = () => page.dataset.state === "asks" && page.className !== "alone";

function draw() {
  clearTimeout(later);
  later = null;
  drawn = shown.version;
  page.dataset.version = drawn;
  page.dataset.state = shown.state;
  const { asked } = shown;
  page.className = asked?.private ? "alone" : "";
  page.replaceChildren(element("h1", { text: word("title") }), said(), ...(asked ? question(asked) : [status()]));
  if (!asked) return;
  if (!stays(used)) focused(asked);
  used = null;
}

/** Whether the tap that was used last, or one beside it, is there again and has the focus. */
function stays(key) {
  const used = key && page.querySelector(`[data-key="${CSS.escape(key)}"]`);
  const next = used?.disabled ? used.parentElement.querySelector("button:not([disabled])") : used;
  next?.focus();
  return Boolean(next);
}

function said() {
  const rows = shown.said.map(({ text, kind }) => element(kind === "printed" ? "pre" : "p", { text, class: kind }));
  return element("div", { class: "said", role: "log" }, ...rows);
}

const status = () => element("p", { class: "status", role: "status", text: word(shown.state) });

function question(asked) {
  const wide = asked.choices.some(({ about }) => about) || asked.choices.length > 3;
  const choices = asked.choices.map((one) => choice(one, asked));
  const ways = asked.ways.map(({ said, label }) => element("button", { class: "way", "data-said": said, text: label, onclick: () => answer(said) }));
  if (asked.leaves) ways.push(element("button", { class: "way leave", text: word("leave"), onclick: () => send({ do: "leave" }) }));
  return [
    element("h2", { id: "asked", text: asked.text, tabindex: -1 }),
    ...(asked.link ? [element("a", { class: "link", href: asked.link, target: "_blank", rel: "noopener", text: word("open") })] : []),
    ...(asked.items.length ? [list(asked.items)] : []),
    ...(asked.field ? [field(asked)] : []),
    ...(asked.done ? [element("button", { class: "done", "data-said": "", text: asked.done, onclick: done })] : []),
    ...(choices.length ? [element("div", { class: wide ? "choices wide" : "choices" }, ...choices)] : []),
    ...(ways.length ? [element("div", { class: "ways" }, ...ways)] : []),
  ];
}

function choice({ said, label, about }, asked) {
  const main = said === asked.main ? "main" : "";
  const parts = [element("b", { text: label }), ...(about ? [element("span", { text: about })] : [])];
  return element("button", { class: `choice ${main}`, "data-said": said, onclick: () => answer(said) }, ...parts);
}

function field(asked) {
  const kind = asked.field === "rows" ? "textarea" : "input";
  const typed = element(kind, { id: "typed", "aria-labelledby": "asked", autocomplete: "off", spellcheck: "false", placeholder: asked.main });
  if (kind === "textarea") typed.rows = asked.items.length ? 1 : 3;
  const send = (event) => {
    event.preventDefault();
    answer(typed.value);
  };
  typed.onkeydown = (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) send(event);
  };
  return element("form", { onsubmit: send }, typed, element("button", { class: "enter", text: asked.enter || word("enter") }));
}

// What is typed but not sent yet goes into the list before that ends.
const done = () => answer(page.querySelector("#typed")?.value ?? "");

/** Whether what came of the last answer has no room above the question; then it is read from its beginning. */
function isLong() {
  const from = [...page.querySelectorAll(".said .answer")].at(-1) ?? page.querySelector(".said > *");
  const long = from && page.querySelector("#asked").getBoundingClientRect().bottom - from.getBoundingClientRect().top > innerHeight;
  if (long) from.scrollIntoView({ block: "start" });
  return long;
}

function focused(asked) {
  const first = USUAL.map((one) => page.querySelector(one)).find(Boolean) ?? page.querySelector("#asked");
  if (!asked.private) {
    if (isLong()) return first.focus({ preventScroll: true });
    page.querySelector("#asked").scrollIntoView({ block: "nearest" });
    first.focus();
    if (asked.field) page.querySelector(".done")?.scrollIntoView({ block: "nearest" }); // else it would be below the fold
    return;
  }
  scrollTo(0, 0); // whose card it is stands above the card
  for (const button of page.querySelectorAll("button")) button.disabled = true;
  const mine = drawn;
  setTimeout(() => {
    if (drawn !== mine) return;
    for (const button of page.querySelectorAll("button")) button.disabled = false;
    first.focus({ preventScroll: true });
  }, REST);
}

// A key that is held answers once: else it would turn up one card after another.
function held(event) {
  if (!event.repeat || !(event.key === "Enter" || (event.key === " " && event.target.id !== "typed"))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

page.addEventListener("say", ({ target, detail }) => {
  used = target.dataset.key;
  answer(detail);
});

const answer = (said) => send({ do: "answer", said });

async function send(command) {
  const body = { version: drawn, ...command };
  cleared("busy");
  try {
    if ((await posted("/command", body)).ok) return;
  } catch {
    linked("trying"); // the page stays as it is, and can be tapped again
  }
  if (!shown.asked) again();
}

/** Take what is for one player alone off the screen: it comes back only if the program says so then. */
function cleared(state) {
  if (!shown?.asked?.private) return;
  shown = { ...shown, state, asked: null };
  draw();
}

function linked(how) {
  if (how === "locked") return location.reload();
  if (shown?.state === "over") return;
  if (how === "trying") cleared(how);
  page.classList.toggle("lost", how === "trying");
  page.dataset.lost = how === "trying" ? word("trying") : "";
}

addEventListener("keydown", held, true);
const again = follow("/events", seen, linked);
