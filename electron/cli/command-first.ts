/** Flags that may stand before the command too; a command that does not take one says so. */
export const ofOneCommand = /^--(?:data|settings|password-file|json)(?:=|$)/;

/** The same of flags that every command takes. */
const ofEach = /^--(?:color|lang|quiet)(?:=|$)/;

/** Flags among these whose value is the next word. */
const valued: readonly string[] = ["--color", "--lang", "--data", "--settings", "--password-file"];

/** A command line with its command first: `skyferry --lang fi status` as `status --lang fi`. "" where it has none. */
export function commandFirst(argv: readonly string[]): [string, ...string[]] {
  let at = 0;
  for (
    let word = argv[at];
    word !== undefined && (ofEach.test(word) || ofOneCommand.test(word));
    word = argv[at]
  )
    at += valued.includes(word) ? 2 : 1;
  return [argv[at] ?? "", ...argv.slice(0, at), ...argv.slice(at + 1)];
}
