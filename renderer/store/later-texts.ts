/**
 * Texts of what is loaded later: of a language besides English they come in two files, and the second one is not waited for
 * before the first page is shown.
 */
let load: () => Promise<void> = async () => {};

/** Names what loads them; called once, before the program is loaded. */
export function setLaterTexts(loadTexts: () => Promise<void>): void {
  let texts: Promise<void> | null = null;
  load = () => {
    texts ??= loadTexts();
    return texts;
  };
}

/** Resolves when they are there, or cannot be; a part of the program is loaded only then. */
export function laterTexts(): Promise<void> {
  return load();
}
