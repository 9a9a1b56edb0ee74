import type { Failure } from "../domain/failure.ts";
import type { Metadata, RawFile } from "../domain/portal-records.ts";
import type { Portal } from "../portal-port.ts";
import type { Clock } from "../ports.ts";

/** What the portal holds of one file's bytes. */
export type Coverage =
  /** These bytes under this file's own name. */
  | { readonly kind: "known"; readonly record: RawFile }
  /** These bytes under another name. */
  | { readonly kind: "twin"; readonly record: RawFile }
  /** Not among the received files of this site, day and instrument. */
  | { readonly kind: "none" }
  | { readonly kind: "failed"; readonly failure: Failure }
  | { readonly kind: "abandoned" };

/** Asks the portal what it has received, once per site, day and instrument. */
export interface CoverageReader {
  /** Answers from a listing of the last minutes where there is one. */
  find(metadata: Metadata, signal: AbortSignal): Promise<Coverage>;
  /** Answers from a listing made after the call, unless an older one already shows the bytes. */
  findNow(metadata: Metadata, signal: AbortSignal): Promise<Coverage>;
  /** The portal may have taken this announcement: what was listed under its name has left it. */
  announced(metadata: Metadata): void;
  /** What was listed says nothing any more: the settings may name another portal. */
  forget(): void;
}

interface Listing {
  /** Monotonic. */
  readonly readAt: number;
  /** Listings in the order in which they were asked for. */
  readonly number: number;
  readonly outcome: Promise<ReadListing>;
  /** File names that were announced since it was asked for. */
  readonly announced: Set<string>;
}

function keyOf({ site, measurementDate, instrument }: Metadata): string {
  return [site, measurementDate, instrument].join("|");
}

type ReadListing =
  | { readonly kind: "found"; readonly byChecksum: ReadonlyMap<string, readonly RawFile[]> }
  | { readonly kind: "failed"; readonly failure: Failure }
  | { readonly kind: "abandoned" };

const freshForMs = 600_000;
const listingLimit = 64;

/**
 * Coverage over `GET /api/raw-files` (portal-api.md, "Endpoints"). A received file leaves the portal only when its
 * record is announced again, so a listing that shows the bytes stays true until then; one that does not show them is
 * asked again when it matters.
 */
export function createCoverage(portal: Portal, clock: Clock): CoverageReader {
  const listings = new Map<string, Listing>();
  let asked = 0;
  const isRecent = ({ readAt }: Listing) => readAt >= clock.monotonicMs() - freshForMs;

  const read = async (metadata: Metadata, signal: AbortSignal): Promise<ReadListing> => {
    const outcome = await portal.rawFiles(
      { site: metadata.site, date: metadata.measurementDate, instrument: metadata.instrument },
      signal,
    );
    if (outcome.kind === "abandoned") return outcome;
    if (outcome.kind === "failed") return outcome;
    if (outcome.kind === "refused") {
      const message = `The portal did not list its raw files of ${metadata.site} on ${metadata.measurementDate}.`;
      return {
        kind: "failed",
        failure: { cause: "portal-error", message, portalMessage: outcome.errors.join("; ") },
      };
    }
    const received = outcome.value.filter((record) => record.status !== "created");
    return { kind: "found", byChecksum: Map.groupBy(received, (record) => record.checksum) };
  };

  const listing = (
    metadata: Metadata,
    signal: AbortSignal,
    isNewEnough: (kept: Listing) => boolean,
  ): Listing => {
    const key = keyOf(metadata);
    const kept = listings.get(key);
    if (kept !== undefined && isNewEnough(kept)) return kept;
    const outcome = read(metadata, signal);
    listings.delete(key);
    const asking = { readAt: clock.monotonicMs(), number: ++asked, outcome, announced: new Set<string>() };
    listings.set(key, asking);
    for (const oldest of listings.keys()) {
      if (listings.size <= listingLimit) break;
      listings.delete(oldest);
    }
    const drop = (): void => {
      if (listings.get(key)?.outcome === outcome) listings.delete(key);
    };
    outcome.then((result) => {
      if (result.kind !== "found") drop();
    }, drop);
    return asking;
  };

  const look = async (
    metadata: Metadata,
    signal: AbortSignal,
    isNewEnough: (kept: Listing) => boolean,
  ): Promise<Coverage> => {
    const { outcome, announced } = listing(metadata, signal, isNewEnough);
    const result = await outcome;
    if (result.kind !== "found") return result;
    const listed = result.byChecksum.get(metadata.checksum) ?? [];
    const same = listed.filter(({ filename }) => !announced.has(filename));
    const known = same.find((record) => isSameRecord(record, metadata));
    if (known !== undefined) return { kind: "known", record: known };
    const twin = same[0];
    return twin === undefined ? { kind: "none" } : { kind: "twin", record: twin };
  };

  return {
    find(metadata, signal) {
      return look(metadata, signal, isRecent);
    },
    async findNow(metadata, signal) {
      const askedBefore = asked;
      const earlier = await look(metadata, signal, isRecent);
      if (earlier.kind !== "none" && earlier.kind !== "twin") return earlier;
      const now = await look(metadata, signal, ({ number }) => number > askedBefore);
      if (now.kind !== "none") return now;
      return await elsewhere(portal, metadata, signal);
    },
    announced: (metadata) => void listings.get(keyOf(metadata))?.announced.add(metadata.filename),
    forget: () => listings.clear(),
  };
}

/** Bytes received under another site, day or instrument: only the portal's optional route can name the record. */
async function elsewhere(portal: Portal, metadata: Metadata, signal: AbortSignal): Promise<Coverage> {
  const outcome = await portal.recordOf(metadata.checksum, signal);
  if (outcome.kind === "abandoned") return outcome;
  if (outcome.kind !== "found" || outcome.value === null || outcome.value.status === "created")
    return { kind: "none" };
  return isSameRecord(outcome.value, metadata)
    ? { kind: "known", record: outcome.value }
    : { kind: "twin", record: outcome.value };
}

function isSameRecord(record: RawFile, metadata: Metadata): boolean {
  return (
    record.filename === metadata.filename &&
    record.siteId === metadata.site &&
    record.measurementDate === metadata.measurementDate &&
    (record.instrumentPid === null || record.instrumentPid === metadata.instrumentPid) &&
    [...record.tags].sort().join() === [...metadata.tags].sort().join()
  );
}
