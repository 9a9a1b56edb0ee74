import { expect, it } from "vitest";
import { powershellScript, powershellText } from "#contract/cleanup-script.ts";

it.each([
  ["", "''"],
  ["C:\\data\\a.nc", "'C:\\data\\a.nc'"],
  ["it's", "'it''s'"],
  ['$(Remove-Item x) `n "q" [a] ;&|', "'$(Remove-Item x) `n \"q\" [a] ;&|'"],
  ["B\u00e4r", "('' + 'B' + [char]0x00E4 + 'r')"],
  // PowerShell takes these for quotes.
  ["a\u2019; b", "('' + 'a' + [char]0x2019 + '; b')"],
  ["line\nend", "('' + 'line' + [char]0x000A + 'end')"],
  ["\u{1f4a7}", "('' + [char]0xD83D + [char]0xDCA7)"],
  ["'\u00e4'", "('' + '''' + [char]0x00E4 + '''')"],
])("%j is written as an expression that gives it back", (text, expression) => {
  expect(powershellText(text)).toBe(expression);
  expect(textOfExpression(expression)).toBe(text);
});

/** Value that PowerShell gives such an expression. */
function textOfExpression(expression: string): string {
  const parts = [...expression.matchAll(/'((?:[^']|'')*)'|\[char\]0x([0-9A-F]{4})/g)];
  return parts
    .map(([, quoted, code]) =>
      code === undefined
        ? (quoted ?? "").replaceAll("''", "'")
        : String.fromCharCode(Number.parseInt(code, 16)),
    )
    .join("");
}

it("the script is plain ASCII, bound to size, time and MD5, and valid for a day", () => {
  const asOfMs = Date.UTC(2026, 10, 28, 12);
  const file = {
    path: "D:\\Daten\\M\u00fcnchen\\it's.nc",
    bytes: 5,
    mtimeUs: 1_700_000_000_123_456,
    md5: "0123456789abcdef0123456789abcdef",
    record: "r",
    date: "2026-09-01",
  };
  const script = powershellScript([file], asOfMs, "0.2.0");
  expect(script).toMatch(/^[\x20-\x7e\n]+$/);
  expect(script).toContain(
    "\nRemove-Advised ('' + 'D:\\Daten\\M' + [char]0x00FC + 'nchen\\it''s.nc') 5 1700000000123456 '0123456789abcdef0123456789abcdef'\n",
  );
  expect(script).toContain(`FromUnixTimeMilliseconds(${asOfMs + 86_400_000})`);
  // Each way to the removal leads through a look at size, time and content.
  const [, body = ""] = script.split("function Remove-Advised");
  const places = [
    "ReparsePoint",
    "'Read, Delete'",
    ".Length -ne",
    "Test-SameTime",
    "-cne $Md5",
    "ShouldProcess",
    "::Delete(",
  ];
  expect(places.map((word) => body.indexOf(word))).toEqual(
    places.map((word) => body.indexOf(word)).toSorted((a, b) => a - b),
  );
  expect(script.match(/Delete\(|Remove-Item|\brm\b|\bdel\b/g)).toEqual(["Delete("]);
});
