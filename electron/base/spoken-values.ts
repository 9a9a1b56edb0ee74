import { months, weekdays } from "./dates.ts";
import type { Language } from "./language.ts";
import { saidIn } from "./say.ts";

/**
 * Values within sentences, from English into another language: times, dates, spans, sizes, counts and lists, as
 * `text.ts` writes them. Clocks and units stay as they are.
 */

const shortMonths = months.map((month) => month.slice(0, 3));

const [clock, day, monthName] = [
  "\\d\\d:\\d\\d(?::\\d\\d)? UTC",
  `(?:${weekdays.join("|")})`,
  `(?:${months.join("|")})`,
];
const fullDate = `(${day}) (\\d{1,2}) (${monthName})(?: (\\d{4}))?`;
const number = "\\d+(?:[.,]\\d+)*";
const span = `(?:${number} (?:days?|h|min|s))`;

/** Makes the function that gives a value in the language, and null for anything else. */
export function createValues(language: Language): (value: string) => string | null {
  const { tag } = language;
  const utc = { timeZone: "UTC" } as const;
  const say = (message: string, values: Readonly<Record<string, string>>): string | null =>
    language.textFor(message) === undefined ? null : saidIn<string>(language, message, values).join("");

  const nearDay = (word: string): string =>
    new Intl.RelativeTimeFormat(tag, { numeric: "auto" }).format(word === "yesterday" ? -1 : 1, "day");
  const dateIn = (options: Intl.DateTimeFormatOptions, year: number, month: number, dayOf: number): string =>
    new Intl.DateTimeFormat(tag, { ...options, ...utc }).format(Date.UTC(year, month, dayOf));

  /** The weekday of a date without its year is told, not reckoned: a year is sought in which it is so. */
  function longDate(weekday: string, dayOf: number, month: string, year: string | undefined): string {
    const monthAt = months.indexOf(month);
    const fitting =
      year === undefined
        ? Array.from({ length: 28 }, (_, back) => 2028 - back).find(
            (one) => weekdays[new Date(Date.UTC(one, monthAt, dayOf)).getUTCDay()] === weekday,
          )
        : Number(year);
    const shown = { weekday: "long", day: "numeric", month: "long" } as const;
    return dateIn(
      year === undefined ? shown : { ...shown, year: "numeric" },
      fitting ?? 2026,
      monthAt,
      dayOf,
    );
  }

  const numberIn = (written: string): string => {
    const digits = written.split(".")[1]?.length ?? 0;
    const value = Number(written.replaceAll(",", ""));
    if (digits === 0) return language.countOf(value);
    return new Intl.NumberFormat(tag, { minimumFractionDigits: digits }).format(value);
  };
  const unitIn = (written: string, unit: string): string =>
    new Intl.NumberFormat(tag, { style: "unit", unit, unitDisplay: "long" }).format(
      Number(written.replaceAll(",", "")),
    );

  type Rule = readonly [pattern: RegExp, inWords: (...found: string[]) => string | null];
  const dateRule: Rule[1] = (weekday = "", dayOf = "", month = "", year) =>
    longDate(weekday, Number(dayOf), month, year);
  const rules: readonly Rule[] = [
    [new RegExp(`^(${clock})$`), (at = "") => at],
    [/^(yesterday|tomorrow)$/, (word = "") => nearDay(word)],
    [new RegExp(`^(yesterday|tomorrow) (${clock})$`), (word = "", at = "") => `${nearDay(word)} ${at}`],
    [new RegExp(`^at (${clock})$`), (at = "") => say("at {clock}", { clock: at })],
    [
      new RegExp(`^(yesterday|tomorrow) at (${clock})$`),
      (word = "", at = "") => say("{near} at {clock}", { near: nearDay(word), clock: at }),
    ],
    [new RegExp(`^${fullDate}$`), dateRule],
    [
      new RegExp(`^(${fullDate}), (${clock})$`),
      (_, a = "", b = "", c = "", year, at = "") => `${dateRule(a, b, c, year as string)}, ${at}`,
    ],
    [
      new RegExp(`^on ${fullDate} at (${clock})$`),
      (a = "", b = "", c = "", year, at = "") =>
        say("on {day} at {clock}", { day: dateRule(a, b, c, year as string) ?? "", clock: at }),
    ],
    [
      new RegExp(`^(?:(\\d{1,2}) )?(${shortMonths.join("|")}) (\\d{4})(, ${clock})?$`),
      (dayOf, month = "", year = "", at = "") => {
        const shown = { month: dayOf === undefined ? "long" : "short", year: "numeric" } as const;
        const date = dateIn(
          dayOf === undefined ? shown : { ...shown, day: "numeric" },
          Number(year),
          shortMonths.indexOf(month),
          Number(dayOf ?? 1),
        );
        return date + (at ?? "");
      },
    ],
    [
      new RegExp(`^(${monthName}) (\\d{4})$`),
      (month = "", year = "") =>
        dateIn({ month: "long", year: "numeric" }, Number(year), months.indexOf(month), 1),
    ],
    [/^([\d,.]+) days?$/, (count = "") => unitIn(count, "day")],
    [/^([\d,.]+) days (\d+ h)$/, (count = "", rest = "") => `${unitIn(count, "day")} ${rest}`],
    [
      /^([\d,.]+) (hour|minute|second|month|week|year|byte)s?$/,
      (count = "", unit = "") => unitIn(count, unit),
    ],
    [
      /^([\d.]+) of ([\d.]+) ([kMGT]?B)$/,
      (part = "", all = "", unit = "") =>
        say("{done} of {all}", { done: numberIn(part), all: `${numberIn(all)} ${unit}` }),
    ],
    [/^(\d{1,3}(?:,\d{3})+)$/, (written = "") => numberIn(written)],
    [
      /^(\d+(?:,\d{3})*(?:\.\d+)?)( (?:[kMGT]?B(?:\/s)?|%|s|min|h))$/,
      (written = "", unit = "") => numberIn(written) + unit,
    ],
    [/^((?=\S*[.[])[\w.[\]]+) of "(.+)"$/, (key = "", name = "") => say('{key} of "{name}"', { key, name })],
    [
      /^until (.+)$/,
      (of = "") => {
        const moment = valueIn(of);
        return moment === null ? null : say("until {moment}", { moment });
      },
    ],
    [
      new RegExp(`^about (${span}(?: ${span})?)$`),
      (of = "") => say("about {span}", { span: valueIn(of) ?? of }),
    ],
    [
      new RegExp(`^(${span}(?: ${span})?) to (${span}(?: ${span})?)$`),
      (from = "", to = "") => say("{from} to {to}", { from: valueIn(from) ?? from, to: valueIn(to) ?? to }),
    ],
  ];

  function valueIn(value: string): string | null {
    for (const [pattern, inWords] of rules) {
      const found = pattern.exec(value);
      if (found !== null) return inWords(...found.slice(1));
    }
    return null;
  }

  return valueIn;
}
