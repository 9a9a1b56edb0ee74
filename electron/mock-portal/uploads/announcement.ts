import { z } from "zod";
import { dateOfMoment, daysAhead } from "#mock-portal/portal-clock.ts";
import type { Catalogue } from "#mock-portal/store/catalogue.ts";
import type { ModelUpload, StoredInstrumentRecord, StoredUpload } from "#mock-portal/store/records.ts";
import { maySendFor, maySendModel, type User } from "#mock-portal/users.ts";

/** A refusal in the portal's words. To a value of another JavaScript type the live portal has a 500 without any. */
export type AnnouncementRefusal = { status: number; message: string; isWrongType?: true };

/** Facts of a record in an announcement that passed all checks, whatever its kind. */
export type Said<Raw extends StoredUpload | ModelUpload> = Omit<
  Raw,
  "uuid" | "size" | "status" | "createdAt" | "updatedAt"
>;

const common = {
  measurementDate: z.string(),
  filename: z.string(),
  checksum: z.string(),
  site: z.string(),
};

/** Body of `POST /upload/metadata/` (docs/portal/api.md), for the OpenAPI document. */
export const announcementBody = z.object({
  ...common,
  instrument: z.string(),
  instrumentPid: z.string(),
  tags: z.array(z.string()).optional(),
});

/** Body of `POST /model-upload/metadata` (docs/portal/observed.md §5), for the OpenAPI document. */
export const modelAnnouncementBody = z.object({ ...common, model: z.string() });

/** Whom and when an announcement is checked for. */
export type Circumstances = { user: User; catalogue: Catalogue; nowMs: number };

const furthestDaysAhead = 5;

/** Names that instruments of a family may be announced under as well. */
const families: Readonly<Record<string, RegExp>> = {
  mira: /^mira-/,
  chm15kx: /^chm15k/,
  hatpro: /^l?h(at|um)pro$/,
};

/** Checks an announcement in the order of docs/portal/observed.md §1, all but the duplicates. Unknown keys are ignored. */
export function checkAnnouncement(
  json: object,
  circumstances: Circumstances,
): Said<StoredUpload> | AnnouncementRefusal {
  return refusing(() => {
    const body = new Fields(json);
    const fields = commonFields(body, "instrument", circumstances.nowMs);
    const instrumentPid = body.text("instrumentPid", "Request is missing instrumentPid");
    if (!instrumentPid.startsWith("https://")) refuse("instrumentPid must be HTTPS");
    if (!instrumentPid.startsWith("https://hdl.handle.net/")) refuse("instrumentPid must be Handle");
    const tags = tagsOf(body);
    const filename = fitFilename(fields.filename);
    const siteId = siteOf(body, circumstances);
    if (!maySendFor(circumstances.user, siteId)) refuse("Missing permission", 401);
    const { catalogue } = circumstances;
    const record = catalogue.instrumentRecordsByPid.get(instrumentPid) ?? refuse("Unknown instrument PID");
    if (!isCalled(record, fields.source)) refuse("Instrument doesn't match instrument PID");
    const allowedTags = catalogue.instruments.get(record.instrumentId)?.allowedTags ?? [];
    if (tags.some((tag) => !allowedTags.includes(tag))) refuse("Unknown tag");
    return {
      measurementDate: fields.measurementDate,
      filename,
      checksum: fields.checksum,
      siteId,
      instrumentId: record.instrumentId,
      instrumentPid,
      instrumentInfoUuid: record.uuid,
      tags: [...new Set(tags)].sort(),
    };
  });
}

/** Checks the announcement of a model file, all but the duplicates (docs/portal/observed.md §5). */
export function checkModelAnnouncement(
  json: object,
  circumstances: Circumstances,
): Said<ModelUpload> | AnnouncementRefusal {
  return refusing(() => {
    const body = new Fields(json);
    const { measurementDate, checksum, ...fields } = commonFields(body, "model", circumstances.nowMs);
    tagsOf(body);
    const filename = fitFilename(fields.filename);
    const siteId = siteOf(body, circumstances);
    if (!circumstances.catalogue.models.has(fields.source)) refuse("Unknown model");
    if (!maySendModel(circumstances.user, siteId, fields.source)) refuse("Missing permission", 401);
    return { measurementDate, filename, checksum, siteId, modelId: fields.source };
  });
}

function commonFields(body: Fields, source: "instrument" | "model", nowMs: number) {
  const filename = body.text("filename", "Request is missing filename");
  const noChecksum = "Request is missing checksum or checksum is invalid";
  const checksum = body.text("checksum", noChecksum);
  if (!/^[0-9a-f]{32}$/.test(checksum)) refuse(noChecksum);
  const noDate = "Request is missing measurementDate or measurementDate is invalid";
  const measurementDate = dateOfMoment(body.text("measurementDate", noDate)) ?? refuse(noDate);
  if (daysAhead(measurementDate, nowMs) > furthestDaysAhead) refuse("MeasurementDate is in the future");
  const named = body.text(source, `Request is missing ${source}`);
  if (body.has("instrument") && body.has("model"))
    refuse('Both "instrument" and "model" fields may not be specified');
  return { filename, checksum, measurementDate, source: named };
}

function tagsOf(body: Fields): string[] {
  if (!body.has("tags")) return [];
  const tags = body.value("tags");
  if (!Array.isArray(tags)) refuse("Metadata tags must be given as an array");
  if (!tags.every((tag) => typeof tag === "string")) refuse("Metadata tags must be strings");
  return tags;
}

/** The last part of the path: ASCII letters, digits, `-`, `_` and `.`, with a letter or digit at both ends. */
function fitFilename(filename: string): string {
  const last = filename.split("/").at(-1) ?? "";
  if (!/^[A-Za-z0-9](?:[A-Za-z0-9_.-]*[A-Za-z0-9])?$/.test(last))
    refuse(`Filename contains forbidden characters: ${filename}`);
  return last;
}

/** Without a site, the site that is named like the user counts; null finds the first one that the user may send for. */
function siteOf(body: Fields, { user, catalogue }: Circumstances): string {
  const given = body.has("site") ? body.value("site") : user.username;
  if (typeof given !== "string" && given !== null) refuseType("site");
  const siteId = given ?? [...catalogue.sites.keys()].find((id) => maySendFor(user, id));
  return siteId !== undefined && catalogue.sites.has(siteId) ? siteId : refuse("Unknown site");
}

function isCalled({ instrumentId }: StoredInstrumentRecord, name: string): boolean {
  return instrumentId === name || (families[name]?.test(instrumentId) ?? false);
}

/** The fields of a JSON object or list. */
class Fields {
  readonly #fields: Readonly<Record<string, unknown>>;

  constructor(json: object) {
    this.#fields = Object.fromEntries(Object.entries(json));
  }

  has(name: string): boolean {
    return name in this.#fields;
  }

  value(name: string): unknown {
    return this.#fields[name];
  }

  /** A text that is not empty. */
  text(name: string, whenMissing: string): string {
    const value = this.#fields[name];
    if (!value) return refuse(whenMissing);
    return typeof value === "string" ? value : refuseType(name);
  }
}

class Refused extends Error {
  readonly refusal: AnnouncementRefusal;

  constructor(refusal: AnnouncementRefusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

function refuse(message: string, status = 422): never {
  throw new Refused({ status, message });
}

function refuseType(name: string): never {
  throw new Refused({ status: 422, message: `${name} must be a string`, isWrongType: true });
}

function refusing<T>(check: () => T): T | AnnouncementRefusal {
  try {
    return check();
  } catch (error) {
    if (error instanceof Refused) return error.refusal;
    throw error;
  }
}
