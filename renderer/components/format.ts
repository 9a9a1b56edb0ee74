/** Words and figures as every page writes them. Times are UTC; sizes are decimal (1 kB = 1000 bytes). */

const units = ["B", "kB", "MB", "GB", "TB"] as const;

/** `1.2 MB`; three significant figures at most. */
export function bytesText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || value >= 99.5 ? 0 : 1;
  return `${value.toFixed(digits)} ${units[unit]}`;
}

/** `2.1 MB/s`. */
export function rateText(bytesPerSecond: number): string {
  return `${bytesText(bytesPerSecond)}/s`;
}

const grouped = new Intl.NumberFormat("en-US");

/** `1,204`. */
export function countText(count: number): string {
  return grouped.format(count);
}

/** `1 file`, `1,204 files`. */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : several}`;
}

/** `14:02 UTC`. */
export function clockText(iso: string): string {
  return `${iso.slice(11, 16)} UTC`;
}

/** `2026-11-21 14:02:10 UTC`. */
export function momentText(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
}

/** The day and minute, or the minute alone for a moment of today. */
export function shortMomentText(iso: string, nowMs: number): string {
  const isToday = iso.slice(0, 10) === new Date(nowMs).toISOString().slice(0, 10);
  return isToday ? clockText(iso) : `${iso.slice(0, 10)} ${clockText(iso)}`;
}

/** The same moment on this PC's own clock, for a hover. */
export function localText(iso: string): string {
  return `${new Date(iso).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "medium" })} local time`;
}

/** `8 s`, `3 min`, `2 h 10 min`, `4 days 3 h`: as the host writes spans. */
export function spanText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return joined(`${hours} h`, minutes % 60, "min");
  return joined(`${Math.floor(hours / 24)} days`, hours % 24, "h");
}

function joined(whole: string, rest: number, unit: string): string {
  return rest === 0 ? whole : `${whole} ${rest} ${unit}`;
}

/** `just now`, `3 min ago`. */
export function agoText(iso: string, nowMs: number): string {
  const ms = nowMs - Date.parse(iso);
  return ms < 5_000 ? "just now" : `${spanText(ms)} ago`;
}

/** `in 40 s`, `now`. */
export function inText(iso: string, nowMs: number): string {
  const ms = Date.parse(iso) - nowMs;
  return ms < 1_000 ? "now" : `in ${spanText(ms)}`;
}

/** The end and the beginning of a long name, the middle cut: `20260101_very…_zen.LV1`. */
export function middleCut(text: string, most: number): string {
  if (text.length <= most) return text;
  const tail = Math.floor((most - 1) * 0.45);
  return `${text.slice(0, most - 1 - tail)}…${text.slice(text.length - tail)}`;
}
