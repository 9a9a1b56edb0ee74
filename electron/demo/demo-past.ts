import { addDays, startOfDayMs, todayUtc } from "#base/dates.ts";
import type { PastFile } from "#compose/past.ts";
import type { StationEventChange, StationEventDetail, StationEventKind } from "#domain/station-event.ts";
import { demoSettings } from "./demo-settings.ts";

/** A raw file as the built-in portal lists it. */
interface ListedRaw {
  readonly uuid: string;
  readonly checksum: string;
  readonly filename: string;
  readonly measurementDate: string;
  readonly size: string;
  readonly status: string;
  readonly createdAt: string;
  readonly instrumentPid: string;
  readonly tags: readonly string[];
}

/** Subfolder in which each demo instrument has put a file of a date, relative to its folder. */
const folderOf: Readonly<Record<string, (year: string, month: string, day: string) => string>> = {
  "Cloud radar": (year, month, day) => `${year}/${month}/${day}/`,
  Ceilometer: () => "",
  "Doppler lidar co": (year, month, day) => `Proc/${year}/${year}${month}/${year}${month}${day}/`,
  "Doppler lidar cross": (year, month, day) => `Proc/${year}/${year}${month}/${year}${month}${day}/`,
};

/** Gives the files that the demo's instruments measured before the demo: those that the built-in portal has. */
export async function demoPast(portalUrl: string, folder: string): Promise<readonly PastFile[]> {
  const { instruments } = demoSettings(portalUrl, folder);
  const lists = new Map<string, readonly ListedRaw[]>();
  for (const { site, instrument } of instruments) {
    if (lists.has(instrument)) continue;
    const answer = await fetch(`${portalUrl}/api/raw-files?site=${site}&instrument=${instrument}`);
    lists.set(instrument, answer.ok ? ((await answer.json()) as readonly ListedRaw[]) : []);
  }
  const past = instruments.flatMap((one) => {
    const { name, site, pid } = one;
    const tags: readonly string[] = "tags" in one ? one.tags : [];
    const own = (lists.get(one.instrument) ?? []).filter(
      (raw) => raw.status !== "created" && raw.instrumentPid === pid && raw.tags.join() === tags.join(),
    );
    return own.map(({ uuid, checksum, filename, measurementDate, size, status, createdAt }) => {
      const [year = "", month = "", day = ""] = measurementDate.split("-");
      const file: PastFile = {
        instrument: { name, site, pid, tags },
        relPath: `${folderOf[name]?.(year, month, day) ?? ""}${filename}`,
        measurementDate,
        checksum,
        size: Number(size),
        atMs: Date.parse(createdAt),
        recordUuid: uuid,
        portal: portalUrl,
      };
      return { file, status };
    });
  });
  const unfit = past.filter(({ status }) => status === "invalid");
  const newest = unfit.toSorted((one, other) => other.file.atMs - one.file.atMs)[0];
  return past.map((one) => (one === newest ? one.file : withKnown(one)));
}

/** A file that the portal could not use, or did not process, was known to the station's people: one problem is left for the newcomer. */
function withKnown({ file, status }: { readonly file: PastFile; readonly status: string }): PastFile {
  const { name } = file.instrument;
  const by = "operator";
  if (status === "invalid") {
    const label = `The portal could not use 1 file of ${name}`;
    return { ...file, known: { cause: "judged-invalid", label, note: "Snow on the instrument", by } };
  }
  if (status !== "uploaded") return file;
  const label = `The portal has not processed 1 file of ${name}`;
  return { ...file, known: { cause: "not-processed", label, note: "The operators look into it", by } };
}

const hourMs = 3_600_000;

/** Gives the events of the demo's station before the demo. */
export function demoEvents(nowMs: number): readonly StationEventChange[] {
  /** UTC, days ago. */
  const at = (daysAgo: number, hour: number) =>
    startOfDayMs(addDays(todayUtc(nowMs), -daysAgo)) + hour * hourMs;
  const lasted = (
    kind: StationEventKind,
    fromMs: number,
    toMs: number,
    detail: StationEventDetail,
  ): readonly StationEventChange[] => [
    { type: "begin", kind, subject: "", fromMs, detail },
    { type: "end", kind, subject: "", toMs },
  ];
  return [
    ...lasted("outage", at(24, 12), at(23, 6.4), { cause: "unreachable" }),
    ...lasted("stopped", at(16, 20), at(15, 7.5), { isUnclean: true }),
    ...lasted("outage", at(9, 2.2), at(9, 14), { cause: "portal-trouble" }),
    ...lasted("paused", at(4, 8), at(4, 15), { untilMs: null }),
  ];
}
