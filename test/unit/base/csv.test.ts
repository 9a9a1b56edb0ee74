import { describe, expect, it, test } from "vitest";
import { csvLine } from "#base/csv.ts";

const field = (text: string) => csvLine([text]).slice(0, -2);

test("a line has its fields between commas, and ends with CRLF", () => {
  expect(csvLine(["Radar", "", "2026-11-23"])).toBe("Radar,,2026-11-23\r\n");
  expect(csvLine(["a,b", "c"])).toBe('"a,b",c\r\n');
});

describe("a field", () => {
  it.each(["", "radar.nc", "a b", "1.5", "a=b", "10-20", "x@y", "ä+"])("%j stays as it is", (text) => {
    expect(field(text)).toBe(text);
  });

  it.each([",", '"', ";", "\t", "\r", "\n"])("with %j is quoted", (mark) => {
    expect(field(`a${mark}b`)).toBe(`"a${mark.replace('"', '""')}b"`);
  });

  it("has each of its quotes twice", () => {
    expect(field('a "b" "c"')).toBe('"a ""b"" ""c"""');
  });

  it.each(["=1+1", "+1", "-1", "@sum", "＝1", "＋1", "－1", "＠a"])(
    "that a spreadsheet would run is text: %s",
    (text) => expect(field(text)).toBe(`'${text}`),
  );

  it("that begins with white space of a cell is text", () => {
    for (const mark of ["\t", "\r", "\n"]) expect(field(`${mark}a`)).toBe(`"'${mark}a"`);
    expect(field(" =1")).toBe(" =1");
  });

  it.each(["\r", "\n", "\t", ";", "\r\n", "\n\t", ";;", '"'])(
    "that begins with %j and a formula is one in no program",
    (start) => {
      for (const sign of ["=", "+", "-", "@"]) {
        const line = csvLine(["Radar", `${start}${sign}cmd`]);
        for (const end of [",", ";", "\t"])
          for (const cell of cellsOf(line, end)) expect(cell).not.toMatch(/^[=+\-@]/);
      }
    },
  );

  it("is text from where a spreadsheet may begin a cell within it", () => {
    expect(field("a;=1")).toBe(`"a;'=1"`);
    expect(field("a\t-1;+2")).toBe(`"a\t'-1;'+2"`);
    expect(field("a\r\n@b")).toBe(`"a\r\n'@b"`);
    expect(field(";=1")).toBe(`";'=1"`);
    expect(field('a;"=1')).toBe(`"a;'""=1"`);
    expect(field("a;b\nc")).toBe(`"a;b\nc"`);
  });
});

/** As a program reads a line: quotes count at the begin of a cell, line ends outside of them end a row. */
function cellsOf(text: string, end: string): readonly string[] {
  const cells: string[] = [];
  let rest = text;
  while (rest !== "") {
    const quoted = /^"((?:[^"]|"")*)"/.exec(rest);
    const plain = new RegExp(`^[^${end}\\r\\n]*`);
    const behind = rest.slice(quoted?.[0].length ?? 0);
    const more = plain.exec(behind)?.[0] ?? "";
    cells.push((quoted?.[1] ?? "").replaceAll('""', '"') + more);
    rest = behind.slice(more.length).replace(new RegExp(`^(${end}|\\r\\n|[\\r\\n])`), "");
  }
  return cells;
}
