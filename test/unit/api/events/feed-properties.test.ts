import { expect, it } from "vitest";
import { dispatch } from "#api/dispatch.ts";
import { createFeed } from "#api/events/feed.ts";
import { createHandlers } from "#api/handlers/all.ts";
import type { Transport } from "#contract/transport.ts";
import type { UploadEvent } from "#domain/upload.ts";
import { createQueueMirror, snapshot } from "#test/support/builders/queue-mirror.ts";
import { createFakeEngine } from "#test/support/fakes/fake-engine.ts";
import { createFakePortalReads } from "#test/support/fakes/fake-portal-reads.ts";
import { createFakeShell } from "#test/support/fakes/fake-shell.ts";
import { createManualSleep } from "#test/support/fakes/manual-sleep.ts";
import { fc } from "#test/support/fixed-cases.ts";

const failure = { cause: "refused", message: "No.", portalMessage: null } as const;
const receipt = {
  kind: "stored",
  checksum: "a",
  size: 1,
  confirmedAtMs: 0,
  recordFilename: null,
  recordUuid: null,
  portal: null,
} as const;
const events: readonly UploadEvent[] = [
  { type: "claimed" },
  { type: "hashed", checksum: "a", recordKey: "k", mark: null },
  { type: "announced" },
  { type: "confirmed", receipt },
  { type: "failed-passing", failure, notBeforeMs: 0 },
  { type: "failed-final", failure },
  { type: "released", reason: "pause" },
  { type: "due" },
  { type: "retried" },
  { type: "changed" },
  { type: "cancelled" },
];

/** Something that moves the queue, or what the subscriber does. */
const step = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ kind: "find" } as const) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant("event" as const),
      which: fc.nat(),
      event: fc.constantFrom(...events),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("hear" as const), batches: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: "cut" } as const) },
);

it("a snapshot and the events after it are the later snapshot, through cuts, gaps and changes while it is read", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 60 }),
      fc.array(step, { maxLength: 12 }),
      async (steps, whileRead) => {
        const engine = createFakeEngine();
        const handlers = createHandlers({
          station: engine,
          portalReads: createFakePortalReads(),
          host: null,
          shell: createFakeShell(),
        });
        const feed = await createFeed(engine, createManualSleep(), [], { keep: 8 });
        const call: Transport["call"] = (method, input) => dispatch(handlers, method, input) as never;
        const mirror = createQueueMirror(call);
        const ids: string[] = [];
        const moveQueue = (one: (typeof steps)[number]) => {
          if (one.kind === "find") ids.push(engine.find(`file ${ids.length}`));
          const id = one.kind === "event" ? ids[one.which % Math.max(1, ids.length)] : undefined;
          if (one.kind === "event" && id !== undefined) engine.happen(id, one.event);
        };
        const pending = [...whileRead];
        engine.beforePage = () => {
          for (const one of pending.splice(0, 2)) moveQueue(one);
        };

        let cut = new AbortController();
        let batches = feed.follow(mirror.seq, cut.signal);
        const connect = () => {
          cut.abort();
          cut = new AbortController();
          batches = feed.follow(mirror.seq, cut.signal);
        };
        // "status" marks the end of what can be heard without waiting.
        const hear = async (count: number) => {
          for (let n = 0; n < count; n++) {
            engine.tell({ type: "status" });
            for (const event of (await batches.next()).value ?? []) await mirror.hear(event);
          }
        };

        for (const one of steps) {
          moveQueue(one);
          if (one.kind === "cut") connect();
          if (one.kind === "hear") await hear(one.batches);
        }
        while (pending.length > 0) engine.beforePage();
        connect();
        while (mirror.seq !== (await engine.lastSeq())) await hear(1);
        expect(mirror.uploads).toEqual((await snapshot(call)).uploads);
        feed.close();
      },
    ),
    { numRuns: 300 },
  );
});
