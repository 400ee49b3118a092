// Runs before the first paint: no bright theme, hidden secret or code flashes up.
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
