import { beforeEach, expect, it } from "vitest";
import { allReceipts, type VerifyRequest, verifyReceipts } from "#station/verify/verify-receipts.ts";
import { EngineFixture, instrument, md5 } from "#test/support/builders/engine-fixture.ts";

/** More receipts than memory should hold are compared some months at a time. */

const names = ["20240401_a", "20240430_b", "20240501_c", "20240502_d", "20240601_e", "20240601_f"];
let fixture: EngineFixture;

beforeEach(async () => {
  fixture = new EngineFixture();
  for (const name of names) fixture.write(`${name}.dat`, name);
  const engine = await fixture.runFor(5 * 60_000);
  expect((await engine.status()).totals.delivered).toBe(names.length);
  await engine.stop();
});

async function verified(mostAtOnce: number, request: Partial<VerifyRequest> = {}) {
  const { clock, ledger, portal, files } = fixture;
  const asked = portal.log.length;
  const parts = {
    clock,
    linkClock: clock,
    ledger,
    portal,
    files,
    mostAtOnce,
    instrumentOf: () => instrument(),
    folderTrouble: async () => null,
    portalUrl: () => "http://127.0.0.1",
    onRequeued: () => undefined,
    onRewritten: async () => undefined,
  };
  const { signal } = new AbortController();
  const found = await verifyReceipts(parts, { ...allReceipts, signal, ...request });
  return { found, requests: portal.log.length - asked };
}

it.each([1, 2, 3, 100])("%i at a time, each once, with one list a month", async (mostAtOnce) => {
  const { found, requests } = await verified(mostAtOnce);
  expect(found).toMatchObject({ checked: 6, same: 6 });
  expect(requests).toBe(3);
});

it.each([1, 100])("%i at a time, of some dates only", async (mostAtOnce) => {
  fixture.portal.records.forget(md5("20240430_b"));
  const dates = [
    { from: "2024-04-15", to: "2024-05-01" },
    { from: "2024-06-01", to: "2024-06-30" },
  ];
  const { found: first } = await verified(mostAtOnce, { dates });
  expect(first.unconfirmed.map(({ upload }) => upload.relPath)).toEqual(["20240430_b.dat"]);
  expect(first.lost).toEqual([]);
  await fixture.clock.advance(600_000);
  const { found } = await verified(mostAtOnce, { dates });
  expect(found).toMatchObject({ checked: 4, same: 3, unconfirmed: [] });
  expect(found.lost.map(({ upload }) => upload.relPath)).toEqual(["20240430_b.dat"]);
});

it.each([1, 100])("%i at a time, of what was delivered lately", async (mostAtOnce) => {
  const changedSinceMs = fixture.clock.nowMs() - 3_600_000;
  const { found } = await verified(mostAtOnce, { dates: [], changedSinceMs });
  expect(found).toMatchObject({ checked: 6, same: 6 });
  const { found: none } = await verified(mostAtOnce, { dates: [], changedSinceMs: fixture.clock.nowMs() });
  expect(none).toMatchObject({ checked: 0 });
});
