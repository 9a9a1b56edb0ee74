/** One line of CSV (RFC 4180): fields quoted where they need it, CRLF behind them. */
export function csvLine(fields: readonly string[]): string {
  return `${fields.map(field).join(",")}\r\n`;
}

/**
 * A spreadsheet would run what begins like a formula; an apostrophe in front makes it text. Where it takes `;` or a tab
 * for the end of a cell, as in most of Europe, a cell can begin within a field, too. (Full-width signs count in East Asia.)
 */
function field(text: string): string {
  const inert = text.replace(/(^[\t\r\n]|(?:^|[;\t\r\n])(?=[=+\-@\uff1d\uff0b\uff0d\uff20]))/g, madeText);
  return /[",;\t\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** `found` is what ends the cell before, or white space that begins the field. */
function madeText(found: string, _: string, at: number): string {
  return at === 0 ? `'${found}` : `${found}'`;
}
