// The line to the server: snapshots come in, commands go out. Nothing is kept to be sent later.

import { refused, timeLimit } from "./following.js";
import { word } from "./words.js";

export { follow } from "./following.js";

const RETRY = 700; // ms before a command that was lost on the way is sent once more

/** Only a page that leads by itself has it (tools/web). */
export const alone = null;

/** What the server tells. */
export async function look(what) {
  const answer = await fetch(`/${what}`, { cache: "no-store" });
  return { status: answer.status, told: answer.ok ? await answer.json() : null };
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
