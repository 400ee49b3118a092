// What this device remembers: theme, size of type, hand, whether secrets are hidden and choices asked back.

const contrast = matchMedia("(prefers-contrast: more)").matches;
const USUAL = { theme: contrast ? "contrast" : "dark", type: "usual", hand: "right", safe: "no", careful: "no", speak: "yes" };

export const THEMES = ["dark", "red", "light", "contrast"];
export const TYPES = ["usual", "large"];
export const HANDS = ["left", "right"];

export function remembered() {
  return Object.fromEntries(Object.keys(USUAL).map((name) => [name, kept(name) || USUAL[name]]));
}

export function remember(name, value) {
  document.documentElement.dataset[name] = value;
  keep(name, value);
}

export function keep(name, value) {
  try {
    localStorage.setItem(`narrator.${name}`, value);
  } catch {
    // storage may be switched off: then it holds until the page is closed
  }
}

export function kept(name) {
  try {
    return localStorage.getItem(`narrator.${name}`);
  } catch {
    return null;
  }
}
