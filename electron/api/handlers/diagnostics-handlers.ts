import { z } from "zod";
import { fitted } from "#api/fitted.ts";
import { ok } from "#api/reply.ts";
import type { diagnosticsMethods } from "#contract/diagnostics.ts";
import { journalEntry } from "#contract/journal.ts";
import type { Handlers } from "#contract/methods.ts";
import { statusMethods } from "#contract/status.ts";
import { LedgerError } from "#engine/ports/ledger.ts";
import type { SettingsService } from "#engine/ports/settings.ts";
import type { Station } from "#station/station-api.ts";
import type { HostFacts } from "./status-handlers.ts";
import { statusSnapshot } from "./status-handlers.ts";

const logLines = 2_000;
const journalLines = 500;

/** Answers with a bundle for the people who help. A part that cannot be read now is replaced by the reason. */
export function diagnosticsHandlers(
  station: Station,
  host: HostFacts | null,
  { settings, passwords, support }: SettingsService,
): Pick<Handlers, keyof typeof diagnosticsMethods> {
  return {
    async diagnostics() {
      const { file, document, problems } = await settings.read();
      const { username, url } = { username: document.portal?.username, url: document.portal?.url };
      // Also makes the password known to the log, so that it can be cut when this is packed.
      const password = await passwords.state(String(username ?? ""), String(url ?? ""));
      const facts = support.platform();
      const leftOut: string[] = [];
      const onUnfit = (fault: Error) => void leftOut.push(fault.message);
      const fit = { reported: new Set<string>(), onUnfit };
      const bundle = {
        program: { name: "Skyferry", version: support.version },
        host,
        platform: facts,
        doctor: await support.doctor(),
        // Secrets are cut when it is packed: what is found here must not appear elsewhere either.
        settings: { file, document, problems },
        keptIn: password,
        status: await orReason(async () => {
          const snapshot = await statusSnapshot(station, host !== null);
          return fitted("status", statusMethods.status.output, snapshot, fit);
        }),
        journal: await orReason(async () => {
          const seq = await station.lastSeq();
          const lines = await station.journal(Math.max(0, seq - journalLines), journalLines);
          return fitted("journal", z.array(journalEntry).readonly(), lines, fit);
        }),
        leftOut,
        log: await support.logTail(logLines),
      };
      const moment = new Date(String(facts.now)).toISOString().slice(0, 19).replaceAll(/[-:]/g, "");
      const fileName = `skyferry-diagnostics-${moment}Z.json.gz`;
      return ok({ fileName, base64: await support.pack(bundle) });
    },
  };
}

/** A damaged ledger is a reason to make a bundle, not one to have none. */
async function orReason<T>(read: () => Promise<T>): Promise<T | { readonly unreadable: string }> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof LedgerError) return { unreadable: error.message };
    throw error;
  }
}
