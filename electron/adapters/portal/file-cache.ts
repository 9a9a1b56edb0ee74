import { readdir, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "#adapters/owner-only.ts";
import type { ReadOutcome } from "#engine/ports/portal.ts";
import type { DownloadOf, FileCache, PortalReads } from "#engine/ports/portal-reads.ts";

interface Kept {
  readonly folder: string;
  readonly size: number;
  readonly usedAtMs: number;
}

/**
 * Files of the portal in `folder`, one subfolder for each checksum. Checked at every use; the longest unused go when there
 * are more than `mostBytes`. The newest stays whatever its size.
 */
export function createFileCache(
  reads: Pick<PortalReads, "download">,
  folder: string,
  mostBytes = 500_000_000,
): FileCache {
  const fetching = new Map<string, Promise<unknown>>();

  const fetch = async (
    what: DownloadOf,
    place: string,
    signal: AbortSignal,
  ): Promise<ReadOutcome<string>> => {
    try {
      makeFolder(place);
    } catch (error) {
      return cannotKeep(place, error);
    }
    let outcome = await reads.download(what, place, signal, () => {});
    if (outcome.kind === "failed" && outcome.failure.cause === "unfit-name" && (await hasFile(place, what))) {
      // The file that was kept is damaged: it is only a copy.
      await rm(join(place, what.file.filename), { force: true });
      outcome = await reads.download(what, place, signal, () => {});
    }
    if (outcome.kind !== "found") return outcome;
    const now = new Date();
    await utimes(place, now, now).catch(() => {});
    return { kind: "found", value: outcome.value.path };
  };

  const makeRoom = async (exceptPlace: string): Promise<void> => {
    const cached = (await listKept(folder)).toSorted((a, b) => a.usedAtMs - b.usedAtMs);
    let bytes = cached.reduce((sum, { size }) => sum + size, 0);
    for (const one of cached) {
      if (bytes <= mostBytes) return;
      if (one.folder === exceptPlace || fetching.has(one.folder)) continue;
      await rm(one.folder, { recursive: true, force: true }).catch(() => {});
      bytes -= one.size;
    }
  };

  return {
    async fetch(what, signal) {
      const place = join(folder, what.file.checksum.toLowerCase().replace(/[^0-9a-z]/g, "_"));
      // Two looks at one file must not write the same name at the same time.
      const before = fetching.get(place) ?? Promise.resolve();
      const turn = before.then(() => fetch(what, place, signal));
      fetching.set(place, turn);
      try {
        return await turn;
      } finally {
        if (fetching.get(place) === turn) fetching.delete(place);
        await makeRoom(place);
      }
    },
  };
}

async function hasFile(place: string, what: DownloadOf): Promise<boolean> {
  return await stat(join(place, what.file.filename)).then(
    (found) => found.isFile(),
    () => false,
  );
}

async function listKept(folder: string): Promise<readonly Kept[]> {
  const names = await readdir(folder).catch(() => []);
  const looked = await Promise.all(
    names.map(async (name): Promise<Kept | null> => {
      const place = join(folder, name);
      try {
        const sizes = await Promise.all(
          (await readdir(place)).map(async (file) => (await stat(join(place, file))).size),
        );
        const usedAtMs = (await stat(place)).mtimeMs;
        return { folder: place, size: sizes.reduce((sum, size) => sum + size, 0), usedAtMs };
      } catch {
        return null;
      }
    }),
  );
  return looked.filter((one) => one !== null);
}

function cannotKeep(place: string, error: unknown): ReadOutcome<never> {
  const { code, message } = error as NodeJS.ErrnoException;
  const failure = {
    cause: "folder-unreachable",
    message: `${place} cannot be written: ${code ?? message}.`,
    portalMessage: null,
  } as const;
  return { kind: "failed", failure };
}
