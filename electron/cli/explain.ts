import { realpathSync } from "node:fs";
import { atText } from "#base/text.ts";
import type { Output } from "#contract/methods.ts";
import { type Ask, withAnswers } from "./ask.ts";
import { absolutePath, type Say, type Surroundings } from "./command.ts";
import { sayEnglish as message } from "./speaker.ts";
import type { Run } from "./table.ts";
import type { explainTable } from "./tables/telling-tables.ts";
import { inColumn, jsonLine, ofNextRun, printed } from "./words.ts";

export const explainCommand: Run<typeof explainTable> = async ({ flags, words }, around) => {
  const [given = ""] = words;
  const { found, text } = await withAnswers(
    flags,
    around,
    async (ask) => {
      const found = await explained(ask, given, around);
      const [text, ofRun] = [inWords(found, around.say), ofNextRun(inWords(found, around.say))];
      // Asked only where it matters.
      const isDaemons = text === ofRun || (await ask("status", {})).running;
      return { found, text: isDaemons ? text : ofRun };
    },
    { ledgerHere: "always" },
  );
  around.stdout.write(flags.json ? jsonLine(found) : text);
  return 0;
};

/** As the path is given, then from this folder, then as the disk writes it. */
export async function explained(
  ask: Ask,
  given: string,
  around: Pick<Surroundings, "cwd">,
): Promise<Output<"explain">> {
  let found = await ask("explain", { path: given });
  const whole = absolutePath(given, around);
  if (found.instrument === null && whole !== given) found = await ask("explain", { path: whole });
  const spelled = found.uploads.length === 0 ? asOnDisk(whole) : null;
  if (spelled === null) return found;
  const other = await ask("explain", { path: spelled });
  return other.uploads.length > 0 ? other : found;
}

/** Windows takes upper and lower case for the same: the path as the disk writes it; null where that is no other one. */
function asOnDisk(whole: string): string | null {
  if (process.platform !== "win32") return null;
  try {
    const spelled = realpathSync.native(whole);
    return spelled === whole ? null : spelled;
  } catch {
    // It is not there, or Windows cannot tell of a path of that length.
    return null;
  }
}

const answers = { passed: message("yes"), failed: message("NO") } as const;

function inWords(found: Output<"explain">, say: Say): string {
  const lines = [found.path];
  if (found.instrument !== null)
    lines.push(`${found.kind === "model" ? "Model" : "Instrument"}: ${found.instrument}`);
  for (const { passed, detail } of found.rules)
    lines.push(`  ${inColumn(passed ? answers.passed : answers.failed, answers, say)}  ${detail}`);
  lines.push(found.verdict);
  if (found.next !== null) {
    const what = found.next.what.replace(/\.$/, "");
    const at = found.next.at === null ? null : atText(found.next.at, Date.now());
    // The portal's words may be sentences of their own.
    const isLong = /[.!?] /.test(what);
    lines.push(`Next: ${what}${at === null ? "." : isLong ? `. Next try ${at}.` : `, ${at}.`}`);
  }
  for (const { at, event, state, detail } of found.journal)
    lines.push(`  ${at}  ${event} → ${state}${detail === null ? "" : `  ${detail}`}`);
  return printed(lines);
}
