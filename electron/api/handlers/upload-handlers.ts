import { noInstrumentText, presentUploads } from "#api/present.ts";
import { fail, ok } from "#api/reply.ts";
import type { Handlers } from "#contract/methods.ts";
import type { uploadMethods } from "#contract/uploads.ts";
import type { Station } from "#station/station-api.ts";

/** Answers about uploads. Each snapshot is read after its `seq`, so it is never older. */
export function uploadHandlers(station: Station): Pick<Handlers, keyof typeof uploadMethods> {
  return {
    async uploads({ filter, limit, afterId }) {
      const seq = await station.lastSeq();
      const page = await station.uploads(filter, limit, afterId);
      const last = page.length < limit ? undefined : page.at(-1);
      const uploads = await presentUploads(station, page);
      return ok({ seq, uploads, nextAfterId: last?.id ?? null });
    },
    async upload({ id }) {
      const seq = await station.lastSeq();
      const found = await station.upload(id);
      const [upload] = found === null ? [] : await presentUploads(station, [found.upload]);
      if (found === null || upload === undefined) return fail("not-found", `There is no upload ${id}.`);
      return ok({ seq, upload, journal: found.journal });
    },
    async retry({ filter, sendAnyway }) {
      return ok({ count: await station.retry(filter, { sendAnyway }) });
    },
    async sendAgain(wanted) {
      const sent = await station.sendAgain(wanted);
      if ("instruments" in sent)
        return fail("not-found", noInstrumentText(wanted.instrument ?? "", sent.instruments));
      return ok(sent);
    },
    async cancel({ filter }) {
      return ok({ count: await station.cancel(filter) });
    },
    async unsent() {
      return ok({ files: station.unsent() });
    },
  };
}
