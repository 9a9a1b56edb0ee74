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
