import type { DataFolderOptions } from "#compose/data-folder-parts.ts";
import type { InsideOf } from "#compose/inside-of.ts";
import type { FeedEvent } from "#contract/events.ts";
import type { Reply } from "#contract/reply.ts";

type Keychain = Required<NonNullable<DataFolderOptions["keychain"]>>;

/** Host of the engine's process that the window can show: the station, or the try-out while it runs. */
export type HostName = "station" | "try-out";

/** Facts that the engine's process is started with. They go over the port: nobody else reads the password there. */
export interface EngineStart {
  /** Absolute. */
  readonly dataFolder: string;
  readonly version: string;
  /** Folder of the built pages, for browsers on this PC. */
  readonly pagesFolder: string;
  /** SKYFERRY_PASSWORD of the window's own environment. */
  readonly password: string | null;
}

/** Functions of the engine's process for the window. */
export type EngineCalls = {
  call(host: HostName, method: string, input: unknown): Promise<Reply<unknown>>;
  /** From now on `events` tells what this host's feed says after `sinceSeq`. `id`: the caller's own number. */
  follow(id: number, host: HostName, sinceSeq: number | null): void;
  unfollow(id: number): void;
  readonly insideOf: InsideOf;
  /** A line of the window in the station's log. */
  log(level: "info" | "error", message: string, facts?: Readonly<Record<string, unknown>>): void;
  /** Answers as long as the process does its work. */
  alive(): void;
  /** After sleep. */
  wakeUp(): Promise<void>;
  /** Gives back what is in flight and ends the process. */
  stop(): void;
};

/** Functions of the window for the engine's process: Electron's parts of it, and what the window hears. */
export type WindowCalls = {
  /** Once: the station is open, or one sentence why not; the process ends then. */
  opened(message: string | null): void;
  events(id: number, events: readonly FeedEvent[]): void;
  tryOut(isRunning: boolean): void;
  /** The record of uploads was taken away: the process ends, to be started again. */
  lost(message: string): void;
  /** A mistake of the program, in one sentence: the process ends, to be started again. */
  failed(message: string): void;
  /** Everything is closed. A thread in a dead drive may still keep the process from ending by itself. */
  ended(): void;
  readonly askKeychain: Keychain["ask"];
  /** The place for a password where there is no keychain. */
  readonly secretOf: Keychain["fallback"]["get"];
  readonly keepSecret: Keychain["fallback"]["keep"];
  readonly forgetSecret: Keychain["fallback"]["forget"];
  readonly systemProxy: NonNullable<DataFolderOptions["systemProxy"]>;
};
