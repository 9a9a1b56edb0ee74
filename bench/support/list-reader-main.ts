import { execFileSync } from "node:child_process";
import { openLedger } from "#adapters/ledger/sqlite-ledger.ts";
import { createNodeClock } from "#adapters/node-clock.ts";
import { createHttpPortal } from "#adapters/portal/http-portal.ts";

/**
 * Reads one list: `list-reader-main.ts (plain|skyferry|nothing) URL FOLDER`. `plain` is curl and JSON.parse; `skyferry`
 * keeps the records in a ledger. Prints the seconds that it took, and how many records it had.
 */
const [way = "", url = "", folder = ""] = process.argv.slice(2);

async function plain(): Promise<number> {
  const text = execFileSync("curl", ["-s", `${url}/api/raw-files`], { maxBuffer: 1e9, encoding: "utf8" });
  return (JSON.parse(text) as unknown[]).length;
}

async function skyferry(): Promise<number> {
  const ledger = await openLedger({ dataFolder: folder });
  if ("message" in ledger) throw new Error(ledger.message);
  const portal = createHttpPortal({
    url,
    credentials: async () => ({ message: "Lists are public." }),
    concurrency: 2,
    bandwidthKBps: null,
    proxy: null,
    caFile: null,
    allowInsecureHttp: false,
    version: "bench",
    clock: createNodeClock(),
  });
  const reading = await ledger.beginReading(url);
  const outcome =
    way === "nothing"
      ? null
      : await portal.listRawFiles(
          { kind: "raw", site: "hyytiala", instrument: "cl61d" },
          {},
          new AbortController().signal,
          (records) => ledger.keepRecords(records, reading),
        );
  await portal.close();
  await ledger.close();
  return outcome?.kind === "found" ? outcome.value.records : 0;
}

const startedAt = performance.now();
const records = way === "plain" ? await plain() : await skyferry();
process.stdout.write(JSON.stringify({ seconds: (performance.now() - startedAt) / 1000, records }));
