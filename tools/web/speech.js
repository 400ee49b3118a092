// The device's own voice reads the lines that are for all; never a question's answer, a card or a message for one.

import { kept } from "./static/prefs.js";
import { heard } from "./static/link.js";

let spoken = [];

heard(({ lines }) => {
  const texts = lines.map(({ text }) => text);
  const stands = texts.length >= spoken.length && spoken.every((text, at) => text === texts[at]);
  const fresh = stands ? texts.slice(spoken.length) : texts;
  spoken = texts;
  if (kept("speak") === "no" || !window.speechSynthesis) return;
  if (!stands) speechSynthesis.cancel();
  for (const text of fresh) {
    const line = new SpeechSynthesisUtterance(text);
    line.lang = document.documentElement.lang;
    speechSynthesis.speak(line);
  }
});
