/** A line that `md5sum -c` understands: a name with a line break or a backslash is escaped, and the line says so. */
export function md5Line(checksum: string, path: string): string {
  const escaped = path.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\r", "\\r");
  return `${escaped === path ? "" : "\\"}${checksum}  ${escaped}\n`;
}
