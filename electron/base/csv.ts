/** Makes a line of CSV (RFC 4180): fields quoted where they need it, CRLF behind them. */
export function csvLine(fields: readonly string[]): string {
  return `${fields.map(field).join(",")}\r\n`;
}

/**
 * A spreadsheet would run what begins like a formula; an apostrophe in front makes it text. Some spreadsheets take `;`, a
 * tab or the end of a line for the end of a cell: a cell can then begin within a field, too. A quote that ends there hides
 * nothing. (Full-width signs count in East Asia.)
 */
function field(text: string): string {
  const inert = text.replace(/(^|[;\t\r\n])(?="*[=+\-@\uff1d\uff0b\uff0d\uff20])/g, "$1'");
  const made = /^[\t\r\n]/.test(inert) ? `'${inert}` : inert;
  return /[",;\t\r\n]/.test(made) ? `"${made.replaceAll('"', '""')}"` : made;
}
