import { openLedger } from "#adapters/ledger/sqlite-ledger.ts";
import { anyClaim, found, noonMs } from "#test/support/builders/ledger-fixtures.ts";

/** A process of its own that uses a ledger and ends as told: `node ledger-main.ts FOLDER closed|killed FILES`. */
const [dataFolder = "", ending, files] = process.argv.slice(2);
const ledger = await openLedger({ dataFolder });
if ("message" in ledger) throw new Error(ledger.message);
const versions = Array.from({ length: Number(files) }, (_, n) => found(n));
const uploads = await ledger.enqueue(versions, noonMs);
await ledger.claim(anyClaim({ limit: 7 }));
process.stdout.write(JSON.stringify(uploads.map(({ id }) => id)), async () => {
  if (ending === "killed") process.kill(process.pid, "SIGKILL");
  await ledger.close();
});
