import { isRealDate } from "#base/dates.ts";
import { type ListedProduct, type ListedRecord, modelPid } from "#domain/portal-records.ts";

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const md5Form = /^[0-9a-f]{32}$/;

type Fields = Readonly<Record<string, unknown>>;

/**
 * A raw file of a list, in either of the portal's shapes (docs/portal/observed.md §4); null where what identifies it is
 * not as documented. Checked by hand: a month has tens of thousands.
 */
export function listedRecord(given: unknown): ListedRecord | null {
  const fields = fieldsOf(given);
  const found = fields === null ? null : common(fields);
  if (fields === null || found === null || typeof fields.filename !== "string") return null;
  if (typeof fields.status !== "string") return null;
  const info = fieldsOf(fields.instrumentInfo) ?? fieldsOf(fields.instrument);
  const pid = textOf(fields.instrumentPid) ?? textOf(info?.pid);
  if (pid === null) return null;
  const checksum = textOf(fields.checksum)?.toLowerCase() ?? "";
  return {
    ...found,
    checksum: md5Form.test(checksum) ? checksum : null,
    filename: fields.filename,
    size: sizeOf(fields.size),
    status: fields.status,
    instrumentPid: pid,
    tags: Array.isArray(fields.tags) ? fields.tags.filter((tag) => typeof tag === "string").sort() : [],
  };
}

/** A raw model file of a list, as a record whose PID stands for its model; null as above. */
export function listedModelRecord(given: unknown): ListedRecord | null {
  const fields = fieldsOf(given);
  const model = textOf(fields?.modelId) ?? textOf(fieldsOf(fields?.model)?.id);
  return model === null ? null : listedRecord({ ...fields, instrumentPid: modelPid(model), tags: [] });
}

/** A product file of a list; `null` where it is not as documented, `"other"` where its source is no instrument. */
export function readProduct(given: unknown): ListedProduct | "other" | null {
  const fields = fieldsOf(given);
  const found = fields === null ? null : common(fields);
  const product = textOf(fieldsOf(fields?.product)?.id);
  if (fields === null || found === null || product === null) return null;
  const pid = textOf(fieldsOf(fields.instrument)?.pid) ?? textOf(fields.instrumentPid);
  if (pid === null) return "other";
  return {
    ...found,
    product,
    volatile: fields.volatile === true,
    errorLevel: textOf(fields.errorLevel),
    instrumentPid: pid,
  };
}

function common(fields: Fields) {
  const { uuid, measurementDate, updatedAt } = fields;
  const siteId = textOf(fields.siteId) ?? textOf(fieldsOf(fields.site)?.id);
  if (typeof uuid !== "string" || !uuidForm.test(uuid.toLowerCase()) || siteId === null) return null;
  if (typeof measurementDate !== "string" || !isRealDate(measurementDate)) return null;
  const changedAtMs = typeof updatedAt === "string" ? Date.parse(updatedAt) : Number.NaN;
  return {
    uuid: uuid.toLowerCase(),
    measurementDate,
    updatedAtMs: Number.isSafeInteger(changedAtMs) ? changedAtMs : 0,
    siteId,
  };
}

function fieldsOf(given: unknown): Fields | null {
  return typeof given === "object" && given !== null && !Array.isArray(given) ? (given as Fields) : null;
}

function textOf(given: unknown): string | null {
  return typeof given === "string" && given !== "" ? given : null;
}

function sizeOf(given: unknown): number | null {
  const size = typeof given === "string" && /^\d+$/.test(given) ? Number(given) : given;
  return typeof size === "number" && Number.isSafeInteger(size) && size >= 0 ? size : null;
}
