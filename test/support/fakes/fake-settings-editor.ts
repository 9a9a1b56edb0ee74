import type { SettingsServiceParts } from "#api/handlers/settings-service.ts";
import { portalSettings } from "#test/support/builders/engine-fixture.ts";
import { FakeClock } from "./fake-clock.ts";
import { MemoryFiles } from "./memory-files.ts";
import { memoryLedger } from "./memory-ledger.ts";

const portal = { url: "https://portal.example", username: "station" };
const document = { portal, instruments: [], notifications: null, keep: null };

/** A settings service that answers every question in one way, over folders in memory. */
export function createFakeSettingsService(): SettingsServiceParts {
  const files = new MemoryFiles();
  files.put("/data/radar", "20240517.nc", "twelve bytes");
  const step = { name: "address", state: "ok", message: "All is well." } as const;
  const inForce = { portal: portalSettings(portal), instruments: [] };
  return {
    plans: {
      ask: () => ({
        ...{ isRunning: false, isCompared: true, unanswered: null },
        plan: {
          days: [{ date: "2026-10-01", files: 1, bytes: 12, onPortal: 2 }],
          perDay: { files: 0.5, bytes: 6 },
          unreadable: [],
        },
      }),
      plannerOf: () => async () => ({ kind: "stopped" }),
    },
    ports: { clock: new FakeClock(), files, ledger: memoryLedger(), pathStyle: "posix" },
    service: {
      settings: {
        read: async () => ({
          file: "/data/settings.json",
          exists: true,
          document,
          revision: "1",
          problems: [],
          origins: [],
          locked: [],
        }),
        save: async () => ({ kind: "saved", revision: "2", problems: [] }),
        check: async () => [],
        instrumentOf: () => ({ problems: ["name must be a name for this instrument."] }),
        inForce: async () => inForce,
        importSubmit: async () => ({
          document,
          added: 0,
          addedModels: 0,
          notes: [],
          problems: [],
          password: null,
        }),
        withoutSecrets: (given) => ({ ...given }),
      },
      passwords: {
        state: async () => ({ place: "keychain", backend: "memory", message: null, isFixed: false }),
        keep: async () => ({ message: null }),
        store: async () => "keychain",
        forget: async () => null,
      },
      connection: {
        run: async () => ({
          steps: [step],
          isGood: true,
          verdict: step.message,
          siteCount: 0,
          clockAheadSeconds: 0,
        }),
        lists: async () => ({
          kind: "found",
          value: { sites: [], instrumentTypes: [], instrumentRecords: null },
        }),
      },
      folders: {
        list: async () => ({ path: "/", parent: null, roots: [], folders: [], fileCount: 0, message: null }),
      },
      support: {
        version: "0.1.0",
        pathStyle: "posix",
        platform: () => ({ now: "2026-11-21T10:00:00.000Z" }),
        doctor: async () => [{ name: "Clock", state: "ok", text: "It is right." }],
        logTail: async () => ["started"],
        pack: async () => "",
      },
    },
  };
}
