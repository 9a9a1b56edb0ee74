import "./navigator-language.ts";
import { speakPageLanguage } from "./page-language.ts";
import { reloadIfServed } from "./store/reload.ts";

// A part that is gone belonged to the version before an update: the whole page is loaded again, once.
const reloadedKey = "skyferry.reloadedAt";
const patienceMs = 30_000;
window.addEventListener("vite:preloadError", () => {
  const before = Number(window.sessionStorage.getItem(reloadedKey) ?? 0);
  if (Date.now() - before < patienceMs) return;
  window.sessionStorage.setItem(reloadedKey, String(Date.now()));
  void reloadIfServed();
});

// Constants of the program are texts in the language that is spoken when they are loaded.
await speakPageLanguage();
const { showApp } = await import("./show-app.tsx");
showApp();
