/** A line that `md5sum -c` understands: a name with a line break or a backslash is escaped, and the line says so. */
export function md5Line(checksum: string, path: string): string {
  const escaped = path.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\r", "\\r");
  return `${escaped === path ? "" : "\\"}${checksum}  ${escaped}\n`;
}

/** Lines in the order of `LC_ALL=C sort`, which leaves their ends aside: a tab is before a line break, and a longer name is not. */
export function sortedLines(lines: readonly string[]): readonly string[] {
  return lines.toSorted((one, other) => byBytes(one.slice(0, -1), other.slice(0, -1)));
}

/** Order of texts by their bytes in UTF-8, as `LC_ALL=C sort` has it. */
export function byBytes(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at++)
    // Two halves of a code point at once: by UTF-16 alone, those above U+FFFF would come before U+E000.
    if (one[at] !== other[at]) return (one.codePointAt(at) ?? 0) - (other.codePointAt(at) ?? 0);
  return one.length - other.length;
}
