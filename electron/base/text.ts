import { todayUtc } from "./dates.ts";

/** `1,204`. */
export function number(count: number): string {
  return count.toLocaleString("en-GB");
}

/** `1 file`, `1,204 files`. */
export function counted(count: number, word: string): string {
  return `${number(count)} ${word}${count === 1 ? "" : "s"}`;
}

/** `13:02:10 UTC` on the day of `nowMs`, else `2026-11-19 13:02:10 UTC`. */
export function momentInWords(atMs: number, nowMs: number): string {
  const iso = new Date(Math.max(-8.64e15, Math.min(8.64e15, atMs))).toISOString();
  const day = iso.slice(0, -14);
  return `${day === todayUtc(nowMs) ? "" : `${day} `}${iso.slice(-13, -5)} UTC`;
}

/** A moment, epoch milliseconds: `14:02 UTC` on the day of `nowMs`, else `2026-11-19 14:02 UTC`. */
export function moment(atMs: number, nowMs: number): string {
  const iso = new Date(atMs).toISOString();
  const day = todayUtc(atMs) === todayUtc(nowMs) ? "" : `${iso.slice(0, 10)} `;
  return `${day}${iso.slice(11, 16)} UTC`;
}

/** Milliseconds: `40 s`, `3 min`, `3 h 10 min`, `2 days 4 h`. */
export function spanInWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return joined(`${hours} h`, minutes % 60, "min");
  return joined(`${Math.floor(hours / 24)} days`, hours % 24, "h");
}

/** Decimal units: `512 bytes`, `1.2 MB`. */
export function bytesInWords(count: number): string {
  if (count < 1000) return `${count} byte${count === 1 ? "" : "s"}`;
  const units = ["kB", "MB", "GB", "TB"];
  let value = count / 1000;
  let unit = 0;
  while (value >= 999.95 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value.toFixed(1)} ${units[unit]}`;
}

function joined(whole: string, rest: number, unit: string): string {
  return rest === 0 ? whole : `${whole} ${rest} ${unit}`;
}
