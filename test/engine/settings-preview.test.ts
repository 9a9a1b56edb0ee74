import { beforeEach, expect, test } from "vitest";
import { dispatch } from "#api/dispatch.ts";
import { createHandlers } from "#api/handlers/all.ts";
import type { Handlers, Input, Output } from "#contract/methods.ts";
import type { Ledger } from "#engine/ports/ledger.ts";
import { dryRun } from "#engine/run-once/dry-run.ts";
import { folder, instrument } from "#test/support/builders/engine-fixture.ts";
import { FakeClock } from "#test/support/fakes/fake-clock.ts";
import { createFakeEngine } from "#test/support/fakes/fake-engine.ts";
import { createFakePortalReads } from "#test/support/fakes/fake-portal-reads.ts";
import { createFakeSettingsService } from "#test/support/fakes/fake-settings-editor.ts";
import { createFakeShell } from "#test/support/fakes/fake-shell.ts";
import { MemoryFiles } from "#test/support/fakes/memory-files.ts";
import { memoryLedger } from "#test/support/fakes/memory-ledger.ts";

const start = Date.parse("2024-05-17T12:00:00Z");
let files: MemoryFiles;
let clock: FakeClock;
let ledger: Ledger;
let handlers: Handlers;
beforeEach(() => {
  files = new MemoryFiles();
  files.makeFolder(folder);
  clock = new FakeClock(start);
  ledger = memoryLedger();
  handlers = createHandlers({
    station: createFakeEngine(),
    portalReads: createFakePortalReads(),
    host: null,
    shell: createFakeShell(),
    settingsParts: {
      service: createFakeSettingsService().service,
      ports: { clock, files, ledger, pathStyle: "posix" },
    },
  });
});

function put(relPath: string, ageSeconds = 86_400, content = "data"): void {
  files.put(folder, relPath, content, (start - ageSeconds * 1000) * 1000);
}

async function tried(
  input: Partial<Input<"settings.testPattern">> = {},
): Promise<Output<"settings.testPattern">> {
  const whole = { folder, pattern: "%Y%m%d_*.nc", ...input };
  const reply = await dispatch(handlers, "settings.testPattern", whole);
  if (!reply.ok) throw new Error(reply.error.message);
  return reply.value as Output<"settings.testPattern">;
}

test("each file has its verdict, its date and the reason", async () => {
  put("20240516_a.nc");
  put("20240517_b.nc", 5);
  put("notes.txt");
  put("20240516_empty.nc", 86_400, "");
  put("20240516_a b.nc");
  put("20230101_old.nc");
  put("20240230_x.nc");
  const { entries, ...counts } = await tried({ since: "2024-01-01", tags: ["co"] });
  expect(counts).toEqual({
    folder: { exists: true, message: null },
    patternProblem: null,
    usualMinutes: null,
    finishProblem: null,
    matched: 1,
    tooYoung: 1,
    noMatch: 2,
    refused: 3,
    skipped: 0,
    total: 7,
    isCut: false,
  });
  const told = new Map(entries.map(({ path, ...rest }) => [path, rest]));
  expect(told.get("20240516_a.nc")).toMatchObject({
    verdict: "matches",
    measurementDate: "2024-05-16",
    tags: ["co"],
    modifiedAt: "2024-05-16T12:00:00.000Z",
    size: 4,
  });
  expect(told.get("20240517_b.nc")).toMatchObject({
    verdict: "too-young",
    reason: expect.stringContaining("60 s"),
  });
  expect(told.get("notes.txt")).toMatchObject({ verdict: "no-match", measurementDate: null, tags: [] });
  expect(told.get("20240230_x.nc")).toMatchObject({ verdict: "no-match" });
  expect(told.get("20240516_empty.nc")).toMatchObject({
    verdict: "refused",
    reason: expect.stringContaining("empty"),
  });
  expect(told.get("20240516_a b.nc")).toMatchObject({
    verdict: "refused",
    reason: expect.stringContaining("letters"),
  });
  expect(told.get("20230101_old.nc")).toMatchObject({ verdict: "refused", measurementDate: "2023-01-01" });
});

test("the finish policy decides what is too young: a sentinel, a newer file, an open day", async () => {
  put("20240516_a.nc", 90);
  put("20240517_b.nc", 80);
  put("20240516_a.nc.done");
  const young = async (finish: Record<string, unknown>) => {
    const { entries, finishProblem } = await tried({ finish });
    expect(finishProblem).toBeNull();
    return entries.filter(({ verdict }) => verdict === "too-young").map(({ path }) => path);
  };
  expect(await young({ policy: "settle", seconds: 60 })).toEqual([]);
  expect(await young({ policy: "settle", seconds: 85 })).toEqual(["20240517_b.nc"]);
  expect(await young({ policy: "next-file" })).toEqual(["20240517_b.nc"]);
  expect(await young({ policy: "sentinel", suffix: ".done" })).toEqual(["20240517_b.nc"]);
  expect(await young({ policy: "day-closed" })).toEqual(["20240517_b.nc"]);
  const { finishProblem, matched } = await tried({ finish: { policy: "someday" } });
  expect(finishProblem).toContain("must be one of settle");
  expect(matched).toBe(2);
});

test("on a network drive old files are old, though nobody has watched them yet", async () => {
  put("20240516_a.nc");
  expect(await tried({ network: true })).toMatchObject({ matched: 1, tooYoung: 0 });
});

test("a pattern that cannot be used is told, and the files are shown all the same", async () => {
  put("20240516_a.nc");
  const { patternProblem, entries, noMatch } = await tried({ pattern: "no-date.nc" });
  expect(patternProblem).not.toBeNull();
  expect(noMatch).toBe(1);
  expect(entries).toMatchObject([{ verdict: "no-match", reason: "the pattern cannot be used" }]);
});

test("a folder that is missing or cannot be read is told", async () => {
  expect((await tried({ folder: "/nowhere" })).folder).toEqual({
    exists: false,
    message: expect.any(String),
  });
  files.troubleFolder(folder, "unreadable");
  expect((await tried()).folder).toEqual({ exists: true, message: expect.any(String) });
});

test("a thousand matching files do not hide the one that is refused", async () => {
  for (let n = 0; n < 1000; n += 1) put(`20240516_${n}.nc`, 3_000 - n);
  put("20240516_empty.nc", 900_000, "");
  put("notes.txt", 900_000);
  const { entries, total } = await tried({ limit: 12 });
  expect(total).toBe(1002);
  expect(entries).toHaveLength(12);
  expect(entries[0]?.path).toBe("20240516_999.nc");
  expect(new Set(entries.map(({ verdict }) => verdict))).toEqual(new Set(["matches", "refused", "no-match"]));
});

test("it looks at 20,000 files and says that there are more", async () => {
  for (let n = 0; n < 20_500; n += 1) put(`20240516_${n}.nc`);
  expect(await tried({ limit: 1 })).toMatchObject({ total: 20_000, isCut: true });
});

test("a drive that stops answering ends the look after five seconds with what there is", async () => {
  put("20240516_a.nc");
  const walk = files.walk.bind(files);
  files.walk = async function* (request, signal) {
    yield* walk(request, signal);
    await new Promise(() => {});
  };
  const looking = tried();
  await clock.whenAsleep();
  await clock.advance(5_000);
  expect(await looking).toMatchObject({ total: 1, isCut: true });
});

test("patterns are proposed from what lies in a folder", async () => {
  put("20240516_a.nc");
  put("20240517_a.nc");
  const reply = await dispatch(handlers, "settings.suggestPattern", { folder });
  expect(reply).toMatchObject({
    ok: true,
    value: {
      proposals: [{ pattern: "%Y%m%d_a.nc", matched: 2, total: 2 }],
      total: 2,
      isCut: false,
      networkDrive: null,
    },
  });
  files.mountOn(folder, { device: "2", root: "/", bytes: 1e12, freeBytes: 1e11, network: "NFS" });
  expect(await dispatch(handlers, "settings.suggestPattern", { folder })).toMatchObject({
    value: { networkDrive: "NFS" },
  });
});

test("a dry run counts the growing, names what another instrument takes too, and leaves the record untouched", async () => {
  put("20240516_a.nc");
  put("20240516_b.nc");
  put("20240517_c.nc", 5);
  const fixture = { clock, files, ledger, pathStyle: "posix" } as const;
  const request = {
    chosen: [instrument({ name: "A", pattern: "%Y%m%d_*.nc" })],
    others: [instrument({ name: "B", pattern: "%Y%m%d_b.nc" })],
  };
  const plan = await dryRun(fixture, request, new AbortController().signal);
  expect(plan).toMatchObject({
    count: 1,
    bytes: 4,
    growing: 1,
    known: 0,
    isCut: false,
    folderTroubles: [],
    sample: [`${folder}/20240516_a.nc`],
    skipped: [{ count: 1, samplePath: `${folder}/20240516_b.nc`, reason: expect.stringContaining('"B"') }],
  });
  expect(await ledger.lastSeq()).toBe(0);
  expect(await ledger.totals()).toMatchObject({ queued: 0 });
});

test("a dry run says which folder cannot be read, and that it was cut when its time is over", async () => {
  files.removeFolder(folder);
  const fixture = { clock, files, ledger, pathStyle: "posix" } as const;
  const request = { chosen: [instrument({ name: "A", pattern: "%Y%m%d_*.nc" })], others: [] };
  const { folderTroubles } = await dryRun(fixture, request, new AbortController().signal);
  expect(folderTroubles).toEqual([expect.stringMatching(/^A: /)]);

  files.walk = async function* () {
    await new Promise(() => {});
  };
  const looking = dryRun(fixture, request, new AbortController().signal);
  await clock.whenAsleep();
  await clock.advance(20_000);
  expect(await looking).toMatchObject({ count: 0, isCut: true });
});
