import { statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Ledger } from "#engine/ports/ledger.ts";
import { LedgerError } from "#engine/ports/ledger.ts";
import { anyClaim, failure, found, noonMs } from "#test/support/builders/ledger-fixtures.ts";
import { openInThread, ready } from "#test/support/fakes/in-thread-ledger.ts";
import { fillDisk } from "#test/support/hosts/disk-filler.ts";
import { makeSmallDisk, type SmallDisk } from "#test/support/hosts/small-disk.ts";

/** Less than the write-ahead log may take where there is room. */
const diskKiB = 8_192;

let disk: SmallDisk | string;
let ledger: Ledger;

beforeEach(async () => {
  disk = await makeSmallDisk(diskKiB);
  if (typeof disk !== "string") ledger = ready(openInThread({ dataFolder: disk.folder }));
});
afterEach(async () => {
  if (typeof disk === "string") return;
  await ledger.close();
  await disk.remove();
});

/** As many commits as a station makes in some days of trouble: rows that are there change again and again. */
async function changes(rounds: number): Promise<void> {
  for (let n = 0; n < rounds; n++) {
    const claimed = await ledger.claim(anyClaim({ limit: 100, nowMs: noonMs + n * 3_600_000 }));
    for (const { id } of claimed) {
      const notBeforeMs = noonMs + n * 3_600_000 + 1;
      await ledger.apply(id, { type: "failed-passing", failure: failure(), notBeforeMs }, noonMs);
    }
  }
}

it("the write-ahead log keeps to the room that there is, and nothing fails", async (context) => {
  if (typeof disk === "string") return context.skip(disk);
  await ledger.limitJournal(1_000);
  await ledger.enqueue(
    Array.from({ length: 100 }, (_, n) => found(n)),
    noonMs,
  );
  await changes(20);
  expect((await ledger.totals()).waiting).toBe(100);
  expect(statSync(join(disk.folder, "ledger.sqlite-wal")).size).toBeLessThan((diskKiB * 1024) / 2);
});

it("what another program took of the disk is said, and when it gives it back all goes on", async (context) => {
  if (typeof disk === "string") return context.skip(disk);
  await ledger.limitJournal(1_000);
  await ledger.enqueue(
    Array.from({ length: 100 }, (_, n) => found(n)),
    noonMs,
  );
  await changes(10);
  const diskFiller = fillDisk(disk.folder, 0);
  const error = await changes(20).then(
    () => null,
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(LedgerError);
  expect(String(error)).toContain(`There is no space left for the record of uploads in ${disk.folder}`);
  diskFiller.remove();
  await ledger.applyAll({ states: ["hashing"] }, { type: "released", reason: "full" }, noonMs);
  await changes(20);
  expect((await ledger.totals()).waiting).toBe(100);
});
