import { fail, ok } from "#api/reply.ts";
import { isoTime } from "#base/text.ts";
import type { KnownIssueShown, knownMethods } from "#contract/known.ts";
import type { Handlers } from "#contract/methods.ts";
import type { KnownIssue } from "#domain/known-issue.ts";
import type { Station } from "#station/station-api.ts";

/** Answers about what persons have marked as known. */
export function knownHandlers(
  station: Pick<Station, "known" | "markKnown" | "endKnown">,
): Pick<Handlers, keyof typeof knownMethods> {
  return {
    async "known.list"() {
      return ok({ known: (await station.known()).toReversed().map(presentKnown) });
    },
    async "known.mark"({ key, note, by }) {
      const known = await station.markKnown(key, { note: note.trim(), by: by.trim() });
      return known === null
        ? fail("not-found", `Nothing called "${key}" is open that can be marked as known.`)
        : ok(presentKnown(known));
    },
    async "known.end"({ id }) {
      if (await station.endKnown(id)) return ok({});
      return fail("not-found", `Nothing with the number ${id} is marked as known.`);
    },
  };
}

const isUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function presentKnown({ id, cause, label, files, note, by, atMs }: KnownIssue): KnownIssueShown {
  return {
    id,
    cause,
    label,
    count: files.length,
    files: files.map(({ instrument, relPath, version }) => ({
      instrument,
      path: relPath,
      uploadId: isUuid.test(version) ? version : null,
    })),
    note,
    by,
    at: isoTime(atMs),
  };
}
