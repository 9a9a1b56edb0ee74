import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { JournalLine } from "#domain/journal.ts";
import type { UploadFilter } from "#domain/queue.ts";
import { queueColumns } from "#domain/queue-order.ts";
import type { Upload, UploadEvent } from "#domain/upload.ts";
import { uploadStates } from "#domain/upload.ts";
import type { FoundVersion, Ledger } from "#engine/ports/ledger.ts";
import { eventFor, failure, found, noonMs } from "#test/support/builders/ledger-fixtures.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { openInThread, ready } from "#test/support/fakes/in-thread-ledger.ts";
import { memoryLedger } from "#test/support/fakes/memory-ledger.ts";
import { fc } from "#test/support/fixed-cases.ts";

let folder: string;
let opened = 0;
beforeAll(async () => {
  folder = await makeScratch("skyferry-ledger-");
});
afterAll(() => rm(folder, { recursive: true }));

/** A step that is done to a ledger. Uploads are meant by their place among those enqueued, which both ledgers share. */
type Step =
  | { readonly kind: "enqueue"; readonly found: readonly FoundVersion[] }
  | { readonly kind: "claim"; readonly limit: number; readonly maxSize: number | null }
  | { readonly kind: "apply"; readonly which: number; readonly event: (upload: Upload) => UploadEvent }
  | { readonly kind: "applyAll"; readonly filter: UploadFilter; readonly event: UploadEvent["type"] }
  | { readonly kind: "moveDue"; readonly byMs: number };

const instruments = ["Cloud radar", "Ceilometer"];
const version = fc
  .record({
    instrument: fc.constantFrom(...instruments),
    relPath: fc.constantFrom("a.nc", "B.nc", "c/a.nc"),
    size: fc.constantFrom(1, 2),
    mtimeUs: fc.constantFrom(1000, 2000),
    measurementDate: fc.constantFrom("2026-03-04", "2026-03-05"),
    lane: fc.constantFrom("fresh", "backfill"),
    checkFirst: fc.boolean(),
  })
  .map((change) => found(1, change));

const event = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("claimed", "announced", "confirmed", "hashed") },
  { weight: 1, arbitrary: fc.constantFrom("released", "retried", "changed", "cancelled", "failed-final") },
);

const filter: fc.Arbitrary<UploadFilter> = fc.record(
  {
    states: fc.subarray([...uploadStates]),
    instrument: fc.constantFrom(...instruments),
    cause: fc.constantFrom("refused", "portal-error"),
    text: fc.constantFrom("A", "c/", ""),
  },
  { requiredKeys: [] },
);

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant("enqueue"), found: fc.array(version, { minLength: 1, maxLength: 4 }) }),
  fc.record({
    kind: fc.constant("claim"),
    limit: fc.integer({ min: 0, max: 3 }),
    maxSize: fc.constantFrom(1, null),
  }),
  fc.record({
    kind: fc.constant("apply"),
    which: fc.nat(20),
    event: fc.oneof(
      event.map((type) => (upload: Upload) => eventFor(type, upload)),
      fc.constant(
        (): UploadEvent => ({ type: "hashed", checksum: "0".repeat(32), recordKey: "same", mark: null }),
      ),
      fc.integer({ min: -30, max: 30 }).map((minutes) => (): UploadEvent => {
        return { type: "failed-passing", failure: failure(), notBeforeMs: noonMs + minutes * 60_000 };
      }),
    ),
  }),
  fc.record({
    kind: fc.constant("applyAll"),
    filter,
    event: fc.constantFrom("retried", "cancelled", "changed", "released"),
  }),
  fc.record({ kind: fc.constant("moveDue"), byMs: fc.constantFrom(-7_200_000, -60_000, 3_600_000) }),
);

/** Does a step; gives what it gave, with uploads by place instead of id. */
async function take(ledger: Ledger, ids: string[], one: Step, nowMs: number): Promise<unknown> {
  switch (one.kind) {
    case "enqueue": {
      const uploads = await ledger.enqueue(one.found, nowMs);
      ids.push(...uploads.map(({ id }) => id));
      return placed(ids, uploads);
    }
    case "claim":
      return placed(ids, await ledger.claim({ ...one, instruments, dates: null, nowMs }));
    case "apply": {
      const upload = await ledger.get(ids[one.which] ?? "");
      if (upload === null) return null;
      const after = await ledger.apply(upload.id, fixedEvent(one.event(upload), one.which), nowMs);
      return placed(ids, after === null ? [] : [after]);
    }
    case "applyAll":
      return await ledger.applyAll(one.filter, { type: one.event, reason: "x" } as UploadEvent, nowMs);
    case "moveDue":
      return await ledger.moveDue(one.byMs);
  }
}

/** Checksums made from ids would differ between the ledgers. */
function fixedEvent(one: UploadEvent, which: number): UploadEvent {
  const checksum = String(which).padStart(32, "0");
  if (one.type === "hashed" && one.recordKey !== "same") return { ...one, checksum };
  return one;
}

function placed(ids: readonly string[], uploads: readonly Upload[]): unknown {
  return uploads.map((upload) => ({ ...upload, id: ids.indexOf(upload.id) }));
}

/** Steps of a claim are written with its result, so that numbers differ; the lines of a file have one order. */
function byFile(ids: readonly string[], lines: readonly JournalLine[]): unknown {
  const ofFiles = lines.map(({ seq: _, ...line }) => ({ ...line, uploadId: ids.indexOf(line.uploadId) }));
  return ofFiles.sort((one, other) => one.uploadId - other.uploadId);
}

async function everything(ledger: Ledger, ids: readonly string[], one: UploadFilter): Promise<unknown> {
  const journal = await ledger.journal({ sinceSeq: 0, limit: 10_000 });
  const causes = await ledger.causes();
  const hour = Math.floor(noonMs / 3_600_000);
  return {
    views: await views(ledger, ids, one),
    files: await ledger.fileHours(0, 1),
    replaced: await ledger.replacedCount(),
    deliveries: await ledger.deliveryHours(hour, hour + 1),
    instrumentHours: await ledger.instrumentHours(hour),
    arrivals: await ledger.arrivals(),
    all: placed(ids, await ledger.list({}, 1000, null)),
    filtered: placed(ids, await ledger.list(one, 3, null)),
    journal: byFile(ids, journal),
    causes: causes.map(({ cause, count }) => [cause, count]).sort(),
    totals: await ledger.totals(),
    lanes: await ledger.laneTotals(),
    instruments: await ledger.instrumentCounts(),
    left: await ledger.bytesLeft(),
    oldest: await ledger.oldestUnsentAtMs(),
    late: await ledger.late(noonMs + 5, noonMs + 10),
    metrics: await metrics(ledger),
    due: await ledger.nextDueMs(),
    unknown: (await ledger.compare("Ceilometer", [found(1, { relPath: "a.nc", size: 1, mtimeUs: 1000 })]))
      .unknown,
    first: await ledger.isFirstMeeting("Ceilometer"),
    versions: placed(ids, await ledger.versions("Cloud radar", "B.nc")),
    same: placed(ids, await ledger.sameRecord("same", "Cloud radar", "a.nc")),
  };
}

/** The kept counts in an order of their own. */
async function metrics(ledger: Ledger): Promise<unknown> {
  const { counts, causes, ...rest } = await ledger.metrics();
  const cells = [...counts, ...causes].filter(({ uploads }) => uploads > 0);
  return { ...rest, cells: cells.map((cell) => JSON.stringify(Object.entries(cell).sort())).sort() };
}

/** Gives the reads of the pages, with a filter and with uploads by name. */
async function views(ledger: Ledger, ids: readonly string[], filter: UploadFilter): Promise<unknown> {
  const named: UploadFilter = { ...filter, ids: ids.filter((_, n) => n % 2 === 0) };
  const windows = [];
  const at = [];
  for (const chosen of [filter, named])
    for (const order of ["found", "needs-you", "changed", ...queueColumns] as const)
      for (const offset of [0, 2, 7]) {
        const isDescending = offset === 2;
        const asked = { filter: chosen, order, isDescending, offset, limit: 3 };
        const { total, uploads } = await ledger.queue(asked);
        windows.push([total, placed(ids, uploads)]);
        at.push(asked);
      }
  const atOnce = (await ledger.queueWindows(at)).map(({ total, uploads }) => [total, placed(ids, uploads)]);
  const cells = [
    ...(await ledger.queueCells({})),
    ...(await ledger.queueCells({ text: "a" })),
    ...(await ledger.queueCells({ ids: ids.slice(0, 3) })),
  ];
  const page = await ledger.journalPage({ beforeSeq: null, limit: 999, text: "A", fromMs: noonMs + 3 });
  return {
    windows,
    atOnce,
    cells: cells
      .filter(({ count }) => count > 0)
      .map((cell) => JSON.stringify(Object.entries(cell).sort()))
      .sort(),
    listed: placed(ids, await ledger.list(named, 3, null)),
    page: byFile(ids, page.entries),
  };
}

it("the ledger on SQLite and the one in memory agree after whatever is done to both", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), filter, async (steps, one) => {
      const real = ready(openInThread({ dataFolder: join(folder, String(opened++)) }));
      const fake = memoryLedger();
      const ids: [string[], string[]] = [[], []];
      try {
        for (const [i, each] of steps.entries()) {
          const given = await take(real, ids[0], each, noonMs + i);
          expect(given).toEqual(await take(fake, ids[1], each, noonMs + i));
        }
        expect(await everything(real, ids[0], one)).toEqual(await everything(fake, ids[1], one));
      } finally {
        await real.close();
      }
    }),
    { numRuns: 60 },
  );
});
