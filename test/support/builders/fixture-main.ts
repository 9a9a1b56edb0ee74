import { rmSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { mock } from "node:test";
import { createLog } from "#adapters/log/log-file.ts";
import { createJsonStore, writeJsonFile } from "#adapters/settings/json-file.ts";
import { fixtureNoonMs, fixtureSettings } from "#test/ports/fixture-files.ts";
import { openInThread, ready } from "#test/support/fakes/in-thread-ledger.ts";
import { fillFixtureEvents, fillFixtureLedger } from "./fixture-ledger.ts";
import { seededRandom } from "./seeded-random.ts";

/**
 * Writes a data folder as this version leaves one, and what it says of it: `node test/support/builders/fixture-main.ts FOLDER`
 * makes `FOLDER/data` and `FOLDER/expected.json`. Run by hand, once for each released schema of the ledger; the same
 * version always writes the same. Everything that was in the folder is removed.
 */
const folder = process.argv[2];
if (folder === undefined) {
  process.stderr.write("fixture: name the folder, such as test/fixtures/data-folder-v2\n");
  process.exit(2);
}
await rm(folder, { recursive: true, force: true });
const dataFolder = join(folder, "data");
await mkdir(dataFolder, { recursive: true });

mock.timers.enable({ apis: ["Date"], now: fixtureNoonMs });
const random = seededRandom("fixture");
crypto.getRandomValues = (array) => {
  if (array instanceof Uint8Array) array.set(random.bytes(array.length));
  return array;
};

const log = createLog({ folder: join(dataFolder, "logs") });
log.info("started", { version: "0.1.0", instruments: 2 });
log.warn("the portal does not answer", { url: fixtureSettings.portal.url });
await writeJsonFile(join(dataFolder, "settings.json"), fixtureSettings);
await createJsonStore(join(dataFolder, "notices.json"), log).write({
  form: 1,
  serial: 3,
  seen: {},
  open: [],
  owed: [],
  records: [],
});

const ledger = ready(openInThread({ dataFolder, nowMs: fixtureNoonMs }));
await fillFixtureLedger(ledger);
await fillFixtureEvents(ledger);
const expected = {
  uploads: await ledger.list({}, 1_000, null),
  journal: await ledger.journal({ sinceSeq: 0, limit: 10_000 }),
  totals: await ledger.totals(),
  stationEvents: await ledger.stationEvents({ before: null, limit: 1_000 }),
  run: await ledger.lastRun(),
};
await ledger.close();
await writeFile(join(folder, "expected.json"), `${JSON.stringify(expected, null, 1)}\n`);

// Copying changes the file's time, which the mark tells: it would differ with every checkout.
const mark = join(dataFolder, "ledger.mark.json");
await writeFile(mark, JSON.stringify({ ...JSON.parse(await readFile(mark, "utf8")), asLeft: null }));
rmSync(join(dataFolder, "ledger.lock"), { force: true });
process.stdout.write(`${expected.uploads.length} uploads, ${expected.journal.length} journal lines\n`);
process.exit(0);
