import { createHash } from "node:crypto";
import type { Failure } from "#domain/cause.ts";
import type { FileMark } from "#domain/file-version.ts";
import type { Receipt, Upload, UploadEvent, UploadState } from "#domain/upload.ts";
import type { ClaimRequest, FoundVersion, Ledger } from "#engine/ports/ledger.ts";

/** 2026-03-05 12:00 UTC. */
export const noonMs = Date.UTC(2026, 2, 5, 12);

/** A finished file; `n` makes it another one. */
export function found(n: number, change: Partial<FoundVersion> = {}): FoundVersion {
  return {
    instrument: "Cloud radar",
    relPath: `2026/03/05/260305_${String(n).padStart(6, "0")}_ZEN.LV1`,
    size: 1000 + n,
    mtimeUs: noonMs * 1000 + n,
    ctimeUs: noonMs * 1000 + n + 5,
    fileId: String(n),
    measurementDate: "2026-03-05",
    lane: "fresh",
    checkFirst: false,
    rewrittenFrom: null,
    ...change,
  };
}

/** MD5 of a text, as a checksum that differs for every upload. */
function checksumOf(text: string): string {
  return createHash("md5").update(text).digest("hex");
}

/** A failure of one file. */
export function failure(cause: Failure["cause"] = "portal-error"): Failure {
  return { cause, message: `It failed: ${cause}. Nothing to do.`, portalMessage: null };
}

/** A receipt that fits the upload once it is hashed. */
export function receipt(upload: Upload): Receipt {
  return {
    kind: "stored",
    checksum: upload.checksum ?? "",
    size: upload.size,
    confirmedAtMs: noonMs,
    recordFilename: null,
    recordUuid: null,
    portal: null,
  };
}

/** The event `hashed` with a checksum and a record of the upload's own, or those given. */
export function hashed(
  upload: Upload,
  change: { checksum?: string; recordKey?: string; mark?: FileMark | null } = {},
): UploadEvent {
  const recordKey = `hyytiala|${upload.relPath}`;
  return { type: "hashed", checksum: checksumOf(upload.id), recordKey, mark: null, ...change };
}

/** A claim of everything that is due at `nowMs`. */
export function anyClaim(change: Partial<ClaimRequest> = {}): ClaimRequest {
  const instruments = ["Cloud radar", "Ceilometer"];
  return { instruments, limit: 100, maxSize: null, dates: null, nowMs: noonMs, ...change };
}

const ways: Readonly<Record<UploadState, readonly UploadEvent["type"][]>> = {
  queued: [],
  hashing: ["claimed"],
  announcing: ["claimed", "hashed"],
  sending: ["claimed", "hashed", "announced"],
  waiting: ["claimed", "failed-passing"],
  blocked: ["claimed", "failed-final"],
  delivered: ["claimed", "hashed", "announced", "confirmed"],
  superseded: ["changed"],
  cancelled: ["cancelled"],
};

/** Every event, with values that fit the upload. */
export function eventFor(type: UploadEvent["type"], upload: Upload): UploadEvent {
  switch (type) {
    case "hashed":
      return hashed(upload);
    case "confirmed":
    case "record-found":
      return { type, receipt: receipt(upload) };
    case "failed-passing":
      return { type, failure: failure(), notBeforeMs: noonMs + 60_000 };
    case "failed-final":
      return { type, failure: failure("refused") };
    case "lost":
      return { type, failure: failure("lost-on-portal"), notBeforeMs: noonMs + 60_000 };
    case "revoked":
      return { type, failure: failure("replaced-on-portal") };
    case "orphaned":
      return { type, failure: failure("no-instrument") };
    case "released":
      return { type, reason: "paused" };
    default:
      return { type };
  }
}

/** Takes a queued upload to a state by the events that lead there. */
export async function bringTo(
  ledger: Ledger,
  upload: Upload,
  state: UploadState,
  nowMs = noonMs,
): Promise<Upload> {
  let now = upload;
  for (const type of ways[state]) {
    const next = await ledger.apply(now.id, eventFor(type, now), nowMs);
    if (next === null) throw new Error(`${type} did not apply to ${now.state}`);
    now = next;
  }
  return now;
}

/** Enqueues one file and takes it to a state. */
export async function enqueued(
  ledger: Ledger,
  version: FoundVersion,
  state: UploadState = "queued",
): Promise<Upload> {
  const [upload] = await ledger.enqueue([version], noonMs);
  if (upload === undefined) throw new Error(`${version.relPath} was held already`);
  return await bringTo(ledger, upload, state);
}

/** A queue of 40 in several states, of two instruments; gives them in the order in which they were found. */
export async function aQueue(ledger: Ledger): Promise<readonly Upload[]> {
  const states = ["queued", "blocked", "waiting", "delivered"] as const;
  const uploads: Upload[] = [];
  for (let n = 0; n < 40; n++) {
    const instrument = n % 3 === 0 ? "Ceilometer" : "Cloud radar";
    uploads.push(await enqueued(ledger, found(n, { instrument }), states[n % 4] ?? "queued"));
  }
  const cancelled = await ledger.apply(uploads[4]?.id ?? "", { type: "cancelled" }, noonMs + 1000);
  return uploads.map((upload) => (upload.id === cancelled?.id ? cancelled : upload));
}
