import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createJsonStore } from "#adapters/settings/json-file.ts";
import { startOfDayMs, todayUtc } from "#base/dates.ts";
import { beginWithPast } from "#compose/past.ts";
import { demoEvents, demoPast } from "#demo/demo-past.ts";
import { demoSettings } from "#demo/demo-settings.ts";
import { simulatedInstruments } from "#demo/instrument-files.ts";
import { startSimulation } from "#demo/simulation.ts";
import { compilePattern } from "#domain/pattern/pattern.ts";
import { createKnownIssues } from "#engine/known-issues.ts";
import { startMockPortal } from "#mock-portal/portal.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { openInThread, ready } from "#test/support/fakes/in-thread-ledger.ts";
import { copyDemoSeed } from "#test/support/portals/demo-portal.ts";

test("the demo's record of uploads begins with what the portal has of its instruments, once", async () => {
  const { root, portal, past } = await withPast();
  try {
    const { instruments } = demoSettings(portal.url, root);
    for (const { name, pattern } of instruments) {
      const compiled = compilePattern(pattern);
      const own = past.filter(({ instrument }) => instrument.name === name);
      expect(new Set(own.map(({ measurementDate }) => measurementDate)).size).toBeGreaterThan(50);
      for (const { relPath, measurementDate } of own)
        expect(
          compiled.kind === "pattern" && compiled.pattern.dateOf(relPath, { caseInsensitive: false }),
        ).toBe(measurementDate);
    }
    const dataFolder = join(root, "station");
    for (const files of [past, past.slice(0, 3)])
      expect(await beginWithPast(dataFolder, files, demoEvents(Date.now()), Date.now())).toBeNull();
    const ledger = ready(openInThread({ dataFolder }));
    expect((await ledger.totals()).delivered).toBe(past.length);
    const uploads = await ledger.list({}, past.length, null);
    const deliveredOn = uploads.map(({ receipt }) => todayUtc(receipt?.confirmedAtMs ?? 0));
    expect(new Set(deliveredOn)).toEqual(new Set(past.map(({ atMs }) => todayUtc(atMs))));
    const days = await ledger.changedDays(0);
    expect(days.days?.length).toBeGreaterThan(200);
    const kinds = await ledger.stationEvents({ before: null, limit: 10 });
    expect(kinds.map(({ kind }) => kind)).toEqual(["paused", "outage", "stopped", "outage", "ledger-begun"]);
    // A single problem is left for the newcomer; all others are known.
    const known = await createKnownIssues({
      clock: { nowMs: Date.now },
      store: createJsonStore(join(dataFolder, "known.json"), { info() {}, warn() {}, error() {} }),
    }).list();
    const versions = new Set(known.flatMap(({ files }) => files.map(({ version }) => version)));
    const answer = await fetch(`${portal.url}/api/raw-files?site=hyytiala&status=invalid&status=uploaded`);
    const judged = new Set(((await answer.json()) as { checksum: string }[]).map(({ checksum }) => checksum));
    const open = uploads.filter(({ id, checksum }) => judged.has(checksum ?? "") && !versions.has(id));
    expect(open).toHaveLength(1);
    await ledger.close();
  } finally {
    await portal.close();
    await rm(root, { recursive: true, force: true });
  }
});

test("the demo's instruments write no second version of what was delivered before", async () => {
  const { root, portal, past } = await withPast();
  try {
    const { instruments } = demoSettings(portal.url, root);
    const isOfPast = new Set(
      past.map(({ instrument, relPath }) =>
        join(instruments.find(({ name }) => name === instrument.name)?.folder ?? "", relPath),
      ),
    );
    const waits = Promise.withResolvers<void>();
    let writing = simulatedInstruments().length;
    const simulation = startSimulation(root, {
      // Early in the day, all of today is soon written.
      nowMs: () => startOfDayMs(todayUtc(Date.now())) + 3_600_000,
      async sleep(ms, signal) {
        if (ms < 1000) return;
        writing -= 1;
        if (writing === 0) waits.resolve();
        await once(signal ?? new AbortController().signal, "abort");
      },
    });
    await waits.promise;
    await simulation.finish();
    const written = simulation.written();
    expect(written.length).toBeGreaterThan(12);
    expect(written.filter((file) => isOfPast.has(file))).toEqual([]);
  } finally {
    await portal.close();
    await rm(root, { recursive: true, force: true });
  }
});

async function withPast() {
  const root = await makeScratch("skyferry-demo-past-");
  copyDemoSeed(join(root, "portal"));
  const portal = await startMockPortal({ dataFolder: join(root, "portal"), seed: "demo" });
  return { root, portal, past: await demoPast(portal.url, root) };
}
