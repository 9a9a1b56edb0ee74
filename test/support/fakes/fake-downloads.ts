import type { DownloadItem } from "#domain/download.ts";
import type { ReadOutcome } from "#engine/ports/portal.ts";
import type { Downloaded, DownloadOf } from "#engine/ports/portal-reads.ts";
import type { Downloads, DownloadsParts } from "#station/portal-files/create-downloads.ts";
import { createDownloads } from "#station/portal-files/create-downloads.ts";
import { FakeClock } from "./fake-clock.ts";

/** A download in flight, ended by the test. */
export interface InFlight {
  readonly what: DownloadOf;
  readonly folder: string;
  readonly signal: AbortSignal;
  receive(bytes: number): void;
  /** Gives it as fetched, or what is given. */
  end(outcome?: ReadOutcome<Downloaded>): Promise<void>;
}

export interface DownloadsUnderTest {
  readonly downloads: Downloads;
  readonly clock: FakeClock;
  /** In the order in which they were begun; those that ended stay. */
  readonly begun: readonly InFlight[];
  /** Names in the order in which they were begun. */
  names(): readonly string[];
  /** Ends each download as it begins. */
  endAll(outcome?: (name: string) => ReadOutcome<Downloaded> | undefined): Promise<void>;
}

/** Downloads whose portal answers when the test says so. Folders named "bad" cannot be used. */
export function createDownloadsUnderTest(parts: Partial<DownloadsParts> = {}): DownloadsUnderTest {
  const begun: InFlight[] = [];
  const clock = new FakeClock();
  let ids = 0;
  const reads: DownloadsParts["reads"] = {
    file: async (): Promise<ReadOutcome<never>> => ({ kind: "refused", status: 404, errors: ["Not found"] }),
    download: (what, folder, signal, onReceived) =>
      new Promise((resolve) => {
        signal.addEventListener("abort", () => resolve({ kind: "abandoned" }));
        const { filename, size } = what.file;
        const fetched = {
          kind: "found",
          value: { path: `${folder}/${filename}`, size, wasThere: false },
        } as const;
        const end = async (outcome: ReadOutcome<Downloaded> = fetched): Promise<void> => {
          resolve(outcome);
          await settled();
        };
        begun.push({ what, folder, signal, receive: onReceived, end });
      }),
  };
  const downloads = createDownloads({
    reads,
    folders: {
      look: async (folder) =>
        folder.includes("bad") ? { message: `${folder} is bad.` } : { realPath: folder },
      realPath: async (folder) => folder,
    },
    clock,
    instrumentFolders: async () => ["/data/radar"],
    dataFolder: "/home/me/skyferry",
    pathStyle: "posix",
    newId: () => `00000000-0000-4000-8000-${String(++ids).padStart(12, "0")}`,
    ...parts,
  });
  return {
    downloads,
    clock,
    begun,
    names: () => begun.map(({ what }) => what.file.filename),
    async endAll(outcome = () => undefined) {
      for (let at = 0; at < begun.length; at++)
        await begun[at]?.end(outcome(begun[at]?.what.file.filename ?? ""));
    },
  };
}

/** A file of 100 bytes; its uuid ends in `number`. */
export function someItem(number: number, filename = `f${number}.nc`): DownloadItem {
  const uuid = `${String(number).padStart(8, "0")}-0000-4000-8000-000000000000`;
  const downloadUrl = `https://portal.example/api/download/product/${uuid}/${filename}`;
  return { kind: "product", uuid, facts: { downloadUrl, filename, checksum: "a".repeat(64), size: 100 } };
}

/** Lets what follows from an answer run. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
