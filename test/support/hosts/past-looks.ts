import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { CliPlace } from "./cli-place.ts";

/** As if the first looks at receipts had been eleven minutes earlier; no host may run. */
export function passLooks({ dataFolder }: Pick<CliPlace, "dataFolder">): void {
  const db = new DatabaseSync(join(dataFolder, "ledger.sqlite"));
  db.prepare("UPDATE first_looks SET at_ms = at_ms - 660000").run();
  db.close();
}
