import type { AddedStore } from "#adapters/added/added-store.ts";
import type { HangGuard } from "#adapters/files/hang-guard.ts";
import type { OpenLedger } from "#adapters/ledger/ledger-client.ts";
import type { FileLog } from "#adapters/log/log-file.ts";
import type { StageEnd } from "#adapters/portal/metered-portal.ts";
import type { KeptSecrets, KeychainOptions } from "#adapters/secrets/keychain.ts";
import type { SettingsFile } from "#adapters/settings/settings-store.ts";
import type { DemoControl } from "#api/handlers/demo-handlers.ts";
import type { Subscribe } from "#base/event.ts";
import type { RunsAs } from "#contract/status.ts";
import type { Settings } from "#domain/settings.ts";
import type { EnginePorts } from "#engine/engine-ports.ts";
import type { Clock, StateStore } from "#engine/ports/host.ts";
import type { ReadSettings } from "./active-settings.ts";
import type { PortalLink } from "./portal-connection.ts";
import type { AskSystemProxy, ProxyFor } from "./system-proxy.ts";

export interface DataFolderOptions {
  /** Absolute. Created where it is missing. */
  readonly dataFolder: string;
  /** `--settings`; null is `settings.json` in the data folder. */
  readonly settingsFile: string | null;
  /** `--password-file`; null where not given. */
  readonly passwordFile: string | null;
  readonly env: NodeJS.ProcessEnv;
  readonly version: string;
  /** Folder of the built pages; null or left out where a host serves none. */
  readonly pagesFolder?: string | null;
  /** How a shell reaches the system's keychain, and its own place for a password; left out: plain Node's ways. */
  readonly keychain?: Pick<KeychainOptions, "ask" | "fallback">;
  /** How a shell asks the system for a proxy; left out: only settings and environment name one. */
  readonly systemProxy?: AskSystemProxy;
  /** Left out: this computer's own. */
  readonly clock?: Clock;
  /** True: without a settings file nothing is opened or written, and the message says so. Left out: it is opened. */
  readonly needsSettings?: boolean;
  /** The try-out that this host offers or is; left out: none. */
  readonly demo?: DemoControl;
  /** Spares the cost of the ledger's thread: for a question or two; for one run, until it writes. Left out: never. */
  readonly ledgerHere?: "always" | "until-written";
  /** Kind of program that runs the host; left out: the window. */
  readonly runsAs?: RunsAs;
}

/** Parts that a station has opened for every use of it. */
export interface DataFolderParts {
  readonly options: DataFolderOptions;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly settingsFile: SettingsFile;
  /** The settings as they were read first. */
  readonly first: ReadSettings;
  /** Limits log and journal as the settings say. */
  readonly keep: (settings: Settings) => void;
  readonly secrets: KeptSecrets;
  readonly proxyFor: ProxyFor;
  readonly ports: EnginePorts & {
    readonly files: HangGuard;
    readonly added: AddedStore;
    readonly ledger: OpenLedger;
    readonly log: FileLog;
    readonly snoozeStore: StateStore;
    readonly qualityStore: StateStore;
    readonly advisedStore: StateStore;
  };
  readonly link: PortalLink;
  readonly onStageEnd: Subscribe<StageEnd>;
}
