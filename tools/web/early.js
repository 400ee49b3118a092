// Memory can be shared once the service worker answers for this page: the first visit keeps all files, and loads again.
const begin = () => import("./start.js");
if (crossOriginIsolated) begin();
else if (!navigator.serviceWorker) document.getElementById("page").textContent = "https?";
navigator.serviceWorker?.register("./sw.js");
navigator.serviceWorker?.ready.then((found) => {
  if (crossOriginIsolated) return;
  if (navigator.serviceWorker.controller) location.reload();
  else navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
});
