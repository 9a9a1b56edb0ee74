/**
 * The words of a command when the installed program was started as `skyferry` rather than as the window: what comes
 * behind `--cli --`. Null for every other start. The second mark keeps Chromium from reading the words as its own.
 */
export function commandWords(argv: readonly string[]): readonly string[] | null {
  const mark = argv.indexOf("--cli", 1);
  return mark > 0 && argv[mark + 1] === "--" ? argv.slice(mark + 2) : null;
}
