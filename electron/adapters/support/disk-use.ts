import { readdir, stat, statfs } from "node:fs/promises";
import path from "node:path";
import { raceTimeout, type Sleeper } from "#base/async.ts";
import type { DiskUse } from "#engine/ports/settings.ts";

/** A disk that does not answer within this is not waited for. */
const timeoutMs = 2_000;

/** Looks at the data folder, at its logs and its cache; what cannot be read counts as nothing. Never rejects. */
export function createDiskUse(dataFolder: string, clock: Sleeper): () => Promise<DiskUse> {
  return () => raceTimeout(() => look(dataFolder), { clock, ms: timeoutMs }, nothingKnown);
}

const nothingKnown: DiskUse = { parts: null, freeBytes: null, sizeBytes: null };

async function look(dataFolder: string): Promise<DiskUse> {
  const [top, logs, cache, space] = await Promise.all([
    filesIn(dataFolder, false),
    filesIn(path.join(dataFolder, "logs"), false),
    filesIn(path.join(dataFolder, "cache"), true),
    statfs(dataFolder).catch(() => null),
  ]);
  const isLedger = ({ name }: FoundFile): boolean => /^ledger\.sqlite/.test(name);
  const isDamaged = ({ name }: FoundFile): boolean => /^ledger\.damaged-/.test(name);
  return {
    parts: {
      ledger: sum(top.filter(isLedger)),
      damagedLedgers: sum(top.filter(isDamaged)),
      logs: sum(logs),
      cache: sum(cache),
      other: sum(top.filter((file) => !isLedger(file) && !isDamaged(file))),
    },
    freeBytes: space === null ? null : space.bavail * space.bsize,
    sizeBytes: space === null ? null : space.blocks * space.bsize,
  };
}

interface FoundFile {
  readonly name: string;
  readonly bytes: number;
}

async function filesIn(folder: string, recursive: boolean): Promise<readonly FoundFile[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive }).catch(() => []);
  return await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async ({ name, parentPath }) => {
        const found = await stat(path.join(parentPath, name)).catch(() => null);
        return { name, bytes: found?.size ?? 0 };
      }),
  );
}

function sum(files: readonly FoundFile[]): number {
  return files.reduce((total, { bytes }) => total + bytes, 0);
}
