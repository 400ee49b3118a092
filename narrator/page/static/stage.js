// What is read, to whom, and what is shown: the line aloud, the question, the message for one player alone.

import { html, useEffect, useLayoutEffect, useRef } from "./vendor/htm-preact.js";
import { figures, useLeft } from "./clock.js";
import { Tallied } from "./counters.js";
import { timed } from "./deciding.js";
import { Sign } from "./icons.js";
import { isWide } from "./round.js";
import { hint } from "./scroll.js";
import { hidden, state, update } from "./store.js";
import { person, tied, unbroken, word } from "./words.js";

const IN_THE_MIDDLE = 60; // letters: a longer question stands above the circle
const MANY = 3; // people called at once: more of them stand smaller

const SLIPS = 3; // wrong codes of the last minutes that are not worth a word

const SMALLER = [1, 0.92, 0.84, 0.76, 0.7]; // what type is multiplied with until all that is read fits its box

/** The box in which all stands that is read: it has its size from the screen, never from the text. `pinned` keeps
 * who wakes, and who wins, below the box, where no long line pushes them out of sight. */
export function Reading({ pinned }) {
  const box = useRef(null);
  useLayoutEffect(() => {
    const watcher = new ResizeObserver(() => shrink(box.current));
    watcher.observe(box.current);
    return () => watcher.disconnect();
  }, []);
  useLayoutEffect(() => void (box.current.scrollTop = 0), [state.changedAt]);
  useLayoutEffect(() => shrink(box.current));
  return html`<div class="reading" ref=${box} onScroll=${(event) => hint(event.currentTarget)}><${Stage} pinned=${pinned} /><${Aside} /></div>
    ${pinned ? html`<div class="pinned"><${Whom} /><${Won} /></div>` : null}`;
}

// What does not fit in the smallest type goes without what comes next, or is scrolled, by keys too.
function shrink(box) {
  const overflows = () => box.scrollHeight > box.clientHeight + 1;
  delete box.dataset.over;
  let over = SMALLER.every((part) => {
    box.style.setProperty("--fit", part);
    return overflows();
  });
  if (over) {
    box.dataset.over = "";
    over = overflows();
  }
  if (over) box.setAttribute("tabindex", "0");
  else box.removeAttribute("tabindex");
  hint(box);
}

function Stage({ pinned }) {
  const { snapshot } = state;
  const { now } = snapshot;
  return html`<div class="stage">
    <${Warnings} />
    <${Lines} lines=${snapshot.lines} />
    ${now.kind === "over" || snapshot.outcome ? html`<${Over} />` : null}
    ${pinned ? null : html`<${Whom} />`}
    ${now.kind === "show" ? html`<${Paper} now=${now} />` : null}
    ${now.kind === "wait" ? html`<${Wait} key=${snapshot.version} now=${now} />` : null}
    ${now.kind === "listen" && snapshot.reader === "laptop" ? html`<p class="plainly">${word("listen")}</p>` : null}
    ${asked(now) && !questionInMiddle(now) && !timed() ? html`<p class="question">${now.text}</p>` : null}
    ${asked(now) && now.hint ? html`<p class="hint">${now.hint}</p>` : null}
    <${Tallied} all=${snapshot.tally} />
    ${now.kind === "show" ? null : html`<${Notes} seats=${snapshot.seats} />`}
  </div>`;
}

function asked({ kind, text }) {
  return (kind === "ask" || kind === "ready") && Boolean(text);
}

export const questionInMiddle = (now) => asked(now) && now.text.length <= IN_THE_MIDDLE;

function Warnings() {
  const { snapshot, link, told } = state;
  const notices = hidden() && snapshot.dark ? [] : snapshot.notices;
  return html`<div class="warnings">
    ${link === "trying" ? html`<p class="trying" role="status">${word(state.leaving ? "cards-on-laptop" : "trying")}</p>` : null}
    ${link === "locked" ? html`<p class="told" role="alert">${word("locked")}</p>` : null}
    ${told ? html`<p class="told" role="alert"><${Sign} name="warn" />${told}</p>` : null}
    ${state.sleepy ? html`<button class="notice" data-known onClick=${() => update({ sleepy: false })}><${Sign} name="warn" />${word("sleepy")}</button>` : null}
    <${Strangers} />
    ${snapshot.paused ? html`<p class="paused"><${Sign} name="pause" />${word("paused")}</p>` : null}
    ${snapshot.corrected && !hidden() && snapshot.now.kind !== "show" ? html`<p class="corrected" role="status"><${Sign} name="past" />${snapshot.corrected}</p>` : null}
    ${notices.map((notice) => html`<p class="notice">${notice}</p>`)}
  </div>`;
}

// A wrong code or two is somebody's slip: they stand with the devices. What goes on is told, until it is put away.
function Strangers() {
  const { strangers: count, now } = state.snapshot;
  if (count <= SLIPS || count <= state.known || now.kind === "show") return null;
  return html`<button class="notice told" data-known onClick=${() => update({ known: count })}><${Sign} name="lock" />${word("strangers", { count })}</button>`;
}

function Lines({ lines }) {
  const letters = lines.reduce((sum, { text }) => sum + text.length, 0);
  const length = letters < 50 ? "brief" : letters < 110 ? "usual" : letters < 260 ? "long" : "longest";
  return html`<section class="lines ${length}" aria-label=${word("aloud")}>${lines.map(({ text }) => html`<p>${unbroken(text)}</p>`)}</section>`;
}

function Whom() {
  const { now } = state.snapshot;
  if (!now.whom || hidden() || now.kind === "show") return null;
  const many = now.to?.length > MANY ? "many" : "";
  return html`<p class="whom ${many}"><${Sign} name="awake" /><span>${word(now.public ? "decides" : "wakes")}</span> <b>${tied(now.whom)}</b></p>`;
}

function Notes({ seats }) {
  if (hidden()) return null;
  const called = seats.filter(({ awake, note }) => awake && note);
  return called.map(
    (one) => html`<p class="note" key=${one.seat}><${Sign} name="note" /><span><b>${person(one)}</b> ${one.note}</span></p>`,
  );
}

function Paper({ now }) {
  const secret = hidden();
  return html`<div class="paper">
    ${secret ? null : (now.earlier || []).map(({ title, text }) => html`<p class="earlier" key=${title}><b>${title}</b> ${text}</p>`)}
    <p class="to"><${Sign} name="lock" />${secret ? word("hidden-message") : tied(now.title || now.whom)}</p>
    ${secret ? null : html`<p class="message">${now.text}</p>`}
    <button class="turn" data-answers onClick=${() => update({ turned: true })}><${Sign} name="turn" />${word("turn")}</button>
  </div>`;
}

function Wait({ now }) {
  const since = useRef(performance.now());
  const left = Math.ceil(useLeft(now.seconds || 0, since.current, state.snapshot.paused));
  const bar = useRef(null);
  useEffect(() => bar.current?.style.setProperty("--part", now.seconds ? left / now.seconds : 0));
  return html`<div class="wait">
    ${hidden() ? null : html`<p class="why"><b>${now.why}</b></p>`}
    <p>${now.text}</p>
    ${now.seconds ? html`<p class="countdown"><span class="bar" ref=${bar}></span><span role="timer">${figures(left)}</span></p>` : null}
  </div>`;
}

/** Who wins; on a screen that is not wide it stands below what is read, or in the middle of the circle. */
export function Won({ size }) {
  const { outcome, now } = state.snapshot;
  const style = size && { fontSize: `${size(wonBy())}px` };
  return outcome || now.kind === "over" ? html`<p class="won" style=${style}>${wonBy()}</p>` : null;
}

const wonBy = () => state.snapshot.outcome?.title || state.snapshot.now.text;

function Over() {
  const { outcome } = state.snapshot;
  return html`<div class="outcome">
    ${isWide() ? html`<${Won} />` : null}
    <${Tallied} all=${outcome?.scores} />
    ${(outcome?.turns || []).map((turn) => html`<p key=${turn}>${unbroken(turn)}</p>`)}
  </div>`;
}

/** The next two calls, and what holds for the whole table: small. */
function Aside() {
  if (hidden() || state.snapshot.now.kind === "show") return null;
  const { next, facts, counters = [], note } = state.snapshot;
  if (!next.length && !facts.length && !counters.length && !note) return null;
  return html`<section class="aside" aria-label=${word("next")}>
    ${next.length ? html`<p><span class="label">${word("next")}</span> ${next.slice(0, 2).map((call, index, shown) => coming(call, index, shown))}</p>` : null}
    ${facts.map(({ id, label, text }) => html`<p key=${id}><span class="label">${label}</span> <b>${text}</b></p>`)}
    ${counters.map(({ id, label, count }) => html`<p key=${id}><span class="label">${label}</span> <b>${count}</b></p>`)}
    ${note ? html`<p><span class="label">${word("note")}</span> ${note}</p>` : null}
  </section>`;
}

// Two calls of the same people are told apart by what they ask.
function coming({ title, whom, why, question }, index, shown) {
  const named = question && shown.filter((one) => one.title === title).length > 1 ? question : title;
  return html`<span class="coming">${index ? " · " : ""}<b>${named}</b>${whom ? ` ${tied(whom)}` : ""}${why ? html` <i>(${why})</i>` : null}</span>`;
}
