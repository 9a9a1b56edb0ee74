import { expect, it } from "vitest";
import { type Counters, createCounters } from "#api/metrics/counters.ts";
import { createMetrics, type MetricsParts } from "#api/metrics/metrics.ts";
import { formerInstruments } from "#api/metrics/station.ts";
import type { Upload } from "#domain/upload.ts";
import type { AttemptResult } from "#engine/delivery/attempt-result.ts";
import type { Metrics } from "#station/status/metrics.ts";
import { readExposition, sampleValue } from "#test/support/builders/exposition.ts";
import { enqueued, failure, found, noonMs, receipt } from "#test/support/builders/ledger-fixtures.ts";
import { FakeClock } from "#test/support/fakes/fake-clock.ts";
import { fakeMetrics } from "#test/support/fakes/fake-metrics.ts";
import { memoryLedger } from "#test/support/fakes/memory-ledger.ts";

const disk = {
  parts: { ledger: 1000, damagedLedgers: 0, logs: 20, cache: 3, other: 4 },
  freeBytes: 5_000_000_000,
  sizeBytes: 9_000_000_000,
};

const linkBroken: AttemptResult = {
  kind: "retry",
  failure: failure("link-broken"),
  retryAfterMs: null,
  isOutage: true,
};

function metricsOf(metrics: () => Promise<Metrics>, counters: Counters = createCounters()) {
  const clock = new FakeClock();
  const parts = { diskUse: async () => disk, clock, version: "0.1.0", startedAtMs: noonMs };
  return { clock, metrics: createMetrics({ station: { metrics }, counters, ...parts }) };
}

async function pageOf(metrics: Metrics, counters?: Counters) {
  const page = await metricsOf(async () => metrics, counters).metrics.page();
  return { page, families: readExposition(page) };
}

/** Uploads of two instruments, "Radar" among them, with a file in every state. */
async function uploads(): Promise<readonly Upload[]> {
  const ledger = memoryLedger();
  const radar = { instrument: "Radar" };
  await enqueued(ledger, found(1, radar), "delivered");
  await enqueued(ledger, found(2, radar), "delivered");
  await enqueued(ledger, found(3, radar), "blocked");
  await enqueued(ledger, found(4, radar), "waiting");
  await enqueued(ledger, found(5, { instrument: "Sold one" }), "blocked");
  await enqueued(ledger, found(6, { instrument: "Lent one" }), "delivered");
  const twin = await enqueued(ledger, found(7, { instrument: "Lent one" }), "announcing");
  await ledger.apply(twin.id, { type: "confirmed", receipt: { ...receipt(twin), kind: "twin" } }, noonMs);
  return await ledger.list({}, 100, null);
}

it("is well formed and says what the metrics say", async () => {
  const { families } = await pageOf(fakeMetrics(await uploads(), noonMs + 60_000, { clockAheadMs: -1500 }));
  const is = (name: string, value: number | undefined, labels?: Record<string, string>) =>
    expect([name, labels, sampleValue(families, name, labels)]).toEqual([name, labels, value]);
  is("skyferry_uploads", 2, { instrument: "Radar", state: "delivered" });
  is("skyferry_uploads", 0, { instrument: "Radar", state: "queued" });
  is("skyferry_uploads", 1, { instrument: formerInstruments, state: "blocked" });
  is("skyferry_duplicates", 0, { instrument: "Radar" });
  is("skyferry_duplicates", 1, { instrument: formerInstruments });
  is("skyferry_uploads_by_cause", 1, { instrument: "Radar", state: "waiting", cause: "portal-error" });
  is("skyferry_oldest_unsent_age_seconds", 60);
  is("skyferry_newest_file_age_seconds", 60, { instrument: "Radar" });
  is("skyferry_hold", 0, { cause: "credentials" });
  is("skyferry_clock_ahead_seconds", -1.5);
  is("skyferry_data_bytes", 1000, { part: "ledger" });
  is("skyferry_data_disk_free_bytes", 5_000_000_000);
  is("skyferry_start_time_seconds", noonMs / 1000);
  is("skyferry_build_info", 1, { version: "0.1.0", node: process.versions.node, platform: process.platform });
});

it("names every metric as Prometheus wants it, with words for a person", async () => {
  const { families } = await pageOf(fakeMetrics([], noonMs));
  for (const { name, type, help } of families.values()) {
    expect(name).toMatch(/^(skyferry|process)_[a-z_]+$/);
    expect([name, name.endsWith("_total")]).toEqual([name, type === "counter"]);
    expect(help).toMatch(/^[A-Z0-9].{10,}\.$/);
  }
  expect(families.size).toBeGreaterThan(35);
});

it("counts what happens, from nothing on", async () => {
  const counters = createCounters();
  const [upload] = (await uploads()).filter(({ state }) => state === "delivered");
  if (upload === undefined) throw new Error("none is delivered");
  const confirmed = { ...receipt(upload), confirmedAtMs: noonMs + 90_000 };
  const before = await pageOf(fakeMetrics([], noonMs), counters);
  const own = { instrument: "Radar" };
  expect(sampleValue(before.families, "skyferry_delivered_files_total", { ...own, receipt: "stored" })).toBe(
    0,
  );
  const end = (result: AttemptResult, change: Partial<Upload> = {}) =>
    counters.onAttemptEnd({ upload: { ...upload, ...own, ...change }, result });
  end({ kind: "delivered", receipt: confirmed });
  end({ kind: "delivered", receipt: { ...confirmed, kind: "known" } }, { lane: "backfill" });
  end(linkBroken);
  end({ kind: "blocked", failure: failure("refused") });
  end({ kind: "changed", by: "file" });
  end({ kind: "changed", by: "settings" });
  counters.onStageEnd({ stage: "send", outcome: "delivered", seconds: 0.3 });
  const { families } = await pageOf(fakeMetrics([], noonMs), counters);
  expect(sampleValue(families, "skyferry_delivered_files_total", { ...own, receipt: "stored" })).toBe(1);
  expect(sampleValue(families, "skyferry_delivered_files_total", { ...own, receipt: "known" })).toBe(1);
  expect(sampleValue(families, "skyferry_delivered_bytes_total", own)).toBe(upload.size);
  expect(sampleValue(families, "skyferry_upload_failures_total", { cause: "link-broken" })).toBe(1);
  expect(
    sampleValue(families, "skyferry_portal_answers_total", { stage: "send", outcome: "delivered" }),
  ).toBe(1);
  const attempts = (result: string) =>
    sampleValue(families, "skyferry_upload_attempts_total", { ...own, result });
  expect(["delivered", "failed", "changed", "outdated"].map(attempts)).toEqual([2, 2, 1, 1]);
  const delivery = families.get("skyferry_delivery_seconds")?.samples ?? [];
  const upTo = (le: string) => delivery.find(({ labels }) => labels.le === le)?.value;
  expect([upTo("60"), upTo("120"), upTo("+Inf")]).toEqual([0, 1, 1]);
});

it("has few series however many files, former instruments and changes of names there were", async () => {
  const counters = createCounters();
  const many = Array.from({ length: 300 }, (_, n) => ({
    instrument: `Former ${n}`,
    state: "delivered" as const,
    uploads: n,
  }));
  const ledger = { counts: many, causes: [], duplicates: [], oldestUnsentAtMs: null, recentMs: [] };
  for (const { instrument } of many)
    counters.onAttemptEnd({
      upload: { ...(await uploads())[0], instrument } as Upload,
      result: linkBroken,
    });
  const { page, families } = await pageOf(fakeMetrics([], noonMs, { ledger }), counters);
  const samples = [...families.values()].flatMap((family) => family.samples);
  expect(samples.length).toBeLessThan(150);
  expect(page).not.toContain("Former");
  expect(
    sampleValue(families, "skyferry_uploads", { instrument: formerInstruments, state: "delivered" }),
  ).toBe((300 * 299) / 2);
});

it("holds no name of a file, and any name of an instrument", async () => {
  const name = 'Radar "A"\\\nnew';
  const metrics = fakeMetrics(await uploads(), noonMs);
  const instruments = metrics.instruments.map((one) => ({ ...one, name }));
  const { page, families } = await pageOf({ ...metrics, instruments });
  for (const { relPath, id } of await uploads()) {
    expect(page).not.toContain(relPath);
    expect(page).not.toContain(id);
  }
  expect(sampleValue(families, "skyferry_folder_reachable", { instrument: name })).toBe(1);
});

it("gives what is known while the ledger cannot be read, and calls nothing zero that is not", async () => {
  const hold = { cause: "ledger-trouble", message: "no space", portalMessage: null } as const;
  const holds = [{ ...hold, lane: "record" as const, sinceMs: noonMs - 30_000, nextTryAtMs: null }];
  const { page, families } = await pageOf(
    fakeMetrics([], noonMs, { ledger: null, holds, needsAttention: true }),
  );
  expect(sampleValue(families, "skyferry_ledger_readable")).toBe(0);
  expect(sampleValue(families, "skyferry_hold", { cause: "ledger-trouble" })).toBe(1);
  expect(sampleValue(families, "skyferry_hold_age_seconds", { cause: "ledger-trouble" })).toBe(30);
  for (const name of [
    "skyferry_uploads",
    "skyferry_oldest_unsent_age_seconds",
    "skyferry_clock_ahead_seconds",
  ])
    expect([name, families.get(name)?.samples]).toEqual([name, []]);
  expect(page).not.toContain("no space");
});

it("is gathered once a second however often it is asked for, and again after a mistake", async () => {
  let gathered = 0;
  const { clock, metrics } = metricsOf(async () => {
    gathered += 1;
    if (gathered === 2) throw new Error("a mistake");
    return fakeMetrics([], noonMs);
  });
  await Promise.all([metrics.page(), metrics.page()]);
  await clock.advance(900);
  await metrics.page();
  expect(gathered).toBe(1);
  await clock.advance(200);
  await expect(metrics.page()).rejects.toThrow("a mistake");
  await metrics.page();
  expect(gathered).toBe(3);
});

it("counts days with gaps once the portal's lists were read", async () => {
  const page = async (coverage: object) =>
    readExposition(
      await createMetrics({
        station: { metrics: async () => fakeMetrics([], 0) },
        counters: createCounters(),
        diskUse: async () => disk,
        clock: new FakeClock(),
        version: "0.1.0",
        startedAtMs: noonMs,
        ...coverage,
      }).page(),
    );
  const gaps = () => [{ instrument: "Radar", layer: "published", days: 3 }] as const;
  const labels = { instrument: "Radar", layer: "published" };
  expect(sampleValue(await page({ coverage: { gaps } }), "skyferry_day_gaps", labels)).toBe(3);
  const unknown = await page({ coverage: { gaps: () => null } });
  expect(unknown.get("skyferry_day_gaps")?.samples).toEqual([]);
});

it("tells of each sign of life that is sent how old it is, and whether the last one failed", async () => {
  const sent = { lastSentAtMs: noonMs, message: null, ageMs: 61_000 };
  const failed = { lastSentAtMs: null, message: "The service answered 404.", ageMs: 900_000 };
  const familiesWith = async (signs: ReturnType<NonNullable<MetricsParts["signs"]>>) => {
    const parts = {
      diskUse: async () => disk,
      clock: new FakeClock(),
      version: "0.1.0",
      startedAtMs: noonMs,
    };
    const station = { metrics: async () => fakeMetrics([], noonMs) };
    const metrics = createMetrics({ station, counters: createCounters(), signs: () => signs, ...parts });
    return readExposition(await metrics.page());
  };
  const both = await familiesWith({ heartbeat: sent, report: failed });
  const values = (sign: string) =>
    ["failed", "age_seconds"].map((end) => sampleValue(both, `skyferry_sign_of_life_${end}`, { sign }));
  expect(values("heartbeat")).toEqual([0, 61]);
  expect(values("report")).toEqual([1, 900]);
  const none = await familiesWith({ heartbeat: null, report: null });
  expect(sampleValue(none, "skyferry_sign_of_life_failed", { sign: "heartbeat" })).toBeUndefined();
});
