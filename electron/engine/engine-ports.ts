import type { PathStyle } from "#domain/folder-paths.ts";
import type { AddedFiles } from "#engine/ports/received-copies.ts";
import type { Clock, Files, Log, StateStore } from "./ports/host.ts";
import type { Ledger } from "./ports/ledger.ts";
import type { Portal } from "./ports/portal.ts";
import type { PortalLists } from "./ports/portal-lists.ts";

/** The ports that an engine gets. */
export interface EnginePorts {
  readonly clock: Clock;
  /** Limits waits for the portal's lists and records where `clock` runs faster than the network. */
  readonly linkClock?: Clock;
  readonly files: Files;
  readonly ledger: Ledger;
  readonly portal: Portal;
  readonly log: Log;
  /** On which drives the instruments' files were seen. */
  readonly drivesStore: StateStore;
  /** Names of watched folders that no pattern takes; left out: they last as long as the engine. */
  readonly unmatchedStore?: StateStore;
  /** Reads the portal's long lists as they come; left out: they are read whole. */
  readonly lists?: Pick<PortalLists, "listRawFiles">;
  /** When receipts were compared with the portal last; left out: known until the end of the run. */
  readonly verifyStore?: StateStore;
  /** Instruments that the settings had; left out: known until the end of the run. */
  readonly entriesStore?: StateStore;
  /** When the portal refused the password; left out: known until the end of the run. */
  readonly passwordStore?: StateStore;
  /** Says whether the station was restored and nobody has confirmed it yet; left out: it was not. */
  readonly restoredStore?: StateStore;
  /** Keeps whether a person lets the backlog wait; left out: it lasts as long as the process. */
  readonly backlogStore?: StateStore;
  /** False while nothing is sent, as before a host is started; left out: true. */
  readonly mayClaim?: () => boolean;
  /** Folder in which room is watched besides the instruments' folders, and the store for it; left out: room is not watched. */
  readonly room?: { readonly dataFolder: string; readonly store: StateStore };
  /** Left out: no files are added. */
  readonly added?: AddedFiles;
  readonly pathStyle: PathStyle;
}
