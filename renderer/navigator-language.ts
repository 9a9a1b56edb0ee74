/**
 * If the system has no language of its own (`LANG=C`), Chromium calls it `en-US@posix`, which is no language tag:
 * libraries that hand it to Intl fail as they are loaded. Loaded first, this gives them a proper one.
 */
try {
  new Intl.NumberFormat(navigator.language);
} catch {
  Object.defineProperty(navigator, "language", { value: "en-US", configurable: true });
}
