import { noInstrumentText } from "#api/present.ts";
import { fail, ok } from "#api/reply.ts";
import type { cleanupMethods } from "#contract/cleanup-advice.ts";
import type { Answer, Handlers } from "#contract/methods.ts";
import type { Cleanup, CleanupState } from "#station/cleanup/cleanup-looks.ts";

const filesAtOnce = 1_000;

/** `cleanup.*`; `null` where a host does not tell. */
export function cleanupHandlers(cleanup: Cleanup | null): Pick<Handlers, keyof typeof cleanupMethods> {
  const notOffered = () => fail("not-offered", "This host does not say which files may be removed.");
  return {
    async "cleanup.start"(wanted) {
      if (cleanup === null) return notOffered();
      const { instrument } = wanted;
      const names = cleanup.instruments();
      if (instrument !== null && !names.includes(instrument))
        return fail("not-found", noInstrumentText(instrument, names));
      return ok({ started: cleanup.begin(wanted) });
    },
    async "cleanup.stop"() {
      if (cleanup === null) return notOffered();
      await cleanup.end();
      return ok({});
    },
    async "cleanup.read"() {
      if (cleanup === null) return notOffered();
      const state = cleanup.state();
      const { isRunning, request, progress, waitsUntilMs } = state;
      return ok({
        running: isRunning,
        asked: request,
        progress,
        waitsUntil: waitsUntilMs,
        result: resultOf(state),
      });
    },
    async "cleanup.files"({ after }) {
      if (cleanup === null) return notOffered();
      const named = cleanup.state().advice?.named ?? [];
      const end = after + filesAtOnce;
      return ok({ files: named.slice(after, end), next: end < named.length ? end : null });
    },
  };
}

function resultOf({ isWhole, asOfMs, advice }: CleanupState): Answer<"cleanup.read">["result"] {
  if (!isWhole || asOfMs === null || advice === null) return null;
  const { named, months, unanswered } = advice;
  const bytes = named.reduce((sum, { size }) => sum + size, 0);
  return { asOfMs, files: named.length, bytes, unanswered, months };
}
