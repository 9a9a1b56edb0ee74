import { oneLine } from "#base/text.ts";

/** Lines as they are printed, none of which can hold another. */
export function printed(lines: readonly string[]): string {
  return lines.map((line) => `${oneLine(line)}\n`).join("");
}

/** One JSON document on a line. What JSON leaves as it is and a terminal obeys is written out, too. */
export function jsonLine(value: unknown): string {
  return `${oneLine(JSON.stringify(value))}\n`;
}
