import type { Instrument } from "#domain/settings.ts";
import type { Upload } from "#domain/upload.ts";
import type { Clock, Files } from "#engine/ports/host.ts";
import type { Ledger } from "#engine/ports/ledger.ts";
import type { Portal } from "#engine/ports/portal.ts";
import type { PortalLists } from "#engine/ports/portal-lists.ts";

export interface VerifyParts {
  readonly clock: Clock;
  /** That of the link; left out: `clock`. */
  readonly linkClock?: Clock;
  readonly portal: Pick<Portal, "rawFiles" | "recordOf">;
  /** Reads long lists as they come; left out: they are read whole. */
  readonly lists?: Pick<PortalLists, "listRawFiles">;
  readonly ledger: Pick<
    Ledger,
    | "delivered"
    | "versions"
    | "sameRecord"
    | "journal"
    | "apply"
    | "completeReceipts"
    | "noteLook"
    | "firstLooks"
    | "clearLooks"
    | "list"
  >;
  readonly files: Files;
  /** Uploads that are held in memory at once; left out: 50,000. */
  readonly mostAtOnce?: number;
  instrumentOf(name: string): Instrument | undefined;
  /** Why the instrument's folder cannot be used now, one or two sentences; null where it can. Noted for all its files. */
  folderTrouble(instrument: Instrument): Promise<string | null>;
  /** As in the settings. */
  portalUrl(): string;
  /** Something is in the queue again. */
  onRequeued(): void;
  /** There is other content where the upload was read, and its size and time are as before. */
  onRewritten(upload: Upload): Promise<void>;
}
