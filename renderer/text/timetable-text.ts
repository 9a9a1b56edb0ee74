import { say } from "#base/say.ts";
import { capital, countText } from "#base/text.ts";
import type { RateRow } from "#domain/timetable.ts";
import { gridDays, type HourRate } from "#domain/timetable-grid.ts";
import { commonText } from "./common.ts";

/** Words of the timetable in the settings. */
export const timetableText = {
  lead: say(
    "Limits by the hour of the week, in local time of this PC. A limit holds for all files. Where it is off, files measured before yesterday (UTC) wait; those of today and yesterday are still sent. The bandwidth limit and quiet hours hold as well.",
  ),
  brush: say("Set hours to"),
  noLimit: say("No limit"),
  limit: say("Limit"),
  off: say("Off"),
  kBps: say("Limit of these hours"),
  help: say(
    "Drag over the hours. With the keyboard: arrow keys, with Shift for more hours (or Shift and a click), then Space or Enter.",
  ),
  notOnGrid: say(
    "The settings file has rows that this grid cannot show: minutes, or “all”. They stay as they are. Change portal.rates in the settings file.",
  ),
  notRows: say("The timetable cannot be read. Correct portal.rates in the settings file."),
  days: [
    say("Monday"),
    say("Tuesday"),
    say("Wednesday"),
    say("Thursday"),
    say("Friday"),
    say("Saturday"),
    say("Sunday"),
  ],
  /** `Monday 07–08: 200 kB/s` */
  cell: (day: number, hour: number, rate: HourRate) =>
    `${timetableText.days[day]} ${hourText(hour)}–${hourText(hour + 1)}: ${rateText(rate)}`,
  /** `Mon–Fri 07–18: at most 200 kB/s; else no limit.` */
  inWords: (rows: readonly RateRow[]) => {
    if (rows.length === 0) return say("No limit at any hour.");
    const isWhole = rows.some(({ days, from, to }) => !days && !from && !to);
    const said = isWhole
      ? `${rows.map(rowText).join("; ")}.`
      : say("{join}; else no limit.", { join: rows.map(rowText).join("; ") });
    const isOff = rows.some(({ kBps, all }) => kBps === "off" && !all);
    return isOff
      ? say("{said} Files of today and yesterday are sent also while old files wait.", { said })
      : said;
  },
};

export const hourText = (hour: number) => String(hour).padStart(2, "0");

function rateText(rate: HourRate): string {
  if (rate === null) return say("no limit");
  return rate === "off"
    ? say("off")
    : say("{value} kB/s", { value: Number.isInteger(rate) ? countText(rate) : rate });
}

const shortNames: readonly string[] = gridDays;

/** `Mon`, of `mon` or `MON`. */
function dayText(day: string): string {
  return commonText.weekdays[shortNames.indexOf(day.toLowerCase())] ?? day;
}

function rowText({ days, from = "00:00", to = "24:00", kBps, all }: RateRow): string {
  const isOnHours = from.endsWith(":00") && to.endsWith(":00");
  const [begin, end] = isOnHours ? [from.slice(0, 2), to.slice(0, 2)] : [from, to];
  const isAllDay = from === "00:00" && to === "24:00";
  const named = days === undefined ? say("every day") : days.replace(/\w+/g, dayText).replaceAll("-", "–");
  const stop = all === true ? say("nothing is sent") : say("old files wait");
  const rate =
    kBps === "off" ? stop : kBps === null ? say("no limit") : say("at most {kBps}", { kBps: rateText(kBps) });
  return isAllDay
    ? `${capital(named.replace(/,\s*/g, ", "))}: ${rate}`
    : `${capital(named.replace(/,\s*/g, ", "))} ${begin}–${end}: ${rate}`;
}
