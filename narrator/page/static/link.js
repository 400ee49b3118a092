// The line to the server: snapshots come in, commands go out. Nothing is kept to be sent later.

import { word } from "./words.js";

const AGAIN = 800; // ms before the next try to connect
const RETRY = 700; // ms before a command that was lost on the way is sent once more
const GIVEN_UP = 5000; // ms that a command may take
const QUIET = 2600; // ms without a beat, of which the server sends one each second, until the line counts as dead
const UNNOTICED = 1000; // ms that a break may last without a word about it

/** Only a page that leads by itself has it (tools/web). */
export const alone = null;

/** What the server tells. */
export async function look(what) {
  const answer = await fetch(`/${what}`, { cache: "no-store" });
  return { status: answer.status, told: answer.ok ? await answer.json() : null };
}

/** Follow the snapshots of a path; `told` hears "on", "trying" or "locked", for which `asked` is asked. Gives what begins anew. */
export function follow(path, seen, told, asked = "/words") {
  let source = null;
  let last = 0;
  let noticed = 0;
  let due = 0;
  let turn = 0;

  const open = () => {
    source = new EventSource(path);
    source.onmessage = (event) => {
      heard();
      seen(JSON.parse(event.data));
    };
    source.addEventListener("beat", heard);
    source.onerror = lost;
  };

  const heard = () => {
    last = performance.now();
    clearTimeout(noticed);
    noticed = 0;
    told("on");
  };

  const lost = () => {
    turn += 1;
    source.close();
    if (!noticed) noticed = setTimeout(() => told("trying"), UNNOTICED);
    clearTimeout(due);
    due = setTimeout(again, AGAIN);
  };

  const again = async () => {
    const mine = turn;
    const locked = await lockedOut(asked);
    if (mine !== turn) return;
    if (!locked) return open();
    clearTimeout(noticed);
    told("locked");
  };

  const watch = () => {
    if (!last || source.readyState === EventSource.CLOSED || performance.now() - last <= QUIET) return;
    last = performance.now();
    lost();
    told("trying");
  };

  setInterval(watch, 500);
  addEventListener("offline", lost); // a line of this computer alone is back at once
  open();
  return lost;
}

async function lockedOut(asked) {
  try {
    const answer = await fetch(asked, { cache: "no-store", signal: timeLimit() });
    return refused(answer.status);
  } catch {
    return false;
  }
}

// Older browsers cannot limit the time: there a dead line is found by its silence.
function timeLimit() {
  return AbortSignal.timeout?.(GIVEN_UP);
}

function refused(status) {
  return status === 401 || status === 403;
}

/** Send a command; if it was lost on the way, once more with the same id, so that it counts once. */
export async function send(command) {
  const body = JSON.stringify({ id: freshId(), ...command });
  for (const patience of [RETRY, 0]) {
    try {
      return await posted(body);
    } catch {
      await new Promise((done) => setTimeout(done, patience));
    }
  }
  return { ok: false, why: word("not-sent") };
}

async function posted(body) {
  const headers = { "Content-Type": "application/json" };
  const signal = timeLimit();
  const answer = await fetch("/command", { method: "POST", headers, body, signal, cache: "no-store" });
  if (refused(answer.status)) return { ok: false, why: word("locked"), locked: true };
  const told = await answer.json();
  return answer.ok ? told : { ok: false, why: told.why || word("not-sent") };
}

// crypto.randomUUID is there on secure pages only, and a laptop's page seldom is one.
function freshId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
