import { beforeEach, expect, it } from "vitest";
import { uploadStates } from "#domain/upload.ts";
import { LedgerError } from "#engine/ports/ledger.ts";
import { EngineFixture, folder } from "#test/support/builders/engine-fixture.ts";
import { blockFor, holdFor, retryFor } from "#test/support/builders/outcomes.ts";

let fixture: EngineFixture;
beforeEach(() => {
  fixture = new EngineFixture();
  for (let i = 0; i < 30; i++) fixture.files.put(folder, `20240601_${i}.dat`, `content ${i}`);
});

it("say what status says, whatever happens to the files", async () => {
  let asked = 0;
  fixture.portal.latencyMs = 200;
  fixture.portal.script = ({ kind }) => {
    if (kind !== "announce") return undefined;
    asked += 1;
    if (asked % 7 === 0) return blockFor("refused");
    if (asked % 5 === 0) return retryFor("portal-error");
    return asked === 29 ? holdFor("maintenance") : undefined;
  };
  const engine = await fixture.started();
  for (let step = 0; step < 20; step++) {
    await fixture.clock.advance(1_000);
    const [metrics, status] = await Promise.all([engine.metrics(), engine.status()]);
    const cells = metrics.ledger?.counts ?? [];
    for (const state of uploadStates) {
      const own = cells.filter((cell) => cell.state === state);
      expect([state, own.reduce((sum, { uploads }) => sum + uploads, 0)]).toEqual([
        state,
        status.totals[state],
      ]);
    }
    for (const { cause, count } of status.causes) {
      const own = metrics.ledger?.causes.filter((cell) => cell.cause === cause) ?? [];
      expect([cause, own.reduce((sum, { uploads }) => sum + uploads, 0)]).toEqual([cause, count]);
    }
    expect(metrics.ledger?.oldestUnsentAtMs).toBe(status.oldestUnsentAtMs);
    expect(metrics.holds).toEqual(status.holds);
    expect(metrics.needsAttention).toBe(status.needsAttention);
    expect(metrics.instruments[0]?.lastFileAtMs).toBe(status.instruments[0]?.lastFileAtMs);
  }
  expect((await engine.status()).totals.blocked).toBeGreaterThan(0);
});

it("are given without the ledger while it is in trouble, or does not answer", async () => {
  const engine = await fixture.started();
  fixture.ledger.metrics = () => Promise.reject(new LedgerError("no space"));
  expect(await engine.metrics()).toMatchObject({ ledger: null, instruments: [{ name: "Radar" }] });
  fixture.ledger.metrics = () => new Promise(() => {});
  const late = engine.metrics();
  await fixture.clock.advance(5_000);
  expect((await late).ledger).toBeNull();
});

it("tell of each upload how the work on it ended", async () => {
  const ends: string[] = [];
  const engine = fixture.engine();
  const stop = engine.onAttemptEnd(({ upload, result }) => ends.push(`${upload.instrument} ${result.kind}`));
  await engine.start();
  await fixture.clock.advance(20_000);
  expect(ends).toEqual(Array.from({ length: 30 }, () => "Radar delivered"));
  stop();
  fixture.write("20240601_more.dat", "more");
  fixture.watch.hint(folder, "20240601_more.dat");
  await fixture.clock.advance(120_000);
  expect(ends).toHaveLength(30);
});
