import { noInstrumentText, presentEntry, presentUploads } from "#api/present.ts";
import { fail, ok } from "#api/reply.ts";
import type { Handlers } from "#contract/methods.ts";
import type { uploadMethods } from "#contract/uploads.ts";
import type { Engine } from "#station/station-api.ts";

/** Answers about uploads. Each snapshot is read after its `seq`, so it is never older. */
export function uploadHandlers(engine: Engine): Pick<Handlers, keyof typeof uploadMethods> {
  return {
    async uploads({ filter, limit, afterId }) {
      const seq = await engine.lastSeq();
      const page = await engine.uploads(filter, limit, afterId);
      const last = page.length < limit ? undefined : page.at(-1);
      const uploads = await presentUploads(engine, page);
      return ok({ seq, uploads, nextAfterId: last?.id ?? null });
    },
    async upload({ id }) {
      const seq = await engine.lastSeq();
      const found = await engine.upload(id);
      const [upload] = found === null ? [] : await presentUploads(engine, [found.upload]);
      if (found === null || upload === undefined) return fail("not-found", `There is no upload ${id}.`);
      return ok({ seq, upload, journal: found.journal.map(presentEntry) });
    },
    async retry({ filter, sendAnyway }) {
      return ok({ count: await engine.retry(filter, { sendAnyway }) });
    },
    async sendAgain(wanted) {
      const sent = await engine.sendAgain(wanted);
      if ("instruments" in sent)
        return fail("not-found", noInstrumentText(wanted.instrument ?? "", sent.instruments));
      return ok(sent);
    },
    async cancel({ filter }) {
      return ok({ count: await engine.cancel(filter) });
    },
    async unsent() {
      const files = engine.unsent();
      return ok({
        files: files.map(({ instrument, relPath, reason }) => ({ instrument, path: relPath, reason })),
      });
    },
  };
}
