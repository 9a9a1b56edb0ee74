import { isAbsolute, resolve } from "node:path";
import type { Output } from "../contract/methods.ts";
import { ask } from "./ask.ts";
import { type Command, readFlags, required } from "./command.ts";
import { stationFlags, stationHelp } from "./station.ts";
import { jsonLine, printed, shortTime } from "./words.ts";

export const explain: Command = {
  name: "explain",
  summary: "says why a file is, or is not, sent",
  help: `skyferry explain: why this file is, or is not, sent: each rule in turn, and what happens next and when.

Usage: skyferry explain --data DIR [--json] PATH

${stationHelp}  --json                one JSON document
  PATH                  the file, absolute or relative to here or to an instrument's folder

Ends with 0; with 2 when the data folder cannot be read.
`,
  async run(argv, around) {
    const { flags, words } = readFlags(argv, { ...stationFlags, json: { type: "boolean" } }, 1);
    const given = required(words[0], "PATH");
    let found = await ask(flags, around, "explain", { path: given });
    if (found.instrument === null && !isAbsolute(given))
      found = await ask(flags, around, "explain", { path: resolve(given) });
    around.stdout.write(flags.json === true ? jsonLine(found) : inWords(found));
    return 0;
  },
};

function inWords(found: Output<"explain">): string {
  const lines = [found.path];
  if (found.instrument !== null) lines.push(`Instrument: ${found.instrument}`);
  for (const { passed, detail } of found.rules) lines.push(`  ${passed ? "yes" : "NO "}  ${detail}`);
  lines.push(found.verdict);
  if (found.next !== null) {
    const what = found.next.what.replace(/\.$/, "");
    lines.push(`Next: ${what}${found.next.at === null ? "." : `, at ${shortTime(found.next.at)}.`}`);
  }
  for (const { at, event, state, detail } of found.journal)
    lines.push(`  ${at}  ${event} → ${state}${detail === null ? "" : `  ${detail}`}`);
  return printed(lines);
}
