import { expect, it } from "vitest";
import { compilePattern, type Pattern } from "#domain/pattern/pattern.ts";
import { fc } from "#test/support/fixed-cases.ts";

const exact = { caseInsensitive: false };

function compiled(text: string): Pattern {
  const result = compilePattern(text);
  if (result.kind === "refused") throw new Error(`${text}: ${result.reason}`);
  return result.pattern;
}

const dates = fc
  .date({ min: new Date("1980-01-01T00:00:00Z"), max: new Date("2079-12-31T23:59:59Z"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

/** Text that says no digits and nothing that a pattern gives a meaning. */
const letters = fc.stringMatching(/^[a-zäé ([.)\]_-]{1,6}$/).filter((text) => !text.startsWith("."));

/** A piece of a pattern with what stands for it on disk. */
interface Piece {
  readonly pattern: string;
  readonly name: string;
}
const literal = letters.map((text): Piece => ({ pattern: text, name: text }));
const star = fc.option(letters, { nil: "" }).map((text): Piece => ({ pattern: "*", name: text }));
const anyOne = fc.constantFrom("x", "_").map((text): Piece => ({ pattern: "?", name: text }));
const braces = fc
  .tuple(letters, letters, fc.boolean())
  .map(([a, b, isFirst]): Piece => ({ pattern: `{${a},${b}}`, name: isFirst ? a : b }));
const time = fc.constantFrom("%H", "%M", "%S").map((token): Piece => ({ pattern: token, name: "17" }));
const folder = fc.constant<Piece>({ pattern: "/", name: "/" });
const filler = fc.oneof(literal, star, anyOne, braces, folder, time);

const forms = [
  "%Y%m%d",
  "%y%m%d",
  "%d%m%y",
  "%Y-%m-%d",
  "%Y_%m_%d",
  "%Y/%m/%d",
  "%Y/%m%d",
  "%Y/%Y%m/%d%m%y",
  "%d-%b-%Y",
  "%Y/%b/%d%b%y",
];

/** `05` is `May`. */
function nameOf(month: string): string {
  return new Date(`2024-${month}-01T00:00:00Z`).toLocaleString("en", { month: "short", timeZone: "UTC" });
}

function format(form: string, date: string): string {
  const [year = "", month = "", day = ""] = date.split("-");
  const values: Record<string, string> = {
    "%Y": year,
    "%y": year.slice(2),
    "%m": month,
    "%b": nameOf(month),
    "%d": day,
  };
  return form.replace(/%[Yymbd]/g, (token) => values[token] ?? "");
}

const named = fc
  .tuple(
    fc.array(filler, { maxLength: 4 }),
    fc.constantFrom(...forms),
    fc.array(filler, { maxLength: 4 }),
    dates,
  )
  .map(([before, form, after, date]) => {
    const pieces = [...before, { pattern: form, name: format(form, date) }, ...after];
    const pattern = pieces.map((piece) => piece.pattern).join("");
    return { pattern, path: pieces.map((piece) => piece.name).join(""), date };
  })
  // Cases that the pattern language itself rules out: empty and hidden names, "**" made by chance, a date cut by digits.
  .filter(({ pattern, path }) => !/(^|\/)(\/|\.|$)/.test(path) && !/(^|\/)(\/|$)/.test(pattern))
  .filter(({ pattern }) => !pattern.includes("**") && !/%[HMS]\*?%[Yyd]|^\.|\/\./.test(pattern));

it("gives back the date with which a name was written", () => {
  fc.assert(
    fc.property(named, ({ pattern, path, date }) => {
      const { couldEnter, dateOf, match } = compiled(pattern);
      expect(match(path, exact)).toEqual({ kind: "match", measurementDate: date });
      expect(dateOf(path.toUpperCase(), { caseInsensitive: true })).toBe(date);
      const folders = path.split("/").slice(0, -1);
      for (const depth of folders.keys()) {
        expect(couldEnter(folders.slice(0, depth + 1).join("/"), { ...exact, since: date })).toBe(true);
      }
    }),
    { numRuns: 2000 },
  );
});

it("finds the same below any folders with **", () => {
  const below = fc.array(fc.constantFrom("a", "20240102", "x_17"), { maxLength: 4 });
  fc.assert(
    fc.property(named, below, ({ pattern, path, date }, folders) => {
      expect(compiled(`**/_/${pattern}`).dateOf([...folders, "_", path].join("/"), exact)).toBe(date);
    }),
  );
});

it("never throws, and always says why", () => {
  const bits = fc.constantFrom(
    "%Y",
    "%y",
    "%m",
    "%d",
    "*",
    "**",
    "?",
    "/",
    "{",
    ",",
    "}",
    "2024",
    "0",
    "a",
    ".",
    "\\",
    "%",
  );
  const noise = fc.array(bits, { maxLength: 14 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(noise, noise, fc.boolean(), (text, path, caseInsensitive) => {
      const result = compilePattern(`${text}%Y%m`);
      if (result.kind === "refused") {
        expect(result.reason).not.toBe("");
        return;
      }
      const match = result.pattern.match(path, { caseInsensitive });
      if (match.kind === "no-match") expect(match.reason).not.toBe("");
      expect(result.pattern.dateOf(path, { caseInsensitive })).toBe(
        match.kind === "match" ? match.measurementDate : null,
      );
    }),
    { numRuns: 3000 },
  );
});

it.each([
  ["*a".repeat(120), "a".repeat(255)],
  ["*?".repeat(120), "a".repeat(255)],
  ["*%y".repeat(100), "20".repeat(127)],
  ["*%Y*%m*%d*%y", "1".repeat(255)],
  ["**/*a*/".repeat(60), "a/".repeat(120)],
  ["**/*%m*/".repeat(60), "12/".repeat(80)],
  ["*%Y*%m*%d*", "20191817161514131211100908070605040302010".repeat(6)],
])(
  "gives up soon on %j",
  (text, name) => {
    // With backtracking each of these runs for longer than the universe has; the test's time-out is the bound.
    const { match, couldEnter } = compiled(`${text}%Y%m%d`);
    expect(match(`${name}!`, exact).kind).toBe("no-match");
    couldEnter(name, exact);
  },
  5_000,
);
