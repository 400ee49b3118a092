// The line to the game where no server is: it runs in a worker of this page. In place of narrator/page/static/link.js.

import { word } from "./words.js";

const KEPT = "narrator.journal";
const ROOM = 65536; // bytes of a request at most

const memory = new SharedArrayBuffer(ROOM + 8);
const [flag, bytes] = [new Int32Array(memory, 0, 2), new Uint8Array(memory, 8)];
const waiting = [];
const answers = new Map();
let worker = null;
let journal = "";
let last = null;
let seen = () => {};
let listen = () => {};
let broken = () => {};
let count = 0;

/** What a page that leads by itself can do besides; null where a laptop serves it. */
export const alone = {
  leave() {
    localStorage.removeItem(KEPT);
    location.reload();
  },
};

/** Whatever is shown is `told` too, once somebody leads. */
export const heard = (told) => (listen = told);

export const kept = () => localStorage.getItem(KEPT);

/** Start the game's program; what goes wrong with it is `told`. */
export function start(told) {
  broken = told;
  worker = new Worker(new URL("../worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => (data.taken ? hand() : take(JSON.parse(data)));
  worker.onerror = (fault) => broken(fault.message);
  worker.postMessage({ memory, journal: kept() });
}

function take(message) {
  if ("journal" in message) {
    journal += message.journal; // all of it comes first, also that of a game gone on with
    localStorage.setItem(KEPT, journal);
  } else if ("snapshot" in message) {
    last = message.snapshot;
    listen(last);
    seen(last);
  }
  else if ("fault" in message) broken(message.fault);
  else {
    answers.get(message.to)?.(message);
    answers.delete(message.to);
  }
}

/** Ask the program for something: a status, as a server's, and what it tells. */
export function request(asked) {
  return new Promise((done) => {
    answers.set((count += 1), done);
    waiting.push({ id: count, ...asked });
    hand();
  });
}

// One request at a time lies in the memory that both share; the program wakes, takes it, and says so.
function hand() {
  if (!waiting.length || Atomics.load(flag, 0)) return;
  const data = new TextEncoder().encode(JSON.stringify(waiting.shift()));
  bytes.set(data);
  flag[1] = data.length;
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
}

export function follow(_path, take, told) {
  seen = take;
  told("on");
  if (last) take(last);
}

export async function send(command) {
  if (command.do === "next") return alone.leave() ?? { ok: true };
  const { told } = await request({ what: "command", command: { id: crypto.randomUUID(), ...command } });
  return { ...told, why: told.why || (told.ok ? "" : word("not-sent")) };
}

/** What the page looks up. */
export async function look(what) {
  const { status, told } = await request({ what });
  return { status, told };
}
