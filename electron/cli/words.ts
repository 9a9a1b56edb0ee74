/** "1 file", "12 files", "1,204 files". */
export function counted(count: number, word: string): string {
  return `${count.toLocaleString("en-GB")} ${word}${count === 1 ? "" : "s"}`;
}

/** A moment as operators read it: `2026-11-21 14:02 UTC`. */
export function shortTime(iso: string): string {
  return `${iso.slice(0, 16).replace("T", " ")} UTC`;
}

/** Bytes in the unit that fits: `12.3 MB`. */
export function bytes(count: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let value = count;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}

/** Text for one line of a terminal: control characters, which a file's name may hold, are written out. */
export function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it writes out
  return text.replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029]/g, (char) =>
    char === "\n" ? "\\n" : `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Lines as they are printed, none of which can hold another. */
export function printed(lines: readonly string[]): string {
  return lines.map((line) => `${oneLine(line)}\n`).join("");
}

/** One JSON document on a line. What JSON leaves as it is and a terminal obeys is written out, too. */
export function jsonLine(value: unknown): string {
  return `${oneLine(JSON.stringify(value))}\n`;
}
