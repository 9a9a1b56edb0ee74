import { presentUploads } from "#api/present.ts";
import { fail, ok } from "#api/reply.ts";
import { isoTime } from "#base/text.ts";
import type { Handlers } from "#contract/methods.ts";
import type { queueMethods } from "#contract/queue.ts";
import type { QueueQuery } from "#domain/queue.ts";
import { uploadStates } from "#domain/upload.ts";
import type { Engine } from "#engine/engine-api.ts";

/** Answers about the queue as a long list. Each snapshot is read after its `seq`, so it is never older. */
export function queueHandlers(engine: Engine): Pick<Handlers, keyof typeof queueMethods> {
  return {
    async queue({ filter, order, descending, offset, limit }) {
      const seq = await engine.lastSeq();
      const { total, uploads } =
        order === "needs-you"
          ? await blockedFirst(engine, { filter, offset, limit })
          : await engine.queue({ filter, order, isDescending: descending, offset, limit });
      return ok({ seq, total, offset, uploads: await presentUploads(engine, uploads) });
    },
    async "queue.counts"({ filter }) {
      const seq = await engine.lastSeq();
      const { total, states, duplicates, instruments, causes } = await engine.queueCounts(filter);
      return ok({ seq, total, states: { ...states }, duplicates, instruments, causes });
    },
    async "upload.history"({ id }) {
      const seq = await engine.lastSeq();
      const told = await engine.history(id);
      if (told === null) return fail("not-found", "This upload does not exist.");
      const steps = told.map(({ atMs, event, text }) => ({
        at: atMs === null ? null : isoTime(atMs),
        event,
        text,
      }));
      return ok({ seq, sentences: told.map(({ sentence }) => sentence), steps });
    },
  };
}

/** Two lists as one: what needs a person, then all others, each newest found first. */
async function blockedFirst(
  engine: Pick<Engine, "queue">,
  { filter, offset, limit }: Pick<QueueQuery, "filter" | "offset" | "limit">,
) {
  const wanted = filter.states ?? uploadStates;
  const part = async (states: QueueQuery["filter"]["states"] & {}, from: number, most: number) =>
    states.length === 0
      ? { total: 0, uploads: [] }
      : await engine.queue({ filter: { ...filter, states }, order: "found", offset: from, limit: most });
  const first = await part(
    wanted.filter((state) => state === "blocked"),
    offset,
    limit,
  );
  const left = limit - first.uploads.length;
  const rest = await part(
    wanted.filter((state) => state !== "blocked"),
    Math.max(0, offset - first.total),
    Math.max(1, left),
  );
  return {
    total: first.total + rest.total,
    uploads: [...first.uploads, ...rest.uploads.slice(0, left)],
  };
}
