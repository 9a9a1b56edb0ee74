import { isSameVersion } from "#domain/file-version.ts";
import { type PathStyle, relativePath } from "#domain/folder-paths.ts";
import { type ConfiguredInstrument, dateNow } from "#domain/instrument-match.ts";
import { canRetry, isUnsent, type NotQueuedReason, type Upload } from "#domain/upload.ts";
import type { Clock, Files } from "#engine/ports/host.ts";
import type { DateSpan, DeliveredPart, Ledger } from "#engine/ports/ledger.ts";

export interface SendAgainParts {
  readonly clock: Clock;
  readonly files: Files;
  readonly ledger: Pick<Ledger, "get" | "versions" | "delivered" | "enqueue" | "apply">;
  readonly pathStyle: PathStyle;
  instruments(): readonly ConfiguredInstrument[];
  /** As in the settings. */
  portalUrl(): string;
  /** Something is in the queue again. */
  onRequeued(): void;
}

/** Files to send again; every field that is given narrows them. */
export interface WantedAgain {
  readonly ids?: readonly string[];
  /** Absolute, or relative to an instrument's folder. */
  readonly paths?: readonly string[];
  readonly instrument?: string;
  /** Measurement dates at which they were delivered; null: any. */
  readonly dates: readonly DateSpan[] | null;
  /** Only what another portal than that of the settings has confirmed. */
  readonly otherPortal: boolean;
}

/** How many files are in the queue again, and which are not, and why. */
export interface SentAgain {
  readonly queued: number;
  /** Not in its folder any more. */
  readonly gone: number;
  /** Another file by now: it is sent by itself once it is finished. */
  readonly changed: number;
  /** The settings leave it out, or it was never found here. */
  readonly leftOut: number;
  /** `path` as it was named, else in the instrument's folder; `instrument` null for what is not known. */
  readonly notQueued: readonly {
    readonly instrument: string | null;
    readonly path: string;
    readonly reason: NotQueuedReason;
  }[];
}

/**
 * Puts delivered files into the queue once more, each as a version of its own by the settings of now: the former one
 * keeps its receipt. A file that failed or was cancelled, and that is named, is retried. Gives the instruments of
 * the settings where none has the wanted name.
 */
export async function sendAgain(
  parts: SendAgainParts,
  wanted: WantedAgain,
): Promise<SentAgain | { readonly instruments: readonly string[] }> {
  const instruments = parts.instruments().map(({ instrument }) => instrument.name);
  if (wanted.instrument !== undefined && !instruments.includes(wanted.instrument)) return { instruments };
  const count = { queued: 0, gone: 0, changed: 0, leftOut: 0 };
  const notQueued: SentAgain["notQueued"][number][] = [];
  for await (const { named, upload } of chosen(parts, wanted)) {
    const end = upload === null ? "unknown" : await again(parts, upload);
    count[end === "unknown" ? "leftOut" : end] += 1;
    if (end !== "queued")
      notQueued.push({
        instrument: upload?.instrument ?? null,
        path: named ?? upload?.relPath ?? "",
        reason: end,
      });
  }
  if (count.queued > 0) parts.onRequeued();
  return { ...count, notQueued };
}

/** Puts one file into the queue once more, unless it is there. Rejects with LedgerError as the ledger does. */
export async function again(
  parts: SendAgainParts,
  upload: Upload,
): Promise<"queued" | Exclude<NotQueuedReason, "unknown">> {
  const { files, ledger, clock, pathStyle } = parts;
  if (canRetry(upload.state))
    return (await ledger.apply(upload.id, { type: "retried" }, clock.nowMs())) === null
      ? "leftOut"
      : "queued";
  if (isUnsent(upload.state)) return "queued";
  const { instrument: name, relPath, checksum } = upload;
  const instruments = parts.instruments();
  const folder = instruments.find(({ instrument }) => instrument.name === name)?.instrument.folder;
  const measurementDate = dateNow(instruments, upload, pathStyle);
  if (folder === undefined || measurementDate === null || upload.state !== "delivered") return "leftOut";
  const stat = await files.stat(folder, relPath);
  if ("error" in stat || stat.kind !== "file") return "gone";
  if (!isSameVersion(stat, upload)) return "changed";
  const { size, mtimeUs, ctimeUs, fileId } = stat;
  const file = { instrument: name, relPath, size, mtimeUs, ctimeUs, fileId, measurementDate };
  const version = { ...file, lane: "backfill", checkFirst: false, rewrittenFrom: checksum } as const;
  return (await ledger.enqueue([version], clock.nowMs())).length > 0 ? "queued" : "leftOut";
}

interface Chosen {
  /** How the caller named it; null where it was chosen by what it is. */
  readonly named: string | null;
  /** Null for a file that is named and not known. */
  readonly upload: Upload | null;
}

async function* chosen(parts: SendAgainParts, wanted: WantedAgain): AsyncGenerator<Chosen> {
  const { ids, paths } = wanted;
  if (ids === undefined && paths === undefined)
    for await (const upload of delivered(parts, wanted)) yield { named: null, upload };
  for (const id of ids ?? [])
    yield { named: null, upload: await newestOf(parts, await parts.ledger.get(id)) };
  for (const path of paths ?? []) yield { named: path, upload: await atPath(parts, path) };
}

async function* delivered(
  { ledger, portalUrl }: SendAgainParts,
  { instrument, dates, otherPortal }: WantedAgain,
): AsyncGenerator<Upload> {
  // A file that a host delivers again meanwhile is met once more, further behind.
  const met = new Set<string>();
  for (let afterSeq: number | null = 0; afterSeq !== null; ) {
    const part: DeliveredPart = await ledger.delivered({
      dates,
      changedSinceMs: null,
      newestOnly: true,
      afterSeq,
    });
    for (const upload of part.uploads) {
      const isElsewhere = upload.receipt?.portal !== null && upload.receipt?.portal !== portalUrl();
      if ((instrument ?? upload.instrument) !== upload.instrument || (otherPortal && !isElsewhere)) continue;
      const path = `${upload.instrument}\n${upload.relPath}`;
      if (!met.has(path)) yield upload;
      met.add(path);
    }
    afterSeq = part.nextSeq;
  }
}

/** An older version stands for its file. */
async function newestOf({ ledger }: SendAgainParts, upload: Upload | null): Promise<Upload | null> {
  if (upload === null) return null;
  const versions = await ledger.versions(upload.instrument, upload.relPath);
  return versions.find(({ state }) => state !== "superseded") ?? null;
}

async function atPath(parts: SendAgainParts, path: string): Promise<Upload | null> {
  for (const { instrument } of parts.instruments()) {
    const relPath = relativePath(instrument.folder, path, parts.pathStyle) ?? path;
    const [newest] = await parts.ledger.versions(instrument.name, relPath);
    if (newest !== undefined) return await newestOf(parts, newest);
  }
  return null;
}
