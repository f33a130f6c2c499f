// Inserts a Drayboard embed at the script's position and sets its height to that of its content: see docs/embedding.md.
(() => {
  const script = document.currentScript;
  if (!script?.dataset.embed) return;
  const dashboard = new URL(script.src).origin;
  const address = new URL(`/embed/${encodeURIComponent(script.dataset.embed)}`, dashboard);
  for (const name of ["theme", "locale"])
    if (script.dataset[name]) address.searchParams.set(name, script.dataset[name]);
  const frame = document.createElement("iframe");
  frame.src = address.href;
  frame.title = script.dataset.title || "Containers";
  frame.referrerPolicy = "no-referrer";
  frame.loading = "lazy";
  frame.style.cssText = "display:block;width:100%;border:0;height:320px";
  const ask = () => frame.contentWindow?.postMessage("drayboard:height?", dashboard);
  // The page may have rendered before this script listened, so its height is requested again. Before the load no
  // message would arrive.
  frame.addEventListener("load", () => {
    for (const wait of [0, 500, 1500, 4000]) setTimeout(ask, wait);
  });
  window.addEventListener("message", ({ data, origin, source }) => {
    if (origin !== dashboard || source !== frame.contentWindow || data?.type !== "drayboard:height") return;
    if (Number.isFinite(data.height)) frame.style.height = `${Math.min(Math.max(data.height, 40), 20000)}px`;
  });
  script.after(frame);
})();
