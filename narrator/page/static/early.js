// Runs before the first paint, so that neither a bright theme nor a hidden secret flashes up.
for (const [name, value] of [["theme", "dark"], ["hand", "right"], ["safe", "no"]]) {
  let kept = null;
  try {
    kept = localStorage.getItem(`narrator.${name}`);
  } catch {
    // storage may be switched off
  }
  document.documentElement.dataset[name] = kept || value;
}
