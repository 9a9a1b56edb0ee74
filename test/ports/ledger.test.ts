import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe } from "vitest";
import { openLedger } from "#adapters/ledger/sqlite-ledger.ts";
import { openLedgerUntilWritten } from "#adapters/ledger/until-written.ts";
import type { Ledger } from "#engine/ports/ledger.ts";
import { ofEachTest } from "#test/support/builders/of-tests.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { ready } from "#test/support/fakes/in-thread-ledger.ts";
import { memoryLedger } from "#test/support/fakes/memory-ledger.ts";
import { ledgerClaimsSuite } from "./ledger-claims-suite.ts";
import { ledgerHistorySuite } from "./ledger-history-suite.ts";
import { ledgerMarksSuite } from "./ledger-marks-suite.ts";
import { ledgerQueueSuite } from "./ledger-queue-suite.ts";
import { ledgerReadsSuite } from "./ledger-reads-suite.ts";
import { ledgerReceiptsSuite } from "./ledger-receipts-suite.ts";
import { ledgerTwinsSuite } from "./ledger-twins-suite.ts";
import { ledgerWritesSuite } from "./ledger-writes-suite.ts";

let folder: string;
let opened = 0;
beforeAll(async () => {
  folder = await makeScratch("skyferry-ledger-");
});
afterAll(() => rm(folder, { recursive: true }));

async function onDisk(): Promise<Ledger> {
  return ready(await openLedger({ dataFolder: join(folder, String(opened++)) }));
}

async function movingOnDisk(): Promise<Ledger> {
  return ready(openLedgerUntilWritten({ dataFolder: join(folder, String(opened++)), nowMs: Date.now() }));
}

const kinds = {
  "the ledger on SQLite": onDisk,
  "the ledger on SQLite, in a thread when it writes": movingOnDisk,
  "the ledger in memory": async () => memoryLedger(),
};

describe.each(Object.entries(kinds))("%s", (_, open) => {
  const ledger = ofEachTest(open, (one) => one.close());
  ledgerWritesSuite(ledger);
  ledgerClaimsSuite(ledger);
  ledgerReadsSuite(ledger);
  ledgerQueueSuite(ledger);
  ledgerHistorySuite(ledger);
  ledgerTwinsSuite(ledger);
  ledgerMarksSuite(ledger);
  ledgerReceiptsSuite(ledger);
});
