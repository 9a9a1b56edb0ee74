import { z } from "zod";
import { journalEvents } from "#domain/journal.ts";
import { uploadStates } from "#domain/upload.ts";

export const uploadState = z.enum(uploadStates, { error: `must be one of ${uploadStates.join(", ")}` });

/** What can happen to an upload, as the journal names it. */
export const uploadEvent = z.enum(journalEvents);
