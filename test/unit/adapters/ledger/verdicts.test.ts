import { rm } from "node:fs/promises";
import { expect, it, onTestFinished } from "vitest";
import { enqueued, found } from "#test/support/builders/ledger-fixtures.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { openInThread, ready } from "#test/support/fakes/in-thread-ledger.ts";

const place = { site: "hyytiala", pid: "pid" };
const processedWithinMs = 6 * 3_600_000;

it("calls no file overdue by the list of another month, which cannot tell that it was processed since", async () => {
  const dataFolder = await makeScratch("skyferry-verdicts-");
  onTestFinished(() => rm(dataFolder, { recursive: true }));
  const ledger = ready(openInThread({ dataFolder }));
  const file = found(1, { instrument: "Radar", measurementDate: "2026-03-09" });
  const { checksum, updatedAtMs } = await enqueued(ledger, file, "delivered");
  const reading = await ledger.beginReading("http://127.0.0.1");
  await ledger.keepRecords(
    [
      {
        uuid: "00000000-0000-4000-8000-000000000001",
        checksum,
        filename: "one.nc",
        measurementDate: file.measurementDate,
        size: file.size,
        status: "uploaded",
        updatedAtMs,
        siteId: place.site,
        instrumentPid: place.pid,
        tags: [],
      },
    ],
    reading,
  );
  const known = { invalid: new Set<string>(), unprocessed: new Set<string>() };
  const overdueAfter = async (month: string) => {
    const readAtMs = updatedAtMs + processedWithinMs + 1;
    const list = { kind: "raw", site: place.site, instrument: "radar", newestAtMs: 0, readAtMs } as const;
    await ledger.listEnded({ ...list, month }, reading, null);
    const query = {
      ...place,
      instrument: "Radar",
      list: "raw" as const,
      type: "radar",
      from: "2026-03-01",
      processedWithinMs,
      known,
    };
    const [verdicts] = await ledger.verdicts([query]);
    return verdicts?.unprocessed?.count ?? 0;
  };
  expect(await overdueAfter("2026-02")).toBe(0);
  expect(await overdueAfter("2026-03")).toBe(1);
  await ledger.close();
});
