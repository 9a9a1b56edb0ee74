import { oneLine } from "#base/text.ts";

/** Lines as they are printed, none of which can hold another. */
export function printed(lines: readonly string[]): string {
  return lines.map((line) => `${oneLine(line)}\n`).join("");
}

/** One JSON document on a line. What JSON leaves as it is and a terminal obeys is written out, too. */
export function jsonLine(value: unknown): string {
  return `${oneLine(JSON.stringify(value))}\n`;
}

const listedAtMost = 20;

/** A title with lines below it, not all where they are many; nothing for nothing. */
export function listed<Item>(
  title: string,
  items: readonly Item[],
  inWords: (item: Item) => string,
): string[] {
  if (items.length === 0) return [];
  const rest =
    items.length > listedAtMost ? [`  … and ${items.length - listedAtMost} more (--json lists all)`] : [];
  return [`${title}:`, ...items.slice(0, listedAtMost).map((item) => `  ${inWords(item)}`), ...rest];
}
