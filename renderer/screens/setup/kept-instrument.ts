import { freshInstrument } from "../settings/instrument-page.tsx";
import type { Written } from "../settings/settings-document.ts";

const draftKey = "skyferry.setup.instrument";

/** Keeps what was filled in over a reload of this tab. */
export function keepInstrument(instrument: Written): void {
  window.sessionStorage.setItem(draftKey, JSON.stringify(instrument));
}

/** What was filled in before a reload. */
export function keptInstrument(): Written {
  try {
    const kept: unknown = JSON.parse(window.sessionStorage.getItem(draftKey) ?? "null");
    return typeof kept === "object" && kept !== null ? (kept as Written) : freshInstrument;
  } catch {
    return freshInstrument;
  }
}

/** Forgets what was filled in, once it stands in the settings. */
export function forgetInstrument(): void {
  window.sessionStorage.removeItem(draftKey);
}
