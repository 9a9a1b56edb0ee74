import { setTimeout as sleep } from "node:timers/promises";
import type { Output } from "#contract/methods.ts";
import type { Claims } from "#test/faults/oracle.ts";
import type { InstrumentFolder } from "./instrument-folder.ts";
import type { SoakStation } from "./soak-station.ts";
import type { WrittenRecord } from "./written-record.ts";

const lookEveryMs = 500;
const pageRows = 500;

/** Resolves when nothing is left to do, or after the time; says whether it was. */
export async function drained(
  station: SoakStation,
  record: WrittenRecord,
  folders: ReadonlyMap<string, InstrumentFolder>,
  withinMs: number,
): Promise<boolean> {
  const until = performance.now() + withinMs;
  while (performance.now() < until) {
    if (await isDone(station, record, folders)) return true;
    await sleep(lookEveryMs);
  }
  return false;
}

/** Nothing grows, nothing is queued, and each file is delivered in its last version. */
async function isDone(
  station: SoakStation,
  record: WrittenRecord,
  folders: ReadonlyMap<string, InstrumentFolder>,
): Promise<boolean> {
  const said = await station.ask("status", {});
  if (said === null || said.instruments.some(({ growing }) => growing > 0)) return false;
  const { delivered, superseded, ...unfinished } = said.totals;
  if (Object.values(unfinished).some((count) => count > 0)) return false;
  if (delivered < record.totals().files) return false;
  const claims = await claimsOf(station, folders);
  const called = new Set(claims?.delivered?.map(({ path, checksum }) => `${path} ${checksum}`));
  return record.lastVersions().every((version) => called.has(version));
}

/** Gives the daemon's words about itself; null where it does not answer. */
export async function claimsOf(
  station: SoakStation,
  folders: ReadonlyMap<string, InstrumentFolder>,
): Promise<Claims | null> {
  const said = await station.ask("status", {}, 30_000);
  if (said === null) return null;
  const uploads: Output<"queue">["uploads"][number][] = [];
  for (;;) {
    const filter = { states: ["delivered" as const] };
    const page = await station.ask("queue", { filter, offset: uploads.length, limit: pageRows }, 30_000);
    if (page === null) return null;
    uploads.push(...page.uploads);
    if (page.uploads.length < pageRows) break;
  }
  const delivered = uploads.map(({ instrument, path, receipt }) => ({
    path: folders.get(instrument)?.pathOf(path) ?? path,
    checksum: receipt?.checksum ?? "none",
  }));
  const causes = said.causes.map(({ cause }) => cause);
  return { totals: said.totals, delivered, needsAttention: said.needsAttention, causes };
}
