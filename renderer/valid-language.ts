/**
 * On a system with the POSIX locale Chromium names a language (`en-US@posix`) that `Intl` refuses with an error, which
 * would end whatever formats a number in it. Such a page speaks plain English then.
 */
export function mendLanguage(page: Navigator): void {
  try {
    Intl.getCanonicalLocales(page.language);
  } catch {
    Object.defineProperty(page, "language", { value: "en-US", configurable: true });
    Object.defineProperty(page, "languages", { value: ["en-US"], configurable: true });
  }
}
