import { createHash } from "node:crypto";
import { cpSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { mkdir, rm, utimes, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { OpenLedger } from "#adapters/ledger/ledger-client.ts";
import { migrations, statementsOf } from "#adapters/ledger/schema.ts";
import { openSettings } from "#adapters/settings/settings-store.ts";
import { placeOf } from "#domain/delivered-place.ts";
import type { Upload } from "#domain/upload.ts";
import { openInThread, ready, sqliteError } from "#test/support/fakes/in-thread-ledger.ts";
import { runInProcess } from "#test/support/hosts/cli-in-process.ts";
import { jsonOf } from "#test/support/hosts/cli-run.ts";
import { openPortal, requestsOf } from "#test/support/portals/cli-portal.ts";
import { fixtureContent, fixtureRoot, fixtureSettings } from "./fixture-files.ts";
import {
  arrivalsOf,
  copyOfKept,
  deliveryHoursOf,
  fileHoursOf,
  type KeptFolder,
  keptVersions,
  lineHoursOf,
  openedUploads,
  replacedOf,
} from "./kept-folder.ts";

const versions = await keptVersions();
const openedAtMs = Date.UTC(2026, 2, 6, 12);
const everyHour = [0, 1_000_000] as const;

test("a data folder is kept of each schema", () => {
  expect(versions).toEqual(migrations.map((_, index) => index + 1));
});

describe.each(versions)("a data folder of schema %i", (version) => {
  let root: string;
  let dataFolder: string;
  let kept: KeptFolder;
  beforeEach(async () => {
    ({ root, dataFolder, kept } = await copyOfKept(version));
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  test("says what it said to the version that wrote it: rows, journal, totals, hours", async () => {
    await expectWhole(dataFolder, kept);
  });

  // Written on Linux: on Windows its folders name no drive.
  test.skipIf(process.platform === "win32")("keeps its settings", async () => {
    const { settings, problems } = await openSettings({ file: null, dataFolder }).load();
    expect(problems.filter(({ isOfDisk }) => isOfDisk !== true)).toEqual([]);
    expect(settings.portal).toMatchObject(fixtureSettings.portal);
    expect(settings.instruments).toMatchObject(fixtureSettings.instruments);
  });

  test("goes on: what was not delivered is, and nothing is sent again", async () => {
    const portal = await openPortal();
    try {
      await moveHere(root, dataFolder, portal.url, kept);
      const end = await runInProcess(["submit", "--data", dataFolder, "--json"]);
      const left = kept.uploads.filter(
        ({ state }) => !["delivered", "superseded", "cancelled"].includes(state),
      );
      expect(end.stderr).toBe("");
      expect(end.code).toBe(0);
      expect(jsonOf<{ delivered: number }>(end).delivered).toBe(left.length);
      const wanted = left.map(({ relPath, size }) => `${relPath.split("/").at(-1)} ${size}`).sort();
      expect(
        portal
          .acceptances()
          .map(({ filename, size }) => `${filename} ${size}`)
          .sort(),
      ).toEqual(wanted);
      expect(requestsOf(portal, "PUT /upload/data")).toBeGreaterThan(0);
      const again = jsonOf<{ requests: object }>(
        await runInProcess(["submit", "--data", dataFolder, "--json"]),
      );
      expect(again.requests).toEqual({ post: 0, put: 0, get: 0 });
      const { totals } = jsonOf<{ totals: Record<string, number> }>(
        await runInProcess(["status", "--data", dataFolder, "--json"]),
      );
      expect(totals).toMatchObject({
        delivered: (kept.totals.delivered ?? 0) + left.length,
        superseded: kept.totals.superseded,
        cancelled: kept.totals.cancelled,
        queued: 0,
        waiting: 0,
        blocked: 0,
      });
      await expectMarked(dataFolder);
    } finally {
      await portal.close();
    }
  });

  const isOlder = version < migrations.length;
  test.runIf(isOlder)("stays whole whichever statement fails, and after a crash there", async () => {
    // Hundreds of small copies: asynchronously, each takes several times the work.
    const before = rawContent(dataFolder);
    const judged = new Set<string>();
    let statements = 0;
    for (let failing = 0; ; failing++) {
      const tried = join(root, `failing-${failing}`);
      const crashed = join(root, `crashed-${failing}`);
      cpSync(dataFolder, tried, { recursive: true });
      if (!(await failsAt(failing, tried, crashed))) break;
      statements += 1;
      for (const folder of [tried, crashed]) {
        const bytes = bytesIn(folder);
        if (!judged.has(bytes)) {
          const now = rawContent(folder);
          expect([version, migrations.length]).toContain(now.version);
          if (now.version === version) expect(now).toEqual(before);
          await expectWhole(folder, kept);
          judged.add(bytes);
        }
        rmSync(folder, { recursive: true, force: true });
      }
    }
    expect(statements).toBeGreaterThan(migrations.slice(version).flatMap(statementsOf).length);
  });
});

/** Expects that delivered files that are still the newest of their path were read again where their mark was not known. */
async function expectMarked(dataFolder: string): Promise<void> {
  const ledger = ready(openInThread({ dataFolder, nowMs: openedAtMs }));
  try {
    const uploads = await ledger.list({ states: ["delivered"] }, 1_000, null);
    const newest = Map.groupBy(uploads, ({ relPath }) => relPath).values();
    const unmarked = [...newest].flatMap((all) => all.toSorted((a, b) => b.mtimeUs - a.mtimeUs).slice(0, 1));
    expect(unmarked.filter(({ ctimeUs, fileId }) => ctimeUs === null || fileId === null)).toEqual([]);
  } finally {
    await ledger.close();
  }
}

/** Expects that the ledger knows where files were delivered to, and of which dates. */
async function expectPlaces(ledger: OpenLedger, uploads: readonly Upload[]): Promise<void> {
  const delivered = uploads.filter(({ state }) => state === "delivered");
  expect(delivered.length).toBeGreaterThan(0);
  for (const [name, own] of Map.groupBy(delivered, ({ instrument }) => instrument)) {
    const places = Map.groupBy(own, ({ recordKey }) => {
      const { site, pid } = placeOf(recordKey ?? "") ?? {};
      return JSON.stringify([site, pid]);
    });
    const expected = [...places].map(([place, some]) => {
      const dates = some.map(({ measurementDate }) => measurementDate).sort();
      return [place, dates[0], dates.at(-1)];
    });
    const kept = await ledger.deliveredPlaces(name);
    expect(kept.map(({ site, pid, from, to }) => [JSON.stringify([site, pid]), from, to])).toEqual(expected);
  }
}

/** Opens it in the newest version and compares everything with what its own version said. */
async function expectWhole(dataFolder: string, kept: KeptFolder): Promise<void> {
  const ledger = ready(openInThread({ dataFolder, nowMs: openedAtMs }));
  try {
    expect(ledger.opening).toEqual({ kind: "existing", movedTo: null, message: null });
    const uploads = await ledger.list({}, 1_000, null);
    const expected = openedUploads(kept, openedAtMs);
    expect(byId(uploads)).toEqual(byId(expected));
    await expectPlaces(ledger, uploads);
    const journal = await ledger.journal({ sinceSeq: 0, limit: 10_000 });
    expect(journal.slice(0, kept.journal.length)).toEqual(kept.journal);
    const released = expected.filter(({ updatedAtMs }) => updatedAtMs === openedAtMs).map(({ id }) => id);
    expect(
      journal
        .slice(kept.journal.length)
        .map(({ uploadId }) => uploadId)
        .sort(),
    ).toEqual(released.sort());
    const totals = Object.entries(await ledger.totals());
    for (const [state, count] of totals)
      expect([state, count]).toEqual([state, expected.filter((one) => one.state === state).length]);
    const sorted = <T extends { readonly instrument: string; readonly hour: number }>(hours: readonly T[]) =>
      hours.toSorted((a, b) => a.instrument.localeCompare(b.instrument) || a.hour - b.hour);
    expect(sorted(await ledger.fileHours(...everyHour))).toEqual(sorted(fileHoursOf(expected)));
    expect(await ledger.replacedCount()).toBe(replacedOf(expected));
    expect(sorted(await ledger.deliveryHours(...everyHour))).toEqual(sorted(deliveryHoursOf(expected)));
    expect(await ledger.lineHours(...everyHour, null)).toEqual(
      lineHoursOf(kept.journal).toSorted((a, b) => a.hour - b.hour),
    );
    expect(await ledger.stationEvents({ before: null, limit: 1_000 })).toEqual(kept.stationEvents ?? []);
    expect(await ledger.lastRun()).toEqual(kept.run ?? null);
    for (const [instrument, times] of await ledger.arrivals())
      expect(times).toEqual(arrivalsOf(expected, instrument).slice(0, 60));
  } finally {
    await ledger.close();
  }
}

/**
 * Opens a ledger whose statement number `failing` fails; `crashed` becomes a copy of the folder at that moment. False
 * when there are not so many statements.
 */
async function failsAt(failing: number, folder: string, crashed: string): Promise<boolean> {
  let at = 0;
  const beforeStatement = () => {
    if (at++ !== failing) return;
    cpSync(folder, crashed, { recursive: true });
    throw sqliteError("IOERR");
  };
  const opened = openInThread({ dataFolder: folder, nowMs: openedAtMs, beforeStatement });
  if ("message" in opened) {
    expect(opened.message).toContain(folder);
    return true;
  }
  const hasFailed = at > failing;
  await opened.close();
  return hasFailed;
}

/** Names and contents of the files there: most statements of a transaction fail on the same bytes. */
function bytesIn(folder: string): string {
  const hash = createHash("sha256");
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = readFileSync(path);
    hash.update(`${relative(folder, path)} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest("hex");
}

/** Gives the content of the file, by SQLite alone; read from a copy, because opening it moves the log into the file. */
function rawContent(dataFolder: string): { readonly version: number; readonly tables: unknown } {
  const copy = `${dataFolder}-copy`;
  cpSync(dataFolder, copy, { recursive: true });
  const db = new DatabaseSync(join(copy, "ledger.sqlite"));
  try {
    const version = Number(Object.values(db.prepare("PRAGMA user_version").get() ?? {})[0]);
    const names = db.prepare("SELECT name, sql FROM sqlite_schema ORDER BY name").all();
    const tables = names.flatMap(({ name, sql }) =>
      String(sql).startsWith("CREATE TABLE") ? [[name, db.prepare(`SELECT * FROM ${name}`).all()]] : [],
    );
    return { version, tables: [names, tables] };
  } finally {
    db.close();
    rmSync(copy, { recursive: true });
  }
}

/** Puts the instruments' folders below `root`, with the newest version of each file as the ledger knows it. */
async function moveHere(
  root: string,
  dataFolder: string,
  portalUrl: string,
  kept: KeptFolder,
): Promise<void> {
  const folderOf = (folder: string) => folder.replace(fixtureRoot, join(root, "instruments"));
  const instruments = fixtureSettings.instruments.map((one) => ({ ...one, folder: folderOf(one.folder) }));
  const settings = { portal: { url: portalUrl, username: "station" }, instruments };
  await writeFile(join(dataFolder, "settings.json"), JSON.stringify(settings));
  for (const { instrument, relPath, size, mtimeUs, state } of kept.uploads) {
    if (state === "superseded") continue;
    const path = join(instruments.find(({ name }) => name === instrument)?.folder ?? "", relPath);
    await mkdir(dirname(path), { recursive: true });
    const newer = kept.uploads.find((one) => one.relPath === relPath && one.mtimeUs > mtimeUs);
    if (newer !== undefined) continue;
    await writeFile(path, fixtureContent(relPath, size));
    await utimes(path, mtimeUs / 1e6, mtimeUs / 1e6);
  }
}

function byId<T extends { readonly id: string }>(all: readonly T[]): readonly T[] {
  return all.toSorted((a, b) => a.id.localeCompare(b.id));
}
