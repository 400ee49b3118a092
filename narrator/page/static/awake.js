// The screen stays on: by the wake lock of a secure page, else, on plain http, by a still film.

import { keep, kept } from "./prefs.js";

const FRAME = 1000; // ms between two frames of the film
const APPLE = CSS.supports("-webkit-touch-callout", "none"); // every browser of an iPhone is WebKit

let film = null;
let lock = null;
let cannot = () => {};
let trying = Promise.resolve(); // the last try to keep it on

/** Keep the screen on from now on; what needs a tap waits for the first one. Where it cannot be, `told` is called once. */
export function keepAwake(told) {
  cannot = told;
  const attempt = navigator.wakeLock ? hold : play;
  const again = (tapped) => (trying = attempt(tapped));
  if (navigator.wakeLock) {
    again();
    document.addEventListener("visibilitychange", () => again());
  } else {
    document.addEventListener("click", again, true);
    document.addEventListener("visibilitychange", () => film && again());
  }
}

/** Whether the screen stays on now, as far as the browser says. */
export async function staysOn() {
  await trying;
  return Boolean((lock && !lock.released) || (film && !film.paused));
}

async function hold() {
  if (document.visibilityState === "hidden" || (lock && !lock.released)) return;
  try {
    lock = await navigator.wakeLock.request("screen");
  } catch {
    warn();
  }
}

// As large as the page, and behind it: browsers let the screen go dark over a film that is small or out of sight.
async function play(tapped) {
  if (document.visibilityState === "hidden" || (film && !film.paused)) return;
  try {
    film ||= rolled();
    await film.play();
    if (APPLE) warn(); // WebKit promises nothing
  } catch {
    if (tapped) warn(); // without a tap, the next one plays it
  }
}

function rolled() {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 2;
  const pen = canvas.getContext("2d");
  const video = document.createElement("video");
  video.className = "film";
  video.muted = !APPLE;
  video.playsInline = true;
  video.setAttribute("aria-hidden", "true");
  video.srcObject = canvas.captureStream();
  if (APPLE) video.srcObject.addTrack(silence());
  setInterval(() => pen.fillRect(0, 0, 2, 2), FRAME);
  document.body.append(video);
  return video;
}

// WebKit's shouldDisableSleep() wants a film with a sound track that is not muted, else the screen goes dark over it.
function silence() {
  return new AudioContext().createMediaStreamDestination().stream.getAudioTracks()[0];
}

// Once on each device: what helps then are its own settings.
function warn() {
  if (kept("sleepy")) return;
  keep("sleepy", "told");
  cannot();
}
