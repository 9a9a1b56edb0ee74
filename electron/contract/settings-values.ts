import { z } from "zod";
import { once } from "#base/once.ts";
import { hasCredentials, isWebAddress } from "#base/web-address.ts";
import type { PlainOf, PlainRow, SettingRows, ValueOf } from "#domain/setting-rows.ts";
import { noSecrets, notificationRows } from "#domain/settings-table.ts";

/** Values of the settings file that several of its parts hold. Messages end a sentence that begins with the key. */

export const yesOrNo = z.boolean({ error: "must be true or false" });

/** Text that says something; `what` is the message. */
export const sayingText = (what: string) => z.string({ error: what }).trim().min(1, { error: what });

/** An http or https address without user name and password; `what` is the message for what is no address. */
export const openAddress = (what: string) =>
  z
    .string({ error: what })
    .trim()
    .refine(isWebAddress, { error: what, abort: true })
    .refine((written) => !hasCredentials(written), { error: noSecrets, abort: true });

/** A span of local time, such as `{"from":"22:00","to":"06:00"}`. */
const quietHours = once(() => {
  const clockTime = textSchema(notificationRows.digestAt);
  return z
    .strictObject(
      { from: clockTime, to: clockTime },
      { error: objectError('must be {"from":"22:00","to":"06:00"} or null') },
    )
    .refine((hours) => hours.from !== hours.to, { error: "must start and end at different times" });
});

/** Keeps zod's own list of unknown keys, which the caller turns into one message a key. */
export function objectError(message: string) {
  return (issue: { readonly code?: string | undefined }) =>
    issue.code === "unrecognized_keys" ? "is not a setting" : message;
}

/** Schemas of the plain settings of a section, by key. */
type Shape<Rows> = {
  [Key in keyof PlainOf<Rows>]: Rows[Key] extends { readonly usual: unknown }
    ? z.ZodDefault<z.ZodType<ValueOf<Rows[Key]>, ValueOf<Rows[Key]>>>
    : z.ZodType<ValueOf<Rows[Key]>, ValueOf<Rows[Key]>>;
};

/** Gives the schemas of a section's settings in the order of its rows; `own` has those of kind `own`. */
export function schemasOf<Rows extends SettingRows, Own extends z.core.$ZodLooseShape>(
  rows: Rows,
  own: Own,
): Shape<Rows> & Own {
  const shape = Object.entries(rows).map(([key, row]) => [
    key,
    row.kind === "own" ? own[key] : schemaOf(row),
  ]);
  return Object.fromEntries(shape);
}

function schemaOf(row: PlainRow): z.ZodType {
  const schema = valueSchema(row);
  if (row.usual === undefined) return schema;
  return row.usual === null ? schema.nullable().default(null) : schema.default(row.usual);
}

type TextRow = Extract<PlainRow, { readonly kind: "text" }>;

function valueSchema(row: PlainRow): z.ZodType {
  switch (row.kind) {
    case "text":
      return textSchema(row);
    case "number": {
      const { must: error, least = Number.MIN_VALUE, most = Number.MAX_VALUE } = row;
      return (row.isWhole ? z.int({ error }) : z.number({ error }))
        .min(least, { error })
        .max(most, { error });
    }
    case "switch":
      return yesOrNo;
    case "choice":
      return z.enum(Object.keys(row.choices), { error: row.must });
    case "texts":
      return z.array(sayingText(row.each), { error: row.must });
    case "day":
      return z.iso.date({ error: row.must });
    case "hours":
      return quietHours();
  }
}

function textSchema({
  must,
  isVerbatim = false,
  fits = (text) => isVerbatim || text !== "",
  rules,
}: TextRow) {
  const text = isVerbatim ? z.string({ error: must }) : z.string({ error: must }).trim();
  return Object.entries({ [must]: fits, ...rules }).reduce(
    (schema, [error, passes]) => schema.refine(passes, { error, abort: true }),
    text,
  );
}
