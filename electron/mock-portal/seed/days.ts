const DAY_MS = 86_400_000;

/** The day (`YYYY-MM-DD`) that lies `days` after another; before it when negative. */
export function dayAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00.000Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** ISO timestamp of an hour (with fraction) of a day. */
export function timeOn(date: string, hour: number): string {
  const midnightMs = Date.parse(`${date}T00:00:00.000Z`);
  return new Date(midnightMs + Math.round(hour * 3600) * 1000).toISOString();
}

/** How many days lie between a day and today: 1 is yesterday. */
export function ageInDays(date: string, today: string): number {
  return Math.round((Date.parse(today) - Date.parse(date)) / DAY_MS);
}
