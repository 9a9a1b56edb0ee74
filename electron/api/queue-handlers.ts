import type { Handlers } from "../contract/methods.ts";
import type { queueMethods } from "../contract/queue.ts";
import type { Engine } from "../engine/surface.ts";
import { give, refuse } from "./dispatch.ts";
import { presentUpload } from "./present.ts";

/** Answers about the queue as a long list. Each snapshot is read after its `seq`, so it is never older. */
export function queueHandlers(engine: Engine): Pick<Handlers, keyof typeof queueMethods> {
  return {
    async queue({ filter, order, offset, limit }) {
      const seq = await engine.lastSeq();
      const { total, uploads } = await engine.queue({ filter, order, offset, limit });
      const progress = engine.progress();
      const rows = uploads.map((upload) => presentUpload(upload, progress.get(upload.id) ?? null));
      return give({ seq, total, offset, uploads: rows });
    },
    async "queue.counts"({ filter }) {
      const seq = await engine.lastSeq();
      const { total, states, instruments, causes } = await engine.queueCounts(filter);
      return give({ seq, total, states: { ...states }, instruments, causes });
    },
    async "upload.story"({ id }) {
      const seq = await engine.lastSeq();
      const sentences = await engine.story(id);
      return sentences === null
        ? refuse("not-found", "This upload is not known here.")
        : give({ seq, sentences });
    },
  };
}
