import { z } from "zod";
import { standingKinds } from "#domain/settings.ts";
import { cause } from "./causes.ts";
import { uploadState } from "./states.ts";
import { count, noInput, utcTime } from "./values.ts";

/** What an operator can be told about. */
const noticeCause = z.union([cause, z.literal("silent-instrument")]);

/** The queue that shows the files concerned; the shape that `uploads` takes. */
const noticeFilter = z.strictObject({
  states: z.array(uploadState).readonly().exactOptional(),
  instrument: z.string().exactOptional(),
  cause: cause.exactOptional(),
  text: z.string().exactOptional(),
});

/** What the operator was told. */
const notice = z.strictObject({
  id: z.string(),
  kind: z.enum(standingKinds),
  /** The most serious one where several arose at once. */
  cause: noticeCause,
  /** A few words: `The portal cannot be reached`. */
  title: z.string(),
  sentence: z.string(),
  /** Files concerned. */
  count,
  since: utcTime,
  /** Null while it stands. */
  resolvedAt: utcTime.nullable(),
  filter: noticeFilter,
});

export type Notice = z.output<typeof notice>;

export const noticeMethods = {
  /** What stands now and what stood before, newest first, at most 50. `notice.changed` of the feed: ask again. */
  notices: { input: noInput, output: z.strictObject({ notices: z.array(notice).readonly() }) },
};
