import type { KeptSecrets, KeychainOptions } from "#adapters/secrets/keychain.ts";
import type { DemoDoor } from "#api/handlers/demo-handlers.ts";
import type { RunsAs } from "#contract/status.ts";
import type { Settings } from "#domain/settings.ts";
import type { Clock } from "#engine/ports/host.ts";
import type { ReadSettings } from "./active-settings.ts";
import type { HostParts } from "./host.ts";
import type { AskSystemProxy } from "./system-proxy.ts";

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
  readonly demo?: DemoDoor;
  /** Spares the cost of the ledger's thread: for a question or two; for one run, until it writes. Left out: never. */
  readonly ledgerHere?: "always" | "until-written";
  /** Kind of program that runs the host; left out: the window. */
  readonly runsAs?: RunsAs;
}

/** Parts that a station has opened for every use of it. */
export interface DataFolderParts extends Pick<HostParts, "settingsFile" | "ports" | "link"> {
  readonly options: DataFolderOptions;
  /** The settings as they were read first. */
  readonly first: ReadSettings;
  /** Limits log and journal as the settings say. */
  readonly keep: (settings: Settings) => void;
  readonly secrets: KeptSecrets;
}
