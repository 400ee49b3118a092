// The end of a talk, on the device in the hand: two short buzzes and a soft tone.

const [BEFORE, TONE, LENGTH] = [2, 660, 0.9]; // s in which a talk counts as run out; Hz; s

let sound = null;

/** Have a sound at hand: browsers allow one only from a tap on. */
export function tuneBell() {
  document.addEventListener("click", () => (sound ||= new AudioContext()), { once: true, capture: true });
}

/** Ring if a talk's time has run out between these two snapshots, and nobody cut it short. */
export function ringAtEnd(before, snapshot, seconds) {
  const talked = before?.clock?.of === "talk" && !before.paused;
  if (!talked || snapshot.clock || before.clock.left - seconds > BEFORE) return;
  navigator.vibrate?.([180, 120, 180]);
  if (sound) ring();
}

function ring() {
  const tone = new OscillatorNode(sound, { frequency: TONE });
  const loudness = new GainNode(sound, { gain: 0.15 });
  loudness.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + LENGTH);
  tone.connect(loudness).connect(sound.destination);
  tone.start();
  tone.stop(sound.currentTime + LENGTH);
}
