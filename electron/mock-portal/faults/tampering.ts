import { z } from "zod";
import type { PortalContext } from "#mock-portal/portal-context.ts";
import type { ModelUpload, StoredUpload } from "#mock-portal/store/records.ts";
import type { RawTable } from "#mock-portal/uploads/upload-table.ts";

/** Fields of a record that can be changed behind the uploader's back; another checksum is as good as other content. */
export const uploadChange = z
  .strictObject({
    checksum: z.string().regex(/^[0-9a-f]{32}$/),
    filename: z.string().min(1),
    measurementDate: z.iso.date(),
    size: z.int().min(0),
    status: z.enum(["created", "uploaded", "processed", "invalid"]),
    updatedAt: z.iso.datetime(),
  })
  .partial();

/** See `uploadChange`. */
export type UploadChange = z.output<typeof uploadChange>;

/** Changes that another PC or the portal's operator makes to records that were accepted. */
export type Tampering = {
  /** Removes the record of a checksum; false when there is none. */
  forget(checksum: string): boolean;
  /** Changes the record of a checksum; false when there is none. Throws when another record has the new checksum or place. */
  alter(checksum: string, change: UploadChange): boolean;
};

/** Changes records of instrument files and model files without a request and without an acceptance. */
export function tampering({ uploads, modelUploads }: PortalContext): Tampering {
  const [ofInstruments, ofModels] = [ofTable(uploads), ofTable(modelUploads)];
  return {
    forget: (checksum) => ofInstruments.forget(checksum) || ofModels.forget(checksum),
    alter: (checksum, change) => ofInstruments.alter(checksum, change) || ofModels.alter(checksum, change),
  };
}

function ofTable<Raw extends StoredUpload | ModelUpload>(table: RawTable<Raw>): Tampering {
  return {
    forget: (checksum) => {
      const known = table.byChecksum(checksum);
      if (known) table.remove(known.upload.uuid);
      return known !== undefined;
    },
    alter: (checksum, change) => {
      const known = table.byChecksum(checksum);
      if (known) table.save({ ...known.upload, ...change } as Raw);
      return known !== undefined;
    },
  };
}
