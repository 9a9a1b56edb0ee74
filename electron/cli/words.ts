import { oneLine } from "#base/text.ts";
import type { Say } from "./command.ts";

/** Lines as they are printed, none of which can hold another. */
export function printed(lines: readonly string[]): string {
  return lines.map((line) => `${oneLine(line)}\n`).join("");
}

/** A word of a column as it is said, as wide as the longest of all the words that the column may have. */
export function inColumn(word: string, words: Readonly<Record<string, string>>, say: Say): string {
  const widest = Math.max(...Object.values(words).map((one) => say(one).length));
  return say(word).padEnd(widest);
}

/** Gives a JSON document on a line. Characters that JSON leaves as they are and a terminal obeys are written out, too. */
export function jsonLine(value: unknown): string {
  return `${oneLine(JSON.stringify(value))}\n`;
}

/** Tells what becomes of files that were put into the queue: a clause behind their count. */
export function backInQueue(isRunning: boolean): string {
  return isRunning
    ? "back in the queue."
    : "back in the queue; nothing is running that sends them: start the daemon, or run skyferry submit.";
}

const listedAtMost = 20;

/** A title with lines below it, not all where they are many; nothing for nothing. */
export function listed<Item>(
  title: string,
  items: readonly Item[],
  inWords: (item: Item) => string,
): readonly string[] {
  if (items.length === 0) return [];
  const shown = items.slice(0, listedAtMost).map((item) => `  ${inWords(item)}`);
  return [`${title}:`, ...shown, ...more(items.length - listedAtMost, "  ")];
}

/** Says that there are `count` more; nothing for none. */
export function more(count: number, indent: string): readonly string[] {
  return count > 0 ? [`${indent}… and ${count} more (--json lists all)`] : [];
}

/** Promises of a daemon, and how a command says them that leaves nothing running. */
const sayings: readonly (readonly [RegExp, string])[] = [
  [
    /([.;:,]? ?)\bSkyferry retries(?: this one)? (?:automatically|afterwards)(?: afterwards)?/g,
    "the next run retries",
  ],
  [/([.;:,]? ?)\bSkyferry sends it again(?: automatically)?/g, "the next run sends it again"],
  [
    /([.;:,]? ?)\bSkyferry reads and sends it again(?: automatically)?/g,
    "the next run reads and sends it again",
  ],
  [/([.;:,]? ?)\bSkyferry keeps looking for it/g, "the next run looks for it"],
  [/([.;:,]? ?)\b[Ss]ending resumes automatically/g, "sending resumes with the next run"],
  [/([.;:,]? ?)\bretried automatically/g, "retried by the next run"],
];

/** A message of the engine's, where nothing runs that would do what it promises. */
export function ofNextRun(message: string): string {
  return sayings.reduce(
    (text, [said, meant]) =>
      text.replace(said, (_, before: string) => {
        const isStart = before === "" || /[.:] ?$/.test(before);
        return before + (isStart ? meant.charAt(0).toUpperCase() + meant.slice(1) : meant);
      }),
    message,
  );
}
