import { fail, ok } from "#api/reply.ts";
import type { addedMethods } from "#contract/added.ts";
import type { ReplyErrorCode } from "#contract/error-codes.ts";
import type { Handlers } from "#contract/methods.ts";
import type { Reply } from "#contract/reply.ts";
import type { Adding } from "#engine/adding/adding.ts";
import type { AddingError } from "#engine/ports/received-copies.ts";

const codes: Readonly<Record<AddingError["error"], ReplyErrorCode>> = {
  unknown: "not-found",
  refused: "bad-input",
  "wrong-place": "conflict",
  "disk-full": "not-saved",
  unwritable: "not-saved",
};

/** `added.*`; `null` where a host takes no files. */
export function addedHandlers(adding: Adding | null): Pick<Handlers, keyof typeof addedMethods> {
  const notOffered = () => fail("not-offered", "Files cannot be added on this host.");
  return {
    async "added.judge"({ files }) {
      return adding === null ? notOffered() : ok({ files: adding.judge(files) });
    },
    async "added.begin"(file) {
      if (adding === null) return notOffered();
      const id = await adding.begin(file);
      return typeof id === "string" ? ok({ id }) : failed(id);
    },
    async "added.append"({ id, offset, bytes }) {
      if (adding === null) return notOffered();
      const received = await adding.append(id, offset, bytes);
      return typeof received === "number" ? ok({ received }) : failed(received);
    },
    async "added.check"(target, signal) {
      if (adding === null) return notOffered();
      const found = await adding.check(target, signal);
      if ("error" in found) return failed(found);
      const { announced, ...rest } = found;
      const { site, instrument, instrumentPid: pid, tags, filename, measurementDate, checksum } = announced;
      return ok({
        announced: { site, instrument, pid, tags, filename, measurementDate, checksum },
        ...rest,
      });
    },
    async "added.send"({ files }) {
      return adding === null ? notOffered() : ok({ files: await adding.send(files) });
    },
    async "added.discard"({ ids }) {
      if (adding === null) return notOffered();
      await adding.discard(ids);
      return ok({});
    },
    async "added.remove"({ ids }) {
      return adding === null ? notOffered() : ok({ count: await adding.remove(ids) });
    },
  };
}

function failed({ error, message }: AddingError): Reply<never> {
  return fail(codes[error], message);
}
