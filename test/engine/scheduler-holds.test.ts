import { beforeEach, describe, expect, it } from "vitest";
import { type Cause, needsYou } from "#domain/cause.ts";
import { type AttemptResult, retryFile } from "#engine/delivery/attempt-result.ts";
import { quickFileBytes } from "#engine/delivery/connection-limit.ts";
import { errorOf } from "#test/support/builders/outcomes.ts";
import { delivered, file, outage, SchedulerBench } from "./scheduler-bench.ts";

let bench: SchedulerBench;
const minuteMs = 60_000;

beforeEach(async () => {
  bench = new SchedulerBench();
  await bench.queue(...Array.from({ length: 30 }, (_, i) => file(`f${i}`, { mtimeUs: i })));
});

function hold(cause: Cause, retryAfterMs: number | null = null): AttemptResult {
  return { kind: "hold", failure: errorOf(cause), retryAfterMs };
}

function ofFile(cause: Cause): AttemptResult {
  const failure = errorOf(cause);
  return needsYou(cause) ? { kind: "blocked", failure } : retryFile(failure);
}

/** Lets all in flight end, and gives how many were started before. */
async function heldBy(end: AttemptResult): Promise<number> {
  await bench.settled();
  for (const relPath of bench.inFlight()) await bench.end(relPath, end);
  expect(bench.inFlight()).toEqual([]);
  return bench.started.length;
}

async function untilProbe(): Promise<void> {
  const gate = bench.holds.gate();
  await bench.clock.advance(gate.kind === "wait" ? gate.forMs + 10 : 0);
}

describe("while the portal is held", () => {
  it("starts nothing, blames no upload, and gives back what was claimed ahead", async () => {
    await bench.queue(...Array.from({ length: 100 }, (_, i) => file(`more${i}`, { mtimeUs: 100 + i })));
    await bench.settled();
    const [first] = bench.started;
    if (first === undefined) throw new Error("not started");
    await bench.end(first.upload.relPath, delivered(first.upload));
    expect((await bench.states()).hashing).toBeGreaterThan(bench.inFlight().length);
    const before = await heldBy(hold("unreachable"));
    await bench.settled();
    expect(bench.started).toHaveLength(before);
    expect(await bench.states()).toEqual({ delivered: 1, queued: 129 });
    expect((await bench.ledger.list({}, 200, null)).every(({ attempts }) => attempts === 0)).toBe(true);
  });

  it("tries one upload at its time, and another after a minute without an answer", async () => {
    const before = await heldBy(hold("unreachable"));
    await untilProbe();
    await bench.settled();
    expect(bench.started).toHaveLength(before + 1);
    expect(bench.started.at(-1)?.isProbe).toBe(true);
    expect(await bench.states()).toEqual({ hashing: 1, queued: 29 });
    await bench.clock.advance(0.9 * minuteMs);
    expect(bench.started).toHaveLength(before + 1);
    await bench.clock.advance(0.2 * minuteMs);
    expect(new Set(bench.names().slice(before)).size).toBe(2);
    await bench.clock.advance(60 * minuteMs);
    expect(bench.started).toHaveLength(before + bench.concurrency);
  });

  it("tries a small file rather than a large one, and a large one when there is no other", async () => {
    await bench.ledger.applyAll({}, { type: "cancelled" }, 0);
    await bench.queue(
      file("large", { size: quickFileBytes + 1, mtimeUs: -2 }),
      file("small", { lane: "backfill", measurementDate: "2026-01-01" }),
    );
    bench.holds.raise(errorOf("unreachable"), null);
    bench.holds.tryNow();
    await bench.settled();
    expect(bench.names()).toEqual(["small"]);
    await bench.end("small", ofFile("file-locked"));
    expect(bench.names()).toEqual(["small", "large"]);
  });

  it("goes on with all when the tried upload is delivered", async () => {
    await heldBy(hold("unreachable"));
    await untilProbe();
    const probe = bench.started.at(-1)?.upload;
    if (probe === undefined) throw new Error("no probe");
    await bench.end(probe.relPath, delivered(probe));
    expect(bench.inFlight().length).toBeGreaterThan(1);
    expect(bench.holds.list()).toEqual([]);
  });

  it.each(["refused", "portal-contradiction"] as const)(
    "goes on when the portal gives its verdict on the tried file (%s)",
    async (cause) => {
      await heldBy(hold("credentials"));
      await untilProbe();
      await bench.end(bench.names().at(-1) ?? "", ofFile(cause));
      expect(bench.holds.list()).toEqual([]);
    },
  );

  it("waits on although a file is found on the portal by checking first, which takes no upload", async () => {
    const [upload] = await bench.queue(file("checks", { checkFirst: true, mtimeUs: 0 }));
    await bench.settled();
    if (upload === undefined) throw new Error("not queued");
    bench.holds.raise(errorOf("portal-trouble"), null);
    const stored = delivered(upload);
    if (stored.kind !== "delivered") throw new Error("no receipt");
    await bench.end("checks", { ...stored, receipt: { ...stored.receipt, kind: "known" } });
    expect(bench.holds.list()).toHaveLength(1);
  });

  it("takes the next file to try when the first has gone, without another wait", async () => {
    const before = await heldBy(hold("unreachable"));
    await untilProbe();
    await bench.end(bench.names().at(-1) ?? "", ofFile("file-vanished"));
    expect(bench.started).toHaveLength(before + 2);
    expect(bench.inFlight()).toHaveLength(1);
    expect(bench.holds.list()).toHaveLength(1);
  });

  it.each(["unreachable", "credentials"] as const)(
    "tries a lone file that has gone once a minute (%s)",
    async (cause) => {
      await bench.ledger.applyAll({}, { type: "cancelled" }, 0);
      await bench.queue(file("lone"));
      bench.holds.raise(errorOf(cause), null);
      bench.holds.tryNow();
      await bench.settled();
      for (let tries = 1; tries <= 3; tries++) {
        await bench.end("lone", ofFile("file-vanished"));
        await bench.clock.advance(0.9 * minuteMs);
        expect(bench.names()).toHaveLength(tries);
        await bench.clock.advance(0.2 * minuteMs);
      }
    },
  );

  it("waits on when the tried upload fails, were it only for its own reasons or the link's", async () => {
    await heldBy(hold("unreachable"));
    await untilProbe();
    const before = bench.started.length;
    await bench.end(bench.names().at(-1) ?? "", outage());
    expect(bench.started).toHaveLength(before);
    expect(bench.holds.gate().kind).toBe("wait");
  });

  it("takes back a delivery of an upload that was in flight as the end of an outage", async () => {
    await bench.settled();
    const [first, second] = bench.started;
    if (first === undefined || second === undefined) throw new Error("not started");
    await bench.end(first.upload.relPath, hold("unreachable"));
    expect(bench.holds.gate().kind).toBe("wait");
    await bench.end(second.upload.relPath, delivered(second.upload));
    expect(bench.holds.gate().kind).toBe("open");
  });

  it("does not ask before the time that the portal named, whatever else is delivered meanwhile", async () => {
    await bench.settled();
    const [first, second] = bench.started;
    if (first === undefined || second === undefined) throw new Error("not started");
    await bench.end(first.upload.relPath, hold("throttled", 20 * minuteMs));
    const before = bench.started.length;
    await bench.end(second.upload.relPath, delivered(second.upload));
    for (const relPath of bench.inFlight()) await bench.end(relPath, hold("unreachable"));
    await bench.clock.advance(19 * minuteMs);
    expect(bench.started).toHaveLength(before);
    await bench.clock.advance(3 * minuteMs + 10);
    expect(bench.started).toHaveLength(before + 1);
  });
});

describe("an outage that no single answer names", () => {
  it("is seen when more uploads in a row fail than run at the same time", async () => {
    await bench.settled();
    const names = bench.inFlight().slice(0, 5);
    for (const [i, relPath] of names.entries()) {
      expect(bench.holds.list()).toEqual([]);
      await bench.end(relPath, outage(i % 2 === 0 ? "link-broken" : "portal-error"));
    }
    expect(bench.holds.list()).toMatchObject([{ lane: "portal", cause: "unreachable" }]);
  });

  it("is not seen while one of them is delivered in between", async () => {
    await bench.settled();
    for (const [i, relPath] of bench.inFlight().slice(0, 12).entries()) {
      const upload = bench.started.find((one) => one.upload.relPath === relPath)?.upload;
      if (upload === undefined) throw new Error("not started");
      await bench.end(relPath, i % 4 === 3 ? delivered(upload) : outage());
    }
    expect(bench.holds.list()).toEqual([]);
  });

  it("is not seen in files that cannot be read", async () => {
    await bench.settled();
    for (const relPath of bench.inFlight()) await bench.end(relPath, ofFile("file-unreadable"));
    expect(bench.holds.list()).toEqual([]);
  });
});

describe("pause and quiet hours", () => {
  it("stop what runs, without blame, and go on afterwards", async () => {
    await bench.settled();
    const running = bench.inFlight().length;
    expect(running).toBeGreaterThan(0);
    bench.holds.pause(bench.clock.nowMs() + minuteMs, "Paused by you.");
    await bench.settled();
    expect(bench.inFlight()).toEqual([]);
    expect(await bench.states()).toEqual({ queued: 30 });
    await bench.clock.advance(minuteMs + 10);
    expect(bench.inFlight()).toHaveLength(running);
  });

  it("are noticed by themselves while uploads run", async () => {
    await bench.settled();
    bench.quietMs = 30 * minuteMs;
    await bench.clock.advance(2 * minuteMs);
    expect(bench.inFlight()).toEqual([]);
  });

  it("are not mixed up with a hold of the portal, which lets what runs go on", async () => {
    await bench.settled();
    const running = bench.inFlight();
    await bench.end(running[0] ?? "", hold("unreachable"));
    expect(bench.inFlight()).toHaveLength(running.length - 1);
    expect(bench.started.slice(1).some(({ signal }) => signal.aborted)).toBe(false);
  });
});
