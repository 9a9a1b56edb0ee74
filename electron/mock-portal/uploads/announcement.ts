import { z } from "zod";
import { daysAhead, isCalendarDate } from "../dates.ts";
import type { Catalogue } from "../store/catalogue.ts";
import type { Upload } from "../store/records.ts";
import { maySendFor, type User } from "../users.ts";

/** A refusal in the portal's words. */
export type Refusal = { status: number; message: string };

/** What an announcement that passed all checks says about a file. */
export type Announcement = Pick<
  Upload,
  | "measurementDate"
  | "filename"
  | "checksum"
  | "siteId"
  | "instrumentId"
  | "instrumentPid"
  | "instrumentInfoUuid"
  | "tags"
>;

const required = (name: string) =>
  z
    .string({
      error: ({ input }) =>
        `Field ${name} ${input === undefined || input === null ? "is missing" : "must be a string"}`,
    })
    .min(1, `Field ${name} is empty`);

/** Body of `POST /upload/metadata/` (portal-api.md). Unknown keys are ignored. */
export const announcementBody = z.object(
  {
    measurementDate: required("measurementDate"),
    filename: required("filename"),
    checksum: required("checksum"),
    site: required("site"),
    instrument: required("instrument"),
    instrumentPid: required("instrumentPid"),
    tags: z.unknown().optional(),
  },
  { error: "The body must be a JSON object" },
);

const unprocessable = (message: string): Refusal => ({ status: 422, message });

const furthestDaysAhead = 5;

/** Checks an announcement in the order of portal-observed.md, section 1, all but the duplicates. */
export function checkAnnouncement(
  json: unknown,
  user: User,
  catalogue: Catalogue,
  nowMs: number,
): Announcement | Refusal {
  const parsed = announcementBody.safeParse(json);
  if (!parsed.success) return unprocessable(parsed.error.issues.map(({ message }) => message).join(", "));
  const { measurementDate, filename, checksum, site, instrument, instrumentPid, tags } = parsed.data;

  if (!/^[0-9a-f]{32}$/.test(checksum))
    return unprocessable("Field checksum must be an MD5 of 32 lower-case hexadecimal characters");
  if (!isCalendarDate(measurementDate))
    return unprocessable("Field measurementDate must be a date of the form YYYY-MM-DD");
  if (daysAhead(measurementDate, nowMs) > furthestDaysAhead)
    return unprocessable("Field measurementDate is too far in the future");

  const forbidden = forbiddenCharacters(filename);
  if (forbidden) return unprocessable(`Filename contains forbidden characters: ${forbidden}`);

  if (!catalogue.sites.has(site)) return unprocessable(`Unknown site: ${site}`);
  if (!maySendFor(user, site)) return { status: 401, message: "Missing permission" };

  if (!instrumentPid.startsWith("https://hdl.handle.net/"))
    return unprocessable("Field instrumentPid must be an address that begins with https://hdl.handle.net/");
  const record = catalogue.instrumentRecordsByPid.get(instrumentPid);
  if (!record) return unprocessable(`Unknown instrumentPid: ${instrumentPid}`);
  const type = catalogue.instruments.get(instrument);
  if (!type) return unprocessable(`Unknown instrument: ${instrument}`);
  if (record.instrumentId !== instrument)
    return unprocessable(`The instrument of this instrumentPid is ${record.instrumentId}, not ${instrument}`);

  const checkedTags = z.array(z.string()).safeParse(tags ?? []);
  if (!checkedTags.success) return unprocessable("Field tags must be an array of strings");
  const unknownTag = checkedTags.data.find((tag) => !type.allowedTags.includes(tag));
  if (unknownTag !== undefined) return unprocessable(`Unknown tag: ${unknownTag}`);

  return {
    measurementDate,
    filename,
    checksum,
    siteId: site,
    instrumentId: instrument,
    instrumentPid,
    instrumentInfoUuid: record.uuid,
    tags: [...new Set(checkedTags.data)].sort(),
  };
}

/** Characters that make a filename unfit; empty when it is fit. Letters and digits are those of ASCII. */
function forbiddenCharacters(filename: string): string {
  const anywhere = [...filename].filter((character) => !/[A-Za-z0-9_.-]/.test(character));
  const atEnds = [filename.at(0), filename.at(-1)].filter((character) => /[_.-]/.test(character ?? ""));
  return [...new Set([...anywhere, ...atEnds])].join(" ");
}
