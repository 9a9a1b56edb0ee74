import { existsSync } from "node:fs";
import { connectToHost } from "#api/loopback/client.ts";
import { noInstrumentText } from "#api/present.ts";
import { bytesText, counted, oneLine, rangeText, rateText } from "#base/text.ts";
import { openPlanning, type PlaceOfInstrument } from "#compose/planning.ts";
import { type FilesAndBytes, type PlannedDays, planFrom, plannedDays } from "#domain/backlog-plan.ts";
import { absolutePath, UsageError } from "./command.ts";
import { selectedDates } from "./date-flags.ts";
import { checkFiles, dataFolderOf } from "./station-flags.ts";
import type { Run } from "./table.ts";
import type { planTable } from "./tables/telling-tables.ts";
import { jsonLine, printed } from "./words.ts";

/** Document that `plan --json` prints. */
interface PlanShown extends FilesAndBytes {
  readonly onPortal: number;
  readonly months: readonly (FilesAndBytes & { readonly month: string })[];
  readonly perDay: FilesAndBytes;
  readonly bytesPerSecond: number | null;
  readonly days: PlannedDays | null;
}

const bytesOfKilobyte = 1000;
const dayMs = 86_400_000;

export const plan: Run<typeof planTable> = async ({ flags }, around) => {
  const [dates = null] = selectedDates({ from: flags.from, to: flags.to }, [], Date.now()) ?? [];
  const given = flags.at === undefined ? null : rateOf(flags.at);
  const dataFolder = dataFolderOf(flags, around);
  if (!existsSync(dataFolder) && flags.settings === undefined)
    throw new UsageError(
      `${dataFolder} does not exist: name the data folder of your station with --data DIR.`,
    );
  checkFiles(flags, around);
  const { env, version, stderr } = around;
  const settingsFile = flags.settings === undefined ? null : absolutePath(flags.settings, around);
  const planning = await openPlanning({ dataFolder, settingsFile, env, version });
  if ("message" in planning) throw new UsageError(planning.message);
  for (const problem of planning.problems) stderr.write(`skyferry: ${oneLine(problem)}\n`);
  const names = chosenNames(planning.names, flags.instrument, planning.problems.length > 0);
  if (names === null) return 2;
  const found = await planning.plan(names, dates, await toldPlaces(dataFolder), around.stopping);
  if (found.kind !== "planned") {
    const why =
      found.kind === "portal" ? `the portal could not be asked. ${found.message}` : "stopped early.";
    stderr.write(`skyferry plan: ${oneLine(why)}\n`);
    return 1;
  }
  const { unreadable, days: byDay, perDay } = found.plan;
  const counts = planFrom(byDay, null);
  for (const reason of unreadable)
    stderr.write(`skyferry plan: not counted, could not be read: ${oneLine(reason)}\n`);
  const bytesPerSecond = given ?? (await measuredRate(dataFolder));
  const { rates } = planning;
  const days = bytesPerSecond === null ? null : plannedDays(counts.bytes, bytesPerSecond, perDay, rates);
  const shown: PlanShown = { ...counts, perDay, bytesPerSecond, days };
  around.stdout.write(flags.json ? jsonLine(shown) : inWords(shown, rates.length > 0));
  return unreadable.length === 0 ? 0 : 1;
};

/** Bytes a second. */
function rateOf(text: string): number {
  const rate = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0;
  if (rate <= 0 || rate > 1e9)
    throw new UsageError(
      `--at must be a number of kilobytes a second above 0, such as 2000, not ${JSON.stringify(text)}.`,
    );
  return rate * bytesOfKilobyte;
}

/** Null where no instrument can be used, and the problems tell why. */
function chosenNames(
  names: readonly string[],
  wanted: string | undefined,
  isTold: boolean,
): readonly string[] | null {
  if (names.length === 0) {
    if (isTold) return null;
    throw new UsageError('The settings have no instrument: add one under "instruments".');
  }
  if (wanted === undefined) return names;
  if (!names.includes(wanted)) throw new UsageError(`--instrument: ${noInstrumentText(wanted, names)}`);
  return [wanted];
}

/** Places that files were delivered to, as the host tells; null where none runs, none at all where it does not tell. */
async function toldPlaces(dataFolder: string): Promise<readonly PlaceOfInstrument[] | null> {
  const host = await connectToHost(dataFolder);
  if (host.kind === "no-host") return null;
  if (host.kind === "error") return [];
  const reply = await host.transport.call("coverage.places", {}).finally(() => host.close());
  // A host of an older version does not tell.
  return reply.ok ? reply.value : [];
}

/** Rate at which a host sends a backlog now; null where none does. */
async function measuredRate(dataFolder: string): Promise<number | null> {
  const host = await connectToHost(dataFolder);
  if (host.kind !== "connected") return null;
  const reply = await host.transport.call("status", {}).finally(() => host.close());
  // A host of an older version does not tell.
  return reply.ok ? (reply.value.sending.progress?.bytesPerSecond ?? null) : null;
}

function inWords(
  { files, bytes, onPortal, months, perDay, bytesPerSecond, days }: PlanShown,
  hasTimetable: boolean,
): string {
  const there = `${counted(onPortal, "file is", "files are")} already on the portal.`;
  if (files === 0) return printed([`Nothing to send: ${there}`]);
  const widest = Math.max(...months.map((month) => counted(month.files, "file").length));
  return printed([
    `${counted(files, "file")}, ${bytesText(bytes)}: here and not on the portal. ${there}`,
    ...months.map(
      (one) => `  ${one.month}  ${counted(one.files, "file").padStart(widest)}  ${bytesText(one.bytes)}`,
    ),
    `New data a day: ${counted(perDay.files, "file")}, ${bytesText(perDay.bytes)}.`,
    timeWords(bytesPerSecond, days, hasTimetable),
  ]);
}

function timeWords(bytesPerSecond: number | null, days: PlannedDays | null, hasTimetable: boolean): string {
  if (bytesPerSecond === null)
    return "To know how long it takes, give a rate with --at KBPS, or ask again while Skyferry sends a backlog.";
  if (days === null)
    return `At ${rateText(bytesPerSecond)} it never ends: each day brings more new data than can be sent.`;
  const time = rangeText(days.least * dayMs, days.most * dayMs);
  return hasTimetable
    ? `At ${rateText(bytesPerSecond)}, limited by the timetable (portal.rates), it takes ${time}.`
    : `At ${rateText(bytesPerSecond)} it takes ${time}.`;
}
