import { addDays, todayUtc } from "#base/dates.ts";
import type { CoverageDay } from "#domain/coverage.ts";
import { baseName } from "#domain/file-version.ts";
import { type Instrument, usualDeadlines } from "#domain/settings.ts";
import { createVerdicts } from "#station/status/verdicts.ts";
import { type CoverageStation, checksumOf, type StoryFile } from "#test/engine/coverage/coverage-station.ts";
import { countsOf, plainDay } from "#test/engine/coverage/plain-days.ts";
import type { ListedPortal } from "./listed-portal.ts";

export interface MeasuredFile extends StoryFile {
  foundAtMs: number;
}

/** Story so far of a station, its portal and the files. */
export interface CoverageStory {
  readonly station: CoverageStation;
  readonly portal: ListedPortal;
  readonly instruments: readonly Instrument[];
  readonly measured: readonly MeasuredFile[];
  /** Dates that files have. */
  readonly span: { readonly from: string; readonly to: string };
  /** When the lists were read at the earliest, epoch milliseconds; null before. */
  readonly readAtMs: number | null;
  /** Nothing has changed on the date, or any date, since the lists were read. */
  isRead(date: string | null): boolean;
}

/** Days that are read as a whole once a day, so that what was removed shows; files whose verdicts are told. */
export const recentDays = 7;
const hourMs = 3_600_000;

/** Gives the words that the station says at this moment and should not, a clause each. */
export async function wrongIn(story: CoverageStory): Promise<readonly string[]> {
  const { from, to } = story.span;
  const report = await story.station.coverage.days(from, to, null);
  const found: string[] = [...(await wrongVerdicts(story))];
  for (const day of report?.days ?? []) {
    const instrument = story.instruments.find(({ name }) => name === day.instrument);
    if (instrument === undefined) continue;
    const truth = plainDay(instrument, day.date, story.measured, story.portal.records);
    const [told, wanted] = [JSON.stringify(countsOf(day)), JSON.stringify(truth)];
    if (story.isRead(day.date) && told !== wanted) found.push(`it says ${told}, and the store has ${wanted}`);
    if (day.state === "complete" && day.measured > (day.processed ?? 0) + (day.invalid ?? 0))
      found.push(`${day.instrument} ${day.date} is complete with ${told}`);
    found.push(...wrongOverdue(story, day));
    found.push(...(await miscalled(story, day)));
  }
  return found;
}

/** Files of which it says what never was. */
async function miscalled(
  story: CoverageStory,
  { instrument, date }: CoverageDay,
): Promise<readonly string[]> {
  const files = (await story.station.coverage.day(instrument, date))?.files ?? [];
  return files.flatMap(({ relPath, layer, uploadId, recordUuid }) => {
    const file = story.measured.find((one) => uploadId !== null && one.relPath === relPath);
    if (file === undefined || ["missing", "other-content"].includes(layer)) return [];
    const own = checksumOf(file);
    const isThere = story.portal.received().some(({ checksum }) => checksum === own);
    if (layer === "unlisted" && isThere && story.isRead(date)) return `${relPath} is called unlisted`;
    if (layer === "unlisted" || (layer === "accepted" && recordUuid === null))
      return file.fate === "not-sent" ? `${relPath} is called ${layer} and was not sent` : [];
    const was = layer === "accepted" ? "uploaded" : layer;
    return story.portal.everWas(own, was) ? [] : `${relPath} is called ${layer} and never was`;
  });
}

/** Everything overdue by now has to be told once lists were read past its deadline, and nothing else. */
function wrongOverdue(
  story: CoverageStory,
  { instrument, date, state, gaps }: CoverageDay,
): readonly string[] {
  if (!story.isRead(date)) return [];
  const files = filesOf(story, instrument, (one) => one === date);
  const sinceOf = {
    accepted: files.flatMap(({ record, foundAtMs, isSent, isReplaced }) =>
      record === undefined && (!isSent || isReplaced) ? foundAtMs : [],
    ),
    processed: files.flatMap(({ record, foundAtMs, isSent, isReplaced }) => {
      if (record === undefined) return isSent && !isReplaced ? foundAtMs : [];
      return record.status === "processed" ? [] : record.updatedAtMs;
    }),
  };
  const allowed = { accepted: usualDeadlines.acceptedHours, processed: usualDeadlines.processedHours };
  const found = (["accepted", "processed"] as const).flatMap((layer) => {
    const isTold = gaps.includes(layer);
    const isOver = (atMs: number) => sinceOf[layer].some((ms) => ms + allowed[layer] * hourMs <= atMs);
    const said = `${instrument} ${date} ${layer}`;
    if (isTold && !isOver(story.station.clock.nowMs())) return [`${said} is called overdue and is not`];
    return !isTold && isOver(story.readAtMs ?? 0) ? [`${said} is overdue and not called so`] : [];
  });
  return gaps.length > 0 === (state === "gap") ? found : [...found, `${instrument} ${date} is ${state}`];
}

/** Checks the files that the portal could not use, and those that it has not processed in time. */
async function wrongVerdicts(story: CoverageStory): Promise<readonly string[]> {
  const { ledger, clock } = story.station;
  if (!story.isRead(null)) return [];
  const nowMs = clock.nowMs();
  const since = addDays(todayUtc(nowMs), 1 - recentDays);
  const told = await createVerdicts({ ledger, clock }, () => story.instruments).current();
  return told.flatMap(({ instrument, invalid, unprocessed }) => {
    const files = filesOf(story, instrument, (date) => date >= since);
    const count = (status: string, untilMs: number) =>
      files.filter(({ record }) => record?.status === status && record.updatedAtMs <= untilMs).length;
    const late = usualDeadlines.processedHours * hourMs;
    const [least, most] = [count("uploaded", (story.readAtMs ?? 0) - late), count("uploaded", nowMs - late)];
    const [bad, old] = [invalid?.count ?? 0, unprocessed?.count ?? 0];
    return [
      ...(bad === count("invalid", nowMs)
        ? []
        : [`${instrument}: ${bad} invalid, not ${count("invalid", nowMs)}`]),
      ...(old >= least && old <= most ? [] : [`${instrument}: ${old} unprocessed, not ${least} to ${most}`]),
    ];
  });
}

/** The files of an instrument with their received records, as the store has them. */
function filesOf(story: CoverageStory, instrument: string, isMeant: (date: string) => boolean) {
  const received = story.portal.received();
  return story.measured
    .filter((file) => file.instrument.name === instrument && isMeant(file.date))
    .map((file) => ({ file, own: checksumOf(file) }))
    .map(({ file, own }) => ({
      foundAtMs: file.foundAtMs,
      isSent: file.fate !== "not-sent",
      isReplaced: received.some(
        ({ filename, checksum, measurementDate, tags }) =>
          filename === baseName(file.relPath) &&
          measurementDate === file.date &&
          tags.join() === file.instrument.tags.join() &&
          checksum !== own,
      ),
      record: file.fate === "not-sent" ? undefined : received.find(({ checksum }) => checksum === own),
    }));
}
