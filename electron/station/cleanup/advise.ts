import { todayUtc } from "#base/dates.ts";
import { isSamePlace, listOfPlace } from "#domain/delivered-place.ts";
import type { ConfiguredInstrument } from "#domain/instrument-match.ts";
import { rawListOf } from "#domain/portal-records.ts";
import type { ListName } from "#engine/ports/portal-lists.ts";
import { monthOf, type WantedList } from "#station/coverage/list-plan.ts";
import { type Advice, type CleanupRequest, createAdviceCount, type LookProgress } from "./advice.ts";
import type { AskedMonth, CleanupParts, CleanupRun, ConfirmedFile, MonthOfList } from "./cleanup-parts.ts";
import { nameConfirmed } from "./ledger-look.ts";
import { confirmMonth, lookAtMonth } from "./month-look.ts";
import { createFileReader } from "./read-again.ts";

/** Files that may be removed, and why the others may not. Nothing is named unless the portal answered every question. */
export async function adviseCleanup(
  parts: CleanupParts,
  request: CleanupRequest,
  signal: AbortSignal,
  onProgress: (progress: LookProgress) => void,
): Promise<Advice> {
  const count = createAdviceCount();
  const run: CleanupRun = { parts, request, signal, count, reader: createFileReader(parts, signal) };
  const asked: AskedMonth[] = [];
  let unanswered: string | null = null;
  const groups = await groupsOf(run);
  const tell = (done: number) =>
    onProgress({ decided: count.decided(), lists: { done, all: groups.length } });
  for (const [at, group] of groups.entries()) {
    if (signal.aborted) break;
    tell(at);
    const month: AskedMonth | string = await lookAtMonth(run, group, unanswered !== null);
    if (typeof month === "string") unanswered ??= month;
    else asked.push(month);
  }
  const confirmed: ConfirmedFile[] = [];
  for (const month of asked) {
    if (signal.aborted || unanswered !== null) break;
    const answer: readonly ConfirmedFile[] | string = await confirmMonth(run, month);
    if (typeof answer === "string") unanswered = answer;
    else confirmed.push(...answer);
  }
  if (unanswered === null) await nameConfirmed(run, confirmed);
  else for (const { upload } of asked.flatMap(({ pending }) => pending)) count.keep(upload, "not-asked");
  tell(groups.length);
  return count.advice(unanswered);
}

/** The months in which files were measured, of each list; newest last. */
async function groupsOf({ parts, request }: CleanupRun): Promise<readonly MonthOfList[]> {
  const { clock, keeper } = parts;
  const all = parts.instruments();
  const today = todayUtc(clock.nowMs());
  const groups = new Map<string, MonthOfList>();
  for (const configured of all) {
    const { name, kind, site, instrument } = configured.instrument;
    if (request.instrument !== null && request.instrument !== name) continue;
    const first = await keeper.firstMeasured(name);
    if (first === null) continue;
    const list = { kind: rawListOf(kind), site, instrument };
    const isFellow = ({ instrument: other }: ConfiguredInstrument) =>
      other.site === site && other.instrument === instrument && rawListOf(other.kind) === list.kind;
    const pids = [...new Set(all.filter(isFellow).map((one) => one.instrument.pid))];
    const report = await parts.days(first, today, name);
    const dates = (report?.days ?? []).filter(({ measured }) => measured > 0).map(({ date }) => date);
    const months = [...new Set(dates.map(monthOf))];
    const add = (of: ListName & Pick<WantedList, "pids">, month: string): void => {
      const key = [month, of.kind, of.site, of.instrument].join("|");
      const instruments = [...(groups.get(key)?.instruments ?? []), configured];
      groups.set(key, { list: { ...of, from: first }, month, instruments });
    };
    for (const month of months) add({ ...list, pids }, month);
    for (const { from, to, ...place } of await keeper.deliveredPlaces(name))
      if (!isSamePlace(place, configured.instrument))
        for (const month of months.filter((one) => monthOf(from) <= one && one <= monthOf(to)))
          add({ ...listOfPlace(place), pids: [place.pid] }, month);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}
