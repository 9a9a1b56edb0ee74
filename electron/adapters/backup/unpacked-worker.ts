import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import { applicationId, migrations } from "#adapters/ledger/schema.ts";

/** State of an unpacked ledger: every page of it was looked at. */
export type UnpackedLedger =
  | { readonly kind: "whole"; readonly uploads: number; readonly delivered: number }
  | { readonly kind: "damaged" }
  | { readonly kind: "newer" };

/** Reads the ledger whose path it is given; a large one takes minutes, in which the host has to answer. */
function look(ledger: string): UnpackedLedger {
  const db = new DatabaseSync(ledger);
  const ask = (sql: string) => Object.values(db.prepare(sql).get() ?? {})[0];
  try {
    // A copy of a ledger is in the ledger's own journal mode, which would leave files beside it.
    db.exec("PRAGMA journal_mode = DELETE");
    if (ask("PRAGMA application_id") !== applicationId) return { kind: "damaged" };
    if (Number(ask("PRAGMA user_version")) > migrations.length) return { kind: "newer" };
    if (ask("PRAGMA integrity_check(1)") !== "ok") return { kind: "damaged" };
    const uploads = Number(ask("SELECT count(*) FROM uploads"));
    return {
      kind: "whole",
      uploads,
      delivered: Number(ask("SELECT count(*) FROM uploads WHERE state = 'delivered'")),
    };
  } catch {
    return { kind: "damaged" };
  } finally {
    db.close();
  }
}

parentPort?.postMessage(look(workerData as string));
