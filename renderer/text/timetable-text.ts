import { capital, countText } from "#base/text.ts";
import type { RateRow } from "#domain/timetable.ts";
import type { HourRate } from "#domain/timetable-grid.ts";

/** Words of the timetable in the settings. */
export const timetableText = {
  lead: "Limits by the hour of the week, in local time of this PC. A limit holds for all files. Where it is off, files measured before yesterday (UTC) wait; those of today and yesterday are still sent. The bandwidth limit and quiet hours hold as well.",
  brush: "Set hours to",
  noLimit: "No limit",
  limit: "Limit",
  off: "Off",
  kBps: "Limit of these hours",
  help: "Drag over the hours. With the keyboard: arrow keys, with Shift for more hours (or Shift and a click), then Space or Enter.",
  notOnGrid:
    "The settings file has rows that this grid cannot show: minutes, or “all”. They stay as they are. Change portal.rates in the settings file.",
  notRows: "The timetable cannot be read. Correct portal.rates in the settings file.",
  days: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
  /** `Monday 07–08: 200 kB/s` */
  cell: (day: number, hour: number, rate: HourRate) =>
    `${timetableText.days[day]} ${hourText(hour)}–${hourText(hour + 1)}: ${rateText(rate)}`,
  /** `Mon–Fri 07–18: at most 200 kB/s; else no limit.` */
  inWords: (rows: readonly RateRow[]) => {
    if (rows.length === 0) return "No limit at any hour.";
    const isWhole = rows.some(({ days, from, to }) => !days && !from && !to);
    const said = `${rows.map(rowText).join("; ")}${isWhole ? "" : "; else no limit"}.`;
    const isOff = rows.some(({ kBps, all }) => kBps === "off" && !all);
    return isOff ? `${said} Files of today and yesterday are sent also while old files wait.` : said;
  },
};

export const hourText = (hour: number) => String(hour).padStart(2, "0");

function rateText(rate: HourRate): string {
  if (rate === null) return "no limit";
  return rate === "off" ? "off" : `${Number.isInteger(rate) ? countText(rate) : rate} kB/s`;
}

function rowText({ days, from = "00:00", to = "24:00", kBps, all }: RateRow): string {
  const isOnHours = from.endsWith(":00") && to.endsWith(":00");
  const [begin, end] = isOnHours ? [from.slice(0, 2), to.slice(0, 2)] : [from, to];
  const isAllDay = from === "00:00" && to === "24:00";
  const named = days === undefined ? "every day" : days.replace(/\w+/g, capital).replaceAll("-", "–");
  const stop = all === true ? "nothing is sent" : "old files wait";
  const rate = kBps === "off" ? stop : kBps === null ? "no limit" : `at most ${rateText(kBps)}`;
  return `${capital(named.replace(/,\s*/g, ", "))}${isAllDay ? "" : ` ${begin}–${end}`}: ${rate}`;
}
