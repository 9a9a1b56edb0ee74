import { z } from "zod";
import { shape } from "./shape.ts";
import { cause, count, noInput, utcTime, word } from "./values.ts";

const knownIssue = shape({
  id: z.int().positive(),
  cause,
  /** Label of the issue as it was: `The portal could not use 2 files of Radar`. */
  label: z.string(),
  /** The files that it is about. */
  count,
  files: z
    .array(
      shape(
        {
          instrument: z.string(),
          /** As of an upload. */
          path: z.string(),
          /** Null where the file is in no upload. */
          uploadId: z.uuid().nullable(),
        },
        { path: "relPath" },
      ),
    )
    .readonly(),
  /** Why, in the words of the person. */
  note: z.string(),
  /** Who said so. */
  by: z.string(),
  at: utcTime,
});

const knownId = z
  .int({ error: "must be a whole number, 1 or more" })
  .positive({ error: "must be a whole number, 1 or more" });

/** Says something, and not by blanks alone. */
const said = word.refine((text) => text.trim() !== "", { error: "must not be empty" });

export const knownMethods = {
  /** Lists the issues that persons have marked as known, newest first, at most 500. */
  "known.list": { input: noInput, output: z.strictObject({ known: z.array(knownIssue).readonly() }) },
  /**
   * Marks the files of an open issue as known (`canBeKnown` of the issue): nobody is told of them any more for this cause, on
   * any page or channel. Other files, and new versions of these, are told as before. It is written in the log.
   */
  "known.mark": {
    input: z.strictObject({
      /** Key of the issue. */
      key: word,
      /** Why. */
      note: said,
      /** Who says so: the account of the PC, or a name. */
      by: said,
    }),
    output: knownIssue,
  },
  /** Takes back a mark: what is still so is told again. */
  "known.end": { input: z.strictObject({ id: knownId }), output: z.strictObject({}) },
};
