import "./language.ts";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { reloadIfServed } from "./store/reload.ts";
import { findTransport } from "./transport/find-transport.ts";

// A part that is gone belonged to the version before an update: the whole page is loaded again, once.
const reloadedKey = "skyferry.reloadedAt";
const patienceMs = 30_000;
window.addEventListener("vite:preloadError", () => {
  const before = Number(window.sessionStorage.getItem(reloadedKey) ?? 0);
  if (Date.now() - before < patienceMs) return;
  window.sessionStorage.setItem(reloadedKey, String(Date.now()));
  void reloadIfServed();
});

const root = document.getElementById("root");
if (root !== null) createRoot(root).render(<App transport={findTransport(window)} />);
