import { addDays } from "#base/dates.ts";
import type { CoverageDay } from "#domain/coverage.ts";
import type { Instrument } from "#domain/settings.ts";
import type { MockPortal } from "#mock-portal/portal.ts";
import { checksumOf, type StoryFile } from "./coverage-station.ts";

export interface Listed {
  readonly checksum: string | null;
  readonly filename: string;
  readonly status: string;
  readonly tags: readonly string[];
  readonly measurementDate: string;
  readonly instrumentPid: string;
}

/** Counts of a day as the portal's whole list and the files that were measured give them, in the plainest way. */
export function plainDay(
  instrument: Instrument,
  date: string,
  measured: readonly StoryFile[],
  listed: readonly Listed[],
) {
  const received = listed.filter(({ status }) => status !== "created");
  const own = measured.filter((file) => file.instrument.name === instrument.name && file.date === date);
  const recordOf = (file: StoryFile) => {
    const wanted = checksumOf(file);
    return file.fate === "not-sent" ? undefined : received.find(({ checksum }) => checksum === wanted);
  };
  const found = own.map(recordOf).filter((record) => record !== undefined);
  const here = received.filter(
    (one) =>
      one.measurementDate === date &&
      one.instrumentPid === instrument.pid &&
      one.tags.join() === instrument.tags.join(),
  );
  const named = own.filter(
    (file) =>
      file.fate !== "not-sent" &&
      recordOf(file) === undefined &&
      here.some(({ filename }) => file.relPath.endsWith(`/${filename}`)),
  );
  // Files that the portal confirmed count until its lists show other bytes.
  const confirmed = own.filter((file) => file.fate !== "not-sent" && recordOf(file) === undefined);
  return {
    instrument: instrument.name,
    date,
    measured: own.length,
    accepted: found.length + confirmed.length - named.length,
    processed: found.filter(({ status }) => status === "processed").length,
    invalid: found.filter(({ status }) => status === "invalid").length,
    otherContent: named.length,
    onlyOnPortal: here.length - found.length - named.length,
  };
}

/** `days` days from `from` on of each instrument, from the portal's store. */
export async function plainDays(
  { url }: Pick<MockPortal, "url">,
  instruments: readonly Instrument[],
  from: string,
  days: number,
  measured: readonly StoryFile[],
) {
  const answer = await fetch(`${url}/api/raw-files?site=hyytiala`);
  const listed = (await answer.json()) as readonly Listed[];
  return instruments.flatMap((instrument) =>
    Array.from({ length: days }, (_, age) => addDays(from, age)).map((date) =>
      plainDay(instrument, date, measured, listed),
    ),
  );
}

/** Gives the part of a day that `plainDays` gives. */
export const countsOf = ({ state, dueAtMs, gaps, published, unlisted, ...day }: CoverageDay) => day;
