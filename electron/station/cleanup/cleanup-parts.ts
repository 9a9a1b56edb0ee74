import type { FileStat } from "#domain/file-version.ts";
import type { PathStyle } from "#domain/folder-paths.ts";
import type { ConfiguredInstrument } from "#domain/instrument-match.ts";
import type { Metadata } from "#domain/portal-records.ts";
import type { CleanupDay, CleanupRecord, KeepReason } from "#domain/removable.ts";
import type { Upload } from "#domain/upload.ts";
import type { Clock, Files } from "#engine/ports/host.ts";
import type { Portal } from "#engine/ports/portal.ts";
import type { PortalLists, RecordsKeeper } from "#engine/ports/portal-lists.ts";
import type { CoverageReport } from "#station/coverage/coverage.ts";
import type { WantedList } from "#station/coverage/list-plan.ts";
import type { AdviceCount, CleanupRequest } from "./advice.ts";
import type { FileReader } from "./read-again.ts";

export interface CleanupParts {
  readonly clock: Clock;
  /** That of the link; left out: `clock`. */
  readonly linkClock?: Clock;
  readonly files: Files;
  readonly keeper: Pick<
    RecordsKeeper,
    | "beginReading"
    | "keepRecords"
    | "listEnded"
    | "dayUploads"
    | "keptRecords"
    | "twinsOf"
    | "firstMeasured"
    | "deliveredPlaces"
    | "deliveredFiles"
  >;
  readonly lists: Pick<PortalLists, "listRawFiles">;
  readonly portal: Pick<Portal, "recordOf">;
  readonly pathStyle: PathStyle;
  readonly portalUrl: () => string;
  instruments(): readonly ConfiguredInstrument[];
  /** Days of one instrument, by the lists that are kept. */
  days(from: string, to: string, instrument: string): Promise<CoverageReport | null>;
  /** Files that are not finished, or not sent for now, as the engine saw them. */
  unsent(): readonly { readonly instrument: string; readonly relPath: string }[];
  pathOf(upload: Pick<Upload, "instrument" | "relPath">): string | null;
  /** Lists of this site were taken into the ledger. */
  listRead(site: string): void;
}

/** A file that only another look at portal and disk keeps from being named. */
export interface PendingFile {
  readonly upload: Upload;
  readonly folder: string;
  readonly metadata: Metadata;
  readonly day: CleanupDay;
  readonly record: CleanupRecord;
  readonly stat: FileStat;
}

/** A file with what the portal's last words say of it. */
export interface ConfirmedFile {
  readonly one: PendingFile;
  /** Null: it may be named. */
  readonly reason: KeepReason | null;
}

/** A month of a list, with the instruments whose files it shows. */
export interface MonthOfList {
  readonly list: WantedList;
  readonly month: string;
  readonly instruments: readonly ConfiguredInstrument[];
}

export interface AskedMonth extends MonthOfList {
  /** By the clock that never jumps. */
  readonly askedAt: number;
  readonly pending: readonly PendingFile[];
}

/** A look on its way. */
export interface CleanupRun {
  readonly parts: CleanupParts;
  readonly request: CleanupRequest;
  readonly signal: AbortSignal;
  readonly count: AdviceCount;
  readonly reader: FileReader;
}
