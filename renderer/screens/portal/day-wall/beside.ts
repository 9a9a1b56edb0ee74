import { isRealDate } from "#base/dates.ts";

/** The day that is shown beside another one. */
export interface Beside {
  readonly date: string;
  /** Site id. */
  readonly site: string | null;
  /** Name of the instrument or model to which it is narrowed. */
  readonly source: string | null;
}

/** Reads the word `beside` of an address: `2026-11-21,juelich,Name`; null where nothing is shown beside. */
export function readBeside(word: string | null): Beside | null {
  const [date = "", site = "", ...source] = (word ?? "").split(",");
  if (!isRealDate(date)) return null;
  return { date, site: site || null, source: source.join(",") || null };
}

/** As `readBeside` reads it. */
export function writeBeside({ date, site, source }: Beside): string {
  return [date, site ?? "", ...(source === null ? [] : [source])].join(",");
}
