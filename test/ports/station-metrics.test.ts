import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { meteredPortal, type StageEnd } from "#adapters/portal/metered-portal.ts";
import { createDiskUse } from "#adapters/support/disk-use.ts";
import type { Metadata } from "#domain/portal-records.ts";
import { FakeClock } from "#test/support/fakes/fake-clock.ts";
import { FakePortal } from "#test/support/fakes/fake-portal.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "skyferry-use-"));
});
afterEach(() => rm(folder, { recursive: true }));

it("tells what lies in a data folder by what it is, and the room on its disk", async () => {
  await mkdir(path.join(folder, "logs"));
  await mkdir(path.join(folder, "cache", "a1b2"), { recursive: true });
  const files = {
    "ledger.sqlite": 100,
    "ledger.sqlite-wal": 20,
    "ledger.damaged-20260101T000000Z.sqlite": 7,
    "settings.json": 3,
    "logs/skyferry.log": 50,
    "logs/skyferry.1.log": 5,
    "cache/a1b2/x.nc": 900,
  };
  for (const [name, bytes] of Object.entries(files))
    await writeFile(path.join(folder, name), Buffer.alloc(bytes));
  const use = await createDiskUse(folder, new FakeClock())();
  expect(use.parts).toEqual({ ledger: 120, damagedLedgers: 7, logs: 55, cache: 900, other: 3 });
  expect(use.freeBytes).toBeGreaterThan(0);
  expect(use.sizeBytes).toBeGreaterThanOrEqual(use.freeBytes ?? 0);
});

it("knows nothing of a folder that is gone, and says so without failing", async () => {
  const use = await createDiskUse(path.join(folder, "gone"), new FakeClock())();
  const parts = { ledger: 0, damagedLedgers: 0, logs: 0, cache: 0, other: 0 };
  expect(use).toEqual({ parts, freeBytes: null, sizeBytes: null });
});

it("times both stages of an upload by their outcome, and is the same portal for all else", async () => {
  const clock = new FakeClock();
  const portal = new FakePortal(clock);
  portal.latencyMs = 250;
  const ends: StageEnd[] = [];
  const metered = meteredPortal(portal, clock, (end) => ends.push(end));
  const bytes = new TextEncoder().encode("content");
  const checksum = "9a0364b9e99bb480dd25e1f0284c8555";
  const metadata: Metadata = {
    measurementDate: "2024-06-01",
    instrument: "mira-35",
    filename: "a.dat",
    checksum,
    site: "hyytiala",
    instrumentPid: "https://hdl.handle.net/21.12132/3.0123456789abcdef",
    tags: [],
  };
  const { signal } = new AbortController();
  const announced = metered.announce(metadata, signal);
  await clock.advance(250);
  expect((await announced).kind).toBe("accepted");
  const sent = metered.send(checksum, { kind: "bytes", bytes, size: bytes.length }, signal, () => {});
  await clock.advance(250);
  expect((await sent).kind).toBe("delivered");
  expect(ends).toEqual([
    { stage: "announce", outcome: "accepted", seconds: 0.25 },
    { stage: "send", outcome: "delivered", seconds: 0.25 },
  ]);
  expect(metered.requests()).toEqual(portal.requests());
});
