import { presentUploads } from "#api/present.ts";
import { fail, ok } from "#api/reply.ts";
import type { Handlers } from "#contract/methods.ts";
import type { queueMethods } from "#contract/queue.ts";
import type { Station } from "#station/station-api.ts";

/** Answers about the queue as a long list. Each snapshot is read after its `seq`, so it is never older. */
export function queueHandlers(station: Station): Pick<Handlers, keyof typeof queueMethods> {
  return {
    async queue({ filter, order, descending, offset, limit }) {
      const seq = await station.lastSeq();
      const { total, uploads } = await station.queue({
        filter,
        order,
        isDescending: descending,
        offset,
        limit,
      });
      return ok({ seq, total, offset, uploads: await presentUploads(station, uploads) });
    },
    async "queue.windows"({ windows }) {
      const seq = await station.lastSeq();
      const read = await station.queueWindows(
        windows.map(({ descending, ...query }) => ({ ...query, isDescending: descending })),
      );
      const uploads = await presentUploads(
        station,
        read.flatMap((one) => one.uploads),
      );
      let from = 0;
      return ok({
        seq,
        windows: read.map(({ total, uploads: { length } }, n) => {
          const own = uploads.slice(from, from + length);
          from += length;
          return { total, offset: windows[n]?.offset ?? 0, uploads: own };
        }),
      });
    },
    async "queue.counts"({ filter }) {
      const seq = await station.lastSeq();
      const { total, states, duplicates, instruments, causes } = await station.queueCounts(filter);
      return ok({ seq, total, states: { ...states }, duplicates, instruments, causes });
    },
    async "upload.history"({ id }) {
      const seq = await station.lastSeq();
      const history = await station.history(id);
      if (history === null) return fail("not-found", "This upload does not exist.");
      return ok({ seq, sentences: history.map(({ sentence }) => sentence), steps: history });
    },
  };
}
