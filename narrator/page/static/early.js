// Runs before the first paint, so that neither a bright theme nor a hidden secret flashes up, and no code stays to be seen.
if (location.hash.startsWith("#t=")) history.replaceState(null, "", location.pathname);
const theme = matchMedia("(prefers-contrast: more)").matches ? "contrast" : "dark";
for (const [name, value] of [["theme", theme], ["type", "usual"], ["hand", "right"], ["safe", "no"]]) {
  let kept = null;
  try {
    kept = localStorage.getItem(`narrator.${name}`);
  } catch {
    // storage may be switched off
  }
  document.documentElement.dataset[name] = kept || value;
}
