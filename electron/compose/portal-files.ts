import { join } from "node:path";
import { z } from "zod";
import { createDownloadFolders } from "#adapters/files/download-folders.ts";
import { createNetcdfReader } from "#adapters/netcdf/netcdf-reader.ts";
import { createFileCache } from "#adapters/portal/file-cache.ts";
import { createPartFiles } from "#adapters/portal/part-files.ts";
import type { SettingsInLayers } from "#adapters/settings/settings-store.ts";
import type { PortalFiles } from "#api/handlers/all.ts";
import type { PathStyle } from "#domain/folder-paths.ts";
import type { Settings } from "#domain/settings.ts";
import type { Clock } from "#engine/ports/host.ts";
import type { PortalReads } from "#engine/ports/portal-reads.ts";
import { createDownloads } from "#station/portal-files/create-downloads.ts";
import { createNetcdfLooks } from "#station/portal-files/netcdf-look.ts";

/** Downloads and the look inside NetCDF files; `settings` gives those that are valid now. */
export function createPortalFiles(parts: {
  readonly portal: PortalReads;
  readonly clock: Clock;
  readonly dataFolder: string;
  readonly pathStyle: PathStyle;
  readonly settings: () => Settings;
  readonly settingsFile: { inLayers(): Promise<Pick<SettingsInLayers, "document">> };
}): PortalFiles & { close(): Promise<void> } {
  const { portal, clock, dataFolder, pathStyle, settings, settingsFile } = parts;
  const partFiles = createPartFiles(join(dataFolder, "parts"));
  // Nobody waits for it: a folder of theirs may be on a drive that hangs.
  void partFiles.removeLeft();
  const reads: Pick<PortalReads, "file" | "download"> = {
    file: (uuid, signal) => portal.file(uuid, signal),
    download: (what, folder, signal, onReceived) =>
      portal.download(what, folder, signal, onReceived, partFiles),
  };
  const newId = (): string => crypto.randomUUID();
  const reader = createNetcdfReader();
  const downloads = createDownloads({
    reads,
    folders: createDownloadFolders(),
    clock,
    instrumentFolders: async () => [
      ...settings().instruments.map(({ folder }) => folder),
      ...foldersIn((await settingsFile.inLayers()).document),
    ],
    dataFolder,
    pathStyle,
    newId,
  });
  const looks = createNetcdfLooks({
    reader,
    cache: createFileCache(reads, join(dataFolder, "cache")),
    newId,
  });
  return {
    downloads,
    looks,
    portalUrl: () => settings().portal.url || null,
    async close() {
      await Promise.all([downloads.stop(), reader.close()]);
    },
  };
}

const written = z
  .object({ instruments: z.array(z.object({ folder: z.string() }).nullable().catch(null)) })
  .catch({ instruments: [] });

/** Every instrument's folder as the file says it, right or wrong: an instrument with a mistake in it is still one. */
function foldersIn(document: unknown): readonly string[] {
  const { instruments } = written.parse(document ?? null);
  return instruments.flatMap((one) => (one === null ? [] : [one.folder]));
}
