/** Text that this browser has kept under a name; null where it has none, or may keep nothing. */
export function keptText(name: string): string | null {
  try {
    return window.localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keeps a text for the next time; where the browser may keep nothing, there is none then. */
export function keepText(name: string, text: string): void {
  try {
    window.localStorage.setItem(name, text);
  } catch {
    // Only what is convenient is kept so.
  }
}
