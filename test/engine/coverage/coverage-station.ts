import { createHash } from "node:crypto";
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { createNodeFiles } from "#adapters/files/node-files.ts";
import type { OpenLedger } from "#adapters/ledger/ledger-client.ts";
import { addDays, startOfDayMs } from "#base/dates.ts";
import { demoSettings } from "#demo/demo-settings.ts";
import type { ContentFinding } from "#domain/content/verdict.ts";
import { baseName, recordKey } from "#domain/file-version.ts";
import type { Instrument } from "#domain/settings.ts";
import type { UploadEvent } from "#domain/upload.ts";
import type { PortalLists } from "#engine/ports/portal-lists.ts";
import { type MockPortal, startMockPortal } from "#mock-portal/portal.ts";
import { portalFacts } from "#mock-portal/seed/facts.ts";
import type { StoredUpload as PortalUpload, UploadStatus } from "#mock-portal/store/records.ts";
import { type Coverage, createCoverage } from "#station/coverage/coverage.ts";
import { createListSync, type ListSync } from "#station/coverage/list-sync.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { seededRandom } from "#test/support/builders/seeded-random.ts";
import { FakeClock } from "#test/support/fakes/fake-clock.ts";
import { openInThread, ready } from "#test/support/fakes/in-thread-ledger.ts";
import { portalAt } from "#test/support/portals/portal-under-test.ts";

export const noonMs = Date.UTC(2026, 10, 20, 12);
export const today = "2026-11-20";

/** Fates of a file: a status on the portal, or what else may have happened to it. */
const fates = [
  ...(["processed", "processed", "processed", "uploaded", "invalid", "created"] as const),
  ...(["absent", "other-bytes", "other-name", "only-on-portal", "not-sent"] as const),
] as const;

/** A file of the story, on both sides. */
export interface StoryFile {
  readonly instrument: Instrument;
  readonly date: string;
  readonly relPath: string;
  readonly fate: (typeof fates)[number];
  /** Finding of Skyferry's own check. */
  readonly content?: ContentFinding;
}

const md5 = (text: string): string => createHash("md5").update(text).digest("hex");

/** Checksum of what was measured. */
export const checksumOf = ({ instrument, relPath }: StoryFile): string =>
  md5(`${instrument.name}/${relPath}`);

export function uuidOf(name: string): string {
  return md5(name).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** The demo's instruments: radar, ceilometer, and a lidar with a folder for each channel. */
export function instrumentsIn(folder: string): readonly Instrument[] {
  return demoSettings("", folder).instruments.map((one) => ({
    ...one,
    tags: "tags" in one ? one.tags : [],
    since: null,
    network: false,
    expectEveryMinutes: null,
  }));
}

/** Some files for each of `days` days up to yesterday, with fates by chance. */
export function storyOf(
  instruments: readonly Instrument[],
  days: number,
  seed: string,
): readonly StoryFile[] {
  const random = seededRandom(seed);
  return instruments.flatMap((instrument) =>
    Array.from({ length: days }, (_, age) => addDays(today, -1 - age)).flatMap((date) =>
      Array.from({ length: random.int(0, 5) }, (_, number) => ({
        instrument,
        date,
        relPath: `${date}/${date}_${number}.nc`,
        fate: random.pick(fates),
      })),
    ),
  );
}

function portalRecord({ instrument, date, relPath, fate }: StoryFile): PortalUpload | null {
  if (fate === "absent" || fate === "not-sent") return null;
  const { infoUuid } = infoOf(instrument);
  const isOther = fate === "other-bytes";
  const name = `${instrument.name}/${relPath}`;
  const at = new Date(startOfDayMs(date) + 20 * 3_600_000).toISOString();
  const statuses: readonly string[] = ["processed", "uploaded", "invalid", "created"];
  return {
    uuid: uuidOf(name),
    checksum: md5(isOther ? `other ${name}` : name),
    filename: fate === "other-name" ? `other_${baseName(relPath)}` : baseName(relPath),
    measurementDate: date,
    size: 5,
    status: (statuses.includes(fate) ? fate : "processed") as UploadStatus,
    createdAt: at,
    updatedAt: at,
    siteId: instrument.site,
    instrumentPid: instrument.pid,
    tags: [...instrument.tags],
    instrumentId: instrument.instrument,
    instrumentInfoUuid: infoUuid,
  };
}

/** The portal's uuid of the physical instrument. */
export function infoOf({ pid }: Instrument) {
  const found = portalFacts().instrumentRecords.find((one) => one.pid === pid);
  if (found === undefined) throw new Error(`The portal knows no ${pid}.`);
  return { infoUuid: found.uuid };
}

/** A portal with the story's records, and others of the same site and of another. */
export async function openStoryPortal(story: readonly StoryFile[], more: readonly PortalUpload[] = []) {
  const dataFolder = await makeScratch("skyferry-coverage-portal-");
  const portal = await startMockPortal({
    dataFolder,
    clock: { nowMs: () => noonMs },
    seed: async (target) => {
      target.insert(portalFacts());
      target.insert({ uploads: [...story.flatMap((file) => portalRecord(file) ?? []), ...more] });
    },
  });
  return {
    portal,
    async close() {
      await portal.close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** A station with the ledger on disk, without an engine: coverage, and the lists of a portal over HTTP. */
export interface CoverageStation {
  readonly clock: FakeClock;
  readonly ledger: OpenLedger;
  readonly coverage: Coverage;
  readonly sync: ListSync;
  readonly folder: string;
  isOpen: boolean;
  /** Dates whose receipts were to be compared with what the portal has. */
  compared: readonly string[];
  /** Records what was measured, as the scanner and the attempts would have. */
  measure(story: readonly StoryFile[]): Promise<void>;
  /** Lets time pass in steps, with time for the network in each. */
  pass(minutes: number): Promise<void>;
  /** The data folder as a kill would leave it, in a new station at the same time. */
  killed(): Promise<CoverageStation>;
  close(): Promise<void>;
}

export async function openCoverageStation(
  portal: Pick<MockPortal, "url">,
  given: {
    readonly folder?: string;
    readonly nowMs?: number;
    readonly instruments?: readonly Instrument[];
    /** In the place of those that are read over HTTP. */
    readonly lists?: PortalLists;
  } = {},
): Promise<CoverageStation> {
  const folder = given.folder ?? (await makeScratch("skyferry-coverage-"));
  const clock = new FakeClock(given.nowMs ?? noonMs);
  // Instruments into whose folders `measure` writes.
  const own = () => instrumentsIn("").map((one) => ({ ...one, folder: join(folder, "files", one.name) }));
  const instruments = given.instruments ?? own();
  const ledger = ready(openInThread({ dataFolder: join(folder, "data"), nowMs: clock.nowMs() }));
  const http = portalAt(portal.url);
  const files = createNodeFiles();
  const coverage = createCoverage({
    clock,
    files,
    ledger,
    keeper: ledger,
    instruments: () => instruments,
    runSafely: (work) => work(),
    async compareReceipts(dates) {
      station.compared = [...station.compared, ...dates.map(({ from }) => from)];
    },
    async retry(ids) {
      const applied = await Promise.all(
        ids.map((id) => ledger.apply(id, { type: "retried" }, clock.nowMs())),
      );
      return applied.filter((one) => one !== null).length;
    },
  });
  const sync = createListSync({
    clock,
    keeper: ledger,
    portal: given.lists ?? http,
    log: { info: () => {}, warn: () => {}, error: (message) => expectNothing(message) },
    portalUrl: () => portal.url,
    lists: () => coverage.lists(),
    isOpen: () => station.isOpen,
    runSafely: (work) => work(),
  });
  sync.onRead((name) => coverage.listRead(name));
  const station: CoverageStation = {
    clock,
    ledger,
    coverage,
    sync,
    folder,
    isOpen: true,
    compared: [],
    async measure(story) {
      for (const file of story) await record(ledger, file, clock.nowMs(), join(folder, "files"));
    },
    async pass(minutes) {
      for (let second = 0; second < minutes * 60; second += 10) {
        await clock.advance(10_000);
        // Requests made meanwhile are answered before time goes on.
        while (clock.asleep === 0) await turn();
      }
    },
    async killed() {
      const copy = await makeScratch("skyferry-coverage-killed-");
      await cp(folder, copy, { recursive: true });
      await rm(join(copy, "data", "ledger.lock"), { force: true });
      const lists = given.lists === undefined ? {} : { lists: given.lists };
      return await openCoverageStation(portal, { folder: copy, nowMs: clock.nowMs(), ...lists });
    },
    async close() {
      await sync.stop();
      await http.close();
      await files.close();
      await ledger.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return station;
}

function expectNothing(message: string): never {
  throw new Error(message);
}

async function record(ledger: OpenLedger, file: StoryFile, nowMs: number, folder: string): Promise<void> {
  const { instrument, date, relPath, fate, content = null } = file;
  if (fate === "only-on-portal") return;
  const foundAtMs = Math.min(nowMs, startOfDayMs(date) + 86_400_000);
  const path = join(folder, instrument.name, relPath);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, "12345");
  const [upload] = await ledger.enqueue(
    [
      {
        instrument: instrument.name,
        relPath,
        size: 5,
        mtimeUs: foundAtMs * 1000,
        ctimeUs: foundAtMs * 1000,
        fileId: relPath,
        measurementDate: date,
        lane: "fresh",
        checkFirst: false,
        rewrittenFrom: null,
      },
    ],
    foundAtMs,
  );
  if (upload === undefined || fate === "not-sent") return;
  const checksum = checksumOf(file);
  const receipt = {
    kind: "stored",
    checksum,
    size: 5,
    confirmedAtMs: foundAtMs,
    portal: null,
    recordFilename: null,
    recordUuid: null,
  } as const;
  const key = recordKey({ ...instrument, measurementDate: date, filename: baseName(relPath) });
  const events: readonly UploadEvent[] = [
    { type: "claimed" },
    { type: "hashed", checksum, recordKey: key, mark: null, content },
    { type: "announced" },
    { type: "confirmed", receipt },
  ];
  for (const event of events) await ledger.apply(upload.id, event, foundAtMs);
}
