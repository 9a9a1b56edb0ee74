import { describe, expect, it } from "vitest";
import { z } from "zod";
import { dispatch } from "#api/dispatch.ts";
import { createHandlers } from "#api/handlers/all.ts";
import { presentUploads } from "#api/present.ts";
import { upload as shape } from "#contract/uploads.ts";
import type { Upload } from "#domain/upload.ts";
import { newUpload } from "#domain/upload-transition.ts";
import { createFakeEngine } from "#test/support/fakes/fake-engine.ts";
import { createFakePortalReads } from "#test/support/fakes/fake-portal-reads.ts";
import { createFakeShell } from "#test/support/fakes/fake-shell.ts";

const atMs = Date.UTC(2026, 10, 21, 10);
const at = "2026-11-21T10:00:00.000Z";
const failure = { cause: "credentials", message: "Wrong password.", portalMessage: "Unauthorized" } as const;

const upload: Upload = newUpload(
  {
    id: "00000000-0000-7000-8000-000000000000",
    instrument: "Radar",
    relPath: "2026/a.nc",
    size: 5_000_000_000,
    mtimeUs: atMs * 1000 + 999,
    ctimeUs: null,
    fileId: null,
    measurementDate: "2026-11-21",
    lane: "fresh",
    checkFirst: true,
  },
  atMs,
);

function setUp(running: boolean) {
  const engine = createFakeEngine(atMs);
  const host = running
    ? ({ pid: 42, version: "0.1.0", startedAt: at, runsAs: "daemon", poolSize: 64 } as const)
    : null;
  return {
    engine,
    handlers: createHandlers({
      station: engine,
      portalReads: createFakePortalReads(),
      host,
      shell: createFakeShell(),
    }),
  };
}

async function shown(changed: Partial<Upload>, sentBytes = 0) {
  const engine = {
    progress: () => new Map([[upload.id, sentBytes]]),
    verdictsOf: async () => new Map(),
    replacedAmong: async () => new Set<string>(),
  };
  const uploads = await presentUploads(engine, [{ ...upload, ...changed }]);
  return z.encode(z.array(shape), uploads)[0];
}

describe("an upload", () => {
  it("shows times in UTC and sizes in bytes", async () => {
    expect(await shown({})).toMatchObject({ size: 5_000_000_000, modifiedAt: at, createdAt: at });
  });

  it("shows what was sent only while it is being sent", async () => {
    expect((await shown({ state: "sending" }, 17))?.sentBytes).toBe(17);
    expect((await shown({ state: "waiting" }, 17))?.sentBytes).toBeNull();
  });

  it("says whether a failure needs a person, and when the next try is", async () => {
    const waiting = await shown({ state: "waiting", failure, notBeforeMs: atMs });
    expect(waiting).toMatchObject({ failure: { ...failure, needsYou: true }, nextTryAt: at });
  });

  it("shows what the portal made of it", async () => {
    const engine = {
      progress: () => new Map(),
      verdictsOf: async () => new Map([["b", "invalid" as const]]),
      replacedAmong: async () => new Set(["a"]),
    };
    const uploads = await presentUploads(engine, [
      { ...upload, id: "a" },
      { ...upload, id: "b" },
    ]);
    expect(uploads.map(({ id, verdict, isReplaced }) => [id, verdict, isReplaced])).toEqual([
      ["a", null, true],
      ["b", "invalid", false],
    ]);
  });

  it("shows the receipt with the moment of the confirmation", async () => {
    const receipt = {
      kind: "twin",
      checksum: "a",
      size: 1,
      confirmedAtMs: atMs,
      recordFilename: "b",
      recordUuid: "c",
      portal: "https://portal.example",
    } as const;
    expect((await shown({ state: "delivered", receipt }))?.receipt).toEqual({
      kind: "twin",
      checksum: "a",
      size: 1,
      confirmedAt: at,
      recordFilename: "b",
      recordUuid: "c",
      portal: "https://portal.example",
    });
  });
});

describe("the status", () => {
  it("has the keys that `status --json` prints", async () => {
    const { engine, handlers } = setUp(true);
    engine.find("a.nc");
    engine.statusParts = {
      holds: [{ ...failure, lane: "portal", sinceMs: atMs, nextTryAtMs: null }],
      causes: [
        {
          cause: "unfit-name",
          count: 2,
          samplePath: "ä.nc",
          message: "Rename it.",
          sinceMs: null,
          instrument: "Radar",
          stoppedAtMs: atMs,
        },
      ],
      oldestUnsentAtMs: atMs,
      instruments: [
        {
          kind: null,
          name: "Radar",
          site: "hyytiala",
          instrument: "rpg-fmcw-94",
          folder: "/data",
          lastFileAtMs: atMs,
          today: { found: 4, delivered: 3, unsent: 1 },
          queue: { unsent: 1, waiting: 0, needsYou: 0 },
          unsettled: 1,
          ahead: null,
          everyMinutes: 60,
          isLearned: false,
          isQuiet: true,
          silentAtMs: atMs,
          offUntil: "2026-12-01",
          unreadable: null,
          emptyFiles: null,
          damagedFiles: null,
          unmatched: [],
          verdicts: {
            instrument: "Radar",
            invalid: null,
            unprocessed: null,
            poorProducts: 1,
            poor: [{ product: "radar", uuid: "u", date: "2026-11-20", updatedAtMs: 0, reasons: ["No data"] }],
            tellsWhy: true,
          },
          folderTrouble: { message: "It is gone.", sinceMs: atMs },
          lastRescanAtMs: null,
        },
      ],
      needsAttention: true,
    };
    const states = { hashing: 0, announcing: 0, sending: 0, waiting: 0, blocked: 0 };
    const value = {
      running: true,
      totals: { queued: 1, ...states, delivered: 0, superseded: 0, cancelled: 0 },
      duplicates: 0,
      replaced: 0,
      holds: [
        { lane: "portal", extent: "everything", ...failure, needsYou: true, since: at, nextTryAt: null },
      ],
      causes: [
        {
          cause: "unfit-name",
          count: 2,
          portalMessage: null,
          samplePath: "ä.nc",
          message: "Rename it.",
          needsYou: true,
          since: null,
        },
      ],
      questionable: [],
      oldestUnsentAt: at,
      instruments: [
        {
          kind: "instrument",
          name: "Radar",
          site: "hyytiala",
          instrument: "rpg-fmcw-94",
          folder: "/data",
          lastFileAt: at,
          silence: "Stopped writing at 10:00 UTC (usually one file an hour).",
          offUntil: "2026-12-01",
          today: { found: 4, delivered: 3, unsent: 1 },
          queue: { unsent: 1, waiting: 0, needsYou: 0 },
          growing: 1,
          verdicts: {
            invalid: 0,
            notProcessed: 0,
            poorProducts: 1,
            poor: [{ product: "radar", uuid: "u", date: "2026-11-20", reasons: ["No data"] }],
            tellsWhy: true,
          },
          folderTrouble: { message: "It is gone.", since: at },
          lastSweepAt: null,
        },
      ],
      today: { found: 1, delivered: 0, duplicates: 0 },
      backlog: { files: 0, pausedSince: null, isStopped: false },
      sending: { count: 0, bytesPerSecond: 0, timeLeft: null, progress: null, finished: null },
      path: [],
      now: "2026-11-21T10:00:01.000Z",
      portalClockDriftMs: null,
      settingsProblems: [],
      ledgerMessage: null,
      needsAttention: true,
      truth: {
        tone: "needs-you",
        sentence: "4 things need you",
        detail: [
          "1 file safe here",
          "some files cannot be checked now",
          "the only file finished today is not on the portal yet",
        ],
      },
      tray: "needs-you",
      issues: [
        { key: "portal", action: "enter-password" },
        { key: "folder:Radar", action: "check-drive", instrument: "Radar", since: at },
        { key: "files:unfit-name", action: "show-files", instrument: "Radar", since: at, count: 2 },
        { key: "silent:Radar", action: "open-folder", since: null, day: null },
      ].map((issue) => expect.objectContaining(issue)),
      lastDeliveredAt: null,
      verified: null,
      seq: 1,
    };
    expect(await dispatch(handlers, "status", {})).toEqual({ ok: true, value });
  });

  it("says that nothing runs where the ledger is only read", async () => {
    const { handlers } = setUp(false);
    expect(await dispatch(handlers, "status", {})).toMatchObject({ value: { running: false } });
    expect(await dispatch(handlers, "host", {})).toMatchObject({ ok: false, error: { code: "not-found" } });
  });
});

describe("the queue", () => {
  it("comes in pages, newest change first, each upload once", async () => {
    const { engine, handlers } = setUp(true);
    const ids = ["a", "b", "c", "d", "e"].map((name) => engine.find(name)).reverse();
    const seen: string[] = [];
    let afterId: string | null = null;
    do {
      const reply = await handlers.uploads({ filter: {}, limit: 2, afterId }, AbortSignal.abort());
      if (!reply.ok) throw new Error(reply.error.message);
      seen.push(...reply.value.uploads.map((one) => one.id));
      afterId = reply.value.nextAfterId;
    } while (afterId !== null);
    expect(seen).toEqual(ids);
  });

  it("is retried and cancelled by filter", async () => {
    const { engine, handlers } = setUp(true);
    for (const name of ["a", "b"]) engine.find(name);
    const filter = { filter: { text: "a" } };
    expect(await dispatch(handlers, "cancel", filter)).toEqual({ ok: true, value: { count: 1 } });
    expect(await dispatch(handlers, "retry", filter)).toEqual({ ok: true, value: { count: 1 } });
  });

  it("has an answer for an upload that is not there", async () => {
    const reply = await dispatch(setUp(true).handlers, "upload", { id: upload.id });
    expect(reply).toMatchObject({ ok: false, error: { code: "not-found" } });
  });

  it("is paused until a moment, or for good", async () => {
    const { engine, handlers } = setUp(true);
    await dispatch(handlers, "pause", { until: at });
    await dispatch(handlers, "pause", { until: null, from: "browser" });
    for (const method of ["resume", "tryNow", "rescan"]) await dispatch(handlers, method, {});
    expect(engine.steered).toEqual([`pause ${atMs}`, "pause null browser", "resume", "tryNow", "rescan"]);
  });
});
