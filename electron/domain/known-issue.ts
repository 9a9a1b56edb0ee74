import type { Cause } from "./cause.ts";

/** A file as it was when a person said that its problem is known. */
export interface KnownFile {
  readonly instrument: string;
  readonly relPath: string;
  /** Id of its upload; of a file that is in no upload its size and modification time, `1204:1774000000000000`. */
  readonly version: string;
}

/** `KnownFile.version` of a file that is in no upload. */
export function versionOnDisk({
  size,
  mtimeUs,
}: {
  readonly size: number;
  readonly mtimeUs: number;
}): string {
  return `${size}:${mtimeUs}`;
}

/** A cause about some files that a person knows of: nobody is told of these files for it any more (ADR 33). */
export interface KnownIssue {
  /** Grows by one from 1. */
  readonly id: number;
  readonly cause: Cause;
  /** Label of the issue as it was: `The portal could not use 2 files of Radar`. */
  readonly label: string;
  readonly files: readonly KnownFile[];
  /** Why, in the words of the person. */
  readonly note: string;
  /** Who said so. */
  readonly by: string;
  /** Epoch milliseconds. */
  readonly atMs: number;
}

/** A person has marked something as known, or taken that back. */
export interface KnownChange {
  readonly known: KnownIssue;
  readonly isEnded: boolean;
}

/** The versions of an instrument's files that are known for this cause. */
export function knownVersions(
  known: readonly KnownIssue[],
  cause: Cause,
  instrument: string,
): ReadonlySet<string> {
  const files = known.flatMap((one) => (one.cause === cause ? one.files : []));
  return new Set(files.flatMap((file) => (file.instrument === instrument ? [file.version] : [])));
}

/** Gives the known issues of one version of a file, newest first. */
export function knownOf(
  known: readonly KnownIssue[],
  { instrument, version }: Pick<KnownFile, "instrument" | "version">,
): readonly KnownIssue[] {
  return known
    .filter(({ files }) => files.some((file) => file.instrument === instrument && file.version === version))
    .toReversed();
}
