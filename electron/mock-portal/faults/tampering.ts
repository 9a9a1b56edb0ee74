import { z } from "zod";
import type { Upload } from "#mock-portal/store/records.ts";
import type { UploadTable } from "#mock-portal/uploads/upload-table.ts";

/** What can be changed in a record behind the uploader's back; another checksum is as good as other content. */
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

/** What another PC or the portal's operator does to records that were accepted. */
export type Tampering = {
  /** Removes the record of a checksum; false when there is none. */
  forget(checksum: string): boolean;
  /** Changes the record of a checksum; false when there is none. Throws when another record has the new checksum or place. */
  alter(checksum: string, change: UploadChange): boolean;
};

/** Changes records without a request and without an acceptance. */
export function tampering(uploads: UploadTable): Tampering {
  return {
    forget: (checksum) => {
      const known = uploads.byChecksum(checksum);
      if (known) uploads.remove(known.upload.uuid);
      return known !== undefined;
    },
    alter: (checksum, change) => {
      const known = uploads.byChecksum(checksum);
      if (known) uploads.save({ ...known.upload, ...change } as Upload);
      return known !== undefined;
    },
  };
}
