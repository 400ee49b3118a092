// The moderator's page: it shows the last snapshot and sends commands. It knows no rule of the game.

import { html, render } from "./vendor/htm-preact.js";
import { NextPanel } from "./after.js";
import { Actions, Toolbar } from "./answer.js";
import { keepAwake } from "./awake.js";
import { tuneBell } from "./bell.js";
import { Circle } from "./circle.js";
import { Clock } from "./clock.js";
import { CommandsButton, CommandsPanel } from "./commands.js";
import { ask, timed } from "./deciding.js";
import { Sign } from "./icons.js";
import { InvitePanel } from "./invite.js";
import { listenToKeys } from "./keys.js";
import { follow } from "./link.js";
import { NightPanel, SignsPanel } from "./lookup.js";
import { MenuPanel } from "./menu.js";
import { OwnPanel } from "./own.js";
import { PastPanel } from "./past.js";
import { heightNeeded, ring } from "./ring.js";
import { isWide, remembered } from "./round.js";
import { ListPanel, SeatPanel } from "./seat.js";
import { Reading } from "./stage.js";
import { drawWith, hidden, state, take, update } from "./store.js";
import { Commands, isLaid, MorePanel, PlacePanel, Table } from "./table.js";
import { guardTaps } from "./taps.js";
import { TurnedPage } from "./turn.js";
import { VoicesPanel } from "./voices.js";
import { loadWords, word } from "./words.js";

const [PART, ELSE] = [0.54, 340]; // the circle's part of the height, and px that all else needs, as in page.css
const [COSY, LEGIBLE] = [52, 290]; // px: the width of a seat, and the height for all but the circle

const PANELS = { menu: MenuPanel, commands: CommandsPanel, invite: InvitePanel, more: MorePanel, next: NextPanel, own: OwnPanel, night: NightPanel, signs: SignsPanel, past: PastPanel, place: PlacePanel, list: ListPanel, seat: SeatPanel, voices: VoicesPanel };

function Page() {
  const { snapshot, panel } = state;
  if (!snapshot || state.link === "locked") return html`<main class="empty"><p role="status">${word(state.link === "locked" ? "locked" : "loading")}</p></main>`;
  const Opened = panel && PANELS[panel.kind];
  const showing = snapshot.now.kind === "show"; // a player sees the page then: no circle, no mark, no other card
  const laid = isLaid();
  const inside = !showing && !laid && isTight(snapshot.seats.length);
  return html`
    <div class="page" data-phase=${snapshot.phase} data-kind=${snapshot.now.kind} data-version=${snapshot.version} data-busy=${state.busy ? "" : undefined} data-inside=${inside ? "" : undefined} data-laid=${laid ? "" : undefined} data-open=${laid && (snapshot.now.answer === "open" || snapshot.now.kind === "listen") ? "" : undefined}>
      <${Head} />
      <main tabindex="-1">
        ${inside ? null : html`<${Reading} />`}
        ${showing ? null : laid ? html`<${Table} />` : html`<${Circle} inside=${inside} />`}
        <div class="foot">
          ${laid && !showing ? html`<${Commands} />` : null}
          <${Actions} taken=${!isWide()} />
          <nav class="toolbar" aria-label=${word("tools")}><${Toolbar} /></nav>
        </div>
      </main>
      <p class="heard" aria-live="polite">${spoken(snapshot)}</p>
    </div>
    ${Opened ? html`<${Opened} number=${panel.seat} ...${panel} />` : null}
    ${state.turned && snapshot.now.kind === "show" ? html`<${TurnedPage} text=${snapshot.now.text} />` : null}
  `;
}

// Whether what is read stands in the middle of the circle: above it the seats would get too small, or the text no room.
function isTight(count) {
  if (isWide()) return false;
  const needed = remembered(heightNeeded, count, innerWidth - 16) + 12;
  const high = Math.max(Math.min(innerHeight * PART, innerHeight - ELSE), needed);
  const found = remembered(ring, count, innerWidth - 16, Math.floor(high) - 12);
  return !found || found.across < COSY || innerHeight - high < LEGIBLE;
}

function Head() {
  const { snapshot } = state;
  const clock = snapshot.now.kind !== "wait" && (isLaid() || snapshot.clock?.of === "call") ? snapshot.clock : null;
  return html`<header class="head">
    <h1>${snapshot.title}</h1>
    ${clock ? html`<${Clock} seconds=${clock.left} since=${state.seenAt} stopped=${snapshot.paused} label=${word("clock")} />` : null}
    ${snapshot.now.kind === "ask" && !timed() ? ["hold", "hurry"].filter((what) => snapshot.can[what]).map(pace) : null}
    ${isLaid() ? null : html`<${CommandsButton} />`}
    <span class="link ${state.link}"></span>
  </header>`;
}

// Where a call's time runs out by itself.
function pace(what) {
  return html`<button class="pace" key=${what} data-do=${what} aria-label=${word(what)} title=${word(what)} onClick=${() => ask(what)}>
    <${Sign} name=${what} />
  </button>`;
}

// What a screen reader says when something new has come.
function spoken({ lines, now }) {
  const secret = hidden() && now.kind !== "ask" && now.kind !== "ready";
  return [...lines.map(({ text }) => text), secret || now.kind === "show" ? "" : now.text].filter(Boolean).join(" ");
}

let shown = 0;

function draw() {
  const focus = document.activeElement;
  render(html`<${Page} />`, document.getElementById("page"));
  if (!state.snapshot) return;
  if (state.snapshot.title) document.title = state.snapshot.title;
  if (shown !== state.changedAt) begin(focus);
}

// A new question: from its top, and with Enter free for it.
function begin(focus) {
  shown = state.changedAt;
  scrollTo(0, 0);
  const main = document.querySelector("main");
  if (focus === document.body || !focus?.isConnected || main.contains(focus)) main.focus({ preventScroll: true });
}

// A player's message is never found on the page of a phone that was put away.
function putAway() {
  if (document.visibilityState === "hidden") update({ turned: false });
}

async function begun() {
  drawWith(draw);
  try {
    const status = await loadWords();
    if (status === 401 || status === 403) update({ link: "locked" });
  } catch {
    return void setTimeout(begun, 1000);
  }
  guardTaps((seat) => update({ panel: { kind: "seat", seat } }));
  listenToKeys();
  document.addEventListener("visibilitychange", putAway);
  addEventListener("resize", draw);
  follow("/events", take, (link) => state.link !== link && update({ link }));
  draw();
  keepAwake(() => update({ sleepy: true }));
  tuneBell();
}

begun();
