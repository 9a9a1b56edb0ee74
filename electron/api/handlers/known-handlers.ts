import { fail, ok } from "#api/reply.ts";
import type { knownMethods } from "#contract/known.ts";
import type { Answer, Handlers } from "#contract/methods.ts";
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

function presentKnown(known: KnownIssue): Answer<"known.mark"> {
  const files = known.files.map((file) => ({
    ...file,
    uploadId: isUuid.test(file.version) ? file.version : null,
  }));
  return { ...known, count: files.length, files };
}
