import type { PortalContext } from "#mock-portal/portal-context.ts";
import type { PortalStore } from "#mock-portal/store/portal-store.ts";
import type { StoredUpload } from "#mock-portal/store/records.ts";
import { modelUploadTable, type UploadTable, uploadTable } from "#mock-portal/uploads/upload-table.ts";
import { nowMs, radarPid, uuid } from "./tiny-catalogue.ts";
import { openTinyStore } from "./tiny-store.ts";

/** A tiny portal without a server, in which raw files have arrived. */
export type Day = {
  context: PortalContext;
  store: PortalStore;
  uploads: UploadTable;
  setClock(ms: number): void;
  /** A raw file of 2024-05-08 whose content is there, or is not (null). */
  arrive(number: number, content: string | Uint8Array | null, own?: Partial<StoredUpload>): StoredUpload;
  end(): void;
};

/** Record of a raw file of 2024-05-08 whose content is there. */
export function rawFile(number: number, size: number): StoredUpload {
  return {
    uuid: `11111111-0000-4000-8000-${String(number).padStart(12, "0")}`,
    checksum: String(number).padStart(32, "0"),
    filename: `file${number}.LV1`,
    measurementDate: "2024-05-08",
    size,
    status: "uploaded",
    createdAt: "2024-05-08T01:00:00.000Z",
    updatedAt: "2024-05-08T02:00:00.000Z",
    siteId: "hyytiala",
    instrumentPid: radarPid,
    tags: [],
    instrumentId: "rpg-fmcw-94",
    instrumentInfoUuid: uuid(901),
  };
}

/** Opens one; it is noon of 2024-05-10. */
export async function openDay(): Promise<Day> {
  const { store, contents, catalogue, end } = await openTinyStore();
  const uploads = uploadTable(store);
  let clockMs = nowMs;
  const clock = { nowMs: () => clockMs };
  const modelUploads = modelUploadTable(store);
  const context = { store, contents, catalogue, uploads, modelUploads, clock } as PortalContext;
  return {
    context,
    store,
    uploads,
    setClock: (ms) => {
      clockMs = ms;
    },
    arrive: (number, content, own = {}) => {
      const upload = { ...rawFile(number, content?.length ?? 0), ...own };
      if (content !== null) contents.put("raw", upload.uuid, Buffer.from(content));
      uploads.save(upload);
      uploads.accept(upload, 100);
      return upload;
    },
    end,
  };
}
