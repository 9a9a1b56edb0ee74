import type { ConnectionStep, SecretPlace } from "#domain/connection.ts";
import type { Diagnosis } from "#domain/diagnosis.ts";
import type { InstrumentRecord, InstrumentType, Site } from "#domain/portal-records.ts";
import type { FinishPolicy, Instrument, PortalSettings, SettingsProblem } from "#domain/settings.ts";
import type { SettingOrigin } from "#domain/settings-layers.ts";
import type { SettingsLock } from "#domain/settings-locks.ts";
import type { ReadOutcome } from "./portal.ts";

/** Services of a host for the pages for settings, setup and help, besides the engine. */
export interface SettingsService {
  readonly settings: SettingsEditor;
  readonly passwords: PasswordEditor;
  readonly connection: ConnectionTester;
  readonly folders: FolderList;
  readonly support: SupportFacts;
}

/** Settings as they are in a file; values of the document are unchecked. */
export interface WrittenSettings {
  readonly file: string;
  readonly exists: boolean;
  readonly document: DocumentParts;
  /** Changes with the text of the file; "" where there is none. */
  readonly revision: string;
  readonly problems: readonly SettingsProblem[];
  /** Files of the values that are not from `file`. */
  readonly origins: readonly SettingOrigin[];
  /** Keys that cannot be changed; `names`: of which entries, for a key of a list. */
  readonly locked: readonly (SettingsLock & { readonly names: readonly string[] | null })[];
}

export interface DocumentParts {
  readonly portal: Record<string, unknown> | null;
  readonly instruments: readonly Record<string, unknown>[];
  readonly notifications: Record<string, unknown> | null;
  readonly keep: Record<string, unknown> | null;
  readonly [key: string]: unknown;
}

export type SettingsSaved =
  | {
      readonly kind: "saved" | "has-problems";
      readonly revision: string;
      readonly problems: readonly SettingsProblem[];
    }
  /** Somebody wrote the file since it was read. */
  | { readonly kind: "conflict"; readonly message: string }
  /** It would hold a secret. */
  | { readonly kind: "refused"; readonly message: string }
  /** The disk did not take it. */
  | { readonly kind: "failed"; readonly message: string };

/** The official client's configuration, as a document that is not saved yet. */
export interface SubmitImport {
  /** Null where nothing could be used. */
  readonly document: DocumentParts | null;
  /** Instruments. */
  readonly added: number;
  readonly addedModels: number;
  readonly notes: readonly string[];
  readonly problems: readonly string[];
  /** Null where the file holds none. */
  readonly password: string | null;
}

export interface SettingsEditor {
  read(): Promise<WrittenSettings>;
  /** Never rejects. Settings that were saved are in force when it resolves. */
  save(document: DocumentParts, revision: string, despiteProblems: boolean): Promise<SettingsSaved>;
  check(document: DocumentParts): Promise<readonly SettingsProblem[]>;
  /** Checks an instrument or model as written, by itself; gives sentences where it cannot be used. */
  instrumentOf(written: Record<string, unknown>): Instrument | { readonly problems: readonly string[] };
  /** Those that can be used now, and the portal. */
  inForce(): Promise<{ readonly portal: PortalSettings; readonly instruments: readonly Instrument[] }>;
  /** `base` is what it is added to; null takes the settings file. */
  importSubmit(toml: string, fileName: string, base: DocumentParts | null): Promise<SubmitImport>;
  /** A document as its file would hold it, without what may be secret; for export and for help. */
  withoutSecrets(document: DocumentParts): Record<string, unknown>;
}

/** Place of a password; never the password. */
export interface PasswordState {
  readonly place: SecretPlace | null;
  readonly backend: string | null;
  readonly message: string | null;
  /** The environment or the password file comes before what is kept. */
  readonly isFixed: boolean;
}

export interface PasswordEditor {
  state(username: string, url: string): Promise<PasswordState>;
  /** `message` says why it was not kept. */
  keep(username: string, url: string, password: string): Promise<{ readonly message: string | null }>;
  /** Tells where a new password would be kept. */
  store(): Promise<"keychain" | "fallback">;
  /** Null, or a sentence that says which place still holds it. */
  forget(username: string, url: string): Promise<string | null>;
}

/** A portal that need not be in force. */
export interface PortalAt {
  readonly url: string;
  readonly caFile: string | null;
  readonly proxy: string | null;
  readonly allowInsecureHttp: boolean;
}

export interface ConnectionRequest extends PortalAt {
  /** Null tries the address alone. */
  readonly username: string | null;
  /** Null takes the kept one. */
  readonly password: string | null;
  readonly site: string | null;
}

/** Lists that a portal offers to choose from. */
export interface PortalChoices {
  readonly sites: readonly Site[];
  readonly instrumentTypes: readonly InstrumentType[];
  /** Null where the portal does not offer the list. */
  readonly instrumentRecords: readonly InstrumentRecord[] | null;
}

export interface ConnectionReport {
  readonly steps: readonly ConnectionStep[];
  readonly isGood: boolean;
  readonly verdict: string;
  readonly siteCount: number | null;
  readonly clockAheadSeconds: number | null;
}

/** Tries a portal and credentials and leaves nothing there. Null when the signal aborted. */
export interface ConnectionTester {
  run(request: ConnectionRequest, signal: AbortSignal): Promise<ConnectionReport | null>;
  /** Asks without any password. */
  lists(portal: PortalAt, signal: AbortSignal): Promise<ReadOutcome<PortalChoices>>;
}

export interface FolderListing {
  readonly path: string;
  readonly parent: string | null;
  readonly roots: readonly { readonly name: string; readonly path: string }[];
  readonly folders: readonly { readonly name: string; readonly path: string }[];
  readonly fileCount: number;
  readonly message: string | null;
}

/** Folders of this computer by name. */
export interface FolderList {
  /** Null is the user's home. */
  list(path: string | null): Promise<FolderListing>;
}

/** Facts of a bundle for help, besides those of the engine. */
export interface SupportFacts {
  readonly version: string;
  /** How paths are written here. */
  readonly pathStyle: "posix" | "win32";
  /** Versions of what it runs on, time zone, memory. */
  platform(): Readonly<Record<string, unknown>>;
  /** Findings of `skyferry doctor` on this PC, without the network. */
  doctor(): Promise<readonly Diagnosis[]>;
  /** The newest lines of the log, oldest first. */
  logTail(lines: number): Promise<readonly string[]>;
  /** JSON, without any secret that is known or looks like one, gzipped, in base64. */
  pack(document: unknown): Promise<string>;
}

/** Files of a folder tried against a pattern. */
export interface PreviewRequest {
  readonly folder: string;
  readonly pattern: string;
  readonly finish: FinishPolicy;
  readonly since: string | null;
  readonly tags: readonly string[];
  readonly limit: number;
}

/** Room on the disk of the data folder; bytes, null where it cannot be told. */
export interface DiskUse {
  /** Bytes that Skyferry itself keeps. */
  readonly parts: {
    readonly ledger: number;
    /** Moved aside when they were found damaged. */
    readonly damagedLedgers: number;
    readonly logs: number;
    readonly cache: number;
    readonly other: number;
  } | null;
  /** Room that this user may still write to. */
  readonly freeBytes: number | null;
  readonly sizeBytes: number | null;
}
